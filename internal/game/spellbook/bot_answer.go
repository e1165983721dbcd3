package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// answerBest answers with the option after which the own side has the highest value, the first of
// equals.
func (ev *evaluation) answerBest() []game.Pick {
	return game.AppendBest(ev.picks[:0], ev.d, func(o *game.Option) (int, bool) {
		if o.Key.Word == optBack {
			return 0, false
		}
		p := ev.afterOption(o.Key)
		return ev.value(&p), true
	})
}

// afterOption returns the position after an option.
func (ev *evaluation) afterOption(key game.Key) position {
	p := ev.current
	materia, c := cards.Materia(key.A), cards.Colour(key.A)
	ev.s.players[ev.seat] = p.player
	switch key.Word {
	case optDraw:
		ev.draw(&p, startDraws)
	case optTake:
		ev.takeFirst(&p, materia)
	case optStore:
		p.pool.remove(materia)
		p.addToFamiliar(materia)
	case optGive:
		p.altar.remove(materia)
		ev.addBestTake(&p)
	case optColour:
		p = ev.storeN(p, ev.intArg("n"), ofColour(c), 0)
	case optRaise:
		p.spells[c].level++
	case optUse:
		p = ev.simulate(p, ev.s.ownFrame(ev.s.programOf(c, uint8(key.B)), ev.seat, c))
	case optLearn:
		f := ev.learnFrame()
		f.learnColour, f.level = c, uint8(key.B)
		p = ev.learnPlacing(p, f, noMateria)
	case optPlace:
		f := ev.learningFrame()
		p = ev.learnPlacing(p, f, materia)
	case optWay:
		p = ev.learnByOption(p, key)
	case optDo:
		p = ev.simulateAlternative(p, key.A)
	case optCopy:
		p = ev.simulate(p, ev.cloneFrame(ev.s.programOf(c, uint8(key.B))))
	case optCopyBasic:
		p = ev.simulate(p, ev.cloneFrame(program(key.A)))
	}
	return p
}

// takeFirst takes a Materia, and then the best ones that can be taken with it.
func (ev *evaluation) takeFirst(p *position, materia cards.Materia) {
	var to flags
	if idArg(ev.d, "to") == "familiar" {
		to = toFamiliar
	}
	more := max(0, ev.intArg("left")-1)
	set := allKinds
	if more > 0 {
		for i := range ev.d.Options {
			if ev.d.Options[i].Key.Word == optDone {
				set = ofColour(materia.Colour()) // only one colour, and fewer are allowed
			}
		}
		for level := uint8(cards.MinLevel); level <= cards.MaxLevel; level++ {
			for _, o := range ev.s.book.ops(ev.source(level)) {
				if o.verb == verbTake && o.flags&oneRune != 0 {
					set = ofRune(materia.Rune())
				}
			}
		}
	}
	ev.take(p, materia, to)
	*p = ev.takeN(*p, more, to, set)
}

// source returns the program of a level of the spell whose effect asks the question.
func (ev *evaluation) source(level uint8) program {
	number := ev.intArg("spell")
	if number == 0 {
		return noProgram
	}
	return firstSpellProgram + program((number-1)*cards.NumLevels) + program(level-cards.MinLevel)
}

// addBestTake adds the value of the best Materia that can still be taken from the altar.
func (ev *evaluation) addBestTake(p *position) {
	best := ev.takeN(*p, 1, 0, allKinds)
	p.extra += ev.value(&best) - ev.value(p)
}

// learnFrame returns the frame with which the seat would learn: that of the seat's best program, or
// that of the basic action if Clone copies it.
func (ev *evaluation) learnFrame() frame {
	if ev.d.Kind == "action" {
		return ev.s.learnFrame(ev.seat)
	}
	return newFrame(programLearn, ev.seat, noColour, noRune)
}

