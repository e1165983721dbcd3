package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// A player's turn (rulebook: players' turns): perhaps a reroll, then the die's
// mandatory gains, then free actions in any order until the player ends it.

// startTurn begins the turn of a seat.
func (x *exec) startTurn(seat int8) {
	x.active = seat
	x.turn = turn{}
	x.phase = phaseStart
	x.step.Add("turn", game.Seat(seat))
}

// startOfTurn offers a reroll while an unturned Die of Malice is in play, once
// for each copy until one is declined.
func (x *exec) startOfTurn() {
	if !x.turn.declined && x.unturnedReroll(x.active) != nil {
		x.question(askReroll, x.active)
		return
	}
	x.phase = phaseGain
}

// unturnedReroll returns a card of the seat that can reroll its die, or nil.
func (s *State) unturnedReroll(seat int8) *inPlay {
	p := &s.players[seat]
	for i := range p.play[:p.inPlay] {
		c := &p.play[i]
		if !c.turned && s.rules.effect(s, c.number).modifier == rerolls {
			return c
		}
	}
	return nil
}

func buildReroll(s *State, seat int8, _ *frame, d *game.Decision) {
	d.Args = append(d.Args, game.Int("card", s.unturnedReroll(seat).number))
	d.Add(game.Key{Verb: optReroll}, 0, 1)
	d.Add(game.Key{Verb: optKeep}, 0, 1)
}

func (x *exec) answerReroll(seat int8, picks []game.Pick) {
	if picks[0].Key.Verb == optKeep {
		x.turn.declined = true
		return
	}
	c := x.unturnedReroll(seat)
	x.start(frame{action: action(onActivate), card: c.number, id: c.id, seat: seat})
}

// gainFromDie gives the seat what its die shows: energy, crystals and the star.
func (x *exec) gainFromDie(seat int8) {
	face := x.face(x.ownDie(seat))
	x.gainCrystals(seat, face.Crystals, 0)
	if face.Star {
		x.raiseGauge(seat, 1, 0)
	}
	x.gainEnergy(seat, face.Energy, 0)
}

// untouched reports whether nothing of the active player's die has been used
// or gained: after the mandatory gains only with a face that shows a card alone.
func (s *State) untouched() bool {
	if !s.turn.mandatory {
		return true
	}
	face := s.face(s.ownDie(s.active))
	return face.Draw && !s.turn.drawn && !face.Star && !face.Transmute &&
		face.Crystals == 0 && face.Energy == [4]uint8{}
}

// Reasons why something cannot be done now, as Private gives them.
const (
	whyTurned     = "turned"      // already activated this round
	whyNoEffect   = "no_effect"   // the card has no activation
	whyNoTokens   = "no_energy"   // too few tokens
	whyNoCrystals = "no_crystals" // too few crystals
	whyToll       = "toll"        // too few crystals with the tolls to opponents
	whyGauge      = "gauge"       // as many cards in play as the gauge allows
	whyNoCards    = "no_cards"    // no card left to draw
	whyNoHand     = "no_hand"     // no fitting card in hand
	whyFewCards   = "few_cards"   // too few own cards in play
	whyDieUsed    = "die_used"    // the die has been used already
	whyNoSymbol   = "no_symbol"   // the die does not show it
	whyUsed       = "used"        // used already this turn
	whyNoPermit   = "no_permit"   // nothing permits transmuting this turn
	whyPotion     = "potion"      // a Potion of Life forbids further transmuting
	whyBonuses    = "bonuses"     // all three bonuses are used
	whyGaugeFull  = "gauge_full"  // the gauge stands at 15
)

// whyNotDraw says why the active player cannot use the die's draw action.
func (s *State) whyNotDraw() string {
	switch {
	case !s.face(s.ownDie(s.active)).Draw:
		return whyNoSymbol
	case s.turn.drawn:
		return whyUsed
	case s.cardsLeft() == 0:
		return whyNoCards
	}
	return ""
}

// mayTransmute reports whether something permits the active player to
// transmute until the end of the turn.
func (s *State) mayTransmute() bool {
	return s.turn.bonus > 0 || s.turn.tree || s.face(s.ownDie(s.active)).Transmute
}

// whyNotTransmute says why the active player cannot transmute; have is what
// the player can spend.
func (s *State) whyNotTransmute(have *tokens) string {
	switch {
	case s.turn.potion:
		return whyPotion
	case !s.mayTransmute():
		return whyNoPermit
	case have.total() == 0:
		return whyNoTokens
	}
	return ""
}

// whyNotBonus says why the active player cannot use a bonus.
func (s *State) whyNotBonus(bonus uint8, have *tokens) string {
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
	return ""
}

// whyNotUse says why the seat cannot activate a card in play.
func (s *State) whyNotUse(seat int8, c *inPlay) string {
	e := s.rules.effect(s, c.number)
	switch {
	case e.programs[onActivate] == nil:
		return whyNoEffect
	case c.turned:
		return whyTurned
	case e.why == nil:
		return ""
	}
	return e.why(s, seat)
}

func buildTurn(s *State, seat int8, _ *frame, d *game.Decision) {
	p := &s.players[seat]
	have := s.owned(seat)
	if s.whyNotDraw() == "" {
		d.Add(game.Key{Verb: optDraw}, 0, 1)
	}
	if s.whyNotTransmute(&have) == "" {
		d.Add(game.Key{Verb: optTransmute}, 0, 1)
	}
	t := s.terms(seat)
	if t.room {
		for number := p.hand.first(); number != 0; number = p.hand.next(number) {
			if t.whyNot(s, number) == "" {
				d.Add(game.Key{Verb: optSummon, A: number}, 0, 1)
			}
		}
	}
	for i := range p.play[:p.inPlay] {
		if c := &p.play[i]; s.whyNotUse(seat, c) == "" {
			d.Add(game.Key{Verb: optUse, B: c.id}, 0, 1)
		}
	}
	if p.bonuses < maxBonuses {
		for bonus := range uint8(len(bonusNames)) {
			if s.whyNotBonus(bonus, &have) == "" {
				d.Add(game.Key{Verb: optBonus, A: bonus}, 0, 1)
			}
		}
	}
	d.Add(game.Key{Verb: optEnd}, 0, 1)
}

