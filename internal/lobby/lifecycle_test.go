package lobby

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/stream"
)

func TestFromOpenToRematch(t *testing.T) {
	inWorld(t, func(w *world) {
		ann := w.open("ann", toyTable())
		require.Equal(t, room.StatusOpen, ann.room.Status)
		require.Equal(t, "ann", ann.room.Host)
		require.Equal(t, room.SeatInfo{Player: "ann", Name: "The ann", Ready: true}, ann.room.Seats[0])
		bob := w.guest("bob")
		require.Equal(t, []watcher{{Player: "bob", Name: "The bob"}}, ann.presence.Spectators)
		w.must(bob, &room.Claim{Seat: 1})
		require.Equal(t, room.StatusSeated, ann.room.Status)
		require.Empty(t, ann.presence.Spectators)
		w.must(bob, &room.SetReady{})
		w.refused(room.CodeNotReady, ann, &room.Start{})
		w.must(bob, &room.SetReady{Ready: true})
		w.refused(room.CodeNotHost, bob, &room.Start{})
		w.refused(room.CodePlaying, ann, &room.Rematch{Open: true})
		require.Nil(t, ann.public)
		w.must(ann, &room.Start{})
		require.Equal(t, room.StatusPlaying, bob.room.Status)
		w.play(ann, bob)
		now := w.check()
		require.Equal(t, room.StatusFinished, ann.room.Status)
		require.Equal(t, "The bob", ann.room.Seats[1].Name)
		require.Equal(t, now.Play.Match.Start.Seed, bob.result.Seed, "everything is open now")
		w.refused(room.CodeNotPlaying, ann, &room.Answer{Decision: 1})
		w.refused(room.CodeNotPlaying, ann, &room.Undo{})
		w.refused(room.CodeNotHost, bob, &room.Kick{Seat: 0})
		first, played := ann.sequence, ann.result

		w.must(bob, &room.Rematch{Open: true})
		require.Equal(t, room.StatusSeated, ann.room.Status)
		require.True(t, ann.room.Seats[1].Ready, "who asked for it is ready")
		require.False(t, ann.room.Seats[0].Ready)
		w.must(ann, &room.SetReady{Ready: true})
		w.must(ann, &room.Start{})
		require.NotEqual(t, first, ann.sequence)
		require.Equal(t, uint64(1), w.first()-w.head().Seq, "what was before is gone from the log")
		require.Nil(t, ann.result)
		w.play(ann, bob)
		w.check()
		require.Equal(t, 2, ann.room.Matches)
		require.NotEqual(t, played.Seed, ann.result.Seed)

		list := w.archived("bob")
		require.Len(t, list, 2, "the latest first")
		requireSameJSON(t, ann.result.Seats, list[0].Seats, "the archived result")
		requireSameJSON(t, ann.result.Outcome, list[0].Outcome, "the archived outcome")
		requireSameJSON(t, played.Outcome, list[1].Outcome, "the one before")
		require.Equal(t, []string{ann.match, "toy", w.room}, []string{list[0].ID, list[0].Game, list[0].Room})
	})
}

