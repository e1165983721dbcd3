package conformance

import (
	"encoding/json"
	"testing"

	"archmage/internal/game"
)

// Answer answers the open decision of a seat, for tests of single rules. answer is a list of choices as in
// docs/decisions.md, such as ["take:9"] or [{"option": "bid", "n": 7}]. The test fails if the seat is not asked
// or the answer is not legal.
func Answer(t testing.TB, rules game.Rules, s game.State, seat game.Seat, answer string) {
	t.Helper()
	var d game.Decision
	if !s.Decision(seat, &d) {
		t.Fatalf("seat %d is not asked anything", seat)
	}
	picks, err := d.ParsePicks(rules, json.RawMessage(answer))
	if err != nil {
		t.Fatalf("seat %d is asked %s: %v", seat, describe(rules, &d), err)
	}
	if err := s.Apply(seat, game.Answer{Decision: d.ID, Picks: picks}, nil); err != nil {
		t.Fatalf("seat %d is asked %s: %v", seat, describe(rules, &d), err)
	}
}

// Position builds a position from its readable form, for tests of single rules.
func Position(t testing.TB, rules game.Rules, position string) game.State {
	t.Helper()
	s, err := rules.Setup([]byte(position), game.SeedFromInt(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
