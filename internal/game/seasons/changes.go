package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// This file holds the small changes that effects are made of. They happen at
// once and ask nothing.

// source is the fact that names the card behind an event, or nothing for 0.
func source(card uint8) game.Fact { return game.Int("card", card) }

// gainCrystals gives the seat crystals.
func (x *exec) gainCrystals(seat int8, n int, card uint8) {
	if n > 0 {
		x.players[seat].crystals += int32(n)
		x.crystalEvent(seat, n, card)
	}
}

// loseCrystals takes at most n crystals from the seat and returns how many.
func (x *exec) loseCrystals(seat int8, n int, card uint8) int {
	n = min(n, int(x.players[seat].crystals))
	if n > 0 {
		x.players[seat].crystals -= int32(n)
		x.crystalEvent(seat, -n, card)
	}
	return n
}

// moveCrystals takes at most n crystals from one seat for another.
func (x *exec) moveCrystals(from, to int8, n int, card uint8) int {
	n = x.loseCrystals(from, n, card)
	x.gainCrystals(to, n, card)
	return n
}

func (x *exec) crystalEvent(seat int8, n int, card uint8) {
	x.step.Add("crystals", game.Seat(seat), game.Int("n", n), source(card))
}

// raiseGauge moves the seat's summoning gauge by n, within 0 and 15.
func (x *exec) raiseGauge(seat int8, n int, card uint8) {
	p := &x.players[seat]
	was := int(p.gauge)
	p.gauge = uint8(min(maxGauge, max(0, was+n)))
	if int(p.gauge) != was {
		x.step.Add("gauge", game.Seat(seat), game.Int("n", int(p.gauge)-was), source(card))
	}
}

// gainEnergy puts tokens from the stockpile into the seat's reserve; what is
// over the limit is thrown away before anything else happens.
func (x *exec) gainEnergy(seat int8, t tokens, card uint8) {
	if t.total() == 0 {
		return
	}
	x.players[seat].reserve.add(t)
	x.energyEvent("energy", seat, t, card)
	x.checkLimit(seat)
}

// spend takes chosen tokens from the seat and returns them to the stockpile.
func (x *exec) spend(seat int8, paid payment, card uint8) {
	if paid.total() == 0 {
		return
	}
	p := &x.players[seat]
	_, ids := x.spendable(seat)
	p.reserve.sub(paid[0])
	for place := 1; place < maxSources; place++ {
		if paid[place].total() > 0 {
			x.card(seat, ids[place]).tokens.sub(paid[place])
		}
	}
	x.energyEvent("spend", seat, paid.sum(), card)
}

// burnReserve returns the whole reserve to the stockpile.
func (x *exec) burnReserve(seat int8, card uint8) tokens {
	burnt := x.players[seat].reserve
	x.spend(seat, payment{burnt}, card)
	return burnt
}

func (x *exec) energyEvent(kind string, seat int8, t tokens, card uint8) {
	x.step.Add(kind, game.Seat(seat),
		game.Int("air", t[cards.Air]), game.Int("water", t[cards.Water]),
		game.Int("fire", t[cards.Fire]), game.Int("earth", t[cards.Earth]), source(card))
}

// checkLimit lets the seat throw tokens away if its reserve is over the limit.
func (x *exec) checkLimit(seat int8) {
	if x.players[seat].reserve.total() > x.reserveLimit(seat) {
		x.start(frame{action: doKeep, seat: seat})
	}
}

func (x *exec) keepOnly(seat int8, keep tokens) {
	over := x.players[seat].reserve
	over.sub(keep)
	x.players[seat].reserve = keep
	x.energyEvent("spill", seat, over, 0)
}

// drawOne takes the top card of the draw pile; an empty draw pile is first
// made anew from the shuffled discard pile. It returns 0 if there is no card
// anywhere (rulebook: neutral elements).
func (x *exec) drawOne() uint8 {
	x.refill()
	if x.draw.n == 0 {
		return 0
	}
	if s := &x.script; s.nDraws > 0 {
		x.bringToTop(s.draws[0])
		s.nDraws--
		copy(s.draws[:], s.draws[1:])
		s.draws[len(s.draws)-1] = 0
	}
	return x.draw.pop()
}

