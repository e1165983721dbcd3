package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
)

// result is the output and status of a command.
type result struct {
	status   int
	out, err string
}

func TestUsage(t *testing.T) {
	tests := []struct {
		name   string
		args   []string
		status int
		out    string
		err    string
	}{
		{"a flag of the default command", []string{"-fast"}, cli.Usage, "", "See \"archmage serve --help\"."},
		{"unknown command", []string{"fly"}, cli.Usage, "", `unknown command "fly" for "archmage"`},
		{"help of a command", []string{"rate", "-h"}, cli.OK, "--rebuild", ""},
		{"no file", []string{"replay"}, cli.Usage, "", "requires at least 1 arg(s), only received 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := runToEnd(t, test.args...)
			require.Equal(t, test.status, got.status)
			require.Contains(t, got.out, test.out)
			require.Contains(t, got.err, test.err)
		})
	}
}

func TestUsageNamesEveryCommand(t *testing.T) {
	got := runToEnd(t, "-h")
	require.Zero(t, got.status)
	for _, c := range (&app{}).rootCommand().Commands() {
		require.Contains(t, got.out, "\n  "+c.Name()+" ")
	}
}
