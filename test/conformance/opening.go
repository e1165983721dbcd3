package conformance

import (
	"errors"
	"fmt"

	"archmage/internal/game"
)

// openingSamples is the number of samples that are compared with the first state of a match, for
// each viewer.
const openingSamples = 10

// checkOpening makes sure that the opening events are well formed, follow from the state, and do not
// reveal to a viewer what is hidden from it.
func checkOpening(rules game.Rules, c Case) error {
	return eachMatch(rules, c, func(t *table) error {
		first, err := opening(t.state)
		if err != nil {
			return err
		}
		for i := range first.Events {
			if err := checkEvent(&first.Events[i], c.Seats); err != nil {
				return fmt.Errorf("the opening event %s: %w", mustText(first.Events[i]), err)
			}
		}
		data, err := t.state.AppendBinary(nil)
		if err != nil {
			return err
		}
		loaded, err := rules.Decode(data)
		if err != nil {
			return fmt.Errorf("the first state cannot be decoded: %w", err)
		}
		again, err := opening(loaded)
		if err != nil {
			return err
		}
		if err := same("the opening events, told twice,", mustText(first.Events), mustText(again.Events)); err != nil {
			return err
		}
		for _, v := range watchers(c.Seats) {
			if err := openingFor(t, first, v); err != nil {
				return fmt.Errorf("seen by %s: %w", nameOf(v), err)
			}
		}
		return nil
	})
}

// opening returns the opening events. It makes sure that Opening does not change the state and
// keeps what the step already contains.
func opening(s game.State) (*game.Step, error) {
	before := game.Hash(s)
	step := &game.Step{}
	s.Opening(step)
	if err := guard(func() error { s.Opening(nil); return nil }); err != nil {
		return nil, fmt.Errorf("the opening without a step: %w", err)
	}
	var used game.Step
	used.Add("conformance", 0, game.Int("n", 1))
	oldEvent := mustText(used.Events[0])
	s.Opening(&used)
	if len(used.Events) == 0 || mustText(used.Events[0]) != oldEvent {
		return nil, errors.New("the opening takes away what the step had in it")
	}
	if game.Hash(s) != before {
		return nil, errors.New("the opening changes the state")
	}
	return step, nil
}

// openingFor makes sure that the viewer gets the same opening events in matches that look the same
// to the viewer.
func openingFor(t *table, first *game.Step, v game.Viewer) error {
	for range openingSamples {
		stream := newStream(t.rng)
		other, err := opening(t.state.Sample(v, &stream))
		if err != nil {
			return err
		}
		if err := sameText("the opening events of both states", eventsFor(first, v), eventsFor(other, v)); err != nil {
			return err
		}
	}
	return nil
}