func TestWhoMayDoWhatBeforeAMatch(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Seats = 3
		ann, bob, eve := w.open("ann", settings), w.guest("bob"), w.guest("eve")
		w.must(bob, &room.Claim{Seat: 1})
		for _, body := range []room.Action{
			&room.ChangeSettings{Settings: settings}, &room.Swap{Seat: 0, Other: 1}, &room.Kick{Seat: 0},
			&room.SeatBot{Seat: 2, Bot: "random"}, &room.MakeHost{Seat: 1}, &room.Start{},
		} {
			w.refused(room.CodeNotHost, bob, body)
			w.refused(room.CodeNotHost, eve, body)
		}
		inMatch := []room.Action{
			&room.Answer{},
			&room.Undo{},
			&room.Concede{},
			&room.Propose{},
			&room.Reply{},
			&room.Return{},
		}
		for _, body := range append([]room.Action{&room.Leave{}, &room.SetReady{}}, inMatch...) {
			w.refused(room.CodeNotSeated, eve, body)
		}
		for _, body := range inMatch {
			w.refused(room.CodeNotPlaying, bob, body)
		}
		for _, body := range []room.Action{
			&room.Open{}, &room.StandIn{Seat: 1}, &room.TimeOut{Seat: 1}, &room.Stop{}, &room.Continue{},
			&room.Away{Seat: 1}, &room.Back{Seat: 1},
			&room.Reveal{}, &room.Upgrade{}, nil,
		} {
			w.refused(room.CodeUnknownCommand, ann, body)
		}
		for _, seat := range []game.Seat{-1, 3, 127, -128} {
			w.refused(room.CodeNoSeat, eve, &room.Claim{Seat: seat})
			w.refused(room.CodeNoSeat, ann, &room.Kick{Seat: seat})
			w.refused(room.CodeNoSeat, ann, &room.MakeHost{Seat: seat})
			w.refused(room.CodeNoSeat, ann, &room.SeatBot{Seat: seat, Bot: "random"})
			w.refused(room.CodeNoSeat, ann, &room.Swap{Seat: seat})
			w.refused(room.CodeNoSeat, ann, &room.Swap{Other: seat})
		}
		w.refused(room.CodeTaken, eve, &room.Claim{Seat: 1})
		w.refused(room.CodeHasSeat, bob, &room.Claim{Seat: 2})
		w.refused(room.CodeTaken, ann, &room.SeatBot{Seat: 1, Bot: "random"})
		w.refused(room.CodeNoBot, ann, &room.SeatBot{Seat: 2, Bot: "deep"})
		w.refused(room.CodeNotHost, ann, &room.Kick{Seat: 0})
		w.refused(room.CodeNotSeated, ann, &room.MakeHost{Seat: 2})
		w.refusedAs(coded.Malformed, string(make([]byte, 65)), ann, &room.Leave{})
		w.refused(coded.Malformed, &client{t: t, w: w}, &room.Claim{Seat: 2})
		w.requireCode(directory.CodeNoRoom, w.lobby.Do(w.ctx, "nowhere", ann.person, "", &room.Start{}))
		_, err := w.lobby.Watch(w.ctx, "nowhere", ann.person, stream.Hello{})
		w.requireCode(directory.CodeNoRoom, err)

		// Seats, hosts and bots, as they should be.
		w.must(ann, &room.Swap{Seat: 0, Other: 2})
		require.Equal(t, "ann", ann.room.Seats[2].Player)
		w.must(ann, &room.SeatBot{Seat: 0, Bot: "random"})
		require.Equal(t, room.StatusSeated, ann.room.Status)
		w.refused(room.CodeTaken, eve, &room.Claim{Seat: 0})
		w.must(ann, &room.Kick{Seat: 0})
		require.Equal(t, room.StatusOpen, ann.room.Status)
		w.must(ann, &room.MakeHost{Seat: 1})
		require.Equal(t, "bob", eve.room.Host)
		w.refused(room.CodeNotHost, ann, &room.SeatBot{Seat: 0, Bot: "random"})
		w.must(bob, &room.Kick{Seat: 2})
		require.Empty(t, bob.room.Seats[2].Player)
		w.refused(room.CodeRemoved, ann, &room.Claim{Seat: 0})
		w.must(bob, &room.Readmit{Person: "ann"})
		w.join(ann)
		w.must(ann, &room.Claim{Seat: 0})
		w.must(bob, &room.Leave{})
		require.Equal(t, "ann", eve.room.Host, "the next player becomes host")
		w.must(ann, &room.Leave{})
		require.Equal(t, "ann", eve.room.Host, "of an empty room the last host stays it")
		for seat := range game.Seat(3) {
			w.must(ann, &room.SeatBot{Seat: seat, Bot: "random"})
		}
		w.must(ann, &room.Start{})
		w.after(time.Second)
		require.NotNil(t, eve.result, "a table of bots plays by itself")
		w.check()
	})
}

