package lobby

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/eventlog"
	"archmage/internal/game"
)

func toyTable() Settings { return Settings{Game: "toy", Seats: 2, Spectators: true, Undo: true} }

func TestFromOpenToRematch(t *testing.T) {
	inWorld(t, func(w *world) {
		ann := w.open("ann", toyTable())
		require.Equal(t, StatusOpen, ann.room.Status)
		require.Equal(t, "ann", ann.room.Host)
		require.Equal(t, seatInfo{Player: "ann", Name: "The ann", Ready: true, Present: true}, ann.room.Seats[0])
		bob := w.guest("bob")
		require.Equal(t, []string{"The bob"}, ann.room.Watching)
		w.must(bob, Intent{Kind: KindClaim, Seat: 1})
		require.Equal(t, StatusSeated, ann.room.Status)
		require.Empty(t, ann.room.Watching)
		w.refused(CodeNotReady, ann, Intent{Kind: KindStart})
		w.must(bob, Intent{Kind: KindReady, Ready: true})
		w.must(bob, Intent{Kind: KindReady})
		w.refused(CodeNotReady, ann, Intent{Kind: KindStart})
		w.must(bob, Intent{Kind: KindReady, Ready: true})
		w.refused(CodeNotHost, bob, Intent{Kind: KindStart})
		w.refused(CodePlaying, ann, Intent{Kind: KindRematch})
		require.Nil(t, ann.view)
		w.must(ann, Intent{Kind: KindStart})
		require.Equal(t, StatusPlaying, bob.room.Status)
		w.play(ann, bob)
		now := w.check()
		require.Equal(t, StatusFinished, ann.room.Status)
		require.Equal(t, []string{"The ann", "The bob"}, ann.result.Names)
		require.Equal(t, now.match.record.Seed, bob.result.Seed, "everything is open now")
		w.refused(CodeNotPlaying, ann, Intent{Kind: KindAnswer, Decision: 1})
		w.refused(CodeNotPlaying, ann, Intent{Kind: KindUndo})
		w.refused(CodeNotHost, bob, Intent{Kind: KindKick, Seat: 0})
		first := ann.life

		w.must(bob, Intent{Kind: KindRematch})
		require.Equal(t, StatusSeated, ann.room.Status)
		require.True(t, ann.room.Seats[1].Ready, "who asked for it is ready")
		require.False(t, ann.room.Seats[0].Ready)
		w.must(ann, Intent{Kind: KindReady, Ready: true})
		w.must(ann, Intent{Kind: KindStart})
		require.NotEqual(t, first, ann.life)
		require.Nil(t, ann.result)
		w.play(ann, bob)
		w.check()
		require.Equal(t, 2, ann.room.Matches)
		require.NotEqual(t, now.match.record.Seed, ann.result)

		page, err := w.lobby.Results(w.ctx, ResultQuery{Member: "bob", Limit: 10})
		require.NoError(t, err)
		require.Len(t, page.Results, 2)
		var stored Result
		require.NoError(t, json.Unmarshal(page.Results[0].Result, &stored))
		requireSameJSON(t, ann.result, stored, "the archived result")
		require.Equal(t, "toy", page.Results[0].Game)
		require.Equal(t, w.room, page.Results[0].Room)
		require.Equal(t, []string{"ann", "bob"}, page.Results[0].Members)
	})
}

