package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func openTest(t *testing.T, dir string) *SQLite {
	t.Helper()
	s, err := OpenSQLite(t.Context(), dir, SQLiteOptions{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

func createTest(t *testing.T, db *DB, id string) Head {
	t.Helper()
	head, err := db.Rooms.Create(t.Context(), id, "node", Batch{Meta: &Meta{Status: StatusOpen}})
	require.NoError(t, err)
	return head
}

// onWriter runs a function in a transaction of the writer.
func (s *engine) onWriter(ctx context.Context, do func(*tx) error) error {
	return s.submit(ctx, do)
}

// execOnFile runs statements on the file of a store that is not open.
func execOnFile(t *testing.T, dir string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", dataSource(filepath.Join(dir, FileName), nil))
	require.NoError(t, err)
	for _, statement := range statements {
		_, err := db.ExecContext(t.Context(), statement)
		require.NoError(t, err)
	}
	require.NoError(t, db.Close())
}

func TestPragmas(t *testing.T) {
	s := openTest(t, t.TempDir())
	// Every connection of the pool has the settings, not only the first.
	var conns []*sql.Conn
	for range 4 {
		conn, err := s.engine.read.Conn(t.Context())
		require.NoError(t, err)
		conns = append(conns, conn)
		for _, p := range readerPragmas {
			var got string
			require.NoError(t, conn.QueryRowContext(t.Context(), "PRAGMA "+p.name).Scan(&got))
			require.Equal(t, p.want, got, p.name)
		}
	}
	for _, conn := range conns {
		require.NoError(t, conn.Close())
	}
	require.NoError(t, s.Close())

	db, err := openSQLitePool(t.Context(), s.files.dbPath, writerPragmas, 1)
	require.NoError(t, err)
	for name, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "wal_autocheckpoint": "1000",
	} {
		var got string
		require.NoError(t, db.QueryRowContext(t.Context(), "PRAGMA "+name).Scan(&got))
		require.Equal(t, want, got, name)
	}
	require.NoError(t, db.Close())
}

// Only little data is only in the write-ahead log, because damage there is lost without an error.
func TestMostDataIsInTheFile(t *testing.T) {
	s := openTest(t, t.TempDir())
	head := createTest(t, s.DB, "a")
	const entries, size = 100, 64 << 10
	for range entries {
		var err error
		head, err = s.Rooms.Append(
			t.Context(),
			head,
			Batch{Entries: []Entry{{Kind: "answer", Data: make([]byte, size)}}},
		)
		require.NoError(t, err)
	}
	file, err := os.Stat(s.files.dbPath)
	require.NoError(t, err)
	require.Greater(t, file.Size(), int64(entries*size/3))
}

func TestPragmasAreVerified(t *testing.T) {
	for _, p := range writerPragmas {
		t.Run(p.name, func(t *testing.T) {
			p.want = "something else"
			_, err := openSQLitePool(t.Context(), filepath.Join(t.TempDir(), FileName), []pragma{p}, 1)
			require.ErrorContains(t, err, p.name)
			require.ErrorContains(t, err, "something else")
		})
	}
	// Beside other settings than ours.
	_, err := openSQLitePool(t.Context(), filepath.Join(t.TempDir(), FileName), readerPragmas, 1)
	require.ErrorContains(t, err, "journal_mode")
}

func TestFolderNames(t *testing.T) {
	for _, name := range []string{
		"a b", "per%20cent", "question?mark=1", "hash#", "ünï✨", "quote'\"", "semi;colon", "deep/er",
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), name)
			createTest(t, openTest(t, dir).DB, "a")
			for _, name := range []string{FileName, FileName + "-wal"} {
				file, err := os.Stat(filepath.Join(dir, name))
				require.NoError(t, err)
				require.Equal(t, os.FileMode(0o600), file.Mode(), "only the owner reads what is hidden")
			}
		})
	}
}

func TestLocked(t *testing.T) {
	dir := t.TempDir()
	s := openTest(t, dir)
	createTest(t, s.DB, "a")
	_, err := OpenSQLite(t.Context(), dir, SQLiteOptions{})
	require.ErrorIs(t, err, ErrLocked)
	require.ErrorContains(t, err, dir)
	createTest(t, s.DB, "b")
	require.NoError(t, s.Close())
	openTest(t, dir)
}

