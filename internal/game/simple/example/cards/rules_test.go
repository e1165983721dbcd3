package cards

import (
	"fmt"
	"testing"

	"archmage/internal/game"
	"archmage/test/conformance"
)

func TestConformance(t *testing.T) {
	var cases []conformance.Case
	for seats := minSeats; seats <= maxSeats; seats++ {
		cases = append(cases, conformance.Case{Name: fmt.Sprint(seats, " players"), Seats: seats, Describes: true})
	}
	conformance.Run(t, New(), cases)
}

// The highest card takes the trick and leads the next.
func TestHighestCardTakesTheTrick(t *testing.T) {
	s := conformance.Position(t, New(), `{"seats": 2, "match": {
		"Seats": 2,
		"Hands": [[1, 2, 3, 4, 5, 6], [11, 12, 13, 14, 15, 16], [], []]
	}}`)
	conformance.Answer(t, New(), s, 0, `["play:3"]`)
	conformance.Answer(t, New(), s, 1, `["play:12"]`)
	if s.Standing()[1] != 1 || s.Waiting() != game.Seats(0).With(1) {
		t.Fatalf("the points are %v, and the seats %b are asked", s.Standing(), s.Waiting())
	}
}
