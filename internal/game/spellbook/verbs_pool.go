package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// draw draws n into the pool.
func draw(n uint8) op { return op{verb: verbDraw, n: n} }

var verbDraw = &verb{
	run: func(s *match, f *frame, o op) game.Flow {
		for n := o.n; n > 0 && s.drawToPool(f.seat); n-- {
		}
		return game.Next
	},
	why: whyDraw,
}

func whyDraw(s *match, f frame, _ op) reason {
	if s.players[f.seat].room() == 0 {
		return whyPoolFull
	}
	if s.drawable() == 0 {
		return whyBagEmpty
	}
	return possible
}

// drawUntil draws until the pool holds n.
func drawUntil(n uint8) op { return op{verb: verbFill, n: n} }

var verbFill = &verb{
	run: func(s *match, f *frame, o op) game.Flow {
		for s.players[f.seat].pool.size < o.n && s.drawToPool(f.seat) {
		}
		return game.Next
	},
	why: func(s *match, f frame, o op) reason {
		if s.players[f.seat].pool.size >= o.n {
			return whyPoolEnough
		}
		return whyDraw(s, f, o)
	},
}

// reveal draws n onto the altar.
func reveal(n uint8) op { return op{verb: verbReveal, n: n} }

var verbReveal = &verb{
	run: func(s *match, f *frame, o op) game.Flow {
		for n := o.n; n > 0 && s.drawToAltar(f.seat); n-- {
		}
		return game.Next
	},
	why: func(s *match, _ frame, _ op) reason { return whyBagEmpty.when(s.drawable() == 0) },
}

// takeable returns what may be taken from the altar next.
func (s *match) takeable(f *frame, o op, left int) kinds {
	room := s.players[f.seat].room()
	if o.how&toFamiliar != 0 {
		room = s.players[f.seat].free()
	}
	if room == 0 || left == 0 {
		return 0
	}
	set := s.altar.kinds & s.mask(f, o.pick)
	switch {
	case f.same != 0:
		set &= f.same
	case o.how&oneRune != 0:
		set = mostOfOne(byRune[:], &s.altar, set, min(left, room))
	}
	return set
}

// mostOfOne keeps those Materia of a bunch whose rune or colour, as parts says, allows the most, up
// to the number wanted: a number is a duty (R1).
func mostOfOne(parts []kinds, b *bunch, set kinds, want int) kinds {
	var most int
	var best kinds
	for _, part := range parts {
		of := set & part
		switch n := min(want, b.count(of)); {
		case n == 0:
		case n > most:
			most, best = n, of
		case n == most:
			best |= of
		}
	}
	return best
}

// take takes n from the altar, one by one (R20).
func take(n uint8) op { return op{verb: verbTake, n: n} }

var verbTake = &verb{
	run: func(s *match, f *frame, o op) game.Flow {
		if !f.Begun {
			f.Begin(int(o.n))
			f.same = 0
		}
		for {
			set := s.takeable(f, o, int(f.Left))
			if set == 0 {
				return game.Next
			}
			// Something must move (R17): none at all may be taken only after a draw.
			done := o.how&upTo != 0 && s.changed
			if done || !set.single() || s.beforeCommit() {
				return s.askFor(f, question{min: 1, max: 1, set: set, done: done})
			}
			s.takeNext(f, o, set.first())
		}
	},
	ask: &ask{"take", func(s *match, f *frame, o op, d *game.Decision) { fillTake(s, f, o, int(f.Left), d) }},
	answer: func(s *match, f *frame, o op, picks []game.Pick) game.Flow {
		if picks[0].Key.Word == optDone {
			return game.Next
		}
		s.takeNext(f, o, picked(picks))
		return game.Stay
	},
	why: func(s *match, f frame, o op) reason {
		f.same = 0
		if s.takeable(&f, o, int(o.n)) != 0 {
			return possible
		}
		owner := &s.players[f.seat]
		switch {
		case o.how&toFamiliar != 0 && owner.free() == 0:
			return whyFamiliarFull
		case o.how&toFamiliar == 0 && owner.room() == 0:
			return whyPoolFull
		case s.altar.size == 0:
			return whyAltarEmpty
		case o.pick == knownColour && owner.stored == 0:
			return whyFamiliarEmpty
		case o.pick == knownColour:
			return whyNoColourOnAltar
		default:
			return whyNoRuneOnAltar
		}
	},
}

// takeNext takes one of those that the operation takes.
func (s *match) takeNext(f *frame, o op, m cards.Materia) {
	f.Left--
	switch {
	case o.how&oneRune != 0:
		f.same = ofRune(m.Rune())
	case o.how&oneColour != 0:
		f.same = ofColour(m.Colour())
	}
	s.take(f.seat, m, o.how)
}

// discard discards n, or the whole pool if that is smaller (R4).
func discard(n uint8) op { return op{verb: verbDiscard, n: n} }

var verbDiscard = &verb{
	run: func(s *match, f *frame, o op) game.Flow {
		pool := &s.players[f.seat].pool
		n := min(o.n, pool.size)
		if n == 0 || !s.beforeCommit() && (n == pool.size || pool.kinds.single()) {
			for k := pool.kinds; k != 0; k = k.rest() {
				s.discard(f.seat, k.first(), min(int(pool.n[k.first()]), int(n)))
			}
			return game.Next
		}
		return s.askFor(f, question{min: n, max: n, set: pool.kinds})
	},
	ask:    askDiscard,
	answer: answerDiscard,
	why:    func(s *match, f frame, _ op) reason { return whyPoolEmpty.when(s.players[f.seat].pool.size == 0) },
}

func answerDiscard(s *match, f *frame, _ op, picks []game.Pick) game.Flow {
	for _, p := range picks {
		s.discard(f.seat, cards.Materia(p.Key.A), int(p.N))
	}
	return game.Next
}

// costs returns what may be discarded first, so that what follows in the
// program from an operation on is possible at least in part (R3).
func (s *match) costs(f frame, o op, after int) kinds {
	pool := &s.players[f.seat].pool
	var set kinds
	for k := pool.kinds & s.mask(&f, o.pick); k != 0; k = k.rest() {
		m := k.first()
		// Try it, and put everything back as it was.
		pool.remove(m)
		s.box.add(m)
		if s.whyFrom(f, after) == possible {
			set |= 1 << m
		}
		s.box.remove(m)
		pool.add(m)
	}
	return set
}

// discardFirst discards one, before anything else of the effect is done; what
// follows must then be possible at least in part (R3).
func discardFirst() op { return op{verb: verbCost} }

var verbCost = &verb{
	run: func(s *match, f *frame, o op) game.Flow {
		set := s.costs(*f, o, int(f.Step)+1)
		switch {
		case set == 0:
			return game.Drop
		case set.single() && !s.beforeCommit():
			s.discard(f.seat, set.first(), 1)
			return game.Next
		default:
			return s.askFor(f, question{min: 1, max: 1, set: set})
		}
	},
	ask:    askDiscard,
	answer: answerDiscard,
	// why looks at what follows the cost. Only a cost that stands first is
	// looked at here; one behind a choice is looked at with that choice.
	why: func(s *match, f frame, o op) reason {
		owner := &s.players[f.seat]
		switch {
		case s.costs(f, o, 1) != 0:
			return possible
		case owner.pool.size == 0:
			return whyPoolEmpty
		case owner.pool.kinds&s.mask(&f, o.pick) == 0:
			return whyNoRuneInPool
		default:
			return s.whyFrom(f, 1)
		}
	},
	gate: true,
}
