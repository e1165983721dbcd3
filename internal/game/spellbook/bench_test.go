package spellbook

import (
	"testing"

	"archmage/internal/game"
	"archmage/internal/game/gametest"
	"archmage/internal/game/search"
)

// classic is a match of so many players in the mode "classic".
func classic(seats int) gametest.Case {
	return gametest.Case{Name: "classic", Options: game.MatchOptions{optionMode: modeNames[modeClassic]}, Seats: seats}
}

func BenchmarkGame(b *testing.B) { gametest.BenchGames(b, New(), &game.Step{}, classic(4)) }

func BenchmarkPlayout(b *testing.B) { gametest.BenchGames(b, New(), nil, classic(4)) }

func BenchmarkStates(b *testing.B) { gametest.BenchStates(b, New(), classic(4)) }

func BenchmarkGuide(b *testing.B) { gametest.BenchGuide(b, New(), classic(2), NewGuide().Answer) }

func BenchmarkBotChoice(b *testing.B) { gametest.BenchBot(b, New(), NewBot(), classic(4)) }

func BenchmarkSearch(b *testing.B) {
	player := search.New(search.Level{Iterations: 200, Answers: search.Answers, Guide: NewGuide})
	gametest.BenchSearch(b, New(), NewBot(), player, classic(2), 1, 5, 9)
}
