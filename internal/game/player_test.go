package game_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/test/conformance"
)

func TestNewPosition(t *testing.T) {
	s, err := conformance.Toy().New(nil, 2, game.SeedFromInt(1))
	require.NoError(t, err)
	d := &game.Decision{}
	p := game.NewPosition(s, 1, d)
	require.Same(t, d, p.Decision)
	require.Equal(t, game.Seat(1), p.Seat)
	require.Equal(t, game.Seat(1), d.Seat)
	require.Equal(t, s.Public(), p.Public)
	require.Equal(t, s.Private(1), p.Private)
	require.NotEqual(t, s.Private(0), p.Private)
	require.Zero(t, p.Budget)

	random := game.NewRNG(game.SeedFromInt(2))
	sampled := p.Sample(&random)
	require.Equal(t, p.Private, sampled.Private(1))
	require.NotEqual(t, s.Private(0), sampled.Private(0), "another hand for the other seat")
	require.Equal(t, *d, *game.NewPosition(s, 1, nil).Decision)

	require.Nil(t, game.NewPosition(s, 2, d), "nobody sits there")
	require.Nil(t, game.NewPosition(s, game.NoSeat, nil))
}
