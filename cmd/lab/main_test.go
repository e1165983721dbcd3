package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
	"archmage/internal/game"
	"archmage/test/programtest"
)

func TestMain(m *testing.M) {
	syscall.Umask(0o077) // the server refuses data folders that others can open
	status := m.Run()
	_ = os.RemoveAll(serverFolder)
	os.Exit(status)
}

// serverFolder is the folder with the server binary, once a test has built it.
var serverFolder string

var buildServer = sync.OnceValues(func() (string, error) {
	var err error
	if serverFolder, err = os.MkdirTemp("", "lab"); err != nil {
		return "", err
	}
	path := filepath.Join(serverFolder, "server")
	build := exec.CommandContext(context.Background(), "go", "build", "-o", path, "../server")
	build.Stderr = os.Stderr
	return path, build.Run()
})

// startServer starts a server with additional flags. The end of the test stops it.
func startServer(t *testing.T, args ...string) *programtest.Program {
	t.Helper()
	path, err := buildServer()
	require.NoError(t, err)
	return programtest.Start(t, exec.CommandContext(context.Background(), path), t.TempDir(), args...)
}

// result is the output and status of a command.
type result struct {
	status   int
	out, err string
}

// runs runs a command with the games of the project.
func runs(t *testing.T, args ...string) result {
	t.Helper()
	return runWith(t, newGameList(), "", args...)
}

// runFake runs a command with the fake game.
func runFake(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	return runWith(t, gameList{{Module: game.Module{Rules: fake{}}}}, stdin, args...)
}

func runWith(t *testing.T, games gameList, stdin string, args ...string) result {
	t.Helper()
	var out, err bytes.Buffer
	a := app{games: games, IO: cli.IO{Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &err}}
	status := a.run(t.Context(), args)
	return result{status: status, out: out.String(), err: err.String()}
}

func TestUsage(t *testing.T) {
	tests := []struct {
		name   string
		args   []string
		status int
		out    string
		err    string
	}{
		{
			name:   "no command",
			status: cli.Usage,
			err:    "lab: a command is missing\nSee \"lab --help\".\n",
		},
		{
			name:   "unknown command",
			args:   []string{"fly"},
			status: cli.Usage,
			err:    `unknown command "fly" for "lab"`,
		},
		{
			name:   "help",
			args:   []string{"help"},
			status: cli.OK,
			out:    "simulate",
		},
		{
			name:   "help of a command",
			args:   []string{"simulate", "-h"},
			status: cli.OK,
			out:    "--players",
		},
		{
			name:   "unknown flag",
			args:   []string{"replay", "-fast", "x"},
			status: cli.Usage,
			err:    "unknown shorthand flag: 'f' in -fast",
		},
		{
			name:   "no file",
			args:   []string{"position"},
			status: cli.Usage,
			err:    "accepts 1 arg(s), received 0",
		},
		{
			name:   "two files",
			args:   []string{"position", "a", "b"},
			status: cli.Usage,
			err:    "accepts 1 arg(s), received 2",
		},
		{
			name:   "arguments to simulate",
			args:   []string{"simulate", "fake"},
			status: cli.Usage,
			err:    "accepts 0 arg(s), received 1",
		},
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

// Every game of the project passes all checks of simulate.
func TestEveryGameSimulates(t *testing.T) {
	ids := map[string]bool{}
	for _, rules := range newGameList() {
		info := rules.Rules.Info()
		require.False(t, ids[info.ID], "two games are called %s", info.ID)
		ids[info.ID] = true
		t.Run(info.ID, func(t *testing.T) {
			got := runs(t, "simulate", "--game", info.ID, "--games", "2", "--check", "full", "--dump", t.TempDir())
			require.Zero(t, got.status, got.err)
			require.Contains(t, got.out, " games/s (")
		})
	}
}
