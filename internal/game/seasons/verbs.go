package seasons

import "archmage/internal/game"

// verb defines a kind of operation. Each verb is next to the function that makes its operations.
type verb struct {
	// declares marks a choice that belongs to the declaration of an action, before anything is paid
	// or turned.
	declares bool
	// run carries out the operation, or asks a question first.
	run func(*match, *frame, *op) game.Flow
	// ask is the question that run can ask, or nil. answer handles the answer.
	ask    *ask
	answer func(*match, *frame, *op, []game.Pick) game.Flow
	// why returns the reason why the operation is impossible now, or possible. It is nil if the
	// operation is always possible.
	why func(s *match, seat game.Seat, o *op) reason
}

// action returns a verb that acts without asking and continues with the next operation.
func action(do func(*match, *frame, *op)) *verb {
	return &verb{run: func(s *match, f *frame, o *op) game.Flow {
		do(s, f, o)
		return game.Next
	}}
}

// whyNot returns the reason why the seat cannot carry out the operations now, or possible. A choice
// of modes is impossible only if every mode is impossible.
func (s *match) whyNot(seat game.Seat, ops []op) reason {
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

// possibleModes returns the modes of a choice that are possible. If there are none, it returns the
// reason for the first mode.
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
