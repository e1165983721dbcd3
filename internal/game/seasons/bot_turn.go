package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// This file has the bots' dice and turns. A bot takes the action of the highest value, until no
// action has a positive value.

// Bonuses are used only if at most bonusRounds rounds remain, because until then the dice can give
// the same without a penalty. A bonus must gain bonusMargin more than its penalty.
const (
	bonusRounds = 1
	bonusMargin = 15
)

// dieWorth returns the value of a die's face for the own turn.
func (ev *evaluation) dieWorth(face *cards.Face) int {
	gained := tokens(face.Energy)
	t := ev.have
	t.add(gained)
	t = ev.dropExcess(t, gained.total()-ev.reserveRoom)
	worth := ev.tokensWorth(t, 0) - ev.tokensWorth(ev.have, 0) + crystal*face.Crystals
	if face.Star {
		worth += ev.starWorth()
	}
	if face.Transmute {
		_, gain := ev.chooseSale(t, 0)
		worth += gain
	}
	if face.Draw {
		worth += max(3, ev.drawWorth)
	}
	return worth
}

// starWorth returns the value of one step of the gauge. It is higher if the gauge has no room for a
// card that can be paid now.
func (ev *evaluation) starWorth() int {
	worth := ev.gaugeStepWorth
	if ev.freeSlots <= 0 {
		if gain := ev.bestSummon(); gain > 0 {
			worth = max(worth, gain*2/3)
		}
	}
	return worth
}

func (ev *evaluation) answerDie() []game.Pick {
	return ev.bestOption(func(key game.Key) int {
		for i := range ev.dice() {
			if d := &ev.s.dice[i]; d.number == key.A {
				return ev.dieWorth(ev.s.face(d))
			}
		}
		return 0
	})
}

// answerReroll rerolls if that gains more than the opponents' Thieving Fairies take.
func (ev *evaluation) answerReroll() []game.Pick {
	if ev.rerollGain() > ev.fairiesLoss {
		return ev.pick(game.Key{Word: optReroll})
	}
	return ev.pick(game.Key{Word: optKeep})
}

// rerollGain returns the value of using a Die of Malice: two crystals, and an average face in place
// of the current one.
func (ev *evaluation) rerollGain() int {
	dice := ev.dice()
	for i := range dice {
		d := &dice[i]
		if d.owner != ev.seat {
			continue
		}
		sum := 0
		for face := 1; face <= 6; face++ {
			sum += ev.dieWorth(ev.faceOf(d, face))
		}
		return sum/6 + 2*crystal - ev.dieWorth(ev.s.face(d))
	}
	return 0
}

func (ev *evaluation) answerTurn() []game.Pick { return ev.bestOption(ev.actionWorth) }

// actionWorth returns the value of an action of the own turn. Ending the turn has the value 0.
// Useless actions have the value -1.
func (ev *evaluation) actionWorth(key game.Key) int {
	gain := 0
	switch key.Word {
	case optDraw:
		gain = max(3, ev.drawWorth)
	case optTransmute:
		_, gain = ev.chooseSale(ev.have, 0)
	case optSummon:
		gain = ev.summonGain(key.A)
	case optUse:
		if c := ev.piece(key.B); c != nil {
			if use := ev.weight(c.number).useValue; use != nil {
				gain = use(ev, c) - ev.fairiesLoss
			}
		}
	case optBonus:
		gain = ev.bonusGain(key.A)
	}
	if gain <= 0 && key.Word != optEnd {
		return -1
	}
	return gain
}

// summonGain returns the value of summoning a card from the hand, minus its cost. It returns 0 if
// the card cannot be paid. It does not check whether the gauge has room.
func (ev *evaluation) summonGain(number uint8) int {
	c := ev.handCard(number)
	if c == nil {
		return 0
	}
	energy := c.energy
	missing := missingFrom(energy, ev.have)
	if ev.crystals() < c.crystals+c.toll || missing.total() > c.struck {
		return 0
	}
	fixed := heldWorth - crystal*c.crystals - 2*crystal*c.toll
	if ev.facts(number).AnyEnergies {
		if ev.have.total() == 0 {
			return 0
		}
		_, gain := ev.elements()
		return crystal*ev.facts(number).Prestige + gain + fixed
	}
	due := energy.total() - c.struck
	energy.sub(missing)
	_, loss := ev.chooseSpend(ev.have, energy, due, number)
	return ev.worth(number, ev.rounds) + fixed - loss
}

