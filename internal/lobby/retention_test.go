package lobby

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/faulty"
	"archmage/internal/store/retention"
	"archmage/internal/stream"
)

// exist returns which of the rooms are still stored.
func (w *world) exist(rooms ...string) []bool {
	w.t.Helper()
	var list []bool
	for _, id := range rooms {
		_, err := w.log.Room(w.ctx, id)
		if err != nil {
			require.ErrorIs(w.t, err, store.ErrNotFound)
		}
		list = append(list, err == nil)
	}
	return list
}

// finished plays a match to its end, after which everybody leaves.
func (w *world) finished() string {
	w.t.Helper()
	people := w.playing(toyTable(), "ann", "bob")
	w.play(people...)
	for _, c := range people {
		c.leave()
	}
	return w.room
}

func TestOldRoomsAreDeleted(t *testing.T) {
	options := Options{Retention: Retention{Finished: 30 * time.Hour, Open: 7 * time.Hour}}
	inWorldWith(t, options, 1, func(w *world) {
		finished := w.finished()
		ann := w.open("ann", toyTable())
		open := w.room
		ann.leave()
		people := w.seated(toyTable(), "ann", "bob")
		seated := w.room
		for _, c := range people {
			c.leave()
		}
		people = w.playing(toyTable(), "ann", "bob")
		playing := w.room
		for _, c := range people {
			c.leave()
		}
		all := []string{finished, open, seated, playing}
		w.after(6*time.Hour + 50*time.Minute)
		require.Equal(t, []bool{true, true, true, true}, w.exist(all...))
		w.after(25 * time.Minute)
		require.Equal(t, []bool{true, false, false, true}, w.exist(all...))
		w.after(22*time.Hour + 30*time.Minute)
		require.Equal(t, []bool{true, false, false, true}, w.exist(all...))
		w.after(30 * time.Minute)
		require.Equal(t, []bool{false, false, false, true}, w.exist(all...))
		w.after(100 * time.Hour)
		require.Equal(t, []bool{false, false, false, true}, w.exist(all...), "a match that goes on is never deleted")
		require.Len(t, w.archived("ann"), 1, "matches stay")
		w.room = playing
		require.NoError(t, people[0].join())
		w.after(0)
		require.Equal(t, room.StatusPlaying, people[0].room.Status)
	})
}

// An entry, a chat line or a connected person keeps a room from being deleted.
func TestWhatKeepsARoom(t *testing.T) {
	inWorldWith(t, Options{Retention: Retention{Open: 7 * time.Hour}}, 1, func(w *world) {
		ann := w.open("ann", toyTable())
		stays := w.room
		eve := w.open("eve", toyTable())
		talks := w.room
		w.after(6 * time.Hour)
		require.NoError(t, w.lobby.sayAs(w.ctx, talks, eve.person, "", "still there?"))
		eve.leave()
		w.after(2 * time.Hour)
		require.Equal(t, []bool{true, true}, w.exist(stays, talks))
		require.True(t, ann.here())
		w.after(6 * time.Hour)
		require.Equal(t, []bool{true, false}, w.exist(stays, talks))
		w.room = stays
		w.must(ann, &room.SetReady{Ready: true})
		ann.leave()
		w.after(6 * time.Hour)
		require.Equal(t, []bool{true}, w.exist(stays))
		w.after(2 * time.Hour)
		require.Equal(t, []bool{false}, w.exist(stays))
	})
}

func TestMostFinishedRooms(t *testing.T) {
	inWorldWith(t, Options{Retention: Retention{MaxFinished: 2}}, 1, func(w *world) {
		var rooms []string
		for range 4 {
			rooms = append(rooms, w.finished())
			w.after(time.Second)
		}
		ann := w.open("ann", toyTable())
		open := w.room
		ann.leave()
		// Somebody is in the oldest.
		w.room = rooms[0]
		require.NoError(t, ann.join())
		w.after(time.Hour)
		require.Equal(t, []bool{true, false, false, true}, w.exist(rooms...))
		ann.leave()
		w.after(6 * time.Minute) // it is asleep
		rooms = append(rooms, w.finished())
		w.after(time.Hour)
		require.Equal(t, []bool{false, false, false, true, true}, w.exist(rooms...))
		require.Equal(t, []bool{true}, w.exist(open))
		require.Len(t, w.archived("bob"), 5)
	})
}

