package conformance

import (
	"fmt"
	"testing"

	"archmage/internal/game"
)

// BenchGames plays complete random matches of each case. If step is nil, no events are made, as in
// a search.
func BenchGames(b *testing.B, rules game.Rules, step *game.Step, cases ...Case) {
	for _, c := range cases {
		b.Run(c.Name, func(b *testing.B) {
			p := NewRandomPlay(1)
			p.Step = step
			answers, games := 0, uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				for s := start(b, rules, c, games); p.Answer(b, s); {
					answers++
				}
				games++
			}
			b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(float64(answers)/float64(games), "answers/game")
		})
	}
}

// BenchStates measures each operation on a state, over the states of a random match.
func BenchStates(b *testing.B, rules game.Rules, c Case) {
	var states []game.State
	for s, p := start(b, rules, c, 1), NewRandomPlay(1); p.Answer(b, s); {
		states = append(states, s.Clone())
	}
	target := states[0].Clone()
	rng := game.NewRNG(game.SeedFromInt(1))
	shown, plain := game.Decision{}, game.Decision{Plain: true}
	var data []byte
	for name, do := range map[string]func(s game.State, seat game.Seat){
		"copy":           func(s game.State, _ game.Seat) { s.CopyInto(target) },
		"public":         func(s game.State, _ game.Seat) { s.Public() },
		"private":        func(s game.State, seat game.Seat) { s.Private(seat) },
		"decision":       func(s game.State, seat game.Seat) { s.Decision(seat, &plain) },
		"shown decision": func(s game.State, seat game.Seat) { s.Decision(seat, &shown) },
		"encode":         func(s game.State, _ game.Seat) { data, _ = s.AppendBinary(data[:0]) },
		"hash":           func(s game.State, _ game.Seat) { game.Hash(s) },
		"sample":         func(s game.State, seat game.Seat) { s.Sample(game.SeatViewer(seat), &rng) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				s := states[i%len(states)]
				do(s, s.Waiting().First())
			}
		})
	}
}

// BenchGuide plays complete matches with the answers of a guide, without events. If the guide returns
// no legal answer, the answer of game.Decision.Complete is given.
func BenchGuide(b *testing.B, rules game.Rules, c Case, guide func(game.State, *game.Decision) []game.Pick) {
	first := start(b, rules, c, 1)
	s := first.Clone()
	d := game.Decision{Plain: true}
	answers := 0
	b.ReportAllocs()
	for b.Loop() {
		first.CopyInto(s)
		for w := s.Waiting(); w != 0; w = s.Waiting() {
			s.Decision(w.First(), &d)
			picks := guide(s, &d)
			if len(picks) == 0 || s.Apply(d.Seat, game.Answer{Decision: d.ID, Picks: picks}, nil) != nil {
				picks, _ = d.Complete(picks, nil)
				if err := s.Apply(d.Seat, game.Answer{Decision: d.ID, Picks: picks}, nil); err != nil {
					b.Fatal(err)
				}
			}
			answers++
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(answers), "ns/answer")
}

// BenchSearch measures the playouts per second of an analyst. It analyses the first decision with
// at least three options in each of the rounds of a match that quick plays.
func BenchSearch(b *testing.B, rules game.Rules, quick game.Bot, analyst game.Analyst, c Case, rounds ...int) {
	for _, round := range rounds {
		b.Run(fmt.Sprintf("round %d", round), func(b *testing.B) {
			s := start(b, rules, c, 1)
			random := game.NewRNG(game.SeedFromInt(2))
			p := game.NewPosition(s, s.Waiting().First(), nil)
			for s.Progress().Round < round || len(p.Decision.Options) <= 2 {
				apply(b, s, p, quick.Choose(b.Context(), p, &random))
				p = game.NewPosition(s, s.Waiting().First(), nil)
			}
			b.ReportAllocs()
			playouts := 0
			for b.Loop() {
				for _, line := range analyst.Analyse(b.Context(), p, &random) {
					playouts += line.Visits
				}
			}
			b.ReportMetric(float64(playouts)/b.Elapsed().Seconds(), "iterations/s")
			b.ReportMetric(float64(playouts)/float64(b.N), "iterations/answer")
		})
	}
}

// BenchBot measures single answers of a bot over the positions of a match. The time includes sampling
// states, but not making the documents and applying the answers.
func BenchBot(b *testing.B, rules game.Rules, player game.Bot, c Case) {
	var list []*game.Position
	random := game.NewRNG(game.SeedFromInt(1))
	for s := start(b, rules, c, 1); s.Waiting() != 0; {
		p := game.NewPosition(s.Clone(), s.Waiting().First(), nil)
		list = append(list, p)
		apply(b, s, p, player.Choose(b.Context(), p, &random))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		player.Choose(b.Context(), list[i%len(list)], &random)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "choices/s")
}
