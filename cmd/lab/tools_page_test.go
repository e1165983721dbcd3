package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The tools print what docs/tools.md says that they print: its commands are run one
// after another, and each line that it shows comes in what they print, in order.
func TestToolsPage(t *testing.T) {
	// How long it took differs.
	speed := regexp.MustCompile(`: [0-9.]+ s, \d+ games/s \(\d+ per core, \d+ workers?\)`)
	text, err := os.ReadFile("../../docs/tools.md")
	require.NoError(t, err)
	page := speed.ReplaceAllString(string(text), "")
	examples, err := filepath.Abs("../../docs/examples")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	shown := 0
	for _, block := range regexp.MustCompile("(?s)```\n(\\$ .*?)```").FindAllStringSubmatch(page, -1) {
		printed := ""
		for line := range strings.Lines(block[1]) {
			line = strings.TrimRight(line, "\n ")
			command, is := strings.CutPrefix(line, "$ go run ./cmd/lab ")
			args := strings.Fields(strings.ReplaceAll(command, "docs/examples", examples))
			switch {
			case is && (args[0] == "simulate" || args[0] == "replay" || args[0] == "position"):
				got := runs(t, args...)
				require.Zero(t, got.status, got.err)
				printed = speed.ReplaceAllString(got.out, "")
			case !is && printed != "" && strings.TrimSpace(line) != "...":
				_, rest, found := strings.Cut(printed, line)
				require.True(t, found, "docs/tools.md says %q; next is %.300s", line, printed)
				printed = rest
				shown++
			}
		}
	}
	require.Greater(t, shown, 30)
}
