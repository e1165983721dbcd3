package lobby

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/room"
)

// hiddenTurn is how long each turn of the delay lasts once a match is over.
const hiddenTurn = 3 * time.Second

// lateMoment returns what spectators may see with a delay, according to the log:
// the start, or the last moment that is as many turns ago; some seconds after
// the end, everything.
func (s *truth) lateMoment(delay int, revealed bool) truthMoment {
	shown, over := s.moments[0], s.Play.Match.Result != nil
	turn := s.Play.Turn
	if over && !revealed {
		// What was seen before the last answer.
		for _, m := range s.moments {
			if !m.over {
				turn = m.turn
			}
		}
	}
	for _, m := range s.moments {
		if revealed || !m.over && turn-m.turn >= delay {
			shown = m
		}
	}
	return shown
}

func TestSpectatorsWatchLater(t *testing.T) {
	for _, test := range []struct {
		game  string
		delay int
	}{{"toy", 1}, {"toy", 3}, {"spellbook", 2}, {"seasons", 2}} {
		t.Run(fmt.Sprint(test.game, " ", test.delay), func(t *testing.T) {
			t.Parallel()
			inWorldWith(t, Options{}, 5, func(w *world) { watchLater(w, test.game, test.delay) })
		})
	}
}

func watchLater(w *world, gameID string, delay int) {
	t := w.t
	list := w.playing(room.Settings{
		Game:       gameID,
		Seats:      2,
		Listed:     true,
		Spectators: true,
		Undo:       true,
		Delay:      delay,
		Clock:      room.Clock{Mode: room.ClockMove, Seconds: 3600},
	}, "ann", "bob")
	eve := w.guest("eve")
	shown := map[game.Progress]bool{}
	checkDelayed := func() {
		now := w.truth()
		want := now.lateMoment(delay, false)
		shown[want.progress] = true
		if listed := w.inList(directory.ListQuery{}).Progress; listed != nil {
			require.True(t, shown[listed.Progress], "the list says no more than eve has seen: %+v", listed)
			require.Empty(t, listed.Waiting)
			require.Zero(t, listed.Since)
		}
		requireSameJSON(t, want.public, w.publicOf(eve), "eve sees an earlier moment")
		requireSameJSON(t, want.room, eve.room, "and the room as it was then")
		require.Equal(t, want.events, eve.first+len(eve.events))
		require.Empty(t, eve.decisions)
		require.Nil(t, eve.result)
		require.Equal(t, room.StatusPlaying, eve.room.Status)
		page, err := w.lobby.Events(w.ctx, w.room, eve.person, 0, MaxEvents)
		require.NoError(t, err)
		require.Equal(t, want.events, page.From+len(page.Events))
		for _, c := range append(list[:1:1], eve) {
			board, err := w.lobby.Board(w.ctx, w.room, c.person)
			require.NoError(t, err)
			requireSameJSON(t, want.public, board.Public, "the small board shows what eve sees, also to players")
			requireSameJSON(t, want.room, board.Room, "of the room as it was then")
			require.Nil(t, board.Result)
		}
		for _, c := range list {
			c.check(now)
		}
	}
	checkDelayed()
	for step := 0; ; step++ {
		if w.rng.IntN(12) == 0 && w.truth().Status == room.StatusPlaying {
			for _, c := range list {
				if c.undo {
					w.must(c, &room.Undo{})
				}
			}
		}
		for _, c := range list {
			if c.decision() != nil {
				require.NoError(t, c.answer())
				break
			}
		}
		if w.truth().Status == room.StatusFinished {
			break
		}
		checkDelayed()
		if step%23 == 9 {
			if step%2 == 0 {
				w.restart()
			} else {
				eve.leave()
			}
			for _, c := range w.people {
				require.NoError(t, c.join())
			}
			w.after(0)
			checkDelayed()
		}
	}
	require.Greater(t, len(shown), 1)
	require.NotNil(t, list[0].result)
	require.Zero(t, eve.count["clock"])
	// The end comes later as well, whatever the players do.
	before, now := eve.seq, w.truth()
	w.must(list[0], &room.Leave{})
	require.Equal(t, room.StatusPlaying, eve.room.Status)
	w.after(time.Duration(delay)*hiddenTurn - time.Second)
	require.Equal(t, before, eve.seq)
	require.Nil(t, eve.result)
	newcomer := w.guest("zoe")
	requireSameJSON(t, now.lateMoment(delay, false).public, w.publicOf(eve), "what was seen before the end")
	require.Equal(t, room.StatusPlaying, newcomer.room.Status)
	require.Nil(t, newcomer.result)
	requireSameJSON(t, w.publicOf(eve), w.publicOf(newcomer), "a newcomer sees no more")
	w.after(2 * time.Second)
	now = w.truth()
	require.Equal(t, room.StatusFinished, eve.room.Status)
	for _, c := range []*client{eve, newcomer} {
		requireSameJSON(t, now.lateMoment(delay, true).public, w.publicOf(c), "all of it")
		requireSameJSON(t, now.Play.Match.Result, c.result, "the result")
	}
	eve.check(now)
	w.restart()
	w.join(eve)
	eve.check(w.truth())
}