// learnByOption learns with the payment that an option names. The bot cannot see which Materia was chosen
// to be placed, so it assumes the best one.
func (ev *evaluation) learnByOption(p position, key game.Key) position {
	f := ev.learningFrame()
	losses := ev.lossPerMateria(&p, &f)
	best, found := p, false
	for k := p.pool.kinds & ofColour(f.learnColour); k != 0; k = k.withoutFirst() {
		f.materia = k.first()
		ev.s.players[ev.seat] = p.player
		ev.s.eachPayment(&f, f.materia, func(jokers int, t triples) bool {
			if uint8(jokers) == key.A && uint16(t) == key.B {
				f.jokers, f.triples = key.A, t
				if q := ev.learnPaying(p, &f, &losses); !found || ev.value(&q) > ev.value(&best) {
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
func (ev *evaluation) simulateAlternative(p position, which uint8) position {
	for level := uint8(cards.MaxLevel); level >= cards.MinLevel; level-- {
		program := ev.source(level)
		ops := ev.s.book.ops(program)
		if len(ops) == 0 || ops[0].verb != verbOneOf {
			continue
		}
		c, _, _, _ := program.spellOf()
		f := ev.s.ownFrame(program, ev.seat, c)
		if p.spells[c].level == 0 {
			f = ev.cloneFrame(program)
		} else if level > p.spells[c].level {
			continue
		}
		for _, alternative := range ops[0].children {
			if alternative.option == which {
				return ev.simulateOps(p, f, alternative.ops)
			}
		}
	}
	return p
}

// cloneFrame returns the frame of a program that the spell with the question copies.
func (ev *evaluation) cloneFrame(copies program) frame {
	f := newFrame(noProgram, ev.seat, noColour, noRune)
	if c, _, _, ok := ev.source(cards.MinLevel).spellOf(); ok {
		f.ownColour = c
	}
	for c := range cards.Colour(cards.NumColours) {
		if ev.current.spells[c].level > 0 && ev.isClone(c) {
			f = ev.s.ownFrame(noProgram, ev.seat, c)
		}
	}
	return copyFrame(f, copies)
}

// isClone reports whether the spell of a colour copies others.
func (ev *evaluation) isClone(c cards.Colour) bool {
	ops := ev.s.book.ops(ev.s.programOf(c, cards.MinLevel))
	return len(ops) > 0 && ops[0].verb == verbCopy
}

// answerSome gives up the required number of Materia, those of least value.
func (ev *evaluation) answerSome() []game.Pick {
	picks := ev.picks[:0]
	p := ev.current
	var used [cards.NumMateria]uint16
	for range ev.d.Min {
		best, most := -1, 0
		var next position
		for i := range ev.d.Options {
			o := &ev.d.Options[i]
			if o.Alone || used[o.Key.A] == o.Max {
				continue
			}
			q := p
			materia := cards.Materia(o.Key.A)
			if o.Key.Word != optKeep {
				q.pool.remove(materia)
			}
			if o.Key.Word != optDiscard {
				q.addToFamiliar(materia)
			}
			if worth := ev.value(&q); best < 0 || worth > most {
				best, most, next = i, worth, q
			}
		}
		if best < 0 {
			return nil
		}
		used[ev.d.Options[best].Key.A]++
		p = next
		picks = addPick(picks, game.Pick{Key: ev.d.Options[best].Key, N: 1})
	}
	return picks
}

// answerSweep replaces the Materia that are worth less than the average draw, but at least one.
func (ev *evaluation) answerSweep() []game.Pick {
	p := ev.current
	ev.sweepAltar(&p)
	picks := ev.picks[:0]
	for _, o := range ev.d.Options {
		if !o.Alone && p.altar.n[o.Key.A] == 0 {
			picks = append(picks, game.Pick{Key: o.Key, N: o.Max})
		}
	}
	if len(picks) > 0 {
		return picks
	}
	// Otherwise sweep the Materia of least value.
	best, most := -1, 0
	for i, o := range ev.d.Options {
		if o.Alone {
			continue
		}
		q := ev.current
		q.altar.remove(cards.Materia(o.Key.A))
		ev.addBestTake(&q)
		if worth := ev.value(&q); best < 0 || worth > most {
			best, most = i, worth
		}
	}
	return append(picks, game.Pick{Key: ev.d.Options[best].Key, N: 1})
}

// intArg returns a numeric argument of the decision, or 0 if there is none.
func (ev *evaluation) intArg(name string) int {
	n, _ := ev.d.Args.Get(name)
	return n
}

// idArg returns an argument of the decision that is an id, or "" if there is none.
func idArg(d *game.Decision, name string) string {
	for i := range d.Args {
		if d.Args[i].Name == name {
			return d.Args[i].Text
		}
	}
	return ""
}
