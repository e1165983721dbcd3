package spellbook

import (
	cards "archmage/internal/cards/spellbook"
)

// Simulation of actions on a position, from the table of effects, with the best choices and an
// average value for draws.

// simulate returns the position after a frame's program.
func (m *mind) try(p position, f frame) position {
	return m.tryOps(p, f, m.s.book.effects[f.program].do)
}

func (m *mind) tryOps(p position, f frame, ops []op) position {
	for i := range ops {
		o := &ops[i]
		m.s.players[m.seat] = p.player
		set := m.s.mask(&f, o.pick)
		switch o.verb {
		case verbDraw:
			m.draw(&p, int(o.n))
		case verbFill:
			m.draw(&p, int(o.n)-int(p.pool.size)-p.unknown)
		case verbReveal:
			p.shown += int(o.n)
		case verbTake:
			p = m.takes(p, int(o.n), o.flags, set)
		case verbCost:
			p = m.tryOps(m.drops(p, 1, set), f, o.children[0].ops)
		case verbDiscard:
			p = m.drops(p, int(o.n), allKinds)
		case verbStore:
			p = m.stores(p, int(o.n), set, o.flags)
		case verbExchange:
			p = m.exchanges(p, int(o.n), o.flags)
		case verbOneOf:
			p = m.better(m.tryOps(p, f, o.children[0].ops), m.tryOps(p, f, o.children[1].ops))
		case verbSweep:
			m.sweepAltar(&p)
		case verbRaise:
			p = m.raiseBest(p, &f)
		case verbLower:
			m.lower(&p, &f, o)
		case verbOthersTake, verbOthersDraw:
			p.extra -= given
			if m.s.solo() {
				p.extra -= point - given
			}
		case verbAction:
			m.draw(&p, startDraws)
		case verbCopy:
			p = m.copyBest(p, f, o)
		case verbDoCopied:
			p = m.try(p, copied(f, f.copies))
		case verbLearn:
			return m.learnBest(p, f)
		}
	}
	return p
}

// better returns the position with the higher value.
func (m *mind) better(p, q position) position {
	if m.value(&q) > m.value(&p) {
		return q
	}
	return p
}

// draw draws n unknown Materia.
func (m *mind) draw(p *position, n int) {
	n = min(n, p.room(), m.s.drawable())
	if n <= 0 {
		return
	}
	p.extra += n * m.average(p)
	p.unknown += n
}

// average is the value of one more Materia in the pool, averaged over those that can be drawn.
func (m *mind) average(p *position) int {
	if m.quick {
		if !m.meanKnown {
			m.meanKnown = true
			m.mean = m.quickAverage()
		}
		return m.mean
	}
	return m.averageOf(p)
}

// quickAverage averages over one Materia of each colour.
func (m *mind) quickAverage() int {
	bag, q := &m.s.bag, m.now
	if bag.size == 0 {
		return 0
	}
	before, total := m.value(&m.now), 0
	for c := range cards.Colour(cards.NumColours) {
		set := bag.kinds & ofColour(c)
		if set == 0 {
			continue
		}
		q.pool.add(set.first())
		total += bag.count(set) * (m.value(&q) - before)
		q.pool.remove(set.first())
	}
	return total / int(bag.size)
}

func (m *mind) averageOf(p *position) int {
	bag := &m.s.bag
	if bag.size == 0 {
		return 0
	}
	q := *p
	before, total := m.value(p), 0
	for k := bag.kinds; k != 0; k = k.rest() {
		q.pool.add(k.first())
		total += int(bag.n[k.first()]) * (m.value(&q) - before)
		q.pool.remove(k.first())
	}
	return total / int(bag.size)
}

// take moves a Materia from the altar to the pool or the Familiar.
func (m *mind) take(p *position, at cards.Materia, to flags) {
	p.altar.remove(at)
	if to&toFamiliar != 0 {
		p.fill(at)
	} else {
		p.pool.add(at)
	}
	m.s.players[m.seat] = p.player
	if n, r := m.s.permanent(m.seat, drawOnTake); n > 0 && r == at.Rune() && m.seat == m.s.active {
		m.draw(p, n)
	}
}

