package lobby

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/stream"
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
		require.Equal(t, 1, w.logged("panic in a room, room frozen"))
		require.Equal(t, "toy: asked to panic", w.logs.All()[0].ContextMap()["panic"])
		require.Equal(t, before, w.head(), "the log is kept")
		require.Equal(t, seq, ann.seq)
		for _, c := range list {
			require.Equal(t, CodeFrozen, c.bye)
			w.requireCode(CodeFrozen, c.join())
		}
		w.refused(CodeFrozen, bob, &room.Leave{})
		w.refused(CodeFrozen, ann, &room.Concede{})
		w.requireCode(CodeFrozen, w.say(ann, "hello?"))
		_, err := w.lobby.Events(w.ctx, w.room, ann.person, 0, 10)
		w.requireCode(CodeFrozen, err)
		seen, err := w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		require.True(t, seen.Frozen)
		// The other room goes on.
		frozen := w.room
		w.room = sane
		w.known = nil
		w.join(other...)
		w.play(other...)
		require.NotNil(t, other[0].result)
		for _, c := range other {
			c.leave()
		}
		w.room, w.known = frozen, nil

		// A room that has left memory comes back as its log has it.
		w.after(6 * time.Minute)
		w.join(ann, bob)
		require.Equal(t, room.StatusPlaying, ann.room.Status)
		w.check()
	})
}

func TestNoClockRunsInAFrozenRoom(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := clocked(room.Clock{Mode: room.ClockMove, Seconds: 30}, room.OutOfTimeBot)
		settings.Options = game.MatchOptions{"panic": "on"}
		list := w.playing(settings, "ann", "bob")
		w.requireCode(CodeFrozen, list[0].choose("panic"))
		require.Equal(t, 1, w.logged("panic in a room, room frozen"))
		before := w.head()
		w.after(time.Minute)
		require.Equal(t, before, w.head())
		require.Equal(t, CodeFrozen, list[0].bye)
	})
}

func TestAFrozenRoomCanSleep(t *testing.T) {
	inWorldWith(t, Options{BotPause: time.Hour}, 1, func(w *world) {
		settings := toyTable()
		settings.Options = game.MatchOptions{"panic": "on"}
		ann := w.open("ann", settings)
		w.must(ann, &room.SeatBot{Seat: 1, Bot: "random"})
		w.must(ann, &room.Start{})
		w.requireCode(CodeFrozen, ann.choose("panic"))
		require.Equal(t, 1, w.logged("panic in a room, room frozen"))
		w.after(6 * time.Minute)
		require.False(t, w.inMemory(), "no bot has to play in it")
	})
}

func TestALogThatMakesNoSenseFreezesTheRoom(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		require.NoError(t, list[0].answer())
		w.stop()
		head, err := w.log.TakeOver(w.ctx, w.room, "test")
		require.NoError(t, err)
		bad := room.Entry{By: "bob", Body: &room.Answered{Choice: json.RawMessage(`["bid:99"]`)}}
		_, err = w.log.Append(w.ctx, head, store.Batch{
			Entries: []store.Entry{{Kind: string(bad.Body.Kind()), Data: bad.Encode()}},
		})
		require.NoError(t, err)
		w.start()
		before := w.head().Seq
		w.requireCode(CodeFrozen, w.do(list[1], &room.Answer{Decision: 1}))
		require.Equal(t, 1, w.logged("unreadable room log"))
		w.requireCode(CodeFrozen, list[0].join())
		require.Equal(t, before, w.head().Seq)
	})
}

// mute is a game whose bots panic, or answer a decision that was not asked.
type mute struct{ game.Bot }

func (mute) Choose(_ context.Context, p *game.Position, _ *game.RNG) []game.Pick {
	if p.Decision.ID%2 == 0 {
		panic("no idea")
	}
	return []game.Pick{{Key: game.Key{Word: 250}, N: 3}}
}

func TestABotThatCannotPlayIsHelped(t *testing.T) {
	inWorld(t, func(w *world) {
		for i := range w.games {
			for j, b := range w.games[i].Bots {
				w.games[i].Bots[j] = mute{b}
			}
		}
		ann := w.open("ann", toyTable())
		w.must(ann, &room.SeatBot{Seat: 1, Bot: "random"})
		w.must(ann, &room.Start{})
		w.play(ann)
		require.NotNil(t, ann.result)
		require.NotZero(t, w.logged("panic in a bot"))
		first := w.logs.All()[0].ContextMap()
		require.Equal(t, []any{"no idea", "random", w.room}, []any{first["panic"], first["bot"], first["room"]})
		w.check()
	})
}

// secretive is a game whose rules panic when they are asked what only the player
// of seat 1 knows.
type secretive struct{ game.Rules }

func (s secretive) New(options game.MatchOptions, seats int, seed game.Seed) (game.State, error) {
	state, err := s.Rules.New(options, seats, seed)
	return secretiveState{state}, err
}

func (s secretive) Decode(data []byte) (game.State, error) {
	state, err := s.Rules.Decode(data)
	return secretiveState{state}, err
}

type secretiveState struct{ game.State }

func (s secretiveState) Clone() game.State { return secretiveState{s.State.Clone()} }

func (s secretiveState) Private(seat game.Seat) any {
	if seat == 1 {
		panic("it is a secret")
	}
	return s.State.Private(seat)
}

