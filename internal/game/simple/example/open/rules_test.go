package open

import (
	"testing"

	"archmage/test/conformance"
)

func TestConformance(t *testing.T) {
	conformance.Run(t, New(), []conformance.Case{
		{Name: "2 players", Seats: 2, NoSecrets: true, Describes: true},
	})
}

// A line of three ends the match.
func TestLineWins(t *testing.T) {
	s := conformance.Position(t, New(), `{"seats": 2, "match": {"Turn": 0, "Board": [1, 1, 0, 2, 2, 0, 0, 0, 0]}}`)
	conformance.Answer(t, New(), s, 0, `["place:c1"]`)
	if outcome := s.Outcome(); outcome == nil || outcome.Places[0].Seat != 0 || outcome.Places[0].Rank != 1 {
		t.Fatalf("the result is %+v", outcome)
	}
}
