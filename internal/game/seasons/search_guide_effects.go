package seasons

import (
	"archmage/internal/game"
	"archmage/internal/game/search"
)

// The effects that reasons for an answer are made of. They are the points
// themselves: what else differs after some rounds, such as energies left, is what
// happened on the way and not why an answer is good.
const (
	effectCrystals = iota
	effectPlay
	effectRival
	numEffects
)

// Effects implements search.Explainer: where the points come from. Before the game
// there is nothing to tell apart.
func (g *guide) Effects(from game.State) []search.Effect {
	if from.(*match).round == 0 {
		return nil
	}
	return []search.Effect{
		effectCrystals: {Code: "crystals", Points: 1},
		effectPlay:     {Code: "play", Points: 1},
		effectRival:    {Code: "rival", Points: -1},
	}
}

// Measure implements search.Explainer.
func (g *guide) Measure(from game.State, seat game.Seat, amounts []float64) {
	s := from.(*match)
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
