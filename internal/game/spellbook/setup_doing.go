package spellbook

import (
	cards "archmage/internal/cards/spellbook"
)

// doing puts up the frames.
func (b *builder) doing() {
	s := b.s
	if len(b.in.Doing) >= maxFrames {
		b.fail("%d things are being done", len(b.in.Doing))
		return
	}
	s.top().begun = true
	s.changed = !b.in.Started
	for i := range b.in.Doing {
		b.frame(&b.in.Doing[i])
		if b.err != nil {
			return
		}
	}
}

func (b *builder) frame(in *FrameSetup) {
	s := b.s
	caller := *s.top()
	f := newFrame(b.program(in.Program), s.active, noCard, noRune)
	o, ok := s.op(&caller)
	if !ok {
		b.fail("%s is started by what is finished", in.Program)
		return
	}
	if c, _, _, isSpell := f.program.spellOf(); isSpell && s.players[s.active].spells[c].level > 0 {
		f = s.ownFrame(f.program, s.active, c)
	}
	if o.verb == verbRunCopy {
		f = copied(caller, f.program)
	}
	if in.Step < 0 || in.Step > 16 || in.Left < 0 || in.Left > 16 ||
		in.Level < 0 || in.Level > cards.MaxLevel {
		b.fail("%s at step %d, %d left, level %d", in.Program, in.Step, in.Left, in.Level)
		return
	}
	f.step, f.left, f.begun, f.level = uint8(in.Step), uint8(in.Left), in.Begun, uint8(in.Level)
	if in.Copies != "" {
		f.copies = b.program(in.Copies)
	}
	if r, ok := cards.ParseRune(in.Same); ok {
		f.same = ofRune(r)
	} else if c, ok := cards.ParseColour(in.Same); ok {
		f.same = ofColour(c)
	} else if in.Same != "" {
		b.fail("all of %q", in.Same)
		return
	}
	if in.Learn != "" {
		c, ok := cards.ParseColour(in.Learn)
		if !ok {
			b.fail("learning %q", in.Learn)
			return
		}
		f.learn = c
	}
	if in.Materia != "" {
		f.materia = b.materia(in.Materia)
	}
	if in.Way != "" {
		key, ok := parseWay(in.Way)
		if !ok {
			b.fail("way %q", in.Way)
			return
		}
		f.jokers, f.triples = key.A, triples(key.B)
	}
	s.push(f)
}

// program reads the name of a program.
func (b *builder) program(name string) program {
	for p, basic := range basicNames {
		if basic != "" && basic == name {
			return program(p)
		}
	}
	key, ok := levelArg.Parse(name)
	if !ok {
		b.fail("program %q", name)
		return noProgram
	}
	return b.s.programOf(cards.Colour(key.A), uint8(key.B))
}
