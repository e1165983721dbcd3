package lobby

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/eventlog"
	"archmage/internal/game"
)

// TestAPanicFreezesItsRoomAlone lets the rules of the toy panic.
func TestAPanicFreezesItsRoomAlone(t *testing.T) {
	inWorld(t, func(w *world) {
		other := w.playing(toyTable(), "cy", "dee")
		sane := w.room
		settings := toyTable()
		settings.Options = game.MatchOptions{"panic": "on"}
		list := w.playing(settings, "ann", "bob")
		ann, bob := list[0], list[1]
		require.NoError(t, bob.answer())
		before := w.head()
		seq := ann.seq
		w.requireCode(CodeFrozen, ann.choose("panic"))
		require.Equal(t, StatusFrozen, bob.room.Status)
		require.Equal(t, before, w.head(), "the log is kept")
		require.Equal(t, seq, ann.seq)
		w.refused(CodeFrozen, bob, Intent{Kind: KindLeave})
		w.refused(CodeFrozen, ann, Intent{Kind: KindConcede})
		eve := w.guest("eve")
		require.NotNil(t, eve.view, "it can be looked at")
		// The other room has noticed nothing.
		frozen := w.room
		w.room = sane
		w.known = nil
		for _, c := range other {
			require.NoError(t, c.join())
		}
		w.after(0)
		w.play(other...)
		require.NotNil(t, other[0].result)
		w.room, w.known = frozen, nil

		// A room that has left memory comes back as its log has it.
		for _, c := range w.people {
			c.leave()
		}
		w.after(6 * time.Minute)
		require.NoError(t, ann.join())
		require.NoError(t, bob.join())
		w.after(0)
		require.Equal(t, StatusPlaying, ann.room.Status)
		w.check()
	})
}

func TestNoClockRunsInAFrozenRoom(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := clocked(Clock{Mode: ClockMove, Seconds: 30}, OutOfTimeBot)
		settings.Options = game.MatchOptions{"panic": "on"}
		list := w.playing(settings, "ann", "bob")
		w.requireCode(CodeFrozen, list[0].choose("panic"))
		before := w.head()
		w.after(time.Minute)
		require.Equal(t, before, w.head())
		require.Equal(t, StatusFrozen, list[0].room.Status)
	})
}

func TestAFrozenRoomCanSleep(t *testing.T) {
	inWorldWith(t, Options{BotPause: time.Hour}, 1, func(w *world) {
		settings := toyTable()
		settings.Options = game.MatchOptions{"panic": "on"}
		ann := w.open("ann", settings)
		w.must(ann, Intent{Kind: KindBot, Seat: 1, Bot: "random"})
		w.must(ann, Intent{Kind: KindStart})
		w.requireCode(CodeFrozen, ann.choose("panic"))
		ann.leave()
		w.after(6 * time.Minute)
		require.False(t, w.inMemory(), "no bot has to play in it")
	})
}

func TestALogThatMakesNoSenseFreezesTheRoom(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		require.NoError(t, list[0].answer())
		w.stop()
		head, err := w.log.TakeOver(w.ctx, w.room, "")
		require.NoError(t, err)
		bad := &Entry{Kind: KindAnswer, By: "bob", Decision: 1, Answer: []game.PickText{{Option: "bid:99", N: 1}}}
		_, err = w.log.Append(w.ctx, head, eventlog.Batch{Entries: []eventlog.Entry{{Kind: string(bad.Kind), Data: bad.encode()}}})
		require.NoError(t, err)
		w.start()
		before := w.head().Seq
		w.requireCode(CodeFrozen, w.do(list[1], Intent{Kind: KindAnswer, Decision: 1}))
		require.NoError(t, list[0].join())
		w.after(0)
		require.Equal(t, StatusFrozen, list[0].room.Status)
		require.Equal(t, before, w.head().Seq)
	})
}

// mute is a game whose bots panic, or answer what nobody asked.
type mute struct{ game.Bot }

func (mute) Choose(_ any, d *game.Decision, _ *game.RNG) []game.Pick {
	if d.ID%2 == 0 {
		panic("no idea")
	}
	return []game.Pick{{Key: game.Key{Verb: 250}, N: 3}}
}

func TestABotThatCannotPlayIsHelped(t *testing.T) {
	inWorld(t, func(w *world) {
		for i := range w.games {
			for j, b := range w.games[i].Bots {
				w.games[i].Bots[j] = mute{b}
			}
		}
		ann := w.open("ann", toyTable())
		w.must(ann, Intent{Kind: KindBot, Seat: 1, Bot: "random"})
		w.must(ann, Intent{Kind: KindStart})
		w.play(ann)
		require.NotNil(t, ann.result)
		w.check()
	})
}

// slowBot thinks for a while.
type slowBot struct{ game.Bot }

