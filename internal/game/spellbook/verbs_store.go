package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// store stores n from the pool, as far as there are slots (R17).
func store(n uint8) op { return op{verb: verbStore, n: n} }

var verbStore = &verb{
	run: func(s *match, f *frame, o op) game.Flow {
		if !f.Begun {
			f.Begin(int(o.n))
			f.same = 0
		}
		owner := &s.players[f.seat]
		set := owner.pool.kinds & s.mask(f, o.pick)
		want := min(int(f.Left), owner.free())
		if o.how&oneColour != 0 {
			if f.same == 0 {
				set = mostOfOne(byColour[:], &owner.pool, set, want)
				if set != 0 && set&^ofColour(set.first().Colour()) != 0 {
					return s.askFor(f, question{ask: askColour, min: 1, max: 1, set: set})
				}
			} else {
				set &= f.same
			}
		}
		there := owner.pool.count(set)
		n := min(want, there)
		if !s.beforeCommit() && (n == there || set.single()) {
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
		return s.askFor(f, question{min: uint8(n), max: uint8(n), set: set})
	},
	ask: &ask{"store", func(s *match, f *frame, _ op, d *game.Decision) {
		s.fillCounted(f, d, optStore, &s.players[f.seat].pool)
	}},
	answer: func(s *match, f *frame, _ op, picks []game.Pick) game.Flow {
		if picks[0].Key.Word == optColour {
			f.same = ofColour(cards.Colour(picks[0].Key.A))
			return game.Stay
		}
		for _, p := range picks {
			for range p.N {
				s.store(f.seat, cards.Materia(p.Key.A))
			}
		}
		return game.Next
	},
	why: func(s *match, f frame, o op) reason {
		owner := &s.players[f.seat]
		switch {
		case owner.free() == 0:
			return whyFamiliarFull
		case owner.pool.size == 0:
			return whyPoolEmpty
		case owner.pool.kinds&s.mask(&f, o.pick) == 0:
			return whyNoRuneInPool
		}
		return possible
	},
}

// askColour asks which colour is stored, where several allow as many.
var askColour = &ask{"colour", func(s *match, f *frame, o op, d *game.Decision) {
	owner := &s.players[f.seat]
	// Every colour that is offered allows as many as the first.
	there := owner.pool.count(ofColour(s.ask.set.first().Colour()))
	addArg(d, game.Int("n", min(int(f.Left), owner.free(), there)))
	addSource(d, f)
	for c := range cards.Colour(cards.NumColours) {
		if s.ask.set&ofColour(c) != 0 {
			d.Add(colourKey(optColour, c), 0, 1)
		}
	}
}}

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

// exchange exchanges n with the altar or the Familiar, one after the other (R18).
// The number in the pool stays the same.
func exchange(n uint8) op { return op{verb: verbExchange, n: n} }

var verbExchange = &verb{
	run: func(s *match, f *frame, o op) game.Flow {
		f.Begin(int(o.n))
		for {
			take, put := s.exchangeable(f, o)
			if f.Left == 0 || take == 0 || put == 0 {
				return game.Next
			}
			if !take.single() || !put.single() || s.beforeCommit() {
				return s.askFor(f, question{min: 2, max: 2, set: take, other: put})
			}
			s.exchange(f, o, take.first(), put.first())
		}
	},
	ask: &ask{"exchange", func(s *match, f *frame, o op, d *game.Decision) {
		word, with := optTake, "altar"
		if o.how&toFamiliar != 0 {
			word, with = optRecall, "familiar"
		}
		addArg(d, game.Int("left", f.Left))
		addArg(d, game.ID("with", with))
		addSource(d, f)
		d.Groups = append(d.Groups, game.Group{ID: "take", Min: 1, Max: 1}, game.Group{ID: "put", Min: 1, Max: 1})
		for k := s.ask.set; k != 0; k = k.rest() {
			d.AddTo(materiaKey(word, k.first()), 0, 1, 1)
		}
		for k := s.ask.other; k != 0; k = k.rest() {
			d.AddTo(materiaKey(optPut, k.first()), 0, 1, 1<<groupPut)
		}
	}},
	answer: answerExchange,
	why: func(s *match, f frame, o op) reason {
		take, put := s.exchangeable(&f, o)
		switch {
		case put == 0:
			return whyPoolEmpty
		case take == 0 && o.how&toFamiliar != 0:
			return whyFamiliarEmpty
		case take == 0:
			return whyAltarEmpty
		case s.forcedBack(&f, o, take, put):
			return s.whyForMirage(f, o, take|put)
		}
		return possible
	},
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
	s.commit()
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
		s.step.Add(
			eventExchanged,
			f.seat,
			game.ID("taken", take.String()),
			game.ID("put", put.String()),
			game.ID("with", "familiar"),
		)
		return
	}
	s.altar.remove(take)
	s.altar.add(put)
	s.step.Add(
		eventExchanged,
		f.seat,
		game.ID("taken", take.String()),
		game.ID("put", put.String()),
		game.ID("with", "altar"),
	)
	s.taken(f.seat, take)
}

// forcedBack reports whether the exchanges can only end where they began: a Materia with its like,
// or the only one of the pool and the only one of the altar, there and back again.
func (s *match) forcedBack(f *frame, o op, take, put kinds) bool {
	if take.single() && take == put {
		return true
	}
	return o.n%2 == 0 && o.how&toFamiliar == 0 && s.altar.size == 1 && s.players[f.seat].pool.size == 1
}

// whyForMirage is for exchanges that by themselves change nothing; what Mirage
// draws for one of the taken Materia does.
func (s *match) whyForMirage(f frame, o op, taken kinds) reason {
	n, r := s.permanent(f.seat, drawOnTake)
	if o.how&toFamiliar != 0 || n == 0 || taken&ofRune(r) == 0 || f.seat != s.active {
		return whyNothingToDo
	}
	return whyDraw(s, f, o)
}

// oneOf lets the player choose between two operations, with which the program
// ends; one that is not possible is no choice.
func oneOf(a, b op) []op { return []op{{verb: verbOneOf}, a.with(last), b} }

var verbOneOf = &verb{
	run: func(s *match, f *frame, _ op) game.Flow {
		ops := s.book.ops(f.program)[f.Step+1:]
		switch other := ops[1].verb.why(s, *f, ops[1]) == possible; {
		case other && ops[0].verb.why(s, *f, ops[0]) == possible:
			return s.askFor(f, question{min: 1, max: 1})
		case other:
			f.Step++
		}
		return game.Next
	},
	ask: &ask{"choose", func(_ *match, f *frame, _ op, d *game.Decision) {
		addSource(d, f)
		d.Add(game.Key{Word: optDo, A: doStore}, 0, 1)
		d.Add(game.Key{Word: optDo, A: doTake}, 0, 1)
	}},
	answer: func(s *match, f *frame, _ op, picks []game.Pick) game.Flow {
		if picks[0].Key.A == doTake {
			f.Step++
		}
		return game.Next
	},
	why: whyNothing,
}
