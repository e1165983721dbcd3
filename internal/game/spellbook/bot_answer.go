package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// answerBest answers with the option after which the own side has the highest value, the first of
// equals.
func (m *mind) answerBest() []game.Pick {
	return game.AppendBest(m.picks[:0], m.d, func(o *game.Option) (int, bool) {
		if o.Key.Word == optBack {
			return 0, false
		}
		p := m.after(o.Key)
		return m.value(&p), true
	})
}

// after returns the position after an option.
func (m *mind) after(key game.Key) position {
	p := m.now
	at, c := cards.Materia(key.A), cards.Colour(key.A)
	m.s.players[m.seat] = p.player
	switch key.Word {
	case optDraw:
		m.draw(&p, startDraws)
	case optTake:
		m.takeFirst(&p, at)
	case optStore:
		p.pool.remove(at)
		p.fill(at)
	case optGive:
		p.altar.remove(at)
		m.regret(&p)
	case optColour:
		p = m.stores(p, m.number("n"), ofColour(c), 0)
	case optRaise:
		p.spells[c].level++
	case optUse:
		p = m.try(p, m.s.ownFrame(m.s.programOf(c, uint8(key.B)), m.seat, c))
	case optLearn:
		f := m.learnFrame()
		f.learn, f.level = c, uint8(key.B)
		p = m.learnAs(p, f, noMateria)
	case optPlace:
		f := m.learning()
		p = m.learnAs(p, f, at)
	case optWay:
		p = m.payBy(p, key)
	case optDo:
		p = m.tryAlternative(p, key.A)
	case optCopy:
		p = m.try(p, m.cloneFrame(m.s.programOf(c, uint8(key.B))))
	case optCopyBasic:
		p = m.try(p, m.cloneFrame(program(key.A)))
	}
	return p
}

// takeFirst takes a Materia, and then the best ones that can be taken with it.
func (m *mind) takeFirst(p *position, at cards.Materia) {
	var to flags
	if text(m.d, "to") == "familiar" {
		to = toFamiliar
	}
	more := max(0, m.number("left")-1)
	set := allKinds
	if more > 0 {
		for i := range m.d.Options {
			if m.d.Options[i].Key.Word == optDone {
				set = ofColour(at.Colour()) // only one colour, and fewer are allowed
			}
		}
		for level := uint8(cards.MinLevel); level <= cards.MaxLevel; level++ {
			for _, o := range m.s.book.ops(m.source(level)) {
				if o.verb == verbTake && o.flags&oneRune != 0 {
					set = ofRune(at.Rune())
				}
			}
		}
	}
	m.take(p, at, to)
	*p = m.takes(*p, more, to, set)
}

// source returns the program of a level of the spell whose effect asks.
func (m *mind) source(level uint8) program {
	number := m.number("spell")
	if number == 0 {
		return noProgram
	}
	return firstSpellProgram + program((number-1)*cards.NumLevels) + program(level-cards.MinLevel)
}

// addBestTake adds the value of the best Materia that can still be taken from the altar.
func (m *mind) regret(p *position) {
	best := m.takes(*p, 1, 0, allKinds)
	p.extra += m.value(&best) - m.value(p)
}

// learnFrame returns the way to learn that the decision offers: the best one, or the basic action
// if Clone copies it.
func (m *mind) learnFrame() frame {
	if m.d.Kind == "action" {
		return m.s.learnFrame(m.seat)
	}
	return newFrame(programLearn, m.seat, noCard, noRune)
}

// learnByOption learns in the way that an option names. The bot cannot see which Materia was chosen
// to be placed, so it assumes the best one.
func (m *mind) payBy(p position, key game.Key) position {
	f := m.learning()
	losses := m.losses(&p, &f)
	best, found := p, false
	for k := p.pool.kinds & ofColour(f.learn); k != 0; k = k.rest() {
		f.materia = k.first()
		m.s.players[m.seat] = p.player
		m.s.eachPayment(&f, f.materia, func(jokers int, t triples) bool {
			if uint8(jokers) == key.A && uint16(t) == key.B {
				f.jokers, f.triples = key.A, t
				if q := m.learnBy(p, &f, &losses); !found || m.value(&q) > m.value(&best) {
					best, found = q, true
				}
			}
			return true
		})
	}
	return best
}