func TestSettings(t *testing.T) {
	bad := func(change func(*room.Settings)) *room.Settings {
		s := toyTable()
		change(&s)
		return &s
	}
	inWorld(t, func(w *world) {
		ann, bob := w.open("ann", toyTable()), w.guest("bob")
		w.must(bob, &room.Claim{Seat: 1})
		w.must(bob, &room.SetReady{Ready: true})
		for _, test := range []struct {
			code coded.Code
			s    *room.Settings
		}{
			{room.CodeBadSettings, &room.Settings{}},
			{room.CodeBadSettings, bad(func(s *room.Settings) { s.Game = "chess" })},
			{game.CodeBadSeats, bad(func(s *room.Settings) { s.Seats = 9 })},
			{game.CodeBadSeats, bad(func(s *room.Settings) { s.Seats = -1 })},
			{game.CodeBadOptions, bad(func(s *room.Settings) { s.Options = game.MatchOptions{"x": "y"} })},
			{game.CodeBadOptions, bad(func(s *room.Settings) { s.Options = game.MatchOptions{"panic": "perhaps"} })},
			{room.CodeBadSettings, bad(func(s *room.Settings) { s.Delay = 11 })},
			{room.CodeBadSettings, bad(func(s *room.Settings) { s.Delay = -1 })},
			{room.CodeBadSettings, bad(func(s *room.Settings) { s.Absent = "cry" })},
			{room.CodeBadSettings, bad(func(s *room.Settings) { s.AbsentAfter = 9 })},
			{room.CodeBadSettings, bad(func(s *room.Settings) { s.AbsentAfter = 86401 })},
			{room.CodeBadSettings, bad(func(s *room.Settings) { s.OutOfTime = "cry" })},
			{room.CodeBadSettings, bad(func(s *room.Settings) { s.Clock.Mode = "sun" })},
			{
				room.CodeBadSettings,
				bad(func(s *room.Settings) { s.Clock = room.Clock{Mode: room.ClockMove, Seconds: 4} }),
			},
			{
				room.CodeBadSettings,
				bad(func(s *room.Settings) { s.Clock = room.Clock{Mode: room.ClockDays, Seconds: 30*24*60*60 + 1} }),
			},
			{
				room.CodeBadSettings,
				bad(func(s *room.Settings) { s.Clock = room.Clock{Mode: room.ClockBank, Seconds: 60, Increment: -1} }),
			},
		} {
			w.refused(test.code, ann, &room.ChangeSettings{Settings: *test.s})
			_, err := w.lobby.Create(w.ctx, ann.person, *test.s)
			w.requireCode(test.code, err)
		}
		w.must(ann, &room.ChangeSettings{Settings: *bad(func(s *room.Settings) { s.Seats = 4 })})
		require.Len(t, bob.room.Seats, 4)
		require.False(t, bob.room.Seats[1].Ready, "what is new everybody has to agree to")
		require.True(t, bob.room.Seats[0].Ready)
		w.must(ann, &room.SeatBot{Seat: 3, Bot: "random"})
		w.must(ann, &room.ChangeSettings{Settings: room.Settings{Game: "seasons", Seats: 4}})
		require.Empty(t, bob.room.Seats[3].Bot, "another game has other bots")
		require.Equal(t, "bob", bob.room.Seats[1].Player)
		w.must(ann, &room.Swap{Seat: 1, Other: 2})
		w.must(ann, &room.ChangeSettings{Settings: room.Settings{Game: "seasons", Seats: 2}})
		require.Empty(t, bob.room.Seats[1].Player, "a smaller table has no place for the third")
		w.must(bob, &room.Claim{Seat: 1})
		w.must(ann, &room.Swap{Seat: 0, Other: 1})
		w.refused(game.CodeBadSeats, ann, &room.ChangeSettings{Settings: room.Settings{Game: "seasons", Seats: 1}})
		w.refused(room.CodeBadSettings, ann, &room.ChangeSettings{Settings: room.Settings{Game: "spellbook", Seats: 1}})
		w.must(bob, &room.SetReady{Ready: true})
		w.must(ann, &room.Start{})
		w.refused(room.CodePlaying, ann, &room.ChangeSettings{Settings: *bad(func(*room.Settings) {})})
	})
}

// Without spectators nobody may watch a match, but everybody with the link may come in before it and
// take a seat.
func TestNobodyWatchesAMatchWithoutSpectators(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Spectators = false
		cy := w.open("cy", settings)
		bob, eve := w.guest("bob"), w.guest("eve")
		w.must(bob, &room.Claim{Seat: 1})
		w.must(bob, &room.SetReady{Ready: true})
		w.must(cy, &room.Start{})
		require.Equal(t, CodeNoSpectators, eve.bye)
		require.False(t, eve.here())
		require.Nil(t, eve.public)
		w.requireCode(CodeNoSpectators, eve.join())
		w.requireCode(CodeNoSpectators, w.lobby.sayAs(w.ctx, w.room, eve.person, "", "hello"))
		_, err := w.lobby.Events(w.ctx, w.room, eve.person, 0, 10)
		w.requireCode(CodeNoSpectators, err)
		require.NoError(t, bob.join())
		w.play(cy, bob)
		w.must(bob, &room.Rematch{Open: true})
		require.NoError(t, eve.join(), "there might be a seat")
		w.after(0)
		require.Nil(t, eve.public, "the match before is still none of hers")
		stored, err := w.log.Room(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, store.StatusSeated, stored.Status)
	})
}
