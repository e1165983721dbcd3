package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// draw draws n Materia into the pool.
func draw(n uint8) part { return part{{verb: verbDraw, n: n}} }

var verbDraw = &verb{
	run: func(s *match, f *frame, o *op) game.Flow {
		for n := o.n; n > 0 && s.drawToPool(f.seat); n-- {
		}
		return game.Next
	},
	why: whyDraw,
}

func whyDraw(_ *match, pr prospect, _ *op) reason {
	if pr.room() == 0 {
		return whyPoolFull
	}
	if pr.drawable == 0 {
		return whyBagEmpty
	}
	return possible
}

// drawUntil draws until the pool has n Materia.
func drawUntil(n uint8) part { return part{{verb: verbFill, n: n}} }

var verbFill = &verb{
	run: func(s *match, f *frame, o *op) game.Flow {
		for s.players[f.seat].pool.size < o.n && s.drawToPool(f.seat) {
		}
		return game.Next
	},
	why: func(s *match, pr prospect, o *op) reason {
		if pr.pool.size >= o.n {
			return whyPoolEnough
		}
		return whyDraw(s, pr, o)
	},
}

// reveal draws n Materia onto the altar.
func reveal(n uint8) part { return part{{verb: verbReveal, n: n}} }

var verbReveal = &verb{
	run: func(s *match, f *frame, o *op) game.Flow {
		for n := o.n; n > 0 && s.drawToAltar(f.seat); n-- {
		}
		return game.Next
	},
	why: func(_ *match, pr prospect, _ *op) reason { return whyBagEmpty.When(pr.drawable == 0) },
}

// takeable returns which Materia can be taken from the altar next. room is the room in the pool.
func (s *match) takeable(f *frame, o *op, left, room int) kinds {
	if o.flags&toFamiliar != 0 {
		room = s.players[f.seat].freeSlots()
	}
	if room == 0 || left == 0 {
		return 0
	}
	set := s.altar.kinds & s.allowedMateria(f, o.pick)
	switch {
	case f.limit != 0:
		set &= f.limit
	case o.flags&oneRune != 0:
		set = mostOfOne(byRune[:], &s.altar, set, min(left, room))
	}
	return set
}

// mostOfOne limits the set to the parts (runes or colours) of which the bunch has the most Materia,
// counted up to the number wanted. A number in an effect must be reached if possible (R1).
func mostOfOne(parts []kinds, b *bunch, set kinds, want int) kinds {
	var most int
	var best kinds
	for _, part := range parts {
		subset := set & part
		switch n := min(want, b.count(subset)); {
		case n == 0:
		case n > most:
			most, best = n, subset
		case n == most:
			best |= subset
		}
	}
	return best
}

// take takes n Materia from the altar, one by one (R20).
func take(n uint8) part { return part{{verb: verbTake, n: n}} }

var verbTake = &verb{
	run: func(s *match, f *frame, o *op) game.Flow {
		if !f.Begun {
			f.Begin(int(o.n))
			f.limit = 0
		}
		for {
			room := s.players[f.seat].room()
			set := s.takeable(f, o, int(f.Remaining), room)
			if set == 0 {
				return game.Next
			}
			// An action must move something (R17), so taking none is allowed only after a draw.
			done := o.flags&upTo != 0 && s.committed
			if done || !set.isSingle() || s.beforeCommit() {
				return s.askFor(f, question{min: 1, max: 1, set: set, canStop: done})
			}
			s.takeNext(f, o, set.first())
		}
	},
	ask: &ask{
		name: "take",
		fill: func(s *match, f *frame, o *op, d *game.Decision) { fillTake(s, f, o, int(f.Remaining), d) },
	},
	answer: func(s *match, f *frame, o *op, picks []game.Pick) game.Flow {
		if picks[0].Key.Word == optDone {
			return game.Next
		}
		s.takeNext(f, o, onlyMateria(picks))
		return game.Stay
	},
	why: func(s *match, pr prospect, o *op) reason {
		pr.limit = 0
		if s.takeable(&pr.frame, o, int(o.n), pr.room()) != 0 {
			return possible
		}
		owner := &s.players[pr.seat]
		switch {
		case o.flags&toFamiliar != 0 && owner.freeSlots() == 0:
			return whyFamiliarFull
		case o.flags&toFamiliar == 0 && pr.room() == 0:
			return whyPoolFull
		case s.altar.size == 0:
			return whyAltarEmpty
		case o.pick == storedColour && owner.storedCount == 0:
			return whyFamiliarEmpty
		case o.pick == storedColour:
			return whyNoColourOnAltar
		default:
			return whyNoRuneOnAltar
		}
	},
}

