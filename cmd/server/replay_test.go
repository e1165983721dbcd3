package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"archmage/internal/game"

	"github.com/stretchr/testify/require"
)

// recorded returns the record of a finished match of the fake game.
func recorded(t *testing.T) *game.Record {
	t.Helper()
	w := newWorker(&simulation{rules: fake{}, players: 3, full: true, workers: 1})
	w.play(4)
	require.Empty(t, w.stats.violations)
	return w.record
}

func TestReplay(t *testing.T) {
	tests := []struct {
		name   string
		change func(*game.Record)
		status int
		want   string
	}{
		{"a match", func(*game.Record) {}, exitOK, "ok: "},
		{"no hashes", func(r *game.Record) {
			r.Start = ""
			for i := range r.Inputs {
				r.Inputs[i].Hash = ""
			}
		}, exitOK, "ok: "},
		{"unfinished", func(r *game.Record) { r.Inputs = r.Inputs[:1] }, exitOK, "ok: 1 answer, final hash "},
		{"other seed", func(r *game.Record) { r.Seed[0]++ }, exitFailed, "bad_record: the start has hash"},
		{"other hash", func(r *game.Record) { r.Inputs[2].Hash = "00" }, exitFailed, "bad_record: input 2 leads to hash"},
		{"other answer", func(r *game.Record) { r.Inputs[3].Picks[0].Option = "all:9" }, exitFailed, "bad_record: input 3: unknown_option"},
		{"other version", func(r *game.Record) { r.Version = 2 }, exitFailed, "fake version 2, not fake version 3"},
		{"too many players", func(r *game.Record) { r.Seats = 9 }, exitFailed, "bad_seats"},
		{"other game", func(r *game.Record) { r.Game = "chess" }, exitUsage, "unknown_game"},
		{"no such seat", func(r *game.Record) { r.Inputs[0].Seat = -5 }, exitFailed, "seat -5"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			record := recorded(t)
			test.change(record)
			data, err := json.Marshal(record)
			require.NoError(t, err)
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
	data, err := json.Marshal(recorded(t))
	require.NoError(t, err)
	got := runFake(t, string(data), "replay", "-")
	require.Regexp(t, `^ok: \d+ answers, final hash [0-9a-f]{16}, outcome after \d+ rounds: 1\. seat \d with \d+, \d\. seat`, got.out)
}

func TestReplayRefusesUnreadableFiles(t *testing.T) {
	tests := []struct {
		name, text, want string
	}{
		{"empty", "", "malformed: EOF"},
		{"no JSON", "ok", "malformed: "},
		{"unknown field", `{"game":"fake","speed":1}`, `malformed: unknown field "speed"`},
		{"short seed", `{"game":"fake","seed":"00"}`, "64 hexadecimal digits"},
		{"more behind it", `{"game":"fake"} {}`, "more after the JSON value"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := runFake(t, test.text, "replay", "-")
			require.Equal(t, exitUsage, got.status)
			require.Contains(t, got.err, test.want)
			require.Empty(t, got.out)
		})
	}
	got := runFake(t, "", "replay", filepath.Join(t.TempDir(), "none.json"))
	require.Equal(t, exitUsage, got.status)
	require.Contains(t, got.err, "unreadable: no such file")
}

func TestReadFileHasALimit(t *testing.T) {
	a := app{stdin: strings.NewReader("12345678")}
	_, err := a.readFile("-", 7)
	require.EqualError(t, err, "too_large: the file is longer than 7 bytes")
	a.stdin = strings.NewReader("12345678")
	data, err := a.readFile("-", 8)
	require.NoError(t, err)
	require.Equal(t, "12345678", string(data))
}
