package seasons

import (
	"slices"

	"archmage/internal/game"
)

// question is the open question to one seat. There is at most one at a time. The simultaneous
// decisions of the prelude are not questions. The answer goes to the operation that asked, or to
// the phase if no program is in progress.
type question struct {
	open bool // a question is open
	seat game.Seat
	// min and max bound the number of tokens or cards to choose.
	min, max uint8
	energies uint8   // the set of energies to choose from
	modes    modeSet // the modes to choose from
	items    bool    // only magic items may be chosen
}

func (q *question) bounds() (low, high int) { return int(q.min), int(q.max) }

// phaseRules has the functions of a phase.
type phaseRules struct {
	// run takes the next step of the match when no program is in progress.
	run func(s *match)
	// ask is the question that run asks a seat, or nil. answer handles the answer.
	ask    *ask
	answer func(s *match, seat game.Seat, picks []game.Pick)
}

func phaseTable() [phaseOver + 1]phaseRules {
	return [...]phaseRules{
		phaseDraft: {run: (*match).endPicks, answer: (*match).answerDraft},
		phaseSplit: {run: (*match).endSplit, answer: (*match).answerSplit},
		phaseRound: {run: (*match).startRound},
		phaseDice:  {run: (*match).nextDie, ask: &ask{name: "die", fill: fillDie}, answer: (*match).answerDie},
		phaseStart: {
			run:    (*match).startOfTurn,
			ask:    &ask{name: "reroll", fill: fillReroll},
			answer: (*match).answerReroll,
		},
		phaseGain:    {run: (*match).gainFromDie},
		phaseTurn:    {run: (*match).askTurn, ask: &ask{name: "turn", fill: fillTurn}, answer: (*match).answerTurn},
		phaseEnd:     {run: (*match).endOfRound},
		phaseAdvance: {run: (*match).advanceSeason},
		phaseSeason:  {run: (*match).passFirstPlayer},
		phaseOver:    {},
	}
}

// isSimultaneous reports whether all seats decide at the same time.
func (s *match) isSimultaneous() bool { return s.phase == phaseDraft || s.phase == phaseSplit }

// isWaitingOrOver reports whether the match waits for an answer or is over.
func (s *match) isWaitingOrOver() bool {
	if s.isSimultaneous() {
		return s.Waiting() != 0
	}
	return s.ask.open || s.phase == phaseOver
}

// run continues the match until a player has to answer or the match is over.
func (s *match) run() {
	for !s.isWaitingOrOver() {
		if s.stack.Len() == 0 {
			s.rules.phases[s.phase].run(s)
			continue
		}
		f := s.stack.Top()
		ops := s.ops(f)
		if f.Done(len(ops)) {
			s.stack.Pop()
			continue
		}
		if o := &ops[f.Step]; o.applies(f) {
			s.stack.Settle(&f.Cursor, o.verb.run(s, f, o))
		} else {
			f.Next()
		}
	}
}

// ops returns the operations of a frame's program.
func (s *match) ops(f *frame) []op {
	if f.program < numWindows {
		return s.rules.effect(s, f.card).programs[f.program]
	}
	return s.rules.programs[f.program]
}

// op returns the current operation of the frame.
func (s *match) op(f *frame) *op { return &s.ops(f)[f.Step] }

// currentAsk returns the question of the current operation or phase, or nil if it never asks.
func (s *match) currentAsk() *ask {
	if s.stack.Len() == 0 {
		return s.rules.phases[s.phase].ask
	}
	return s.op(s.stack.Top()).verb.ask
}

// isDeclaring reports whether the open question is part of a declaration.
func (s *match) isDeclaring() bool { return s.stack.Len() > 0 && s.stack.Top().declaring }

// askFor asks a seat the question of the current operation or phase. It always returns game.Stay.
func (s *match) askFor(seat game.Seat, q question) game.Flow {
	q.open, q.seat = true, seat
	s.ask = q
	s.decisionCount[seat]++
	return game.Stay
}

