package main

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
)

// The matches and their analysis depend on the seed alone, and not on the number of workers.
func TestLuckIsRepeatable(t *testing.T) {
	study := func(args ...string) string {
		var stdout, stderr strings.Builder
		args = append([]string{
			"luck", "--game", "spellbook", "--players", "2", "--step", "0.5", "--deals", "1",
			"--iterations", "8", "--passes", "2",
		}, args...)
		require.Equal(t, cli.OK, run(t.Context(), args, nil, &stdout, &stderr), stderr.String())
		return stdout.String()
	}
	first := study("--workers", "1")
	require.Equal(t, first, study("--workers", "2"))
	require.Contains(t, first, "2 matches of 2 players")
	require.Contains(t, first, " 50 % at random:")
	require.NotEqual(t, first, study("--seed", "2"))
}

func TestLuckRefusesFlags(t *testing.T) {
	for _, args := range [][]string{
		{"--bot", "nobody"}, {"--players", "1"}, {"--step", "0"}, {"--step", "0.5"}, {"--deals", "0"},
	} {
		var stdout, stderr strings.Builder
		require.Equal(t, cli.Usage, run(t.Context(), append([]string{"luck"}, args...), nil, &stdout, &stderr))
	}
}

// A measure with half the noise needs a quarter of the matches, and one that does not tell the players apart needs
// more than there are.
func TestMatchesNeeded(t *testing.T) {
	var samples []luckSample
	for i := range 80 {
		noise := float64(i%2)*2 - 1
		player := i / 2 % 8
		value := -0.1 * float64(player)
		measures := [len(luckMeasures)]float64{value + noise, value + noise/2, -value + noise}
		samples = append(samples, luckSample{player, measures})
	}
	require.InDelta(t, 2*neighbourError*neighbourError/0.01, matchesNeeded(samples, 0), 1)
	require.InDelta(t, 0.25, matchesNeeded(samples, 1)/matchesNeeded(samples, 0), 0.001)
	require.True(t, math.IsInf(matchesNeeded(samples, 2), 1))
}
