package seasons

import (
	"fmt"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// Check implements game.State. It checks that there are two copies of every card of the pool, that
// no limit is exceeded, and that a seat has a decision exactly if the match is not over.
func (s *match) Check() error {
	var seen [cards.NumCards + 1]uint8
	for i := range s.players[:s.seats] {
		p := &s.players[i]
		if err := s.checkPlayer(game.Seat(i)); err != nil {
			return err
		}
		for _, set := range [...]cardSet{p.hand, p.library[0], p.library[1], p.packet, p.picked} {
			countSet(&seen, set)
		}
		for _, c := range p.play[:p.nPlay] {
			if c.number > cards.NumCards {
				return fmt.Errorf("card %d in play", c.number)
			}
			seen[c.number]++
		}
	}
	for _, list := range [...][]uint8{s.draw.list(), s.discard.list()} {
		for _, number := range list {
			if number > cards.NumCards {
				return fmt.Errorf("card %d in a pile", number)
			}
			seen[number]++
		}
	}
	countSet(&seen, s.held)
	countSet(&seen, s.setAside)
	for number := 1; number <= cards.NumCards; number++ {
		want := uint8(0)
		if number <= s.poolCards() {
			want = copies
		}
		if seen[number] != want {
			return fmt.Errorf("%d copies of card %d instead of %d", seen[number], number, want)
		}
	}
	if (s.Waiting() == 0) != (s.phase == phaseOver) {
		return fmt.Errorf("phase %s waits for seats %b", s.phase, s.Waiting())
	}
	return nil
}

func (s *match) checkPlayer(seat game.Seat) error {
	p := &s.players[seat]
	switch {
	case p.crystals < 0:
		return fmt.Errorf("seat %d has %d crystals", seat, p.crystals)
	case p.gauge > maxGauge:
		return fmt.Errorf("seat %d has a gauge of %d", seat, p.gauge)
	case p.bonuses > maxBonuses:
		return fmt.Errorf("seat %d has used %d bonuses", seat, p.bonuses)
	}
	if !(s.stack.Len() > 0 && s.op(s.stack.Top()).verb == verbLoseEnergy) && p.reserve.total() > s.reserveLimit(seat) {
		return fmt.Errorf("seat %d has %d tokens in its reserve", seat, p.reserve.total())
	}
	for i := range p.play[:p.nPlay] {
		c := &p.play[i]
		if c.id == 0 || c.id > s.lastID {
			return fmt.Errorf("a card in play has id %d of %d", c.id, s.lastID)
		}
		if !s.rules.effect(s, c.number).holdsTokens && c.tokens.total() > 0 {
			return fmt.Errorf("tokens on card %d", c.number)
		}
	}
	return nil
}

func countSet(seen *[cards.NumCards + 1]uint8, set cardSet) {
	for number := set.first(); number != 0 && int(number) < len(seen); number = set.next(number) {
		seen[number] += uint8(set.count(number))
	}
}
