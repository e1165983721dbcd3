package conformance

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// One decision in reasonsEvery is analysed.
const reasonsEvery = 11

// GivesReasons analyses some decisions of matches that quick plays, and makes sure that the analyst
// gives each of the reasons at least once.
func GivesReasons(t *testing.T, rules game.Rules, quick game.Bot, analyst game.Analyst, c Case, codes ...string) {
	t.Helper()
	missing := map[string]bool{}
	for _, code := range codes {
		missing[code] = true
	}
	random := game.NewRNG(game.SeedFromInt(c.Seed))
	for number := uint64(0); len(missing) > 0; number++ {
		require.Less(t, number, uint64(20), "never given: %v", missing)
		state, err := rules.New(c.Options, c.Seats, game.SeedFromInt(c.Seed+number))
		require.NoError(t, err)
		for answers := 0; state.Waiting() != 0; answers++ {
			p := game.NewPosition(state, state.Waiting().First(), nil)
			if _, forced := p.Decision.Forced(); !forced && answers%reasonsEvery == 0 {
				p.Budget.Iterations = 80
				for _, line := range analyst.Analyse(context.Background(), p, &random) {
					for _, reason := range line.Reasons {
						delete(missing, reason.Code)
					}
				}
			}
			apply(t, state, p, quick.Choose(context.Background(), p, &random))
		}
	}
}
