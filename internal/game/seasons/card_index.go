package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// cardIndex has a set of cards for each property. Bit n of a set is card n. The sets are computed
// from the effects and the catalogue.
type cardIndex struct {
	modifiers [numModifiers]uint64
	windows   [numWindows]uint64
	spendable uint64
	items     uint64
	familiars uint64
}

func indexCards(catalogue *cards.Catalogue, effects *[cards.NumCards + 1]effect) cardIndex {
	var index cardIndex
	for number := 1; number <= cards.NumCards; number++ {
		e, bit := &effects[number], uint64(1)<<number
		index.modifiers[e.modifier] |= bit
		for window, program := range e.programs {
			if program != nil {
				index.windows[window] |= bit
			}
		}
		if e.spendable {
			index.spendable |= bit
		}
		if catalogue.Cards[number].Kind == cards.Familiar {
			index.familiars |= bit
		} else {
			index.items |= bit
		}
	}
	return index
}

// index returns the card index of the match's edition.
func (s *match) index() *cardIndex { return &s.rules.indexes[s.edition] }

// count returns the number of the seat's cards in play that have the modifier.
func (s *match) count(seat game.Seat, m modifier) int {
	return s.players[seat].played.countIn(s.index().modifiers[m])
}

// familiars returns the number of familiars that the seat has in play.
func (s *match) familiars(seat game.Seat) int {
	return s.players[seat].played.countIn(s.index().familiars)
}

func (s *match) items(seat game.Seat) int { return s.players[seat].played.countIn(s.index().items) }
