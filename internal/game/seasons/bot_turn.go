package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// This file has the computer player's dice and turns: the action that brings
// most is done, again and again, until none brings anything.

// Bonuses are used in the last rounds only: until then stars and symbols of
// the dice may bring the same for nothing, and a penalty is never made good.
const (
	bonusRounds = 1
	bonusMargin = 15
)

// dieWorth is what a die's face is worth on the own turn.
func (m *mind) dieWorth(face *cards.Face) int {
	gained := tokens(face.Energy)
	t := m.have
	t.add(gained)
	t = m.fit(t, gained.total()-m.room)
	worth := m.tokensWorth(t, 0) - m.tokensWorth(m.have, 0) + crystal*face.Crystals
	if face.Star {
		worth += m.starWorth()
	}
	if face.Transmute {
		_, gain := m.sell(t, 0)
		worth += gain
	}
	if face.Draw {
		worth += max(3, m.drawWorth)
	}
	return worth
}

// starWorth is what one step of the gauge is worth: in the last round it lets
// in one more card that can be paid.
func (m *mind) starWorth() int {
	worth := m.gaugeStepWorth
	if m.free <= 0 {
		if gain := m.bestSummon(); gain > 0 {
			worth = max(worth, gain*2/3)
		}
	}
	return worth
}

func (m *mind) answerDie() []game.Pick {
	return m.best(func(key game.Key) int {
		for i := range m.dice() {
			if d := &m.s.dice[i]; d.number == key.A {
				return m.dieWorth(m.s.face(d))
			}
		}
		return 0
	})
}

// answerReroll rolls again if that is worth more than the face at hand.
func (m *mind) answerReroll() []game.Pick {
	if m.rerollGain() > m.fairies {
		return m.pick(game.Key{Word: optReroll})
	}
	return m.pick(game.Key{Word: optKeep})
}

// rerollGain is what a Die of Malice brings: two crystals and an average face
// in place of the own die's.
func (m *mind) rerollGain() int {
	dice := m.dice()
	for i := range dice {
		d := &dice[i]
		if d.owner != m.seat {
			continue
		}
		sum := 0
		for face := 1; face <= 6; face++ {
			sum += m.dieWorth(m.faceOf(d, face))
		}
		return sum/6 + 2*crystal - m.dieWorth(m.s.face(d))
	}
	return 0
}

func (m *mind) answerTurn() []game.Pick { return m.best(m.actionWorth) }

// actionWorth is what an action of the own turn brings; ending it brings
// nothing, and what brings nothing is worth less.
func (m *mind) actionWorth(key game.Key) int {
	gain := 0
	switch key.Word {
	case optDraw:
		gain = max(3, m.drawWorth)
	case optTransmute:
		_, gain = m.sell(m.have, 0)
	case optSummon:
		gain = m.summonGain(key.A)
	case optUse:
		if c := m.piece(key.B); c != nil {
			if use := m.weight(c.number).use; use != nil {
				gain = use(m, c) - m.fairies
			}
		}
	case optBonus:
		gain = m.bonusGain(key.A)
	}
	if gain <= 0 && key.Word != optEnd {
		return -1
	}
	return gain
}

// summonGain is what summoning a card from the hand brings beyond its cost.
// The card need not have room.
func (m *mind) summonGain(number uint8) int {
	c := m.handCard(number)
	if c == nil {
		return 0
	}
	energy := c.energy
	missing := missingFrom(energy, m.have)
	if m.crystals() < c.crystals+c.toll || missing.total() > c.struck {
		return 0
	}
	rest := heldWorth - crystal*c.crystals - 2*crystal*c.toll
	if m.facts(number).AnyEnergies {
		if m.have.total() == 0 {
			return 0
		}
		_, gain := m.elements()
		return crystal*m.facts(number).Prestige + gain + rest
	}
	due := energy.total() - c.struck
	energy.sub(missing)
	_, loss := m.spend(m.have, energy, due, number)
	return m.worth(number, m.rounds) + rest - loss
}

