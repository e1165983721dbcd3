package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// triples is a choice of up to two triples, by their runes: an index into tripleRunes. A pool cannot
// hold more (R9).
type triples uint8

// tripleRunes[t][r] is the number of triples with rune r in the choice t.
var tripleRunes = [...][cards.NumRunes]uint8{
	{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1},
	{2, 0, 0}, {1, 1, 0}, {1, 0, 1}, {0, 2, 0}, {0, 1, 1}, {0, 0, 2},
}

const numTriples = triples(len(tripleRunes))

// count returns the number of triples.
func (t triples) count() int {
	switch {
	case t == 0:
		return 0
	case t <= 3:
		return 1
	default:
		return 2
	}
}

// maxJokers is the largest number of jokers that an effect allows.
const maxJokers = 2

// purse has the Materia of a pool that can pay for a spell. Real Materia are those of the spell's
// colour.
type purse struct {
	// real and other have the number of real and of other Materia by rune. realTotal is the number
	// of all real Materia.
	real, other [cards.NumRunes]int
	realTotal   int
	// joker is the rune of the jokers.
	joker cards.Rune
}

func purseOf(pool *bunch, c cards.Colour, joker cards.Rune) purse {
	p := purse{joker: joker}
	for k := pool.kinds; k != 0; k = k.withoutFirst() {
		m := k.first()
		if m.Colour() == c {
			p.real[m.Rune()] += int(pool.n[m])
			p.realTotal += int(pool.n[m])
		} else {
			p.other[m.Rune()] += int(pool.n[m])
		}
	}
	return p
}

// realLeft returns the number of real Materia that remain if the jokers and the triples are paid
// with as few real Materia as possible. It is negative if they cannot be paid.
func (p *purse) realLeft(jokers int, t triples) int {
	remaining := p.realTotal
	for r, n := range tripleRunes[t] {
		others := p.other[r]
		if jokers > 0 && cards.Rune(r) == p.joker {
			if others -= jokers; others < 0 {
				return -1
			}
		}
		if missing := 3*int(n) - others; missing > 0 {
			if missing > p.real[r] {
				return -1
			}
			remaining -= missing
		}
	}
	return remaining
}

// learnable returns the bits of the spells and levels that the frame's seat can pay from a pool
// with real Materia, jokers and triples (R9 to R11, R13).
func (s *match) learnable(f *frame, pool *bunch) uint32 {
	owner := &s.players[f.seat]
	if pool.size < cards.MinLevel {
		return 0
	}
	jokers := int(s.book.jokers[f.program])
	// The choices of triples that the pool allows for some colour.
	var runes [cards.NumRunes]int
	for r := range runes {
		runes[r] = pool.count(ofRune(cards.Rune(r)))
	}
	var choices [numTriples]triples
	n := 0
	for t := range numTriples {
		if allowsTriples(runes, t) {
			choices[n] = t
			n++
		}
	}
	var bits uint32
	ownColourOnly := n == 1 && jokers == 0 // only Materia of the spell's own colour can pay
	for c := range cards.Colour(cards.NumColours) {
		if owner.spells[c].level > 0 || pool.kinds&ofColour(c) == 0 {
			continue
		}
		p := purse{joker: f.rune}
		for r := range p.real {
			p.real[r] = int(pool.n[cards.MateriaOf(c, cards.Rune(r))])
			p.other[r] = runes[r] - p.real[r]
			p.realTotal += p.real[r]
		}
		if ownColourOnly {
			for level := cards.MinLevel; level <= min(p.realTotal, cards.MaxLevel); level++ {
				bits |= levelBit(c, level)
			}
			continue
		}
		for _, t := range choices[:n] {
			for j := 0; j <= jokers; j++ {
				// At least one real Materia must be used, and at most those that remain.
				low, high := t.count()+j+1, t.count()+j+p.realLeft(j, t)
				for level := max(low, cards.MinLevel); level <= min(high, cards.MaxLevel); level++ {
					bits |= levelBit(c, level)
				}
			}
		}
	}
	return bits
}

func allowsTriples(runes [cards.NumRunes]int, t triples) bool {
	for r, n := range tripleRunes[t] {
		if runes[r] < 3*int(n) {
			return false
		}
	}
	return true
}

