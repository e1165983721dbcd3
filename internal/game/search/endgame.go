package search

import (
	"cmp"
	"math"
	"slices"

	"archmage/internal/game"
)

const (
	// endgameNodes is the maximum number of answers that are tried in one search.
	endgameNodes = 4000
	// endgameAnswers is the maximum number of answers to one decision that are tried.
	endgameAnswers = 300
)

// solveEndgame searches every line of play to the end of the match. It returns the answers with the
// best result of each, best first. It returns false as soon as it finds that another seat must
// decide first, that the result depends on chance, or that a limit is exceeded.
func (s *searcher) solveEndgame(p *game.Position, random *game.RNG) ([]game.Line, bool) {
	search := endgame{s: s, nodes: endgameNodes, random: random}
	list, all := p.Decision.Answers(endgameAnswers)
	if !all {
		return nil, false
	}
	type result struct {
		game.Line
		value float64
	}
	var results []result
	for _, picks := range slices.Backward(list) {
		if s.guide.TakesBack(picks[0].Key) {
			continue
		}
		before := search.nodes
		value, line, ok := search.bestAfter(s.deals[0], p.Decision.ID, picks, 0)
		if !ok {
			return nil, false
		}
		line.Picks, line.Visits = picks, before-search.nodes
		results = append(results, result{line, value})
	}
	slices.SortStableFunc(results, func(a, b result) int { return cmp.Compare(b.value, a.value) })
	var lines []game.Line
	for i := range results {
		lines = append(lines, results[i].Line)
	}
	if len(lines) == 0 {
		return nil, false
	}
	lines[0].Reasons = []game.Reason{{Code: game.ReasonCertain}}
	return lines, true
}

// endgame is an exhaustive search to the end of the match.
type endgame struct {
	s      *searcher
	states []game.State
	step   game.Step
	nodes  int
	random *game.RNG
}

// bestAfter returns the best result that can follow an answer in the state before. It returns false
// if the search must be given up.
func (f *endgame) bestAfter(
	before game.State,
	decision uint32,
	picks []game.Pick,
	depth int,
) (value float64, line game.Line, ok bool) {
	if f.nodes--; f.nodes < 0 {
		return 0, game.Line{}, false
	}
	if depth == len(f.states) {
		f.states = append(f.states, before.Clone())
	}
	state := f.states[depth]
	before.CopyInto(state)
	f.step.Reset()
	if state.Apply(f.s.seat, game.Answer{Decision: decision, Picks: picks}, &f.step) != nil {
		return 0, game.Line{}, false
	}
	if state.Waiting() == 0 {
		var points Points
		sides, spread := f.s.guide.Points(state, &points)
		if f.step.Random && f.dependsOnChance(before, decision, picks, points) {
			return 0, game.Line{}, false
		}
		a := answer{}
		f.s.addResult(&a, &points, sides, spread)
		return a.values[0], game.Line{Chance: a.chance, Points: a.points, Place: a.place, Chances: a.chances}, true
	}
	var d game.Decision
	d.Plain = true
	if !f.step.Undoable() || state.Waiting() != game.Seats(0).With(f.s.seat) || !state.Decision(f.s.seat, &d) {
		return 0, game.Line{}, false
	}
	list, all := d.Answers(endgameAnswers)
	if !all {
		return 0, game.Line{}, false
	}
	value = math.Inf(-1)
	for _, next := range slices.Backward(list) {
		if f.s.guide.TakesBack(next[0].Key) {
			continue
		}
		v, l, ok := f.bestAfter(state, d.ID, next, depth+1)
		if !ok {
			return 0, game.Line{}, false
		}
		if v > value {
			value, line = v, l
		}
	}
	return value, line, value > math.Inf(-1)
}

// dependsOnChance reports whether chance can change the points after the last answer. It compares
// them with the points in three other samples.
func (f *endgame) dependsOnChance(before game.State, decision uint32, picks []game.Pick, points Points) bool {
	for range 3 {
		other := before.Sample(game.SeatViewer(f.s.seat), f.random)
		if other.Apply(f.s.seat, game.Answer{Decision: decision, Picks: picks}, nil) != nil || other.Waiting() != 0 {
			return true
		}
		var again Points
		if f.s.guide.Points(other, &again); again != points {
			return true
		}
	}
	return false
}
