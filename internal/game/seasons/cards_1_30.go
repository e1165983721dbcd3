package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// basicCards returns the effects of cards 1 to 30. Parts that only one card uses follow below, in
// the order of the cards.
func basicCards(edition cards.Edition) map[int]effect {
	return map[int]effect{
		cards.AmuletOfAir:         enter(gauge(2)),
		cards.AmuletOfFire:        enter(drawAside(4), keepOne(), discardRest()),
		cards.AmuletOfEarth:       enter(crystals(9)),
		cards.AmuletOfWater:       enter(store(4)).holding(spendable),
		cards.BalanceOfIshtar:     balanceOfIshtar(edition),
		cards.StaffOfSpring:       eachSummon(crystals(3)),
		cards.TemporalBoots:       enter(moveSeason()),
		cards.PurseOfIo:           lasting(dearerTokens),
		cards.DivineChalice:       enter(drawAside(4), pickOne(), discardRest(), summonPicked()),
		cards.SyllasTheFaithful:   enter(inTurn(opponents, programSacrifice)),
		cards.FigrimTheAvaricious: eachSeason(takeFromEach(1)),
		cards.NariaTheProphetess:  enter(drawAside(1).per(players), keepOne().leaving(dealt), dealRest()),
		cards.WondrousChest:       eachRound(crystals(3).per(fullReserve)),
		cards.BeggarsHorn:         eachRound(gain(1).per(emptyReserve)),
		cards.DieOfMalice:         activate(reroll(), crystals(2)).lasting(rerolls),
		cards.KairnTheDestroyer:   activate(payTokens(1), opponentsLose(4)),
		cards.AmsugLongneck:       enter(inTurn(ownerLast, programTakeBack)),
		cards.BespelledGrimoire:   enter(gain(2)).lasting(wideReserve),
		cards.RagfieldsHelm:       scoring(twentyForMostCards),
		cards.HandOfFortune:       lasting(discount),
		cards.LewisGreyface:       enter(copyReserve()),
		cards.RunicCubeOfEolis:    {},
		cards.PotionOfPower:       activate(sacrificeSelf(), draw(), gauge(2)),
		cards.PotionOfDreams:      activate(sacrificeSelf(), burnReserve(), summonFromHand()),
		cards.PotionOfKnowledge:   activate(sacrificeSelf(), gain(5)),
		cards.PotionOfLife:        activate(sacrificeSelf(), transmuteReserve(4)),
		cards.HourglassOfTime:     eachSeason(gain(1)),
		cards.ScepterOfGreatness:  enter(crystals(3).per(otherItems)),
		cards.OlafsBlessedStatue:  enter(crystals(20)),
		cards.YjangsForgottenVase: eachSummon(gain(1)),
	}
}

// Amulet of Water

// store puts n energies of the owner's choice on the card itself.
func store(n uint8) part { return part{{verb: verbStore, n: n}} }

var verbStore = &verb{
	run: func(s *match, f *frame, o *op) game.Flow {
		return s.askFor(f.seat, question{min: o.n, max: o.n})
	},
	ask: &ask{name: "store", fill: fillGain},
	answer: func(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		s.card(f.seat, f.id).tokens.add(energies(picks))
		s.energyEvent(eventStore, f.seat, energies(picks), f.card)
		return game.Next
	},
}

// Balance of Ishtar

// balanceOfIshtar transmutes tokens of one energy for three crystals each.
func balanceOfIshtar(edition cards.Edition) effect {
	if edition == cards.Second {
		return activate(transmuteAlike(3, 3))
	}
	return activate(transmuteAlike(4, 3))
}

// transmuteAlike transmutes n tokens of one energy for a number of crystals each.
func transmuteAlike(n, crystals uint8) part {
	return part{{verb: verbKind, n: n}, {verb: verbTokensOfKind, n: n}, {verb: verbTransmuteAt, n: crystals}}
}

