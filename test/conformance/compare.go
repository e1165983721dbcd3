package conformance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"archmage/internal/game"
)

// text returns the JSON of a value that is sent to clients.
func text(v any) (string, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("cannot be written as JSON: %w", err)
	}
	return string(data), nil
}

// mustText is like text, for error messages.
func mustText(v any) string {
	s, err := text(v)
	if err != nil {
		return fmt.Sprintf("(%v)", err)
	}
	return s
}

func describe(rules game.Rules, d *game.Decision) string { return mustText(d.Text(rules)) }

// same returns an error with the first difference between two texts. If both are JSON, it names the
// member that differs.
func same(what, a, b string) error {
	if a == b {
		return nil
	}
	var first, second any
	if json.Unmarshal([]byte(a), &first) == nil && json.Unmarshal([]byte(b), &second) == nil {
		if path, valueA, valueB := difference("", first, second); path != "" {
			return fmt.Errorf("%s differ at %s: %.200s, %.200s", what, path, valueA, valueB)
		}
	}
	index := 0
	for index < len(a) && index < len(b) && a[index] == b[index] {
		index++
	}
	cut := func(s string) string { return s[max(0, index-60):min(len(s), index+60)] }
	return fmt.Errorf("%s differ:\n  %q\n  %q", what, cut(a), cut(b))
}

// difference returns the path and the two values of the first member that differs between two
// parsed JSON documents. The path is "" if there is none.
func difference(prefix string, a, b any) (path, valueA, valueB string) {
	switch first := a.(type) {
	case map[string]any:
		second, ok := b.(map[string]any)
		if !ok {
			break
		}
		all := maps.Clone(first)
		maps.Copy(all, second)
		for _, key := range slices.Sorted(maps.Keys(all)) {
			deeper := strings.TrimPrefix(prefix+"."+key, ".")
			value, there := first[key]
			match, also := second[key]
			if there != also {
				return deeper, orAbsent(value, there), orAbsent(match, also)
			}
			if path, valueA, valueB = difference(deeper, value, match); path != "" {
				return path, valueA, valueB
			}
		}
		return "", "", ""
	case []any:
		second, ok := b.([]any)
		if !ok || len(first) != len(second) {
			break
		}
		for i := range first {
			if path, valueA, valueB = difference(fmt.Sprintf("%s[%d]", prefix, i), first[i], second[i]); path != "" {
				return path, valueA, valueB
			}
		}
		return "", "", ""
	}
	if reflect.DeepEqual(a, b) {
		return "", "", ""
	}
	return cmp.Or(prefix, "the top"), mustText(a), mustText(b)
}

// orAbsent returns the text of a member, or "absent".
func orAbsent(value any, there bool) string {
	if !there {
		return "absent"
	}
	return mustText(value)
}

// watchers returns all viewers of a match: a spectator and the seats.
func watchers(seats int) []game.Viewer {
	list := []game.Viewer{game.Spectator()}
	for seat := range game.Seat(seats) {
		list = append(list, game.SeatViewer(seat))
	}
	return list
}

// viewers returns the watchers and the all-seeing viewer.
func viewers(seats int) []game.Viewer { return append(watchers(seats), game.AllSeeing()) }

// nameOf returns the name of a viewer for error messages.
func nameOf(v game.Viewer) string {
	switch {
	case v == game.AllSeeing():
		return "the all-seeing viewer"
	case seatOf(v) != game.NoSeat:
		return fmt.Sprintf("seat %d", seatOf(v))
	}
	return "a spectator"
}

func seatOf(v game.Viewer) game.Seat {
	for seat := range game.Seat(game.MaxSeats) {
		if v == game.SeatViewer(seat) {
			return seat
		}
	}
	return game.NoSeat
}

// decisionOf returns the seat's decision in readable form, or nil if it has none.
func decisionOf(rules game.Rules, s game.State, seat game.Seat) any {
	var d game.Decision
	if !s.Decision(seat, &d) {
		return nil
	}
	return d.Text(rules)
}