func TestWhoMayDoWhatBeforeAMatch(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Seats = 3
		ann, bob, eve := w.open("ann", settings), w.guest("bob"), w.guest("eve")
		w.must(bob, Intent{Kind: KindClaim, Seat: 1})
		for _, intent := range []Intent{
			{Kind: KindSettings, Settings: &settings}, {Kind: KindSwap, Seat: 0, Other: 1}, {Kind: KindKick, Seat: 0},
			{Kind: KindBot, Seat: 2, Bot: "random"}, {Kind: KindHost, Seat: 1}, {Kind: KindStart},
		} {
			w.refused(CodeNotHost, bob, intent)
			w.refused(CodeNotHost, eve, intent)
		}
		for _, kind := range []Kind{
			KindLeave, KindReady, KindAnswer, KindUndo, KindConcede, KindAbandon, KindReturn,
		} {
			code := CodeNotSeated
			if kind == KindAnswer {
				code = CodeNotPlaying
			}
			w.refused(code, eve, Intent{Kind: kind})
		}
		for _, kind := range []Kind{KindAnswer, KindUndo, KindConcede, KindAbandon, KindReturn} {
			w.refused(CodeNotPlaying, bob, Intent{Kind: kind})
		}
		for _, kind := range []Kind{KindOpen, KindStandIn, KindTimeout, KindPause, KindResume, KindShow, KindUpgrade, "", "dance"} {
			w.refused(CodeUnknownIntent, ann, Intent{Kind: kind, Seat: 1})
		}
		for _, seat := range []game.Seat{-1, 3, 127, -128} {
			w.refused(CodeNoSeat, eve, Intent{Kind: KindClaim, Seat: seat})
			w.refused(CodeNoSeat, ann, Intent{Kind: KindKick, Seat: seat})
			w.refused(CodeNoSeat, ann, Intent{Kind: KindHost, Seat: seat})
			w.refused(CodeNoSeat, ann, Intent{Kind: KindBot, Seat: seat, Bot: "random"})
			w.refused(CodeNoSeat, ann, Intent{Kind: KindSwap, Seat: seat})
			w.refused(CodeNoSeat, ann, Intent{Kind: KindSwap, Other: seat})
		}
		w.refused(CodeTaken, eve, Intent{Kind: KindClaim, Seat: 1})
		w.refused(CodeHasSeat, bob, Intent{Kind: KindClaim, Seat: 2})
		w.refused(CodeTaken, ann, Intent{Kind: KindBot, Seat: 1, Bot: "random"})
		w.refused(CodeNoBot, ann, Intent{Kind: KindBot, Seat: 2, Bot: "deep"})
		w.refused(CodeNotHost, ann, Intent{Kind: KindKick, Seat: 0})
		w.refused(CodeNotSeated, ann, Intent{Kind: KindHost, Seat: 2})
		w.refused(coded.Malformed, ann, Intent{ID: string(make([]byte, 65)), Kind: KindLeave})
		w.refused(coded.Malformed, &client{t: t, w: w}, Intent{Kind: KindClaim, Seat: 2})
		w.requireCode(CodeNoRoom, w.lobby.Do(w.ctx, "nowhere", ann.user, Intent{Kind: KindStart}))
		_, err := w.lobby.Watch(w.ctx, "nowhere", ann.user, Resume{})
		w.requireCode(CodeNoRoom, err)

		// Seats, hosts and bots, as they should be.
		w.must(ann, Intent{Kind: KindSwap, Seat: 0, Other: 2})
		require.Equal(t, "ann", ann.room.Seats[2].Player)
		w.must(ann, Intent{Kind: KindBot, Seat: 0, Bot: "random"})
		require.Equal(t, StatusSeated, ann.room.Status)
		w.refused(CodeTaken, eve, Intent{Kind: KindClaim, Seat: 0})
		w.must(ann, Intent{Kind: KindKick, Seat: 0})
		require.Equal(t, StatusOpen, ann.room.Status)
		w.must(ann, Intent{Kind: KindHost, Seat: 1})
		require.Equal(t, "bob", eve.room.Host)
		w.refused(CodeNotHost, ann, Intent{Kind: KindBot, Seat: 0, Bot: "random"})
		w.must(bob, Intent{Kind: KindKick, Seat: 2})
		require.Empty(t, ann.room.Seats[2].Player)
		w.must(ann, Intent{Kind: KindClaim, Seat: 0})
		w.must(bob, Intent{Kind: KindLeave})
		require.Equal(t, "ann", eve.room.Host, "the next player becomes host")
		w.must(ann, Intent{Kind: KindLeave})
		require.Equal(t, "ann", eve.room.Host, "of an empty room the last host stays it")
		for seat := range game.Seat(3) {
			w.must(ann, Intent{Kind: KindBot, Seat: seat, Bot: "random"})
		}
		w.must(ann, Intent{Kind: KindStart})
		w.after(time.Second)
		require.NotNil(t, eve.result, "a table of bots plays by itself")
		w.check()
	})
}