// bestSummon returns the value of the best card in hand that can be paid, or 0.
func (ev *evaluation) bestSummon() int {
	if !ev.hasSummonValue {
		ev.hasSummonValue, ev.summonValue = true, 0
		for _, c := range ev.hand {
			ev.summonValue = max(ev.summonValue, ev.summonGain(c.number))
		}
	}
	return ev.summonValue
}

// bonusGain returns the value of using a bonus, minus its penalty.
func (ev *evaluation) bonusGain(bonus uint8) int {
	if ev.me.bonuses >= maxBonuses || ev.rounds > bonusRounds {
		return 0
	}
	gain := 0
	switch bonus {
	case bonusGauge:
		if ev.freeSlots <= 0 {
			gain = ev.bestSummon()
		}
	case bonusTransmute:
		_, gain = ev.chooseSale(ev.have, 1)
		if ev.canTransmute() {
			_, currentGain := ev.chooseSale(ev.have, 0)
			gain -= currentGain
		}
		if ev.hasUsedPotion() {
			gain = 0
		}
	case bonusExchange:
		gain = ev.exchangeGain()
	}
	// The fourth bonus, to draw two cards and keep one, is never worth its penalty.
	return gain - crystal*(penalties[ev.me.bonuses+1]-penalties[ev.me.bonuses]) - bonusMargin
}

// exchangeGain returns the value of exchanging the two tokens of least value, if this lets the
// player summon a card that cannot be paid now.
func (ev *evaluation) exchangeGain() int {
	if ev.freeSlots <= 0 {
		return 0
	}
	if ev.bestSummon() > 0 {
		return 0
	}
	spent, loss := ev.chooseSpend(ev.have, ev.have, 2, 0)
	t := ev.have
	t.sub(spent)
	taken, _ := ev.chooseGain(t, 2)
	t.add(taken)
	after := *ev
	after.have, after.hasSummonValue = t, false
	return after.bestSummon() - loss/4
}

// answerOrder puts losses before gains, because a loss stops at zero crystals.
func (ev *evaluation) answerOrder() []game.Pick {
	picks := ev.picks[:0]
	for _, losses := range [...]bool{true, false} {
		for i := range ev.d.Options {
			key := ev.d.Options[i].Key
			c := ev.piece(key.B)
			if losses == (c != nil && ev.effect(c.number).crystalsLost() > 0) {
				picks = append(picks, game.Pick{Key: key, N: 1})
			}
		}
	}
	return picks
}

// elements returns the set of energies to name for the Elemental Amulet, and their value minus the
// value of the tokens paid.
func (ev *evaluation) elements() (set uint8, gain int) {
	for _, e := range cards.Energies {
		if ev.have[e] == 0 {
			continue
		}
		if net := ev.elementGain(e) - ev.tokenLoss(e); set == 0 || net > 0 {
			if set != 0 && gain < 0 {
				set, gain = 0, 0 // the first energy was only taken because one must be named
			}
			set |= 1 << e
			gain += net
		}
	}
	return set, gain
}

// elementGain returns the value of naming an energy for the Elemental Amulet.
func (ev *evaluation) elementGain(e cards.Energy) int {
	switch e {
	case cards.Water:
		_, gain := ev.chooseGain(ev.have, min(2, ev.reserveRoom+1))
		return gain
	case cards.Earth:
		return 5 * crystal
	case cards.Fire:
		return ev.drawWorth
	}
	if ev.edition == cards.Second {
		return ev.gaugeStepWorth
	}
	return ev.discardWorth()
}

// answerElements names the energies of the highest value. Among them can be missing energies that a
// Hand of Fortune waives.
func (ev *evaluation) answerElements() []game.Pick {
	set, _ := ev.elements()
	picks := ev.picks[:0]
	for i := range ev.d.Options {
		o := &ev.d.Options[i]
		if o.Groups == 1<<groupOwned && set>>o.Key.A&1 == 1 {
			picks = append(picks, game.Pick{Key: o.Key, N: 1, Group: groupOwned})
		}
	}
	room := ev.d.Groups[groupMissing].Max
	for i := range ev.d.Options {
		o := &ev.d.Options[i]
		if o.Groups == 1<<groupMissing && room > 0 && ev.elementGain(cards.Energy(o.Key.A)) > 0 {
			picks = append(picks, game.Pick{Key: o.Key, N: 1, Group: groupMissing})
			room--
		}
	}
	return picks
}

// answerElementFirst draws before discarding, to have more cards to choose from.
func (ev *evaluation) answerElementFirst() []game.Pick {
	return ev.pick(game.Key{Word: optElement, A: uint8(cards.Fire)})
}
