package spellbook

import (
	"fmt"

	cards "archmage/internal/cards/spellbook"
)

// maxDoing is the maximum number of programs in progress. It is enough for Clone, learning,
// Swiftness and a Morning action.
const maxDoing = 7

func (b *builder) buildFrames() {
	s := b.s
	if len(b.in.Doing) > maxDoing {
		b.Fail("doing: %d, at most %d", len(b.in.Doing), maxDoing)
	}
	s.stack.Top().Begun = true
	s.committed = !b.in.Started
	for i := range b.in.Doing {
		b.Prefix = fmt.Sprintf("doing: %d: ", i+1)
		b.buildFrame(&b.in.Doing[i])
	}
	b.Prefix = ""
}

// buildFrame pushes the frame of a program in progress.
func (b *builder) buildFrame(in *FrameSetup) {
	s := b.s
	caller := *s.stack.Top()
	f := newFrame(b.readProgram("program", in.Program), s.active, noColour, noRune)
	o, ok := s.op(&caller)
	if !ok {
		b.Fail("program %q: what would have started it is finished", in.Program)
	}
	if c, _, _, isSpell := f.program.spellOf(); isSpell && s.players[s.active].spells[c].level > 0 {
		f = s.ownFrame(f.program, s.active, c)
	}
	if o.verb == verbDoCopied {
		f = copyFrame(caller, f.program)
	}
	const limit = 16
	b.CheckRange("step", in.Step, 0, limit)
	b.CheckRange("left", in.Left, 0, limit)
	if in.Level != 0 {
		b.CheckRange("level", in.Level, cards.MinLevel, cards.MaxLevel)
	}
	f.Step, f.Remaining, f.Begun, f.level = uint8(in.Step), uint8(in.Left), in.Begun, uint8(in.Level)
	if in.Copies != "" {
		f.copiedProgram = b.readProgram("copies", in.Copies)
	}
	if r, ok := cards.ParseRune(in.Same); ok {
		f.limit = ofRune(r)
	} else if c, ok := cards.ParseColour(in.Same); ok {
		f.limit = ofColour(c)
	} else if in.Same != "" {
		b.Fail("same: %q is neither a rune nor a colour", in.Same)
	}
	if in.Learn != "" {
		f.learnColour = b.readColour("learn", in.Learn)
	}
	if in.Materia != "" {
		f.materia = b.readMateria("materia", in.Materia)
	}
	if in.Way != "" {
		key, ok := parseWay(in.Way)
		if !ok {
			b.Fail("way %q; a way is JOKERS or JOKERS:RUNE, as 1:circle", in.Way)
		}
		f.jokers, f.triples = key.A, triples(key.B)
	}
	s.stack.Push(f)
}

// readProgram reads the name of a program. where is used in messages.
func (b *builder) readProgram(where, name string) program {
	for p, basic := range basicNames {
		if basic != "" && basic == name {
			return program(p)
		}
	}
	key, ok := levelArg.Parse(name)
	if !ok {
		b.Fail("%s %q; there is take, draw, store, learn and COLOUR:LEVEL, as red:4", where, name)
	}
	return b.s.programOf(cards.Colour(key.A), uint8(key.B))
}
