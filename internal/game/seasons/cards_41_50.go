package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// lastCards returns the effects of cards 41 to 50. Parts that only one card uses follow below, in
// the order of the cards.
func lastCards(edition cards.Edition) map[int]effect {
	return map[int]effect{
		cards.ThievingFairies:      lasting(fairies),
		cards.CursedTreatiseOfArus: enter(gain(2), gauge(1), crystals(10)).whenSacrificed((*match).loseReserve),
		cards.IdolOfTheFamiliar:    idolOfTheFamiliar(edition),
		cards.NecroticKriss:        activate(giveUpFamiliar(), gain(4)),
		cards.LanternOfXidit:       scoring(threePerToken),
		cards.SealedChestOfUrm:     scoring(twentyForNoFamiliar),
		cards.MirrorOfTheSeasons:   activate(exchangeAlike()),
		cards.PendantOfRagnor:      enter(gain(1).per(otherItems)),
		cards.SidNightshade:        enter(takeFromEach(5).per(richest)),
		cards.DamnedSoulOfOnys: enter(crystals(10), gainEnergy(1, cards.Water)).
			activate(payTokens(1).of(cards.Water), passLeft()).
			eachRound(loseCrystals(3)),
	}
}

// Thieving Fairies

// payFairies runs the opponents' Fairies after an activation: each takes a crystal from the seat,
// and its owner gains one more.
func (s *match) payFairies(seat game.Seat) {
	for i := 1; i < int(s.seats); i++ {
		owner := s.clockwise(seat, i)
		for range s.count(owner, fairies) {
			s.moveCrystals(seat, owner, 1, cards.ThievingFairies)
			s.gainCrystals(owner, 1, cards.ThievingFairies)
		}
	}
}

// crystalsToSpend returns the number of crystals that the seat can spend on an activation. The
// opponents' Thieving Fairies take their crystals first.
func (s *match) crystalsToSpend(seat game.Seat) int {
	n := int(s.players[seat].crystals)
	for i := 1; i < int(s.seats); i++ {
		n -= s.count(s.clockwise(seat, i), fairies)
	}
	return max(0, n)
}

// Cursed Treatise of Arus

// loseReserve returns the whole reserve to the stockpile. The event names no card.
func (s *match) loseReserve(seat game.Seat) { s.burnReserve(seat, 0) }

// Idol of the Familiar

func idolOfTheFamiliar(edition cards.Edition) effect {
	e := activate(crystals(1).per(ownFamiliars))
	if edition == cards.Second {
		e = e.inWindow(onEnter, crystals(10))
	}
	return e
}

// Necrotic Kriss

func (s *match) isFamiliar(number uint8) bool { return s.facts(number).Kind == cards.Familiar }

// giveUpFamiliar discards a familiar from the hand and shows it to all, or sacrifices a familiar in
// play.
func giveUpFamiliar() part { return part{{verb: verbFamiliar}, {verb: verbGiveUp}} }

// verbFamiliar asks for a familiar in hand or in play.
var verbFamiliar = &verb{
	declares: true,
	run:      func(s *match, f *frame, _ *op) game.Flow { return s.askFor(f.seat, question{}) },
	ask: &ask{name: "familiar", fill: func(s *match, _ *frame, _ *op, d *game.Decision) {
		p := &s.players[d.Seat]
		for number := p.hand.first(); number != 0; number = p.hand.next(number) {
			if s.isFamiliar(number) {
				d.Add(cardKey(number), 0, 1)
			}
		}
		for _, c := range p.play[:p.nPlay] {
			if s.isFamiliar(c.number) {
				d.Add(playKey(c.id), 0, 1)
			}
		}
	}},
	answer: answerFamiliar,
	why: func(s *match, seat game.Seat, _ *op) reason {
		if s.familiars(seat) > 0 {
			return possible
		}
		hand := s.players[seat].hand
		for number := hand.first(); number != 0; number = hand.next(number) {
			if s.isFamiliar(number) {
				return possible
			}
		}
		return whyNoHand
	},
}

