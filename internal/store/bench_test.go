package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
	"archmage/internal/store/postgrestest"
)

// BenchmarkAppend measures durable appends: each room appends its next entry as soon as the previous one
// is acknowledged.
func BenchmarkAppend(b *testing.B) {
	benchmarkAppend(b, func(b *testing.B) *store.DB {
		db, err := store.OpenSQLite(b.Context(), b.TempDir(), store.SQLiteOptions{})
		require.NoError(b, err)
		return db.DB
	})
}

// BenchmarkAppendPostgres is the same with PostgreSQL on the same machine.
func BenchmarkAppendPostgres(b *testing.B) {
	benchmarkAppend(b, func(b *testing.B) *store.DB {
		return openPostgres(b, postgrestest.URL(b), store.PostgresOptions{}).DB
	})
}

func benchmarkAppend(b *testing.B, open func(*testing.B) *store.DB) {
	for _, rooms := range []int{1, 100, 1000} {
		b.Run(fmt.Sprintf("rooms=%d", rooms), func(b *testing.B) {
			db := open(b)
			defer func() { require.NoError(b, db.Close()) }()
			heads := make([]store.Head, rooms)
			for i := range heads {
				var err error
				heads[i], err = db.Rooms.Create(
					b.Context(),
					fmt.Sprint(i),
					"node",
					store.Batch{Meta: &store.Meta{Status: store.StatusPlaying}},
				)
				require.NoError(b, err)
			}
			entry := []store.Entry{{Kind: "answer", Data: make([]byte, 150)}}
			waits := make([][]time.Duration, rooms)
			before := db.Stats()
			b.ResetTimer()
			var all sync.WaitGroup
			for i := range heads {
				all.Go(func() {
					for range (b.N + rooms - 1 - i) / rooms {
						start := time.Now()
						next, err := db.Rooms.Append(b.Context(), heads[i], store.Batch{Entries: entry})
						if err != nil {
							b.Error(err)
							return
						}
						heads[i] = next
						waits[i] = append(waits[i], time.Since(start))
					}
				})
			}
			all.Wait()
			b.StopTimer()
			after := db.Stats()
			sorted := slices.Sorted(slices.Values(slices.Concat(waits...)))
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
			b.ReportMetric(float64(after.Writes-before.Writes)/float64(after.Commits-before.Commits), "appends/commit")
			b.ReportMetric(sorted[len(sorted)/2].Seconds()*1e3, "p50-ms")
			b.ReportMetric(sorted[len(sorted)*99/100].Seconds()*1e3, "p99-ms")
		})
	}
}

// BenchmarkSize measures the file after 200 entries of 150 bytes in each of 500 rooms, written round
// robin.
func BenchmarkSize(b *testing.B) {
	for b.Loop() {
		dir := b.TempDir()
		db, err := store.OpenSQLite(b.Context(), dir, store.SQLiteOptions{})
		require.NoError(b, err)
		var all sync.WaitGroup
		for i := range 500 {
			all.Go(func() {
				head, err := db.Rooms.Create(
					b.Context(),
					fmt.Sprint(i),
					"node",
					store.Batch{Meta: &store.Meta{Status: store.StatusPlaying}},
				)
				for range 200 {
					if err != nil {
						break
					}
					head, err = db.Rooms.Append(b.Context(), head, store.Batch{
						Entries: []store.Entry{{Kind: "answer", Data: make([]byte, 150)}},
					})
				}
				if err != nil {
					b.Error(err)
				}
			})
		}
		all.Wait()
		require.NoError(b, db.Close())
		file, err := os.Stat(filepath.Join(dir, store.FileName))
		require.NoError(b, err)
		b.ReportMetric(float64(file.Size())/(500*200), "bytes/entry")
	}
}
