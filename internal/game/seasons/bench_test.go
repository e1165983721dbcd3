package seasons

import (
	"testing"

	"archmage/internal/game"
	"archmage/internal/game/search"
	"archmage/test/conformance"
)

// archmages is a case with this number of players and all cards.
func archmages(seats int) conformance.Case {
	return conformance.Case{
		Name:    "archmage",
		Options: game.MatchOptions{optionLevel: levelNames[archmage]},
		Seats:   seats,
	}
}

func BenchmarkGame(b *testing.B) { conformance.BenchGames(b, theRules, &game.Step{}, archmages(4)) }

func BenchmarkPlayout(b *testing.B) { conformance.BenchGames(b, theRules, nil, archmages(4)) }

func BenchmarkStates(b *testing.B) { conformance.BenchStates(b, theRules, archmages(4)) }

func BenchmarkGuide(b *testing.B) {
	conformance.BenchGuide(b, theRules, archmages(2), NewGuide().Answer)
}

func BenchmarkBotChoice(b *testing.B) { conformance.BenchBot(b, theRules, NewBot(), archmages(4)) }

func BenchmarkSearch(b *testing.B) {
	player := search.New(search.Level{Iterations: 200, Answers: search.Answers, Guide: NewGuide})
	conformance.BenchSearch(b, theRules, NewBot(), player, archmages(2), 0, 2, 9, 15)
}
