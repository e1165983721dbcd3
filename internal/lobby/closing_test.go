package lobby

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/faulty"
	"archmage/internal/stream"
)

// requireDeleted asserts that nothing is left of the room but its matches.
func (w *world) requireDeleted() {
	w.t.Helper()
	require.False(w.t, w.inMemory())
	_, err := w.log.Room(w.ctx, w.room)
	require.ErrorIs(w.t, err, store.ErrNotFound)
	_, err = w.log.Chat(w.ctx, w.room, 0, 1)
	require.ErrorIs(w.t, err, store.ErrNotFound)
	_, err = w.lobby.Watch(w.ctx, w.room, people.Person{ID: "late"}, stream.Hello{})
	w.requireCode(directory.CodeNoRoom, err)
}

func TestCloseRoomDuringAMatch(t *testing.T) {
	inWorld(t, func(w *world) {
		people := w.playing(toyTable(), "ann", "bob")
		eve := w.guest("eve")
		require.NoError(t, people[0].answer())
		require.NoError(t, w.lobby.sayAs(w.ctx, w.room, eve.person, "", "hello"))
		require.NoError(t, w.lobby.CloseRoom(w.ctx, w.room))
		w.after(0)
		for _, c := range append(people, eve) {
			require.False(t, c.here())
			require.Equal(t, CodeClosed, c.bye)
			require.Equal(t, room.StatusFinished, c.room.Status, "they saw how the match ended")
			require.NotNil(t, c.result)
			require.Nil(t, c.result.Outcome, "abandoned")
		}
		w.requireDeleted()
		list := w.archived("bob")
		require.Len(t, list, 1)
		require.Nil(t, list[0].Outcome)
		require.Equal(t, people[0].match, list[0].ID)
		require.Equal(t, "The ann", list[0].Players[0].Name)
		w.requireCode(directory.CodeNoRoom, w.lobby.CloseRoom(w.ctx, w.room))
		w.requireCode(directory.CodeNoRoom, w.lobby.Do(w.ctx, w.room, people[0].person, "", &room.Undo{}))
	})
}

func TestCloseRoomThatIsNotPlaying(t *testing.T) {
	for _, test := range []struct {
		name    string
		room    func(w *world) []*client
		matches int
	}{
		{"open", func(w *world) []*client { return []*client{w.open("ann", toyTable())} }, 0},
		{"asleep", func(w *world) []*client {
			ann := w.open("ann", toyTable())
			ann.leave()
			w.after(time.Hour)
			require.False(w.t, w.inMemory())
			return nil
		}, 0},
		{"finished", func(w *world) []*client {
			people := w.playing(toyTable(), "ann", "bob")
			w.play(people...)
			return people
		}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				people := test.room(w)
				require.NoError(t, w.lobby.CloseRoom(w.ctx, w.room))
				w.after(0)
				for _, c := range people {
					require.Equal(t, CodeClosed, c.bye)
				}
				w.requireDeleted()
				require.Len(t, w.archived("ann"), test.matches)
			})
		})
	}
}

func TestCloseRoomThatIsFrozen(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Options = map[string]string{"panic": "on"}
		people := w.playing(settings, "ann", "bob")
		w.requireCode(CodeFrozen, people[0].choose("panic"))
		require.Equal(t, 1, w.logged("panic in a room, room frozen"))
		require.NoError(t, w.lobby.CloseRoom(w.ctx, w.room))
		w.after(0)
		require.Equal(t, CodeFrozen, people[1].bye)
		w.requireDeleted()
		require.Empty(t, w.archived("ann"), "nobody has answered")
	})
}

