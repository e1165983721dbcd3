package seasons

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/search"
	"archmage/test/conformance"
)

// The choices of all characters are legal, the same for the same random stream, and the same if
// only secrets differ.
func TestCharactersKeepTheContract(t *testing.T) {
	for seats := 2; seats <= maxSeats; seats += 2 {
		conformance.Bots(t, theRules, characters(), conformance.Case{
			Options: game.MatchOptions{optionLevel: levelNames[archmage]}, Seats: seats, Games: 1, Seed: uint64(seats),
		})
	}
}

func TestSearchFindsTheBestEnd(t *testing.T) {
	conformance.PlaysBestEnds(t, theRules, NewBot(), characters()[3], conformance.Case{
		Options: game.MatchOptions{optionLevel: levelNames[archmage]}, Seats: 2, Seed: 1,
	}, conformance.Thorough(3, 200))
}

// The search gives reasons as soon as there are points, and only the sources of points are reasons.
func TestSearchGivesReasons(t *testing.T) {
	analyst := characters()[3].(game.Character).Bot.(game.Analyst)
	conformance.GivesReasons(t, theRules, NewBot(), analyst, conformance.Case{
		Options: game.MatchOptions{optionLevel: levelNames[archmage]}, Seats: 2, Seed: 4,
	}, "crystals", "play", "rival", game.ReasonCertain)
}

// No split that the search tries is much better than the suggested one: at no table is its chance
// to win more than three percentage points lower.
func TestSuggestedPlan(t *testing.T) {
	seeds, iterations := conformance.Thorough[uint64](4, 50), conformance.Thorough(300, 2000)
	quick, analyst := NewBot(), search.New(
		search.Level{Iterations: iterations, Answers: search.Answers, Guide: NewGuide},
	)
	most, sum := 0.0, 0.0
	for seed := range seeds {
		players := 2 + int(seed%3)
		s := newScenario(t, game.MatchOptions{optionLevel: levelNames[seed/3%3]}, players, seed).s
		random := game.NewRNG(game.SeedFromInt(seed))
		for s.phase == phaseDraft {
			p := game.NewPosition(s, s.Waiting().First(), nil)
			require.NoError(
				t,
				s.Apply(
					p.Seat,
					game.Answer{Decision: p.Decision.ID, Picks: quick.Choose(t.Context(), p, &random)},
					nil,
				),
			)
		}
		p := game.NewPosition(s, game.Seat(int(seed)%players), nil)
		require.NotEmpty(t, p.Decision.Suggested)
		lines := analyst.Analyse(t.Context(), p, &random, p.Decision.Suggested)
		at := slices.IndexFunc(
			lines,
			func(l game.Line) bool { return p.Decision.SamePicks(l.Picks, p.Decision.Suggested) },
		)
		behind := lines[0].Chance - lines[at].Chance
		require.Less(t, behind, 0.03, "seed %d: %v, where %v is better", seed, p.Decision.Suggested, lines[0].Picks)
		most, sum = max(most, behind), sum+behind
	}
	t.Logf(
		"behind the best plan by %.1f %% on average over %d seeds, by %.1f %% at most",
		100*sum/float64(seeds), seeds, 100*most,
	)
}
