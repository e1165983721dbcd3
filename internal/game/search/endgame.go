package search

import (
	"cmp"
	"math"
	"slices"

	"archmage/internal/game"
)

const (
	// endgameNodes bounds the answers that are tried to finish a match, and
	// endgameAnswers those to one decision.
	endgameNodes   = 4000
	endgameAnswers = 300
)

// solveEndgame looks through all that the seat can still do, where nobody else decides anything before
// the match is over and nothing is left to chance, and returns the answers with the best that can
// come of each, the best one first. It gives up as soon as that is not so.
func (s *searcher) solveEndgame(p *game.Position, random *game.RNG) ([]game.Line, bool) {
	f := endgame{s: s, nodes: endgameNodes, random: random}
	list, all := p.Decision.Answers(endgameAnswers)
	if !all {
		return nil, false
	}
	type tried struct {
		game.Line
		value float64
	}
	var ends []tried
	for _, picks := range slices.Backward(list) {
		if s.guide.Back(picks[0].Key) {
			continue
		}
		before := f.nodes
		value, line, ok := f.after(s.deals[0], p.Decision.ID, picks, 0)
		if !ok {
			return nil, false
		}
		line.Picks, line.Visits = picks, before-f.nodes
		ends = append(ends, tried{line, value})
	}
	slices.SortStableFunc(ends, func(a, b tried) int { return cmp.Compare(b.value, a.value) })
	var lines []game.Line
	for i := range ends {
		lines = append(lines, ends[i].Line)
	}
	if len(lines) == 0 {
		return nil, false
	}
	lines[0].Reasons = []game.Reason{{Code: game.ReasonCertain}}
	return lines, true
}

// endgame is a search of what is left.
type endgame struct {
	s      *searcher
	states []game.State
	step   game.Step
	nodes  int
	random *game.RNG
}

// after returns the best that can come of an answer in a state.
func (f *endgame) after(
	from game.State,
	decision uint32,
	picks []game.Pick,
	depth int,
) (value float64, line game.Line, ok bool) {
	if f.nodes--; f.nodes < 0 {
		return 0, game.Line{}, false
	}
	if depth == len(f.states) {
		f.states = append(f.states, from.Clone())
	}
	state := f.states[depth]
	from.CopyInto(state)
	f.step.Reset()
	if state.Apply(f.s.asked, game.Answer{Decision: decision, Picks: picks}, &f.step) != nil {
		return 0, game.Line{}, false
	}
	if state.Waiting() == 0 {
		var points Points
		sides, spread := f.s.guide.Points(state, &points)
		if f.step.Random && f.chance(from, decision, picks, points) {
			return 0, game.Line{}, false
		}
		a := answer{}
		f.s.note(&a, &points, sides, spread)
		return a.values[0], game.Line{Chance: a.chance, Points: a.points, Place: a.place, Chances: a.chances}, true
	}
	var d game.Decision
	d.Plain = true
	if !f.step.Undoable() || state.Waiting() != game.Seats(0).With(f.s.asked) || !state.Decision(f.s.asked, &d) {
		return 0, game.Line{}, false
	}
	list, all := d.Answers(endgameAnswers)
	if !all {
		return 0, game.Line{}, false
	}
	value = math.Inf(-1)
	for _, next := range slices.Backward(list) {
		if f.s.guide.Back(next[0].Key) {
			continue
		}
		v, l, ok := f.after(state, d.ID, next, depth+1)
		if !ok {
			return 0, game.Line{}, false
		}
		if v > value {
			value, line = v, l
		}
	}
	return value, line, value > math.Inf(-1)
}

// chance reports whether the last answer may lead to other points by chance.
func (f *endgame) chance(from game.State, decision uint32, picks []game.Pick, points Points) bool {
	for range 3 {
		other := from.Sample(game.SeatViewer(f.s.asked), f.random)
		if other.Apply(f.s.asked, game.Answer{Decision: decision, Picks: picks}, nil) != nil || other.Waiting() != 0 {
			return true
		}
		var again Points
		if f.s.guide.Points(other, &again); again != points {
			return true
		}
	}
	return false
}
