package main

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
	"archmage/internal/game/search"
)

// tournamentOf runs the command and returns its result.
func tournamentOf(t *testing.T, args ...string) standings {
	t.Helper()
	var stdout, stderr strings.Builder
	args = append([]string{"tournament", "--quiet", "--format", "json"}, args...)
	require.Equal(t, cli.OK, run(t.Context(), args, nil, &stdout, &stderr), stderr.String())
	var result standings
	require.NoError(t, json.Unmarshal([]byte(stdout.String()), &result))
	return result
}

// timeless removes the times of decisions.
func timeless(s standings) standings {
	for i := range s.Bots {
		s.Bots[i].P50, s.Bots[i].P99 = 0, 0
	}
	return s
}

func TestTournamentIsRepeatable(t *testing.T) {
	args := []string{
		"--game",
		"spellbook",
		"--bots",
		"greedy,search:8i,random",
		"--deals",
		"2",
		"--option",
		"mode=classic",
	}
	first := tournamentOf(t, append(args, "--workers", "1")...)
	require.Equal(t, timeless(first), timeless(tournamentOf(t, append(args, "--workers", "3")...)))
	require.Len(t, first.Pairings, 3)
	for _, p := range first.Pairings {
		require.Equal(t, 4, p.Matches, "two deals from two seats")
	}
	require.Equal(t, "random", first.Bots[2].Name)
	require.NotEqual(t, timeless(first), timeless(tournamentOf(t, append(args, "--seed", "2")...)))
}

func TestTournamentOfMany(t *testing.T) {
	result := tournamentOf(t, "--bots", "greedy,random", "--players", "3", "--deals", "2")
	require.Equal(t, "greedy against 2 of random", result.Pairings[0].Title)
	require.Equal(t, "random against 2 of greedy", result.Pairings[1].Title)
	require.Equal(t, 6, result.Pairings[0].Matches)
	solo := tournamentOf(t, "--game", "spellbook", "--bots", "greedy", "--players", "1", "--deals", "2")
	require.Equal(t, "greedy", solo.Pairings[0].Title)
}

func TestTournamentEndsEarly(t *testing.T) {
	result := tournamentOf(t, "--bots", "greedy,random", "--deals", "1000", "--until", "0.4")
	require.Equal(t, 2*dealsPerGroup, result.Pairings[0].Matches)
	require.LessOrEqual(t, result.Pairings[0].First.High-result.Pairings[0].First.Low, 0.4)
}

func TestTournamentDrawsAndPrints(t *testing.T) {
	var stdout, stderr strings.Builder
	plot := filepath.Join(t.TempDir(), "plot.svg")
	args := []string{"tournament", "--game", "spellbook", "--bots", "greedy-1,random", "--deals", "1", "--plot", plot}
	require.Equal(t, cli.OK, run(t.Context(), args, nil, &stdout, &stderr))
	require.Contains(t, stdout.String(), "greedy-1 against random")
	require.Contains(t, stderr.String(), "1 of 1: greedy-1 against random, 2 matches")
	file, err := os.Open(plot)
	require.NoError(t, err)
	defer file.Close()
	for decoder := xml.NewDecoder(file); ; {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else {
			require.NoError(t, err)
		}
	}
}

func TestTournamentRefuses(t *testing.T) {
	for _, test := range []struct{ args, says string }{
		{args: "--bots nobody,greedy", says: `there is no bot "nobody"`},
		{args: "--bots greedy:5x,random", says: "a budget is"},
		{args: "--bots greedy", says: "takes two bots"},
		{args: "--players 9", says: "is played by"},
		{args: "--format xml", says: "--format"},
	} {
		var stdout, stderr strings.Builder
		require.Equal(
			t,
			cli.Usage,
			run(t.Context(), append([]string{"tournament"}, strings.Fields(test.args)...), nil, &stdout, &stderr),
		)
		require.Contains(t, stderr.String(), test.says)
	}
}

// TestWilson compares with published values.
func TestWilson(t *testing.T) {
	i := wilson(0.5, 10)
	require.InDelta(t, 0.2366, i.Low, 1e-4)
	require.InDelta(t, 0.7634, i.High, 1e-4)
	i = wilson(1, 20)
	require.InDelta(t, 0.8389, i.Low, 1e-4)
	require.InDelta(t, 1, i.High, 1e-9)
}

func TestTrainRefusesAGameWithoutAGuide(t *testing.T) {
	got := runFake(t, "", "train", filepath.Join(t.TempDir(), "values.json"))
	require.Equal(t, cli.Usage, got.status)
	require.Equal(t, "lab train: fake has no evaluation to learn\nSee \"lab train --help\".\n", got.err)
}

func TestTrainIsRepeatable(t *testing.T) {
	learn := func(name string) []byte {
		file := filepath.Join(t.TempDir(), name)
		var stdout, stderr strings.Builder
		require.Equal(
			t,
			cli.OK,
			run(t.Context(), []string{"train", "--matches", "6", file}, nil, &stdout, &stderr),
			stderr.String(),
		)
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		return data
	}
	first := learn("a")
	require.Equal(t, first, learn("b"))
	var model search.Model
	require.NoError(t, json.Unmarshal(first, &model))
	require.Positive(t, model.Stages[0].Samples)
}
