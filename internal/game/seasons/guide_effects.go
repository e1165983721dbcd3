package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
	"archmage/internal/game/search"
)

// The effects that reasons for an answer are made of, before those of the cards.
const (
	effectCrystals = iota
	effectPlay
	effectEnergy
	effectGauge
	effectBonuses
	effectRival
	effectHand
	numEffects
)

// What one of an effect is worth in points, about.
const (
	energyPoints, gaugePoints, bonusPoints, cardPoints = 2, 4, 6, 10
)

// Effects implements search.Explainer: what becomes of crystals, energies and cards.
// Before the game it is what has been learned about the cards that are picked.
func (g *guide) Effects(from game.State) []search.Effect {
	s := from.(*match)
	if s.round == 0 {
		return []search.Effect{{Code: "learned", Points: 1}}
	}
	list := make([]search.Effect, numEffects+cards.NumCards)
	list[effectCrystals] = search.Effect{Code: "crystals", Points: 1}
	list[effectPlay] = search.Effect{Code: "play", Points: 1}
	list[effectEnergy] = search.Effect{Code: "energy", Points: energyPoints}
	list[effectGauge] = search.Effect{Code: "gauge", Points: gaugePoints}
	list[effectBonuses] = search.Effect{Code: "bonuses", Points: -bonusPoints}
	list[effectRival] = search.Effect{Code: "rival", Points: -1}
	list[effectHand] = search.Effect{Code: "hand", Points: -handPenalty}
	if int(s.position)+2*roundsAhead > lastSpace { // the end comes into sight
		list[effectEnergy].Points, list[effectGauge].Points = 0, 0
	} else {
		list[effectHand].Points = 0
	}
	for number := uint8(1); number <= cards.NumCards; number++ {
		list[numEffects+int(number)-1] = search.Effect{
			Code: "card", Args: game.Facts{game.Int("piece", number)}, Points: cardPoints, Chance: true,
		}
	}
	return list
}

// Measure implements search.Explainer.
func (g *guide) Measure(from game.State, seat game.Seat, amounts []float64) {
	s := from.(*match)
	if len(amounts) == 1 {
		stage, features := g.Features(s, seat, g.features[:0])
		g.features = features
		amounts[0], _, _ = g.model.Gain(stage, features)
		return
	}
	p := &s.players[seat]
	score := s.scoreOf(seat)
	amounts[effectCrystals] = float64(score.crystals)
	amounts[effectPlay] = float64(score.prestige + score.cards)
	amounts[effectEnergy] = float64(p.reserve.total())
	amounts[effectGauge] = float64(p.gauge)
	amounts[effectBonuses] = float64(p.bonuses)
	amounts[effectHand] = float64(p.hand.len())
	rival := -1 << 20
	for i := range game.Seat(s.seats) {
		if i != seat {
			rival = max(rival, s.scoreOf(i).total())
		}
	}
	amounts[effectRival] = float64(rival)
	for _, c := range p.play[:p.inPlay] {
		amounts[numEffects+int(c.number)-1] = 1
	}
}
