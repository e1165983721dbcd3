package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
	"archmage/internal/event"
	"archmage/internal/game"
	"archmage/test/conformance"
	"archmage/test/tournament"
)

// replays runs the command replay, and returns its status and what it has printed.
func replays(t *testing.T, args ...string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	o := cli.IO{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out}
	root := &cobra.Command{Use: "archmage"}
	root.AddCommand(o.ReplayCommand(game.Modules{{Rules: conformance.Toy()}}))
	status := o.Execute(t.Context(), root, append([]string{"replay"}, args...))
	return status, out.String()
}

// writeTournament plays an event and writes its file, and its records into a folder. It returns both names.
func writeTournament(t *testing.T) (played *tournament.Tournament, file, records string) {
	settings := event.Settings{Kind: event.KindSwiss, Rounds: 2, SameDeal: true}
	played = tournament.Play(t, conformance.Toy(), settings, 4)
	folder := t.TempDir()
	file, records = filepath.Join(folder, "event.json"), filepath.Join(folder, "records")
	require.NoError(t, os.Mkdir(records, 0o700))
	write(t, file, played.File.Encode())
	for _, r := range played.Records {
		write(t, filepath.Join(records, r.ID+".json"), r.Encode())
	}
	return played, file, records
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	require.NoError(t, os.WriteFile(name, data, 0o600))
}

func TestReplayAnEvent(t *testing.T) {
	played, file, records := writeTournament(t)
	status, out := replays(t, file)
	require.Equal(t, cli.OK, status, out)
	require.Contains(t, out, "entries: holds: 13 entries follow from the rules\n")
	require.Contains(t, out, "records: cannot be told: the records of 0 of 4 matches are known here\n")
	require.Regexp(t, `\n13 entries, 2 rounds, finished, first Person \d with [\d.]+ points\n$`, out)

	commitment := played.File.Entries[0].Body.(*event.Created).Commitment
	digest := fmt.Sprintf("%d=%s", len(played.File.Entries), played.File.Digest)
	status, out = replays(t, file, records, "--commitment", commitment, "--digest", digest)
	require.Equal(t, cli.OK, status, out)
	require.NotContains(t, out, "cannot be told")
	for _, check := range []string{
		"commitment", "entries", "pairings", "standings", "records", "deals", "digest",
	} {
		require.Contains(t, out, check+": holds: ")
	}

	write(t, filepath.Join(records, "readme.json"), []byte("{}"))
	status, out = replays(t, file, records, file)
	require.Equal(t, cli.Usage, status, "the file of an event is no record")
	require.Contains(t, out, "readme.json is left out: bad_record")
	status, out = replays(t, file, filepath.Join(records, played.Records[0].ID+".json"),
		filepath.Join(records, played.Records[1].ID+".json"))
	require.Equal(t, cli.OK, status, out)
	require.Contains(t, out, "the records of 2 of 4 matches are known here")
}

func TestReplayFindsWhatIsWrongWithAnEvent(t *testing.T) {
	played, file, records := writeTournament(t)
	status, out := replays(t, file, "--commitment", strings.Repeat("0", 64))
	require.Equal(t, cli.Failed, status)
	require.Contains(t, out, "commitment: FAILS: ")
	require.Contains(t, out, "bad_file: not everything holds")
	status, out = replays(t, file, "--digest", "2="+strings.Repeat("0", 64))
	require.Equal(t, cli.Failed, status)
	require.Contains(t, out, "digest: FAILS: the event showed another digest after entry 2 (entry 2)")

	r := played.Records[3]
	r.Items[2].Hash = r.Start.Hash
	write(t, filepath.Join(records, r.ID+".json"), r.Encode())
	status, out = replays(t, file, records)
	require.Equal(t, cli.Failed, status)
	require.Contains(t, out, "records: FAILS: the record of the match "+r.ID+" has the hash ")

	for name, args := range map[string][]string{
		"records of a record":       {filepath.Join(records, played.Records[0].ID+".json"), records},
		"a file that is not there":  {file, filepath.Join(records, "none.json")},
		"a digest without a number": {file, "--digest", "x=00"},
		"a folder as file":          {records},
	} {
		status, out = replays(t, args...)
		require.Equal(t, cli.Usage, status, "%s: %s", name, out)
	}
	write(t, file, []byte(strings.Replace(string(played.File.Encode()), `"version":1`, `"version":9`, 1)))
	status, out = replays(t, file)
	require.Equal(t, cli.Usage, status)
	require.Contains(t, out, "bad_file")
}

// A record of another event, and one that was changed, are named.
func TestReplayCountsOtherRecords(t *testing.T) {
	_, file, records := writeTournament(t)
	other := tournament.Play(t, conformance.Toy(), event.Settings{Kind: event.KindSwiss, Rounds: 3}, 2)
	write(t, filepath.Join(records, "other.json"), other.Records[2].Encode())
	status, out := replays(t, file, records)
	require.Equal(t, cli.OK, status, out)
	require.Contains(t, out, "\n1 record of other matches\n")
}
