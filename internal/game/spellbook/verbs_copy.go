package spellbook

import (
	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
)

// soloLevel is the level at which an unlearned spell can be copied in a solo match (R31).
const soloLevel = 4

var basicActions = [...][2]program{
	morning: {programTake, programDraw},
	midday:  {programStore, noProgram},
	evening: {programLearn, noProgram},
}

// levelBit returns the bit of a spell and level in a question.
func levelBit(c cards.Colour, level int) uint32 {
	return 1 << (int(c)*cards.NumLevels + level - cards.MinLevel)
}

// copyFrame returns the frame of a program that the frame's Clone copies (R25).
func copyFrame(f frame, p program) frame { return newFrame(p, f.seat, f.ownColour, f.rune) }

// copyLevel returns the highest level at which the spell of a colour can be copied, or 0.
func (s *match) copyLevel(seat game.Seat, c cards.Colour) int {
	if s.isSolo() {
		if s.players[seat].spells[c].level > 0 {
			return 0
		}
		return soloLevel
	}
	highest := 0
	for other := range game.Seat(s.seats) {
		if other != seat {
			highest = max(highest, int(s.players[other].spells[c].level))
		}
	}
	return highest
}

// copyable returns the actions that can be copied, as bits of spells and of basic actions. An action
// must be possible in the phase, after the discard if there is one (R3, R25 to R27).
func (s *match) copyable(pr prospect, o *op) (uses uint32, basics uint8) {
	ph := phase(o.n)
	for _, p := range basicActions[ph] {
		if p != noProgram && s.canCopy(pr, o, p) {
			basics |= 1 << p
		}
	}
	for c := range cards.Colour(cards.NumColours) {
		if c == pr.ownColour {
			continue // a Clone cannot be copied
		}
		for level := s.copyLevel(pr.seat, c); level >= cards.MinLevel; level-- {
			p := s.programOf(c, uint8(level))
			if s.book.kinds[p] == ph.kind() && s.canCopy(pr, o, p) {
				uses |= levelBit(c, level)
			}
		}
	}
	return uses, basics
}

// canCopy reports whether a program would change something when copied.
func (s *match) canCopy(pr prospect, o *op, p program) bool {
	pr.copiedProgram = p
	return s.whyAll(&pr, o.children[0].ops) == possible
}

// chooseCopy asks which action of a phase to copy. It asks even if only one is possible, because the
// player has not named an action when using the Clone. Its child runs the copy.
func chooseCopy(p phase) part { return part{{verb: verbCopy, n: uint8(p)}} }

var verbCopy = &verb{
	run: func(s *match, f *frame, o *op) game.Flow {
		uses, basics := s.copyable(*s.prospect(f.seat).inFrame(*f), o)
		if uses == 0 && basics == 0 {
			return game.Next
		}
		return s.askFor(f, question{min: 1, max: 1, uses: uses, basics: basics})
	},
	ask: &ask{name: "copy", fill: func(s *match, f *frame, o *op, d *game.Decision) {
		addArg(d, game.ID("phase", phase(o.n).String()))
		addSource(d, f)
		for p := programTake; p <= programLearn; p++ {
			if s.ask.basics>>p&1 == 1 {
				d.Add(game.Key{Word: optCopyBasic, A: uint8(p)}, 0, 1)
			}
		}
		addLevels(d, optCopy, s.ask.uses)
	}},
	answer: func(s *match, f *frame, o *op, picks []game.Pick) game.Flow {
		key := picks[0].Key
		if key.Word == optCopyBasic {
			f.copiedProgram = program(key.A)
		} else {
			f.copiedProgram = s.programOf(cards.Colour(key.A), uint8(key.B))
		}
		return f.startChild(o, 0)
	},
	why: func(s *match, pr prospect, o *op) reason {
		uses, basics := s.copyable(pr, o)
		if uses == 0 && basics == 0 {
			return whyNoSpellToCopy
		}
		return possible
	},
}

// doCopied runs the copied program.
func doCopied() part { return part{{verb: verbDoCopied}} }

var verbDoCopied = &verb{
	run: func(s *match, f *frame, _ *op) game.Flow {
		if f.Begun {
			return game.Next
		}
		f.Begun = true
		s.stack.Push(copyFrame(*f, f.copiedProgram))
		if s.committed {
			s.announce(s.stack.Top())
		}
		return game.Stay
	},
	why: func(s *match, pr prospect, _ *op) reason {
		return s.whyProgram(pr.inFrame(copyFrame(pr.frame, pr.copiedProgram)))
	},
}
