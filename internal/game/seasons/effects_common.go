package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// This file has the parts that several cards or the turn share, each with its verbs. The parts act
// for the seat of the frame. A part that only one card uses is next to the effect of the card.

// crystals gains n crystals.
func crystals(n uint8) part { return part{{verb: verbCrystals, n: n}} }

var verbCrystals = action(func(s *match, f *frame, o *op) { s.gainCrystals(f.seat, s.amount(f, o), f.card) })

// loseCrystals loses up to n crystals.
func loseCrystals(n uint8) part { return part{{verb: verbLoseCrystals, n: n}} }

var verbLoseCrystals = &verb{
	run: runLose,
}

func runLose(s *match, f *frame, o *op) game.Flow {
	s.loseCrystals(f.seat, int(o.n), f.card)
	return game.Next
}

// payCrystals pays n crystals. It is impossible if the seat has fewer.
func payCrystals(n uint8) part { return part{{verb: verbPayCrystals, n: n}} }

var verbPayCrystals = &verb{
	run: runLose,
	why: func(s *match, seat game.Seat, o *op) reason {
		return whyNoCrystals.When(s.crystalsToSpend(seat) < int(o.n))
	},
}

// takeFromEach takes up to n crystals from each opponent for the owner.
func takeFromEach(n uint8) part { return part{{verb: verbTakeFromEach, n: n}} }

var verbTakeFromEach = action(func(s *match, f *frame, o *op) {
	n := s.amount(f, o)
	for i := 1; i < int(s.seats); i++ {
		s.moveCrystals(s.clockwise(f.seat, i), f.seat, n, f.card)
	}
})

// gauge raises the summoning gauge by n.
func gauge(n uint8) part { return part{{verb: verbGauge, n: n}} }

var verbGauge = action(func(s *match, f *frame, o *op) { s.changeGauge(f.seat, int(o.n), f.card) })

// inTurn runs a program for one seat after another, and skips seats for which it is impossible.
func inTurn(who seatOrder, p program) part { return part{{verb: verbInTurn, order: who, program: p}} }

var verbInTurn = &verb{
	run: func(s *match, f *frame, o *op) game.Flow {
		first, last := o.order.bounds(s.seats)
		f.Begin(last - first + 1)
		for f.Remaining > 0 {
			f.Remaining--
			seat := s.clockwise(f.seat, last-int(f.Remaining))
			if s.whyNot(seat, s.rules.programs[o.program]) == possible {
				s.stack.Push(frame{program: o.program, seat: seat, card: f.card})
				return game.Stay
			}
		}
		return game.Next
	},
}

// gain takes n tokens of the owner's choice from the stockpile.
func gain(n uint8) part { return part{{verb: verbGain, n: n}} }

var verbGain = &verb{
	// run asks for no more tokens than the reserve can hold when it is empty, because any more
	// would be lost.
	run: func(s *match, f *frame, o *op) game.Flow {
		n := min(s.amount(f, o), s.reserveLimit(f.seat))
		if n <= 0 {
			return game.Next
		}
		return s.askFor(f.seat, question{min: uint8(n), max: uint8(n)})
	},
	ask:    &ask{name: "gain", fill: fillGain},
	answer: answerGain,
}

func answerGain(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
	s.gainEnergy(f.seat, energies(picks), f.card)
	return game.Next
}

// draw draws a card that must be kept.
func draw() part { return part{{verb: verbDraw}} }

var verbDraw = action(func(s *match, f *frame, _ *op) { s.drawToHand(f.seat, f.card) })

// drawAside draws up to n cards and holds them for a choice.
func drawAside(n uint8) part { return part{{verb: verbDrawAside, n: n}} }

var verbDrawAside = action(func(s *match, f *frame, o *op) {
	for range s.amount(f, o) {
		number := s.drawOne()
		if number == 0 {
			break
		}
		s.held.add(number)
		s.recordDrawn(f.seat, number, isHeld)
		s.step.AddSecret(eventDraw, f.seat, onlySeat(f.seat), game.Int("drawn", number), source(f.card))
	}
})

// keepOne moves a held card to the hand and asks which, unless there is only one. Later parts move
// the remaining held cards to the discard pile, or to the place that leaving sets.
func keepOne() part { return part{{verb: verbKeepOne, restPlace: keptOrDiscarded}} }

// leaving sets the place that observers record for the other held cards.
func (p part) leaving(rest place) part {
	p[0].restPlace = rest
	return p
}

var verbKeepOne = &verb{
	run: func(s *match, f *frame, o *op) game.Flow {
		switch s.held.len() {
		case 0:
			return game.Next
		case 1:
			s.keepHeld(f.seat, s.held.first(), o.restPlace, f.card)
			return game.Next
		}
		return s.askFor(f.seat, question{})
	},
	ask: &ask{name: "pick_card", fill: fillHeld},
	answer: func(s *match, f *frame, o *op, picks []game.Pick) game.Flow {
		s.keepHeld(f.seat, picks[0].Key.A, o.restPlace, f.card)
		return game.Next
	},
}

// discardRest discards the cards that are still held.
func discardRest() part { return part{{verb: verbDiscardRest}} }

