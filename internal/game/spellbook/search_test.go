package spellbook

import (
	"testing"

	"archmage/internal/game"
	"archmage/test/conformance"
)

// The choices of all characters are legal, the same for the same random stream, and the same if
// only secrets differ.
func TestCharactersKeepTheContract(t *testing.T) {
	for seats := 1; seats <= maxSeats; seats += 2 {
		conformance.Bots(t, New(), characters(), conformance.Case{
			Options: game.MatchOptions{optionMode: modeNames[modeClassic]}, Seats: seats, Games: 1, Seed: uint64(seats),
		})
	}
}

func TestSearchFindsTheBestEnd(t *testing.T) {
	conformance.PlaysBestEnds(t, New(), NewBot(), characters()[3], conformance.Case{
		Options: game.MatchOptions{optionMode: modeNames[modeClassic]}, Seats: 2, Seed: 1,
	}, conformance.Thorough(3, 200))
}

// The search gives reasons from the first decision to the last.
func TestSearchGivesReasons(t *testing.T) {
	conformance.GivesReasons(t, New(), NewBot(), characters()[3].(game.Character).Bot.(game.Analyst), conformance.Case{
		Options: game.MatchOptions{optionMode: modeNames[modeClassic]}, Seats: 2, Seed: 1,
	}, "familiar", "spells", "rival", "spell", game.ReasonCertain)
}
