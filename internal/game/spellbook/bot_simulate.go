package spellbook

import (
	cards "archmage/internal/cards/spellbook"
)

// This file simulates actions on a position, from the table of effects. It makes the best choices and
// counts draws with their average value.

// simulate returns the position after a frame's program.
func (ev *evaluation) simulate(p position, f frame) position {
	return ev.simulateOps(p, f, ev.s.book.effects[f.program].ops)
}

func (ev *evaluation) simulateOps(p position, f frame, ops []op) position {
	for i := range ops {
		o := &ops[i]
		ev.s.players[ev.seat] = p.player
		set := ev.s.allowedMateria(&f, o.pick)
		switch o.verb {
		case verbDraw:
			ev.draw(&p, int(o.n))
		case verbFill:
			ev.draw(&p, int(o.n)-int(p.pool.size)-p.unknown)
		case verbReveal:
			p.shown += int(o.n)
		case verbTake:
			p = ev.takeN(p, int(o.n), o.flags, set)
		case verbCost:
			p = ev.simulateOps(ev.discardN(p, 1, set), f, o.children[0].ops)
		case verbDiscard:
			p = ev.discardN(p, int(o.n), allKinds)
		case verbStore:
			p = ev.storeN(p, int(o.n), set, o.flags)
		case verbExchange:
			p = ev.exchangeN(p, int(o.n), o.flags)
		case verbOneOf:
			p = ev.betterPosition(ev.simulateOps(p, f, o.children[0].ops), ev.simulateOps(p, f, o.children[1].ops))
		case verbSweep:
			ev.sweepAltar(&p)
		case verbRaise:
			p = ev.raiseBest(p, &f)
		case verbLower:
			ev.lower(&p, &f, o)
		case verbOthersTake, verbOthersDraw:
			p.extra -= givenWorth
			if ev.s.isSolo() {
				p.extra -= point - givenWorth
			}
		case verbAction:
			ev.draw(&p, startDraws)
		case verbCopy:
			p = ev.copyBest(p, f, o)
		case verbDoCopied:
			p = ev.simulate(p, copyFrame(f, f.copiedProgram))
		case verbLearn:
			return ev.learnBest(p, f)
		}
	}
	return p
}

// betterPosition returns the position with the higher value.
func (ev *evaluation) betterPosition(p, q position) position {
	if ev.value(&q) > ev.value(&p) {
		return q
	}
	return p
}

// draw draws n unknown Materia.
func (ev *evaluation) draw(p *position, n int) {
	n = min(n, p.room(), ev.s.drawable())
	if n <= 0 {
		return
	}
	p.extra += n * ev.averageDraw(p)
	p.unknown += n
}

// averageDraw returns the value of one more Materia in the pool, averaged over those that can be
// drawn.
func (ev *evaluation) averageDraw(p *position) int {
	if ev.quick {
		if !ev.meanKnown {
			ev.meanKnown = true
			ev.mean = ev.quickAverage()
		}
		return ev.mean
	}
	return ev.exactAverage(p)
}

// quickAverage evaluates only one Materia of each colour.
func (ev *evaluation) quickAverage() int {
	bag, q := &ev.s.bag, ev.current
	if bag.size == 0 {
		return 0
	}
	before, total := ev.value(&ev.current), 0
	for c := range cards.Colour(cards.NumColours) {
		set := bag.kinds & ofColour(c)
		if set == 0 {
			continue
		}
		q.pool.add(set.first())
		total += bag.count(set) * (ev.value(&q) - before)
		q.pool.remove(set.first())
	}
	return total / int(bag.size)
}

func (ev *evaluation) exactAverage(p *position) int {
	bag := &ev.s.bag
	if bag.size == 0 {
		return 0
	}
	q := *p
	before, total := ev.value(p), 0
	for k := bag.kinds; k != 0; k = k.withoutFirst() {
		q.pool.add(k.first())
		total += int(bag.n[k.first()]) * (ev.value(&q) - before)
		q.pool.remove(k.first())
	}
	return total / int(bag.size)
}

