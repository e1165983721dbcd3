package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game/spellbook"
)

// The page on positions lists the options of SpellBook.
func TestPositionsPageHasItsTables(t *testing.T) {
	page, err := os.ReadFile("../../docs/positions.md")
	require.NoError(t, err)
	for _, option := range spellbook.New().Info().Options {
		var values []string
		for _, value := range option.Values {
			values = append(values, "`"+value.ID+"` "+value.Label.En)
		}
		row := fmt.Sprintf("| `%s` | %s | `%s` |", option.ID, strings.Join(values, ", "), option.Default)
		require.Contains(t, string(page), "\n"+row+"\n")
	}
}
