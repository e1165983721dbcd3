package conformance

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"archmage/internal/game"
)

// back is the id of the option that drops a choice that has not taken effect.
const back = "back"

// offersBack returns the answer "back" of the seat, and whether the seat can give it.
func offersBack(rules game.Rules, s game.State, seat game.Seat) (game.Answer, bool) {
	var d game.Decision
	if !s.Decision(seat, &d) {
		return game.Answer{}, false
	}
	for _, option := range d.Options {
		if option.Alone && rules.OptionID(option.Key) == back {
			return game.Answer{Decision: d.ID, Picks: []game.Pick{{Key: option.Key, N: 1}}}, true
		}
	}
	return game.Answer{}, false
}

// checkBack makes sure that a choice that can be dropped with "back" is secret until it takes
// effect, and that dropping it leaves no trace: other viewers see no change and no event, and what
// Sample draws for them does not depend on it.
func checkBack(rules game.Rules, c Case) error {
	return eachChoice(rules, c, func(t, fork *table) error {
		if err := fork.answer(); err != nil {
			return err
		}
		answer, ok := offersBack(rules, fork.state, fork.seat)
		if !ok {
			return nil
		}
		description := fmt.Sprintf(
			"seat %d's answer %s to %s, after which \"back\" is offered",
			fork.seat, fork.answerText(), describe(rules, &fork.d),
		)
		if err := checkUnnoticed(t.state, fork, &fork.step); err != nil {
			return fmt.Errorf("%s: %w", description, err)
		}
		var step game.Step
		if err := fork.state.Apply(fork.seat, answer, &step); err != nil {
			return fmt.Errorf("%s, and \"back\": it is refused: %w", description, err)
		}
		err := checkUnnoticed(t.state, fork, &step)
		if _, inside := offersBack(rules, t.state, fork.seat); err == nil && !inside {
			err = checkAskedAgain(t.state, fork)
		}
		if err != nil {
			return fmt.Errorf("%s, and \"back\": %w", description, err)
		}
		return nil
	})
}

// checkUnnoticed returns an error if another viewer can distinguish the state of fork from the state
// before, or if step cannot be undone.
func checkUnnoticed(before game.State, fork *table, step *game.Step) error {
	switch {
	case len(step.Events) > 0:
		return fmt.Errorf("the event %q tells of it", step.Events[0].Kind)
	case !step.Undoable():
		return fmt.Errorf("%s is set", undoBlocker(step))
	}
	for _, v := range watchers(fork.c.Seats) {
		if v.Sees(fork.seat) {
			continue
		}
		if err := sameView(fork.rules, before, fork.state, v, fork.c.Seats); err != nil {
			return fmt.Errorf("%s can tell: %w", nameOf(v), err)
		}
	}
	return checkSampledAlike(fork, before, fork.state, fork.seat)
}

// checkAskedAgain returns an error if the seat of fork has another question than in the state before,
// or if its private document differs.
func checkAskedAgain(before game.State, fork *table) error {
	seat := fork.seat
	if err := same(
		"what its player knows before and after",
		mustText(before.Private(seat)),
		mustText(fork.state.Private(seat)),
	); err != nil {
		return err
	}
	var was, is game.Decision
	before.Decision(seat, &was)
	if !fork.state.Decision(seat, &is) {
		return errors.New("the seat is not asked any more")
	}
	was.ID = is.ID
	return same("the questions before and after", describe(fork.rules, &was), describe(fork.rules, &is))
}

// checkSampledAlike returns an error if two states that differ only in what a seat has done in secret
// give different samples for another viewer from the same random stream. A sampled state would then
// reveal the secret.
func checkSampledAlike(t *table, a, b game.State, seat game.Seat) error {
	for _, v := range watchers(t.c.Seats) {
		if v.Sees(seat) {
			continue
		}
		streamA := newStream(t.rng)
		streamB := streamA
		sampleA, sampleB := a.Sample(v, &streamA), b.Sample(v, &streamB)
		if game.Hash(sampleA) != game.Hash(sampleB) {
			err := same("the sampled states", mustText(sampleA.Describe()), mustText(sampleB.Describe()))
			if err == nil {
				err = errors.New("the sampled states differ in something that Describe does not tell, as a counter")
			}
			return fmt.Errorf("what Sample draws for %s depends on it: %w", nameOf(v), err)
		}
	}
	return nil
}

// minSeen is the number of times a kind of answer must occur before a result that never followed
// counts as impossible.
const minSeen = 5

// checkFinal makes sure that options are marked Final correctly: an answer that shows something
// hidden or uses chance contains a final option, "back" is never offered after a final option, and
// for each kind of decision at least one answer with a final option cannot be undone or passes the
// turn to another seat.
func checkFinal(rules game.Rules, c Case) error {
	type count struct{ given, held int }
	finals := map[string]*count{}
	err := eachChoice(rules, c, func(t, fork *table) error {
		final := hasFinalPick(&fork.d, fork.picks)
		description := fmt.Sprintf("seat %d's answer %s to %s", fork.seat, fork.answerText(), describe(rules, &fork.d))
		if err := fork.answer(); err != nil {
			return err
		}
		_, offered := offersBack(rules, fork.state, fork.seat)
		switch undoable := fork.step.Undoable(); {
		// An empty answer has no option that could be Final.
		case !undoable && !final && len(fork.picks) > 0:
			return fmt.Errorf(
				"%s: %s is set, and no option of the answer is Final",
				description, undoBlocker(&fork.step),
			)
		case final && offered:
			return fmt.Errorf("%s: an option of it is Final, and \"back\" is offered after it", description)
		case final && !fork.isOver():
			n := finals[fork.d.Kind]
			if n == nil {
				n = new(count)
				finals[fork.d.Kind] = n
			}
			n.given++
			if !undoable || c.Seats == 1 || !fork.state.Waiting().Has(fork.seat) {
				n.held++
			}
		}
		return nil
	})
	for _, kind := range slices.Sorted(maps.Keys(finals)) {
		if n := finals[kind]; err == nil && n.given >= minSeen && n.held == 0 {
			err = fmt.Errorf(
				"%d answers to %q had a Final option, and after each the step was undoable and the seat still asked",
				n.given,
				kind,
			)
		}
	}
	return err
}

// hasFinalPick reports whether one of the choices is Final.
func hasFinalPick(d *game.Decision, picks []game.Pick) bool {
	return slices.ContainsFunc(picks, func(pick game.Pick) bool {
		return slices.ContainsFunc(d.Options, func(o game.Option) bool { return o.Final && o.Key == pick.Key })
	})
}

// undoBlocker names the mark of a step that prevents undo.
func undoBlocker(step *game.Step) string {
	switch {
	case step.ShownToAll:
		return "Step.ShownToAll"
	case step.Shown != 0:
		return fmt.Sprintf("Step.Shown (seats %b)", step.Shown)
	}
	return "Step.Random"
}
