package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
	"archmage/internal/game"
)

// last is a bot that always chooses the last option.
type last struct{}

func (last) ID() string        { return "last" }
func (last) Label() game.Label { return game.Label{En: "Last", Fr: "Dernier", De: "Letzter"} }
func (last) Choose(_ context.Context, p *game.Position, _ *game.RNG) []game.Pick {
	options := p.Decision.Options
	return []game.Pick{{Key: options[len(options)-1].Key, N: 1}}
}

// runWithBots runs the program with a fake game that has a bot and cards.
func runWithBots(t *testing.T, args ...string) (status int, out, complaints string) {
	t.Helper()
	facts := cardFacts{fact: "n", effects: func(game.MatchOptions) []cardEffect {
		return []cardEffect{
			{1, 0, "take", []string{"take", "take:take>take"}},
			{2, 0, "own", []string{"own take"}},
			{3, 0, "fly", []string{"take", "fly"}},
		}
	}, follow: func(h cardsInPlay, e *game.Event) {
		if n, _ := e.Public.Get("n"); e.Kind == "take" && n == 2 {
			h[2] = holding{seat: e.Seat, card: 2}
		}
	}}
	var stdout, stderr bytes.Buffer
	a := app{
		games: gameList{{Module: game.Module{Rules: fake{}, Bots: []game.Bot{last{}}}, cards: facts}},
		IO:    cli.IO{Stdout: &stdout, Stderr: &stderr},
	}
	status = a.run(t.Context(), append([]string{"simulate"}, args...))
	return status, stdout.String(), stderr.String()
}

func TestSimulateSeatsTheBots(t *testing.T) {
	dir := t.TempDir()
	status, out, complaints := runWithBots(
		t, "--players", "3", "--games", "2", "--bots", "last,curious", "--record", "--dump", dir,
	)
	require.Zero(t, status, complaints)
	require.Contains(t, out, "3 players, bots last,curious, seed 1")
	data, err := (&cli.IO{}).ReadFile(filepath.Join(dir, "fake-1-1.json"), 1<<20)
	require.NoError(t, err)
	record := string(data)
	for _, id := range []string{`"last"`, `"curious"`} {
		require.Contains(t, record, id)
	}
	require.Equal(t, 2, strings.Count(record, `"last"`), "the list is repeated")
	replayed := runFake(t, "", "replay", filepath.Join(dir, "fake-1-1.json"))
	require.Zero(t, replayed.status, replayed.err)
}

func TestSimulateWithTheCuriousDoesNotDependOnWorkers(t *testing.T) {
	counts := func(args ...string) string {
		status, out, complaints := runWithBots(
			t,
			append([]string{"--bots", "curious,last", "--coverage", "--games", "100"}, args...)...)
		require.Zero(t, status, complaints)
		_, rest, _ := strings.Cut(out, "\n")
		return rest
	}
	want := counts("--workers", "1")
	require.Equal(t, want, counts("--workers", "7"))
	require.NotEqual(t, want, counts("--workers", "7", "--seed", "2"))
}

// A violation with a curious player is reproduced when the game is played again with a record.
func TestSimulateReportsViolationsOfTheCurious(t *testing.T) {
	status, _, complaints := runWithBots(
		t, "--bots", "curious", "--games", "60", "--option", "fault=panic", "--dump", t.TempDir(),
	)
	require.Equal(t, cli.Failed, status)
	require.Contains(t, complaints, "60 of 60 games violated the rules' contract")
	require.NotContains(t, complaints, "not the same")
}

func TestCuriousPrefersWhatWasSeldomDone(t *testing.T) {
	key := func(word, n int) game.Key { return game.Key{Word: uint8(word), A: uint8(n)} }
	d := &game.Decision{Kind: "pick", Min: 1, Max: 1}
	for _, k := range []game.Key{key(1, 0), key(1, 1), key(2, 1), key(2, 2)} {
		d.Add(k, 0, 1)
	}
	c, rng := newCurious(), rand.New(rand.NewPCG(1, 2))
	done := map[game.Key]int{}
	for range 400 {
		picks, ok := c.choose(d, rng)
		require.True(t, ok)
		c.record(d.Kind, picks)
		done[picks[0].Key]++
	}
	for k, n := range done {
		require.InDelta(t, 100, n, 15, "%v", k)
	}
	// Choices for other kinds of decisions do not count, but those of earlier games do.
	c.record("other", []game.Pick{{Key: key(1, 0), N: 1}})
	c.endGame()
	w := &worker{curious: c}
	shareCounts([]*worker{w, {curious: newCurious()}})
	c.startGame()
	c.earlier[wordKey("pick", key(2, 0))] -= 300
	picks, _ := c.choose(d, rng)
	require.EqualValues(t, 2, picks[0].Key.Word)
	require.Equal(t, 1, c.earlier[optionKey("other", key(1, 0))])
	require.Empty(t, c.finished)
	_, ok := c.choose(&game.Decision{Min: 1, Max: 1}, rng)
	require.False(t, ok)
}

func TestSimulatePrintsCoverage(t *testing.T) {
	status, out, complaints := runWithBots(t, "--players", "2", "--games", "20", "--coverage")
	require.Zero(t, status, complaints)
	require.Regexp(t, `\nquestion +asked  answers\nguess +40  guess 40\ntake +\d+  all \d+, take \d+\n`, out)
	require.Regexp(
		t,
		`\nn      met\n1      take \d+, take:take>take \d+\n2      own take \d+, take \d+, take:take>take \d+\n`,
		out,
	)
	require.Contains(t, out, "\nof 3 effects, never met: 3 fly\n")
	noCards := runFake(t, "", "simulate", "--games", "2", "--coverage")
	require.Contains(t, noCards.out, "question")
	require.NotContains(t, noCards.out, "never met")
	_, without, _ := runWithBots(t, "--players", "2", "--games", "20")
	require.NotContains(t, without, "never met")
}
