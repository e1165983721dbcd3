package simultaneous

import (
	"fmt"
	"testing"

	"archmage/test/conformance"
)

func TestConformance(t *testing.T) {
	var cases []conformance.Case
	for seats := 2; seats <= maxSeats; seats++ {
		cases = append(cases, conformance.Case{Name: fmt.Sprint(seats, " players"), Seats: seats, Describes: true})
	}
	conformance.Run(t, New(), cases)
}

// A number that two players choose scores nothing.
func TestLoneNumberScores(t *testing.T) {
	s := conformance.Position(t, New(), `{"seats": 3, "match": {"Seats": 3}}`)
	conformance.Answer(t, New(), s, 0, `[{"option": "number", "n": 5}]`)
	conformance.Answer(t, New(), s, 1, `[{"option": "number", "n": 5}]`)
	conformance.Answer(t, New(), s, 2, `[{"option": "number", "n": 2}]`)
	if got := fmt.Sprint(s.Standing()); got != "[0 0 2]" {
		t.Fatalf("the points are %s", got)
	}
}
