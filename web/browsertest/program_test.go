package browsertest

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A program is the real server in a separate process.
type program struct {
	// url is the server's URL without a trailing slash.
	url    string
	binary string
	data   string
	// settings are additional flags.
	settings []string

	command *exec.Cmd
	log     *tail
	exited  chan struct{}
}

// startProgram starts a server for one test, in a new data folder.
func startProgram(t *testing.T) *program {
	t.Helper()
	p := launchProgram(t, t.TempDir())
	t.Cleanup(p.kill)
	return p
}

// launchProgram starts the server on a data folder. The caller must end it.
func launchProgram(t *testing.T, data string) *program {
	t.Helper()
	binary, err := shared.executable()
	require.NoError(t, err)
	return launchBinary(t, binary, data)
}

// launchBinary starts a program that was built separately.
func launchBinary(t *testing.T, binary, data string) *program {
	t.Helper()
	p := &program{binary: binary, data: data}
	p.listen(t, "127.0.0.1:0")
	return p
}

// listen starts the process and waits until it prints its URL.
func (p *program) listen(t *testing.T, address string) {
	t.Helper()
	// It is stopped after the test, when the test's context has already ended.
	p.command = exec.CommandContext(context.Background(), p.binary, append([]string{"serve",
		"--addr", address, "--data", p.data, "--bot-pause", "1ms", "--limits", "off",
		"--analysis-share", "1"}, p.settings...)...)
	p.command.Env = ownSettings(os.Environ())
	p.log = &tail{}
	p.command.Stderr = p.log
	out, err := p.command.StdoutPipe()
	require.NoError(t, err)

	p.exited = make(chan struct{})
	said, started := make(chan string, 1), make(chan error, 1)
	go func() {
		// On Linux the process ends with the thread that started it.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		endWithTests(p.command)
		err := p.command.Start()
		started <- err
		if err != nil {
			close(p.exited)
			return
		}
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if where, ok := strings.CutPrefix(lines.Text(), "listening on "); ok {
				said <- where
				break
			}
		}
		_, _ = io.Copy(io.Discard, out)
		_ = p.command.Wait()
		close(p.exited)
	}()
	require.NoError(t, <-started)
	select {
	case p.url = <-said:
	case <-p.exited:
		t.Fatalf("the program ended at once:\n%s", p.log)
	case <-time.After(patience):
		p.kill()
		t.Fatalf("the program does not say where it listens:\n%s", p.log)
	}
}

// startPublic starts a server for one test, with a public URL and a new data folder. Browsers allow passkeys
// at this URL.
func startPublic(t *testing.T, settings ...string) *program {
	t.Helper()
	binary, err := shared.executable()
	require.NoError(t, err)
	address := freeAddress(t)
	p := &program{
		binary:   binary,
		data:     t.TempDir(),
		settings: append(settings, "--public-url", publicURL(address)),
	}
	p.listen(t, address.String())
	t.Cleanup(p.kill)
	return p
}

// freeAddress returns an address at which a server can listen.
func freeAddress(t *testing.T) *net.TCPAddr {
	t.Helper()
	free, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, free.Close())
	return free.Addr().(*net.TCPAddr)
}

// publicURL returns the URL of an address at which browsers allow passkeys.
func publicURL(address *net.TCPAddr) string { return fmt.Sprintf("http://localhost:%d", address.Port) }

// stop ends the program as a deployment does, and checks that it exits with status 0.
func (p *program) stop(t *testing.T) {
	t.Helper()
	require.NoError(t, p.command.Process.Signal(syscall.SIGTERM))
	select {
	case <-p.exited:
		require.True(
			t, p.command.ProcessState.Success(), "the program ended with %s:\n%s", p.command.ProcessState,
			p.log,
		)
	case <-time.After(patience):
		t.Fatalf("the program does not end:\n%s", p.log)
	}
}

// restart starts the program again at the same address, with its stored data.
func (p *program) restart(t *testing.T) {
	t.Helper()
	where, err := url.Parse(p.url)
	require.NoError(t, err)
	p.listen(t, where.Host)
}

// kill kills the process if it is running.
func (p *program) kill() {
	_ = p.command.Process.Kill()
	<-p.exited
}

// ownSettings returns the environment without settings of the program.
func ownSettings(environment []string) []string {
	var kept []string
	for _, entry := range environment {
		if !strings.HasPrefix(entry, "ARCHMAGE_") {
			kept = append(kept, entry)
		}
	}
	return kept
}

// A tail keeps the end of what is written to it.
type tail struct {
	mu    sync.Mutex
	bytes bytes.Buffer
}

const tailLimit = 16 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bytes.Write(p)
	if over := t.bytes.Len() - tailLimit; over > 0 {
		t.bytes.Next(over)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.bytes.String()
}
