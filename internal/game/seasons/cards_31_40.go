package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// cauldronFull is the number of tokens at which a Glutton Cauldron is emptied.
const cauldronFull = 7

// advancedCards returns the effects of cards 31 to 40. Parts that only one card uses follow below,
// in the order of the cards.
func advancedCards(edition cards.Edition) map[int]effect {
	return map[int]effect{
		cards.ElementalAmulet: elementalAmulet(edition),
		cards.TreeOfLight: activate(oneOf(
			in(modeGain, payCrystals(3), gain(1)),
			in(modeTransmute, payTokens(1), permitTransmuting()))),
		cards.ArcanoLeech: lasting(toll),
		cards.CrystalOrb: activate(oneOf(
			in(modeLook, lookAtTopCard(), summonTopCard(4)),
			in(modeMill, payCrystals(3), discardTopCard()))),
		cards.GluttonCauldron: activate(placeToken(), emptyOnceFull(15)).holding(locked),
		cards.VampiricCrown: enter(
			oneOf(in(modeDraw, drawOpenly()), in(modeDiscard, discardOpenly())), gain(1).per(points)),
		cards.DragonSkull:   activate(sacrificeOwn(3), crystals(15)),
		cards.DemonOfArgos:  enter(opponentsSinkAndDraw(1)),
		cards.TitusDeepgaze: eachRound(takeFromEachOrLeave(1)),
		cards.AirElemental:  enter(opponentsTurnToAir()),
	}
}

// Elemental Amulet

// elementalAmulet returns the effect of the amulet: one part for each energy (one to four) that was
// named when it was paid for. If it enters play for free, it has all four parts.
func elementalAmulet(edition cards.Edition) effect {
	if edition == cards.Second {
		return enter(ifNamed(cards.Water, gain(2)), ifNamed(cards.Earth, crystals(5)),
			ifNamed(cards.Fire, draw()), ifNamed(cards.Air, gauge(1)))
	}
	return enter(ifNamed(cards.Water, gain(2)), ifNamed(cards.Earth, crystals(5)), fireAndAir())
}

// The groups of the options from which the energies are named.
const (
	groupOwned = iota
	groupMissing
)

// fireAndAir draws a card for fire and discards one for air. It asks which comes first, because the
// player could discard the drawn card, and the discarded card could be the only card left to draw.
// It does not ask if there is no card in any pile or in the hand.
func fireAndAir() part { return part{{verb: verbFireAndAir}} }

var verbFireAndAir = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		fire, air := f.hasNamed(cards.Fire), f.hasNamed(cards.Air)
		switch {
		case fire && air && s.cardsLeft()+s.players[f.seat].hand.len() > 0:
			return s.askFor(f.seat, question{})
		case fire:
			s.stack.Push(frame{program: programDrawCard, seat: f.seat, card: f.card})
		case air:
			s.stack.Push(frame{program: programDiscardCard, seat: f.seat, card: f.card})
		}
		return game.Next
	},
	ask: &ask{name: "element_first", fill: func(_ *match, _ *frame, _ *op, d *game.Decision) {
		d.Add(game.Key{Word: optElement, A: uint8(cards.Air)}, 0, 1)
		d.Add(game.Key{Word: optElement, A: uint8(cards.Fire)}, 0, 1)
	}},
	answer: func(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		first, second := programDrawCard, programDiscardCard
		if picks[0].Key.A == uint8(cards.Air) {
			first, second = second, first
		}
		s.stack.Push(frame{program: second, seat: f.seat, card: f.card})
		s.stack.Push(frame{program: first, seat: f.seat, card: f.card})
		return game.Next
	},
}

func (f *frame) hasNamed(e cards.Energy) bool { return f.namedEnergies>>e&1 == 1 }

// discardUnseen discards a card from the hand, if there is one.
func discardUnseen() part { return part{{verb: verbHandCard}, {verb: verbDiscard}} }

// verbHandCard asks for a card in hand.
var verbHandCard = &verb{
	run:    runHandCard,
	ask:    askHandCard,
	answer: answerHandCard,
}

// verbDiscard discards the chosen card unseen.
var verbDiscard = action(func(s *match, f *frame, _ *op) {
	if f.chosen != 0 {
		s.discardFromHand(f.seat, f.chosen, false, f.card)
	}
})

