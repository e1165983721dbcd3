package search_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/search"
	"archmage/test/conformance"
)

// toyGuide is a guide for the toy game. It gives the plain answer, and only the result counts.
type toyGuide struct{ rules game.Rules }

func newToyGuide() search.Guide { return &toyGuide{conformance.Toy()} }

func (g *toyGuide) Answer(game.State, *game.Decision) []game.Pick { return nil }

func (g *toyGuide) StopRound(game.State) int { return 0 }

func (g *toyGuide) TakesBack(key game.Key) bool { return g.rules.OptionID(key) == "back" }

func (g *toyGuide) Points(s game.State, points *search.Points) (sides int, spread float64) {
	standing := s.Standing()
	for seat, n := range standing {
		points[seat] = float64(n)
	}
	if s.Outcome() == nil {
		spread = 10
	}
	return len(standing), spread
}

// Effects and Measure report the points of the seat and a small part of them.
func (g *toyGuide) Effects(game.State) []search.Effect {
	return []search.Effect{
		{Code: "points", Points: 1}, {Code: "first", Points: 10, Chance: true}, {Code: "part", Points: 1},
	}
}

func (g *toyGuide) Measure(s game.State, seat game.Seat, amounts []float64) {
	standing := s.Standing()
	amounts[0] = float64(standing[seat])
	amounts[2] = float64(standing[seat]) / 3
	if standing[seat] > standing[1-seat] {
		amounts[1] = 1
	}
}

// player returns a bot that searches the toy game.
func player(iterations int) *search.Bot {
	return search.New(search.Level{ID: "seeker", Iterations: iterations, Answers: search.Answers, Guide: newToyGuide})
}

// asked plays a random match of the toy until a seat is asked a decision of the kind, and returns
// its position. With last, it is the last such decision.
func asked(t *testing.T, kind string, last bool) *game.Position {
	t.Helper()
	s, err := conformance.Toy().New(nil, 2, game.SeedFromInt(3))
	require.NoError(t, err)
	random := game.NewRNG(game.SeedFromInt(4))
	quick := bot.NewRandom()
	var found *game.Position
	for s.Waiting() != 0 {
		p := game.NewPosition(s.Clone(), s.Waiting().First(), nil)
		if p.Decision.Kind == kind {
			if found = p; !last {
				break
			}
		}
		picks := quick.Choose(t.Context(), p, &random)
		if p.Decision.Kind == "act" { // the declaration that is looked for
			for i := range p.Decision.Options {
				if id := conformance.Toy().OptionID(p.Decision.Options[i].Key); id == kind {
					picks = []game.Pick{{Key: p.Decision.Options[i].Key, N: 1}}
				}
			}
		}
		require.NoError(t, s.Apply(p.Seat, game.Answer{Decision: p.Decision.ID, Picks: picks}, nil))
	}
	require.NotNil(t, found)
	return found
}

func seeded(n uint64) *game.RNG {
	random := game.NewRNG(game.SeedFromInt(n))
	return &random
}

func visits(lines []game.Line) int {
	n := 0
	for i := range lines {
		n += lines[i].Visits
	}
	return n
}

// The race finds better answers than the guide's within its budget, and soon drops answers that are
// behind.
func TestRaceFindsTheBest(t *testing.T) {
	p := asked(t, "sing", false)
	lines := player(600).Analyse(t.Context(), p, seeded(1))
	require.Greater(t, len(lines), 5)
	require.LessOrEqual(t, visits(lines), 600)
	melody := func(picks []game.Pick) (points int) {
		at := 0
		for _, pick := range picks {
			for range pick.N {
				at++
				points += at * int(pick.Key.A)
			}
		}
		return points
	}
	plain := melody(game.PlainAnswer(p.Decision))
	require.Greater(t, melody(lines[0].Picks), plain+4, "among the best, though not all are considered")
	last := lines[len(lines)-1]
	require.Less(t, melody(last.Picks), melody(lines[0].Picks))
	require.Less(t, last.Visits, lines[0].Visits, "it has dropped out")
	require.Greater(t, lines[0].Points, last.Points)
	for _, line := range lines {
		require.False(t, newToyGuide().TakesBack(line.Picks[0].Key), "taking back is never considered")
	}
}

