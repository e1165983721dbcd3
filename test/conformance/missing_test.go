package conformance

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// A game with rules alone misses everything else, and each file that it gets is no longer missed.
func TestMissing(t *testing.T) {
	root := fstest.MapFS{"internal/game/registry/registry.go": {Data: []byte("package registry")}}
	list, err := missing(root, "hearth")
	require.NoError(t, err)
	require.Len(t, list, len(parts))
	require.Contains(t, list, "a cover (docs/adding-a-game.md, The client)")

	root["web/static/games/hearth/cover.js"] = &fstest.MapFile{}
	root["internal/game/hearth/rules_test.go"] = &fstest.MapFile{Data: []byte("func FuzzAnswer(")}
	root["internal/game/registry/registry.go"] = &fstest.MapFile{Data: []byte(`"hearth":   hearth.NewGuide,`)}
	list, err = missing(root, "hearth")
	require.NoError(t, err)
	require.Len(t, list, len(parts)-3)
}

// The two games of the server miss nothing, so every file of the list is one that games have.
func TestTheGamesOfTheServerAreComplete(t *testing.T) {
	for _, id := range []string{"seasons", "spellbook"} {
		list, err := missing(os.DirFS("../.."), id)
		require.NoError(t, err)
		require.Empty(t, list, id)
	}
}

// The chapters are headings of the page.
func TestChaptersOfMissingParts(t *testing.T) {
	page, err := os.ReadFile("../../docs/adding-a-game.md")
	require.NoError(t, err)
	for _, p := range parts {
		require.True(t, strings.Contains(string(page), "\n## "+p.chapter+"\n"), p.chapter)
	}
}