// Tree of Light

// permitTransmuting lets the owner transmute until the end of the turn, unless a Potion of Life
// forbids it.
func permitTransmuting() part { return part{{verb: verbPermit}} }

var verbPermit = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		s.turn.usedTreeOfLight = true
		s.step.Add(eventPermit, f.seat, source(f.card))
		return game.Next
	},
	why: func(s *match, _ game.Seat, _ *op) reason { return whyPotion.When(s.turn.usedPotionOfLife) },
}

// Arcano Leech

// tollOf returns the number of crystals that a summon costs the seat in tolls to the opponents'
// Leeches.
func (s *match) tollOf(seat game.Seat) int {
	n := 0
	for i := 1; i < int(s.seats); i++ {
		n += s.count(s.clockwise(seat, i), toll)
	}
	return n
}

// payToll pays the opponents who have Leeches. It takes no more crystals than the seat has.
func (s *match) payToll(seat game.Seat) {
	for i := 1; i < int(s.seats); i++ {
		owner := s.clockwise(seat, i)
		for range s.count(owner, toll) {
			s.moveCrystals(seat, owner, 1, cards.ArcanoLeech)
		}
	}
}

// Crystal Orb

// lookAtTopCard shows the owner the top card of the draw pile and asks what to do with it. It
// always asks, because the question shows the card to the owner.
func lookAtTopCard() part { return part{{verb: verbLook}} }

var verbLook = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		seen := s.drawOne()
		s.draw.push(seen)
		s.recordTop(f.seat, seen)
		s.step.AddSecret(eventLook, f.seat, onlySeat(f.seat), game.Int("seen", seen), source(f.card))
		return s.askFor(f.seat, question{})
	},
	ask: &ask{name: "orb", fill: func(s *match, _ *frame, _ *op, d *game.Decision) {
		d.Args = append(d.Args, game.Int("seen", s.draw.top()))
		d.Add(game.Key{Word: optReturn}, 0, 1)
		if have := s.owned(d.Seat); s.roomInPlay(d.Seat) && have.total() >= 4 {
			d.Add(game.Key{Word: optSummon, A: s.draw.top()}, 0, 1)
		}
	}},
	answer: func(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		if picks[0].Key.Word == optReturn {
			s.step.Add(eventPutBack, f.seat, source(f.card))
			return game.Drop
		}
		return game.Next
	},
	why: whyNoCardLeft,
}

func whyNoCardLeft(s *match, _ game.Seat, _ *op) reason { return whyNoCards.When(s.cardsLeft() == 0) }

// summonTopCard puts the top card in play for n tokens.
func summonTopCard(n uint8) part {
	return part{{verb: verbTokensForTop, n: n, energies: allEnergies}, {verb: verbPay}, {verb: verbSummonTop}}
}

// verbTokensForTop asks for n tokens to pay with.
var verbTokensForTop = &verb{
	run:    runTokens,
	ask:    askTokens,
	answer: answerTokens,
}

// verbSummonTop puts the top card in play.
var verbSummonTop = action(func(s *match, f *frame, _ *op) {
	s.step.MarkShownToAll()
	number := s.draw.pop()
	s.recordOpened(number)
	s.summonFree(f, number)
})

func discardTopCard() part { return part{{verb: verbMill}} }

var verbMill = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		number := s.drawOne()
		s.recordDrawn(game.NoSeat, number, inDiscard)
		s.discard.push(number)
		s.step.Add(eventMill, f.seat, source(f.card))
		return game.Next
	},
	why: whyNoCardLeft,
}

// Glutton Cauldron

// placeToken moves a token of the owner's choice onto the card.
func placeToken() part {
	return part{{verb: verbTokens, n: 1, energies: allEnergies}, {verb: verbPlaceTokens}}
}

// verbPlaceTokens moves the chosen tokens onto the card.
var verbPlaceTokens = action(func(s *match, f *frame, _ *op) {
	s.spend(f.seat, f.paid, f.card)
	s.card(f.seat, f.id).tokens.add(f.paid.sum())
	s.energyEvent(eventStore, f.seat, f.paid.sum(), f.card)
})

