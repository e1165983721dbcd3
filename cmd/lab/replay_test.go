package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
	"archmage/internal/game"
	"archmage/internal/match"
)

// recorded returns the record of a finished match of the fake game.
func recorded(t *testing.T) *match.Record {
	t.Helper()
	sim := randomSimulation(fake{}, 3, nil)
	sim.checksAll = true
	w := newWorker(sim)
	w.play(4)
	require.Empty(t, w.stats.violations)
	return w.record
}

func TestReplay(t *testing.T) {
	tests := []struct {
		name   string
		change func(*match.Record)
		status int
		want   string
	}{
		{
			name:   "a match",
			change: func(*match.Record) {},
			status: cli.OK,
			want:   "\noutcome: holds: ",
		},
		{
			name: "no hashes",
			change: func(r *match.Record) {
				for i := range r.Items {
					r.Items[i].Hash = ""
				}
			},
			status: cli.Failed,
			want:   "answers: FAILS: item 0 leads to hash",
		},
		{
			name:   "unfinished",
			change: func(r *match.Record) { r.Items, r.Outcome, r.Lost = r.Items[:1], nil, nil },
			status: cli.OK,
			want:   "outcome: cannot be told: the record ends before the match\n1 answer, final hash ",
		},
		{
			name:   "abandoned",
			change: func(r *match.Record) { r.Items, r.Outcome = r.Items[:1], nil },
			status: cli.OK,
			want:   "outcome none: the match was abandoned",
		},
		{
			name:   "other seed",
			change: func(r *match.Record) { r.Start.Seed[0]++ },
			status: cli.Failed,
			want:   "answers: FAILS: the start has hash",
		},
		{
			name:   "other hash",
			change: func(r *match.Record) { r.Items[2].Hash = "00" },
			status: cli.Failed,
			want:   "answers: FAILS: item 2 leads to hash",
		},
		{
			name:   "other answer",
			change: func(r *match.Record) { r.Items[3].Answer = json.RawMessage(`["all:9"]`) },
			status: cli.Failed,
			want:   "answers: FAILS: item 3: unknown_option",
		},
		{
			name:   "other rules that play it the same",
			change: func(r *match.Record) { r.Version = 4 },
			status: cli.OK,
			want:   "\noutcome: holds: ",
		},
		{
			name: "other rules",
			change: func(r *match.Record) {
				r.Version, r.Items[3].Answer = 4, json.RawMessage(`["all:9"]`)
			},
			status: cli.OK,
			want:   "the match was played with rules version 4, here is version 3\noutcome: cannot be told",
		},
		{
			name:   "other outcome",
			change: func(r *match.Record) { r.Outcome.Places[0].Total++ },
			status: cli.Failed,
			want:   "outcome: FAILS: the match ends with the outcome",
		},
		{
			name:   "other loser",
			change: func(r *match.Record) { r.Lost[1] = match.LostTime },
			status: cli.Failed,
			want:   "outcome: FAILS: the seats have lost as in",
		},
		{
			name: "too many players",
			change: func(r *match.Record) {
				r.Seats = slices.Repeat(r.Seats, 3)
				r.Outcome, r.Lost = nil, nil
			},
			status: cli.Usage,
			want:   "bad_record: a match has 1 to 8 seats, not 9",
		},
		{
			name:   "too few players",
			change: func(r *match.Record) { r.Seats, r.Outcome, r.Lost = r.Seats[:1], nil, nil },
			status: cli.Usage,
			want:   "there is no seat",
		},
		{
			name:   "other game",
			change: func(r *match.Record) { r.Game = "chess" },
			status: cli.Usage,
			want:   "unknown_game",
		},
		{
			name:   "no such seat",
			change: func(r *match.Record) { r.Items[0].Seat = -5 },
			status: cli.Usage,
			want:   "item 0: there is no seat -5",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			record := recorded(t)
			test.change(record)
			data := record.Encode()
			file := filepath.Join(t.TempDir(), "record.json")
			require.NoError(t, os.WriteFile(file, data, 0o600))

			got := runFake(t, "", "replay", file)
			require.Equal(t, test.status, got.status, got.err)
			require.Contains(t, got.out+got.err, test.want)
			require.Equal(t, got, runFake(t, string(data), "replay", "-"), "from standard input")
		})
	}
}