// simulateAlternative simulates one alternative of a spell: storing or taking Materia of the placed
// rune. It uses the highest level that has alternatives.
func (m *mind) tryAlternative(p position, which uint8) position {
	for level := uint8(cards.MaxLevel); level >= cards.MinLevel; level-- {
		program := m.source(level)
		ops := m.s.book.ops(program)
		if len(ops) == 0 || ops[0].verb != verbOneOf {
			continue
		}
		c, _, _, _ := program.spellOf()
		f := m.s.ownFrame(program, m.seat, c)
		if p.spells[c].level == 0 {
			f = m.cloneFrame(program)
		} else if level > p.spells[c].level {
			continue
		}
		for _, alternative := range ops[0].children {
			if alternative.option == which {
				return m.tryOps(p, f, alternative.ops)
			}
		}
	}
	return p
}

// cloneFrame returns the frame of a program that the asking spell copies.
func (m *mind) cloneFrame(copies program) frame {
	f := newFrame(noProgram, m.seat, noCard, noRune)
	if c, _, _, ok := m.source(cards.MinLevel).spellOf(); ok {
		f.card = c
	}
	for c := range cards.Colour(cards.NumColours) {
		if m.now.spells[c].level > 0 && m.clones(c) {
			f = m.s.ownFrame(noProgram, m.seat, c)
		}
	}
	return copied(f, copies)
}

// isClone reports whether the spell of a colour copies others.
func (m *mind) clones(c cards.Colour) bool {
	ops := m.s.book.ops(m.s.programOf(c, cards.MinLevel))
	return len(ops) > 0 && ops[0].verb == verbCopy
}

// answerSome gives up the required number of Materia, those of least value.
func (m *mind) answerSome() []game.Pick {
	picks := m.picks[:0]
	p := m.now
	var used [game.MaxOptions]uint8
	for range m.d.Min {
		best, most := -1, 0
		var next position
		for i := range m.d.Options {
			o := &m.d.Options[i]
			if o.Alone || used[i] == o.Max {
				continue
			}
			q := p
			at := cards.Materia(o.Key.A)
			if o.Key.Word != optKeep {
				q.pool.remove(at)
			}
			if o.Key.Word != optDiscard {
				q.fill(at)
			}
			if worth := m.value(&q); best < 0 || worth > most {
				best, most, next = i, worth, q
			}
		}
		if best < 0 {
			return nil
		}
		used[best]++
		p = next
		picks = addPick(picks, game.Pick{Key: m.d.Options[best].Key, N: 1})
	}
	return picks
}

// answerSweep replaces the Materia that are worth less than the average draw, but at least one.
func (m *mind) answerSweep() []game.Pick {
	p := m.now
	m.sweepAltar(&p)
	picks := m.picks[:0]
	for _, o := range m.d.Options {
		if !o.Alone && p.altar.n[o.Key.A] == 0 {
			picks = append(picks, game.Pick{Key: o.Key, N: o.Max})
		}
	}
	if len(picks) > 0 {
		return picks
	}
	// Otherwise sweep the Materia of least value.
	best, most := -1, 0
	for i, o := range m.d.Options {
		if o.Alone {
			continue
		}
		q := m.now
		q.altar.remove(cards.Materia(o.Key.A))
		m.regret(&q)
		if worth := m.value(&q); best < 0 || worth > most {
			best, most = i, worth
		}
	}
	return append(picks, game.Pick{Key: m.d.Options[best].Key, N: 1})
}

// intArg returns an argument of the decision that is a number.
func (m *mind) number(name string) int {
	n, _ := m.d.Args.Get(name)
	return n
}

// idArg returns an argument of the decision that is a short id.
func text(d *game.Decision, name string) string {
	for i := range d.Args {
		if d.Args[i].Name == name {
			return d.Args[i].Text
		}
	}
	return ""
}
