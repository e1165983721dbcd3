package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// This file has a player's turn (rulebook: players' turns). It begins with a reroll if one is
// possible. The mandatory gains of the die follow, and then free actions in any order until the
// player ends the turn.

func (s *match) startTurn(seat game.Seat) {
	s.active = seat
	s.turn = turn{}
	s.phase = phaseStart
	s.step.Add(eventTurn, seat)
}

// gainFromDie gives the active player the energy, the crystals and the star of the die.
func (s *match) gainFromDie() {
	s.phase = phaseTurn
	s.turn.hasGained = true
	seat := s.active
	face := s.face(s.ownDie(seat))
	s.gainCrystals(seat, face.Crystals, 0)
	if face.Star {
		s.changeGauge(seat, 1, 0)
	}
	s.gainEnergy(seat, face.Energy, 0)
}

// isDieUnused reports whether nothing of the active player's die has been used or gained. After the
// mandatory gains, only a die that shows nothing but a card can be unused.
func (s *match) isDieUnused() bool {
	if !s.turn.hasGained {
		return true
	}
	face := s.face(s.ownDie(s.active))
	return face.Draw && !s.turn.drawUsed && !face.Star && !face.Transmute &&
		face.Crystals == 0 && face.Energy == [4]uint8{}
}

type reason = game.WhyNot

const (
	possible             = game.Possible
	whyTurned     reason = "turned"      // already activated this round
	whyNoEffect   reason = "no_effect"   // the card has no activation
	whyNoTokens   reason = "no_energy"   // too few tokens
	whyNoCrystals reason = "no_crystals" // too few crystals
	whyToll       reason = "toll"        // too few crystals for the cost and the tolls
	whyGauge      reason = "gauge"       // as many cards in play as the gauge allows
	whyNoCards    reason = "no_cards"    // no card can be drawn
	whyNoHand     reason = "no_hand"     // no suitable card in hand
	whyFewCards   reason = "few_cards"   // too few own cards in play
	whyDieUsed    reason = "die_used"    // the die has already been used
	whyNoSymbol   reason = "no_symbol"   // the die does not show the symbol
	whyUsed       reason = "used"        // already used this turn
	whyNoPermit   reason = "no_permit"   // nothing permits transmuting this turn
	whyPotion     reason = "potion"      // a Potion of Life forbids further transmuting
	whyBonuses    reason = "bonuses"     // all three bonuses are used
	whyGaugeFull  reason = "gauge_full"  // the gauge is at 15
)

// whyNotDraw returns the reason why the active player cannot use the draw action of the die, or
// possible.
func (s *match) whyNotDraw() reason {
	switch {
	case !s.face(s.ownDie(s.active)).Draw:
		return whyNoSymbol
	case s.turn.drawUsed:
		return whyUsed
	case s.cardsLeft() == 0:
		return whyNoCards
	}
	return possible
}

// canTransmute reports whether the die, a bonus or a Tree of Light lets the active player transmute
// this turn.
func (s *match) canTransmute() bool {
	return s.turn.transmuteBonuses > 0 || s.turn.usedTreeOfLight || s.face(s.ownDie(s.active)).Transmute
}

// whyNotTransmute returns the reason why the active player cannot transmute, or possible. have has
// the tokens that the player can spend.
func (s *match) whyNotTransmute(have *tokens) reason {
	switch {
	case s.turn.usedPotionOfLife:
		return whyPotion
	case !s.canTransmute():
		return whyNoPermit
	case have.total() == 0:
		return whyNoTokens
	}
	return possible
}

// whyNotBonus returns the reason why the active player cannot use a bonus, or possible.
func (s *match) whyNotBonus(bonus uint8, have *tokens) reason {
	p := &s.players[s.active]
	switch {
	case p.bonuses == maxBonuses:
		return whyBonuses
	case bonus == bonusExchange && have.total() < 2:
		return whyNoTokens
	case bonus == bonusGauge && p.gauge == maxGauge:
		return whyGaugeFull
	case bonus == bonusDraw:
		return s.whyNotDraw()
	}
	return possible
}

// whyNotUse returns the reason why the seat cannot activate a card in play, or possible.
func (s *match) whyNotUse(seat game.Seat, c *cardInPlay) reason {
	e := s.rules.effect(s, c.number)
	switch {
	case e.programs[onActivate] == nil:
		return whyNoEffect
	case c.turned:
		return whyTurned
	}
	return s.whyNot(seat, e.programs[onActivate])
}

func (s *match) askTurn() { s.askFor(s.active, question{}) }

func fillTurn(s *match, _ *frame, _ *op, d *game.Decision) {
	p := &s.players[d.Seat]
	have := s.owned(d.Seat)
	if key := (game.Key{Word: optDraw}); d.Wants(key) && s.whyNotDraw() == possible {
		d.Add(key, 0, 1)
	}
	if key := (game.Key{Word: optTransmute}); d.Wants(key) && s.whyNotTransmute(&have) == possible {
		d.Add(key, 0, 1)
	}
	if s.roomInPlay(d.Seat) {
		s.addSummons(d.Seat, have, d)
	}
	usable := s.index().windows[onActivate]
	for i := range p.play[:p.nPlay] {
		c := &p.play[i]
		if usable>>c.number&1 == 0 {
			continue
		}
		if key := (game.Key{Word: optUse, B: c.id}); d.Wants(key) && s.whyNotUse(d.Seat, c) == possible {
			d.Add(key, 0, 1)
		}
	}
	if p.bonuses < maxBonuses {
		for bonus := range uint8(len(bonusNames)) {
			if key := (game.Key{Word: optBonus, A: bonus}); d.Wants(key) && s.whyNotBonus(bonus, &have) == possible {
				d.Add(key, 0, 1)
			}
		}
	}
	d.Add(game.Key{Word: optEnd}, 0, 1)
}

