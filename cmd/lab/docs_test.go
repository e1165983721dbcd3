package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/test/docstest"
)

// Every lab command in the documents exists, with its flags. Commands with output are run one after the other
// in a new folder and must print it. Commands that name a file of docs/examples are run too.
func TestCommandsInDocuments(t *testing.T) {
	examples, err := filepath.Abs("../../docs/examples")
	require.NoError(t, err)
	commands := docstest.Commands(t, "../..")
	t.Chdir(t.TempDir())
	// The duration differs.
	speed := regexp.MustCompile(`: [0-9.]+ s, \d+ games/s \(\d+ per core, \d+ workers?\)`)
	help := func(args ...string) string {
		got := runs(t, append(args, "-h")...)
		require.Zero(t, got.status, got.err)
		return got.out
	}
	shown, checked := 0, 0
	for _, c := range commands {
		name, args := c.Program()
		if _, load, ok := strings.Cut(strings.Join(c.Words, " "), "LOAD="); ok && name == "make" {
			name, args = "lab", append([]string{"loadtest"}, strings.Fields(load)...)
		}
		if name != "lab" || args[0] == "COMMAND" || slices.Contains(args, "fifteen") {
			continue // TestFirstGame runs the commands about the game that the page builds
		}
		checked++
		docstest.RequireFlags(t, c.Position, args[1:], help(args[0]))
		example := strings.Contains(strings.Join(args, " "), "docs/examples/") &&
			!strings.Contains(strings.Join(args, " "), "NAME")
		if !c.HasOutput && !example {
			continue
		}
		for i, arg := range args {
			args[i] = strings.Replace(arg, "docs/examples", examples, 1)
		}
		got := runs(t, args...)
		require.Zero(t, got.status, "%s: %s", c.Position, got.err)
		rest := speed.ReplaceAllString(got.out, "")
		for _, line := range c.Output {
			line = speed.ReplaceAllString(line, "")
			if strings.TrimSpace(line) == "..." {
				continue
			}
			_, after, found := strings.Cut(rest, line)
			require.True(t, found, "%s says %q; next is %.300s", c.Position, line, rest)
			rest = after
			shown++
		}
	}
	require.Greater(t, checked, 25)
	require.Greater(t, shown, 30)
}