// The reasons agree with the results of the answers.
func TestReasons(t *testing.T) {
	lines := player(600).Analyse(t.Context(), asked(t, "sing", false), seeded(1))
	worst := lines[len(lines)-1]
	require.NotEmpty(t, worst.Reasons)
	require.Equal(t, "points", worst.Reasons[0].Code)
	n, ok := worst.Reasons[0].Args.Get("n")
	require.True(t, ok)
	require.InDelta(t, worst.Points-lines[0].Points, n, 0.51)
	for _, line := range lines {
		for _, r := range line.Reasons {
			require.NotEqual(t, "part", r.Code, "it makes up a third of the difference")
		}
	}
	for _, r := range lines[0].Reasons {
		n, _ := r.Args.Get("n")
		of, _ := r.Args.Get("of")
		require.Greater(t, n, of, "the best has more of what is good")
	}
}

// The same seed and budget give the same result, whatever the bot has searched before.
func TestSearchIsRepeatable(t *testing.T) {
	for _, kind := range []string{"bid", "act", "split", "sing"} {
		p := asked(t, kind, false)
		one := player(200)
		first := one.Analyse(t.Context(), p, seeded(7))
		one.Choose(t.Context(), asked(t, "bid", true), seeded(8)) // its memory is used again
		require.Equal(t, first, one.Analyse(t.Context(), p, seeded(7)))
		require.Equal(t, first[0].Picks, player(200).Choose(t.Context(), p, seeded(7)))
		require.NoError(t, p.Decision.Check(game.Answer{Decision: p.Decision.ID, Picks: first[0].Picks}))
	}
}

// The budget of the position is respected, and proposed answers are analysed in addition to the
// best ones.
func TestBudgetAndOtherAnswers(t *testing.T) {
	p := asked(t, "sing", false)
	p.Budget.Iterations = 40
	note := game.Pick{Key: p.Decision.Options[0].Key, N: 1} // do is worth nothing
	lines := player(1<<30).Analyse(t.Context(), p, seeded(2), []game.Pick{note}, []game.Pick{{N: 3}})
	require.LessOrEqual(t, visits(lines), 40)
	found := false
	for _, line := range lines {
		found = found || p.Decision.SamePicks(line.Picks, []game.Pick{note})
	}
	require.True(t, found)
}

// Answers that are compared are played out equally often, within the budget, and the same samples give the same
// result.
func TestCompare(t *testing.T) {
	p := asked(t, "sing", false)
	p.Budget.Iterations = 301
	option := func(at int) []game.Pick { return []game.Pick{{Key: p.Decision.Options[at].Key, N: 1}} }
	best, worst := option(2), option(0)
	one := player(1)
	lines := one.Compare(t.Context(), p, seeded(2), worst, best, worst, []game.Pick{{N: 3}})
	require.Len(t, lines, 2, "each legal answer once")
	require.Equal(t, [][]game.Pick{best, worst}, [][]game.Pick{lines[0].Picks, lines[1].Picks})
	require.Greater(t, lines[0].Points, lines[1].Points)
	require.LessOrEqual(t, lines[0].Visits-lines[1].Visits, 1)
	require.InDelta(t, 301, visits(lines), 1)
	require.Equal(t, lines, one.Compare(t.Context(), p, seeded(2), worst, best))

	last := asked(t, "sing", true)
	all := one.Analyse(t.Context(), last, seeded(1))
	exact := one.Compare(t.Context(), last, seeded(1), all[3].Picks, all[0].Picks)
	require.Equal(t, []game.Line{all[0], all[3]}, exact, "a result that is exact stays so")
}

