package open

import (
	"testing"

	"archmage/internal/game"
	"archmage/test/conformance"
)

func TestConformance(t *testing.T) {
	conformance.Run(t, New(), []conformance.Case{
		{Name: "2 players", Seats: 2, NoSecrets: true, Describes: true},
	})
}

// A line of three ends the match.
func TestLineWins(t *testing.T) {
	position := `{"seats": 2, "match": {"Turn": 0, "Board": [1, 1, 0, 2, 2, 0, 0, 0, 0]}}`
	s, err := New().Setup([]byte(position), game.Seed{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	key, _ := New().ParseOption("place:c1")
	if err := s.Apply(0, game.Answer{Decision: 1, Picks: []game.Pick{{Key: key, N: 1}}}, nil); err != nil {
		t.Fatal(err)
	}
	if outcome := s.Outcome(); outcome == nil || outcome.Places[0].Seat != 0 || outcome.Places[0].Rank != 1 {
		t.Fatalf("the result is %+v", outcome)
	}
}