// verbKind asks for an energy of which the seat has n tokens.
var verbKind = &verb{
	declares: true,
	run:      runKind,
	ask:      askEnergy,
	answer:   answerKind,
	why: func(s *match, seat game.Seat, o *op) reason {
		have := s.owned(seat)
		return whyNoTokens.When(have.atLeast(int(o.n)) == 0)
	},
}

// verbTokensOfKind asks for n tokens of the chosen energy.
var verbTokensOfKind = &verb{
	declares: true,
	run: func(s *match, f *frame, o *op) game.Flow {
		return s.chooseTokens(f, int(o.n), int(o.n), 1<<f.from)
	},
	ask:    askTokens,
	answer: answerTokens,
}

// verbTransmuteAt transmutes the chosen tokens for n crystals each.
var verbTransmuteAt = action(func(s *match, f *frame, o *op) { s.transmuteAt(f, f.paid, int(o.n)) })

// Temporal Boots

// moveSeason asks how far to move the season token, which cannot go back beyond the start of year
// 1. Effects of the move follow immediately, starting with the active player.
func moveSeason() part { return part{{verb: verbMoveSeason}} }

var verbMoveSeason = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow { return s.askFor(f.seat, question{}) },
	ask: &ask{name: "move", fill: func(s *match, _ *frame, _ *op, d *game.Decision) {
		for delta := -3; delta <= 3; delta++ {
			if to := int(s.position) + delta; delta != 0 && 1 <= to && to <= maxPosition {
				d.Add(game.Key{Word: optMove, A: uint8(delta + moveOffset)}, 0, 1)
			}
		}
	}},
	answer: func(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		from := s.position
		s.position = uint8(int(from) + int(picks[0].Key.A) - moveOffset)
		s.seasonEvent(from)
		s.afterMove(from, f.seat)
		return game.Next
	},
}

// Purse of Io

// transmuteExtra returns the number of crystals that are added for every token that the seat
// transmutes.
func (s *match) transmuteExtra(seat game.Seat) int {
	extra := s.count(seat, dearerTokens)
	if seat == s.active {
		extra += int(s.turn.transmuteBonuses)
	}
	return extra
}

// Divine Chalice

// pickOne asks which held card enters play. It picks none if the gauge has no room, and does not
// ask if only one card is held.
func pickOne() part { return part{{verb: verbPickSummon}} }

var verbPickSummon = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		f.chosen = 0
		if s.held.len() == 0 || !s.roomInPlay(f.seat) {
			return game.Next
		}
		if s.held.len() == 1 {
			f.chosen = s.held.first()
			s.held.remove(f.chosen)
			s.recordOpened(f.chosen)
			return game.Next
		}
		return s.askFor(f.seat, question{})
	},
	ask:    &ask{name: "pick_summon", fill: fillHeld},
	answer: answerPickSummon,
}

func answerPickSummon(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
	f.chosen = picks[0].Key.A
	s.held.remove(f.chosen)
	s.recordOpened(f.chosen)
	return game.Next
}

// summonPicked puts the picked card, if there is one, in play for free.
func summonPicked() part { return part{{verb: verbSummonPicked}} }

var verbSummonPicked = action(func(s *match, f *frame, _ *op) {
	if f.chosen != 0 {
		s.step.MarkShownToAll()
		s.summonFree(f, f.chosen)
	}
})

// Naria the Prophetess

// dealRest deals the remaining held cards to the opponents, one each. If there are too few, the
// opponents nearest clockwise get them.
func dealRest() part { return part{{verb: verbDealRest}} }

var verbDealRest = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		switch s.held.len() {
		case 0:
			return game.Next
		case 1:
			s.giveHeld(f, s.clockwise(f.seat, 1), s.held.first())
			return game.Next
		}
		return s.askFor(f.seat, question{})
	},
	ask: &ask{name: "assign", fill: func(s *match, _ *frame, _ *op, d *game.Decision) {
		n := s.held.len()
		d.Min, d.Max = n, n
		for i := range n {
			d.Groups = append(d.Groups, game.Group{ID: seatNames.Of(int(s.clockwise(d.Seat, i+1))), Min: 1, Max: 1})
		}
		for number := s.held.first(); number != 0; number = s.held.next(number) {
			copies := s.held.count(number)
			d.AddTo(cardKey(number), copies, copies, 1<<n-1)
		}
	}},
	answer: func(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		for _, pick := range picks {
			s.giveHeld(f, s.clockwise(f.seat, int(pick.Group)+1), pick.Key.A)
		}
		return game.Next
	},
}

