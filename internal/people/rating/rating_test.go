package rating

import (
	"encoding/json"
	"math"
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
		for i, r := range Rate(before, places(m.Ranks...)) {
			players[m.Players[i]] = r
		}
	}
	for i := range players {
		require.InDelta(t, want.After[i].Mu, players[i].Mu, 1e-9)
		require.InDelta(t, want.After[i].Sigma, players[i].Sigma, 1e-9)
	}
}

// The result of two teams is that of the example in the documentation of the npm package openskill.
func TestRateTeams(t *testing.T) {
	before := []Rating{{25, 25.0 / 3}, {32.444, 5.123}, {43.381, 2.421}, {25.188, 6.211}}
	for i := range before {
		before[i].Sigma = math.Sqrt(before[i].Sigma*before[i].Sigma - tau*tau) // the example adds nothing to it
	}
	want := []Rating{
		{28.669648436582808, 8.071520788025197},
		{33.83086971107981, 5.062772998705765},
		{43.071274808241974, 2.4166900452721256},
		{23.149503312339064, 6.1378606973362135},
	}
	for i, r := range Rate(before, []Result{{1, 1}, {1, 1}, {3, 2}, {3, 2}}) {
		require.InDelta(t, want[i].Mu, r.Mu, 1e-9)
		require.InDelta(t, want[i].Sigma, r.Sigma, 1e-9)
	}
}

// A player who has left the winning team loses against the other team, and nobody gains from that player.
func TestRateOfAPlayerWhoLeftTheTeam(t *testing.T) {
	before := []Rating{New(), New(), New(), New()}
	all := Rate(before, []Result{{1, 1}, {1, 1}, {3, 2}, {3, 2}})
	left := Rate(before, []Result{{1, 1}, {4, 1}, {2, 2}, {2, 2}})
	require.Equal(t, all[0], left[0])
	require.Equal(t, all[2:], left[2:])
	require.Less(t, left[1].Mu, New().Mu)
}

func TestOneTeamChangesNoMean(t *testing.T) {
	for _, r := range Rate([]Rating{New(), {30, 2}}, []Result{{1, 1}, {1, 1}}) {
		require.Contains(t, []float64{25, 30}, r.Mu)
	}
}

func TestOrdinalOfANewPlayerIsZero(t *testing.T) {
	require.InDelta(t, 0, New().Ordinal(), 1e-12)
}