func (w *world) publicOf(c *client) any {
	w.t.Helper()
	require.NotNil(w.t, c.public)
	return json.RawMessage(c.public)
}

// TestTheEndIsNotSeenEarlierAfterARestart: a room that comes back within the
// seconds before spectators see the end shows them nothing until then.
func TestTheEndIsNotSeenEarlierAfterARestart(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Delay, settings.Listed = 4, true
		list := w.playing(settings, "ann", "bob")
		listed := func() room.Status {
			page, err := w.lobby.List(w.ctx, directory.ListQuery{Listed: true, Limit: 1})
			require.NoError(t, err)
			return page.Rooms[0].Status
		}
		w.play(list...)
		require.Equal(t, room.StatusFinished, w.truth().Status)
		require.Equal(t, room.StatusPlaying, listed())
		w.restart()
		eve := w.guest("eve")
		requireSameJSON(t, w.truth().lateMoment(4, false).public, w.publicOf(eve), "what she saw before the end")
		require.Nil(t, eve.result)
		require.Equal(t, room.StatusPlaying, eve.room.Status)
		require.NoError(t, list[0].join())
		w.after(0)
		list[0].check(w.truth())
		require.Equal(t, room.StatusPlaying, listed())
		w.after(4 * hiddenTurn)
		require.Equal(t, room.StatusFinished, listed())
		eve.check(w.truth())
		require.NotNil(t, eve.result)
	})
}

// TestTheListLearnsOfTheEndByItself: no client has to be connected.
func TestTheListLearnsOfTheEndByItself(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Delay, settings.Listed = 4, true
		list := w.playing(settings, "ann", "bob")
		w.play(list...)
		for _, c := range list {
			c.leave()
		}
		w.restart()
		w.after(5 * hiddenTurn)
		page, err := w.lobby.List(w.ctx, directory.ListQuery{Listed: true, Limit: 1})
		require.NoError(t, err)
		require.Equal(t, room.StatusFinished, page.Rooms[0].Status)
	})
}

func TestPlayersAreNotOverheard(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Delay = 2
		list := w.seated(settings, "ann", "bob")
		ann, bob, eve := list[0], list[1], w.guest("eve")
		say := func(c *client, text string) { require.NoError(t, w.say(c, text)) }
		heard := func(c *client) (list []string) {
			for _, line := range c.chat {
				list = append(list, line.Text)
			}
			return list
		}
		say(ann, "before")
		require.Equal(t, []string{"before"}, heard(eve))
		w.must(ann, &room.Start{})
		say(bob, "I have the red one")
		say(eve, "hello")
		require.Equal(t, []string{"before", "hello"}, heard(eve))
		require.Equal(
			t,
			[]string{"before", "I have the red one"},
			heard(ann),
			"players read what spectators write after the match",
		)
		require.NotContains(t, string(eve.frames[len(eve.frames)-1]), "turn", "not even how far the match is")
		zoe := w.guest("zoe")
		require.Equal(t, []string{"before", "hello"}, heard(zoe))
		for w.truth().Play.Turn < 2 {
			require.Len(t, heard(eve), 2)
			for _, c := range list {
				if c.decision() != nil {
					require.NoError(t, c.answer())
					break
				}
			}
		}
		require.Len(t, heard(eve), 3, "two turns later")
		require.Len(t, heard(zoe), 3)
		say(bob, "gg")
		w.play(list...)
		say(bob, "rematch?")
		require.NotContains(t, heard(eve), "rematch?")
		w.after(2 * hiddenTurn)
		require.Contains(t, heard(eve), "rematch?")
		require.ElementsMatch(t, heard(ann), heard(eve))
		say(ann, "no")
		require.Equal(t, "no", eve.chat[len(eve.chat)-1].Text)
		require.Equal(t, game.Seat(0), eve.chat[len(eve.chat)-1].Seat)
	})
}

// TestTheHostGivesTheDelayUp: a delayed match stays delayed to its end; everybody
// sees the next one at once, with its clocks and chat.
func TestTheHostGivesTheDelayUp(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Delay, settings.Listed = 4, true
		settings.Clock = room.Clock{Mode: room.ClockMove, Seconds: 600}
		list := w.playing(settings, "ann", "bob")
		eve := w.guest("eve")
		w.play(list...)
		w.must(list[0], &room.Rematch{Open: true})
		settings.Delay = 0
		w.must(list[0], &room.ChangeSettings{Settings: settings})
		w.must(list[1], &room.SetReady{Ready: true})
		require.Nil(t, eve.result)
		require.Equal(t, room.StatusPlaying, w.listedStatus(), "the list tells no more than eve sees")
		w.must(list[0], &room.Start{})
		require.NoError(t, list[0].answer())
		require.NoError(t, w.say(list[0], "hello"))
		require.Empty(t, eve.chat)
		require.Zero(t, eve.count["clock"])
		w.after(4 * hiddenTurn)
		w.check()
		require.Equal(t, "hello", eve.chat[0].Text)
		require.Equal(t, list[0].clock.Running, eve.clock.Running)
		require.NoError(t, list[1].answer())
		require.NoError(t, w.say(list[1], "at once"))
		require.Equal(t, "at once", eve.chat[len(eve.chat)-1].Text)
		w.check()
		w.play(list...)
		w.check()
	})
}