// Apply implements game.State.
func (s *match) Apply(seat game.Seat, answer game.Answer, step *game.Step) error {
	if err := game.CheckAnswer(s, seat, answer); err != nil {
		return err
	}
	s.step = step
	s.ask = question{}
	s.answer(seat, answer.Picks)
	s.run()
	s.step = nil
	return nil
}

// answer passes the picks to the operation or phase that asked.
func (s *match) answer(seat game.Seat, picks []game.Pick) {
	if s.stack.Len() == 0 {
		s.rules.phases[s.phase].answer(s, seat, picks)
		return
	}
	f := s.stack.Top()
	if len(picks) > 0 && picks[0].Key.Word == optBack {
		s.stack.Pop()
		return
	}
	f.hasAsked = true
	o := s.op(f)
	s.stack.Settle(&f.Cursor, o.verb.answer(s, f, o, picks))
}

// Decision implements game.State.
func (s *match) Decision(seat game.Seat, d *game.Decision) bool {
	d.Reset()
	if seat < 0 || int(seat) >= int(s.seats) {
		return false
	}
	d.Seat = seat
	d.ID = s.decisionCount[seat]
	if s.isSimultaneous() {
		s.fillPrelude(seat, d)
		d.Open = true
		d.MarkFinal() // the last answer ends the decision for all seats
		return true
	}
	if !s.ask.open || s.ask.seat != seat {
		return false
	}
	asked := s.currentAsk()
	d.Kind = asked.name
	d.Min, d.Max = 1, 1
	var f *frame
	var o *op
	if s.stack.Len() > 0 {
		f = s.stack.Top()
		o = s.op(f)
		if f.card != 0 {
			d.Args = append(d.Args, game.Int("card", f.card))
		}
	}
	asked.fill(s, f, o, d)
	if !d.Plain {
		s.markOptions(d)
	}
	if f != nil && f.declaring {
		d.AddAlone(game.Key{Word: optBack})
	}
	return true
}

var trials game.Trials[match]

// markOptions marks the options that cannot be undone, the options after which another player acts
// next, and the option that ends the turn.
func (s *match) markOptions(d *game.Decision) {
	outOfTurn := s.active != game.NoSeat && s.active != s.ask.seat
	trials.Mark(d, s, func(t *match, step *game.Step, picks []game.Pick) (over, passes bool) {
		t.step = step
		t.ask = question{}
		t.answer(s.ask.seat, picks)
		t.run()
		return t.phase == phaseOver, outOfTurn || picks[0].Key.Word == optEnd || asksOpponent(s, t, step)
	})
	if end := &d.Options[len(d.Options)-1]; end.Key.Word == optEnd {
		end.Ends, end.Early = true, s.hasFreeActionLeft(d)
	}
}

// asksOpponent reports whether the answer has led to a question to another player in the same turn.
// For example, a summoned Syllas asks each opponent for a card. It returns false if the answer
// showed a hidden card or rolled a die, because a mark must not depend on chance.
func asksOpponent(before, after *match, step *game.Step) bool {
	inTurn := before.active == before.ask.seat && after.active == before.active && after.phase != phaseOver
	return inTurn && after.ask.seat != before.ask.seat && step.Undoable()
}

// hasFreeActionLeft reports whether the decision offers an action that costs at most tokens and
// crystals. Bonuses do not count, because they cost points. Cards that are sacrificed for their
// effect do not count either, because they can be used later.
func (s *match) hasFreeActionLeft(d *game.Decision) bool {
	for i := range d.Options {
		switch key := d.Options[i].Key; key.Word {
		case optDraw, optTransmute, optSummon:
			return true
		case optUse:
			if !s.sacrificesItself(s.card(s.active, key.B).number) {
				return true
			}
		}
	}
	return false
}

// sacrificesItself reports whether a card is sacrificed when it is activated.
func (s *match) sacrificesItself(number uint8) bool {
	return slices.ContainsFunc(
		s.rules.effect(s, number).programs[onActivate],
		func(o op) bool { return o.verb == verbSacrificeSelf },
	)
}