// take moves a Materia from the altar to the pool or the Familiar.
func (ev *evaluation) take(p *position, materia cards.Materia, to flags) {
	p.altar.remove(materia)
	if to&toFamiliar != 0 {
		p.addToFamiliar(materia)
	} else {
		p.pool.add(materia)
	}
	ev.s.players[ev.seat] = p.player
	if n, r := ev.s.permanent(ev.seat, drawOnTake); n > 0 && r == materia.Rune() && ev.seat == ev.s.active {
		ev.draw(p, n)
	}
}

// addToFamiliar puts a Materia on the next empty space.
func (p *position) addToFamiliar(materia cards.Materia) {
	p.familiar[p.storedCount] = materia
	p.storedCount++
}

// takeN takes the best n Materia of a set, one by one.
func (ev *evaluation) takeN(p position, n int, to flags, set kinds) position {
	for ; n > 0; n-- {
		room := p.room()
		if to&toFamiliar != 0 {
			room = p.freeSlots()
		}
		if room == 0 || p.altar.kinds&set == 0 && p.shown == 0 {
			break
		}
		var best position
		found := false
		consider := func(q position) {
			if !found {
				best, found = q, true
			} else {
				best = ev.betterPosition(best, q)
			}
		}
		if to&upTo != 0 {
			consider(p)
		}
		for k := p.altar.kinds & set; k != 0; k = k.withoutFirst() {
			q := p
			ev.take(&q, k.first(), to)
			if combined := compatible(k.first(), to); combined != allKinds {
				q = ev.takeN(q, n-1, to&^(oneRune|oneColour), set&combined)
			}
			consider(q)
		}
		if p.shown > 0 {
			q := p
			q.shown--
			ev.draw(&q, 1)
			consider(q)
		}
		p = best
		if to&(oneRune|oneColour) != 0 {
			break
		}
	}
	return p
}

// compatible returns what can be taken or stored together with a Materia.
func compatible(materia cards.Materia, want flags) kinds {
	switch {
	case want&oneRune != 0:
		return ofRune(materia.Rune())
	case want&oneColour != 0:
		return ofColour(materia.Colour())
	}
	return allKinds
}

// sweepAltar replaces the Materia on the altar that are worth less than the average draw.
func (ev *evaluation) sweepAltar(p *position) {
	mean := ev.averageDraw(p)
	for k := p.altar.kinds; k != 0; k = k.withoutFirst() {
		q := *p
		q.pool.add(k.first())
		if ev.value(&q)-ev.value(p) < mean {
			for n := p.altar.n[k.first()]; n > 0; n-- {
				p.altar.remove(k.first())
				p.shown++
			}
		}
	}
}

// raiseBest raises the spell that gains most.
func (ev *evaluation) raiseBest(p position, f *frame) position {
	best, found := p, false
	for c := range cards.Colour(cards.NumColours) {
		level := p.spells[c].level
		if level == 0 || level == cards.MaxLevel || c == f.ownColour {
			continue
		}
		q := p
		q.spells[c].level++
		if !found || ev.value(&q) > ev.value(&best) {
			best, found = q, true
		}
	}
	return best
}

// lower lowers the used spell, as runLower does.
func (ev *evaluation) lower(p *position, f *frame, o *op) {
	if f.ownColour >= noColour {
		return
	}
	own, _, _, _ := f.program.spellOf()
	spell := &p.spells[f.ownColour]
	if f.ownColour == own {
		spell.level = o.n
	} else if spell.level > cards.MinLevel {
		spell.level--
	}
}

// copyBest simulates the best program that a Clone can copy.
func (ev *evaluation) copyBest(p position, f frame, o *op) position {
	ev.s.players[ev.seat] = p.player
	uses, basics := ev.s.copyable(*ev.s.prospect(f.seat).inFrame(f), o)
	best, found := p, false
	consider := func(program program) {
		f.copiedProgram = program
		if q := ev.simulateOps(p, f, o.children[0].ops); !found || ev.value(&q) > ev.value(&best) {
			best, found = q, true
		}
	}
	for program := programTake; program <= programLearn; program++ {
		if basics>>program&1 == 1 {
			consider(program)
		}
	}
	for c := range cards.Colour(cards.NumColours) {
		for level := cards.MinLevel; level <= cards.MaxLevel; level++ {
			if uses&levelBit(c, level) != 0 {
				consider(ev.s.programOf(c, uint8(level)))
			}
		}
	}
	return best
}
