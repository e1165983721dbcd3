package seasons

import "archmage/internal/game"

// This file says which options are final (see game.Option): the operations that
// follow an answer are looked at, not carried out. Where it depends on what is
// not looked at whether a question comes before something is shown, the option
// is marked.

// outlook is what is known about an operation before it is carried out.
type outlook uint8

const (
	quiet outlook = iota // nothing is shown, and the program goes on
	final                // something hidden is shown, or chance decides
	known                // the program ends or asks before anything of the kind
)

func asks(*State, frame, op) outlook  { return known }
func shows(*State, frame, op) outlook { return final }

// aheadFrom looks at the operations of a frame's program from the given one on.
func (s *State) aheadFrom(f frame, from int) outlook {
	for _, o := range s.ops(&f)[from:] {
		ahead := s.rules.verbs[o.verb].ahead
		if ahead == nil || !o.in(&f) {
			continue
		}
		if seen := ahead(s, f, o); seen != quiet {
			return seen
		}
	}
	return quiet
}

// finalBelow looks at what waits below the top frame: other programs, and then
// the rest of the round.
func (s *State) finalBelow() bool {
	frames := s.stack.All()
	for i := len(frames) - 2; i >= 0; i-- {
		if seen := s.aheadFrom(frames[i], int(frames[i].Step)); seen != quiet {
			return seen == final
		}
	}
	// After the turns the dice are rolled, as far as it can be foreseen.
	return s.phase >= phaseEnd
}

// finalAfter reports whether what follows the answer to the question of the top
// frame is final, if the frame is changed to f by it.
func (s *State) finalAfter(f frame) bool {
	if seen := s.aheadFrom(f, int(f.Step)+1); seen != quiet {
		return seen == final
	}
	return s.finalBelow()
}

// finalStart reports whether starting a program is final.
func (s *State) finalStart(f frame) bool { return s.aheadFrom(f, 0) == final }

// markFinal marks the options that cannot be taken back.
func (s *State) markFinal(d *game.Decision) {
	if optionFinal := s.rules.asks[s.ask.kind].final; optionFinal != nil {
		for i := range d.Options {
			d.Options[i].Final = optionFinal(s, s.ask.seat, d.Options[i].Key)
		}
		return
	}
	if s.stack.Len() > 0 && s.finalAfter(*s.stack.Top()) {
		d.MarkFinal()
	}
}
