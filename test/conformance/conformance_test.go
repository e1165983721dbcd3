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

func TestWide(t *testing.T) {
	options := func(result, board string) game.MatchOptions {
		return game.MatchOptions{"result": result, "board": board}
	}
	conformance.Run(t, conformance.Wide(), []conformance.Case{
		{Name: "8 players in teams", Seats: 8, Games: 4, Seed: 5, Describes: true, Options: options("teams", "none")},
		{Name: "8 players against par", Seats: 8, Games: 4, Seed: 6, Describes: true, Options: options("shared", "none")},
		{Name: "5 players", Seats: 5, Games: 4, Seed: 7, Describes: true},
		{
			Name: "a board of 9", Seats: 2, Seed: 8, Every: 30, Describes: true, NoSecrets: true,
			Options: options("alone", "9"),
		},
		{
			Name: "a board of 19", Seats: 2, Games: 1, Seed: 9, Every: 60, Describes: true, NoSecrets: true,
			Options: options("alone", "19"),
		},
	})
}

func FuzzToyAnswer(f *testing.F) {
	conformance.FuzzAnswer(f, conformance.Toy(), conformance.Case{Seats: 3, Seed: 4})
}
