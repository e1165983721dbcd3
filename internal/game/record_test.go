package game_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/test/conformance"
)

// unwritable is a state that cannot be encoded.
type unwritable struct{ game.State }

func (unwritable) AppendBinary([]byte) ([]byte, error) {
	return nil, coded.Errorf(game.CodeBadState, "no")
}

func TestHash(t *testing.T) {
	start := func(seed uint64) game.State {
		s, err := conformance.Toy().New(nil, 2, game.SeedFromInt(seed))
		require.NoError(t, err)
		return s
	}
	require.Regexp(t, `^[0-9a-f]{16}$`, game.Hash(start(1)))
	require.Equal(t, game.Hash(start(1)), game.Hash(start(1)))
	require.NotEqual(t, game.Hash(start(1)), game.Hash(start(2)))
	require.Panics(t, func() { game.Hash(unwritable{}) })
}
