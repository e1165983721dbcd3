package conformance

import (
	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// SamplesLookAlike takes n samples of the state for the seat. It fails unless every sample shows the seat the
// same documents and asks it the same question, with the same options, marks and groups.
func SamplesLookAlike(t require.TestingT, rules game.Rules, s game.State, seat game.Seat, seats, n int, rng *game.RNG) {
	viewer := game.SeatViewer(seat)
	for range n {
		require.NoError(t, sameView(rules, s, s.Sample(viewer, rng), viewer, seats))
	}
}
