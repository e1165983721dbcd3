package lobby

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
)

// playedMatch plays a match to its end and returns what the archive has of it.
func (w *world) playedMatch(settings room.Settings, names ...string) archive.MatchInfo {
	w.t.Helper()
	list := w.playing(settings, names...)
	w.play(list...)
	return w.archived(list[0].person.ID)[0]
}

// goOn opens a room from a moment of a match, in which bots have the other seats,
// and plays it to the end.
func (w *world) goOn(by people.Person, from archive.From, seats int) archive.MatchInfo {
	w.t.Helper()
	id, err := w.lobby.CreateFrom(w.ctx, by, room.Settings{Spectators: true}, from)
	require.NoError(w.t, err)
	w.room = id
	c := w.newClient("goer")
	c.person = by
	w.join(c)
	require.Equal(w.t, &match.Origin{Match: from.Match, Step: from.Step, Luck: from.Luck}, c.room.From)
	for seat := range game.Seat(seats) {
		if seat != from.Seat {
			w.must(c, &room.SeatBot{Seat: seat, Bot: "random"})
		}
	}
	w.must(c, &room.Start{})
	for range 3000 {
		if c.result != nil {
			break
		}
		if c.decision() != nil {
			require.NoError(w.t, c.answer())
		} else {
			w.settle()
		}
	}
	require.NotNil(w.t, c.result)
	require.Nil(w.t, c.result.Seed)
	return w.archived(by.ID)[0]
}

// A match is played on from any moment, by any seat, and says where it comes from.
func TestPlayOnFromAMatch(t *testing.T) {
	for _, id := range []string{"toy", "seasons", "spellbook"} {
		t.Run(id, func(t *testing.T) {
			inWorld(t, func(w *world) {
				played := w.playedMatch(room.Settings{Game: id, Seats: 2, Spectators: true}, "ann", "bob")
				r := w.record(people.Person{}, played.ID)
				by := people.Person{ID: "goer", Name: "Goer"}
				for i, luck := range []match.Luck{match.LuckSame, match.LuckNew} {
					from := archive.From{
						Match: played.ID,
						Step:  (i + 1) * len(r.Items) / 4,
						Luck:  luck,
						Seat:  game.Seat(1 - i),
					}
					info := w.goOn(by, from, 2)
					want := &match.Origin{Match: played.ID, Step: from.Step, Luck: luck}
					require.Equal(t, want, info.Origin)
					again := w.record(by, info.ID)
					require.Equal(t, want, again.Start.Origin)
					g, _ := w.games.Find(id)
					_, err := again.Replay(g.Rules, nil)
					require.NoError(t, err)
				}
			})
		})
	}
}

func TestPlayOnIsRefused(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Delay = 4
		list := w.playing(settings, "ann", "bob")
		by := people.Person{ID: "eve", Name: "Eve"}
		tries := func(code coded.Code, by people.Person, from archive.From) {
			t.Helper()
			_, err := w.lobby.CreateFrom(w.ctx, by, room.Settings{}, from)
			w.requireCode(code, err)
		}
		id := list[0].room.Match.ID
		good := archive.From{Match: id, Luck: match.LuckSame}
		tries(archive.CodeNoMatch, list[0].person, good) // it is not over
		w.play(list...)
		tries(archive.CodeNoMatch, by, good) // the end is still hidden from others
		_, err := w.lobby.CreateFrom(w.ctx, list[0].person, room.Settings{}, good)
		require.NoError(t, err)
		w.after(5 * hiddenTurn)
		_, err = w.lobby.CreateFrom(w.ctx, by, room.Settings{Game: "seasons", Seats: 4}, good)
		require.NoError(t, err, "the match decides what is played")

		end := len(w.record(by, id).Items)
		for _, wrong := range []struct {
			code coded.Code
			from archive.From
		}{
			{archive.CodeNoMatch, archive.From{Match: "none", Luck: match.LuckSame}},
			{coded.Malformed, archive.From{Match: id, Luck: "good"}},
			{coded.Malformed, archive.From{Match: id, Luck: match.LuckSame, Step: end + 1}},
			{coded.Malformed, archive.From{Match: id, Luck: match.LuckSame, Step: -1}},
			{game.CodeBadState, archive.From{Match: id, Luck: match.LuckSame, Step: end}},
			{room.CodeNoSeat, archive.From{Match: id, Luck: match.LuckNew, Seat: 2}},
			{room.CodeNoSeat, archive.From{Match: id, Luck: match.LuckNew, Seat: -1}},
		} {
			tries(wrong.code, by, wrong.from)
		}
	})
}
