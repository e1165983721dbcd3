package seasons

import (
	"slices"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// This file has the basic changes of the state that effects consist of. They ask no questions
// themselves.

// source returns the fact that names the card which caused an event. It is omitted if card is 0.
func source(card uint8) game.Fact { return game.NonZero("card", card) }

func (s *match) gainCrystals(seat game.Seat, n int, card uint8) {
	if n > 0 {
		s.players[seat].crystals += int32(n)
		s.crystalEvent(seat, n, card)
	}
}

// loseCrystals takes at most n crystals from the seat and returns the number taken.
func (s *match) loseCrystals(seat game.Seat, n int, card uint8) int {
	n = min(n, int(s.players[seat].crystals))
	if n > 0 {
		s.players[seat].crystals -= int32(n)
		s.crystalEvent(seat, -n, card)
	}
	return n
}

// moveCrystals moves at most n crystals from one seat to another and returns the number moved.
func (s *match) moveCrystals(from, to game.Seat, n int, card uint8) int {
	n = s.loseCrystals(from, n, card)
	s.gainCrystals(to, n, card)
	return n
}

func (s *match) crystalEvent(seat game.Seat, n int, card uint8) {
	if s.step != nil {
		s.step.Add(eventCrystals, seat, game.Int("n", n), source(card))
	}
}

// changeGauge changes the seat's summoning gauge by n, which can be negative. The gauge stays
// between 0 and 15.
func (s *match) changeGauge(seat game.Seat, n int, card uint8) {
	p := &s.players[seat]
	before := int(p.gauge)
	p.gauge = uint8(min(maxGauge, max(0, before+n)))
	if int(p.gauge) != before {
		s.step.Add(eventGauge, seat, game.Int("n", int(p.gauge)-before), source(card))
	}
}

// gainEnergy adds tokens from the stockpile to the seat's reserve. The seat must throw away tokens
// above the limit before anything else happens.
func (s *match) gainEnergy(seat game.Seat, t tokens, card uint8) {
	if t.total() == 0 {
		return
	}
	s.players[seat].reserve.add(t)
	s.energyEvent(eventEnergy, seat, t, card)
	s.enforceReserveLimit(seat)
}

// spend moves the chosen tokens of the seat to the stockpile.
func (s *match) spend(seat game.Seat, paid payment, card uint8) {
	if paid.total() == 0 {
		return
	}
	p := &s.players[seat]
	_, ids := s.spendable(seat)
	p.reserve.sub(paid[0])
	for place := 1; place < maxSources; place++ {
		if paid[place].total() > 0 {
			s.card(seat, ids[place]).tokens.sub(paid[place])
		}
	}
	s.energyEvent(eventSpend, seat, paid.sum(), card)
}

// burnReserve moves the seat's whole reserve to the stockpile and returns the tokens.
func (s *match) burnReserve(seat game.Seat, card uint8) tokens {
	burnt := s.players[seat].reserve
	s.spend(seat, payment{burnt}, card)
	return burnt
}

func (s *match) energyEvent(kind string, seat game.Seat, t tokens, card uint8) {
	if s.step != nil {
		s.step.Add(kind, seat,
			game.NonZero("air", t[cards.Air]), game.NonZero("water", t[cards.Water]),
			game.NonZero("fire", t[cards.Fire]), game.NonZero("earth", t[cards.Earth]), source(card))
	}
}

// enforceReserveLimit lets the seat throw tokens away if its reserve is above the limit.
func (s *match) enforceReserveLimit(seat game.Seat) {
	if s.players[seat].reserve.total() > s.reserveLimit(seat) {
		s.stack.Push(frame{program: programSpill, seat: seat})
	}
}

// spill throws away tokens that the reserve cannot hold.
func (s *match) spill(seat game.Seat, lost tokens) {
	s.players[seat].reserve.sub(lost)
	s.energyEvent(eventSpill, seat, lost, 0)
}

// drawOne takes the top card of the draw pile. An empty draw pile is refilled from the discard pile
// first. It returns 0 if both are empty (rulebook: neutral elements).
func (s *match) drawOne() uint8 {
	s.refill()
	if s.draw.n == 0 {
		return 0
	}
	if next := &s.script; next.nDraws > 0 {
		s.bringToTop(next.draws[0])
		next.nDraws--
		copy(next.draws[:], next.draws[1:])
		next.draws[len(next.draws)-1] = 0
	}
	return s.draw.pop()
}

// bringToTop puts a scripted card on top of the draw pile, if the pile contains it.
func (s *match) bringToTop(number uint8) {
	list := s.draw.list()
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] == number {
			copy(list[i:], list[i+1:])
			list[len(list)-1] = number
			return
		}
	}
}

