package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"archmage/cmd/internal/cli"
	"archmage/internal/game"

	"github.com/stretchr/testify/require"
)

func TestSimulateRefusesBadFlags(t *testing.T) {
	tests := []struct {
		name, args, want string
	}{
		{
			name: "unknown game",
			args: "--game chess",
			want: `unknown_game: there is no game "chess"; there is fake`,
		},
		{
			name: "too many players",
			args: "--players 5",
			want: "bad_seats: 1 to 4 players",
		},
		{name: "unknown option", args: "--option speed=fast", want: "bad_options"},
		{name: "unreadable option", args: "--option speed", want: "want id=value"},
		{name: "no games", args: "--games 0", want: "at least 1"},
		{name: "no workers", args: "--workers 0", want: "at least 1"},
		{
			name: "unknown check",
			args: "--check half",
			want: `--check is "half", want light or full`,
		},
		{
			name: "no number",
			args: "--seed x",
			want: `--seed is "x", want a whole number`,
		},
		{
			name: "unknown bot",
			args: "--bots random,clever",
			want: `--bots: there is no bot "clever"; there is random, curious`,
		},
		{
			name: "no bot",
			args: "--bots random,",
			want: `--bots: there is no bot ""; there is random, curious`,
		},
		{
			name: "negative players",
			args: "--players -1",
			want: "bad_seats: 1 to 4 players, not -1",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := runFake(t, "", append([]string{"simulate"}, strings.Fields(test.args)...)...)
			require.Equal(t, cli.Usage, got.status)
			require.Contains(t, got.err, test.want)
			require.Empty(t, got.out)
		})
	}
}

func TestSimulatePrintsWhatItCounted(t *testing.T) {
	got := runFake(
		t, "", "simulate", "--game", "fake", "--players", "3", "--games", "40", "--seed", "7", "--workers", "1",
		"--option", "fault=none",
	)
	require.Zero(t, got.status, got.err)
	first, rest, _ := strings.Cut(got.out, "\n")
	require.Regexp(t, regexp.MustCompile(
		`^fake: 40 games, 3 players, fault=none, seed 7, check light: `+
			`[0-9.]+ s, [0-9.]+ games/s \([0-9.]+ per core, 1 worker\)$`,
	), first)
	require.Regexp(t, `decisions a game: [0-9.]+ \(\d+ to \d+\)\nrounds a game: `, rest)
	require.Regexp(t, `seat +mean +min +max +wins\n +0 `, rest)
	require.Regexp(t, `n +take +guess\n`, rest, "one table for the facts of one name")
	require.Regexp(t, `luck +roll\n +bad +\d+\n +good +\d+\n`, rest)
	require.NotContains(t, rest, "virtual")

	solo := runFake(t, "", "simulate", "--players", "1", "--games", "5")
	require.Contains(t, solo.out, "virtual")
}

func TestSimulateDoesNotDependOnWorkersOrChecks(t *testing.T) {
	counts := func(args ...string) string {
		got := runFake(t, "", append([]string{"simulate", "--games", "50", "--seed", "3"}, args...)...)
		require.Zero(t, got.status, got.err)
		_, rest, _ := strings.Cut(got.out, "\n")
		return rest
	}
	want := counts("--workers", "1")
	require.Equal(t, want, counts("--workers", "5"))
	require.Equal(t, want, counts("--workers", "2", "--check", "full"))
	require.NotEqual(t, want, counts("--seed", "4"))
}