func TestCorrupt(t *testing.T) {
	// damage changes the file of a store with some rooms and returns the error of opening it.
	damage := func(t *testing.T, options SQLiteOptions, change func([]byte) []byte) (*SQLite, error) {
		dir := t.TempDir()
		s := openTest(t, dir)
		for i := range 50 {
			head := createTest(t, s.DB, fmt.Sprint(i))
			_, err := s.Rooms.Append(
				t.Context(),
				head,
				Batch{Entries: []Entry{{Data: bytes.Repeat([]byte{byte(i)}, 1000)}}},
			)
			require.NoError(t, err)
		}
		require.NoError(t, s.Close())
		path := filepath.Join(dir, FileName)
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, change(data), 0o600))
		return OpenSQLite(t.Context(), dir, options)
	}
	garble := func(data []byte) {
		for i := range data {
			data[i] ^= 0x5a
		}
	}
	tests := []struct {
		name    string
		options SQLiteOptions
		change  func([]byte) []byte
	}{
		{"no database", SQLiteOptions{}, func([]byte) []byte { return bytes.Repeat([]byte("not a database. "), 1000) }},
		{"the beginning", SQLiteOptions{}, func(data []byte) []byte { garble(data[:4096]); return data }},
		{"cut off", SQLiteOptions{}, func(data []byte) []byte { return data[:8192] }},
		{
			name:    "the middle, looked for",
			options: SQLiteOptions{Check: true},
			change:  func(data []byte) []byte { garble(data[8192:40960]); return data },
		},
		{
			name:    "the end, looked for",
			options: SQLiteOptions{Check: true},
			change:  func(data []byte) []byte { return data[:len(data)-4*4096] },
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := damage(t, test.options, test.change)
			require.ErrorIs(t, err, ErrCorrupt)
		})
	}
	t.Run("found when it is read", func(t *testing.T) {
		s, err := damage(t, SQLiteOptions{}, func(data []byte) []byte { garble(data[len(data)/2:]); return data })
		if err == nil {
			for i := 0; i < 50 && err == nil; i++ {
				_, err = s.Rooms.Read(t.Context(), fmt.Sprint(i), 1, 10)
			}
			defer s.Close()
		}
		require.ErrorIs(t, err, ErrCorrupt)
	})
	t.Run("another program's", func(t *testing.T) {
		dir := t.TempDir()
		execOnFile(t, dir, "CREATE TABLE recipes (id INTEGER)")
		_, err := OpenSQLite(t.Context(), dir, SQLiteOptions{})
		require.ErrorIs(t, err, ErrCorrupt)
	})
}

func TestNewerSchema(t *testing.T) {
	dir := t.TempDir()
	s := openTest(t, dir)
	createTest(t, s.DB, "a")
	require.NoError(t, s.Close())
	execOnFile(t, dir, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)")
	for range 2 {
		_, err := OpenSQLite(t.Context(), dir, SQLiteOptions{})
		require.ErrorIs(t, err, ErrNewerSchema)
		require.ErrorContains(t, err, "9999")
	}
	execOnFile(t, dir, "DELETE FROM goose_db_version WHERE version_id = 9999")
	_, err := openTest(t, dir).Rooms.Room(t.Context(), "a")
	require.NoError(t, err)
}

// An entry after the head of a writer is never overwritten.
func TestEntryBeyondTheHead(t *testing.T) {
	dir := t.TempDir()
	s := openTest(t, dir)
	a, b := createTest(t, s.DB, "a"), createTest(t, s.DB, "b")
	require.NoError(t, s.Close())
	execOnFile(
		t,
		dir,
		"INSERT INTO entries (room, seq, kind, data) SELECT number, 2, '', x'00' FROM rooms WHERE id = 'a'",
	)
	s = openTest(t, dir)
	_, err := s.Rooms.Append(t.Context(), a, Batch{Entries: []Entry{{}, {}}})
	require.ErrorIs(t, err, ErrFenced)
	list, err := s.Rooms.Read(t.Context(), "a", 1, 10)
	require.NoError(t, err)
	require.Equal(t, []Entry{{Seq: 2, Data: []byte{0}}}, list, "nothing of the batch is written")
	_, err = s.Rooms.Append(t.Context(), b, Batch{Entries: []Entry{{}, {}}})
	require.NoError(t, err)
}

