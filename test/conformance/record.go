package conformance

import (
	"encoding/json"
	"errors"
	"fmt"

	"archmage/internal/game"
	"archmage/internal/match"
)

// checkRecord makes sure that the record of a match, written and read back, replays the same match,
// and that a manipulated record does not.
func checkRecord(rules game.Rules, c Case) error {
	return eachMatch(rules, c, func(t *table) error {
		played, steps, err := play(t)
		if err != nil {
			return err
		}
		data := played.Record(nil).Encode()
		read, err := match.Decode(data)
		if err != nil {
			return fmt.Errorf("the record cannot be read back: %w", err)
		}
		replayed := 0
		var difference error
		last, err := read.Replay(rules, func(number int, _ *match.Match, step *game.Step) {
			if text, err := text(stepContent(step)); difference == nil {
				difference = errors.Join(
					err,
					same(
						fmt.Sprintf("what answer %d told, and tells when it is played again,", number),
						steps[number],
						text,
					),
				)
			}
			replayed++
		})
		if err := errors.Join(err, difference); err != nil {
			return fmt.Errorf("the record does not play again: %w", err)
		}
		if replayed != len(played.Items) || last.Hash != played.Hash {
			return fmt.Errorf("the record leads somewhere else, after %d of %d answers", replayed, len(played.Items))
		}
		return checkTampered(rules, data, t)
	})
}

// play plays the match of t to its end. It returns the match and the text of every step.
func play(t *table) (*match.Match, []string, error) {
	terms := match.Terms{Game: t.rules.Info().ID, Options: t.c.Options, Players: make([]match.Player, t.c.Seats)}
	m, err := match.Begin(t.rules, terms, match.Start{Seed: &t.seed})
	if err != nil {
		return nil, nil, err
	}
	t.state = m.State
	var steps []string
	for !t.isOver() {
		if len(steps) >= t.c.MaxSteps {
			return nil, nil, fmt.Errorf("no end after %d answers", len(steps))
		}
		if err := t.choose(); err != nil {
			return nil, nil, err
		}
		choice := match.Choice(t.rules, &t.d, t.picks)
		if m, err = m.Answer(0, t.seat, choice, nil, &t.step); err != nil {
			return nil, nil, fmt.Errorf(
				"a legal answer is refused: %w (answer %s to %s)",
				err, choice, describe(t.rules, &t.d),
			)
		}
		t.state = m.State
		t.steps++
		text, err := text(stepContent(&t.step))
		if err != nil {
			return nil, nil, err
		}
		steps = append(steps, text)
	}
	return m, steps, nil
}

// checkTampered makes sure that manipulated records are refused.
func checkTampered(rules game.Rules, data []byte, t *table) error {
	changes := []struct {
		what   string
		change func(r *match.Record, index int)
	}{
		{"another game", func(r *match.Record, _ int) { r.Game += "x" }},
		{"another seed", func(r *match.Record, _ int) { r.Start.Seed[31] ^= 1 }},
		{"another start", func(r *match.Record, _ int) { r.Start.Hash = r.Items[0].Hash }},
		{"another hash", func(r *match.Record, index int) { r.Items[index].Hash = r.Start.Hash }},
		{"half of the answers missing", func(r *match.Record, _ int) { r.Items = r.Items[len(r.Items)/2:] }},
		{"a seat that does not exist", func(r *match.Record, index int) { r.Items[index].Seat = game.MaxSeats }},
		{"no seat", func(r *match.Record, index int) { r.Items[index].Seat = game.NoSeat }},
		{
			"an unknown option",
			func(r *match.Record, index int) { r.Items[index].Answer = json.RawMessage(`["no such option"]`) },
		},
		{"an answer after the end", func(r *match.Record, index int) { r.Items = append(r.Items, r.Items[index]) }},
		{"another outcome", func(r *match.Record, _ int) { r.Outcome.Places[0].Total++ }},
		{"no outcome", func(r *match.Record, _ int) { r.Outcome, r.Lost = nil, nil }},
		{"a seat that has lost", func(r *match.Record, _ int) { r.Lost[0] = match.LostTime }},
	}
	for _, change := range changes {
		r, err := match.Decode(data)
		if err != nil {
			return err
		}
		if len(r.Items) < 2 {
			return errors.New("the match is over after less than two answers")
		}
		change.change(r, t.rng.IntN(len(r.Items)-1))
		if _, err := r.Replay(rules, nil); err == nil {
			return fmt.Errorf("the record with %s is taken", change.what)
		} else if err := hasCode(err, match.CodeBadRecord); err != nil {
			return fmt.Errorf("the record with %s: %w", change.what, err)
		}
	}
	return nil
}
