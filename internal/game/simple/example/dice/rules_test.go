package dice

import (
	"fmt"
	"testing"

	"archmage/internal/game"
	"archmage/test/conformance"
)

func TestConformance(t *testing.T) {
	var cases []conformance.Case
	for seats := 2; seats <= maxSeats; seats++ {
		cases = append(cases, conformance.Case{
			Name:      fmt.Sprint(seats, " players"),
			Seats:     seats,
			NoSecrets: true,
			Describes: true,
		})
	}
	conformance.Run(t, New(), cases)
}

// A player above 21 is out and has no points.
func TestAboveTheLimit(t *testing.T) {
	s := conformance.Position(t, New(), `{"seats": 2, "match": {"Seats": 2, "Totals": [21, 0, 0, 0]}}`)
	conformance.Answer(t, New(), s, 0, `["roll"]`)
	if s.Standing()[0] != 0 || s.Waiting() != game.Seats(0).With(1) {
		t.Fatalf("seat 0 has %d points, and the seats %b are asked", s.Standing()[0], s.Waiting())
	}
}
