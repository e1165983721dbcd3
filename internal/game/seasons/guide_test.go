package seasons

import (
	"testing"

	"archmage/internal/game"
)

// BenchmarkGuide plays whole matches of two by the guide, from the first turn.
func BenchmarkGuide(b *testing.B) {
	s, err := New().New(game.MatchOptions{"level": "archmage"}, 2, game.SeedFromInt(1))
	if err != nil {
		b.Fatal(err)
	}
	g := NewGuide()
	answers := 0
	c := s.Clone()
	play := func() {
		d := game.Decision{Plain: true}
		for w := c.Waiting(); w != 0; w = c.Waiting() {
			c.Decision(w.First(), &d)
			picks := g.Answer(c, &d)
			if len(picks) == 0 || c.Apply(w.First(), game.Answer{Decision: d.ID, Picks: picks}, nil) != nil {
				picks, _ = d.Complete(picks, nil)
				if err := c.Apply(w.First(), game.Answer{Decision: d.ID, Picks: picks}, nil); err != nil {
					b.Fatal(err)
				}
			}
			answers++
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		s.CopyInto(c)
		play()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(answers), "ns/answer")
	b.ReportMetric(float64(answers)/float64(b.N), "answers")
}