// addToFamiliar puts a Materia on the next empty space.
func (p *position) fill(at cards.Materia) {
	p.familiar[p.stored] = at
	p.stored++
}

// takeN takes the best n Materia of a set, one by one.
func (m *mind) takes(p position, n int, to flags, set kinds) position {
	for ; n > 0; n-- {
		room := p.room()
		if to&toFamiliar != 0 {
			room = p.free()
		}
		if room == 0 || p.altar.kinds&set == 0 && p.shown == 0 {
			break
		}
		var best position
		found := false
		try := func(q position) {
			if !found {
				best, found = q, true
			} else {
				best = m.better(best, q)
			}
		}
		if to&upTo != 0 {
			try(p)
		}
		for k := p.altar.kinds & set; k != 0; k = k.rest() {
			q := p
			m.take(&q, k.first(), to)
			if rest := alike(k.first(), to); rest != allKinds {
				q = m.takes(q, n-1, to&^(oneRune|oneColour), set&rest)
			}
			try(q)
		}
		if p.shown > 0 {
			q := p
			q.shown--
			m.draw(&q, 1)
			try(q)
		}
		p = best
		if to&(oneRune|oneColour) != 0 {
			break
		}
	}
	return p
}

// alike returns what can be taken or stored together with a Materia.
func alike(at cards.Materia, h flags) kinds {
	switch {
	case h&oneRune != 0:
		return ofRune(at.Rune())
	case h&oneColour != 0:
		return ofColour(at.Colour())
	}
	return allKinds
}

// sweepAltar replaces the Materia on the altar that are worth less than the average draw.
func (m *mind) sweepAltar(p *position) {
	mean := m.average(p)
	for k := p.altar.kinds; k != 0; k = k.rest() {
		q := *p
		q.pool.add(k.first())
		if m.value(&q)-m.value(p) < mean {
			for n := p.altar.n[k.first()]; n > 0; n-- {
				p.altar.remove(k.first())
				p.shown++
			}
		}
	}
}

// raiseBest raises the spell that gains most.
func (m *mind) raiseBest(p position, f *frame) position {
	best, found := p, false
	for c := range cards.Colour(cards.NumColours) {
		level := p.spells[c].level
		if level == 0 || level == cards.MaxLevel || c == f.card {
			continue
		}
		q := p
		q.spells[c].level++
		if !found || m.value(&q) > m.value(&best) {
			best, found = q, true
		}
	}
	return best
}

// lower lowers the used spell, as runLower does.
func (m *mind) lower(p *position, f *frame, o *op) {
	if f.card >= noCard {
		return
	}
	own, _, _, _ := f.program.spellOf()
	on := &p.spells[f.card]
	if f.card == own {
		on.level = o.n
	} else if on.level > cards.MinLevel {
		on.level--
	}
}

// copyBest simulates the best program that a Clone can copy.
func (m *mind) copyBest(p position, f frame, o *op) position {
	m.s.players[m.seat] = p.player
	uses, basics := m.s.copyable(*m.s.prospect(f.seat).inFrame(f), o)
	best, found := p, false
	try := func(program program) {
		f.copies = program
		if q := m.tryOps(p, f, o.children[0].ops); !found || m.value(&q) > m.value(&best) {
			best, found = q, true
		}
	}
	for program := programTake; program <= programLearn; program++ {
		if basics>>program&1 == 1 {
			try(program)
		}
	}
	for c := range cards.Colour(cards.NumColours) {
		for level := cards.MinLevel; level <= cards.MaxLevel; level++ {
			if uses&levelBit(c, level) != 0 {
				try(m.s.programOf(c, uint8(level)))
			}
		}
	}
	return best
}
