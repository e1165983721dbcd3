package store_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
	"archmage/internal/store/postgrestest"
)

const (
	// crashFolder makes the test program append to the store in that folder, or in the database with
	// that URL, until the program is killed.
	crashFolder = "STORE_CRASH_FOLDER"
	// crashRounds is how often TestCrash kills the program; a few times if it is not set.
	crashRounds = "STORE_CRASH_ROUNDS"
	crashRooms  = 40
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashFolder); dir != "" {
		fmt.Fprintln(os.Stderr, appendForever(dir))
		os.Exit(1)
	}
	os.Exit(postgrestest.Run(m))
}

// appendForever appends to all rooms at the same time, sometimes with a snapshot that trims the room, or
// with a match. It prints each write after its acknowledgement, and returns only on an error.
func appendForever(dir string) error {
	ctx := context.Background()
	db, err := openAfterCrash(ctx, dir)
	if err != nil {
		return err
	}
	failed := make(chan error, crashRooms)
	for i := range crashRooms {
		go func() {
			id := fmt.Sprint(i)
			head, err := db.Rooms.TakeOver(ctx, id, "node")
			if errors.Is(err, store.ErrNotFound) {
				head, err = db.Rooms.Create(
					ctx,
					id,
					"node",
					store.Batch{Meta: &store.Meta{Status: store.StatusPlaying}},
				)
			}
			for err == nil {
				batch, lines := crashBatch(head)
				if head, err = db.Rooms.Append(ctx, head, batch); err == nil {
					// One write to the pipe, so that no line is torn.
					_, err = os.Stdout.WriteString(lines)
				}
			}
			failed <- err
		}()
	}
	return <-failed
}

// openAfterCrash opens and checks the store in a folder, or opens the one in the database with a URL.
func openAfterCrash(ctx context.Context, where string) (*store.DB, error) {
	if strings.HasPrefix(where, "postgres://") {
		p, err := store.OpenPostgres(ctx, where, store.PostgresOptions{})
		if err != nil {
			return nil, err
		}
		return p.DB, nil
	}
	s, err := store.OpenSQLite(ctx, where, store.SQLiteOptions{Check: true})
	if err != nil {
		return nil, err
	}
	return s.DB, nil
}

// crashBatch returns a batch to append, and the lines to print about it: what,
// room, number, content. A match is named after the room and the last entry of
// its batch, which is of the kind "end" and says the same as its record; a
// snapshot says after which entry it is.
func crashBatch(head store.Head) (store.Batch, string) {
	var batch store.Batch
	var lines strings.Builder
	note := func(what string, seq uint64, content string) { fmt.Fprintln(&lines, what, head.Room, seq, content) }
	content, last := "", head.Seq
	for range 1 + rand.N(3) {
		content = strconv.FormatUint(rand.Uint64(), 36) + strings.Repeat("x", rand.N(300))
		batch.Entries = append(batch.Entries, store.Entry{Data: []byte(content)})
		last++
		note("entry", last, content)
	}
	if rand.N(10) == 0 {
		seq := last - rand.Uint64N(uint64(len(batch.Entries)))
		batch.Snapshot = &store.Snapshot{Seq: seq, Data: fmt.Appendf(nil, "%d %*d", seq, rand.N(5000), 0)}
		if batch.Trim = rand.N(10) == 0; batch.Trim {
			note("trim", seq, "-")
		}
	}
	if rand.N(10) == 0 {
		batch.Entries[len(batch.Entries)-1].Kind = "end"
		batch.Match = &store.Match{ID: fmt.Sprint(head.Room, ".", last)}
		batch.Record = []byte(content)
		note("match", last, content)
	}
	return batch, lines.String()
}

// acknowledgement has the acknowledged writes of a room: entries and records of matches by number, and
// the entry up to which the room was trimmed.
type acknowledgement struct {
	entries, records map[uint64]string
	trimmed          uint64
}

// A process is killed again and again while it appends to one folder. Each acknowledged write is stored
// once, no room has a gap, trimmed entries are gone, and each match is stored together with its entry.
func TestCrash(t *testing.T) {
	testCrash(t, 5, func() string { return t.TempDir() })
}