// When a store is opened again, it has the recent entries that were not moved, without removed ones. Damage
// in them is detected.
func TestRecentEntriesComeBack(t *testing.T) {
	dir := t.TempDir()
	s := openTest(t, dir)
	a, b := createTest(t, s.DB, "a"), createTest(t, s.DB, "b")
	a, err := s.Rooms.Append(
		t.Context(),
		a,
		Batch{
			Entries:  []Entry{{Kind: "x", Data: []byte("1")}, {Kind: "y", Data: []byte("2")}, {Data: []byte{}}},
			Progress: json.RawMessage(`{"round":1}`),
		},
	)
	require.NoError(t, err)
	a, err = s.Rooms.Append(t.Context(), a, Batch{Snapshot: &Snapshot{Seq: 1}, Trim: true})
	require.NoError(t, err)
	_, err = s.Rooms.Append(
		t.Context(),
		b,
		Batch{Entries: []Entry{{Data: []byte("secret")}}, Progress: json.RawMessage(`{}`)},
	)
	require.NoError(t, err)
	require.NoError(t, s.Close())
	execOnFile(t, dir, "DELETE FROM rooms WHERE id = 'b'", "DELETE FROM heads WHERE room = 2")

	s = openTest(t, dir)
	list, err := s.Rooms.Read(t.Context(), "a", 1, 10)
	require.NoError(t, err)
	require.Equal(t, []Entry{{Seq: 2, Kind: "y", Data: []byte("2")}, {Seq: 3, Data: []byte{}}}, list)
	require.NotZero(t, s.engine.recent.Load().Last(1))
	require.Zero(t, s.engine.recent.Load().Last(2))
	room, err := s.Rooms.Room(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, `{"round":1}`, string(room.Progress))
	_, err = s.Rooms.Append(t.Context(), a, Batch{Entries: []Entry{{Kind: "z"}}})
	require.NoError(t, err)
	require.NoError(t, s.Close())

	for _, row := range []string{"'80'", "'010101'", "'01010100'", "'01010001'", "'0101010161'"} {
		execOnFile(t, dir, "INSERT INTO recent (data) VALUES (x"+row+")")
		_, err = OpenSQLite(t.Context(), dir, SQLiteOptions{})
		require.ErrorIs(t, err, ErrCorrupt, row)
		execOnFile(t, dir, "DELETE FROM recent WHERE number = (SELECT max(number) FROM recent)")
	}
}

func TestBackup(t *testing.T) {
	s := openTest(t, t.TempDir())
	head := createTest(t, s.DB, "a")
	var all sync.WaitGroup
	stop := make(chan struct{})
	started := make(chan struct{})
	all.Go(func() {
		for i := 0; ; i++ {
			next, err := s.Rooms.Append(
				context.WithoutCancel(t.Context()),
				head,
				Batch{Entries: []Entry{{Data: make([]byte, 500)}}},
			)
			if err != nil {
				t.Error(err)
				return
			}
			if head = next; i == 20 {
				close(started)
			}
			select {
			case <-stop:
				return
			default:
			}
		}
	})
	<-started
	dir := t.TempDir()
	path := filepath.Join(dir, FileName)
	require.NoError(t, s.Backup(t.Context(), path))
	close(stop)
	all.Wait()
	require.ErrorIs(t, s.Backup(t.Context(), path), ErrExists)
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, files, 1, "nothing else is left")

	restored, err := OpenSQLite(t.Context(), dir, SQLiteOptions{Check: true})
	require.NoError(t, err)
	defer restored.Close()
	room, err := restored.Rooms.Room(t.Context(), "a")
	require.NoError(t, err)
	require.GreaterOrEqual(t, room.Seq, uint64(20))
	require.LessOrEqual(t, room.Seq, head.Seq)
	list, err := restored.Rooms.Read(t.Context(), "a", 1, 1000)
	require.NoError(t, err)
	require.Len(t, list, int(min(room.Seq, 1000)))
	_, err = restored.Rooms.Append(t.Context(), room.Head, Batch{Entries: []Entry{{}}})
	require.NoError(t, err)

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, s.Backup(ended, filepath.Join(dir, "other")), context.Canceled)
	require.Error(t, s.Backup(t.Context(), filepath.Join(dir, "missing", "other")))
	require.NoError(t, s.Close())
	require.ErrorIs(t, s.Backup(t.Context(), filepath.Join(dir, "other")), ErrClosed)
	_, err = os.Stat(filepath.Join(dir, "other"))
	require.ErrorIs(t, err, os.ErrNotExist)
}