// A violation of the contract ends with status 1, is reported, and leaves a record that replay accepts up to
// the same point.
func TestSimulateReportsViolations(t *testing.T) {
	const replays, fails = cli.OK, cli.Failed
	tests := []struct {
		fault, check, want string
		replay             int
		replayed           string
	}{
		{
			fault:    "check",
			check:    "full",
			want:     "after 5 answers: the pile is wrong",
			replay:   replays,
			replayed: "answers: holds: 5 answers",
		},
		{
			fault:    "check",
			check:    "light",
			want:     "at the end: the pile is wrong",
			replay:   replays,
			replayed: "outcome after",
		},
		{
			fault:    "panic",
			check:    "light",
			want:     "index out of range [2] with length 2 (in archmage/cmd/lab.(*fakeState).Apply, fake_test.go:",
			replay:   fails,
			replayed: "panic: runtime error: index out of range",
		},
		{
			fault:    "refuse",
			check:    "light",
			want:     "after 5 answers: seat 1 gives a legal answer to take, and it is refused: not_alone",
			replay:   fails,
			replayed: "answers: FAILS: item 5: not_alone: refused",
		},
		{
			fault:    "stuck",
			check:    "light",
			want:     "nobody is asked, and there is no outcome",
			replay:   replays,
			replayed: "outcome none",
		},
		{
			fault:    "stuck",
			check:    "full",
			want:     "over is false, and these seats are waited for: []",
			replay:   replays,
			replayed: "outcome none",
		},
		{
			fault:    "asked",
			check:    "light",
			want:     "seat 1 is waited for and not asked anything",
			replay:   replays,
			replayed: "answers: holds: 5 answers",
		},
		{
			fault:    "asked",
			check:    "full",
			want:     "seat 1: it is waited for and not asked anything",
			replay:   replays,
			replayed: "answers: holds: 5 answers",
		},
		{
			fault:    "decode",
			check:    "full",
			want:     "encoding and decoding changes the state",
			replay:   replays,
			replayed: "answers: holds: 5 answers",
		},
		{
			fault:    "clone",
			check:    "full",
			want:     "an answer to the original changes the state",
			replay:   replays,
			replayed: "answers: holds: 6 answers",
		},
		{
			fault:    "view",
			check:    "full",
			want:     "the public document says that waiting for seat 0 is true",
			replay:   replays,
			replayed: "answers: holds: 5 answers",
		},
		{
			fault:  "look",
			check:  "full",
			want:   "looking at the state changes the state",
			replay: fails,
		},
		{
			fault:    "outcome",
			check:    "light",
			want:     "its parts add up to 0",
			replay:   replays,
			replayed: "outcome after",
		},
		{
			fault:    "drift",
			check:    "full",
			want:     "the record does not replay: bad_record: item",
			replay:   fails,
			replayed: "leads to hash",
		},
	}
	for _, test := range tests {
		t.Run(test.fault+" "+test.check, func(t *testing.T) {
			dir := t.TempDir()
			got := runFake(t, "", "simulate", "--players", "2", "--games", "2", "--seed", "9", "--workers", "1",
				"--option", "fault="+test.fault, "--check", test.check, "--dump", dir)
			require.Equal(t, cli.Failed, got.status)
			require.Contains(t, got.err, test.want)
			require.Contains(t, got.err, "violation in game 0 after ")
			require.Contains(t, got.err, "2 of 2 games violated the rules' contract\n")
			require.Contains(t, got.out, "fake: 2 games,", "the counts are printed all the same")

			file := filepath.Join(dir, "fake-9-1.json")
			require.Contains(t, got.err, "record: "+file)
			if test.fault == "look" {
				return // what is seen changes it: there is nothing to replay
			}
			again := runFake(t, "", "replay", file)
			require.Equal(t, test.replay, again.status, again.err)
			require.Contains(t, again.out+again.err, test.replayed)
		})
	}
}

func TestSimulateReportsTheFirstViolationsOnly(t *testing.T) {
	dir := t.TempDir()
	got := runFake(t, "", "simulate", "--games", "30", "--workers", "3", "--option", "fault=panic", "--dump", dir)
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "30 of 30 games violated the rules' contract; the first 10 are shown")
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, files, maxReported)
	for i := range maxReported {
		require.Contains(t, got.err, "violation in game "+string(rune('0'+i))+" ")
	}
}

// randomSimulation returns a simulation with random players.
func randomSimulation(rules game.Rules, players int, options game.MatchOptions) *simulation {
	return &simulation{
		game: &entry{Module: game.Module{Rules: rules}}, rules: rules, playerCount: players, options: options,
		workerCount: 1,
		seats:       slices.Repeat([]seatPlayer{{id: randomID}}, players),
	}
}

func TestSimulateEndsAStuckGame(t *testing.T) {
	w := newWorker(randomSimulation(fake{}, 2, game.MatchOptions{"fault": "endless"}))
	require.Equal(t, maxAnswers, w.limit)
	w.limit = 500
	w.play(0)
	require.Len(t, w.stats.violations, 1)
	require.Equal(t, "the match is not over after 500 answers", w.stats.violations[0].message)
	_, err := w.stats.violations[0].record.Replay(fake{}, nil)
	require.NoError(t, err)
}

func TestSimulateSaysWhenAViolationDoesNotComeAgain(t *testing.T) {
	// In light mode no replay checks the match, so only its end can show the fault.
	w := newWorker(randomSimulation(&flaky{}, 2, nil))
	w.play(0)
	require.Len(t, w.stats.violations, 1)
	require.Contains(t, w.stats.violations[0].message, "refused (played again, not the same: <nil>)")
}

// flaky is the fake game whose first match refuses an answer.
type flaky struct {
	fake
	started bool
}

func (f *flaky) New(options game.MatchOptions, seats int, seed game.Seed) (game.State, error) {
	if !f.started {
		f.started = true
		options = game.MatchOptions{"fault": "refuse"}
	}
	return f.fake.New(options, seats, seed)
}

func TestSimulateRecordThatCannotBeWritten(t *testing.T) {
	got := runFake(
		t,
		"",
		"simulate",
		"--games",
		"1",
		"--option",
		"fault=panic",
		"--dump",
		filepath.Join(t.TempDir(), "not", "there"),
	)
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "its record cannot be written")
}

