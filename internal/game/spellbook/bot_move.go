package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// answerExchange answers with the best exchange.
func (m *mind) answerExchange() []game.Pick {
	var to flags
	if text(m.d, "with") == "familiar" {
		to = toFamiliar
	}
	take, put, _, ok := m.exchangeOne(m.now, to)
	if !ok {
		return nil
	}
	word := optTake
	if to != 0 {
		word = optRecall
	}
	return append(m.picks[:0], game.Pick{Key: materiaKey(word, take), N: 1},
		game.Pick{Key: materiaKey(optPut, put), N: 1, Group: groupPut})
}

// exchangeOne returns the best exchange, if there is one, and the position after it.
func (m *mind) exchangeOne(p position, to flags) (take, put cards.Materia, best position, found bool) {
	m.s.players[m.seat], m.s.altar = p.player, p.altar
	f := newFrame(noProgram, m.seat, noCard, noRune)
	takes, puts := m.s.exchangeable(&f, &op{flags: to}), p.pool.kinds
	m.s.altar = m.now.altar
	for i := puts; i != 0; i = i.rest() {
		for k := takes; k != 0; k = k.rest() {
			q := p
			m.exchange(&q, k.first(), i.first(), to)
			if !found || m.value(&q) > m.value(&best) {
				take, put, best, found = k.first(), i.first(), q, true
			}
		}
	}
	return take, put, best, found
}

func (m *mind) exchange(p *position, take, put cards.Materia, to flags) {
	p.pool.remove(put)
	if to&toFamiliar == 0 {
		m.take(p, take, 0)
		p.altar.add(put)
		return
	}
	for i := range p.familiar[:p.stored] {
		if p.familiar[i] == take {
			p.familiar[i] = put
			break
		}
	}
	p.pool.add(take)
}

// exchangeN does up to n exchanges, even if they gain nothing.
func (m *mind) exchanges(p position, n int, to flags) position {
	for ; n > 0; n-- {
		_, _, q, ok := m.exchangeOne(p, to)
		if !ok {
			break
		}
		p = q
	}
	return p
}

// removeOne removes the Materia of a set whose loss costs least. With keep, it is stored.
func (m *mind) dropOne(p position, set kinds, keep bool) (position, bool) {
	var best position
	found := false
	for k := p.pool.kinds & set; k != 0; k = k.rest() {
		q := p
		q.pool.remove(k.first())
		if keep {
			q.fill(k.first())
		}
		if !found {
			best, found = q, true
		} else {
			best = m.better(best, q)
		}
	}
	if !found {
		return p, false
	}
	return best, true
}

// discardN discards the n Materia of a set whose loss costs least.
func (m *mind) drops(p position, n int, set kinds) position {
	for ; n > 0; n-- {
		q, ok := m.dropOne(p, set, false)
		if !ok {
			break
		}
		p = q
	}
	return p
}

// storeN stores the n Materia of a set whose loss from the pool costs least.
func (m *mind) stores(p position, n int, set kinds, h flags) position {
	if h&oneColour != 0 {
		set = mostOfOne(byColour[:], &p.pool, set, min(n, p.free()))
		best, found := p, false
		for c := range cards.Colour(cards.NumColours) {
			if set&ofColour(c) == 0 {
				continue
			}
			q := m.stores(p, n, set&ofColour(c), 0)
			if !found || m.value(&q) > m.value(&best) {
				best, found = q, true
			}
		}
		return best
	}
	for ; n > 0 && p.free() > 0; n-- {
		q, ok := m.dropOne(p, set, true)
		if !ok {
			break
		}
		p = q
	}
	return p
}
