package seasons

import (
	"archmage/internal/coded"
	"archmage/internal/game"
)

// An effect that takes more than one moment is a program: a list of verbs that
// are carried out one after another. A verb may ask a question or start another
// program, which is then finished first. What is under way lies on a stack of
// frames inside the state, so a match can be saved between any two answers.

// maxDepth bounds how many programs can wait for one another. The deepest
// chains are a summon from the hand with both Divine Chalices in a row.
const maxDepth = 16

// program names a list of verbs: one of a card's windows or one of the game's.
type program uint8

const (
	onEnter     program = iota // the card has entered play
	onActivate                 // its owner activates it
	onSummon                   // its owner has summoned another card from the hand
	onRoundEnd                 // a round ends
	onSeason                   // the season changes
	cardWindows                // the number of windows of a card
)

const (
	doKeep program = cardWindows + iota // throw tokens away down to the limit of the reserve
	doSummon
	doArrive
	doSeason
	doRoundEnd
	doDraw
	doDrawTwo
	doTransmute
	doExchange
	doSacrifice
	doTakeBack
	numPrograms
)

// flow is how a verb ended.
type flow uint8

const (
	next flow = iota // go on with the next verb of the program
	stay             // come back to this verb: it has asked, or has more to do
	drop             // the program is given up
)

// verb is one step of a program. The frame holds its working values.
type verb func(x *exec, f *frame) flow

// frame is a program under way.
type frame struct {
	program   program
	card      uint8 // number of the card whose program it is, or that it is about
	seat      int8  // whose program it is
	pc        uint8 // which verb is next
	declaring bool  // nothing has been paid or changed yet; "back" is possible
	sub       uint8 // how far a verb that comes back has got
	mask      uint8 // the modes or energies that may be chosen
	mode      uint8 // the mode, energy or set of energies chosen
	mode2     uint8 // a second one
	other     int8  // another seat that the verb is about
	id        uint16
	chosen    uint8 // number of a hidden card chosen
	nIDs      uint8
	ids       [12]uint16 // cards in play chosen, or waiting for their turn
	n         int16      // how many are asked for
	min       int16      // how many at least
	paid      payment    // tokens chosen
}

// exec carries out programs on a state and reports to a step.
type exec struct {
	*State
	step *game.Step
}

// start puts a program on the stack; it runs before whatever is below goes on.
func (x *exec) start(f frame) {
	if int(x.depth) == maxDepth {
		panic("seasons: effects nest too deep")
	}
	x.stack[x.depth] = f
	x.depth++
}

// top returns the frame of the program that is under way.
func (s *State) top() *frame { return &s.stack[s.depth-1] }

// question opens a question to a seat about the frame on top of the stack.
func (x *exec) question(k kind, seat int8) flow {
	x.ask = question{kind: k, seat: seat}
	x.asked[seat]++
	return stay
}

// open reports whether somebody has to answer before the match can go on.
func (s *State) open() bool {
	switch s.phase {
	case phaseDraft, phaseSplit:
		return s.Waiting() != 0
	case phaseOver:
		return true
	}
	return s.ask.kind != askNothing
}

// run carries the match on until somebody is asked or it is over.
func (x *exec) run() {
	for !x.open() {
		if x.depth == 0 {
			x.advance()
			continue
		}
		f := x.top()
		verbs := x.rules.verbs(x.State, f)
		if int(f.pc) == len(verbs) {
			x.depth--
			continue
		}
		x.settle(f, verbs[f.pc](x, f))
	}
}

// settle moves a frame on after one of its verbs, or the answer to one.
func (x *exec) settle(f *frame, result flow) {
	switch result {
	case next:
		f.pc++
		f.sub = 0
	case drop:
		x.depth--
	}
}

// Apply implements game.State.
func (s *State) Apply(seat game.Seat, answer game.Answer, step *game.Step) error {
	if s.phase == phaseOver {
		return coded.Errorf(game.CodeOver, "the match is over")
	}
	d := game.BorrowDecision()
	defer d.GiveBack()
	if !s.decide(seat, d, false) {
		return coded.Errorf(game.CodeNotAsked, "nothing is asked of you now")
	}
	if err := d.Check(answer); err != nil {
		return err
	}
	x := exec{s, step}
	if s.phase == phaseDraft || s.phase == phaseSplit {
		x.answerPrelude(int8(seat), answer.Picks)
	} else {
		k := s.ask.kind
		s.ask = question{}
		x.answer(k, int8(seat), answer.Picks)
	}
	x.run()
	return nil
}

// answer hands the picks to the question that was asked.
func (x *exec) answer(k kind, seat int8, picks []game.Pick) {
	if len(picks) > 0 && picks[0].Key.Verb == optBack {
		x.depth--
		return
	}
	spec := &kinds[k]
	if spec.top != nil {
		spec.top(x, seat, picks)
		return
	}
	f := x.top()
	x.settle(f, spec.frame(x, f, picks))
}

// Decision implements game.State.
func (s *State) Decision(seat game.Seat, d *game.Decision) bool { return s.decide(seat, d, true) }

// decide fills d with what the seat is asked. Suggestions and arguments are
// for people and left out where only the bounds matter.
func (s *State) decide(seat game.Seat, d *game.Decision, full bool) bool {
	d.Reset()
	if seat < 0 || int(seat) >= int(s.seats) {
		return false
	}
	d.Seat = seat
	d.ID = s.asked[seat]
	switch s.phase {
	case phaseDraft:
		s.buildDraft(int8(seat), d)
		return true
	case phaseSplit:
		s.buildSplit(int8(seat), d)
		return true
	}
	if s.ask.kind == askNothing || s.ask.seat != int8(seat) {
		return false
	}
	spec := &kinds[s.ask.kind]
	d.Kind = spec.name
	d.Min, d.Max = 1, 1
	var f *frame
	if s.depth > 0 {
		f = s.top()
		if full && f.card != 0 {
			d.Args = append(d.Args, game.Int("card", f.card))
		}
	}
	spec.build(s, int8(seat), f, d)
	if f != nil && f.declaring {
		d.AddAlone(game.Key{Verb: optBack})
	}
	return true
}
