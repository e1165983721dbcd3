package seasons

import (
	"slices"

	"archmage/internal/game"
)

// This file has the computer player's draft and split.

// draftRounds is how many rounds a card is expected to be in play in the draft.
const draftRounds = 12

// answerDraft keeps the card with the highest value.
func (m *mind) answerDraft() []game.Pick {
	return m.best(func(key game.Key) int { return m.value(key.A, draftRounds) })
}

// answerSplit sorts the nine cards by when they pay off: what works in every
// round, or lets others in, first; what costs much or only scores, last.
func (m *mind) answerSplit() []game.Pick {
	var memory [packetSize]int
	order := memory[:0]
	for i := range m.d.Options {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return m.urgency(m.d.Options[b].Key.A) - m.urgency(m.d.Options[a].Key.A)
	})
	const cardsOfYear = 3
	picks := m.picks[:0]
	placed := 0
	for _, i := range order {
		for range m.d.Options[i].Min {
			picks = game.AddPick(picks, game.Pick{Key: m.d.Options[i].Key, N: 1, Group: uint8(placed / cardsOfYear)})
			placed++
		}
	}
	return picks
}

// urgency is how much is lost if a card comes a year later.
func (m *mind) urgency(number uint8) int {
	w := m.weight(number)
	const roundsOfYear = 6
	gain := (w.round+w.rival*m.opponents())*roundsOfYear + 40*w.gauge + 8*w.energy + 20*w.cards
	if w.least > 0 {
		gain += 3 * crystal
	}
	return gain - m.price(number)/4 - w.items - crystal*(w.alone+w.most+w.kept+w.steal)/2
}
