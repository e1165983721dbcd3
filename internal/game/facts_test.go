package game_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// Facts are read from their JSON, in order.
func TestFactsAreReadBack(t *testing.T) {
	facts := game.Facts{game.Int("n", -3), game.ID("season", "winter"), game.Int("a", 0)}
	data, err := facts.MarshalJSON()
	require.NoError(t, err)
	var again game.Facts
	require.NoError(t, again.UnmarshalJSON(data))
	require.Equal(t, facts, again)
	require.Error(t, again.UnmarshalJSON([]byte(`{"a":[1]}`)))
	require.Error(t, again.UnmarshalJSON([]byte(`{"a":`)))
}
