package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"archmage/internal/game"
)

// golden says what to do when a golden file does not hold any more.
const golden = "records and saved matches made so far mean something else now: " +
	"raise the version of the rules and add new files instead of changing these"

// goldenStates is the content of states-vN.json.
type goldenStates struct {
	Version int           `json:"version"`
	States  []goldenState `json:"states"`
}

// goldenState is a match in its encoded form, which JSON has in base64.
type goldenState struct {
	// After is the number of answers of the record that lead to it.
	After int    `json:"after"`
	Hash  string `json:"hash"`
	Data  []byte `json:"data"`
}

// Golden holds a game to the matches that are kept in a folder, so that nobody
// changes by accident what old records and saved matches mean. For version N
// of the rules these are
//   - record-vN.json, the record of a match, as the command simulate writes it:
//     it must play again to the same hash after every answer;
//   - states-vN.json, encoded states of that match: they must be read, and be
//     written again byte for byte.
//
// The current version must have both. Of an older version there may be
// states, which the rules must still read.
func Golden(t *testing.T, rules game.Rules, folder string) {
	t.Helper()
	if err := checkGolden(rules, folder); err != nil {
		t.Fatal(err)
	}
}

func checkGolden(rules game.Rules, folder string) error {
	version := rules.Info().Version
	for old := 1; old < version; old++ {
		states, err := readGolden[goldenStates](folder, "states", old)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		for _, state := range states.States {
			if _, err := rules.Decode(state.Data); err != nil {
				return fmt.Errorf("a match that version %d has saved cannot be read any more: %w", old, err)
			}
		}
	}
	record, err := readGolden[game.Record](folder, "record", version)
	if err != nil {
		return fmt.Errorf("version %d of the rules needs the record of a match: %w", version, err)
	}
	if err := replayGolden(rules, record); err != nil {
		return fmt.Errorf("%w\n%s", err, golden)
	}
	states, err := readGolden[goldenStates](folder, "states", version)
	if errors.Is(err, fs.ErrNotExist) {
		text, makeErr := makeStates(rules, record)
		return errors.Join(fmt.Errorf("version %d of the rules needs saved matches: %w; this is the text of the file:\n%s", version, err, text), makeErr)
	}
	if err != nil {
		return err
	}
	if states.Version != version || len(states.States) == 0 {
		return fmt.Errorf("the file has %d saved matches of version %d", len(states.States), states.Version)
	}
	for _, state := range states.States {
		if err := decodeGolden(rules, record, state); err != nil {
			return fmt.Errorf("the match saved after %d answers: %w\n%s", state.After, err, golden)
		}
	}
	return nil
}

// readGolden reads a golden file of a version.
func readGolden[T any](folder, kind string, version int) (*T, error) {
	name := fmt.Sprintf("%s-v%d.json", kind, version)
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return nil, err
	}
	into := new(T)
	if err := json.Unmarshal(data, into); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return into, nil
}

// replayGolden plays a record that has the hash after every answer again, to
// the end of the match.
func replayGolden(rules game.Rules, record *game.Record) error {
	if record.Start == "" {
		return errors.New("the record does not say what it starts from")
	}
	for i, input := range record.Inputs {
		if input.Hash == "" {
			return fmt.Errorf("the record has no hash after input %d", i)
		}
	}
	last, err := game.Replay(rules, record, nil)
	if err != nil {
		return fmt.Errorf("the record does not play again: %w", err)
	}
	if last.Waiting() != 0 {
		return errors.New("the record stops before the match is over")
	}
	return nil
}

// decodeGolden reads a saved match and writes it again.
func decodeGolden(rules game.Rules, record *game.Record, state goldenState) error {
	if state.After < 0 || state.After > len(record.Inputs) {
		return errors.New("the record does not have so many answers")
	}
	want := record.Start
	if state.After > 0 {
		want = record.Inputs[state.After-1].Hash
	}
	s, err := rules.Decode(state.Data)
	if err != nil {
		return fmt.Errorf("it cannot be read: %w", err)
	}
	if err := s.Check(); err != nil {
		return fmt.Errorf("it is read as an impossible one: %w", err)
	}
	again, err := s.AppendBinary(nil)
	if err != nil {
		return err
	}
	if !bytes.Equal(again, state.Data) {
		return errors.New("it is written differently")
	}
	if hash := game.Hash(s); hash != state.Hash || hash != want {
		return fmt.Errorf("its hash is %s, not %s as in the file, and %s in the record", hash, state.Hash, want)
	}
	return nil
}

// makeStates returns the text of states-vN.json for a record: the states after
// about a third and two thirds of the answers, and at the end.
func makeStates(rules game.Rules, record *game.Record) ([]byte, error) {
	n := len(record.Inputs)
	states := goldenStates{Version: record.Version}
	var failed error
	_, err := game.Replay(rules, record, func(input int, s game.State, _ *game.Step) {
		after := input + 1
		if after != n/3 && after != 2*n/3 && after != n {
			return
		}
		data, err := s.AppendBinary(nil)
		failed = errors.Join(failed, err)
		states.States = append(states.States, goldenState{After: after, Hash: game.Hash(s), Data: data})
	})
	if err := errors.Join(err, failed); err != nil {
		return nil, err
	}
	return json.MarshalIndent(states, "", " ")
}
