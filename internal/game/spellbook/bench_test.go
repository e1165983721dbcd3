package spellbook

import (
	"math/rand/v2"
	"testing"

	"archmage/internal/game"
	"archmage/internal/game/bot"
)

// randomPlay plays random matches in memory of its own.
type randomPlay struct {
	rules game.Rules
	rng   *rand.Rand
	d     game.Decision
	step  *game.Step // nil to play as a search does: without events and checks
	picks []game.Pick
}

func newRandomPlay(seed uint64) *randomPlay {
	return &randomPlay{rules: New(), rng: rand.New(rand.NewPCG(seed, 1)), step: &game.Step{}}
}

// answer gives one random legal answer; it returns false once the match is over.
func (p *randomPlay) answer(tb testing.TB, s *match) bool {
	if s.over {
		return false
	}
	p.d.Plain = true
	s.Decision(s.ask.seat, &p.d)
	picks, ok := bot.Random(&p.d, p.rng, p.picks)
	if !ok {
		tb.Fatalf("no legal answer to %+v", p.d)
	}
	p.picks = picks
	if p.step != nil {
		p.step.Reset()
	}
	if err := s.Apply(p.d.Seat, game.Answer{Decision: p.d.ID, Picks: picks, Legal: p.step == nil}, p.step); err != nil {
		tb.Fatal(err)
	}
	return true
}

func (p *randomPlay) start(tb testing.TB, seats int, mode string, seed uint64) *match {
	s, err := p.rules.New(game.MatchOptions{"mode": mode}, seats, game.SeedFromInt(seed))
	if err != nil {
		tb.Fatal(err)
	}
	return s.(*match)
}

// BenchmarkGame plays complete random games of four.
func BenchmarkGame(b *testing.B) { benchmarkGame(b, &game.Step{}) }

// BenchmarkPlayout plays the same games as a search does.
func BenchmarkPlayout(b *testing.B) { benchmarkGame(b, nil) }

func benchmarkGame(b *testing.B, step *game.Step) {
	for _, mode := range modeNames[:modeAgreed] {
		b.Run(mode, func(b *testing.B) {
			p := newRandomPlay(1)
			p.step = step
			answers := 0
			b.ReportAllocs()
			for i := range b.N {
				s := p.start(b, 4, mode, uint64(i))
				for p.answer(b, s) {
					answers++
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(float64(answers)/float64(b.N), "answers/game")
		})
	}
}

// midGame returns a match after some answers.
func midGame(tb testing.TB) *match {
	p := newRandomPlay(3)
	s := p.start(tb, 4, "classic", 5)
	for range 60 {
		p.answer(tb, s)
	}
	return s
}

func BenchmarkCopy(b *testing.B) {
	s := midGame(b)
	into := s.Clone()
	for b.Loop() {
		s.CopyInto(into)
	}
}

func BenchmarkPublic(b *testing.B) {
	s := midGame(b)
	b.ReportAllocs()
	for b.Loop() {
		s.Public()
	}
}

func BenchmarkPrivate(b *testing.B) {
	s := midGame(b)
	b.ReportAllocs()
	for b.Loop() {
		s.Private(s.active)
	}
}

func BenchmarkDecision(b *testing.B) {
	s := midGame(b)
	var d game.Decision
	b.ReportAllocs()
	for b.Loop() {
		s.Decision(s.ask.seat, &d)
	}
}

func BenchmarkEncode(b *testing.B) {
	s := midGame(b)
	data := make([]byte, 0, 4096)
	b.ReportAllocs()
	for b.Loop() {
		data, _ = s.AppendBinary(data[:0])
	}
}
