package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// result is what a command did.
type result struct {
	status   int
	out, err string
}

// runFake runs a command line with the fake game.
func runFake(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	var out, err bytes.Buffer
	a := app{games: registry{{Module: game.Module{Rules: fake{}}}}, stdin: strings.NewReader(stdin), stdout: &out, stderr: &err}
	status := a.run(t.Context(), args)
	return result{status, out.String(), err.String()}
}

func TestUsage(t *testing.T) {
	tests := []struct {
		name   string
		args   []string
		status int
		out    string
		err    string
	}{
		{"a flag of the default command", []string{"-fast"}, exitUsage, "", "\"server serve -h\" lists the flags."},
		{"unknown command", []string{"fly"}, exitUsage, "", `there is no command "fly"`},
		{"help", []string{"help"}, exitOK, "simulate", ""},
		{"help of a command", []string{"simulate", "-h"}, exitOK, "", "-players"},
		{"unknown flag", []string{"replay", "-fast", "x"}, exitUsage, "", "flag provided but not defined"},
		{"no file", []string{"position"}, exitUsage, "", "0 arguments after the flags, want 1"},
		{"two files", []string{"replay", "a", "b"}, exitUsage, "", "2 arguments after the flags, want 1"},
		{"arguments to simulate", []string{"simulate", "fake"}, exitUsage, "", "1 arguments after the flags, want 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := runFake(t, "", test.args...)
			require.Equal(t, test.status, got.status)
			require.Contains(t, got.out, test.out)
			require.Contains(t, got.err, test.err)
		})
	}
}

func TestUsageNamesEveryCommand(t *testing.T) {
	got := runFake(t, "", "-h")
	require.Zero(t, got.status)
	for _, c := range commands() {
		require.Contains(t, got.out, "\n  "+c.name+" ")
	}
}

// Every game of the project plays through every check of simulate.
func TestEveryGameSimulates(t *testing.T) {
	ids := map[string]bool{}
	for _, rules := range newRegistry() {
		info := rules.Rules.Info()
		require.False(t, ids[info.ID], "two games are called %s", info.ID)
		ids[info.ID] = true
		t.Run(info.ID, func(t *testing.T) {
			var out, err bytes.Buffer
			args := []string{"simulate", "-game", info.ID, "-games", "2", "-check", "full", "-dump", t.TempDir()}
			status := run(t.Context(), args, strings.NewReader(""), &out, &err)
			require.Zero(t, status, err.String())
			require.Contains(t, out.String(), " games/s (")
		})
	}
}
