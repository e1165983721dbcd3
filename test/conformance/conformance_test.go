package conformance_test

import (
	"testing"

	"archmage/internal/game"
	"archmage/test/conformance"
)

func TestToy(t *testing.T) {
	conformance.Run(t, conformance.Toy(), []conformance.Case{
		{Name: "2 players", Seats: 2, Games: 10, Seed: 1, Describes: true},
		{Name: "3 players", Seats: 3, Games: 5, Seed: 2, Describes: true, Options: game.MatchOptions{"panic": "off"}},
		{Name: "4 players", Seats: 4, Games: 5, Seed: 3, Describes: true},
	})
}

func FuzzToyAnswer(f *testing.F) {
	conformance.FuzzAnswer(f, conformance.Toy(), conformance.Case{Seats: 3, Seed: 4})
}
