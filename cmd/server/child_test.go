package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/gametest"
	"archmage/internal/store/postgrestest"
)

// childMark in the environment makes the binary of these tests be the program
// itself, built as the tests are: with the race detector, if they have it. Its
// value is the data folder.
const childMark = "BE_THE_SERVER"

// stagedMark in the environment beside it makes the games of the project begin
// at the positions of docs/examples and of the client's tests, each under its own
// id. The tests of the client ask for it.
const stagedMark = "WITH_STAGED_GAMES"

// testSettings are the variables of the environment that are for tests alone. The
// program, which refuses what is no setting, does not see them.
var testSettings = map[string]string{}

func takeTestSettings() {
	for _, entry := range os.Environ() {
		if name, value, _ := strings.Cut(entry, "="); strings.HasPrefix(name, environment+"_") {
			testSettings[name] = value
			_ = os.Unsetenv(name) // It is there.
		}
	}
}

func TestMain(m *testing.M) {
	data := os.Getenv(childMark)
	if data == "" {
		takeTestSettings()
		syscall.Umask(0o077) // the server refuses data folders that others can open
		os.Exit(postgrestest.Run(m))
	}
	// It does not outlive the test that has started it.
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(exitFailed)
	}()
	a := app{games: childGames(data), stdin: strings.NewReader(""), stdout: os.Stdout, stderr: os.Stderr}
	os.Exit(a.run(untilSignal(), os.Args[1:]))
}

// childGames are the games of the project and those that only tests need: the
// toy, a toy whose start blocks, and each game as it stands in the position files
// of docs/examples.
func childGames(data string) registry {
	if os.Getenv(stagedMark) != "" {
		return stagedGames()
	}
	list := append(newRegistry(), entry{Module: game.Module{Rules: gametest.Toy()}}, entry{Module: game.Module{Rules: blockingToy{gametest.Toy(), data}}})
	for _, one := range newRegistry() {
		if rules := newStaged(one.Rules, examplesFolder); len(rules.files) > 0 {
			list = append(list, entry{Module: game.Module{Rules: rules}})
		}
	}
	return list
}

// stagedGames are the games of the project, with their bots and cards, but
// staged.
func stagedGames() registry {
	var list registry
	for _, one := range newRegistry() {
		rules := newStaged(one.Rules, examplesFolder, clientFolder)
		rules.id = one.Rules.Info().ID
		one.Rules = rules
		list = append(list, one)
	}
	return list
}

// staged is a game whose matches begin in the middle: at the position of a file,
// which the match option "position" names.
type staged struct {
	game.Rules
	id    string
	files map[string]positionFile
	names []string
}

const (
	stagedSuffix   = "-staged"
	stagedPosition = "position"
	examplesFolder = "../../docs/examples"
	clientFolder   = "../../web/browsertest/testdata"
)

// newStaged returns a game that begins at the positions of all files in folders.
func newStaged(rules game.Rules, folders ...string) staged {
	s := staged{Rules: rules, id: rules.Info().ID + stagedSuffix, files: map[string]positionFile{}}
	prefix := rules.Info().ID + "-"
	var paths []string
	for _, folder := range folders {
		found, _ := filepath.Glob(filepath.Join(folder, prefix+"*.json"))
		paths = append(paths, found...)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		var file positionFile
		if err != nil || json.Unmarshal(data, &file) != nil || file.Setup == nil {
			panic("a position file that cannot be read: " + path)
		}
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), prefix), ".json")
		s.files[name] = file
		s.names = append(s.names, name)
	}
	return s
}

func (s staged) Info() game.Info {
	info := s.Rules.Info()
	info.ID = s.id
	option := game.MatchOption{ID: stagedPosition, Default: s.names[0]}
	for _, name := range s.names {
		option.Values = append(option.Values, game.MatchValue{ID: name})
	}
	info.Options = []game.MatchOption{option}
	return info
}

