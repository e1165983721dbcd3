package storetest

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func testFencedByEpoch(t *testing.T, db *store.DB) {
	first := createRoom(t, db, "a", 2)
	second, err := db.Rooms.TakeOver(t.Context(), "a", "node")
	require.NoError(t, err)
	require.Greater(t, second.Epoch, first.Epoch)
	require.Equal(t, first.Seq, second.Seq)
	room, err := db.Rooms.Room(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, second, room.Head)

	_, err = appendOne(t.Context(), db, first)
	require.ErrorIs(t, err, store.ErrFenced)
	_, err = db.Rooms.Append(t.Context(), first, store.Batch{})
	require.ErrorIs(t, err, store.ErrFenced, "an empty batch compares the head")
	require.ErrorIs(t, db.Rooms.Delete(t.Context(), first), store.ErrFenced)
	second, err = appendOne(t.Context(), db, second)
	require.NoError(t, err)
	// A writer with the right Seq and the wrong epoch is fenced.
	first.Seq = second.Seq
	_, err = appendOne(t.Context(), db, first)
	require.ErrorIs(t, err, store.ErrFenced)
	requireEntries(t, db, "a", 3)
}

func testFencedByNumber(t *testing.T, db *store.DB) {
	head := createRoom(t, db, "a", 5)
	for _, seq := range []uint64{0, 4, 6, 7, 1 << 40, math.MaxInt64, math.MaxInt64 + 1, math.MaxUint64} {
		t.Run(fmt.Sprint(seq), func(t *testing.T) {
			wrong := head
			wrong.Seq = seq
			_, err := appendOne(t.Context(), db, wrong)
			require.ErrorIs(t, err, store.ErrFenced)
			require.ErrorIs(t, db.Rooms.Delete(t.Context(), wrong), store.ErrFenced)
		})
	}
	for _, epoch := range []uint64{0, head.Epoch + 1, math.MaxUint64} {
		wrong := head
		wrong.Epoch = epoch
		_, err := appendOne(t.Context(), db, wrong)
		require.ErrorIs(t, err, store.ErrFenced)
	}
	requireEntries(t, db, "a", 5)
	_, err := appendOne(t.Context(), db, head)
	require.NoError(t, err)
	// The same append is refused the second time, so nothing is applied twice.
	_, err = appendOne(t.Context(), db, head)
	require.ErrorIs(t, err, store.ErrFenced)
	requireEntries(t, db, "a", 6)
}

func testEpochs(t *testing.T, db *store.DB) {
	given := map[uint64]bool{}
	note := func(head store.Head, err error) store.Head {
		t.Helper()
		require.NoError(t, err)
		require.False(t, given[head.Epoch], "epoch %d", head.Epoch)
		given[head.Epoch] = true
		return head
	}
	for i := range 3 {
		old := note(createRoom(t, db, "a", 0), nil)
		for range i {
			old = note(db.Rooms.TakeOver(t.Context(), "a", "node"))
		}
		note(createRoom(t, db, fmt.Sprint(i), 0), nil)
		require.NoError(t, db.Rooms.Delete(t.Context(), old))
		// The writer of a deleted room cannot write to a new room of the same id.
		head := note(createRoom(t, db, "a", 0), nil)
		_, err := appendOne(t.Context(), db, old)
		require.ErrorIs(t, err, store.ErrFenced)
		require.NoError(t, db.Rooms.Delete(t.Context(), head))
	}
}

// Many writers write to one room, first with the same head and then after taking the room over. Each
// number is written by exactly one.
func testWriters(t *testing.T, db *store.DB) {
	const writers, rounds = 8, 25
	head := createRoom(t, db, "a", 0)
	for range rounds {
		var all sync.WaitGroup
		var won atomic.Int64
		next := make(chan store.Head, writers)
		for range writers {
			all.Go(func() {
				after, err := appendOne(t.Context(), db, head)
				switch {
				case err == nil:
					won.Add(1)
					next <- after
				case !errors.Is(err, store.ErrFenced):
					t.Error(err)
				}
			})
		}
		all.Wait()
		require.Equal(t, int64(1), won.Load())
		head = <-next
	}
	requireEntries(t, db, "a", rounds)

	var all sync.WaitGroup
	var acknowledged atomic.Int64
	for range writers {
		all.Go(func() {
			for range rounds {
				mine, err := db.Rooms.TakeOver(t.Context(), "a", "node")
				for err == nil {
					if mine, err = appendOne(t.Context(), db, mine); err == nil && acknowledged.Add(1) > 200 {
						return
					}
				}
				if !errors.Is(err, store.ErrFenced) {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	requireEntries(t, db, "a", rounds+int(acknowledged.Load()))
}
