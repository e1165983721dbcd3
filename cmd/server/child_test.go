package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
	"archmage/internal/daily"
	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/internal/store/postgrestest"
	"archmage/internal/transport/httpx"
	"archmage/test/conformance"
	"archmage/test/programtest"
)

// childMark is an environment variable that makes this test binary run as the server, built like the tests
// (with the race detector, if they use it). Its value is the data folder.
const childMark = "BE_THE_SERVER"

// stagedMark is an environment variable that makes the matches of each game begin at the positions of
// docs/examples and of the browser tests, which use it.
const stagedMark = "WITH_STAGED_GAMES"

// daysMark is an environment variable with a number of days. The clock of the deals of the day and of puzzles is so far
// ahead that it begins at noon of the day that many days after this one.
const daysMark = "DAYS_AHEAD"

// limitsMark is an environment variable with limits, as JSON, that no setting can change.
const limitsMark = "WITH_LIMITS"

// testSettings are the environment variables for tests. They are hidden from the program, which refuses
// unknown settings.
var testSettings = map[string]string{}

func takeTestSettings() {
	for _, entry := range os.Environ() {
		if name, value, _ := strings.Cut(entry, "="); strings.HasPrefix(name, envPrefix+"_") {
			testSettings[name] = value
			_ = os.Unsetenv(name) // It is there.
		}
	}
}

// noonAfter returns a clock that begins at noon of a later day, so that no day ends while the tests run, and no match
// of it becomes public.
func noonAfter(days int) func() time.Time {
	noon := (daily.DayOf(time.Now()) + daily.Day(days)).Begins().Add(12 * time.Hour)
	ahead := time.Until(noon)
	return func() time.Time { return time.Now().Add(ahead) }
}

func TestMain(m *testing.M) {
	data := os.Getenv(childMark)
	if data == "" {
		takeTestSettings()
		dayClock = noonAfter(1)
		syscall.Umask(0o077) // the server refuses data folders that others can open
		os.Exit(postgrestest.Run(m))
	}
	// It ends with the test that has started it.
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(cli.Failed)
	}()
	if days := os.Getenv(daysMark); days != "" {
		n, err := strconv.Atoi(days)
		if err != nil {
			panic(err)
		}
		dayClock = noonAfter(n)
	}
	if changed := os.Getenv(limitsMark); changed != "" {
		limits := httpx.DefaultLimits()
		if err := json.Unmarshal([]byte(changed), &limits); err != nil {
			panic(err)
		}
		defaultLimits = func() httpx.Limits { return limits }
	}
	a := app{
		games: childGames(data),
		IO:    cli.IO{Stdin: strings.NewReader(""), Stdout: os.Stdout, Stderr: os.Stderr},
	}
	os.Exit(a.run(cli.UntilSignal(), os.Args[1:]))
}

// childGames returns the games of the project and those that only tests use: the toy, a toy whose start
// blocks, and each game at the positions of docs/examples.
func childGames(data string) game.Modules {
	if os.Getenv(stagedMark) != "" {
		return stagedGames()
	}
	if os.Getenv(daysMark) != "" {
		return registry.All()
	}
	if os.Getenv(stonesMark) != "" {
		return append(registry.All(), game.Module{Rules: stones{stoneWords}})
	}
	list := append(
		registry.All(),
		game.Module{Rules: conformance.Toy()},
		game.Module{Rules: blockingToy{conformance.Toy(), data}},
	)
	for _, one := range registry.All() {
		if rules := newStaged(one.Rules, examplesFolder); len(rules.files) > 0 {
			list = append(list, game.Module{Rules: rules})
		}
	}
	return list
}

// stagedGames returns the games of the project with staged matches.
func stagedGames() game.Modules {
	var list game.Modules
	for _, one := range registry.All() {
		rules := newStaged(one.Rules, examplesFolder, clientFolder)
		rules.id = one.Rules.Info().ID
		one.Rules = rules
		list = append(list, one)
	}
	return list
}

// staged is a game whose matches begin at the position that the match option "position" names.
type staged struct {
	game.Rules
	id    string
	files map[string]stagedFile
	names []string
}

// stagedFile is the part of a position file that the tests read.
type stagedFile struct {
	Setup   json.RawMessage
	Answers []struct {
		Seat   int
		Answer json.RawMessage
	}
}

const (
	stagedSuffix   = "-staged"
	stagedPosition = "position"
	examplesFolder = "../../docs/examples"
	clientFolder   = "../../web/browsertest/testdata"
)

// newStaged returns a game that begins at the positions of all files in the folders.
func newStaged(rules game.Rules, folders ...string) staged {
	s := staged{Rules: rules, id: rules.Info().ID + stagedSuffix, files: map[string]stagedFile{}}
	prefix := rules.Info().ID + "-"
	var paths []string
	for _, folder := range folders {
		found, _ := filepath.Glob(filepath.Join(folder, prefix+"*.json"))
		paths = append(paths, found...)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		var file stagedFile
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
	info.Version++ // the shipped puzzles have other options
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

// blockingToy is a toy whose New blocks if a folder contains two named pipes, until a test has read one and
// written to the other. Its room is busy meanwhile.
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

// startChild starts the program on a data folder and waits until it listens. The end of the test stops it.
func startChild(t *testing.T, data string, args ...string) *programtest.Program {
	t.Helper()
	return programtest.Start(t, childCommand(t, data), data, args...)
}

// startChildWith is startChild with limits that no setting can change.
func startChildWith(t *testing.T, data string, change func(*httpx.Limits), args ...string) *programtest.Program {
	t.Helper()
	limits := httpx.DefaultLimits()
	change(&limits)
	text, err := json.Marshal(limits)
	require.NoError(t, err)
	command := childCommand(t, data)
	command.Env = append(command.Env, limitsMark+"="+string(text))
	return programtest.Start(t, command, data, args...)
}

func childCommand(t *testing.T, data string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	// Tests stop it themselves, some of them after the end of their contexts.
	command := exec.CommandContext(context.Background(), self)
	command.Env = append(os.Environ(), childMark+"="+data)
	return command
}
