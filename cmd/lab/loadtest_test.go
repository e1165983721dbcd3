package main

import (
	"bytes"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
)

// The load test plays both games with spectators and cut connections, and finds no errors.
func TestLoadtest(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	var out, progress bytes.Buffer
	require.Equal(
		t,
		cli.Failed,
		run(
			t.Context(),
			[]string{"loadtest", "--url", server.Base, "--moves", "1", "--replays", "1"},
			nil,
			&out,
			&progress,
		),
	)
	require.Contains(t, progress.String(), "no public matches")
	status := run(t.Context(), []string{
		"loadtest",
		"--url",
		server.Base + "/",
		"--admin-url",
		server.Admin,
		"--rooms",
		"2",
		"--spectators",
		"1",
		"--crowd",
		"1",
		"--moves",
		"400",
		"--verify",
		"--churn",
		"40",
	}, nil, &out, &progress)
	require.Equal(t, cli.OK, status, "%s%s", out.String(), progress.String())
	report := out.String()
	require.Regexp(t, `(?m)^11 connections, \d+\.\d s: 4\d\d moves, `, report)
	for _, part := range []string{
		`from command to own update: +p50 \d.*, p99 \d.* \([1-9]\d*\)`,
		`to the last one's update: +p50 \d.* \([1-9]\d*\)`,
		`bytes an update and recipient: median [1-9]\d*,`, `server: \d.\d+ CPU s per 1,000 moves`,
		`[1-9]\d* times documents compared`,
		`from a lost connection to the next: p50 .* \([1-9]\d*\)`,
	} {
		require.Regexp(t, part, report)
	}
	require.NotContains(t, report, "ERROR")
}

// Bots of the server play with clients, whose moves alone are measured.
func TestLoadtestWithBots(t *testing.T) {
	t.Parallel()
	server := startServer(t, "--bot-pause", "1ms", "--bot-time", "20ms")
	var out, progress bytes.Buffer
	status := run(t.Context(), []string{
		"loadtest", "--url", server.Base, "--rooms", "2", "--bots", "3", "--bot", "hare", "--moves", "40",
	}, nil, &out, &progress)
	require.Equal(t, cli.OK, status, "%s%s", out.String(), progress.String())
	require.Regexp(t, `(?m)^2 connections, \d+\.\d s: 4\d moves, `, out.String())
	require.Regexp(t, `bots on the server: [1-9]\d+ moves, `, out.String())
	require.Regexp(t, `from command to own update: +p50 \d.* \([34]\d\)`, out.String())

	out.Reset()
	require.Equal(
		t,
		cli.Failed,
		run(t.Context(), []string{"loadtest", "--url", server.Base, "--bots", "4"}, nil, &out, &progress),
	)
	require.Contains(t, progress.String(), "at least one must be left for a client")
}

// A load test fails if it loses connections that it has not cut, or reaches no server.
func TestLoadtestFails(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	var out bytes.Buffer
	progress := &firstWrite{written: make(chan struct{})}
	arguments := []string{"loadtest", "--url", server.Base, "--game", "spellbook", "--rooms", "1", "--moves", "1000000"}
	ended := make(chan int)
	go func() { ended <- run(t.Context(), arguments, nil, &out, progress) }()
	<-progress.written // the players are there
	server.Stop(t, os.Kill)
	require.Equal(t, cli.Failed, <-ended)
	require.Contains(t, out.String(), "ERROR")
	require.Contains(t, out.String(), "a connection was lost")

	out.Reset()
	arguments[2] = "http://127.0.0.1:1"
	require.Equal(t, cli.Failed, run(t.Context(), arguments, nil, &out, progress))
	require.Empty(t, out.String())
	for _, wrong := range [][]string{
		{"--url", "127.0.0.1"},
		{"--rooms", "0"},
		{"--bots", "-1"},
		{"--duration", "0s"},
		{"--game"},
		{"more"},
	} {
		require.Equal(
			t,
			cli.Usage,
			run(t.Context(), append([]string{"loadtest"}, wrong...), nil, &out, progress),
			wrong,
		)
	}
}

// firstWrite closes written at the first write.
type firstWrite struct {
	once    sync.Once
	written chan struct{}
}

func (w *firstWrite) Write(p []byte) (int, error) {
	w.once.Do(func() { close(w.written) })
	return len(p), nil
}