// giveHeld moves a held card to another player's hand.
func (s *match) giveHeld(f *frame, to game.Seat, number uint8) {
	s.held.remove(number)
	s.players[to].hand.add(number)
	s.recordGiven(f.seat, to, number)
	s.step.AddSecret(eventGive, f.seat, onlySeat(f.seat).With(to),
		game.Int("given", number), game.Int("to", to), source(f.card))
}

// Die of Malice

// startOfTurn offers a reroll for each unturned Die of Malice in play, until the player declines.
func (s *match) startOfTurn() {
	if !s.turn.rerollDeclined && s.unturnedReroll(s.active) != nil {
		s.askFor(s.active, question{})
		return
	}
	s.phase = phaseGain
}

// unturnedReroll returns an unturned card in play with which the seat can reroll its die, or nil.
func (s *match) unturnedReroll(seat game.Seat) *cardInPlay {
	p := &s.players[seat]
	dice := s.index().modifiers[rerolls]
	if p.played.present&dice == 0 {
		return nil
	}
	for i := range p.play[:p.nPlay] {
		if c := &p.play[i]; !c.turned && dice>>c.number&1 == 1 {
			return c
		}
	}
	return nil
}

func fillReroll(s *match, _ *frame, _ *op, d *game.Decision) {
	d.Args = append(d.Args, game.Int("card", s.unturnedReroll(d.Seat).number))
	d.Add(game.Key{Word: optReroll}, 0, 1)
	d.Add(game.Key{Word: optKeep}, 0, 1)
}

func (s *match) answerReroll(seat game.Seat, picks []game.Pick) {
	if picks[0].Key.Word == optKeep {
		s.turn.rerollDeclined = true
		return
	}
	c := s.unturnedReroll(seat)
	s.stack.Push(frame{program: onActivate, card: c.number, id: c.id, seat: seat})
}

// reroll rerolls the owner's die, which must be unused. The turn goes back to its start, where the
// player can use another Die of Malice.
func reroll() part { return part{{verb: verbReroll}} }

var verbReroll = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		d := s.ownDie(f.seat)
		d.rerolls++
		s.roll(d, s.seed.Stream("reroll", int(s.round), int(d.number), int(d.rerolls)))
		s.step.Add(eventReroll, f.seat, game.Int("die", d.number), game.Int("face", d.face))
		s.turn.rerollDeclined = false
		s.turn.hasGained = false
		s.phase = phaseStart
		return game.Next
	},
	why: func(s *match, _ game.Seat, _ *op) reason { return whyDieUsed.When(!s.isDieUnused()) },
}

// Kairn the Destroyer

// opponentsLose takes up to n crystals from each opponent.
func opponentsLose(n uint8) part { return part{{verb: verbOpponentsLose, n: n}} }

var verbOpponentsLose = action(func(s *match, f *frame, o *op) {
	for i := 1; i < int(s.seats); i++ {
		s.loseCrystals(s.clockwise(f.seat, i), int(o.n), f.card)
	}
})

// Amsug Longneck

// takeBack asks for a magic item in play and returns it to its owner's hand.
func takeBack() part { return part{{verb: verbItem}, {verb: verbTakeBack}} }

// verbItem asks for a magic item in play.
var verbItem = &verb{
	run:    func(s *match, f *frame, _ *op) game.Flow { return s.chooseOwn(f, 1, true) },
	ask:    askOwnCards,
	answer: answerOwnCards,
	why:    func(s *match, seat game.Seat, _ *op) reason { return whyFewCards.When(s.items(seat) == 0) },
}

