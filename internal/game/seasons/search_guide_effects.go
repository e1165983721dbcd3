package seasons

import (
	"archmage/internal/game"
	"archmage/internal/game/search"
)

// The effects that can be reasons for an answer are sources of points. Other differences, such as
// remaining energy, only help to gain points and are not given as reasons.
const (
	effectCrystals = iota
	effectPlay
	effectRival
	numEffects
)

// Effects implements search.Explainer. There are no effects to compare before the first round.
func (g *guide) Effects(state game.State) []search.Effect {
	if state.(*match).round == 0 {
		return nil
	}
	return []search.Effect{
		effectCrystals: {Code: "crystals", Points: 1},
		effectPlay:     {Code: "play", Points: 1},
		effectRival:    {Code: "rival", Points: -1},
	}
}

// Measure implements search.Explainer.
func (g *guide) Measure(state game.State, seat game.Seat, amounts []float64) {
	s := state.(*match)
	score := s.scoreOf(seat)
	amounts[effectCrystals] = float64(score.crystals)
	amounts[effectPlay] = float64(score.prestige + score.cards)
	rival := -1 << 20
	for i := range game.Seat(s.seats) {
		if i != seat {
			rival = max(rival, s.scoreOf(i).total())
		}
	}
	amounts[effectRival] = float64(rival)
}