// document is a document of a state, with its name for error messages.
type document struct {
	name  string
	value any
}

// documents returns the public document, and the private document of every seat that the viewer
// sees.
func documents(s game.State, v game.Viewer, seats int) []document {
	list := []document{{"Public", s.Public()}}
	for seat := range game.Seat(seats) {
		if v.Sees(seat) {
			list = append(list, document{fmt.Sprintf("Private(%d)", seat), s.Private(seat)})
		}
	}
	return list
}

// sameView returns an error if the viewer can distinguish the states by their documents, by the
// seats they wait for, or by the viewer's own decisions.
func sameView(rules game.Rules, a, b game.State, v game.Viewer, seats int) error {
	documentsB := documents(b, v, seats)
	for i, document := range documents(a, v, seats) {
		if err := sameText(document.name+" of both states", document.value, documentsB[i].value); err != nil {
			return err
		}
	}
	if a.Waiting() != b.Waiting() {
		return fmt.Errorf(
			"the match waits for the %s in one state and for the %s in the other",
			seatList(a.Waiting()), seatList(b.Waiting()),
		)
	}
	for seat := range game.Seat(seats) {
		if !v.Sees(seat) {
			continue
		}
		if err := sameText(
			fmt.Sprintf("the decisions of seat %d", seat),
			decisionOf(rules, a, seat),
			decisionOf(rules, b, seat),
		); err != nil {
			return err
		}
	}
	return nil
}

// sameText returns an error if two values differ as JSON or cannot be encoded.
func sameText(what string, a, b any) error {
	textA, err := text(a)
	if err != nil {
		return err
	}
	textB, err := text(b)
	if err != nil {
		return err
	}
	return same(what, textA, textB)
}

// sameForAll returns an error if the all-seeing viewer can distinguish the states, or if their
// outcomes differ.
func sameForAll(rules game.Rules, a, b game.State, seats int) error {
	if err := sameView(rules, a, b, game.AllSeeing(), seats); err != nil {
		return err
	}
	return same("the outcomes", mustText(a.Outcome()), mustText(b.Outcome()))
}

// eventsFor returns a step's events as the viewer gets them.
func eventsFor(step *game.Step, v game.Viewer) []game.EventText {
	var list []game.EventText
	for i := range step.Events {
		list = append(list, step.Events[i].For(v))
	}
	return list
}

// stepContent returns everything in a step, including secrets.
func stepContent(step *game.Step) any {
	return struct {
		Events             []game.Event `json:",omitempty"`
		Shown              game.Seats
		ShownToAll, Random bool
	}{step.Events, step.Shown, step.ShownToAll, step.Random}
}

// goOnAlike gives up to n random answers to both states, and returns an error if the states do not
// stay equal.
func (t *table) goOnAlike(a, b game.State, n int) error {
	fork := t.fork(a)
	for range n {
		if game.Hash(a) != game.Hash(b) {
			return fmt.Errorf("the states have different hashes after %d more answers", fork.steps-t.steps)
		}
		if err := sameForAll(t.rules, a, b, t.c.Seats); err != nil {
			return fmt.Errorf("after %d more answers: %w", fork.steps-t.steps, err)
		}
		if fork.isOver() {
			return nil
		}
		if err := fork.next(); err != nil {
			return err
		}
		var step game.Step
		if err := b.Apply(fork.seat, game.Answer{Decision: fork.d.ID, Picks: fork.picks}, &step); err != nil {
			return fmt.Errorf("only one of the states takes the answer %s: %w", fork.answerText(), err)
		}
		if err := sameText("the events", stepContent(&fork.step), stepContent(&step)); err != nil {
			return err
		}
	}
	return nil
}

// seatList names the seats of a set, as in "seats [0 2]".
func seatList(seats game.Seats) string {
	var names []string
	for seat := range game.Seat(game.MaxSeats) {
		if seats.Has(seat) {
			names = append(names, strconv.Itoa(int(seat)))
		}
	}
	return "seats [" + strings.Join(names, " ") + "]"
}
