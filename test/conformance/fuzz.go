package conformance

import (
	"encoding/json"
	"errors"
	"testing"

	"archmage/internal/game"
)

// FuzzAnswer fuzzes the text of answers to the questions of one random match. No input may cause a
// panic, and a refused answer must not change anything.
func FuzzAnswer(f *testing.F, rules game.Rules, c Case) {
	f.Helper()
	t, err := newTable(rules, c.withDefaults(), 0)
	if err != nil {
		f.Fatal(err)
	}
	var states []game.State
	err = t.playOut(func() error {
		states = append(states, t.state.Clone())
		if t.isOver() {
			return nil
		}
		if err := t.choose(); err != nil {
			return err
		}
		data, err := json.Marshal(t.d.PicksText(rules, t.picks))
		f.Add(uint16(t.steps), int8(t.seat), data)
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	for _, bad := range malformed("back") {
		f.Add(uint16(0), int8(0), []byte(bad))
	}
	f.Fuzz(func(t *testing.T, index uint16, seat int8, data []byte) {
		if err := tryAnswer(rules, states[int(index)%len(states)].Clone(), game.Seat(seat), data); err != nil {
			t.Fatal(err)
		}
	})
}

// tryAnswer parses and applies an answer, and returns an error if that violates the contract.
func tryAnswer(rules game.Rules, s game.State, seat game.Seat, data []byte) error {
	var d game.Decision
	s.Decision(seat, &d)
	picks, err := d.ParsePicks(rules, data)
	if err != nil {
		return hasCode(err, "")
	}
	before := game.Hash(s)
	answer := game.Answer{Decision: d.ID, Picks: picks}
	legal := d.Kind != "" && d.Check(answer) == nil
	err = s.Apply(seat, answer, &game.Step{})
	switch {
	case err == nil && legal:
		return s.Check()
	case err == nil:
		return errAccepted
	case legal:
		return err
	case game.Hash(s) != before:
		return errChanged
	}
	return hasCode(err, "")
}

var (
	errAccepted = errors.New("an illegal answer is taken")
	errChanged  = errors.New("an answer that is refused changes the state")
)