// verbTakeBack returns the chosen item to the hand.
var verbTakeBack = action(func(s *match, f *frame, _ *op) {
	c := s.leavePlay(f.seat, f.playIDs[0])
	s.players[f.seat].hand.add(c.number)
	s.recordForAll(f.seat, c.number, handOf(f.seat))
	s.step.Add(eventTakeBack, f.seat, game.Int("back", c.number), game.Int("id", c.id), source(f.card))
	s.enforceReserveLimit(f.seat)
})

// Bespelled Grimoire

// reserveLimit returns the number of tokens that the seat's reserve can hold: 7, or 10 with a
// Bespelled Grimoire.
func (s *match) reserveLimit(seat game.Seat) int {
	if s.count(seat, wideReserve) > 0 {
		return 10
	}
	return 7
}

// Ragfield's Helm

// twentyForMostCards scores 20 if the seat has more cards in play than each opponent.
func twentyForMostCards(s *match, seat game.Seat) int {
	for i := range game.Seat(s.seats) {
		if i != seat && s.players[i].nPlay >= s.players[seat].nPlay {
			return 0
		}
	}
	return 20
}

// Hand of Fortune

// struck returns the number of energies of a cost that are waived: one for each Hand of Fortune,
// but never the last energy.
func (t *terms) struck(energies int) int { return min(t.discount, max(0, energies-1)) }

// Lewis Greyface

// copyReserve asks for an opponent, if there are several, and gains the same tokens as that
// opponent has in the reserve.
func copyReserve() part { return part{{verb: verbCopyReserve}} }

var verbCopyReserve = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		if s.seats > 2 {
			return s.askFor(f.seat, question{})
		}
		s.gainEnergy(f.seat, s.players[s.clockwise(f.seat, 1)].reserve, f.card)
		return game.Next
	},
	ask: &ask{name: "opponent", fill: func(s *match, _ *frame, _ *op, d *game.Decision) {
		for i := 1; i < int(s.seats); i++ {
			d.Add(game.Key{Word: optSeat, A: uint8(s.clockwise(d.Seat, i))}, 0, 1)
		}
	}},
	answer: func(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		s.gainEnergy(f.seat, s.players[picks[0].Key.A].reserve, f.card)
		return game.Next
	},
}

// Potion of Dreams

// burnReserve returns the whole reserve to the stockpile.
func burnReserve() part { return part{{verb: verbBurn}} }

var verbBurn = action(func(s *match, f *frame, _ *op) { s.burnReserve(f.seat, f.card) })

// summonFromHand asks for a card in hand, which enters play for free in place of the potion.
func summonFromHand() part { return part{{verb: verbSummonable}, {verb: verbSummonChosen}} }

// verbSummonable asks for a card in hand that can be put in play.
var verbSummonable = &verb{
	declares: true,
	run:      runHandCard,
	ask:      askHandCard,
	answer:   answerHandCard,
	why: func(s *match, seat game.Seat, _ *op) reason {
		p := &s.players[seat]
		switch {
		case p.hand.len() == 0:
			return whyNoHand
		case p.nPlay-1 >= p.gauge:
			return whyGauge
		}
		return possible
	},
}

// verbSummonChosen puts the chosen card in play.
var verbSummonChosen = action(func(s *match, f *frame, _ *op) {
	s.players[f.seat].hand.remove(f.chosen)
	s.recordShown(f.seat, f.chosen, s.seats)
	s.summonFree(f, f.chosen)
})

// Potion of Life

// transmuteReserve transmutes the whole reserve for n crystals per token. No further transmuting is
// allowed this turn.
func transmuteReserve(n uint8) part { return part{{verb: verbTransmuteAll, n: n}} }

var verbTransmuteAll = action(func(s *match, f *frame, o *op) {
	s.turn.usedPotionOfLife = true
	s.transmuteAt(f, payment{s.players[f.seat].reserve}, int(o.n))
})
