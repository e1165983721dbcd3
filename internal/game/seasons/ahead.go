package seasons

import "archmage/internal/game"

// This file says which options are final (see game.Option): the steps that
// follow an answer are looked at, not carried out. Where it depends on what is
// not looked at whether a question comes before something is shown, the option
// is marked.

// outlook is what is known about a step before it is carried out.
type outlook uint8

const (
	quiet outlook = iota // nothing is shown, and the program goes on
	final                // something hidden is shown, or chance decides
	known                // the program ends or asks before anything of the kind
)

func asks(*State, frame) outlook  { return known }
func shows(*State, frame) outlook { return final }

// shuffles: the discard pile is shuffled if there is no other card to take.
func shuffles(s *State, _ frame) outlook {
	if s.draw.n == 0 {
		return final
	}
	return quiet
}

// finalFrom looks at the steps of a frame from the given one on.
func (s *State) finalFrom(f frame, from int) outlook {
	steps := s.program(&f)
	for i := from; i < len(steps); i++ {
		if steps[i].ahead == nil || !steps[i].in(f.mode) {
			continue
		}
		if o := steps[i].ahead(s, f); o != quiet {
			return o
		}
	}
	return quiet
}

// finalBelow looks at what waits below the top frame: other programs, and then
// the rest of the round.
func (s *State) finalBelow() bool {
	for depth := int(s.depth) - 2; depth >= 0; depth-- {
		f := s.stack[depth]
		if o := s.finalFrom(f, int(f.step)); o != quiet {
			return o == final
		}
	}
	// After the turns the dice are rolled, as far as it can be foreseen.
	return s.phase >= phaseEnd
}

// finalAfter reports whether what follows the answer to the question of the top
// frame is final, if the frame is changed to f by it.
func (s *State) finalAfter(f frame) bool {
	if o := s.finalFrom(f, int(f.step)+1); o != quiet {
		return o == final
	}
	return s.finalBelow()
}

// finalStart reports whether starting a program is final.
func (s *State) finalStart(f frame) bool { return s.finalFrom(f, 0) == final }

// markFinal marks the options that cannot be taken back.
func (s *State) markFinal(d *game.Decision) {
	spec := &kinds[s.ask.kind]
	if spec.final != nil {
		for i := range d.Options {
			d.Options[i].Final = spec.final(s, s.ask.seat, d.Options[i].Key)
		}
		return
	}
	if spec.top == nil && s.finalAfter(*s.top()) {
		markAll(d)
	}
}

// markAll marks all options. In the prelude the last answer to come in ends the
// choice for everybody.
func markAll(d *game.Decision) {
	for i := range d.Options {
		d.Options[i].Final = true
	}
}