// refill shuffles the discard pile into a new draw pile if the draw pile is empty.
func (s *match) refill() {
	if s.draw.n > 0 || s.discard.n == 0 {
		return
	}
	s.draw, s.discard = s.discard, pile{}
	s.shuffle()
	s.recordShuffled()
	s.step.MarkRandom()
	s.step.Add(eventShuffle, game.NoSeat, game.Int("cards", s.draw.n))
}

// shuffle shuffles the draw pile. Each shuffle has its own random stream and does not depend on the
// earlier order of the cards.
func (s *match) shuffle() {
	list := s.draw.list()
	slices.Sort(list)
	game.Shuffle(s.seed.Stream("deck", int(s.shuffles)), list)
	s.shuffles++
}

// drawToHand draws a card that the seat must keep. It returns the card's number, or 0 if no card is
// left.
func (s *match) drawToHand(seat game.Seat, card uint8) uint8 {
	number := s.drawOne()
	if number != 0 {
		s.players[seat].hand.add(number)
		s.recordDrawn(seat, number, handOf(seat))
		s.drawnCount[seat]++
		s.step.AddSecret(eventDraw, seat, onlySeat(seat), game.Int("drawn", number), source(card))
	}
	return number
}

// onlySeat returns the set that contains just the seat.
func onlySeat(seat game.Seat) game.Seats { return game.Seats(0).With(seat) }

// leavePlay removes a card from play. Tokens on it are lost.
func (s *match) leavePlay(seat game.Seat, id uint16) cardInPlay {
	p := &s.players[seat]
	for i := range p.play[:p.nPlay] {
		if p.play[i].id == id {
			c := p.play[i]
			copy(p.play[i:], p.play[i+1:p.nPlay])
			p.nPlay--
			p.play[p.nPlay] = cardInPlay{}
			p.played.remove(c.number)
			return c
		}
	}
	panic("seasons: a card leaves play that is not there")
}

// sacrifice moves cards from play to the discard pile at the same time. Then it runs their
// sacrifice effects and enforces the limit of the reserve.
func (s *match) sacrifice(seat game.Seat, ids ...uint16) {
	var removed [maxInPlay]cardInPlay
	for i, id := range ids {
		removed[i] = s.leavePlay(seat, id)
		s.discard.push(removed[i].number)
		s.recordForAll(game.NoSeat, removed[i].number, inDiscard)
		s.step.Add(eventSacrifice, seat, game.Int("card", removed[i].number), game.Int("id", id))
	}
	for _, c := range removed[:len(ids)] {
		if sacrificed := s.rules.effect(s, c.number).runWhenSacrificed; sacrificed != nil {
			sacrificed(s, seat)
		}
	}
	s.enforceReserveLimit(seat)
}

// discardFromHand moves a card from the hand to the discard pile. If shown is true, all viewers see
// the card.
func (s *match) discardFromHand(seat game.Seat, number uint8, shown bool, card uint8) {
	s.players[seat].hand.remove(number)
	s.discard.push(number)
	if shown {
		s.recordShown(seat, number, s.seats)
		s.recordForAll(game.NoSeat, number, inDiscard)
		s.step.Add(eventDiscard, seat, game.Int("discarded", number), source(card))
		return
	}
	s.recordDiscardedUnseen(seat, number)
	s.privateEvent(eventDiscard, seat, "discarded", number, card)
}

// privateEvent reports the number of a card that only the seat may see and has already seen.
func (s *match) privateEvent(kind string, seat game.Seat, fact string, number, card uint8) {
	s.step.AddPrivate(kind, seat, onlySeat(seat), game.Int(fact, number), source(card))
}

// keepHeld moves a held card to the hand. rest is the place that the observers record for the other
// held cards that they know.
func (s *match) keepHeld(seat game.Seat, number uint8, rest place, card uint8) {
	if s.held.len() == 1 {
		rest = handOf(seat)
	}
	s.recordHeld(seat, &s.held, rest)
	s.drawnCount[seat]++
	s.held.remove(number)
	s.players[seat].hand.add(number)
	s.privateEvent(eventKeep, seat, "kept", number, card)
}

// discardHeld moves all held cards to the discard pile.
func (s *match) discardHeld(seat game.Seat, card uint8) {
	s.recordHeld(seat, &s.held, inDiscard)
	for number := s.held.first(); number != 0; number = s.held.first() {
		s.held.remove(number)
		s.discard.push(number)
		s.record(int(seat), number, inDiscard)
		s.privateEvent(eventDiscard, seat, "discarded", number, card)
	}
}
