package conformance

import (
	"errors"
	"fmt"

	"archmage/internal/game"
	"archmage/internal/game/bot"
)

const (
	// longestRun bounds the number of steps of one run.
	longestRun = 20
	// maxTries bounds the number of answers that are tried to find one that is legal in both
	// states.
	maxTries = 20
)

// checkLockstep gives the same answers to two matches that differ only in secrets of which a viewer
// must not learn. It makes sure that the viewer sees the same in both matches until something hidden
// is shown to the viewer or chance decides.
func checkLockstep(rules game.Rules, c Case) error {
	compared := 0
	err := eachSample(rules, c, func(t *table) error {
		for _, v := range watchers(c.Seats) {
			n, err := lockstep(t, v)
			if err != nil {
				return fmt.Errorf("seen by %s, %d answers on: %w", nameOf(v), n, err)
			}
			compared += n
		}
		return nil
	})
	if err == nil && compared < c.MinCompared {
		err = fmt.Errorf("only %d steps could be compared", compared)
	}
	return err
}

// pair is two matches in lockstep.
type pair struct {
	*table // the match in its true state
	viewer game.Viewer
	other  game.State
	// otherStep is the step of the last answer in the other state.
	otherStep game.Step
}

// lockstep plays one run and returns the number of compared steps. When the states are allowed to
// look different to the viewer, the run continues with another sample.
func lockstep(t *table, v game.Viewer) (int, error) {
	p := &pair{table: t.fork(t.state.Clone()), viewer: v}
	compared := 0
	for range longestRun {
		if p.isOver() {
			break
		}
		if p.other == nil {
			stream := newStream(p.rng)
			p.other = p.state.Sample(v, &stream)
			if err := sameView(p.rules, p.state, p.other, v, p.c.Seats); err != nil {
				return compared, err
			}
		}
		found, err := p.chooseForBoth()
		if err != nil {
			return compared, err
		}
		if !found {
			p.other = nil
			if err := p.answer(); err != nil {
				return compared, err
			}
			continue
		}
		description := fmt.Sprintf("after seat %d's answer %s to %s", p.seat, p.answerText(), describe(p.rules, &p.d))
		if err := p.answerBoth(); err != nil {
			return compared, fmt.Errorf("%s: %w", description, err)
		}
		canDiffer, err := p.canDiffer()
		if err != nil {
			return compared, fmt.Errorf("%s: %w", description, err)
		}
		if canDiffer {
			p.other = nil
			continue
		}
		if err := p.sameForViewer(); err != nil {
			return compared, fmt.Errorf(
				"%s: %w; if the answer showed the viewer something hidden, it calls Step.MarkShown or "+
					"Step.MarkShownToAll, and if chance decided, Step.MarkRandom",
				description,
				err,
			)
		}
		compared++
	}
	return compared, nil
}

// sameForViewer returns an error if the viewer can distinguish the states by the events of the last
// answer or by what they show now.
func (p *pair) sameForViewer() error {
	if err := sameText("the events", eventsFor(&p.step, p.viewer), eventsFor(&p.otherStep, p.viewer)); err != nil {
		return err
	}
	return sameView(p.rules, p.state, p.other, p.viewer, p.c.Seats)
}

// chooseForBoth draws an answer that is legal in both states, or returns false if it finds none.
func (p *pair) chooseForBoth() (bool, error) {
	if err := p.choose(); err != nil {
		return false, err
	}
	var d game.Decision
	if !p.other.Decision(p.seat, &d) || d.Kind != p.d.Kind || mustText(d.Args) != mustText(p.d.Args) {
		// The seat has another question in the other state, of which the viewer must not learn.
		return false, nil
	}
	for range maxTries {
		if d.Check(game.Answer{Decision: d.ID, Picks: p.picks}) == nil {
			return true, nil
		}
		if p.viewer.Sees(p.seat) {
			return false, errors.New("the viewer's own answer is legal in one state only")
		}
		p.picks, _ = bot.Random(&p.d, p.rng, p.picks)
	}
	return false, nil
}

