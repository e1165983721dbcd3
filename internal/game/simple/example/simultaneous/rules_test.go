package simultaneous

import (
	"fmt"
	"testing"

	"archmage/internal/game"
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
	s, err := New().New(nil, 3, game.Seed{})
	if err != nil {
		t.Fatal(err)
	}
	key, _ := New().ParseOption("number")
	for seat, number := range []uint16{5, 5, 2} {
		answer := game.Answer{Decision: 1, Picks: []game.Pick{{Key: key, N: number}}}
		if err := s.Apply(game.Seat(seat), answer, nil); err != nil {
			t.Fatal(err)
		}
	}
	if got := fmt.Sprint(s.Standing()); got != "[0 0 2]" {
		t.Fatalf("the points are %s", got)
	}
}
