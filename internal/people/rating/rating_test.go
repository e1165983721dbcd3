package rating

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRateAsOpenskill rates 1,000 matches of 2 to 4 players, with ties, and compares the results with
// those of the npm package in testdata (openskill.mjs).
func TestRateAsOpenskill(t *testing.T) {
	data, err := os.ReadFile("testdata/openskill.json")
	require.NoError(t, err)
	var want struct {
		Matches []struct{ Players, Ranks []int }
		After   []Rating
	}
	require.NoError(t, json.Unmarshal(data, &want))
	require.Len(t, want.Matches, 1000)
	players := make([]Rating, len(want.After))
	for i := range players {
		players[i] = New()
	}
	for _, m := range want.Matches {
		before := make([]Rating, len(m.Players))
		for i, p := range m.Players {
			before[i] = players[p]
		}
		for i, r := range Rate(before, m.Ranks) {
			players[m.Players[i]] = r
		}
	}
	for i := range players {
		require.InDelta(t, want.After[i].Mu, players[i].Mu, 1e-9)
		require.InDelta(t, want.After[i].Sigma, players[i].Sigma, 1e-9)
	}
}

func TestOrdinalOfANewPlayerIsZero(t *testing.T) {
	require.InDelta(t, 0, New().Ordinal(), 1e-12)
}
