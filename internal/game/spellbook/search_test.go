package spellbook

import (
	"testing"

	"archmage/internal/game"
	"archmage/internal/game/gametest"
)

// TestCharactersKeepTheContract plays matches of all characters: what they choose is
// legal, the same for the same stream, and the same where only secrets differ.
func TestCharactersKeepTheContract(t *testing.T) {
	for seats := 1; seats <= game.MaxSeats; seats += 2 {
		gametest.Bots(t, New(), characters(), gametest.Case{
			Options: game.MatchOptions{optionMode: modeNames[modeClassic]}, Seats: seats, Games: 1, Seed: uint64(seats),
		})
	}
}

func TestSearchFindsTheBestEnd(t *testing.T) {
	gametest.Ends(t, New(), NewBot(), characters()[3], gametest.Case{
		Options: game.MatchOptions{optionMode: modeNames[modeClassic]}, Seats: 2, Seed: 1,
	}, gametest.Thorough(3, 200))
}

// The search says why, from the first decision to the last.
func TestSearchGivesReasons(t *testing.T) {
	gametest.Reasons(t, New(), NewBot(), characters()[3].(game.Character).Bot.(game.Analyst), gametest.Case{
		Options: game.MatchOptions{optionMode: modeNames[modeClassic]}, Seats: 2, Seed: 1,
	}, "familiar", "spells", "rival", "spell", game.ReasonCertain)
}
