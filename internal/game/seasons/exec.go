package seasons

import (
	"archmage/internal/game"
)

// An effect that takes more than one moment is a program: a list of steps that
// are carried out one after another. A step may ask a question or start another
// program, which is then finished first. What is under way lies on a stack of
// frames inside the state, so a match can be saved between any two answers.

// maxDepth bounds how many programs can wait for one another. The deepest
// chains are a summon from the hand with both Divine Chalices in a row.
const maxDepth = 16

// action names a program: one of a card's windows or one of the game's.
type action uint8

const (
	doKeep        action = action(numWindows) + iota // throw tokens away down to the limit of the reserve
	doSummon                                         // summon a card from the hand
	doArrive                                         // put a card in play for free
	doSeason                                         // the effects of a change of season
	doSeasonOf                                       // those of one seat
	doRoundEnd                                       // a seat's effects at the end of a round
	doDraw                                           // the die's draw action
	doDrawTwo                                        // the same with the bonus
	doTransmute                                      // transmute tokens
	doExchange                                       // the bonus that exchanges tokens
	doSacrifice                                      // sacrifice a card in play
	doTakeBack                                       // take a magic item back
	doDrawCard                                       // draw a card that must be kept
	doDiscardCard                                    // discard a card of the hand
	numActions
)

// flow is how a step ended.
type flow uint8

const (
	next flow = iota // go on with the next step of the program
	stay             // come back to this step: it has asked, or has more to do
	drop             // the program is given up
)

// frame is a program under way. Each field has one meaning in all of them.
type frame struct {
	action action
	step   uint8 // which step of the program is next
	done   uint8 // how often a step that comes back has been carried out
	seat   int8  // whose program it is
	// declaring: nothing has been paid or changed yet, and "back" is possible.
	// asked: the declaration has had a question.
	declaring, asked bool

	card uint8  // number of the card whose program it is, or that is summoned
	id   uint16 // its id in play
	by   uint8  // number of the card that puts it in play for free

	mode     modeSet // the mode chosen
	from, to uint8   // the energy chosen, and the one it is exchanged for
	named    uint8   // the set of energies named for the Elemental Amulet
	due      tokens  // what is still due of a cost
	paid     payment // the tokens chosen
	chosen   uint8   // number of the hidden card chosen
	plays    [maxPlays]uint16
	nPlays   uint8 // plays are the cards in play chosen, or waiting for their turn
}

// maxPlays bounds how many cards in play a program is about: both copies of
// the cards with an effect at the end of a round.
const maxPlays = 8

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

// declaring reports whether the question is part of a declaration.
func (s *State) declaring() bool { return s.depth > 0 && s.top().declaring }

// program returns the steps of a frame.
func (s *State) program(f *frame) program {
	if f.action < action(numWindows) {
		return s.rules.effect(s, f.card).programs[f.action]
	}
	return s.rules.actions[f.action]
}

// put opens a question; its details are in the frame on top of the stack.
func (x *exec) put(q question) flow {
	x.ask = q
	x.asked[q.seat]++
	return stay
}

// question opens a question to a seat that needs no bounds of its own.
func (x *exec) question(k kind, seat int8) flow { return x.put(question{kind: k, seat: seat}) }

// skips reports whether a question with one possible answer may be left out.
// The first one of a declaration is always put: until it is answered nothing
// has said what the action does.
func (f *frame) skips() bool { return !f.declaring || f.asked }

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
		steps := x.program(f)
		if int(f.step) == len(steps) {
			x.depth--
			continue
		}
		if s := &steps[f.step]; s.in(f.mode) {
			x.settle(f, s.do(x, f))
		} else {
			f.step++
		}
	}
}

// in reports whether the step is carried out in the mode.
func (s *step) in(m modeSet) bool { return s.modes == 0 || s.modes&m != 0 }

// settle moves a frame on after one of its steps, or the answer to one.
func (x *exec) settle(f *frame, result flow) {
	switch result {
	case next:
		f.step++
		f.done = 0
	case drop:
		x.depth--
	}
}

// Apply implements game.State.
func (s *State) Apply(seat game.Seat, answer game.Answer, step *game.Step) error {
	if err := game.CheckAnswer(s, seat, answer); err != nil {
		return err
	}
	x := exec{s, step}
	if s.phase == phaseDraft || s.phase == phaseSplit {
		x.answerPrelude(int8(seat), answer.Picks)
	} else {
		q := s.ask
		s.ask = question{}
		x.answer(q, answer.Picks)
	}
	x.run()
	return nil
}

// answer hands the picks to the question that was asked.
func (x *exec) answer(q question, picks []game.Pick) {
	if len(picks) > 0 && picks[0].Key.Verb == optBack {
		x.depth--
		return
	}
	spec := &kinds[q.kind]
	if spec.top != nil {
		spec.top(x, q.seat, picks)
		return
	}
	f := x.top()
	f.asked = true
	x.settle(f, spec.frame(x, f, picks))
}

// Decision implements game.State.
func (s *State) Decision(seat game.Seat, d *game.Decision) bool {
	d.Reset()
	if seat < 0 || int(seat) >= int(s.seats) {
		return false
	}
	d.Seat = seat
	d.ID = s.asked[seat]
	switch s.phase {
	case phaseDraft:
		s.buildDraft(int8(seat), d)
		markAll(d)
		return true
	case phaseSplit:
		s.buildSplit(int8(seat), d)
		markAll(d)
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
		if f.card != 0 {
			d.Args = append(d.Args, game.Int("card", f.card))
		}
	}
	spec.build(s, int8(seat), f, d)
	if !d.Plain {
		s.markFinal(d)
	}
	if s.declaring() {
		d.AddAlone(game.Key{Verb: optBack})
	}
	return true
}
