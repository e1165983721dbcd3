package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// The value of activating a card in play, for the cards to which weightTable assigns each function.

// useForGains is the value of sacrificing the card for its gains. Energies count only if the
// reserve has room.
func useForGains(m *mind, c *piece) int {
	w := m.weight(c.number)
	gain := m.starWorth()*w.gauge + m.drawWorth*w.cards + m.gaugeStepWorth/2
	if w.energy > 0 {
		taken := min(w.energy, m.room)
		_, more := m.take(m.have, taken)
		gain += more
		if taken < w.energy && !m.final {
			gain -= tokenWorth * w.energy / 2 // better later, with more room
		}
	}
	if m.free <= 0 {
		if summon := m.bestSummon(); summon > 0 {
			gain += summon / 2
		}
	}
	return gain
}

// useAlike is the value of transmuting tokens of one energy for three crystals each.
func useAlike(m *mind, _ *piece) int {
	_, gain := m.alike()
	return gain
}

// bestAlike returns the energy that is best given up for the Balance of Ishtar, and the gain.
func (m *mind) alike() (cards.Energy, int) {
	n := 4
	if m.edition == cards.Second {
		n = 3
	}
	extra := m.rate(0) - crystal*m.s.rules.catalogue.Rates[m.season][0]
	at, most := cards.Energy(0), 0
	for _, e := range cards.Energies {
		if int(m.have[e]) < n {
			continue
		}
		less := m.have
		less[e] -= uint8(n)
		if gain := n*(3*crystal+extra) - m.tokensWorth(m.have, 0) + m.tokensWorth(less, 0); gain > most {
			at, most = e, gain
		}
	}
	return at, most
}

// useReroll is the value of rerolling the die.
func useReroll(m *mind, _ *piece) int { return m.rerollGain() }

// useHarm is the value of every opponent losing up to four crystals, minus a token.
func useHarm(m *mind, _ *piece) int {
	_, loss := m.cheapest(m.have, m.have, 0)
	harm := 0
	for i := range m.s.players[:m.s.seats] {
		if other := &m.s.players[i]; other != m.me {
			harm += crystal * min(4, int(other.crystals))
		}
	}
	return harm/m.opponents() - loss
}

// useForSummon is the value of summoning the best card in hand for the whole reserve.
func useForSummon(m *mind, c *piece) int {
	gain := 0
	for _, card := range m.hand {
		gain = max(gain, handFree(m, card.number))
	}
	reserve := m.me.reserve
	left := m.have
	left.sub(reserve)
	loss := m.tokensWorth(m.have, 0) - m.tokensWorth(left, 0)
	if !m.final {
		loss += 5 * crystal // the right moment for it may still come
	}
	return gain - loss
}

// handFree is the value of a card in hand that costs nothing.
func handFree(m *mind, number uint8) int { return m.worth(number, m.rounds) + heldWorth }

// useSellAll is the value of transmuting the whole reserve at four crystals per token.
func useSellAll(m *mind, c *piece) int {
	reserve := m.me.reserve
	left := m.have
	left.sub(reserve)
	extra := m.rate(0) - crystal*m.s.rules.catalogue.Rates[m.season][0]
	gain := reserve.total()*(4*crystal+extra) - m.tokensWorth(m.have, 0) + m.tokensWorth(left, 0) + m.gaugeStepWorth/2
	if !m.final {
		gain -= 10 * crystal // there should be some tokens in it
	}
	return gain
}

// usePermit is the value of paying a token to be allowed to transmute the others.
func usePermit(m *mind, _ *piece) int {
	if m.mayTransmute() || m.potion() || m.have.total() < 2 {
		return 0
	}
	spent, loss := m.spend(m.have, m.have, 1, 0)
	t := m.have
	t.sub(spent)
	_, gain := m.sell(t, 0)
	return gain - loss
}

