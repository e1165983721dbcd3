package conformance

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/match"
)

// changedGolden writes the golden files of a match of the toy with a change, and returns their
// folder.
func changedGolden(t *testing.T, rules game.Rules, change func(*match.Record, *goldenStates)) string {
	t.Helper()
	table, err := newTable(rules, Case{Seats: 2, Seed: 3}.withDefaults(), 0)
	require.NoError(t, err)
	played, _, err := play(table)
	require.NoError(t, err)
	record := played.Record(nil)
	text, err := makeStates(rules, record)
	require.NoError(t, err)
	var states goldenStates
	require.NoError(t, json.Unmarshal(text, &states))
	require.Len(t, states.States, 3)
	change(record, &states)
	folder := t.TempDir()
	for name, content := range map[string]any{"record-v1.json": record, "states-v1.json": &states} {
		data, err := json.Marshal(content)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), data, 0o600))
	}
	return folder
}

func TestGolden(t *testing.T) {
	Golden(t, Toy(), changedGolden(t, Toy(), func(*match.Record, *goldenStates) {}))
}

func TestGoldenFindsChanges(t *testing.T) {
	for _, test := range []struct {
		name, says string
		change     func(*match.Record, *goldenStates)
	}{
		{
			name:   "another hash",
			says:   goldenAdvice,
			change: func(r *match.Record, _ *goldenStates) { r.Items[3].Hash = r.Start.Hash },
		},
		{
			name:   "another answer",
			says:   goldenAdvice,
			change: func(r *match.Record, _ *goldenStates) { r.Items[3].Answer = json.RawMessage("[]") },
		},
		{
			name:   "a hash missing",
			says:   "item 3 leads to hash",
			change: func(r *match.Record, _ *goldenStates) { r.Items[3].Hash = "" },
		},
		{
			name:   "no start",
			says:   "the start has hash",
			change: func(r *match.Record, _ *goldenStates) { r.Start.Hash = "" },
		},
		{
			name:   "half a match",
			says:   "before the match is over",
			change: func(r *match.Record, _ *goldenStates) { r.Items, r.Outcome, r.Lost = r.Items[:4], nil, nil },
		},
		{
			name:   "a state that is cut off",
			says:   goldenAdvice,
			change: func(_ *match.Record, s *goldenStates) { s.States[1].Data = s.States[1].Data[1:] },
		},
		{
			name:   "a state of another moment",
			says:   goldenAdvice,
			change: func(_ *match.Record, s *goldenStates) { s.States[1].Data = s.States[0].Data },
		},
		{
			name:   "a state after another answer",
			says:   goldenAdvice,
			change: func(_ *match.Record, s *goldenStates) { s.States[1].After++ },
		},
		{
			name:   "a state beyond the end",
			says:   "so many answers",
			change: func(_ *match.Record, s *goldenStates) { s.States[1].After = 9999 },
		},
		{
			name:   "states of another version",
			says:   "of version 2",
			change: func(_ *match.Record, s *goldenStates) { s.Version = 2 },
		},
		{
			name:   "no states",
			says:   "0 saved matches",
			change: func(_ *match.Record, s *goldenStates) { s.States = nil },
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			require.ErrorContains(t, checkGolden(Toy(), changedGolden(t, Toy(), test.change)), test.says)
		})
	}
}

func TestGoldenOfVersions(t *testing.T) {
	folder := changedGolden(t, Toy(), func(*match.Record, *goldenStates) {})
	// The next version needs files of its own, and still reads the old states.
	next := &broken{info: func(i *game.Info) { i.Version = 2 }}
	require.ErrorContains(t, checkGolden(next, folder), "version 2 of the rules needs the record")
	other := changedGolden(t, next, func(*match.Record, *goldenStates) {})
	require.NoError(t, os.Rename(filepath.Join(other, "record-v1.json"), filepath.Join(folder, "record-v2.json")))
	require.ErrorContains(t, checkGolden(next, folder), "needs saved matches")
	require.NoError(t, os.Rename(filepath.Join(other, "states-v1.json"), filepath.Join(folder, "states-v2.json")))
	require.NoError(t, checkGolden(next, folder))
	require.NoError(
		t,
		os.WriteFile(filepath.Join(folder, "states-v1.json"), []byte(`{"states":[{"data":"AAAA"}]}`), 0o600),
	)
	require.ErrorContains(t, checkGolden(next, folder), "cannot be read any more")
	// A folder without anything.
	require.ErrorContains(t, checkGolden(Toy(), t.TempDir()), "needs the record")
}

func TestGoldenFilesAreWritten(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "testdata")
	require.NoError(t, writeGolden(Toy(), folder))
	require.NoError(t, checkGolden(Toy(), folder))
	written, err := os.ReadFile(filepath.Join(folder, "states-v1.json"))
	require.NoError(t, err)
	require.NoError(t, writeGolden(Toy(), folder))
	again, err := os.ReadFile(filepath.Join(folder, "states-v1.json"))
	require.NoError(t, err)
	require.Equal(t, string(written), string(again))
}
