package eventlog_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/eventlog"
	"archmage/internal/eventlog/logtest"
)

const (
	// crashFolder makes the test program append to the log in that folder
	// until it is killed.
	crashFolder = "EVENTLOG_CRASH_FOLDER"
	// crashRounds is how often TestCrash kills it; 5 times if it is not set.
	crashRounds = "EVENTLOG_CRASH_ROUNDS"
	crashRooms  = 40
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashFolder); dir != "" {
		fmt.Fprintln(os.Stderr, appendForever(dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// appendForever appends to every room at once and prints each entry's room,
// number and content after it is acknowledged. It returns only on an error.
func appendForever(dir string) error {
	ctx := context.Background()
	log, err := eventlog.OpenSQLite(ctx, dir, eventlog.SQLiteOptions{})
	if err != nil {
		return err
	}
	failed := make(chan error, crashRooms)
	for i := range crashRooms {
		go func() {
			failed <- func() error {
				id := fmt.Sprint(i)
				head, err := log.TakeOver(ctx, id, "node")
				if err != nil {
					head, err = log.Create(ctx, id, "node", eventlog.Batch{Meta: &eventlog.Meta{Status: eventlog.StatusPlaying}})
				}
				for err == nil {
					var batch eventlog.Batch
					var lines strings.Builder
					for n := range 1 + rand.N(3) {
						content := strconv.FormatUint(rand.Uint64(), 36) + strings.Repeat("x", rand.N(300))
						batch.Entries = append(batch.Entries, eventlog.Entry{Data: []byte(content)})
						fmt.Fprintln(&lines, id, head.Seq+uint64(n)+1, content)
					}
					if rand.N(10) == 0 {
						batch.Snapshot = &eventlog.Snapshot{Seq: head.Seq + uint64(len(batch.Entries)), Data: make([]byte, rand.N(5000))}
					}
					if head, err = log.Append(ctx, head, batch); err == nil {
						// One write to the pipe, so that no line is torn.
						_, err = os.Stdout.WriteString(lines.String())
					}
				}
				return err
			}()
		}()
	}
	return <-failed
}

// A process is killed again and again while it appends to one folder. What it
// has acknowledged is there, once, and no room has a gap.
func TestCrash(t *testing.T) {
	rounds := 5
	if text := os.Getenv(crashRounds); text != "" {
		var err error
		rounds, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	var dir string
	var acknowledged map[string]map[uint64]string
	for round := range rounds {
		if round%20 == 0 { // all is read again after each kill
			dir, acknowledged = t.TempDir(), map[string]map[uint64]string{}
		}
		count := crash(t, dir, acknowledged)
		t.Logf("round %d: %d acknowledged before the kill", round+1, count)
		checkAfterCrash(t, dir, acknowledged)
	}
}

// crash starts the process, kills it at a random moment, and notes what it
// has acknowledged.
func crash(t *testing.T, dir string, acknowledged map[string]map[uint64]string) int {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	command := exec.CommandContext(t.Context(), program)
	command.Env = append(os.Environ(), crashFolder+"="+dir)
	var complaints strings.Builder
	command.Stderr = &complaints
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	var once sync.Once
	kill := func() { once.Do(func() { require.NoError(t, command.Process.Kill()) }) }
	defer kill()

	last, count := 1+rand.N(3000), 0
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) != 3 {
			require.False(t, lines.Scan(), "%q is not the last line: %s", lines.Text(), complaints.String())
			break
		}
		seq, err := strconv.ParseUint(fields[1], 10, 64)
		require.NoError(t, err)
		entries := acknowledged[fields[0]]
		if entries == nil {
			entries = map[uint64]string{}
			acknowledged[fields[0]] = entries
		}
		require.NotContains(t, entries, seq, "room %s: acknowledged twice", fields[0])
		entries[seq] = fields[2]
		if count++; count == last {
			kill() // and read on what was on its way
		}
	}
	require.GreaterOrEqual(t, count, last, "it ended by itself: %s", complaints.String())
	require.ErrorContains(t, command.Wait(), "killed")
	return count
}

func checkAfterCrash(t *testing.T, dir string, acknowledged map[string]map[uint64]string) {
	t.Helper()
	log, err := eventlog.OpenSQLite(t.Context(), dir, eventlog.SQLiteOptions{Check: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, log.Close()) }()
	for id, entries := range acknowledged {
		room, err := log.Room(t.Context(), id)
		require.NoError(t, err)
		var seq uint64
		found := 0
		for entry, err := range logtest.Entries(t.Context(), log, id, 1) {
			require.NoError(t, err)
			seq++
			require.Equal(t, seq, entry.Seq, "room %s has a gap", id)
			if want, ok := entries[seq]; ok {
				require.Equal(t, want, string(entry.Data), "room %s, entry %d", id, seq)
				found++
			}
		}
		require.Equal(t, room.Seq, seq, "room %s ends where its head says", id)
		require.Len(t, entries, found, "room %s has lost what it acknowledged", id)
		snapshot, err := log.Snapshot(t.Context(), id)
		require.NoError(t, err)
		require.LessOrEqual(t, snapshot.Seq, seq)
	}
}
