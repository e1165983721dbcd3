package registry_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game/registry"
	"archmage/test/programtest"
)

// Clients get the same complete catalogue on every start.
func TestCatalogues(t *testing.T) {
	for _, one := range registry.All() {
		if one.Catalogue == nil {
			continue // the client draws the game from its documents alone
		}
		t.Run(one.Rules.Info().ID, func(t *testing.T) {
			first, err := one.Catalogue()
			require.NoError(t, err)
			contract := programtest.Contract(t, "../../..", one.Rules.Info().ID+".json", "Catalogue")
			programtest.RequireSchema(t, contract, first)
			second, err := one.Catalogue()
			require.NoError(t, err)
			require.Equal(t, string(first), string(second))
			var value any
			require.NoError(t, json.Unmarshal(first, &value))
			requireFull(t, "", value)
		})
	}
}

// requireFull requires that no list, object or text is empty, except the effects of a card without
// any.
func requireFull(t *testing.T, path string, value any) {
	t.Helper()
	switch value := value.(type) {
	case map[string]any:
		require.NotEmpty(t, value, path)
		for name, inner := range value {
			requireFull(t, path+"/"+name, inner)
		}
	case []any:
		if path != "/cards/-/effects" {
			require.NotEmpty(t, value, path)
		}
		for _, inner := range value {
			requireFull(t, path+"/-", inner)
		}
	case string:
		require.NotEmpty(t, value, path)
	case nil:
		require.Fail(t, "null", path)
	}
}