func TestSettings(t *testing.T) {
	bad := func(change func(*Settings)) *Settings {
		s := toyTable()
		change(&s)
		return &s
	}
	inWorld(t, func(w *world) {
		ann, bob := w.open("ann", toyTable()), w.guest("bob")
		w.must(bob, Intent{Kind: KindClaim, Seat: 1})
		w.must(bob, Intent{Kind: KindReady, Ready: true})
		for _, test := range []struct {
			code coded.Code
			s    *Settings
		}{
			{CodeBadSettings, nil},
			{CodeBadSettings, bad(func(s *Settings) { s.Game = "chess" })},
			{game.CodeBadSeats, bad(func(s *Settings) { s.Seats = 9 })},
			{game.CodeBadSeats, bad(func(s *Settings) { s.Seats = -1 })},
			{game.CodeBadOptions, bad(func(s *Settings) { s.Options = game.MatchOptions{"x": "y"} })},
			{game.CodeBadOptions, bad(func(s *Settings) { s.Options = game.MatchOptions{"panic": "perhaps"} })},
			{CodeBadSettings, bad(func(s *Settings) { s.Delay = 11 })},
			{CodeBadSettings, bad(func(s *Settings) { s.Delay = -1 })},
			{CodeBadSettings, bad(func(s *Settings) { s.Absent = "cry" })},
			{CodeBadSettings, bad(func(s *Settings) { s.AbsentAfter = 9 })},
			{CodeBadSettings, bad(func(s *Settings) { s.AbsentAfter = 86401 })},
			{CodeBadSettings, bad(func(s *Settings) { s.OutOfTime = "cry" })},
			{CodeBadSettings, bad(func(s *Settings) { s.Clock.Mode = "sun" })},
			{CodeBadSettings, bad(func(s *Settings) { s.Clock = Clock{Mode: ClockMove, Seconds: 4} })},
			{CodeBadSettings, bad(func(s *Settings) { s.Clock = Clock{Mode: ClockDays, Seconds: maxClock + 1} })},
			{CodeBadSettings, bad(func(s *Settings) { s.Clock = Clock{Mode: ClockBank, Seconds: 60, Increment: -1} })},
		} {
			w.refused(test.code, ann, Intent{Kind: KindSettings, Settings: test.s})
			if test.s != nil {
				_, err := w.lobby.Create(w.ctx, ann.user, *test.s)
				w.requireCode(test.code, err)
			}
		}
		w.must(ann, Intent{Kind: KindSettings, Settings: bad(func(s *Settings) { s.Seats = 4 })})
		require.Len(t, bob.room.Seats, 4)
		require.False(t, bob.room.Seats[1].Ready, "what is new everybody has to agree to")
		require.True(t, bob.room.Seats[0].Ready)
		w.must(ann, Intent{Kind: KindBot, Seat: 3, Bot: "random"})
		w.must(ann, Intent{Kind: KindSettings, Settings: &Settings{Game: "seasons", Seats: 4}})
		require.Empty(t, bob.room.Seats[3].Bot, "another game has other bots")
		require.Equal(t, "bob", bob.room.Seats[1].Player)
		w.must(ann, Intent{Kind: KindSwap, Seat: 1, Other: 2})
		w.must(ann, Intent{Kind: KindSettings, Settings: &Settings{Game: "seasons", Seats: 2}})
		require.Empty(t, bob.room.Seats[1].Player, "a smaller table has no place for the third")
		w.must(bob, Intent{Kind: KindClaim, Seat: 1})
		w.must(ann, Intent{Kind: KindSwap, Seat: 0, Other: 1})
		w.refused(game.CodeBadSeats, ann, Intent{Kind: KindSettings, Settings: &Settings{Game: "seasons", Seats: 1}})
		w.refused(CodeBadSettings, ann, Intent{Kind: KindSettings, Settings: &Settings{Game: "spellbook", Seats: 1}})
		w.must(bob, Intent{Kind: KindReady, Ready: true})
		w.must(ann, Intent{Kind: KindStart})
		w.refused(CodePlaying, ann, Intent{Kind: KindSettings, Settings: bad(func(*Settings) {})})
	})
}

func TestListedAndPrivateRooms(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Listed = true
		w.open("ann", settings)
		listed := w.room
		settings.Listed, settings.Spectators = false, false
		cy := w.open("cy", settings)
		page, err := w.lobby.List(w.ctx, ListQuery{Listed: true, Limit: 10})
		require.NoError(t, err)
		require.Len(t, page.Rooms, 1)
		require.Equal(t, listed, page.Rooms[0].ID)
		require.JSONEq(t, `{"players":["The ann",""],"bots":["",""],"watch":true}`, string(page.Rooms[0].Summary))
		require.Equal(t, StatusOpen, page.Rooms[0].Status)
		page, err = w.lobby.List(w.ctx, ListQuery{Member: "cy", Limit: 10})
		require.NoError(t, err)
		require.Len(t, page.Rooms, 1)
		require.Equal(t, w.room, page.Rooms[0].ID)
		page, err = w.lobby.List(w.ctx, ListQuery{Limit: 1})
		require.NoError(t, err)
		require.NotEmpty(t, page.Next)
		page, err = w.lobby.List(w.ctx, ListQuery{Limit: 1, After: page.Next})
		require.NoError(t, err)
		require.Equal(t, listed, page.Rooms[0].ID)
		_, err = w.lobby.List(w.ctx, ListQuery{Limit: 1, After: "x"})
		w.requireCode(coded.Malformed, err)
		_, err = w.lobby.List(w.ctx, ListQuery{})
		w.requireCode(coded.Malformed, err)
		page, err = w.lobby.List(w.ctx, ListQuery{Statuses: []Status{StatusFinished}, Limit: 10})
		require.NoError(t, err)
		require.Empty(t, page.Rooms)

		// Nobody watches where the host does not want it, but everybody with
		// the link may come in and take a seat.
		bob, eve := w.guest("bob"), w.guest("eve")
		w.must(bob, Intent{Kind: KindClaim, Seat: 1})
		w.must(bob, Intent{Kind: KindReady, Ready: true})
		w.must(cy, Intent{Kind: KindStart})
		require.Equal(t, CodeNoSpectators, eve.bye)
		require.False(t, eve.here())
		require.Nil(t, eve.view)
		w.requireCode(CodeNoSpectators, eve.join())
		w.requireCode(CodeNoSpectators, w.lobby.Say(w.ctx, w.room, eve.user, "", "hello"))
		_, err = w.lobby.Events(w.ctx, w.room, eve.user, 0, 10)
		w.requireCode(CodeNoSpectators, err)
		require.NoError(t, bob.join())
		w.play(cy, bob)
		w.must(bob, Intent{Kind: KindRematch})
		require.NoError(t, eve.join(), "there might be a seat")
		w.after(0)
		require.Nil(t, eve.view, "the match before is still none of hers")
		room, err := w.log.Room(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, eventlog.StatusSeated, room.Status)
	})
}
