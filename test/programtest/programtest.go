// Package programtest runs the server in a process of its own, for tests. It knows the program by its command line
// and its addresses, and must not import a package of internal/.
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

// Deadline is the longest that any one thing with the program may take.
// It only ends a test that hangs.
const Deadline = 10 * time.Minute

// Program is the server in another process.
type Program struct {
	// Base is where it listens, Admin its admin address.
	Base, Admin string
	// Data is its data folder.
	Data    string
	Command *exec.Cmd
	// Ended is closed when the process has ended, with Err.
	Ended chan struct{}
	Err   error
	Log   *Buffer
}

// Buffer is written by one goroutine and read by another.
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

// Start starts a command, to which it adds the flags of serve, on a data folder, and
// waits until the program listens. The test ends it. The program has no limits, because they
// count processor time, of which a slow machine takes more; a test of them gives --limits on.
func Start(t testing.TB, command *exec.Cmd, data string, args ...string) *Program {
	t.Helper()
	return StartAs(t, command, "serve", data, args...)
}

// StartAs is Start for another command of the program that serves.
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
		if !p.Over() {
			p.Stop(t, syscall.SIGTERM)
		}
		if log := p.Log.String(); t.Failed() && log != "" {
			t.Logf("the program said:\n%s", log)
		}
	})
	lines := bufio.NewScanner(out)
	for _, say := range []struct {
		words string
		into  *string
	}{{"listening on ", &p.Base}, {"admin on ", &p.Admin}} {
		if !lines.Scan() {
			_ = command.Wait()
			close(p.Ended)
			t.Fatalf("the program ends instead of saying %q", say.words)
		}
		at, ok := strings.CutPrefix(lines.Text(), say.words)
		require.True(t, ok, lines.Text())
		*say.into = at
	}
	go func() {
		_, _ = io.Copy(io.Discard, out)
		p.Err = command.Wait()
		close(p.Ended)
	}()
	return p
}

// Over tells whether the process has ended.
func (p *Program) Over() bool {
	select {
	case <-p.Ended:
		return true
	default:
		return false
	}
}

// Stop ends the program with a signal and waits until it has ended. One that may
// say goodbye does, with status 0, and no program has seen a data race.
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

// Within returns a context that ends a test that hangs.
func Within(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), Deadline)
	t.Cleanup(cancel)
	return ctx
}
