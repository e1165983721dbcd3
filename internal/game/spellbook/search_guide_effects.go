package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
	"archmage/internal/game/search"
)

// The effects that can be reasons for an answer. In the list of Effects, an effect for each spell
// follows them.
const (
	effectFamiliar = iota
	effectSpells
	effectRival
	numEffects
)

// spellWorth is the approximate value, in points, of learning a spell.
const spellWorth = 5

// Effects implements search.Explainer: the sources of points, and the spells that are learned.
func (g *guide) Effects(from game.State) []search.Effect {
	s := from.(*match)
	list := make([]search.Effect, numEffects+cards.NumColours)
	list[effectFamiliar] = search.Effect{Code: "familiar", Points: 1}
	list[effectSpells] = search.Effect{Code: "spells", Points: 1}
	list[effectRival] = search.Effect{Code: "rival", Points: -1}
	for c := range cards.Colour(cards.NumColours) {
		list[numEffects+int(c)] = search.Effect{
			Code: "spell", Args: game.Facts{game.Int("piece", s.spell(c).Number)}, Points: spellWorth, Chance: true,
		}
	}
	return list
}

// Measure implements search.Explainer.
func (g *guide) Measure(from game.State, seat game.Seat, amounts []float64) {
	s := from.(*match)
	amounts[effectFamiliar] = float64(s.familiarPoints(seat))
	amounts[effectSpells] = float64(s.total(seat) - s.familiarPoints(seat))
	for c := range s.players[seat].spells {
		if s.players[seat].spells[c].level > 0 {
			amounts[numEffects+c] = 1
		}
	}
	if s.isSolo() {
		amounts[effectRival] = float64(s.opponentTotal())
		return
	}
	for other := range game.Seat(s.seats) {
		if other != seat {
			amounts[effectRival] = max(amounts[effectRival], float64(s.total(other)))
		}
	}
}