var verbDiscardRest = action(func(s *match, f *frame, _ *op) { s.discardHeld(f.seat, f.card) })

// keepOrDiscard asks whether to keep or to discard the held card.
func keepOrDiscard() part { return part{{verb: verbKeepOrDiscard}} }

var verbKeepOrDiscard = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		if s.held.len() == 0 {
			return game.Next
		}
		return s.askFor(f.seat, question{})
	},
	ask: &ask{name: "keep_card", fill: func(s *match, _ *frame, _ *op, d *game.Decision) {
		d.Args = append(d.Args, game.Int("drawn", s.held.first()))
		d.Add(game.Key{Word: optKeep}, 0, 1)
		d.Add(game.Key{Word: optDiscard}, 0, 1)
	}},
	answer: func(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		if picks[0].Key.Word == optKeep {
			s.keepHeld(f.seat, s.held.first(), keptOrDiscarded, f.card)
			return game.Next
		}
		s.discardHeld(f.seat, f.card)
		return game.Next
	},
}

// summonFree puts a card in play without paying for it.
func (s *match) summonFree(f *frame, number uint8) {
	s.stack.Push(frame{program: programArrive, seat: f.seat, card: number, summonedBy: f.card})
}

// runHandCard asks for a card in hand, if there are several. Two copies of a card count as two,
// because otherwise the missing question would show the opponents that the cards are equal.
func runHandCard(s *match, f *frame, _ *op) game.Flow {
	hand := &s.players[f.seat].hand
	f.chosen = hand.first()
	if hand.len() <= 1 && f.canSkipQuestion() {
		return game.Next
	}
	return s.askFor(f.seat, question{})
}

func answerHandCard(_ *match, f *frame, _ *op, picks []game.Pick) game.Flow {
	f.chosen = picks[0].Key.A
	return game.Next
}

// payTokens asks for n spendable tokens and pays them.
func payTokens(n uint8) part {
	return part{{verb: verbTokens, n: n, energies: allEnergies}, {verb: verbPay}}
}

// verbTokens asks for n tokens of the given energies.
var verbTokens = &verb{
	declares: true,
	run:      runTokens,
	ask:      askTokens,
	answer:   answerTokens,
	why: func(s *match, seat game.Seat, o *op) reason {
		have := s.owned(seat)
		return whyNoTokens.When(have.countOf(o.energies) < int(o.n))
	},
}

// verbPay pays the chosen tokens.
var verbPay = action(func(s *match, f *frame, _ *op) { s.spend(f.seat, f.paid, f.card) })

func runTokens(s *match, f *frame, o *op) game.Flow {
	return s.chooseTokens(f, int(o.n), int(o.n), o.energies)
}

// chooseTokens asks for least to most tokens of a set of energies and stores them in f.paid. It
// does not ask if there is only one possible choice.
func (s *match) chooseTokens(f *frame, least, most int, set uint8) game.Flow {
	have, _ := s.spendable(f.seat)
	total, kinds := 0, 0
	for place := range have {
		for e, n := range have[place] {
			if set>>e&1 == 0 {
				have[place][e] = 0
			} else if n > 0 {
				total += int(n)
				kinds++
			}
		}
	}
	if f.canSkipQuestion() && (total == least || kinds == 1 && least == most) {
		f.paid = payment{}
		for place := range have {
			for e, n := range have[place] {
				f.paid[place][e] = min(n, uint8(least))
			}
		}
		return game.Next
	}
	return s.askFor(f.seat, question{min: uint8(least), max: uint8(most), energies: set})
}

func answerTokens(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
	f.paid = s.paymentOf(f.seat, picks)
	return game.Next
}

// runKind asks for an energy of which the seat has at least n tokens. It does not ask if there is
// only one such energy.
func runKind(s *match, f *frame, o *op) game.Flow {
	have := s.owned(f.seat)
	set := have.atLeast(int(o.n))
	for _, e := range cards.Energies {
		if f.canSkipQuestion() && set == 1<<e {
			f.from = uint8(e)
			return game.Next
		}
	}
	return s.askFor(f.seat, question{energies: set})
}

func answerKind(_ *match, f *frame, _ *op, picks []game.Pick) game.Flow {
	f.from = picks[0].Key.A
	return game.Next
}

func answerMode(_ *match, f *frame, _ *op, picks []game.Pick) game.Flow {
	f.mode = 1 << picks[0].Key.A
	return game.Next
}

// chooseOwn asks for n of the seat's cards in play, unless there are exactly n. If items is true,
// only magic items can be chosen.
func (s *match) chooseOwn(f *frame, n int, items bool) game.Flow {
	p := &s.players[f.seat]
	f.nPlayIDs = 0
	found := 0
	for i := range p.play[:p.nPlay] {
		if c := &p.play[i]; !items || s.index().items>>c.number&1 == 1 {
			if found++; found <= n {
				f.addPlay(c.id)
			}
		}
	}
	if found == n && f.canSkipQuestion() {
		return game.Next
	}
	return s.askFor(f.seat, question{min: uint8(n), max: uint8(n), items: items})
}

