package seasons

import (
	"os"
	"testing"

	"archmage/internal/game"
	"archmage/internal/game/gametest"
)

// TestCharactersKeepTheContract plays matches of all characters: what they choose is
// legal, the same for the same stream, and the same where only secrets differ.
func TestCharactersKeepTheContract(t *testing.T) {
	for seats := 2; seats <= maxSeats; seats += 2 {
		gametest.Bots(t, theRules, characters(), gametest.Case{
			Options: game.MatchOptions{optionLevel: levelNames[archmage]}, Seats: seats, Games: 1, Seed: uint64(seats),
		})
	}
}

func TestSearchFindsTheBestEnd(t *testing.T) {
	positions := 3
	if os.Getenv("ARCHMAGE_THOROUGH") != "" {
		positions = 200
	}
	gametest.Ends(t, theRules, NewBot(), characters()[3], gametest.Case{
		Options: game.MatchOptions{optionLevel: levelNames[archmage]}, Seats: 2, Seed: 1,
	}, positions)
}
