package spellbook

import (
	"testing"

	"archmage/internal/game"
	"archmage/internal/game/search"
	"archmage/test/conformance"
)

// classic is a case with this number of players in the mode "classic".
func classic(seats int) conformance.Case {
	return conformance.Case{
		Name:    "classic",
		Options: game.MatchOptions{optionMode: modeNames[modeClassic]},
		Seats:   seats,
	}
}

func BenchmarkGame(b *testing.B) { conformance.BenchGames(b, New(), &game.Step{}, classic(4)) }

func BenchmarkPlayout(b *testing.B) { conformance.BenchGames(b, New(), nil, classic(4)) }

func BenchmarkStates(b *testing.B) { conformance.BenchStates(b, New(), classic(4)) }

func BenchmarkGuide(b *testing.B) { conformance.BenchGuide(b, New(), classic(2), NewGuide().Answer) }

func BenchmarkBotChoice(b *testing.B) { conformance.BenchBot(b, New(), NewBot(), classic(4)) }

func BenchmarkSearch(b *testing.B) {
	player := search.New(search.Level{Iterations: 200, Answers: search.Answers, Guide: NewGuide})
	conformance.BenchSearch(b, New(), NewBot(), player, classic(2), 1, 5, 9)
}
