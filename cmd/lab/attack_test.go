package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/attack"
	"archmage/cmd/internal/cli"
)

// No attack costs a server with default limits more than the bounds of stored and sent bytes.
func TestAttacks(t *testing.T) {
	t.Parallel()
	server := startServer(t, "--limits", "on", "--idle-after", "1s")
	var out, progress bytes.Buffer
	status := run(t.Context(), []string{
		"attack", "--url", server.Base, "--admin-url", server.Admin, "--actions", "60", "--connections", "16",
		"--items", "300",
	}, nil, &out, &progress)
	require.Equal(t, cli.OK, status, "%s%s", out.String(), progress.String())
	for _, each := range attack.Descriptions() {
		require.Regexp(t, `(?m)^`+each.Name+` +\d+ +\d+ `, out.String())
		require.Contains(t, progress.String(), each.Name+": "+each.Text)
	}
	require.NotContains(t, out.String(), "ABOVE")
}

// All attacks together do not stop tables from playing.
func TestAttacksBesideTables(t *testing.T) {
	t.Parallel()
	server := startServer(t, "--limits", "on", "--idle-after", "1s")
	var out, progress bytes.Buffer
	status := run(t.Context(), []string{
		"attack", "--url", server.Base, "--admin-url", server.Admin, "--together", "--tables", "2", "--think",
		"10ms", "--actions", "100", "--connections", "64", "--items", "300",
	}, nil, &out, &progress)
	require.Equal(t, cli.OK, status, "%s%s", out.String(), progress.String())
	require.Regexp(t, `(?m)^8 connections, \d+\.\d s: 1\d\d moves, `, out.String())
	require.NotContains(t, out.String(), "ERROR")
}

// An attack fails without a server, and refuses another machine.
func TestAttackFails(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	for want, list := range map[int][][]string{
		cli.Failed: {
			{"--url", "http://127.0.0.1:1", "--admin-url", "http://127.0.0.1:1"},
			{"--url", "http://192.0.2.1"},
			{"--only", "nothing"},
		},
		cli.Usage: {{"--connections", "0"}, {"--duration", "0s"}, {"more"}},
	} {
		for _, args := range list {
			require.Equal(t, want, run(t.Context(), append([]string{"attack"}, args...), nil, &out, &out), args)
		}
	}
}

// The page on costs has a row for each attack with its cost.
func TestAttacksInDocuments(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/costs.md")
	require.NoError(t, err)
	_, table, found := strings.Cut(string(page), "| attack | core | stored (KB/s) | sent (KB/s) |\n|---|---|---|---|\n")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n\n")
	names := map[string]bool{}
	row := regexp.MustCompile("^\\| `([a-z]+)` \\| \\d+\\.\\d % \\| \\d+\\.\\d \\| \\d+\\.\\d \\|$")
	for line := range strings.Lines(table) {
		parts := row.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		require.NotNil(t, parts, "%q is no row of this table", line)
		require.False(t, names[parts[1]], parts[1])
		names[parts[1]] = true
	}
	for _, each := range attack.Descriptions() {
		require.True(t, names[each.Name], each.Name)
	}
	require.Len(t, names, len(attack.Descriptions()))
}
