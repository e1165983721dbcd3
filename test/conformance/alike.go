package conformance

import (
	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// Alike samples the state n times for the seat, and fails unless every sample, which differs from
// the state only in what the seat may not know, shows the seat the same documents and asks it the
// same: options, marks and groups.
func Alike(t require.TestingT, rules game.Rules, s game.State, seat game.Seat, seats, n int, rng *game.RNG) {
	viewer := game.SeatViewer(seat)
	for range n {
		require.NoError(t, sameView(rules, s, s.Sample(viewer, rng), viewer, seats))
	}
}
