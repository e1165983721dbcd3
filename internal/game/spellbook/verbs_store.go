package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// runStore stores n from the pool, as far as there are slots (R17).
func runStore(s *match, f *frame, o op) game.Flow {
	if !f.Begun {
		f.Begun, f.Left, f.same = true, o.n, 0
	}
	owner := &s.players[f.seat]
	set := owner.pool.kinds & s.mask(f, o.pick)
	want := min(int(f.Left), owner.free())
	if o.how&oneColour != 0 {
		if f.same == 0 {
			set = mostOfOneColour(&owner.pool, set, want)
			if set != 0 && set&^ofColour(set.first().Colour()) != 0 {
				return s.askFor(f, question{kind: askColour, min: 1, max: 1, set: set})
			}
		} else {
			set &= f.same
		}
	}
	there := owner.pool.count(set)
	n := min(want, there)
	if !s.commits() && (n == there || set.single()) {
		for k := set; k != 0 && n > 0; k = k.rest() {
			for c := owner.pool.n[k.first()]; c > 0 && n > 0; c-- {
				s.store(f.seat, k.first())
				n--
			}
		}
	}
	if n == 0 {
		return game.Next
	}
	return s.askFor(f, question{kind: askStore, min: uint8(n), max: uint8(n), set: set})
}

// mostOfOneColour keeps those Materia of the pool whose colour allows the most,
// up to the number wanted: a number is a duty (R1).
func mostOfOneColour(pool *bunch, set kinds, want int) kinds {
	var most int
	var best kinds
	for c := range cards.Colour(cards.NumColours) {
		of := set & ofColour(c)
		switch n := min(want, pool.count(of)); {
		case n == 0:
		case n > most:
			most, best = n, of
		case n == most:
			best |= of
		}
	}
	return best
}

func answerStore(s *match, f *frame, _ op, picks []game.Pick) game.Flow {
	if picks[0].Key.Verb == keyColour {
		f.same = ofColour(cards.Colour(picks[0].Key.A))
		return game.Stay
	}
	for _, p := range picks {
		for range p.N {
			s.store(f.seat, cards.Materia(p.Key.A))
		}
	}
	return game.Next
}

func whyStore(s *match, f frame, o op) reason {
	owner := &s.players[f.seat]
	switch {
	case owner.free() == 0:
		return familiarFull
	case owner.pool.size == 0:
		return poolEmpty
	case owner.pool.kinds&s.mask(&f, o.pick) == 0:
		return noRuneInPool
	}
	return possible
}

// exchangeable returns what may be taken and what may be put in its stead.
func (s *match) exchangeable(f *frame, o op) (take, put kinds) {
	owner := &s.players[f.seat]
	take, put = s.altar.kinds, owner.pool.kinds
	if o.how&toFamiliar != 0 {
		take = 0
		for _, m := range owner.familiar[:owner.stored] {
			take |= 1 << m
		}
	}
	return take, put
}

// runExchange exchanges n with the altar or the Familiar, one after the other
// (R18). The number in the pool stays the same.
func runExchange(s *match, f *frame, o op) game.Flow {
	f.Begin(int(o.n))
	for {
		take, put := s.exchangeable(f, o)
		if f.Left == 0 || take == 0 || put == 0 {
			return game.Next
		}
		if !take.single() || !put.single() || s.commits() {
			return s.askFor(f, question{kind: askExchange, min: 2, max: 2, set: take, other: put})
		}
		s.exchange(f, o, take.first(), put.first())
	}
}

func answerExchange(s *match, f *frame, o op, picks []game.Pick) game.Flow {
	take, put := picks[0], picks[1]
	if take.Group == groupPut {
		take, put = put, take
	}
	s.exchange(f, o, cards.Materia(take.Key.A), cards.Materia(put.Key.A))
	return game.Stay
}

func (s *match) exchange(f *frame, o op, take, put cards.Materia) {
	f.Left--
	s.touch()
	owner := &s.players[f.seat]
	owner.pool.remove(put)
	owner.pool.add(take)
	if o.how&toFamiliar != 0 {
		for i := range owner.familiar[:owner.stored] {
			if owner.familiar[i] == take {
				owner.familiar[i] = put
				break
			}
		}
		s.step.Add(eventExchanged, f.seat, game.ID("taken", take.String()), game.ID("put", put.String()), game.ID("with", "familiar"))
		return
	}
	s.altar.remove(take)
	s.altar.add(put)
	s.step.Add(eventExchanged, f.seat, game.ID("taken", take.String()), game.ID("put", put.String()), game.ID("with", "altar"))
	s.taken(f.seat, take)
}

func whyExchange(s *match, f frame, o op) reason {
	take, put := s.exchangeable(&f, o)
	switch {
	case put == 0:
		return poolEmpty
	case take == 0 && o.how&toFamiliar != 0:
		return familiarEmpty
	case take == 0:
		return altarEmpty
	case s.forcedBack(&f, o, take, put):
		return s.whyForMirage(f, o, take|put)
	}
	return possible
}

// forcedBack reports whether the exchanges can only end where they began: a
// Materia with its like, or the only one of the pool and the only one of the
// altar, there and back again.
func (s *match) forcedBack(f *frame, o op, take, put kinds) bool {
	if take.single() && take == put {
		return true
	}
	return o.n%2 == 0 && o.how&toFamiliar == 0 && s.altar.size == 1 && s.players[f.seat].pool.size == 1
}

// whyForMirage is for exchanges that by themselves change nothing; what Mirage
// draws for one of the taken Materia does.
func (s *match) whyForMirage(f frame, o op, taken kinds) reason {
	n, r := s.bonus(f.seat, drawOnTake)
	if o.how&toFamiliar != 0 || n == 0 || taken&ofRune(r) == 0 || f.seat != s.active {
		return nothingToDo
	}
	return whyDraw(s, f, o)
}

// runEither chooses between the next operation and the last one; a half that
// is not possible is no choice.
func runEither(s *match, f *frame, _ op) game.Flow {
	ops := s.book.ops(f.program)
	one := s.book.verbs[ops[f.Step+1].verb].why(s, *f, ops[f.Step+1]) == possible
	last := len(ops) - 1
	other := s.book.verbs[ops[last].verb].why(s, *f, ops[last]) == possible
	switch {
	case one && other:
		return s.askFor(f, question{kind: askChoose, min: 1, max: 1})
	case other:
		f.Step = uint8(last)
		return game.Stay
	default:
		return game.Next
	}
}

func answerEither(s *match, f *frame, _ op, picks []game.Pick) game.Flow {
	if picks[0].Key.A == doTake {
		f.Step = uint8(len(s.book.ops(f.program)) - 1)
		return game.Stay
	}
	return game.Next
}

func runStop(_ *match, _ *frame, _ op) game.Flow { return game.Drop }
