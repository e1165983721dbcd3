package search

import (
	"cmp"
	"math"
	"slices"

	"archmage/internal/game"
)

// Explainer is a [Guide] that can say what an answer leads to besides points.
type Explainer interface {
	Guide
	// Effects lists what can be told apart in what comes of an answer to the state;
	// without any, there are no reasons.
	Effects(s game.State) []Effect
	// Measure fills in how much of each effect the seat has in a state, in which an
	// answer is no longer played on. The amounts are 0 before.
	Measure(s game.State, seat game.Seat, amounts []float64)
}

// Effect is something that an answer can lead to, as energies in the reserve.
type Effect struct {
	// Code and Args name it in a [game.Reason].
	Code string
	Args game.Facts
	// Points is about how many points one more of it is worth, below 0 where less is better.
	Points float64
	// Chance: the amount is 1 or 0, and its mean is a chance.
	Chance bool
}

const (
	// An effect is a reason if the two answers differ in it by so many standard
	// errors, so many points, such a part of the points between them, and, if it is a
	// chance, by so much. So many reasons are given, and none where an answer has been
	// played on less often.
	sureErrors, sureChance = 2, 0.1
	reasonPoints           = 0.75
	reasonPart             = 0.5
	mostReasons            = 2
	reasonVisits           = 6
)

// effectSums are the sums of the amounts of each effect, and of their squares.
type effectSums struct{ sums, squares []float64 }

// reset empties the sums of so many effects and keeps their memory.
func (m *effectSums) reset(effects int) {
	m.sums, m.squares = slices.Grow(m.sums[:0], effects)[:effects], slices.Grow(m.squares[:0], effects)[:effects]
	clear(m.sums)
	clear(m.squares)
}

// mean returns the mean of an effect in so many amounts, and the square of its standard error.
func (m *effectSums) mean(effect int, visits int) (mean, err float64) {
	n := float64(visits)
	mean = m.sums[effect] / n
	return mean, max(0, m.squares[effect]/n-mean*mean) / n
}

// explain makes the search measure effects.
func (s *searcher) explain() {
	explainer, ok := s.guide.(Explainer)
	if !ok {
		return
	}
	if s.effects = explainer.Effects(s.deals[0]); len(s.effects) > 0 {
		s.explainer, s.amounts = explainer, make([]float64, len(s.effects))
	}
}

// measure adds up the effects of an answer that has been played on.
func (s *searcher) measure(a *answer) {
	if s.explainer == nil {
		return
	}
	clear(s.amounts)
	s.explainer.Measure(s.state, s.asked, s.amounts)
	for i, amount := range s.amounts {
		a.effectSums.sums[i] += amount
		a.effectSums.squares[i] += amount * amount
	}
}

// reasons returns what speaks for an answer beside another one; with sign -1, what
// speaks against it.
func (s *searcher) reasons(a, b *answer, sign float64) []game.Reason {
	if s.explainer == nil || min(len(a.values), len(b.values)) < reasonVisits {
		return nil
	}
	type weighed struct {
		game.Reason
		points float64
	}
	least := max(reasonPoints, reasonPart*math.Abs(a.expected()-b.expected()))
	var list []weighed
	for i := range s.effects {
		e := &s.effects[i]
		mean, err := a.effectSums.mean(i, len(a.values))
		other, otherErr := b.effectSums.mean(i, len(b.values))
		difference := mean - other
		points := sign * difference * e.Points
		if points < least || math.Abs(difference) < sureErrors*math.Sqrt(err+otherErr) {
			continue
		}
		r := game.Reason{Code: e.Code, Args: slices.Clone(e.Args)}
		if e.Chance {
			if math.Abs(difference) < sureChance {
				continue
			}
			r.Args = append(
				r.Args,
				game.Int("n", int(math.Round(100*mean))),
				game.Int("of", int(math.Round(100*other))),
			)
		} else {
			n := int(math.Round(difference))
			if n == 0 {
				continue
			}
			r.Args = append(r.Args, game.Int("n", n))
		}
		list = append(list, weighed{r, points})
	}
	slices.SortStableFunc(list, func(a, b weighed) int { return cmp.Compare(b.points, a.points) })
	var reasons []game.Reason
	for _, one := range list[:min(len(list), mostReasons)] {
		reasons = append(reasons, one.Reason)
	}
	return reasons
}
