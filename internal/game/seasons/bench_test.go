package seasons

import (
	"math/bits"
	"math/rand/v2"
	"testing"
	"unsafe"

	"archmage/internal/game"
	"archmage/internal/game/bot"
)

// playout plays a random match to the end, calls after for every answer, and
// returns how many there were. Where step is nil, it plays as a search does: no
// events are made, and the answers are not checked.
func playout(tb testing.TB, s game.State, random *rand.Rand, step *game.Step, after func()) int {
	d := game.Decision{Plain: true}
	picks := make([]game.Pick, 0, game.MaxOptions)
	answers := 0
	for waiting := s.Waiting(); waiting != 0; waiting = s.Waiting() {
		seat := game.Seat(bits.TrailingZeros8(uint8(waiting)))
		if !s.Decision(seat, &d) {
			tb.Fatal("a waiting seat is not asked")
		}
		chosen, ok := bot.Random(&d, random, picks)
		if !ok {
			tb.Fatal("no legal answer")
		}
		if step != nil {
			step.Reset()
		}
		if err := s.Apply(seat, game.Answer{Decision: d.ID, Picks: chosen, Legal: step == nil}, step); err != nil {
			tb.Fatal(err)
		}
		answers++
		if after != nil {
			after()
		}
	}
	return answers
}

// BenchmarkGame plays complete random archmage games of four.
func BenchmarkGame(b *testing.B) { benchmarkGame(b, &game.Step{}) }

// BenchmarkPlayout plays the same games as a search does.
func BenchmarkPlayout(b *testing.B) { benchmarkGame(b, nil) }

func benchmarkGame(b *testing.B, step *game.Step) {
	rules := New()
	random := rand.New(rand.NewPCG(1, 2))
	answers := 0
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n++
		s, err := rules.New(game.MatchOptions{"level": "archmage"}, 4, game.SeedFromInt(uint64(n)))
		if err != nil {
			b.Fatal(err)
		}
		answers += playout(b, s, random, step, nil)
	}
	b.ReportMetric(float64(answers)/float64(n), "answers/game")
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "games/s")
}

// midGame returns a state in the middle of a random archmage game of four.
func midGame(tb testing.TB) *match {
	s, err := New().New(game.MatchOptions{"level": "archmage"}, 4, game.SeedFromInt(5))
	require := func(err error) {
		if err != nil {
			tb.Fatal(err)
		}
	}
	require(err)
	random := rand.New(rand.NewPCG(3, 4))
	var d game.Decision
	var step game.Step
	for s.(*match).round < 12 {
		for seat := game.Seat(0); seat < 4; seat++ {
			if s.Waiting().Has(seat) && s.Decision(seat, &d) {
				picks, _ := bot.Random(&d, random, nil)
				require(s.Apply(seat, game.Answer{Decision: d.ID, Picks: picks}, &step))
				break
			}
		}
	}
	return s.(*match)
}

func BenchmarkCopy(b *testing.B) {
	var s, dst game.State = midGame(b), &match{}
	b.ReportAllocs()
	b.ReportMetric(float64(unsafe.Sizeof(match{})), "bytes")
	for b.Loop() {
		s.CopyInto(dst)
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
		s.Private(0)
	}
}

func BenchmarkHash(b *testing.B) {
	s := midGame(b)
	b.ReportAllocs()
	for b.Loop() {
		game.Hash(s)
	}
}

// BenchmarkSample draws states for a seat: in the draft, and in the middle and near
// the end of random archmage games of four.
func BenchmarkSample(b *testing.B) {
	for name, answers := range map[string]int{"draft": 20, "middle": 170, "late": 320} {
		b.Run(name, func(b *testing.B) {
			var states []game.State
			for seed := uint64(1); len(states) < 20; seed++ {
				s, err := New().New(game.MatchOptions{"level": "archmage"}, 4, game.SeedFromInt(seed))
				if err != nil {
					b.Fatal(err)
				}
				n := 0
				playout(b, s, rand.New(rand.NewPCG(seed, 3)), nil, func() {
					if n++; n == answers {
						states = append(states, s.Clone())
					}
				})
			}
			rng := game.NewRNG(game.SeedFromInt(1))
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				states[i%len(states)].Sample(game.SeatViewer(game.Seat(i%4)), &rng)
				i++
			}
		})
	}
}

func TestKnowledgeIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(knowledge{}); size > 512 {
		t.Fatalf("what the seats know takes %d bytes", size)
	}
}

// BenchmarkShownDecision asks the questions of a random match as they are asked for
// somebody who sees them, with the options that are final.
func BenchmarkShownDecision(b *testing.B) {
	rules := New()
	s, err := rules.New(game.MatchOptions{"level": "archmage"}, 4, game.SeedFromInt(1))
	if err != nil {
		b.Fatal(err)
	}
	var states []game.State
	playout(b, s, rand.New(rand.NewPCG(1, 2)), &game.Step{}, func() {
		if s.Waiting() != 0 {
			states = append(states, s.Clone())
		}
	})
	var d game.Decision
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		state := states[i%len(states)]
		state.Decision(game.Seat(bits.TrailingZeros8(uint8(state.Waiting()))), &d)
	}
}