// TestAPanicBeforeABotFreezesTheRoom: the rules panic where a bot's position is
// made, beside the room.
func TestAPanicBeforeABotFreezesTheRoom(t *testing.T) {
	inWorld(t, func(w *world) {
		toy := &w.games[len(w.games)-1]
		toy.Rules = secretive{toy.Rules}
		ann := w.open("ann", toyTable())
		w.must(ann, &room.SeatBot{Seat: 1, Bot: "random"})
		w.must(ann, &room.Start{})
		w.after(time.Second)
		require.Equal(t, CodeFrozen, ann.bye)
		require.Equal(t, 1, w.logged("panic in a room, room frozen"))
		require.Equal(t, "it is a secret", w.logs.All()[0].ContextMap()["panic"])
		w.requireCode(CodeFrozen, ann.join())
	})
}

// slowBot thinks for a while.
type slowBot struct{ game.Bot }

func (b slowBot) Choose(ctx context.Context, p *game.Position, random *game.RNG) []game.Pick {
	time.Sleep(10 * time.Second)
	return b.Bot.Choose(ctx, p, random)
}

// TestALateAnswerOfABotIsIgnored: the decision of a bot has changed while it
// chose, by an undo, by its player's return, and by a restart.
func TestALateAnswerOfABotIsIgnored(t *testing.T) {
	inWorld(t, func(w *world) {
		toy := &w.games[len(w.games)-1]
		toy.Bots[0] = slowBot{toy.Bots[0]}
		settings := toyTable()
		settings.Seats = 3
		ann := w.open("ann", settings)
		for seat := range game.Seat(2) {
			w.must(ann, &room.SeatBot{Seat: seat + 1, Bot: "random"})
		}
		w.must(ann, &room.Start{})
		for range 200 {
			if ann.result != nil {
				break
			}
			w.after(4 * time.Second)
			switch {
			case ann.undo && w.rng.IntN(2) == 0:
				w.must(ann, &room.Undo{})
			case ann.decision() != nil:
				require.NoError(t, ann.answer())
			case w.rng.IntN(8) == 0:
				w.restart()
				w.join(ann)
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
				list := w.playing(room.Settings{Game: id, Seats: 2, Spectators: true, Undo: true}, "ann", "bob")
				for step := 0; list[0].result == nil; step++ {
					require.Less(t, step, 3000)
					c := list[w.rng.IntN(2)]
					switch {
					case c.undo && w.rng.IntN(4) == 0:
						w.must(c, &room.Undo{})
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
					for _, c := range []*client{list[0], list[1], w.newClient("eve")} {
						viewer := game.Spectator()
						if seat := now.SeatOf(c.person.ID); seat != game.NoSeat {
							viewer = game.SeatViewer(seat)
						}
						at := len(now.events)
						for before := 0; ; before = at {
							page, err := w.lobby.Events(w.ctx, w.room, c.person, before, 37)
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
		page, err := w.lobby.Events(w.ctx, w.room, ann.person, 5, -3)
		require.NoError(t, err)
		require.Empty(t, page.Events)
		_, err = w.lobby.Events(w.ctx, "nowhere", ann.person, 0, 10)
		w.requireCode(directory.CodeNoRoom, err)
		w.lobby.Close()
		_, err = w.lobby.Events(w.ctx, w.room, ann.person, 0, 10)
		w.requireCode(CodeClosing, err)
	})
}

// TestNothingKeepsRunning: rooms end when they leave memory and when the lobby
// closes, and all their goroutines with them.
func TestNothingKeepsRunning(t *testing.T) {
	inWorld(t, func(w *world) {
		running := func() int {
			synctest.Wait()
			stacks := make([]byte, 1<<20)
			return strings.Count(string(stacks[:runtime.Stack(stacks, true)]), "lobby.(*liveRoom).run(")
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
		_, err := w.lobby.Watch(w.ctx, w.room, people.Person{ID: "a", Name: "A"}, stream.Hello{})
		w.requireCode(CodeClosing, err)
		// If a goroutine remained, synctest would fail the test.
	})
}

// A room that freezes while it is loaded is frozen for everybody who comes, and can be closed.
func TestARoomThatFreezesWhileItIsLoaded(t *testing.T) {
	inWorld(t, func(w *world) {
		ann := w.open("ann", toyTable())
		w.stop()
		w.log = &panicking{testLog: w.log}
		w.start()
		for range 2 {
			w.requireCode(CodeFrozen, ann.join())
		}
		require.Equal(t, 1, w.logged("panic in a room, room frozen"))
		require.Equal(t, 1, w.logs.Len())
		require.NoError(t, w.lobby.CloseRoom(w.ctx, w.room))
		w.after(0)
		w.requireDeleted()
	})
}

// panicking is a log that panics when a room is read.
type panicking struct{ testLog }

func (p *panicking) Snapshot(context.Context, string) (store.Snapshot, error) { panic("no snapshot") }

// A room whose loading panics can be loaded later.
func TestALoadThatPanics(t *testing.T) {
	inNodes(t, Options{}, func(n *nodes) {
		ann := n.newClient("ann")
		id, err := n.lobby.Create(n.ctx, ann.person, toyTable())
		require.NoError(t, err)
		n.room = id
		lease := n.first.lease.Swap(nil) // a node that has none is a mistake
		n.requireCode(coded.Busy, ann.join())
		require.Equal(t, 1, n.logged("panic while loading a room"))
		n.first.lease.Store(lease)
		n.join(ann)
		require.True(t, ann.here())
	})
}