func TestNothingIsDeletedByDefault(t *testing.T) {
	inWorld(t, func(w *world) {
		finished := w.finished()
		ann := w.open("ann", toyTable())
		ann.leave()
		w.after(100 * time.Hour)
		require.Equal(t, []bool{true, true}, w.exist(finished, w.room))
	})
}

// Many rooms are deleted one by one, with time for others between them.
func TestManyOldRooms(t *testing.T) {
	inWorldWith(t, Options{Retention: Retention{Open: time.Hour}}, 1, func(w *world) {
		const rooms = 3*retention.Page - 1
		for range rooms {
			_, err := w.lobby.Create(w.ctx, people.Person{ID: "ann"}, toyTable())
			require.NoError(t, err)
		}
		count := func() int {
			counts, err := w.log.Count(w.ctx)
			require.NoError(t, err)
			return counts[store.StatusOpen]
		}
		for count() == rooms {
			w.after(time.Second)
		}
		began := time.Now()
		for count() > 0 {
			w.after(retention.Pause)
		}
		require.InDelta(t, rooms*retention.Pause, time.Since(began), float64(2*time.Second))
	})
}

// A room that is loaded or changes while it is about to be deleted stays, and a
// client that comes while it is being deleted finds no room.
func TestDeletionMeetsOthers(t *testing.T) {
	inWorld(t, func(w *world) {
		log := newFaulty(w.log)
		w.stop()
		w.log, w.options.Retention = log, Retention{Open: time.Hour}
		w.start()
		ann := w.open("ann", toyTable())
		ann.leave()
		gate := make(chan struct{})
		log.Inject(faulty.Delete, faulty.Stalled(gate))
		w.after(2 * time.Hour)
		require.Equal(t, 1, log.Calls(faulty.Delete))
		knocked := make(chan error, 1)
		go func() {
			_, err := w.lobby.Watch(w.ctx, w.room, ann.person, stream.Hello{})
			knocked <- err
		}()
		w.settle()
		require.Empty(t, knocked, "nobody wakes it meanwhile")
		close(gate)
		w.requireCode(directory.CodeNoRoom, <-knocked)
		w.requireDeleted()

		// Another program takes it first: not an error, and not deleted.
		ann = w.open("ann", toyTable())
		ann.leave()
		log.Always(faulty.Delete, faulty.Fenced())
		w.after(2 * time.Hour)
		require.Greater(t, log.Calls(faulty.Delete), 1)
		require.Equal(t, []bool{true}, w.exist(w.room))
		log.Always(faulty.Delete, faulty.Before())
		w.after(time.Hour)
		require.Equal(t, []bool{true}, w.exist(w.room))
		log.Always(faulty.Delete, faulty.Fault{})
		w.after(time.Hour)
		require.Equal(t, []bool{false}, w.exist(w.room), "what failed is tried again")
		require.NotZero(t, w.logged("old things could not be deleted"))
	})
}

// The server stops in the middle of a deletion as fast as ever.
func TestStopDuringADeletion(t *testing.T) {
	inWorldWith(t, Options{Retention: Retention{Open: time.Hour}}, 1, func(w *world) {
		log := newFaulty(w.log)
		w.stop()
		w.log = log
		w.start()
		ann := w.open("ann", toyTable())
		ann.leave()
		log.Always(faulty.Delete, faulty.Stalled(make(chan struct{})))
		w.after(2 * time.Hour)
		require.Equal(t, 1, log.Calls(faulty.Delete))
		began := time.Now()
		w.lobby.Close()
		synctest.Wait()
		require.Equal(t, began, time.Now())
		require.Equal(t, []bool{true}, w.exist(w.room))
	})
}

// Finished matches are kept as long as the settings say, except those that an operator deletes.
func TestOldMatchesAreDeleted(t *testing.T) {
	inWorld(t, func(w *world) {
		w.archive.Retention = 10 * time.Hour
		w.restart()
		room := w.finished()
		w.after(5 * time.Hour)
		w.finished()
		require.Len(t, w.archived("ann"), 2)
		w.after(4 * time.Hour)
		require.Len(t, w.archived("ann"), 2)
		w.after(2 * time.Hour)
		left := w.archived("ann")
		require.Len(t, left, 1)
		require.NotEqual(t, room, left[0].Room)
		require.Equal(t, []bool{true}, w.exist(room), "the room is another matter")

		require.NoError(t, w.lobby.DeleteMatch(w.ctx, left[0].ID))
		require.Empty(t, w.archived("ann"))
		w.requireCode(archive.CodeNoMatch, w.lobby.DeleteMatch(w.ctx, left[0].ID))
	})
}