// The same with PostgreSQL.
func TestCrashWithPostgres(t *testing.T) {
	testCrash(t, 2, func() string { return postgrestest.URL(t) })
}

func testCrash(t *testing.T, rounds int, empty func() string) {
	if text := os.Getenv(crashRounds); text != "" {
		var err error
		rounds, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	var where string
	var acknowledged map[string]*acknowledgement
	for round := range rounds {
		if round%20 == 0 { // all is read again after each kill
			where, acknowledged = empty(), map[string]*acknowledgement{}
		}
		count := crash(t, where, acknowledged)
		t.Logf("round %d: %d acknowledged before the kill", round+1, count)
		checkAfterCrash(t, where, acknowledged)
	}
}

// crash starts the process, kills it at a random moment, and records its acknowledged writes.
func crash(t *testing.T, dir string, acknowledged map[string]*acknowledgement) int {
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
		if len(fields) != 4 {
			require.False(t, lines.Scan(), "%q is not the last line: %s", lines.Text(), complaints.String())
			break
		}
		seq, err := strconv.ParseUint(fields[2], 10, 64)
		require.NoError(t, err)
		room := acknowledged[fields[1]]
		if room == nil {
			room = &acknowledgement{entries: map[uint64]string{}, records: map[uint64]string{}}
			acknowledged[fields[1]] = room
		}
		switch fields[0] {
		case "entry":
			require.NotContains(t, room.entries, seq, "room %s: acknowledged twice", fields[1])
			room.entries[seq] = fields[3]
		case "match":
			room.records[seq] = fields[3]
		case "trim":
			room.trimmed = seq
		}
		if count++; count == last {
			kill() // and read on what was on its way
		}
	}
	require.GreaterOrEqual(t, count, last, "it ended by itself: %s", complaints.String())
	require.ErrorContains(t, command.Wait(), "killed")
	return count
}

func checkAfterCrash(t *testing.T, dir string, acknowledged map[string]*acknowledgement) {
	t.Helper()
	db, err := openAfterCrash(t.Context(), dir)
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	archived := map[string]bool{}
	for query := (store.MatchQuery{Limit: store.MaxPage}); ; {
		page, err := db.Archive.Matches(t.Context(), query)
		require.NoError(t, err)
		for _, match := range page.Items {
			archived[match.ID] = true
		}
		if query.After = page.Next; query.After == "" {
			break
		}
	}
	for id, want := range acknowledged {
		room, err := db.Rooms.Room(t.Context(), id)
		require.NoError(t, err)
		require.Greater(t, room.First, want.trimmed, "room %s has what was trimmed", id)
		seq, found := room.First-1, 0
		for entry, err := range store.Entries(t.Context(), db.Rooms, id, 1) {
			require.NoError(t, err)
			seq++
			require.Equal(t, seq, entry.Seq, "room %s has a gap", id)
			if content, ok := want.entries[seq]; ok {
				require.Equal(t, content, string(entry.Data), "room %s, entry %d", id, seq)
				found++
			}
			match := fmt.Sprint(id, ".", seq)
			require.Equal(t, entry.Kind == "end", archived[match], "match %s", match)
			if archived[match] {
				record, err := db.Archive.Record(t.Context(), match)
				require.NoError(t, err)
				require.Equal(t, string(entry.Data), string(record))
			}
		}
		require.Equal(t, room.Seq, seq, "room %s ends where its head says", id)
		for seq := range want.entries {
			if seq >= room.First {
				found--
			}
		}
		require.Zero(t, found, "room %s has lost what it acknowledged", id)
		for seq, content := range want.records {
			record, err := db.Archive.Record(t.Context(), fmt.Sprint(id, ".", seq))
			require.NoError(t, err, "room %s has lost a match", id)
			require.Equal(t, content, string(record))
		}
		snapshot, err := db.Rooms.Snapshot(t.Context(), id)
		require.NoError(t, err)
		require.LessOrEqual(t, snapshot.Seq, room.Seq)
		require.GreaterOrEqual(t, snapshot.Seq+1, room.First, "room %s: entries after the snapshot are missing", id)
		if len(snapshot.Data) > 0 {
			require.Equal(t, fmt.Sprint(snapshot.Seq), strings.Fields(string(snapshot.Data))[0])
		}
	}
}