// verbGiveUp gives up the chosen familiar.
var verbGiveUp = action(func(s *match, f *frame, _ *op) {
	if f.chosen != 0 {
		s.discardFromHand(f.seat, f.chosen, true, f.card)
	} else {
		s.sacrifice(f.seat, f.playIDs[0])
	}
})

func answerFamiliar(_ *match, f *frame, _ *op, picks []game.Pick) game.Flow {
	f.chosen, f.playIDs[0] = picks[0].Key.A, picks[0].Key.B
	return game.Next
}

// Lantern of Xidit

func threePerToken(s *match, seat game.Seat) int { return 3 * s.players[seat].reserve.total() }

// Sealed Chest of Urm

func twentyForNoFamiliar(s *match, seat game.Seat) int {
	if s.familiars(seat) > 0 {
		return 0
	}
	return 20
}

// Mirror of the Seasons

// exchangeAlike exchanges tokens of one energy for the same number of tokens of another energy, at
// one crystal each.
func exchangeAlike() part {
	return part{{verb: verbExchangeKind, n: 1}, {verb: verbKindToGet}, {verb: verbTokensUpTo}, {verb: verbExchange}}
}

// verbExchangeKind asks for the energy to give up, at one crystal per token.
var verbExchangeKind = &verb{
	declares: true,
	run:      runKind,
	ask:      askEnergy,
	answer:   answerKind,
	why: func(s *match, seat game.Seat, _ *op) reason {
		if have := s.owned(seat); have.total() == 0 {
			return whyNoTokens
		}
		if s.crystalsToSpend(seat) == 0 {
			return whyNoCrystals
		}
		return possible
	},
}

// verbKindToGet asks for the energy to take.
var verbKindToGet = &verb{
	declares: true,
	run: func(s *match, f *frame, _ *op) game.Flow {
		return s.askFor(f.seat, question{energies: allEnergies &^ (1 << f.from)})
	},
	ask: &ask{name: "energy", fill: fillEnergies("to")},
	answer: func(_ *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		f.to = picks[0].Key.A
		return game.Next
	},
}

// verbTokensUpTo asks for any number of tokens of the energy to give up.
var verbTokensUpTo = &verb{
	declares: true,
	run: func(s *match, f *frame, _ *op) game.Flow {
		n := min(int(s.owned(f.seat)[f.from]), s.crystalsToSpend(f.seat))
		return s.chooseTokens(f, 1, n, 1<<f.from)
	},
	ask:    askTokens,
	answer: answerTokens,
}

// verbExchange exchanges the chosen tokens.
var verbExchange = action(func(s *match, f *frame, _ *op) {
	n := f.paid.total()
	s.loseCrystals(f.seat, n, f.card)
	s.spend(f.seat, f.paid, f.card)
	var t tokens
	t[f.to] = uint8(n)
	s.gainEnergy(f.seat, t, f.card)
})

// Damned Soul of Onys

func gainEnergy(n uint8, e cards.Energy) part { return part{{verb: verbGainEnergy, n: n}}.of(e) }

var verbGainEnergy = action(func(s *match, f *frame, o *op) {
	var t tokens
	for e := range t {
		t[e] = o.n * (o.energies >> e & 1)
	}
	s.gainEnergy(f.seat, t, f.card)
})

// passLeft unturns the card and gives it to the player on the left.
func passLeft() part { return part{{verb: verbPassLeft}} }

var verbPassLeft = action(func(s *match, f *frame, _ *op) {
	c := s.leavePlay(f.seat, f.id)
	c.turned = false
	to := s.clockwise(f.seat, 1)
	s.players[to].addInPlay(c)
	s.step.Add(eventPass, f.seat, game.Int("id", c.id), game.Int("to", to), source(f.card))
})