// verbLearn asks for the spell and the level.
var verbLearn = &verb{
	// run asks for the spell and the level, unless there is only one choice.
	run: func(s *match, f *frame, _ *op) game.Flow {
		if f.level > 0 {
			return game.Next
		}
		bits := s.learnable(f, &s.players[f.seat].pool)
		if bits == 0 {
			return game.Drop
		}
		if bits&(bits-1) == 0 {
			for c := range cards.Colour(cards.NumColours) {
				for level := cards.MinLevel; level <= cards.MaxLevel; level++ {
					if bits == levelBit(c, level) {
						f.learnColour, f.level = c, uint8(level)
					}
				}
			}
			return game.Next
		}
		return s.askFor(f, question{min: 1, max: 1, learns: bits})
	},
	ask: &ask{name: "learn", fill: func(s *match, f *frame, _ *op, d *game.Decision) {
		addSource(d, f)
		addLevels(d, optLearn, s.ask.learns)
	}},
	answer: func(_ *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		f.learnColour, f.level = cards.Colour(picks[0].Key.A), uint8(picks[0].Key.B)
		return game.Next
	},
	why: func(s *match, pr prospect, _ *op) reason {
		return whyTooFewMateria.When(s.learnable(&pr.frame, &pr.pool) == 0)
	},
}

// eachPayment calls yield for each possible payment after the Materia is placed, until yield returns
// false. Payments with fewer jokers come first.
func (s *match) eachPayment(f *frame, placed cards.Materia, yield func(jokers int, t triples) bool) {
	p := purseOf(&s.players[f.seat].pool, f.learnColour, f.rune)
	p.real[placed.Rune()]--
	p.realTotal--
	for j := 0; j <= int(s.book.jokers[f.program]); j++ {
		for t := range numTriples {
			real := int(f.level) - 1 - j - t.count()
			if real >= 0 && p.realLeft(j, t) >= real && !yield(j, t) {
				return
			}
		}
	}
}

// placeable returns the Materia that can be placed so that the spell can still be paid.
func (s *match) placeable(f *frame) kinds {
	var set kinds
	for k := s.players[f.seat].pool.kinds & ofColour(f.learnColour); k != 0; k = k.withoutFirst() {
		s.eachPayment(f, k.first(), func(int, triples) bool {
			set |= 1 << k.first()
			return false
		})
	}
	return set
}

// verbPlace asks for the Materia to place.
var verbPlace = &verb{
	// run asks for the Materia that is placed on the spell (R10), unless there is only one choice.
	run: func(s *match, f *frame, _ *op) game.Flow {
		set := s.placeable(f)
		switch {
		case set == 0:
			return game.Drop
		case set.isSingle():
			f.materia = set.first()
			return game.Next
		default:
			return s.askFor(f, question{min: 1, max: 1, set: set})
		}
	},
	ask: &ask{name: "place", fill: func(s *match, f *frame, _ *op, d *game.Decision) {
		addLearning(d, f)
		addMateria(d, optPlace, s.ask.set)
	}},
	answer: func(_ *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		f.materia = onlyMateria(picks)
		return game.Next
	},
	why: whyNothing,
}

// verbChoosePayment asks for the numbers of jokers and triples.
var verbChoosePayment = &verb{
	// run asks for the number of jokers and the runes of the triples, unless only one payment is
	// possible.
	run: func(s *match, f *frame, _ *op) game.Flow {
		n := 0
		s.eachPayment(f, f.materia, func(j int, t triples) bool {
			if n++; n == 1 {
				f.jokers, f.triples = uint8(j), t
			}
			return n < 2
		})
		if n == 1 {
			return game.Next
		}
		f.jokers, f.triples = 0, 0
		return s.askFor(f, question{min: 1, max: 1})
	},
	ask: &ask{name: "way", fill: func(s *match, f *frame, _ *op, d *game.Decision) {
		addLearning(d, f)
		s.eachPayment(f, f.materia, func(j int, t triples) bool {
			d.Add(game.Key{Word: optWay, A: uint8(j), B: uint16(t)}, 0, 1)
			return true
		})
	}},
	answer: func(_ *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		f.jokers, f.triples = picks[0].Key.A, triples(picks[0].Key.B)
		return game.Next
	},
	why: whyNothing,
}

// furtherReal returns the number of real Materia that are spent in addition to the placed one.
func (f *frame) furtherReal() int { return int(f.level) - 1 - int(f.jokers) - f.triples.count() }

