package game_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// The events of every match in docs/match-events.md are reserved, and no other kind is.
func TestReservedEvents(t *testing.T) {
	page, err := os.ReadFile("../../docs/match-events.md")
	require.NoError(t, err)
	_, section, ok := strings.Cut(string(page), "\n## Every match\n")
	require.True(t, ok)
	section, rest, _ := strings.Cut(section, "\n## ")
	row := regexp.MustCompile("(?m)^\\| (`[a-z_`, ]+`) \\|")
	kind := regexp.MustCompile("[a-z_]+")
	kinds := 0
	for _, match := range row.FindAllStringSubmatch(section, -1) {
		for _, name := range kind.FindAllString(match[1], -1) {
			require.True(t, game.IsReservedEvent(name), name)
			kinds++
		}
	}
	require.Equal(t, 20, kinds)
	for _, match := range row.FindAllStringSubmatch(rest, -1) {
		for _, name := range kind.FindAllString(match[1], -1) {
			require.False(t, game.IsReservedEvent(name), name)
		}
	}
}