// answerBoth gives the chosen answer to both states.
func (p *pair) answerBoth() error {
	var d game.Decision
	p.other.Decision(p.seat, &d)
	if err := p.answer(); err != nil {
		return err
	}
	p.otherStep.Reset()
	return p.other.Apply(p.seat, game.Answer{Decision: d.ID, Picks: p.picks}, &p.otherStep)
}

// canDiffer reports whether the states are allowed to look different to the viewer from now on. This
// must not depend on secrets, unless something has just been shown.
func (p *pair) canDiffer() (bool, error) {
	a, b := &p.step, &p.otherStep
	seat := seatOf(p.viewer)
	shown := func(s *game.Step) bool { return s.ShownToAll || s.Shown.Has(seat) }
	if shown(a) != shown(b) {
		return false, fmt.Errorf(
			"Step.ShownToAll, or Step.Shown for the viewer, is %t in one state and %t in the other, "+
				"which look the same to it",
			shown(a),
			shown(b),
		)
	}
	if shown(a) {
		return true, nil
	}
	if a.Random != b.Random || a.Undoable() != b.Undoable() {
		return false, fmt.Errorf(
			"Step.Random is %t in one state and %t in the other, Step.Undoable %t and %t, "+
				"and they look the same to the viewer",
			a.Random,
			b.Random,
			a.Undoable(),
			b.Undoable(),
		)
	}
	if a.Random {
		return true, nil
	}
	over, overOther := p.state.Outcome() != nil, p.other.Outcome() != nil
	if over != overOther {
		return false, errors.New("the match is over in one state only")
	}
	return over, nil
}

// checkChanged makes sure that changing an answer to a simultaneous decision leaves no trace: all
// viewers see the same, now and later, as if only the last answer had been given.
func checkChanged(rules game.Rules, c Case) error {
	return eachChoice(rules, c, func(t, direct *table) error {
		changed := t.fork(t.state.Clone())
		changed.seat = direct.seat
		if err := errors.Join(changed.draw(), changed.answer(), direct.answer()); err != nil {
			return err
		}
		var d game.Decision
		if !changed.state.Decision(direct.seat, &d) || !d.Answered {
			return nil
		}
		if err := changed.state.Apply(
			direct.seat,
			game.Answer{Decision: d.ID, Picks: direct.picks},
			&game.Step{},
		); err != nil {
			return fmt.Errorf("the answer of seat %d cannot be changed: %w", direct.seat, err)
		}
		if err := sameForAll(rules, direct.state, changed.state, c.Seats); err != nil {
			return fmt.Errorf("seat %d answered once, and changed its answer: %w", direct.seat, err)
		}
		// goOnAlike would compare hashes. Here only what viewers see must be equal.
		if err := checkSeenAlike(t, direct.state.Clone(), changed.state.Clone()); err != nil {
			return err
		}
		if err := checkSampledAlike(t, direct.state, changed.state, direct.seat); err != nil {
			return fmt.Errorf("seat %d answered once, and changed its answer: %w", direct.seat, err)
		}
		return nil
	})
}

// checkSeenAlike gives the same answers to both states and returns an error if a viewer can distinguish
// them.
func checkSeenAlike(t *table, a, b game.State) error {
	fork := t.fork(a)
	for range farAhead {
		if fork.isOver() {
			return nil
		}
		if err := fork.next(); err != nil {
			return err
		}
		if err := b.Apply(fork.seat, game.Answer{Decision: fork.d.ID, Picks: fork.picks}, &game.Step{}); err != nil {
			return fmt.Errorf("only the state without a changed answer takes %s: %w", fork.answerText(), err)
		}
		if err := sameForAll(t.rules, a, b, t.c.Seats); err != nil {
			return fmt.Errorf("some time after seat %d's changed answer: %w", fork.seat, err)
		}
	}
	return nil
}