// takeNext takes one Materia for the operation.
func (s *match) takeNext(f *frame, o *op, m cards.Materia) {
	f.Remaining--
	switch {
	case o.flags&oneRune != 0:
		f.limit = ofRune(m.Rune())
	case o.flags&oneColour != 0:
		f.limit = ofColour(m.Colour())
	}
	s.take(f.seat, m, o.flags)
}

// discard discards n Materia, or the whole pool if it is smaller (R4).
func discard(n uint8) part { return part{{verb: verbDiscard, n: n}} }

var verbDiscard = &verb{
	run: func(s *match, f *frame, o *op) game.Flow {
		pool := &s.players[f.seat].pool
		n := min(o.n, pool.size)
		if n == 0 || !s.beforeCommit() && (n == pool.size || pool.kinds.isSingle()) {
			for k := pool.kinds; k != 0; k = k.withoutFirst() {
				s.discard(f.seat, k.first(), min(int(pool.n[k.first()]), int(n)))
			}
			return game.Next
		}
		return s.askFor(f, question{min: n, max: n, set: pool.kinds})
	},
	ask:    askDiscard,
	answer: answerDiscard,
	why:    func(_ *match, pr prospect, _ *op) reason { return whyPoolEmpty.When(pr.pool.size == 0) },
}

func answerDiscard(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
	for _, p := range picks {
		s.discard(f.seat, cards.Materia(p.Key.A), int(p.N))
	}
	return game.Next
}

// costOptions returns the Materia that can be discarded as a cost, so that the child can change
// something (R3).
func (s *match) costOptions(pr prospect, o *op) kinds {
	var set kinds
	for k := pr.pool.kinds & s.allowedMateria(&pr.frame, o.pick); k != 0; k = k.withoutFirst() {
		if s.whyAll(pr.after(k.first()), o.children[0].ops) == possible {
			set |= 1 << k.first()
		}
	}
	return set
}

// discardFirst discards one Materia as the cost of its child, which must then be able to change
// something (R3).
func discardFirst() part { return part{{verb: verbCost}} }

var verbCost = &verb{
	run: func(s *match, f *frame, o *op) game.Flow {
		set := s.costOptions(*s.prospect(f.seat).inFrame(*f), o)
		switch {
		case set == 0:
			return game.Next
		case set.isSingle() && !s.beforeCommit():
			s.discard(f.seat, set.first(), 1)
			return f.startChild(o, 0)
		default:
			return s.askFor(f, question{min: 1, max: 1, set: set})
		}
	},
	ask: askDiscard,
	answer: func(s *match, f *frame, o *op, picks []game.Pick) game.Flow {
		answerDiscard(s, f, o, picks)
		return f.startChild(o, 0)
	},
	why: func(s *match, pr prospect, o *op) reason {
		payable := pr.pool.kinds & s.allowedMateria(&pr.frame, o.pick)
		switch {
		case s.costOptions(pr, o) != 0:
			return possible
		case pr.pool.size == 0:
			return whyPoolEmpty
		case payable == 0:
			return whyNoRuneInPool
		default:
			return s.whyAll(pr.after(payable.first()), o.children[0].ops)
		}
	},
}
