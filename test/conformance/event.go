package conformance

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"archmage/internal/game"
)

// checkEvents makes sure that events are well formed, are appended to the step, and show their
// private facts only to the seats that may see them.
func checkEvents(rules game.Rules, c Case) error {
	count := 0
	err := eachStep(rules, c, func(t *table) error {
		for i := range t.step.Events {
			count++
			if err := checkEvent(&t.step.Events[i], c.Seats); err != nil {
				return fmt.Errorf("event %s: %w", mustText(t.step.Events[i]), err)
			}
		}
		if extra := t.step.Shown &^ game.AllSeats(c.Seats); extra != 0 {
			return fmt.Errorf("something is shown to seats %b, which do not exist", extra)
		}
		if t.isOver() {
			return nil
		}
		return checkAdded(t)
	})
	if err == nil && count == 0 {
		err = errors.New("no event in all matches")
	}
	return err
}

// checkAdded makes sure that an answer keeps what the step already contains.
func checkAdded(t *table) error {
	fork := t.fork(t.state.Clone())
	if err := fork.choose(); err != nil {
		return err
	}
	answer := game.Answer{Decision: fork.d.ID, Picks: fork.picks}
	clone := t.state.Clone()
	var newStep, usedStep game.Step
	usedStep.AddSecret("conformance", 0, game.AllSeats(1), game.Int("card", 1), game.Int("n", 2))
	usedStep.Random = true
	before := mustText(usedStep.Events[0])
	if err := errors.Join(
		clone.Apply(fork.seat, answer, &newStep),
		fork.state.Apply(fork.seat, answer, &usedStep),
	); err != nil {
		return err
	}
	if len(usedStep.Events) == 0 || mustText(usedStep.Events[0]) != before ||
		!usedStep.Random || !usedStep.Shown.Has(0) {
		return errors.New("an answer takes away what the step had in it")
	}
	if len(newStep.Events) == 0 && len(usedStep.Events) == 1 {
		return nil
	}
	return same("the events in a fresh step and in a used one", mustText(newStep.Events), mustText(usedStep.Events[1:]))
}

// checkWithoutEvents makes sure that an answer applied with a nil step leads to the same state.
func checkWithoutEvents(rules game.Rules, c Case) error {
	return eachChoice(rules, c, func(t, fork *table) error {
		without := t.state.Clone()
		if err := without.Apply(fork.seat, game.Answer{Decision: fork.d.ID, Picks: fork.picks}, nil); err != nil {
			return fmt.Errorf("a legal answer is refused without a step: %w", err)
		}
		if err := fork.answer(); err != nil {
			return err
		}
		if game.Hash(fork.state) != game.Hash(without) {
			return fmt.Errorf("the answer %s leads somewhere else without a step", fork.answerText())
		}
		return nil
	})
}

func checkEvent(e *game.Event, seats int) error {
	if e.Kind == "" || strings.TrimSpace(e.Kind) != e.Kind {
		return errors.New("no kind")
	}
	if game.IsReservedEvent(e.Kind) {
		return errors.New("the kind is one of every match (docs/match-events.md), for which clients have another text")
	}
	if e.Seat != game.NoSeat && !game.AllSeats(seats).Has(e.Seat) {
		return fmt.Errorf("seat %d does not exist", e.Seat)
	}
	if extra := e.To &^ game.AllSeats(seats); extra != 0 {
		return fmt.Errorf("it is for seats %b, which do not exist", extra)
	}
	if len(e.Private) > 0 && e.To == 0 {
		return errors.New("it has private facts and is for nobody")
	}
	if err := uniqueFacts(slices.Concat(e.Public, e.Private)...); err != nil {
		return err
	}
	for _, v := range viewers(seats) {
		shown := e.For(v)
		if _, err := text(shown); err != nil {
			return err
		}
		if len(shown.Private) > 0 && !v.SeesAny(e.To) {
			return fmt.Errorf("%s sees the private facts", nameOf(v))
		}
	}
	return nil
}
