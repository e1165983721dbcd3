package main

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/store"
)

// BenchmarkAnalysis measures the quick pass over matches of two and of four players, each imported and analysed once.
// The CPU time is that of the whole process.
func BenchmarkAnalysis(b *testing.B) {
	db, err := store.OpenSQLite(b.Context(), b.TempDir(), store.SQLiteOptions{})
	require.NoError(b, err)
	defer func() { require.NoError(b, db.Close()) }()
	for _, one := range registry.Hosted(registry.All()) {
		if one.Analyst == nil {
			continue
		}
		for _, seats := range []int{2, 4} {
			b.Run(
				fmt.Sprint(one.Rules.Info().ID, "-", seats),
				func(b *testing.B) { measureAnalyses(b, db.DB, one, seats) },
			)
		}
	}
}

// measureAnalyses plays matches with the quickest bot and has them analysed.
func measureAnalyses(b *testing.B, db *store.DB, one game.Module, seats int) {
	var took time.Duration
	var used int64
	decisions, stored := 0, 0
	for n := range uint64(b.N) {
		rng := rand.New(rand.NewPCG(n, 5))
		quick := one.Bots[0]
		played := playedBy(b, one.Rules, seats, n, rng, func(s game.State, d *game.Decision) []game.Pick {
			random := game.NewRNG(game.SeedFromInt(rng.Uint64()))
			return quick.Choose(b.Context(), game.NewPosition(s, d.Seat, nil), &random)
		})
		finished := newArchive(b, archive.StoreOf(db))
		by := people.Person{ID: personOf(int(n)), Name: "Ann"}
		info, err := finished.Import(b.Context(), by, played.Record(nil).Encode())
		require.NoError(b, err)
		began, before := time.Now(), processTime(b)
		analysis, err := finished.Analyse(b.Context(), by, info.ID, archive.Requester{})
		require.NoError(b, err)
		for analysis.State != archive.AnalysisDone {
			require.NotEqual(b, archive.AnalysisFailed, analysis.State)
			decisions = max(decisions, analysis.Of)
			time.Sleep(10 * time.Millisecond)
			analysis, err = finished.Analysis(b.Context(), by, info.ID)
			require.NoError(b, err)
		}
		took, used = took+time.Since(began), used+processTime(b)-before
		finished.Close() // a deep analysis must not take the time of the next one
		stored += len(match.Pack(analysis.Analysis))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(took.Seconds()/float64(b.N), "s/match")
	b.ReportMetric(float64(used)/1e9/float64(b.N), "cpu-s/match")
	b.ReportMetric(float64(stored)/float64(b.N), "stored-B/match")
	b.ReportMetric(float64(decisions), "decisions")
}

// processTime returns the CPU time of this process in nanoseconds.
func processTime(b *testing.B) int64 {
	var used syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return used.Utime.Nano() + used.Stime.Nano()
}
