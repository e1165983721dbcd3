package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// The bots' dice and turns. A bot repeats the action of the highest value until no action has a
// positive value.

// Bonuses are only used in the last rounds. Before that, stars and symbols of the dice can give the
// same without a penalty.
const (
	bonusRounds = 1
	bonusMargin = 15
)

// dieWorth is the value of a die's face for the own turn.
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

// starWorth is the value of one step of the gauge. It is higher if the gauge has no room for a card
// that can be paid now.
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

// answerReroll rerolls if that is worth more than the current face.
func (m *mind) answerReroll() []game.Pick {
	if m.rerollGain() > m.fairies {
		return m.pick(game.Key{Word: optReroll})
	}
	return m.pick(game.Key{Word: optKeep})
}

// rerollGain is the value of using a Die of Malice: two crystals, and an average face in place of
// the current one.
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

// actionWorth is the value of an action of the own turn. Ending the turn has the value 0, and
// useless actions have less.
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

// summonGain is the value of summoning a card from the hand, minus its cost. The gauge need not
// have room.
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

// bestSummon returns the value of the best card in hand that can be paid.
func (m *mind) bestSummon() int {
	if !m.summonKnown {
		m.summonKnown, m.summon = true, 0
		for _, c := range m.hand {
			m.summon = max(m.summon, m.summonGain(c.number))
		}
	}
	return m.summon
}

// bonusGain is the value of using a bonus, minus its penalty.
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
	// The fourth bonus, two cards to choose from instead of one, is never worth five crystals.
	return gain - crystal*(penalties[m.me.bonuses+1]-penalties[m.me.bonuses]) - bonusMargin
}

// exchangeGain is the value of exchanging the two tokens of least value, if a card that cannot be
// paid now can then be paid immediately.
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

// answerOrder puts losses before gains, because a loss stops at zero crystals.
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

// elements returns the set of energies to name for the Elemental Amulet, and their value minus the
// tokens paid.
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

// elementGain is the value of naming an energy.
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

// answerElements names the energies of the highest value, and missing ones that a Hand of Fortune
// waives.
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

// answerElementFirst draws before discarding, to have more cards to choose from.
func (m *mind) answerElementFirst() []game.Pick {
	return m.pick(game.Key{Word: optElement, A: uint8(cards.Fire)})
}