func (x *exec) answerTurn(seat int8, picks []game.Pick) {
	key := picks[0].Key
	switch key.Verb {
	case optDraw:
		x.start(frame{action: doDraw, seat: seat})
	case optTransmute:
		x.start(frame{action: doTransmute, seat: seat, declaring: true})
	case optSummon:
		x.start(summoning(seat, key.A))
	case optUse:
		x.start(activating(seat, x.card(seat, key.B)))
	case optBonus:
		x.startBonus(seat, key.A)
	case optEnd:
		x.endTurn()
	}
}

// summoning returns the frame of a summon from the hand.
func summoning(seat int8, number uint8) frame {
	return frame{action: doSummon, seat: seat, card: number, declaring: true}
}

// activating returns the frame of an activation.
func activating(seat int8, c *inPlay) frame {
	return frame{action: action(onActivate), seat: seat, card: c.number, id: c.id, declaring: true}
}

// turnFinal says which actions cannot be taken back.
func turnFinal(s *State, seat int8, key game.Key) bool {
	switch key.Verb {
	case optEnd, optDraw:
		return true
	case optSummon:
		return s.rules.effect(s, key.A).programs[onEnter] != nil && s.finalStart(summoning(seat, key.A))
	case optUse:
		return s.finalStart(activating(seat, s.card(seat, key.B)))
	case optBonus:
		return key.A == bonusDraw
	}
	return false
}

// startBonus begins the use of a bonus (rulebook: the use of bonuses).
func (x *exec) startBonus(seat int8, bonus uint8) {
	switch bonus {
	case bonusExchange:
		x.start(frame{action: doExchange, seat: seat, declaring: true})
	case bonusTransmute:
		x.useBonus(seat, bonus)
		x.turn.bonus++
	case bonusGauge:
		x.useBonus(seat, bonus)
		x.raiseGauge(seat, 1, 0)
	case bonusDraw:
		x.useBonus(seat, bonus)
		x.start(frame{action: doDrawTwo, seat: seat})
	}
}

// useBonus moves the marker on the seat's bonus track.
func (x *exec) useBonus(seat int8, bonus uint8) {
	x.players[seat].bonuses++
	x.step.Add("bonus", game.Seat(seat),
		game.ID("bonus", bonusNames[bonus]), game.Int("used", x.players[seat].bonuses))
}

// endTurn passes the turn on, or ends the round.
func (x *exec) endTurn() {
	x.cursor++
	if x.cursor < x.seats {
		x.startTurn(x.left(x.first, int(x.cursor)))
		return
	}
	x.active = noSeat
	x.turn = turn{}
	x.cursor = 0
	x.phase = phaseEnd
	x.step.Add("round_end", game.NoSeat)
}

// actions are the programs that belong to no card.
func actions() [numActions]program {
	together := func(verbs ...verb) program { return effect{}.at(onEnter, verbs...).programs[onEnter] }
	return [numActions]program{
		doKeep:        {{do: keepEnergy}},
		doSummon:      summonSteps(),
		doArrive:      {{do: arrive}, {do: enterPlay, ahead: entering}},
		doSeason:      together(inTurn(doSeasonOf, ownerFirst, everybody)),
		doSeasonOf:    together(triggers(onSeason)),
		doRoundEnd:    {{do: orderEffects}, runTriggers(onRoundEnd)},
		doDraw:        together(useDraw, drawAside(1), keepOrDiscard),
		doDrawTwo:     together(useDraw, drawAside(2), keepOne, discardRest),
		doTransmute:   together(transmuteSome),
		doExchange:    together(payTokens(2, allEnergies).instead(payExchange), gain(2)),
		doSacrifice:   together(sacrificeOwn(1)),
		doTakeBack:    together(takeBack),
		doDrawCard:    together(draw),
		doDiscardCard: together(discardUnseen),
	}
}

// useDraw marks the draw action of the die as used.
var useDraw = now(func(x *exec, _ *frame) flow {
	x.turn.drawn = true
	return next
})

// transmuteSome asks which tokens to transmute, at the rates of the moment
// (rulebook: transmute energy).
var transmuteSome = verb{
	declare: []step{{ahead: asks, do: func(x *exec, f *frame) flow {
		have := x.owned(f.seat)
		return x.put(question{kind: askTransmute, seat: f.seat, min: 1, max: uint8(have.total()), energies: allEnergies})
	}}},
	do: []step{{do: func(x *exec, f *frame) flow {
		x.transmute(f.seat, f.paid, 0)
		return next
	}}},
}

// transmute spends tokens for crystals at the rates of the moment.
func (x *exec) transmute(seat int8, paid payment, card uint8) {
	crystals := 0
	sum := paid.sum()
	for _, e := range cards.Energies {
		crystals += int(sum[e]) * x.rate(seat, e)
	}
	x.spend(seat, paid, card)
	x.step.Add("transmute", game.Seat(seat), game.Int("crystals", crystals))
	x.gainCrystals(seat, crystals, card)
}

// payExchange gives up the tokens of the exchange bonus.
func payExchange(x *exec, f *frame) flow {
	f.declaring = false
	x.useBonus(f.seat, bonusExchange)
	x.spend(f.seat, f.paid, 0)
	return next
}
