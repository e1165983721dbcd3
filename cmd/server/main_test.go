package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/cli"
)

// result is what a command did.
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
		{"a flag of the default command", []string{"-fast"}, cli.Usage, "", "\"server serve -h\" lists the flags."},
		{"unknown command", []string{"fly"}, cli.Usage, "", `there is no command "fly"`},
		{"help of a command", []string{"rate", "-h"}, cli.OK, "", "-rebuild"},
		{"no file", []string{"replay"}, cli.Usage, "", "0 arguments after the flags, want 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := ends(t, test.args...)
			require.Equal(t, test.status, got.status)
			require.Contains(t, got.out, test.out)
			require.Contains(t, got.err, test.err)
		})
	}
}

func TestUsageNamesEveryCommand(t *testing.T) {
	got := ends(t, "-h")
	require.Zero(t, got.status)
	for _, c := range (&app{}).commands() {
		require.Contains(t, got.out, "\n  "+c.Name+" ")
	}
}