// addSummons offers the cards that the seat can summon from its hand. have has the tokens that the
// seat can spend.
func (s *match) addSummons(seat game.Seat, have tokens, d *game.Decision) {
	hand := s.players[seat].hand
	var t terms
	for number := hand.first(); number != 0; number = hand.next(number) {
		key := game.Key{Word: optSummon, A: number}
		if !d.Wants(key) {
			continue
		}
		if !t.hasRoom {
			t = s.termsWith(seat, have)
		}
		if t.whyNot(s, number) == possible {
			d.Add(key, 0, 1)
		}
	}
}

func (s *match) answerTurn(seat game.Seat, picks []game.Pick) {
	key := picks[0].Key
	switch key.Word {
	case optDraw:
		s.stack.Push(frame{program: programDraw, seat: seat})
	case optTransmute:
		s.stack.Push(frame{program: programTransmute, seat: seat, declaring: true})
	case optSummon:
		s.stack.Push(summonFrame(seat, key.A))
	case optUse:
		s.stack.Push(activationFrame(seat, s.card(seat, key.B)))
	case optBonus:
		s.startBonus(seat, key.A)
	case optEnd:
		s.endTurn()
	}
}

// summonFrame returns the frame for a summon from the hand.
func summonFrame(seat game.Seat, number uint8) frame {
	return frame{program: programSummon, seat: seat, card: number, declaring: true}
}

// activationFrame returns the frame for an activation.
func activationFrame(seat game.Seat, c *cardInPlay) frame {
	return frame{program: onActivate, seat: seat, card: c.number, id: c.id, declaring: true}
}

// startBonus uses a bonus, or starts its program (rulebook: the use of bonuses).
func (s *match) startBonus(seat game.Seat, bonus uint8) {
	switch bonus {
	case bonusExchange:
		s.stack.Push(frame{program: programExchange, seat: seat, declaring: true})
	case bonusTransmute:
		s.useBonus(seat, bonus)
		s.turn.transmuteBonuses++
	case bonusGauge:
		s.useBonus(seat, bonus)
		s.changeGauge(seat, 1, 0)
	case bonusDraw:
		s.useBonus(seat, bonus)
		s.stack.Push(frame{program: programDrawTwo, seat: seat})
	}
}

// useBonus records that the seat has used one more bonus.
func (s *match) useBonus(seat game.Seat, bonus uint8) {
	s.players[seat].bonuses++
	s.step.Add(eventBonus, seat,
		game.ID("bonus", bonusNames[bonus]), game.Int("used", s.players[seat].bonuses))
}

// endTurn starts the next turn. After the last turn, it starts the end of the round.
func (s *match) endTurn() {
	s.turnsTaken++
	if s.turnsTaken < s.seats {
		s.startTurn(s.clockwise(s.firstPlayer, int(s.turnsTaken)))
		return
	}
	s.active = game.NoSeat
	s.turn = turn{}
	s.turnsTaken = 0
	s.phase = phaseEnd
	s.step.Add(eventRoundEnd, game.NoSeat)
}

// useDraw marks the die's draw action as used.
func useDraw() part { return part{{verb: verbUseDraw}} }

var verbUseDraw = action(func(s *match, _ *frame, _ *op) { s.turn.drawUsed = true })

// transmuteSome asks which tokens to transmute, and transmutes them at the current rates (rulebook:
// transmute energy).
func transmuteSome() part { return part{{verb: verbTransmutable}, {verb: verbTransmute}} }

// verbTransmutable asks for any number of tokens to transmute.
var verbTransmutable = &verb{
	declares: true,
	run: func(s *match, f *frame, _ *op) game.Flow {
		have := s.owned(f.seat)
		return s.askFor(f.seat, question{min: 1, max: uint8(have.total()), energies: allEnergies})
	},
	ask:    &ask{name: "transmute", fill: fillTokens},
	answer: answerTokens,
}

// verbTransmute transmutes the chosen tokens.
var verbTransmute = action(func(s *match, f *frame, _ *op) {
	crystals := 0
	sum := f.paid.sum()
	for _, e := range cards.Energies {
		crystals += int(sum[e]) * s.rate(f.seat, e)
	}
	s.spend(f.seat, f.paid, 0)
	s.step.Add(eventTransmute, f.seat, game.Int("crystals", crystals))
	s.gainCrystals(f.seat, crystals, 0)
})

// exchangeTokens asks for n tokens. Then it uses the exchange bonus and pays the tokens.
func exchangeTokens(n uint8) part {
	return part{{verb: verbTokens, n: n, energies: allEnergies}, {verb: verbPayExchange}}
}

// verbPayExchange uses the exchange bonus and pays the chosen tokens.
var verbPayExchange = action(func(s *match, f *frame, _ *op) {
	f.declaring = false
	s.useBonus(f.seat, bonusExchange)
	s.spend(f.seat, f.paid, 0)
})