// If nothing is left to chance, all answers are tried to the end.
func TestEndIsTriedOut(t *testing.T) {
	p := asked(t, "sing", true)
	p.Budget.Iterations = 1
	lines := player(1).Analyse(t.Context(), p, seeded(1))
	all, complete := p.Decision.Answers(1000)
	require.True(t, complete)
	require.Len(t, lines, len(all)-1, "all but the way back")
	require.Equal(t, []game.Reason{{Code: game.ReasonCertain}}, lines[0].Reasons)
	best := lines[0].Picks
	require.Equal(t, 3, int(best[0].N+best[1].N))
	require.Equal(t, []uint8{1, 2}, []uint8{best[0].Key.A, best[1].Key.A}, "re, mi, mi")
	for i := range lines[1:] {
		require.GreaterOrEqual(t, lines[i].Points, lines[i+1].Points)
	}
	require.Equal(t, best, player(1).Choose(t.Context(), p, seeded(9)))
}

// When the context is done, the search returns what it has found.
func TestContextEndsTheSearch(t *testing.T) {
	p := asked(t, "bid", false)
	done, cancel := context.WithCancel(t.Context())
	sample, samples := p.Sample, 0
	p.Sample = func(random *game.RNG) game.State {
		if samples++; samples == 5 {
			cancel()
		}
		return sample(random)
	}
	lines := player(1<<30).Analyse(done, p, seeded(1))
	require.Equal(t, 5, samples)
	require.Positive(t, visits(lines))
	lines = player(1<<30).Analyse(done, p, seeded(1))
	require.Zero(t, visits(lines))
	require.NoError(t, p.Decision.Check(game.Answer{Decision: p.Decision.ID, Picks: lines[0].Picks}))
}

// A decision with one legal answer is not searched, and neither is a position without samples.
func TestNothingToThinkAbout(t *testing.T) {
	d := &game.Decision{ID: 5, Min: 1, Max: 1}
	d.Add(game.Key{Word: 1}, 0, 1)
	p := &game.Position{Decision: d, Sample: func(*game.RNG) game.State { panic("it thinks") }}
	lines := player(100).Analyse(t.Context(), p, seeded(1))
	require.Equal(t, []game.Line{{Picks: []game.Pick{{Key: game.Key{Word: 1}, N: 1}}}}, lines)
	d.Add(game.Key{Word: 2}, 0, 1)
	p.Sample = nil
	require.Empty(t, player(100).Analyse(t.Context(), p, seeded(1)))
	require.Equal(t, game.PlainAnswer(d), player(100).Choose(t.Context(), p, seeded(1)))
}

// The chances of states are estimated from equally many simulations of each source, and repeatably. A match that is
// over has the chances of its result.
func TestEstimate(t *testing.T) {
	p := asked(t, "bid", false)
	drawn := 0
	now := func(random *game.RNG) game.State {
		drawn++
		return p.Sample(random)
	}
	over := p.Sample(seeded(3))
	quick := bot.NewRandom()
	for over.Waiting() != 0 {
		next := game.NewPosition(over, over.Waiting().First(), nil)
		picks := quick.Choose(t.Context(), next, seeded(uint64(next.Decision.ID)))
		require.NoError(t, over.Apply(next.Seat, game.Answer{Decision: next.Decision.ID, Picks: picks}, nil))
	}
	ended := func(*game.RNG) game.State { return over.Clone() }
	one := player(1)
	means := one.Estimate(t.Context(), 50, seeded(1), now, ended)
	require.Equal(t, 50, drawn)
	require.Equal(t, means, one.Estimate(t.Context(), 50, seeded(1), now, ended))
	for _, chances := range means {
		require.InDelta(t, 1, chances[0]+chances[1], 1e-9)
	}
	require.Contains(t, []float64{0, 0.5, 1}, means[1][0])
	done, cancel := context.WithCancel(t.Context())
	cancel()
	require.Nil(t, one.Estimate(done, 50, seeded(1), now))
}

// The error of a line is that of its difference to the first one. It is 0 for a result that is exact.
func TestErrorOfLines(t *testing.T) {
	lines := player(600).Analyse(t.Context(), asked(t, "sing", false), seeded(1))
	require.Zero(t, lines[0].Error)
	for _, line := range lines[1:] {
		require.GreaterOrEqual(t, line.Error, 0.0)
		require.Less(t, line.Error, 0.5)
	}
	for _, line := range player(1).Analyse(t.Context(), asked(t, "sing", true), seeded(1)) {
		require.Zero(t, line.Error)
	}
}
