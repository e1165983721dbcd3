package seasons

import "archmage/internal/game"

// verb is what an operation does. Each stands with the word that makes its operations.
type verb struct {
	// declares: it is a choice of a declaration, made before the card is turned.
	declares bool
	// run does as much as it can without asking.
	run func(*match, *frame, *op) game.Flow
	// ask is the question that run may put, answer takes the answer.
	ask    *ask
	answer func(*match, *frame, *op, []game.Pick) game.Flow
	// why says why a card with this operation cannot be activated now; nil
	// means that the operation is no reason.
	why func(s *match, seat game.Seat, o *op) reason
}

// doing returns the verb that does something without asking, and goes on.
func doing(do func(*match, *frame, *op)) *verb {
	return &verb{run: func(s *match, f *frame, o *op) game.Flow {
		do(s, f, o)
		return game.Next
	}}
}

// why says why the seat cannot carry out operations now, or possible: why it cannot
// do one of them, or, of a choice of modes, any mode.
func (s *match) why(seat game.Seat, ops []op) reason {
	for i := range ops {
		o := &ops[i]
		r := possible
		switch why := o.verb.why; {
		case o.choice != 0:
			_, r = s.possibleModes(seat, ops, o.choice)
		case o.modes == 0 && why != nil:
			r = why(s, seat, o)
		}
		if r != possible {
			return r
		}
	}
	return possible
}

// possibleModes returns the modes of a choice that are possible, or why the
// first one is not if none is.
func (s *match) possibleModes(seat game.Seat, ops []op, choice modeSet) (modes modeSet, first reason) {
	modes = choice
	for i := range ops {
		o := &ops[i]
		why := o.verb.why
		if o.modes&modes == 0 || why == nil {
			continue
		}
		if r := why(s, seat, o); r != possible {
			modes &^= o.modes
			if o.modes&choice == choice&-choice {
				first = r
			}
		}
	}
	if modes != 0 {
		first = possible
	}
	return modes, first
}
