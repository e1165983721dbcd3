package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"archmage/internal/game"
	"archmage/internal/match"
)

var update = flag.Bool("update", false, "write the golden files of the current version of the rules anew")

// Unpublished is the folder to pass to [Golden] as long as no matches of the game are stored anywhere.
const Unpublished = ""

// goldenAdvice is the advice that follows the error if a golden file no longer matches.
const goldenAdvice = "records and saved matches made so far mean something else now: " +
	"raise the version of the rules, and add its files with -update, instead of changing these"

// goldenStates is the content of states-vN.json.
type goldenStates struct {
	Version int           `json:"version"`
	States  []goldenState `json:"states"`
}

// goldenState is an encoded match. In JSON, Data is base64.
type goldenState struct {
	// After is the number of answers of the record before the state.
	After int    `json:"after"`
	Hash  string `json:"hash"`
	Data  []byte `json:"data"`
}

// Golden checks a game against matches that are kept in a folder, to detect changes in the meaning
// of old records and saved matches. For version N of the rules these are
//   - record-vN.json, the record of a match, which must replay to the same hash
//     after every answer;
//   - states-vN.json, encoded states of that match, which must be decoded, and
//     encoded again byte for byte.
//
// If the folder is [Unpublished], the files are written to a temporary folder and checked.
//
// Both files must exist for the current version: go test -run TestGolden -update writes them, from
// a random match. States of older versions must still be decoded.
func Golden(t *testing.T, rules game.Rules, folder string) {
	t.Helper()
	unpublished := folder == Unpublished
	if unpublished {
		folder = t.TempDir()
	}
	if *update || unpublished {
		if err := writeGolden(rules, folder); err != nil {
			t.Fatal(err)
		}
	}
	if err := checkGolden(rules, folder); err != nil {
		t.Fatal(err)
	}
}

func checkGolden(rules game.Rules, folder string) error {
	version := rules.Info().Version
	for old := 1; old < version; old++ {
		states, err := readStates(folder, old)
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
	record, err := readRecord(folder, version)
	if err != nil {
		return fmt.Errorf("version %d of the rules needs the record of a match, which -update writes: %w", version, err)
	}
	if err := replayGolden(rules, record); err != nil {
		return fmt.Errorf("%w\n%s", err, goldenAdvice)
	}
	states, err := readStates(folder, version)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("version %d of the rules needs saved matches, which -update writes: %w", version, err)
	}
	if err != nil {
		return err
	}
	if states.Version != version || len(states.States) == 0 {
		return fmt.Errorf("the file has %d saved matches of version %d", len(states.States), states.Version)
	}
	for _, state := range states.States {
		if err := decodeGolden(rules, record, state); err != nil {
			return fmt.Errorf("the match saved after %d answers: %w\n%s", state.After, err, goldenAdvice)
		}
	}
	return nil
}

// writeGolden plays a random match with the smallest number of players, and writes the golden files
// of the current version from it.
func writeGolden(rules game.Rules, folder string) error {
	info := rules.Info()
	t, err := newTable(rules, Case{Seats: info.MinSeats, Seed: uint64(info.Version)}.withDefaults(), 0)
	if err != nil {
		return err
	}
	played, _, err := play(t)
	if err != nil {
		return err
	}
	record := played.Record(nil)
	states, err := makeStates(rules, record)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, data := range map[string][]byte{"record": record.Encode(), "states": append(states, '\n')} {
		if err := os.WriteFile(
			filepath.Join(folder, fmt.Sprintf("%s-v%d.json", name, info.Version)),
			data,
			0o644,
		); err != nil {
			return err
		}
	}
	return nil
}

func readRecord(folder string, version int) (*match.Record, error) {
	data, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("record-v%d.json", version)))
	if err != nil {
		return nil, err
	}
	return match.Decode(data)
}

func readStates(folder string, version int) (*goldenStates, error) {
	name := fmt.Sprintf("states-v%d.json", version)
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return nil, err
	}
	states := new(goldenStates)
	if err := json.Unmarshal(data, states); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return states, nil
}

// replayGolden replays a record and makes sure that it reaches the end of the match.
func replayGolden(rules game.Rules, record *match.Record) error {
	last, err := record.Replay(rules, nil)
	if err != nil {
		return fmt.Errorf("the record does not play again: %w", err)
	}
	if last.Result == nil {
		return errors.New("the record stops before the match is over")
	}
	return nil
}

// decodeGolden decodes a saved match and encodes it again.
func decodeGolden(rules game.Rules, record *match.Record, state goldenState) error {
	if state.After < 0 || state.After > len(record.Items) {
		return errors.New("the record does not have so many answers")
	}
	want := record.Start.Hash
	if state.After > 0 {
		want = record.Items[state.After-1].Hash
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

// makeStates returns the content of states-vN.json for a record: the states after about one third
// and two thirds of the answers, and at the end.
func makeStates(rules game.Rules, record *match.Record) ([]byte, error) {
	n := len(record.Items)
	states := goldenStates{Version: record.Version}
	var failure error
	_, err := record.Replay(rules, func(number int, m *match.Match, _ *game.Step) {
		after := number + 1
		if after != n/3 && after != 2*n/3 && after != n {
			return
		}
		data, err := m.State.AppendBinary(nil)
		failure = errors.Join(failure, err)
		states.States = append(states.States, goldenState{After: after, Hash: m.Hash, Data: data})
	})
	if err := errors.Join(err, failure); err != nil {
		return nil, err
	}
	return json.MarshalIndent(states, "", " ")
}