// verbPay asks what to spend, and learns the spell.
var verbPay = &verb{
	// run asks what to spend in addition to the placed Materia. It asks even if there is no choice,
	// because the answer learns the spell.
	run: func(s *match, f *frame, _ *op) game.Flow {
		total := uint8(f.furtherReal() + int(f.jokers) + 3*f.triples.count())
		return s.askFor(f, question{min: total, max: total})
	},
	ask: &ask{name: "pay", fill: func(s *match, f *frame, _ *op, d *game.Decision) {
		addLearning(d, f)
		pool := s.players[f.seat].pool
		pool.remove(f.materia)
		need := [numPayGroups]int{groupReal: f.furtherReal(), groupJoker: int(f.jokers)}
		for r, n := range tripleRunes[f.triples] {
			need[groupTriple+r] = 3 * int(n)
		}
		var bit [numPayGroups]uint8
		for g, n := range need {
			if n > 0 {
				bit[g] = 1 << len(d.Groups)
				d.Groups = append(d.Groups, game.Group{ID: payGroupNames[g], Min: n, Max: n})
			}
		}
		for k := pool.kinds; k != 0; k = k.withoutFirst() {
			m := k.first()
			groups := bit[groupTriple+m.Rune()]
			if m.Colour() == f.learnColour {
				groups |= bit[groupReal]
			} else if m.Rune() == f.rune {
				groups |= bit[groupJoker]
			}
			if groups != 0 {
				d.AddTo(materiaKey(optPay, m), 0, int(pool.n[m]), groups)
			}
		}
		if !d.Plain {
			suggestPay(f, &pool, need, d)
		}
	}},
	answer: answerPay,
	why:    whyNothing,
}

func answerPay(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
	s.commit()
	for _, p := range picks {
		m := cards.Materia(p.Key.A)
		for range p.N {
			s.players[f.seat].pool.remove(m)
			s.spent.add(m)
		}
		s.step.Add(eventSpent, f.seat, game.ID("materia", m.String()), game.Int("n", p.N))
	}
	s.place(f)
	return game.Next
}

// place puts the chosen Materia on the spell, which is then learned.
func (s *match) place(f *frame) {
	owner := &s.players[f.seat]
	owner.pool.remove(f.materia)
	owner.spells[f.learnColour] = learnedSpell{level: f.level, materia: f.materia, learnedToday: true}
	s.step.Add(eventLearned, f.seat, game.Int("spell", s.spell(f.learnColour).Number),
		game.ID("colour", f.learnColour.String()), game.Int("level", f.level), game.ID("materia", f.materia.String()),
		game.Int("jokers", f.jokers), game.Int("triples", f.triples.count()))
	s.addSpell(f.seat)
}

// verbKeep stores some of the spent Materia.
var verbKeep = &verb{
	// run stores some of the spent Materia (R21). The remaining ones go to the box.
	run: func(s *match, f *frame, _ *op) game.Flow {
		n, _ := s.permanent(f.seat, storeOnLearned)
		n = min(n, s.players[f.seat].freeSlots(), int(s.spent.size))
		if n > 0 && (n == int(s.spent.size) || s.spent.kinds.isSingle()) {
			for k := s.spent.kinds; k != 0 && n > 0; k = k.withoutFirst() {
				for range min(n, int(s.spent.n[k.first()])) {
					s.storeSpent(f, k.first())
					n--
				}
			}
		}
		if n > 0 {
			return s.askFor(f, question{min: uint8(n), max: uint8(n), set: s.spent.kinds})
		}
		s.box.addAll(&s.spent)
		return game.Next
	},
	ask: &ask{name: "keep", fill: func(s *match, f *frame, _ *op, d *game.Decision) {
		addArg(d, game.Int("n", s.ask.min))
		addArg(d, game.ID("colour", f.learnColour.String()))
		addArg(d, game.Int("spell", s.spell(s.book.holders[storeOnLearned].colour).Number))
		addCounted(d, optKeep, s.ask.set, &s.spent)
	}},
	answer: func(s *match, f *frame, _ *op, picks []game.Pick) game.Flow {
		for _, p := range picks {
			for range p.N {
				s.storeSpent(f, cards.Materia(p.Key.A))
			}
		}
		s.box.addAll(&s.spent)
		return game.Next
	},
	why: whyNothing,
}

// storeSpent stores one of the spent Materia.
func (s *match) storeSpent(f *frame, m cards.Materia) {
	s.spent.remove(m)
	s.step.Add(eventStored, f.seat, game.ID("materia", m.String()), game.ID("from", "spent"))
	s.addToFamiliar(f.seat, m)
}

// verbOnce runs the learned spell's effect at learning (R12).
var verbOnce = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		if f.Begun {
			return game.Next
		}
		f.Begun = true
		if p := s.programOf(f.learnColour, f.level); s.book.kinds[p] == cards.Once {
			s.stack.Push(s.ownFrame(p, f.seat, f.learnColour))
		}
		return game.Stay
	},
	why: whyNothing,
}