// bringToTop puts a scripted card on top of the draw pile, if it is there.
func (x *exec) bringToTop(number uint8) {
	list := x.draw.list()
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] == number {
			copy(list[i:], list[i+1:])
			list[len(list)-1] = number
			return
		}
	}
}

// refill makes a new draw pile of the discard pile if the draw pile is empty.
func (x *exec) refill() {
	if x.draw.n > 0 || x.discard.n == 0 {
		return
	}
	x.draw, x.discard = x.discard, pile{}
	game.Shuffle(&x.rng, x.draw.list())
	x.step.MarkRandom()
	x.step.Add("shuffle", game.NoSeat, game.Int("cards", x.draw.n))
}

// drawToHand lets the seat draw a card that it must keep, and returns it.
func (x *exec) drawToHand(seat int8, card uint8) uint8 {
	number := x.drawOne()
	if number != 0 {
		x.players[seat].hand.add(number)
		x.step.AddSecret("draw", game.Seat(seat), seats(seat), game.Int("drawn", number), source(card))
	}
	return number
}

// seats returns the set of one seat.
func seats(seat int8) game.Seats { return game.Seats(0).With(game.Seat(seat)) }

// leavePlay takes a card out of play; tokens on it are lost.
func (x *exec) leavePlay(seat int8, id uint16) inPlay {
	p := &x.players[seat]
	for i := range p.play[:p.inPlay] {
		if p.play[i].id == id {
			c := p.play[i]
			copy(p.play[i:], p.play[i+1:p.inPlay])
			p.inPlay--
			p.play[p.inPlay] = inPlay{}
			return c
		}
	}
	panic("seasons: a card leaves play that is not there")
}

// sacrifice puts cards from play on the discard pile, all at once: first what
// their leaving brings about, then the limit of the reserve.
func (x *exec) sacrifice(seat int8, ids ...uint16) {
	var gone [maxInPlay]inPlay
	for i, id := range ids {
		gone[i] = x.leavePlay(seat, id)
		x.discard.push(gone[i].number)
		x.step.Add("sacrifice", game.Seat(seat), game.Int("card", gone[i].number), game.Int("id", id))
	}
	for _, c := range gone[:len(ids)] {
		if sacrificed := x.rules.effect(x.State, c.number).sacrificed; sacrificed != nil {
			sacrificed(x, seat)
		}
	}
	x.checkLimit(seat)
}

// discardFromHand puts a card from the hand on the discard pile. Shown says
// whether everybody sees which.
func (x *exec) discardFromHand(seat int8, number uint8, shown bool, card uint8) {
	x.players[seat].hand.remove(number)
	x.discard.push(number)
	if shown {
		x.step.Add("discard", game.Seat(seat), game.Int("discarded", number), source(card))
		return
	}
	x.knownEvent("discard", seat, "discarded", number, card)
}

// knownEvent reports something that only the seat may know and knows already.
func (x *exec) knownEvent(kind string, seat int8, fact string, number, card uint8) {
	x.step.AddPrivate(kind, game.Seat(seat), seats(seat), game.Int(fact, number), source(card))
}

// keepHeld takes a card held aside into the hand.
func (x *exec) keepHeld(seat int8, number, card uint8) {
	x.held.remove(number)
	x.players[seat].hand.add(number)
	x.knownEvent("keep", seat, "kept", number, card)
}

// discardHeld puts all cards held aside on the discard pile.
func (x *exec) discardHeld(seat int8, card uint8) {
	for number := x.held.first(); number != 0; number = x.held.first() {
		x.held.remove(number)
		x.discard.push(number)
		x.knownEvent("discard", seat, "discarded", number, card)
	}
}