func (s staged) New(options game.MatchOptions, seats int, seed game.Seed) (game.State, error) {
	chosen, err := game.ResolveOptions(s.Info(), options, seats)
	if err != nil {
		return nil, err
	}
	return s.Rules.Setup(s.files[s.names[chosen[stagedPosition]]].Setup, seed, nil)
}

// blockingToy is a toy whose New blocks, if there are two named pipes in a
// folder, until a test has read the one and written the other: its room is busy
// meanwhile.
type blockingToy struct {
	game.Rules
	folder string
}

const (
	blockingGame = "held"
	enteredPipe  = "entered"
	releasedPipe = "released"
)

func (b blockingToy) Info() game.Info {
	info := b.Rules.Info()
	info.ID = blockingGame
	return info
}

func (b blockingToy) New(options game.MatchOptions, seats int, seed game.Seed) (game.State, error) {
	if entered, err := os.OpenFile(filepath.Join(b.folder, enteredPipe), os.O_WRONLY, 0); err == nil {
		_ = entered.Close()
		if released, err := os.Open(filepath.Join(b.folder, releasedPipe)); err == nil {
			_ = released.Close()
		}
	}
	return b.Rules.New(options, seats, seed)
}

// child is the program in another process.
type child struct {
	// base is where it listens, admin its admin address.
	base, admin string
	data        string
	command     *exec.Cmd
	// ended is closed when the process has ended, with err.
	ended chan struct{}
	err   error
	log   *lockedBuffer
}

// lockedBuffer is written by one goroutine and read by another.
type lockedBuffer struct {
	mu   sync.Mutex
	data bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.String()
}

// childDeadline is the longest that any one thing with the program may take.
// It only ends a test that hangs.
const childDeadline = 10 * time.Minute

// startChild starts the program on a data folder, and waits until it listens.
// The test ends it.
func startChild(t *testing.T, data string, args ...string) *child {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	c := &child{data: data, ended: make(chan struct{}), log: &lockedBuffer{}}
	c.command = exec.Command(self, append([]string{
		"serve", "-addr", "127.0.0.1:0", "-admin-addr", "127.0.0.1:0", "-data", data, "-bot-pause", "0s", "-log-level", "warn",
	}, args...)...)
	c.command.Env = append(os.Environ(), childMark+"="+data)
	c.command.Stderr = c.log
	_, err = c.command.StdinPipe() // closes when this process ends
	require.NoError(t, err)
	out, err := c.command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.command.Start())
	t.Cleanup(func() {
		if !c.over() {
			c.stop(t, syscall.SIGTERM)
		}
		if log := c.log.String(); t.Failed() && log != "" {
			t.Logf("the program said:\n%s", log)
		}
	})
	lines := bufio.NewScanner(out)
	for _, say := range []struct {
		words string
		into  *string
	}{{"listening on ", &c.base}, {"admin on ", &c.admin}} {
		if !lines.Scan() {
			_ = c.command.Wait()
			close(c.ended)
			t.Fatalf("the program ends instead of saying %q", say.words)
		}
		at, ok := strings.CutPrefix(lines.Text(), say.words)
		require.True(t, ok, lines.Text())
		*say.into = at
	}
	go func() {
		_, _ = io.Copy(io.Discard, out)
		c.err = c.command.Wait()
		close(c.ended)
	}()
	return c
}

func (c *child) over() bool {
	select {
	case <-c.ended:
		return true
	default:
		return false
	}
}

// stop ends the program with a signal and waits until it has ended. One that may
// say goodbye does, with status 0, and no program has seen a data race.
func (c *child) stop(t *testing.T, signal os.Signal) {
	t.Helper()
	require.NoError(t, c.command.Process.Signal(signal))
	select {
	case <-c.ended:
	case <-time.After(childDeadline):
		_ = c.command.Process.Kill()
		t.Fatal("the program does not end")
	}
	if signal != os.Kill {
		require.NoError(t, c.err, c.log.String())
	}
	require.NotContains(t, c.log.String(), "DATA RACE")
}

// within returns a context that ends a test that hangs.
func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), childDeadline)
	t.Cleanup(cancel)
	return ctx
}
