package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// answerExchange answers with the best exchange.
func (ev *evaluation) answerExchange() []game.Pick {
	var to flags
	if idArg(ev.d, "with") == "familiar" {
		to = toFamiliar
	}
	take, put, _, ok := ev.exchangeOne(ev.current, to)
	if !ok {
		return nil
	}
	word := optTake
	if to != 0 {
		word = optRecall
	}
	return append(ev.picks[:0], game.Pick{Key: materiaKey(word, take), N: 1},
		game.Pick{Key: materiaKey(optPut, put), N: 1, Group: groupPut})
}

// exchangeOne returns the best exchange, if there is one, and the position after it.
func (ev *evaluation) exchangeOne(p position, to flags) (take, put cards.Materia, best position, found bool) {
	ev.s.players[ev.seat], ev.s.altar = p.player, p.altar
	f := newFrame(noProgram, ev.seat, noColour, noRune)
	takes, puts := ev.s.exchangeable(&f, &op{flags: to}), p.pool.kinds
	ev.s.altar = ev.current.altar
	for i := puts; i != 0; i = i.withoutFirst() {
		for k := takes; k != 0; k = k.withoutFirst() {
			q := p
			ev.exchange(&q, k.first(), i.first(), to)
			if !found || ev.value(&q) > ev.value(&best) {
				take, put, best, found = k.first(), i.first(), q, true
			}
		}
	}
	return take, put, best, found
}

func (ev *evaluation) exchange(p *position, take, put cards.Materia, to flags) {
	p.pool.remove(put)
	if to&toFamiliar == 0 {
		ev.take(p, take, 0)
		p.altar.add(put)
		return
	}
	for i := range p.familiar[:p.storedCount] {
		if p.familiar[i] == take {
			p.familiar[i] = put
			break
		}
	}
	p.pool.add(take)
}

// exchangeN does up to n exchanges, even if they gain nothing.
func (ev *evaluation) exchangeN(p position, n int, to flags) position {
	for ; n > 0; n-- {
		_, _, q, ok := ev.exchangeOne(p, to)
		if !ok {
			break
		}
		p = q
	}
	return p
}

// removeOne removes the Materia of a set whose loss costs least. If keep is true, it stores the
// Materia. It returns false if the pool has no Materia of the set.
func (ev *evaluation) removeOne(p position, set kinds, keep bool) (position, bool) {
	var best position
	found := false
	for k := p.pool.kinds & set; k != 0; k = k.withoutFirst() {
		q := p
		q.pool.remove(k.first())
		if keep {
			q.addToFamiliar(k.first())
		}
		if !found {
			best, found = q, true
		} else {
			best = ev.betterPosition(best, q)
		}
	}
	if !found {
		return p, false
	}
	return best, true
}

// discardN discards the n Materia of a set whose loss costs least.
func (ev *evaluation) discardN(p position, n int, set kinds) position {
	for ; n > 0; n-- {
		q, ok := ev.removeOne(p, set, false)
		if !ok {
			break
		}
		p = q
	}
	return p
}

// storeN stores the n Materia of a set whose loss from the pool costs least.
func (ev *evaluation) storeN(p position, n int, set kinds, want flags) position {
	if want&oneColour != 0 {
		set = mostOfOne(byColour[:], &p.pool, set, min(n, p.freeSlots()))
		best, found := p, false
		for c := range cards.Colour(cards.NumColours) {
			if set&ofColour(c) == 0 {
				continue
			}
			q := ev.storeN(p, n, set&ofColour(c), 0)
			if !found || ev.value(&q) > ev.value(&best) {
				best, found = q, true
			}
		}
		return best
	}
	for ; n > 0 && p.freeSlots() > 0; n-- {
		q, ok := ev.removeOne(p, set, true)
		if !ok {
			break
		}
		p = q
	}
	return p
}
