package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// The bots' choices of energies.

// answerTransmute transmutes the tokens that are worth more as crystals, and at least one.
func (m *mind) answerTransmute() []game.Pick {
	sold, _ := m.sell(m.have, 0)
	if sold.total() == 0 {
		sold, _ = m.spend(m.have, m.have, 1, 0)
	}
	return m.payWith(sold)
}

// answerTokens spends the tokens of least value. If their number is open, they are for the exchange
// of one energy into another.
func (m *mind) answerTokens() []game.Pick {
	var allowed tokens
	for i := range m.d.Options {
		if o := &m.d.Options[i]; !o.Alone {
			allowed[o.Key.A] += o.Max
		}
	}
	n := m.d.Min
	if m.source().swap {
		_, _, best, _ := m.swap()
		n = min(max(n, best), m.d.Max)
	}
	spent, _ := m.spend(m.have, allowed, n, 0)
	return m.payWith(spent)
}

// payWith chooses these tokens. It takes those in the reserve first, because tokens on a card take
// up no room.
func (m *mind) payWith(t tokens) []game.Pick {
	picks := m.picks[:0]
	for i := range m.d.Options {
		o := &m.d.Options[i]
		if o.Alone {
			continue
		}
		if n := min(o.Max, t[o.Key.A]); n > 0 {
			t[o.Key.A] -= n
			picks = append(picks, game.Pick{Key: o.Key, N: n})
		}
	}
	return picks
}

func (m *mind) answerGain() []game.Pick {
	taken, _ := m.take(m.have, m.d.Min)
	return m.payWith(taken)
}

func (m *mind) answerLoseEnergy() []game.Pick {
	lost, _ := m.spend(m.have, m.me.reserve, m.d.Min, 0)
	return m.payWith(lost)
}

// answerWaive waives the energies of highest value: the missing ones, and then those whose loss
// would cost most.
func (m *mind) answerWaive() []game.Pick {
	var spare, struck tokens
	for i := range m.d.Options {
		if o := &m.d.Options[i]; !o.Alone {
			struck[o.Key.A] = o.Min
			spare[o.Key.A] = o.Max - o.Min
		}
	}
	// Add the most valuable of the energies that may be waived.
	for struck.total() < m.d.Min {
		at, most := -1, 0
		for i := range m.d.Options {
			e := m.d.Options[i].Key.A
			if m.d.Options[i].Alone || spare[e] == 0 {
				continue
			}
			if loss := m.tokenLoss(cards.Energy(e)); at < 0 || loss > most {
				at, most = i, loss
			}
		}
		if at < 0 {
			break
		}
		spare[m.d.Options[at].Key.A]--
		struck[m.d.Options[at].Key.A]++
	}
	picks := m.picks[:0]
	for i := range m.d.Options {
		if o := &m.d.Options[i]; !o.Alone && struck[o.Key.A] > 0 {
			picks = append(picks, game.Pick{Key: o.Key, N: struck[o.Key.A]})
		}
	}
	return picks
}
