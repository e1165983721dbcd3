package store_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// BenchmarkDelete measures how long the removal of a room blocks the writer. The entries of 150 bytes
// were written round robin with those of 19 other rooms.
func BenchmarkDelete(b *testing.B) {
	const rooms = 20
	for _, entries := range []int{500, 5000, 20000} {
		b.Run(fmt.Sprintf("entries=%d", entries), func(b *testing.B) {
			db, err := store.OpenSQLite(b.Context(), b.TempDir(), store.SQLiteOptions{})
			require.NoError(b, err)
			defer func() { require.NoError(b, db.Close()) }()
			var heads []store.Head
			for n := 0; b.Loop(); n++ {
				if len(heads) == 0 {
					b.StopTimer()
					heads = fill(b, db.DB, fmt.Sprint(n), rooms, entries)
					b.StartTimer()
				}
				last := len(heads) - 1
				require.NoError(b, db.Rooms.Delete(b.Context(), heads[last]))
				heads = heads[:last]
			}
		})
	}
}

// BenchmarkTrim measures how long trimming a room blocks the writer.
func BenchmarkTrim(b *testing.B) {
	const rooms, entries = 20, 4000
	for _, trim := range []uint64{100, 500, 2000} {
		b.Run(fmt.Sprintf("entries=%d", trim), func(b *testing.B) {
			db, err := store.OpenSQLite(b.Context(), b.TempDir(), store.SQLiteOptions{})
			require.NoError(b, err)
			defer func() { require.NoError(b, db.Close()) }()
			var heads []store.Head
			var done uint64
			for n := 0; b.Loop(); n++ {
				if n%rooms == 0 {
					if done += trim; n == 0 || done > entries {
						b.StopTimer()
						heads, done = fill(b, db.DB, fmt.Sprint("trim ", n), rooms, entries), trim
						b.StartTimer()
					}
				}
				_, err := db.Rooms.Append(
					b.Context(),
					heads[n%rooms],
					store.Batch{Snapshot: &store.Snapshot{Seq: done}, Trim: true},
				)
				require.NoError(b, err)
			}
		})
	}
}

// fill makes rooms with a number of entries each, which are written round robin.
func fill(t testing.TB, db *store.DB, prefix string, rooms, entries int) []store.Head {
	t.Helper()
	heads := make([]store.Head, rooms)
	var all sync.WaitGroup
	for i := range heads {
		all.Go(func() {
			head, err := db.Rooms.Create(
				t.Context(),
				fmt.Sprint(prefix, "-", i),
				"node",
				store.Batch{Meta: &store.Meta{Status: store.StatusPlaying}},
			)
			for n := 0; n < entries && err == nil; n++ {
				head, err = db.Rooms.Append(t.Context(), head, store.Batch{
					Entries: []store.Entry{{Kind: "answer", Data: make([]byte, 150)}},
				})
			}
			if err != nil {
				t.Error(err)
			}
			heads[i] = head
		})
	}
	all.Wait()
	return heads
}
