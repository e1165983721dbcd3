package seasons

import (
	"cmp"
	"slices"

	"archmage/internal/game"
)

// This file has the bots' draft and split.

// draftRounds is the number of rounds that a drafted card is expected to be in play.
const draftRounds = 12

func (ev *evaluation) answerDraft() []game.Pick {
	return ev.bestOption(func(key game.Key) int { return ev.value(key.A, draftRounds) })
}

// answerSplit sorts the nine cards by the time at which they pay off. Cards that act every round or
// make room come first. Cards that cost much or only score come last.
func (ev *evaluation) answerSplit() []game.Pick {
	var memory [packetSize]uint8
	list := nineCards(memory[:0], ev.d)
	sortCards(list, ev.urgency)
	picks := ev.picks[:0]
	for i, number := range list {
		picks = game.AddPick(picks, game.Pick{Key: cardKey(number), N: 1, Group: uint8(i / cardsOfYear)})
	}
	return picks
}

// cardsOfYear is the number of cards for each year.
const cardsOfYear = 3

// nineCards appends the numbers of the cards of a split to list, once for each copy.
func nineCards(list []uint8, d *game.Decision) []uint8 {
	for i := range d.Options {
		for range d.Options[i].Min {
			list = append(list, d.Options[i].Key.A)
		}
	}
	return list
}

// sortCards sorts the cards by worth, the highest first.
func sortCards[T cmp.Ordered](list []uint8, worth func(number uint8) T) {
	slices.SortStableFunc(list, func(a, b uint8) int { return cmp.Compare(worth(b), worth(a)) })
}

// splitGuide computes the suggestions for the split. All matches share it, so only its constant
// parts may be read.
var splitGuide = NewGuide().(*guide)

// suggestSplit suggests a split. The cards that gain most from being in hand in the first round,
// according to the trained model, go to the hand. The remaining cards go to the libraries, in the
// order in which they pay off.
func (s *match) suggestSplit(d *game.Decision) {
	g := splitGuide
	m := evaluation{greedy: g.greedy, s: s, players: int(s.seats), edition: s.edition}
	var memory [packetSize]uint8
	list := nineCards(memory[:0], d)
	sortCards(list, func(number uint8) float64 { return g.firstRoundBonus(s.seats, number) })
	sortCards(list[cardsOfYear:], m.urgency)
	for i, number := range list {
		d.Suggested = game.AddPick(d.Suggested, game.Pick{Key: cardKey(number), N: 1, Group: uint8(i / cardsOfYear)})
	}
}

// urgency returns the estimated loss if the card comes a year later.
func (ev *evaluation) urgency(number uint8) int {
	w := ev.weight(number)
	const roundsOfYear = 6
	gain := (w.perRound+w.perOpponentRound*ev.opponents())*roundsOfYear + 40*w.gauge + 8*w.energy + 20*w.cards
	if w.minRounds > 0 {
		gain += 3 * crystal
	}
	return gain - ev.price(
		number,
	)/4 - w.perItem - crystal*(w.ifNoFamiliar+w.ifMostCards+w.perTokenLeft+w.fromEachIfRichest)/2
}
