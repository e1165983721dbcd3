package conformance

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// faultyBot chooses as a hook says.
type faultyBot struct {
	game.Bot
	choose func(p *game.Position, random *game.RNG) []game.Pick
}

func (b faultyBot) Choose(_ context.Context, p *game.Position, random *game.RNG) []game.Pick {
	return b.choose(p, random)
}

func TestBotsAreChecked(t *testing.T) {
	c := Case{Seats: 3, Seed: 5}.withDefaults()
	require.NoError(t, checkBots(Toy(), []game.Bot{ToyBot()}, c))
	calls := 0
	for says, choose := range map[string]func(p *game.Position, random *game.RNG) []game.Pick{
		"choose 1 to 1, not 0": func(*game.Position, *game.RNG) []game.Pick { return nil },
		"and then": func(p *game.Position, _ *game.RNG) []game.Pick {
			calls++
			return []game.Pick{{Key: p.Decision.Options[calls%2].Key, N: 1}}
		},
		"changes the position": func(p *game.Position, _ *game.RNG) []game.Pick {
			p.Decision.Max++
			return []game.Pick{{Key: p.Decision.Options[0].Key, N: 1}}
		},
	} {
		require.ErrorContains(t, checkBots(Toy(), []game.Bot{faultyBot{ToyBot(), choose}}, c), says)
	}
}