func TestReplayPrintsTheOutcome(t *testing.T) {
	got := runFake(t, string(recorded(t).Encode()), "replay", "-")
	require.Regexp(
		t,
		`\n\d+ answers, final hash [0-9a-f]+, outcome after \d+ rounds: 1\. seat \d with \d+, \d\. seat[^;]*\n$`,
		got.out,
	)
}

// serverRecord returns a record as a server writes it, with a proof, names and marks.
func serverRecord(t *testing.T) *match.Record {
	t.Helper()
	terms := match.Terms{
		ID: "m1", Game: "fake", Version: 3, Options: game.MatchOptions{"fault": "none"}, Started: 1000,
		Players: []match.Player{{Person: "p1", Name: "Ann"}, {Person: "p2", Name: "Bob"}},
	}
	proof := match.Proof{
		Secret: match.Secret{1, 2, 3}, Room: "r1", Number: 2, Shares: []string{"", "000102030405060708090a0b0c0d0e0f"},
	}
	seed := proof.Seed(&terms)
	m, err := match.Begin(fake{}, terms, match.Start{Seed: &seed, Proof: &proof})
	require.NoError(t, err)
	var step game.Step
	for at := int64(2000); m.Result == nil; at++ {
		if at == 2003 {
			m = m.SetBot(at, 1, "random").Lose(at, 1, match.LostLeft)
			continue
		}
		var d game.Decision
		for seat := range game.Seat(2) {
			if m.State.Waiting().Has(seat) {
				m.State.Decision(seat, &d)
			}
		}
		choice := match.Choice(fake{}, &d, []game.Pick{{Key: d.Options[0].Key, N: 1}})
		m, err = m.Answer(at, d.Seat, choice, nil, &step)
		require.NoError(t, err)
	}
	return m.Record(func(person string) string { return "name of " + person })
}

func TestReplayChecksTheRecordOfAServer(t *testing.T) {
	record := serverRecord(t)
	commitment, share := record.Start.Proof.Secret.Commitment(), record.Start.Proof.Shares[1]
	got := runFake(t, string(record.Encode()), "replay", "-")
	require.Zero(t, got.status, got.err)
	require.Regexp(t, `\n\d+ answers, final hash .*; placing: seat 0 is 1\., seat 1 is 2\. \(lost: left\)\n`, got.out)
	require.Contains(t, got.out, "commitment: cannot be told: ")
	require.Contains(t, got.out, "share: cannot be told: ")
	require.Contains(
		t,
		got.out,
		"seed: holds: the seed follows from the secret of commitment "+commitment+" and the shares of seat 1\n",
	)

	got = runFake(t, string(record.Encode()), "replay", "--commitment", commitment, "--share", share, "-")
	require.Zero(t, got.status, got.err)
	require.Contains(t, got.out, "commitment: holds: ")
	require.Contains(t, got.out, "share: holds: seat 1 has the share "+share)

	record.Start.Proof.Shares[0] = share
	got = runFake(t, string(record.Encode()), "replay", "--commitment", share, "--share", commitment, "-")
	require.Equal(t, cli.Failed, got.status)
	for _, check := range []string{"commitment", "share", "seed"} {
		require.Contains(t, got.out, check+": FAILS: ")
	}
	require.Contains(t, got.out, "answers: holds: ")
	require.Contains(t, got.err, "bad_record: not everything holds")
}

func TestReplayRefusesUnreadableFiles(t *testing.T) {
	tests := []struct {
		name, text, want string
	}{
		{name: "empty", want: "bad_record: it cannot be read: EOF"},
		{name: "no JSON", text: "ok", want: "bad_record: it cannot be read: "},
		{
			name: "unknown field",
			text: `{"game":"fake","speed":1}`,
			want: `unknown field "speed"`,
		},
		{
			name: "short seed",
			text: `{"game":"fake","start":{"seed":"00"}}`,
			want: "64 hexadecimal digits",
		},
		{
			name: "more behind it",
			text: `{"game":"fake"} {}`,
			want: "more after the record",
		},
		{
			name: "no format",
			text: `{"game":"fake"}`,
			want: `the format is "", not "archmage match"`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := runFake(t, test.text, "replay", "-")
			require.Equal(t, cli.Usage, got.status)
			require.Contains(t, got.err, test.want)
			require.Empty(t, got.out)
		})
	}
	got := runFake(t, "", "replay", filepath.Join(t.TempDir(), "none.json"))
	require.Equal(t, cli.Usage, got.status)
	require.Contains(t, got.err, "unreadable: no such file")
}