// bestSummon returns what the best card in hand that can be paid brings.
func (m *mind) bestSummon() int {
	if !m.summonKnown {
		m.summonKnown, m.summon = true, 0
		for _, c := range m.hand {
			m.summon = max(m.summon, m.summonGain(c.number))
		}
	}
	return m.summon
}

// bonusGain is what using a bonus brings beyond its penalty.
func (m *mind) bonusGain(bonus uint8) int {
	if m.me.bonuses >= maxBonuses || m.rounds > bonusRounds {
		return 0
	}
	gain := 0
	switch bonus {
	case bonusGauge:
		if m.free <= 0 {
			gain = m.bestSummon()
		}
	case bonusTransmute:
		_, gain = m.sell(m.have, 1)
		if m.mayTransmute() {
			_, now := m.sell(m.have, 0)
			gain -= now
		}
		if m.potion() {
			gain = 0
		}
	case bonusExchange:
		gain = m.exchangeGain()
	}
	// The fourth bonus, two cards in place of one to choose from, is never worth five crystals.
	return gain - crystal*(penalties[m.me.bonuses+1]-penalties[m.me.bonuses]) - bonusMargin
}

// exchangeGain is what two other tokens in place of two that matter least are
// worth if a card can be paid with them at once that cannot be paid now.
func (m *mind) exchangeGain() int {
	if m.free <= 0 {
		return 0
	}
	if m.bestSummon() > 0 {
		return 0
	}
	spent, loss := m.spend(m.have, m.have, 2, 0)
	t := m.have
	t.sub(spent)
	taken, _ := m.take(t, 2)
	t.add(taken)
	after := *m
	after.have, after.summonKnown = t, false
	return after.bestSummon() - loss/4
}

// answerOrder lets losses come before gains: a loss stops at zero crystals.
func (m *mind) answerOrder() []game.Pick {
	picks := m.picks[:0]
	for _, losses := range [...]bool{true, false} {
		for i := range m.d.Options {
			key := m.d.Options[i].Key
			c := m.piece(key.B)
			if losses == (c != nil && m.effect(c.number).loses() > 0) {
				picks = append(picks, game.Pick{Key: key, N: 1})
			}
		}
	}
	return picks
}

// elements returns which energies to name for the Elemental Amulet, as a set,
// and what they bring beyond the tokens paid.
func (m *mind) elements() (set uint8, gain int) {
	for _, e := range cards.Energies {
		if m.have[e] == 0 {
			continue
		}
		if net := m.elementGain(e) - m.tokenLoss(e); set == 0 || net > 0 {
			if set != 0 && gain < 0 {
				set, gain = 0, 0 // the first one was a stopgap
			}
			set |= 1 << e
			gain += net
		}
	}
	return set, gain
}

// elementGain is what naming an energy brings.
func (m *mind) elementGain(e cards.Energy) int {
	switch e {
	case cards.Water:
		_, gain := m.take(m.have, min(2, m.room+1))
		return gain
	case cards.Earth:
		return 5 * crystal
	case cards.Fire:
		return m.drawWorth
	}
	if m.edition == cards.Second {
		return m.gaugeStepWorth
	}
	return m.dropWorth()
}

// answerElements names the energies that bring most, and those that cost
// nothing as a Hand of Fortune strikes them.
func (m *mind) answerElements() []game.Pick {
	set, _ := m.elements()
	picks := m.picks[:0]
	for i := range m.d.Options {
		o := &m.d.Options[i]
		if o.Groups == 1<<groupOwned && set>>o.Key.A&1 == 1 {
			picks = append(picks, game.Pick{Key: o.Key, N: 1, Group: groupOwned})
		}
	}
	room := m.d.Groups[groupMissing].Max
	for i := range m.d.Options {
		o := &m.d.Options[i]
		if o.Groups == 1<<groupMissing && room > 0 && m.elementGain(cards.Energy(o.Key.A)) > 0 {
			picks = append(picks, game.Pick{Key: o.Key, N: 1, Group: groupMissing})
			room--
		}
	}
	return picks
}

// answerElementFirst draws before discarding, so that there is more to choose from.
func (m *mind) answerElementFirst() []game.Pick {
	return m.pick(game.Key{Word: optElement, A: uint8(cards.Fire)})
}