func TestSimulateRecordsEveryGame(t *testing.T) {
	dir := t.TempDir()
	got := runFake(t, "", "simulate", "--games", "3", "--record", "--dump", dir)
	require.Zero(t, got.status, got.err)
	for _, name := range []string{"fake-1-0.json", "fake-1-1.json", "fake-1-2.json"} {
		again := runFake(t, "", "replay", filepath.Join(dir, name))
		require.Zero(t, again.status, again.err)
		require.Contains(t, again.out, "outcome after")
	}
	got = runFake(t, "", "simulate", "--games", "3", "--record", "--dump", filepath.Join(dir, "not", "there"))
	require.Equal(t, cli.Failed, got.status)
	require.Contains(t, got.err, "no such file")
}

func TestSimulateStopsWhenInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, err bytes.Buffer
	a := app{games: gameList{{Module: game.Module{Rules: fake{}}}}, IO: cli.IO{Stdout: &out, Stderr: &err}}
	require.Equal(t, cli.Failed, a.run(ctx, []string{"simulate"}))
	require.Contains(t, err.String(), "interrupted after 0 of 1000 games")
}

func TestCheckOutcome(t *testing.T) {
	place := func(seat game.Seat, rank int) game.Place { return game.Place{Seat: seat, Rank: rank} }
	tests := []struct {
		name   string
		places []game.Place
		want   string
	}{
		{name: "good", places: []game.Place{place(1, 1), place(0, 2)}},
		{name: "tied", places: []game.Place{place(1, 1), place(0, 1)}},
		{
			name:   "virtual",
			places: []game.Place{place(game.NoSeat, 1), place(1, 2), place(0, 3)},
		},
		{
			name:   "a seat is missing",
			places: []game.Place{place(1, 1)},
			want:   "does not name every seat",
		},
		{
			name:   "a seat twice",
			places: []game.Place{place(1, 1), place(1, 2)},
			want:   "names it twice",
		},
		{name: "no such seat", places: []game.Place{place(2, 1)}, want: "names seat 2"},
		{
			name:   "a rank left out",
			places: []game.Place{place(1, 1), place(0, 3)},
			want:   "rank 3 in place 2",
		},
		{
			name:   "no first",
			places: []game.Place{place(1, 2), place(0, 2)},
			want:   "rank 2 in place 1",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := checkOutcome(&game.Outcome{Places: test.places}, 2)
			if test.want == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, test.want)
			}
		})
	}
}

func TestTallies(t *testing.T) {
	one := []tally{{Tally: game.Tally{Event: "draw", Fact: "card"}}, {Tally: game.Tally{Event: "play", Fact: "card"}}}
	two := []tally{{Tally: one[0].Tally}, {Tally: one[1].Tally}}
	for _, n := range []int{3, 3, 12, -1, 1 << 20} {
		countEvent(one, &game.Event{Kind: "draw", Private: game.Facts{game.Int("card", n), game.Int("cost", 8)}})
	}
	countEvent(two, &game.Event{Kind: "play", Public: game.Facts{game.Int("card", 100)}})
	countEvent(two, &game.Event{Kind: "play", Public: game.Facts{game.ID("card", "joker")}})
	countEvent(two, &game.Event{Kind: "burn", Public: game.Facts{game.Int("card", 5)}})
	for i := range one {
		one[i].merge(&two[i])
	}
	var out bytes.Buffer
	printTallies(&out, "card", []*tally{&one[0], &one[1]})
	require.Equal(t, strings.Join([]string{
		"",
		"   card  draw  play",
		"      3     2     0",
		"     12     1     0",
		"    100     0     1",
		"  joker     0     1",
		"  other     2     0",
		"",
	}, "\n"), out.String())
}

func TestTalliesSideBySide(t *testing.T) {
	one := tally{Tally: game.Tally{Event: "draw", Fact: "card"}}
	for n := range 25 {
		one.count(game.Facts{game.Int("card", n)})
	}
	var out bytes.Buffer
	printTallies(&out, "card", []*tally{&one})
	lines := strings.Split(out.String(), "\n")
	require.Equal(t, "  card  draw   |  card  draw   |  card  draw", lines[1])
	require.Equal(t, "     0     1   |     9     1   |    18     1", lines[2])
	require.Equal(t, "     8     1   |    17     1", lines[10])
	require.Len(t, lines, 12)
}

// The worker itself allocates nothing per game.
func TestWorkerAllocatesNothing(t *testing.T) {
	sim := randomSimulation(fake{}, 2, nil)
	w := newWorker(sim)
	w.play(0)
	s, err := sim.rules.New(nil, 2, sim.seedOf(1))
	require.NoError(t, err)
	w.state = s
	copied := s.Clone().(*fakeState)
	allocated := testing.AllocsPerRun(100, func() {
		// The pile never shrinks.
		s.(*fakeState).Pile, s.(*fakeState).guessed = copied.Pile, 3
		if err := w.answer(w.chooseSeat(s.Waiting())); err != nil {
			t.Fatal(err)
		}
		for i := range w.step.Events {
			countEvent(w.stats.tallies, &w.step.Events[i])
		}
	})
	require.Zero(t, allocated)
}