// emptyOnceFull sacrifices the card if it is full. The owner then gains n crystals and the tokens
// on the card.
func emptyOnceFull(n uint8) part { return part{{verb: verbEmptyOnceFull, n: n}} }

var verbEmptyOnceFull = &verb{
	run: func(s *match, f *frame, o *op) game.Flow {
		t := s.card(f.seat, f.id).tokens
		if t.total() < cauldronFull {
			return game.Next
		}
		s.sacrifice(f.seat, f.id)
		s.gainCrystals(f.seat, int(o.n), f.card)
		s.gainEnergy(f.seat, t, f.card)
		return game.Next
	},
}

// Vampiric Crown

// drawOpenly draws a card and shows it to all.
func drawOpenly() part { return part{{verb: verbDrawOpenly}} }

var verbDrawOpenly = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		f.chosen = s.drawOne()
		s.players[f.seat].hand.add(f.chosen)
		s.recordOpened(f.chosen)
		s.recordForAll(f.seat, f.chosen, handOf(f.seat))
		s.step.MarkShownToAll()
		s.step.Add(eventDrawOpen, f.seat, game.Int("drawn", f.chosen), source(f.card))
		return game.Next
	},
	why: whyNoCardLeft,
}

// discardOpenly discards a card from the hand, chosen by the owner, and shows it to all.
func discardOpenly() part { return part{{verb: verbRequiredHandCard}, {verb: verbDiscardOpenly}} }

// verbRequiredHandCard asks for a card in hand. It is impossible with an empty hand.
var verbRequiredHandCard = &verb{
	run:    runHandCard,
	ask:    askHandCard,
	answer: answerHandCard,
	why:    func(s *match, seat game.Seat, _ *op) reason { return whyNoHand.When(s.players[seat].hand.len() == 0) },
}

// verbDiscardOpenly discards the chosen card and shows it to all.
var verbDiscardOpenly = action(func(s *match, f *frame, _ *op) { s.discardFromHand(f.seat, f.chosen, true, f.card) })

// Demon of Argos

// opponentsSinkAndDraw lowers each opponent's gauge by n and makes the opponent draw a card.
func opponentsSinkAndDraw(n uint8) part { return part{{verb: verbSinkAndDraw, n: n}} }

var verbSinkAndDraw = action(func(s *match, f *frame, o *op) {
	for i := 1; i < int(s.seats); i++ {
		opponent := s.clockwise(f.seat, i)
		s.changeGauge(opponent, -int(o.n), f.card)
		s.drawToHand(opponent, f.card)
	}
})

// Titus Deepgaze

// takeFromEachOrLeave takes n crystals from each opponent. The card is sacrificed if an opponent
// had none.
func takeFromEachOrLeave(n uint8) part { return part{{verb: verbTakeOrLeave, n: n}} }

var verbTakeOrLeave = action(func(s *match, f *frame, o *op) {
	short := false
	for i := 1; i < int(s.seats); i++ {
		if s.moveCrystals(s.clockwise(f.seat, i), f.seat, int(o.n), f.card) == 0 {
			short = true
		}
	}
	if short {
		s.sacrifice(f.seat, f.id)
	}
})

// wouldTakeFromEach returns the number of crystals that Titus Deepgaze would take now: at most n
// from each opponent.
func (s *match) wouldTakeFromEach(seat game.Seat, n int) int {
	total := 0
	for i := 1; i < int(s.seats); i++ {
		total += min(n, int(s.players[s.clockwise(seat, i)].crystals))
	}
	return total
}

// Air Elemental

// opponentsTurnToAir turns all tokens in the opponents' reserves into air.
func opponentsTurnToAir() part { return part{{verb: verbTurnToAir}} }

var verbTurnToAir = action(func(s *match, f *frame, _ *op) {
	for i := 1; i < int(s.seats); i++ {
		opponent := s.clockwise(f.seat, i)
		p := &s.players[opponent]
		if n := p.reserve.total(); n > 0 {
			p.reserve = tokens{cards.Air: uint8(n)}
			s.step.Add(eventToAir, opponent, game.Int("n", n), source(f.card))
		}
	}
})
