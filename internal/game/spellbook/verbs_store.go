package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// store stores n Materia from the pool, limited by the empty spaces (R17).
func store(n uint8) part { return part{{verb: verbStore, n: n}} }

var verbStore = &verb{
	run: func(s *match, f *frame, o *op) game.Flow {
		if !f.Begun {
			f.Begin(int(o.n))
			f.limit = 0
		}
		owner := &s.players[f.seat]
		set := owner.pool.kinds & s.allowedMateria(f, o.pick)
		want := min(int(f.Remaining), owner.freeSlots())
		if o.flags&oneColour != 0 {
			if f.limit == 0 {
				set = mostOfOne(byColour[:], &owner.pool, set, want)
				if set != 0 && set&^ofColour(set.first().Colour()) != 0 {
					return s.askFor(f, question{ask: askColour, min: 1, max: 1, set: set})
				}
			} else {
				set &= f.limit
			}
		}
		available := owner.pool.count(set)
		n := min(want, available)
		if !s.beforeCommit() && (n == available || set.isSingle()) {
			for k := set; k != 0 && n > 0; k = k.withoutFirst() {
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
	ask: &ask{name: "store", fill: func(s *match, f *frame, _ *op, d *game.Decision) {
		s.fillCounted(f, d, optStore, &s.players[f.seat].pool)
	}},
	answer: func(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		if picks[0].Key.Word == optColour {
			f.limit = ofColour(cards.Colour(picks[0].Key.A))
			return game.Stay
		}
		for _, p := range picks {
			for range p.N {
				s.store(f.seat, cards.Materia(p.Key.A))
			}
		}
		return game.Next
	},
	why: func(s *match, pr prospect, o *op) reason {
		switch {
		case s.players[pr.seat].freeSlots() == 0:
			return whyFamiliarFull
		case pr.pool.size == 0:
			return whyPoolEmpty
		case pr.pool.kinds&s.allowedMateria(&pr.frame, o.pick) == 0:
			return whyNoRuneInPool
		}
		return possible
	},
}

// askColour asks which colour to store, if several colours allow the same number.
var askColour = &ask{name: "colour", fill: func(s *match, f *frame, o *op, d *game.Decision) {
	owner := &s.players[f.seat]
	// Each offered colour allows the same number.
	available := owner.pool.count(ofColour(s.ask.set.first().Colour()))
	addArg(d, game.Int("n", min(int(f.Remaining), owner.freeSlots(), available)))
	addSource(d, f)
	for c := range cards.Colour(cards.NumColours) {
		if s.ask.set&ofColour(c) != 0 {
			d.Add(colourKey(optColour, c), 0, 1)
		}
	}
}}

// exchangeable returns what can be taken from the altar or the Familiar in an exchange.
func (s *match) exchangeable(f *frame, o *op) kinds {
	if o.flags&toFamiliar == 0 {
		return s.altar.kinds
	}
	owner := &s.players[f.seat]
	var set kinds
	for _, m := range owner.familiar[:owner.storedCount] {
		set |= 1 << m
	}
	return set
}

// exchange exchanges n Materia with the altar or the Familiar, one by one (R18). The size of the
// pool does not change.
func exchange(n uint8) part { return part{{verb: verbExchange, n: n}} }

var verbExchange = &verb{
	run: func(s *match, f *frame, o *op) game.Flow {
		f.Begin(int(o.n))
		for {
			take, put := s.exchangeable(f, o), s.players[f.seat].pool.kinds
			if f.Remaining == 0 || take == 0 || put == 0 {
				return game.Next
			}
			if !take.isSingle() || !put.isSingle() || s.beforeCommit() {
				return s.askFor(f, question{min: 2, max: 2, set: take, other: put})
			}
			s.exchange(f, o, take.first(), put.first())
		}
	},
	ask: &ask{name: "exchange", fill: func(s *match, f *frame, o *op, d *game.Decision) {
		word, with := optTake, "altar"
		if o.flags&toFamiliar != 0 {
			word, with = optRecall, "familiar"
		}
		addArg(d, game.Int("left", f.Remaining))
		addArg(d, game.ID("with", with))
		addSource(d, f)
		d.Groups = append(d.Groups, game.Group{ID: "take", Min: 1, Max: 1}, game.Group{ID: "put", Min: 1, Max: 1})
		for k := s.ask.set; k != 0; k = k.withoutFirst() {
			d.AddTo(materiaKey(word, k.first()), 0, 1, 1)
		}
		for k := s.ask.other; k != 0; k = k.withoutFirst() {
			d.AddTo(materiaKey(optPut, k.first()), 0, 1, 1<<groupPut)
		}
	}},
	answer: answerExchange,
	why: func(s *match, pr prospect, o *op) reason {
		take, put := s.exchangeable(&pr.frame, o), pr.pool.kinds
		switch {
		case put == 0:
			return whyPoolEmpty
		case take == 0 && o.flags&toFamiliar != 0:
			return whyFamiliarEmpty
		case take == 0:
			return whyAltarEmpty
		case s.onlyRestores(&pr, o, take):
			return s.whyUselessWithoutMirage(pr, o, take|put)
		}
		return possible
	},
}

func answerExchange(s *match, f *frame, o *op, picks []game.Pick) game.Flow {
	take, put := picks[0], picks[1]
	if take.Group == groupPut {
		take, put = put, take
	}
	s.exchange(f, o, cards.Materia(take.Key.A), cards.Materia(put.Key.A))
	return game.Stay
}

func (s *match) exchange(f *frame, o *op, take, put cards.Materia) {
	f.Remaining--
	s.commit()
	owner := &s.players[f.seat]
	owner.pool.remove(put)
	owner.pool.add(take)
	if o.flags&toFamiliar != 0 {
		for i := range owner.familiar[:owner.storedCount] {
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
	s.drawForMirage(f.seat, take)
}

// onlyRestores reports whether the exchanges can only restore the position: equal Materia are
// exchanged, or the only Materia of the pool and of the altar are exchanged and then exchanged back.
func (s *match) onlyRestores(pr *prospect, o *op, take kinds) bool {
	if take.isSingle() && take == pr.pool.kinds {
		return true
	}
	return o.n%2 == 0 && o.flags&toFamiliar == 0 && s.altar.size == 1 && pr.pool.size == 1
}

// whyUselessWithoutMirage returns why exchanges that restore the position are impossible. They are
// possible if Mirage draws for one of the taken Materia.
func (s *match) whyUselessWithoutMirage(pr prospect, o *op, taken kinds) reason {
	n, r := s.permanent(pr.seat, drawOnTake)
	if o.flags&toFamiliar != 0 || n == 0 || taken&ofRune(r) == 0 || pr.seat != s.active {
		return whyNothingToDo
	}
	return whyDraw(s, pr, o)
}

// oneOf lets the player choose one of the alternatives that are possible.
func oneOf(alternatives ...child) part { return part{{verb: verbOneOf, children: alternatives}} }

// in returns an alternative that a player chooses with the option doStore or doTake.
func in(option uint8, parts ...part) child { return child{option: option, ops: concat(parts...)} }

var verbOneOf = &verb{
	run: func(s *match, f *frame, o *op) game.Flow {
		chosen, n := 0, 0
		for i := range o.children {
			if s.isPossible(f, &o.children[i]) {
				chosen = i
				n++
			}
		}
		switch n {
		case 0:
			return game.Next
		case 1:
			return f.startChild(o, chosen)
		default:
			return s.askFor(f, question{min: 1, max: 1})
		}
	},
	ask: &ask{name: "choose", fill: func(s *match, f *frame, o *op, d *game.Decision) {
		addSource(d, f)
		for i := range o.children {
			if s.isPossible(f, &o.children[i]) {
				d.Add(game.Key{Word: optDo, A: o.children[i].option}, 0, 1)
			}
		}
	}},
	answer: func(_ *match, f *frame, o *op, picks []game.Pick) game.Flow {
		for i := range o.children {
			if o.children[i].option == picks[0].Key.A {
				return f.startChild(o, i)
			}
		}
		return game.Next
	},
	why: func(s *match, pr prospect, o *op) reason {
		first := whyNothingToDo
		for i := range o.children {
			r := s.whyAll(&pr, o.children[i].ops)
			if r == possible {
				return r
			}
			if first == whyNothingToDo {
				first = r
			}
		}
		return first
	},
}

// isPossible reports whether a child of the frame's operation could change something now.
func (s *match) isPossible(f *frame, c *child) bool {
	return s.whyAll(s.prospect(f.seat).inFrame(*f), c.ops) == possible
}
