package spellbook

import (
	"os"
	"testing"

	"archmage/internal/game"
	"archmage/internal/game/gametest"
	"archmage/internal/game/search"
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
	positions := 3
	if os.Getenv("ARCHMAGE_THOROUGH") != "" {
		positions = 200
	}
	gametest.Ends(t, New(), NewBot(), characters()[3], gametest.Case{
		Options: game.MatchOptions{optionMode: modeNames[modeClassic]}, Seats: 2, Seed: 1,
	}, positions)
}

// The search says why, from the first decision to the last.
func TestSearchGivesReasons(t *testing.T) {
	gametest.Reasons(t, New(), NewBot(), characters()[3].(game.Character).Bot.(game.Analyst), gametest.Case{
		Options: game.MatchOptions{optionMode: modeNames[modeClassic]}, Seats: 2, Seed: 1,
	}, "familiar", "spells", "rival", "spell", game.ReasonCertain)
}

// BenchmarkSearch measures how often an answer is played on in a second, at the
// first real choice of a round.
func BenchmarkSearch(b *testing.B) {
	for _, phase := range []struct {
		name  string
		round int
	}{{"early", 1}, {"middle", 5}, {"late", 9}} {
		b.Run(phase.name, func(b *testing.B) {
			s, err := New().New(game.MatchOptions{optionMode: modeNames[modeClassic]}, 2, game.SeedFromInt(1))
			if err != nil {
				b.Fatal(err)
			}
			quick, player := NewBot(), search.New(search.Level{Iterations: 200, Answers: search.Answers, Guide: NewGuide})
			random := game.NewRNG(game.SeedFromInt(2))
			p := game.NewPosition(s, s.Waiting().First(), nil)
			for {
				_, forced := p.Decision.Forced()
				if !forced && len(p.Decision.Options) > 2 && s.Progress().Round >= phase.round {
					break
				}
				if err := s.Apply(p.Seat, game.Answer{Decision: p.Decision.ID, Picks: quick.Choose(b.Context(), p, &random)}, nil); err != nil {
					b.Fatal(err)
				}
				p = game.NewPosition(s, s.Waiting().First(), nil)
			}
			b.ReportAllocs()
			played := 0
			for b.Loop() {
				for _, line := range player.Analyse(b.Context(), p, &random) {
					played += line.Visits
				}
			}
			b.ReportMetric(float64(played)/b.Elapsed().Seconds(), "iterations/s")
			b.ReportMetric(float64(played)/float64(b.N), "iterations/answer")
		})
	}
}
