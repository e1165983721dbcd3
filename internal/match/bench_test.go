package match_test

import (
	"runtime"
	"testing"

	"archmage/internal/game"
	"archmage/internal/match"
)

// BenchmarkItems measures the memory that an answer takes for as long as its
// match runs, in a match of Seasons for four.
func BenchmarkItems(b *testing.B) {
	s := samples()[2]
	if s.String() != "seasons for 4" {
		b.Fatal(s)
	}
	heap := func() uint64 {
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	kept := make([][]match.Item, 0, b.N)
	answers := 0
	before := heap()
	for i := range b.N {
		m := play(b, s.begin(b), random(uint64(i)), 10_000)
		kept = append(kept, m.Items)
		answers += m.Answers()
	}
	b.ReportMetric(float64(heap()-before)/float64(answers), "B/answer")
	runtime.KeepAlive(kept)
}

// BenchmarkAnswer measures an answer, its hash and its item.
func BenchmarkAnswer(b *testing.B) {
	s := samples()[2]
	rng := random(1)
	m := play(b, s.begin(b), rng, 60)
	seat, choice := choose(b, m, rng)
	var step game.Step
	for b.Loop() {
		if _, err := m.Answer(1, seat, choice, nil, &step); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStep measures a step of a timeline.
func BenchmarkStep(b *testing.B) {
	s := samples()[2]
	r := record(b, s.played(b))
	line, err := match.NewTimeline(s.rules, r)
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d items", line.Len())
	for i := 0; b.Loop(); i++ {
		if _, err := line.At(i % (line.Len() + 1)); err != nil {
			b.Fatal(err)
		}
	}
}
