package search

import (
	"cmp"
	"math"
	"slices"

	"archmage/internal/game"
)

// Explainer is a [Guide] that can measure effects of an answer other than points.
type Explainer interface {
	Guide
	// Effects lists the effects to compare between the answers to a decision in the state. If there
	// are none, no reasons are given.
	Effects(s game.State) []Effect
	// Measure fills in the amount of each effect that the seat has in the final state of a playout.
	// The amounts are 0 before the call.
	Measure(s game.State, seat game.Seat, amounts []float64)
}

// Effect is a quantity that an answer can change, such as the energy in the reserve.
type Effect struct {
	// Code and Args name it in a [game.Reason].
	Code string
	Args game.Facts
	// Points is the approximate value in points of one more unit, negative if less is better.
	Points float64
	// Chance means that the amount is 1 or 0, so that its mean is a probability.
	Chance bool
}

const (
	// An effect is a reason if the difference between the two answers is at least reasonErrors
	// standard errors, reasonPoints points, and reasonShare of the difference in points. For a
	// chance it must also be at least reasonChance. At most maxReasons reasons are given. An answer
	// with fewer playouts than reasonVisits gets none.
	reasonErrors, reasonChance = 2, 0.1
	reasonPoints               = 0.75
	reasonShare                = 0.5
	maxReasons                 = 2
	reasonVisits               = 6
)

// effectSums has the sum of the amounts of each effect, and of their squares.
type effectSums struct{ sums, squares []float64 }

// reset sets the sums of this many effects to 0 and keeps their memory.
func (m *effectSums) reset(effects int) {
	m.sums, m.squares = slices.Grow(m.sums[:0], effects)[:effects], slices.Grow(m.squares[:0], effects)[:effects]
	clear(m.sums)
	clear(m.squares)
}

// mean returns the mean of an effect over the visits, and the square of its standard error.
func (m *effectSums) mean(effect int, visits int) (mean, variance float64) {
	n := float64(visits)
	mean = m.sums[effect] / n
	return mean, max(0, m.squares[effect]/n-mean*mean) / n
}

// enableEffects makes the search measure effects if the guide is an [Explainer].
func (s *searcher) enableEffects() {
	explainer, ok := s.guide.(Explainer)
	if !ok {
		return
	}
	if s.effects = explainer.Effects(s.deals[0]); len(s.effects) > 0 {
		s.explainer, s.amounts = explainer, make([]float64, len(s.effects))
	}
}

// addEffects adds the effects in the final state of a playout to the sums of the answer.
func (s *searcher) addEffects(a *answer) {
	if s.explainer == nil {
		return
	}
	clear(s.amounts)
	s.explainer.Measure(s.state, s.seat, s.amounts)
	for i, amount := range s.amounts {
		a.effectSums.sums[i] += amount
		a.effectSums.squares[i] += amount * amount
	}
}

// reasons returns the reasons for answer a over answer b if sign is 1, and the reasons against a if
// sign is -1.
func (s *searcher) reasons(a, b *answer, sign float64) []game.Reason {
	if s.explainer == nil || min(len(a.values), len(b.values)) < reasonVisits {
		return nil
	}
	type weightedReason struct {
		game.Reason
		points float64
	}
	minPoints := max(reasonPoints, reasonShare*math.Abs(a.expectedPoints()-b.expectedPoints()))
	var list []weightedReason
	for i := range s.effects {
		e := &s.effects[i]
		mean, variance := a.effectSums.mean(i, len(a.values))
		other, otherVariance := b.effectSums.mean(i, len(b.values))
		difference := mean - other
		points := sign * difference * e.Points
		if points < minPoints || math.Abs(difference) < reasonErrors*math.Sqrt(variance+otherVariance) {
			continue
		}
		r := game.Reason{Code: e.Code, Args: slices.Clone(e.Args)}
		if e.Chance {
			if math.Abs(difference) < reasonChance {
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
		list = append(list, weightedReason{r, points})
	}
	slices.SortStableFunc(list, func(a, b weightedReason) int { return cmp.Compare(b.points, a.points) })
	var reasons []game.Reason
	for _, r := range list[:min(len(list), maxReasons)] {
		reasons = append(reasons, r.Reason)
	}
	return reasons
}