// If the log fails, the room either stays open or is closed for everybody.
func TestCloseRoomThatCannotBeStored(t *testing.T) {
	inWorld(t, func(w *world) {
		log := newFaulty(w.log)
		w.stop()
		w.log = log
		w.start()
		people := w.playing(toyTable(), "ann", "bob")
		log.Inject(faulty.Append, faulty.Full())
		w.requireCode(CodeNotStored, w.lobby.CloseRoom(w.ctx, w.room))
		w.after(0)
		require.True(t, people[0].here())
		require.NoError(t, people[0].answer(), "the match goes on")

		for _, fault := range []faulty.Fault{faulty.Full(), faulty.Before(), faulty.Fenced()} {
			require.NoError(t, people[0].join())
			log.Inject(faulty.Delete, fault)
			w.requireCode(coded.Busy, w.lobby.CloseRoom(w.ctx, w.room))
			w.after(0)
			require.Equal(t, coded.Busy, people[0].bye, "come back and see")
		}
		require.NoError(t, people[0].join())
		w.after(0)
		require.Equal(t, room.StatusFinished, people[0].room.Status)
		log.Inject(faulty.Delete, faulty.After())
		w.requireCode(coded.Busy, w.lobby.CloseRoom(w.ctx, w.room))
		w.after(0)
		w.requireDeleted()
		require.Equal(t, 1, w.logged("storing an entry failed"))
		require.Equal(t, 4, w.logged("deleting a room failed"))
		require.Len(t, w.archived("ann"), 1)
	})
}

func TestNobodyClosesARoomByACommand(t *testing.T) {
	inWorld(t, func(w *world) {
		people := w.playing(toyTable(), "ann", "bob")
		w.refused(room.CodeUnknownCommand, people[0], &room.Close{})
	})
}

// An inspection shows nothing that tells of hands, seeds or declarations.
func TestInspect(t *testing.T) {
	inWorld(t, func(w *world) {
		people := w.seated(toyTable(), "ann", "bob")
		before, err := w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, room.StatusSeated, before.Status)
		require.Equal(t, w.head().Seq, before.Entries)
		require.Equal(t, toyTable().Game, before.Settings.Game)
		require.Equal(t, people[1].room.Seats, before.Seats)
		require.Equal(t, "ann", before.Host)
		require.Equal(t, []string{"ann", "bob"}, before.Connected)
		require.False(t, before.Frozen)
		require.WithinDuration(t, time.Now(), before.Created, time.Minute)

		w.must(people[0], &room.Start{})
		first, err := w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, room.StatusPlaying, first.Status)
		require.Equal(t, w.head().Seq, first.Entries)
		require.NoError(t, people[0].answer())
		again, err := w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, first, again, "an answer in secret changes nothing")
		require.Greater(t, w.head().Seq, again.Entries)
		seed := w.truth().Play.Match.Start.Seed
		text, err := json.Marshal(again)
		require.NoError(t, err)
		secret, err := json.Marshal(seed)
		require.NoError(t, err)
		require.NotContains(t, string(text), strings.Trim(string(secret), `"`))
		require.NotContains(t, string(text), "hand")

		w.play(people...)
		over, err := w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, room.StatusFinished, over.Status)
		require.Equal(t, w.head().Seq, over.Entries)
		for _, c := range people {
			c.leave()
		}
		w.after(time.Hour)
		require.False(t, w.lobby.IsLoaded(w.room))
		asleep, err := w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		require.True(t, w.lobby.IsLoaded(w.room))
		require.Equal(t, over.Entries, asleep.Entries)
		require.Empty(t, asleep.Connected)
		_, err = w.lobby.Inspect(w.ctx, "nowhere")
		w.requireCode(directory.CodeNoRoom, err)
	})
}

// Those who run the server see no more of a match than its spectators do.
func TestInspectWithADelay(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Delay = 5
		people := w.playing(settings, "ann", "bob")
		w.play(people...)
		require.Equal(t, room.StatusFinished, people[0].room.Status)
		seen, err := w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, room.StatusPlaying, seen.Status)
		require.Less(t, seen.Entries, w.head().Seq)
		w.after(time.Minute)
		seen, err = w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		require.Equal(t, room.StatusFinished, seen.Status)
		require.Equal(t, w.head().Seq, seen.Entries)
	})
}
