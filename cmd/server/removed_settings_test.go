package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
)

// The server starts with removed settings of 0.9, applies those with a replacement, and warns about each.
func TestRemovedSettings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config")
	require.NoError(t, os.WriteFile(file, []byte("change-rate 5\nmax-body 99\naddr :81\n"), 0o600))
	t.Setenv("ARCHMAGE_MAX_GUESTS_PER_HOUR", "1000")
	t.Setenv("ARCHMAGE_ADDRESS_CPU", "0.5")
	s, got := readSettings(
		"--request-rate",
		"40",
		"--idle-timeout",
		"whatever",
		"--limit-costly",
		"0.2",
		"--config",
		file,
	)
	require.Zero(t, got.status, got.err)
	require.Equal(t, []float64{40, 5, 0.2}, []float64{s.limits.Read, s.limits.Write, s.limits.Costly})
	require.Equal(t, ":81", s.addr)
	limits := defaultLimits()
	require.Equal(t, []int{limits.Body, limits.Guests}, []int{s.limits.Body, s.limits.Guests})
	require.Equal(t, []string{
		"setting address-cpu is limit-costly since 0.10: see docs/settings.md",
		"setting change-rate is limit-write since 0.10: see docs/settings.md",
		"setting idle-timeout was removed in 0.10: see docs/settings.md",
		"setting max-body was removed in 0.10: see docs/settings.md",
		"setting max-guests-per-hour was removed in 0.10: see docs/settings.md",
		"setting request-rate is limit-read since 0.10: see docs/settings.md",
	}, s.warnings)

	t.Setenv("ARCHMAGE_MAX_GUESTS_PER_YEAR", "1000")
	_, got = readSettings()
	require.Equal(t, cli.Usage, got.status, "what never was a setting is refused")
}

// The log contains the warnings.
func TestRemovedSettingsAreLogged(t *testing.T) {
	s := startServer(t, t.TempDir(), "--max-hosted", "7")
	s.stop()
	require.Contains(t, s.complaints.String(), "setting max-hosted was removed in 0.10: see docs/settings.md")
}

// docs/settings.md describes each removed setting, and each replacement exists.
func TestRemovedSettingsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/settings.md")
	require.NoError(t, err)
	_, sections := newSettings()
	set := allFlags(sections)
	for _, name := range slices.Sorted(maps.Keys(replacements)) {
		_, after, found := strings.Cut(string(page), "| `"+name+"` |")
		require.True(t, found, name)
		row, _, _ := strings.Cut(after, "\n")
		if replacement := replacements[name]; replacement != "" {
			require.Contains(t, row, "`--"+replacement+"`")
			require.NotNil(t, set.Lookup(replacement))
		}
	}
}