func answerOwnCards(_ *match, f *frame, _ *op, picks []game.Pick) game.Flow {
	f.nPlayIDs = 0
	for _, pick := range picks {
		f.addPlay(pick.Key.B)
	}
	return game.Next
}

// sacrificeOwn sacrifices n of the seat's cards in play at the same time.
func sacrificeOwn(n uint8) part { return part{{verb: verbOwnCards, n: n}, {verb: verbSacrifice}} }

// verbOwnCards asks for n of the seat's cards in play.
var verbOwnCards = &verb{
	declares: true,
	run:      func(s *match, f *frame, o *op) game.Flow { return s.chooseOwn(f, int(o.n), false) },
	ask:      askOwnCards,
	answer:   answerOwnCards,
	why:      func(s *match, seat game.Seat, o *op) reason { return whyFewCards.When(s.players[seat].nPlay < o.n) },
}

// verbSacrifice sacrifices the chosen cards.
var verbSacrifice = action(func(s *match, f *frame, _ *op) { s.sacrifice(f.seat, f.playIDs[:f.nPlayIDs]...) })

// sacrificeSelf sacrifices the card whose program this is.
func sacrificeSelf() part { return part{{verb: verbSacrificeSelf}} }

var verbSacrificeSelf = action(func(s *match, f *frame, _ *op) { s.sacrifice(f.seat, f.id) })

// transmuteAt transmutes tokens at a fixed rate, regardless of the season. Cards and bonuses that
// raise the rate of every token apply.
func (s *match) transmuteAt(f *frame, paid payment, rate int) {
	crystals := paid.total() * (rate + s.transmuteExtra(f.seat))
	s.spend(f.seat, paid, f.card)
	s.step.Add(eventTransmute, f.seat, game.Int("crystals", crystals), source(f.card))
	s.gainCrystals(f.seat, crystals, f.card)
}

// triggers runs the effects of the seat's cards in a window, except the effect of the frame's own
// card. The cards act in the order of their printed numbers. Two copies act in the order in which
// they entered play. In the same window, effects of one owner cannot influence each other. The
// exception is the end of a round, where orderEffects asks for the order.
func triggers(window program) part {
	return append(part{{verb: verbCollect, program: window}}, runTriggers(window)...)
}

var verbCollect = action(func(s *match, f *frame, o *op) { s.collect(f, o.program) })

// collect stores in the frame the ids of the seat's cards in play that have an effect in the
// window.
func (s *match) collect(f *frame, window program) {
	f.nPlayIDs = 0
	p := &s.players[f.seat]
	triggering := s.index().windows[window]
	if p.played.present&triggering == 0 {
		return
	}
	var numbers [maxPlays]uint8
	for i := range p.play[:p.nPlay] {
		c := &p.play[i]
		if c.id == f.id || triggering>>c.number&1 == 0 {
			continue
		}
		f.addPlay(c.id)
		slot := int(f.nPlayIDs) - 1
		for ; slot > 0; slot-- {
			number, id := numbers[slot-1], f.playIDs[slot-1]
			if number < c.number || number == c.number && id < c.id {
				break
			}
			numbers[slot], f.playIDs[slot] = number, id
		}
		numbers[slot], f.playIDs[slot] = c.number, c.id
	}
}

// runTriggers runs the effects of the collected cards, one after another.
func runTriggers(window program) part { return part{{verb: verbTrigger, program: window}} }

var verbTrigger = &verb{
	run: func(s *match, f *frame, o *op) game.Flow {
		f.Begin(int(f.nPlayIDs))
		for f.Remaining > 0 {
			c := s.card(f.seat, f.playIDs[f.nPlayIDs-f.Remaining])
			f.Remaining--
			if c != nil {
				s.stack.Push(frame{program: o.program, card: c.number, id: c.id, seat: f.seat})
				return game.Stay
			}
		}
		return game.Next
	},
}

// loseEnergy throws away the tokens above the limit of the reserve. It asks which tokens, unless
// all are of one energy.
func loseEnergy() part { return part{{verb: verbLoseEnergy}} }

var verbLoseEnergy = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		p := &s.players[f.seat]
		over := p.reserve.total() - s.reserveLimit(f.seat)
		if over <= 0 {
			return game.Next
		}
		if kinds, energy := p.reserve.kinds(); kinds == 1 {
			var lost tokens
			lost[energy] = uint8(over)
			s.spill(f.seat, lost)
			return game.Next
		}
		return s.askFor(f.seat, question{min: uint8(over), max: uint8(over)})
	},
	ask: &ask{
		name: "lose_energy",
		// fill offers the tokens of the reserve. Exactly the number above the limit must be chosen.
		fill: func(s *match, _ *frame, _ *op, d *game.Decision) {
			d.Min, d.Max = s.ask.bounds()
			for _, e := range cards.Energies {
				if have := int(s.players[d.Seat].reserve[e]); have > 0 {
					d.Add(energyKey(e, 0), 0, min(have, d.Max))
				}
			}
		},
	},
	answer: func(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		s.spill(f.seat, energies(picks))
		return game.Next
	},
}
