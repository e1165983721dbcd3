package gametest

import (
	"encoding/json"
	"errors"
	"fmt"

	"archmage/internal/game"
)

// checkRecord makes sure that the record of a match, sent through JSON, plays
// the same match again, and that a record that was tampered with does not.
func checkRecord(rules game.Rules, c Case) error {
	return eachMatch(rules, c, func(t *table) error {
		record, steps, err := play(t)
		if err != nil {
			return err
		}
		data, err := json.Marshal(record)
		if err != nil {
			return err
		}
		var read game.Record
		if err := json.Unmarshal(data, &read); err != nil {
			return fmt.Errorf("the record cannot be read back: %w", err)
		}
		at := 0
		var differ error
		last, err := game.Replay(rules, &read, func(input int, s game.State, step *game.Step) {
			if told, err := stepText(step); differ == nil {
				differ = errors.Join(err, same(fmt.Sprintf("what answer %d told, and tells when it is played again,", input), steps[input], told))
			}
			at++
		})
		if err := errors.Join(err, differ); err != nil {
			return fmt.Errorf("the record does not play again: %w", err)
		}
		if at != len(record.Inputs) || game.Hash(last) != game.Hash(t.state) {
			return fmt.Errorf("the record leads somewhere else, after %d of %d answers", at, len(record.Inputs))
		}
		return checkTampered(rules, data, t)
	})
}

// play plays the match of t to its end and returns its record and what every
// answer told.
func play(t *table) (*game.Record, []string, error) {
	record, s, err := game.NewRecord(t.rules, t.c.Options, t.c.Seats, t.seed)
	if err != nil {
		return nil, nil, err
	}
	t.state = s
	var steps []string
	for !t.over() {
		if len(steps) >= t.c.MaxSteps {
			return nil, nil, fmt.Errorf("no end after %d answers", len(steps))
		}
		if err := t.next(); err != nil {
			return nil, nil, err
		}
		record.Add(t.rules, &t.d, t.picks, t.state)
		told, err := stepText(&t.step)
		if err != nil {
			return nil, nil, err
		}
		steps = append(steps, told)
	}
	return record, steps, nil
}

// checkTampered makes sure that changed records are refused.
func checkTampered(rules game.Rules, data []byte, t *table) error {
	changes := []struct {
		what   string
		change func(r *game.Record, at int)
	}{
		{"another game", func(r *game.Record, _ int) { r.Game += "x" }},
		{"another version", func(r *game.Record, _ int) { r.Version++ }},
		{"another seed", func(r *game.Record, _ int) { r.Seed[31] ^= 1 }},
		{"another start", func(r *game.Record, _ int) { r.Start = r.Inputs[0].Hash }},
		{"another hash", func(r *game.Record, at int) { r.Inputs[at].Hash = r.Start }},
		{"half of the answers missing", func(r *game.Record, _ int) { r.Inputs = r.Inputs[len(r.Inputs)/2:] }},
		{"another decision", func(r *game.Record, at int) { r.Inputs[at].Decision++ }},
		{"a seat that does not exist", func(r *game.Record, at int) { r.Inputs[at].Seat = game.MaxSeats }},
		{"no seat", func(r *game.Record, at int) { r.Inputs[at].Seat = game.NoSeat }},
		{"an unknown option", func(r *game.Record, at int) {
			r.Inputs[at].Picks = []game.PickText{{Option: "no such option", N: 1}}
		}},
		{"an answer after the end", func(r *game.Record, at int) { r.Inputs = append(r.Inputs, r.Inputs[at]) }},
	}
	for _, change := range changes {
		var r game.Record
		if err := json.Unmarshal(data, &r); err != nil {
			return err
		}
		if len(r.Inputs) < 2 {
			return errors.New("the match is over after less than two answers")
		}
		change.change(&r, t.rng.IntN(len(r.Inputs)-1))
		if _, err := game.Replay(rules, &r, nil); err == nil {
			return fmt.Errorf("the record with %s is taken", change.what)
		} else if err := hasCode(err, game.CodeBadRecord); err != nil {
			return fmt.Errorf("the record with %s: %w", change.what, err)
		}
	}
	return nil
}
