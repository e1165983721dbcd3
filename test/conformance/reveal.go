package conformance

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"archmage/internal/game"
)

// revealTries is the number of samples for each viewer.
const revealTries = 4

// checkRevealed makes sure that a finished match hides nothing: Private is empty, and Public shows
// what Private showed before. To check this, it applies the last answer to the state before it and
// to a sample of that state. A member of Private that differed between the two, such as "hand",
// must then differ between the two public documents, under the same name and once for each seat.
func checkRevealed(rules game.Rules, c Case) error {
	compared, otherCount := 0, 0
	err := eachMatch(rules, c, func(t *table) error {
		var before game.State
		err := t.playOut(func() error {
			if !t.isOver() {
				before = t.state.Clone()
			}
			return nil
		})
		if err != nil {
			return err
		}
		for seat := range game.Seat(c.Seats) {
			if private := mustText(t.state.Private(seat)); private != "{}" {
				return fmt.Errorf("the match is over, and seat %d still has secrets: %s", seat, private)
			}
		}
		for _, v := range watchers(c.Seats) {
			for range revealTries {
				stream := newStream(t.rng)
				n, m, err := compareRevealed(t, before, before.Sample(v, &stream))
				if err != nil {
					return fmt.Errorf(
						"at the end, after seat %d's answer %s to %s: %w",
						t.seat, t.answerText(), describe(t.rules, &t.d), err,
					)
				}
				compared += n
				otherCount += m
			}
		}
		return nil
	})
	if err == nil && otherCount > 0 && compared == 0 {
		err = errors.New("no secret could be followed to the end")
	}
	return err
}

// compareRevealed applies the last answer of t to a sample of the state before it. It returns the number
// of secrets that could be compared, and the number of secrets of the seats that do not answer. The
// answering seat is not counted, because the answer can use up its last secret.
func compareRevealed(t *table, before, other game.State) (compared, others int, err error) {
	hidden := map[string]int{}
	for seat := range game.Seat(t.c.Seats) {
		a, err := membersOf(before.Private(seat))
		if err != nil {
			return 0, others, err
		}
		b, err := membersOf(other.Private(seat))
		if err != nil {
			return 0, others, err
		}
		for name := range a {
			if !slices.Contains(t.c.Derived, name) && !reflect.DeepEqual(a[name], b[name]) {
				hidden[name]++
				if seat != t.seat {
					others++
				}
			}
		}
	}
	var d game.Decision
	if !other.Decision(t.seat, &d) ||
		other.Apply(t.seat, game.Answer{Decision: d.ID, Picks: t.picks}, &game.Step{}) != nil ||
		other.Waiting() != 0 {
		return 0, others, nil
	}
	a, err := membersOf(t.state.Public())
	if err != nil {
		return 0, others, err
	}
	b, err := membersOf(other.Public())
	if err != nil {
		return 0, others, err
	}
	for _, name := range slices.Sorted(maps.Keys(hidden)) {
		if shown := differing(a, b, name); shown < hidden[name] {
			return compared, others, fmt.Errorf(
				"%q was the secret of %d seats, and Public shows that of %d",
				name, hidden[name], shown,
			)
		}
		compared += hidden[name]
	}
	return compared, others, nil
}

// differing counts the members with the name, at any depth, that differ between the documents.
func differing(a, b map[string]any, name string) int {
	n := 0
	for key, value := range a {
		deeper, ok := value.(map[string]any)
		other, both := b[key].(map[string]any)
		switch {
		case key == name && !reflect.DeepEqual(value, b[key]):
			n++
		case ok && both:
			n += differing(deeper, other, name)
		}
	}
	return n
}
