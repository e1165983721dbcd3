// Package programtest runs the server in a separate process for tests, and checks its responses against the
// published schemas. It uses only the command line and the network, and must not import packages of
// internal/. Begin at [Start] and [ReadAPI].
package programtest

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Deadline is the time limit of each operation of the program, so that a hanging test ends.
const Deadline = 10 * time.Minute

// Program is a server in a separate process.
type Program struct {
	// Base is the URL for players. Admin is the URL of the admin listener.
	Base, Admin string
	// Data is the data folder.
	Data    string
	Command *exec.Cmd
	// Ended is closed when the process has ended. Err is then its error.
	Ended chan struct{}
	Err   error
	Log   *Buffer
}

// Buffer collects output. It is safe for concurrent use.
type Buffer struct {
	mu   sync.Mutex
	data bytes.Buffer
}

func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.Write(p)
}

func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.String()
}

// Start runs a command with the flags of serve on a data folder and waits until the program listens. The end
// of the test stops it. Limits are off, because they count processor time, which varies between machines; a
// test of limits passes --limits on.
func Start(t testing.TB, command *exec.Cmd, data string, args ...string) *Program {
	t.Helper()
	return StartAs(t, command, "serve", data, args...)
}

// StartAs is Start for the subcommand with the given name, which must have the flags of serve.
func StartAs(t testing.TB, command *exec.Cmd, name, data string, args ...string) *Program {
	t.Helper()
	p := &Program{Data: data, Command: command, Ended: make(chan struct{}), Log: &Buffer{}}
	command.Args = append(
		command.Args,
		name,
		"--addr", "127.0.0.1:0",
		"--admin-addr", "127.0.0.1:0",
		"--data", data,
		"--bot-pause", "0s",
		"--log-level", "warn",
		"--limits", "off",
	)
	command.Args = append(command.Args, args...)
	command.Stderr = p.Log
	_, err := command.StdinPipe() // closes when this process ends
	require.NoError(t, err)
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	t.Cleanup(func() {
		if !p.HasEnded() {
			p.Stop(t, syscall.SIGTERM)
		}
		if log := p.Log.String(); t.Failed() && log != "" {
			t.Logf("the program said:\n%s", log)
		}
	})
	lines := bufio.NewScanner(out)
	for _, line := range []struct {
		words string
		into  *string
	}{{"listening on ", &p.Base}, {"admin on ", &p.Admin}} {
		if !lines.Scan() {
			_ = command.Wait()
			close(p.Ended)
			t.Fatalf("the program ends instead of saying %q", line.words)
		}
		address, ok := strings.CutPrefix(lines.Text(), line.words)
		require.True(t, ok, lines.Text())
		*line.into = address
	}
	go func() {
		_, _ = io.Copy(io.Discard, out)
		p.Err = command.Wait()
		close(p.Ended)
	}()
	return p
}

// HasEnded reports whether the process has ended.
func (p *Program) HasEnded() bool {
	select {
	case <-p.Ended:
		return true
	default:
		return false
	}
}

// Stop sends a signal and waits until the process has ended. After any signal except Kill, the exit status
// must be 0. The log must not report a data race.
func (p *Program) Stop(t testing.TB, signal os.Signal) {
	t.Helper()
	require.NoError(t, p.Command.Process.Signal(signal))
	select {
	case <-p.Ended:
	case <-time.After(Deadline):
		_ = p.Command.Process.Kill()
		t.Fatal("the program does not end")
	}
	if signal != os.Kill {
		require.NoError(t, p.Err, p.Log.String())
	}
	require.NotContains(t, p.Log.String(), "DATA RACE")
}

// Within returns a context with Deadline.
func Within(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), Deadline)
	t.Cleanup(cancel)
	return ctx
}
