package spellbook

import (
	"fmt"
	"testing"

	"archmage/internal/game"
	"archmage/test/conformance"
)

// TestContract runs the conformance suite with every number of players and every mode.
func TestContract(t *testing.T) {
	agreed := game.MatchOptions{
		"mode":   "agreed",
		"red":    "3",
		"violet": "2",
		"green":  "3",
		"black":  "2",
		"white":  "3",
		"blue":   "1",
		"yellow": "3",
	}
	var cases []conformance.Case
	for seats := 1; seats <= maxSeats; seats++ {
		for _, m := range modeNames {
			options := game.MatchOptions{"mode": m}
			if m == modeNames[modeAgreed] {
				options = agreed
			}
			if seats == 1 && m == modeNames[modeClassic] {
				options["handicap"] = "2"
			}
			cases = append(cases, conformance.Case{
				Name: fmt.Sprintf("%d players %s", seats, m), Options: options, Seats: seats,
				Games: 1, Every: 32, Seed: uint64(seats), Describes: true, Derived: []string{"actions", "declared"},
			})
		}
	}
	conformance.Run(t, New(), cases)
}