// useLook is the value of looking at the top card. Looking is free, but useful only with room and
// tokens for the card.
func useLook(m *mind, _ *piece) int {
	if m.free <= 0 || m.have.total() < 4 {
		return 0
	}
	return 1
}

// useFill is the value of a token on the card, if the card can still be filled. The tokens on it
// are returned then.
func useFill(m *mind, c *piece) int {
	missing := m.weight(c.number).least - c.tokens.total()
	if missing > m.rounds+1 {
		return 0
	}
	_, loss := m.cheapest(m.have, m.have, 0)
	if missing == 1 {
		return 15*crystal + m.gaugeStepWorth/2 - loss
	}
	return 20 + 3*c.tokens.total() - loss/2
}

// useSacrifice is the value of sacrificing three own cards for fifteen crystals and their room.
func useSacrifice(m *mind, _ *piece) int {
	if len(m.plays) < 3 {
		return 0
	}
	gain := 15 * crystal
	if m.short() > 0 {
		gain += 2 * m.gaugeStepWorth
	}
	gone := map[uint16]bool{}
	for range 3 {
		at, least := uint16(0), 0
		for i := range m.plays {
			c := &m.plays[i]
			if gone[c.id] {
				continue
			}
			if lost := m.lost(c); at == 0 || lost < least {
				at, least = c.id, lost
			}
		}
		gone[at] = true
		gain -= least
	}
	return gain
}

// useCount is the value of a crystal for each familiar.
func useCount(m *mind, _ *piece) int { return crystal * m.familiars }

// useGiveUp is the value of giving up a familiar for four tokens.
func useGiveUp(m *mind, _ *piece) int {
	taken := min(4, m.room)
	_, gain := m.take(m.have, taken)
	least := 1 << 20
	for i := range m.plays {
		if m.facts(m.plays[i].number).Kind == cards.Familiar {
			least = min(least, m.lost(&m.plays[i]))
		}
	}
	for _, c := range m.hand {
		if m.facts(c.number).Kind == cards.Familiar {
			least = min(least, m.handLoss(c.number))
		}
	}
	return gain - least
}

// useSwap is the value of the best exchange of tokens.
func useSwap(m *mind, _ *piece) int {
	_, _, n, gain := m.swap()
	if n == 0 {
		return 0
	}
	return gain
}

// bestSwap returns the best exchange of n tokens of one energy for another, at a crystal each, and
// its gain. n is 0 if no exchange gains anything.
func (m *mind) swap() (from, to cards.Energy, n, gain int) {
	to = cards.Water
	now := m.tokensWorth(m.have, 0)
	for _, e := range cards.Energies {
		for _, f := range cards.Energies {
			if e == f {
				continue
			}
			t := m.have
			for k := 1; k <= min(3, int(m.have[e]), m.crystals()); k++ {
				t[e]--
				t[f]++
				if more := m.tokensWorth(t, 0) - now - 2*crystal*k; more > gain {
					from, to, n, gain = e, f, k, more
				}
			}
		}
	}
	return from, to, n, gain
}

// usePass is the value of paying a water token to pass the card, with its points and its losses, to
// the next player.
func usePass(m *mind, c *piece) int {
	return -m.lost(c) + 3*crystal*m.rounds - m.tokenLoss(cards.Water)
}

// answerKind chooses an energy for the card that asks.
func (m *mind) answerKind() []game.Pick {
	var e cards.Energy
	if m.source().swap {
		from, to, _, _ := m.swap()
		e = from
		if !m.offers(game.Key{Word: optKind, A: uint8(from)}) {
			e = to // it has been given up already
		}
	} else {
		e, _ = m.alike()
	}
	key := game.Key{Word: optKind, A: uint8(e)}
	if !m.offers(key) {
		key = m.d.Options[0].Key
	}
	return m.pick(key)
}

func (m *mind) offers(key game.Key) bool {
	for i := range m.d.Options {
		if m.d.Options[i].Key == key {
			return true
		}
	}
	return false
}