func (b slowBot) Choose(view any, d *game.Decision, random *game.RNG) []game.Pick {
	time.Sleep(10 * time.Second)
	return b.Bot.Choose(view, d, random)
}

// TestABotsLateAnswerIsNobodysBusiness: what a bot was asked has changed while
// it thought, by an undo, by its player's return, and by a restart.
func TestABotsLateAnswerIsNobodysBusiness(t *testing.T) {
	inWorld(t, func(w *world) {
		toy := &w.games[len(w.games)-1]
		toy.Bots[0] = slowBot{toy.Bots[0]}
		settings := toyTable()
		settings.Seats = 3
		ann := w.open("ann", settings)
		for seat := range game.Seat(2) {
			w.must(ann, Intent{Kind: KindBot, Seat: seat + 1, Bot: "random"})
		}
		w.must(ann, Intent{Kind: KindStart})
		for range 200 {
			if ann.result != nil {
				break
			}
			w.after(4 * time.Second)
			switch {
			case ann.undo && w.rng.IntN(2) == 0:
				w.must(ann, Intent{Kind: KindUndo})
			case ann.decision() != nil:
				require.NoError(t, ann.answer())
			case w.rng.IntN(8) == 0:
				w.restart()
				require.NoError(t, ann.join())
				w.after(0)
			}
			w.check()
		}
		require.NotNil(t, ann.result)
	})
}

func TestOlderEvents(t *testing.T) {
	for _, id := range []string{"toy", "seasons"} {
		t.Run(id, func(t *testing.T) {
			inWorld(t, func(w *world) {
				list := w.playing(Settings{Game: id, Seats: 2, Spectators: true, Undo: true}, "ann", "bob")
				for step := 0; list[0].result == nil; step++ {
					require.Less(t, step, 3000)
					c := list[w.rng.IntN(2)]
					switch {
					case c.undo && w.rng.IntN(4) == 0:
						w.must(c, Intent{Kind: KindUndo})
					case c.decision() != nil:
						require.NoError(t, c.answer())
					}
					if step == 60 {
						w.restart()
						for _, c := range list {
							require.NoError(t, c.join())
						}
						w.after(0)
					}
				}
				pages := func() {
					now := w.truth()
					for _, c := range []*client{list[0], list[1], w.person("eve")} {
						viewer := game.Spectator()
						if seat := now.seatOf(c.user.ID); seat != game.NoSeat {
							viewer = game.SeatViewer(seat)
						}
						at := len(now.events)
						for before := 0; ; before = at {
							page, err := w.lobby.Events(w.ctx, w.room, c.user, before, 37)
							require.NoError(t, err)
							require.Equal(t, at-len(page.Events), page.From)
							at = page.From
							for i, event := range page.Events {
								requireSameJSON(t, now.events[page.From+i].For(viewer), event, fmt.Sprint(page.From+i))
							}
							if at == 0 {
								break
							}
							require.Len(t, page.Events, 37)
						}
					}
				}
				pages()
				w.restart()
				pages()
			})
		})
	}
}

func TestEventsBeforeAMatch(t *testing.T) {
	inWorld(t, func(w *world) {
		ann := w.open("ann", toyTable())
		page, err := w.lobby.Events(w.ctx, w.room, ann.user, 5, -3)
		require.NoError(t, err)
		require.Empty(t, page.Events)
		_, err = w.lobby.Events(w.ctx, "nowhere", ann.user, 0, 10)
		w.requireCode(CodeNoRoom, err)
		w.lobby.Close()
		_, err = w.lobby.Events(w.ctx, w.room, ann.user, 0, 10)
		w.requireCode(CodeClosing, err)
	})
}

// TestNothingKeepsRunning: rooms end when they fall asleep and when the lobby
// closes, and with them all that works for them.
func TestNothingKeepsRunning(t *testing.T) {
	inWorld(t, func(w *world) {
		running := func() int {
			synctest.Wait()
			stacks := make([]byte, 1<<20)
			return strings.Count(string(stacks[:runtime.Stack(stacks, true)]), "lobby.(*actor).run(")
		}
		before := running()
		var rooms []string
		for n := range 10 {
			list := w.playing(toyTable(), fmt.Sprint("ann", n), fmt.Sprint("bob", n))
			rooms = append(rooms, w.room)
			list[0].leave()
			list[1].leave()
		}
		require.Equal(t, before+len(rooms), running())
		w.after(6 * time.Minute)
		require.Equal(t, before, running())
		for _, room := range rooms {
			w.room = room
			require.NoError(t, w.guest("eve"+room).join())
		}
		w.lobby.Close()
		w.lobby.Close()
		require.Equal(t, before, running())
		_, err := w.lobby.Watch(w.ctx, w.room, User{"a", "A"}, Resume{})
		w.requireCode(CodeClosing, err)
		// That nothing else is left, synctest finds out.
	})
}
