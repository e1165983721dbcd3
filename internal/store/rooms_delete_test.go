package store

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// longRoom makes a room with a number of entries and chat lines.
func longRoom(t *testing.T, s *SQLite, id string, entries, lines int) Head {
	t.Helper()
	head, err := s.Rooms.Append(t.Context(), createTest(t, s.DB, id), Batch{Entries: make([]Entry, entries)})
	require.NoError(t, err)
	for range lines {
		_, err := s.Chats.AddChat(t.Context(), head, nil)
		require.NoError(t, err)
	}
	return head
}

// openMoving opens a store that moves recent entries after each write.
func openMoving(t *testing.T, dir string) *SQLite {
	t.Helper()
	s, err := OpenSQLite(t.Context(), dir, SQLiteOptions{MaxRecent: 1})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// remainingRows counts the rows of all rooms.
func remainingRows(t *testing.T, s *SQLite) (entries, lines, leftovers int) {
	t.Helper()
	require.NoError(
		t,
		s.engine.read.QueryRowContext(
			t.Context(),
			`SELECT (SELECT count(*) FROM entries), (SELECT count(*) FROM chat), (SELECT count(*) FROM leftovers)`,
		).
			Scan(&entries, &lines, &leftovers),
	)
	return entries, lines, leftovers
}

// A long log is removed completely, in portions.
func TestDeleteInPortions(t *testing.T) {
	s := openMoving(t, t.TempDir())
	longRoom(t, s, "kept", 3, 2)
	for _, entries := range []int{0, portionSize - 1, portionSize, portionSize + 1, 3*portionSize + 7} {
		t.Run(fmt.Sprint(entries), func(t *testing.T) {
			before := s.Stats()
			head := longRoom(t, s, "a", entries, 1)
			wrote := s.Stats().Writes - before.Writes
			require.NoError(t, s.Rooms.Delete(t.Context(), head))
			require.Equal(t, uint64(entries/portionSize+1), s.Stats().Writes-before.Writes-wrote)
			left, lines, leftovers := remainingRows(t, s)
			require.Equal(t, []int{3, 2, 0}, []int{left, lines, leftovers})
		})
	}
	head := longRoom(t, s, "b", 1, portionSize+1)
	require.NoError(t, s.Rooms.Delete(t.Context(), head))
	_, lines, _ := remainingRows(t, s)
	require.Equal(t, 2, lines)
}

// If a deletion is interrupted, the room is deleted, and its remaining rows are removed when the store is
// opened again.
func TestDeleteCutShort(t *testing.T) {
	dir := t.TempDir()
	s := openMoving(t, dir)
	longRoom(t, s, "kept", 3, 2)
	head := longRoom(t, s, "a", 2*portionSize, 3)
	// The context ends between the first portion and the second.
	ctx, cancel := context.WithCancel(t.Context())
	release := holdWriter(t, s)
	deleted := make(chan error, 1)
	go func() { deleted <- s.Rooms.Delete(ctx, head) }()
	waitForQueue(s, 1)
	after := make(chan error, 1)
	go func() { after <- s.engine.onWriter(t.Context(), func(*tx) error { cancel(); return nil }) }()
	waitForQueue(s, 2)
	release()
	require.NoError(t, <-after)
	require.NoError(t, <-deleted)
	_, err := s.Rooms.Room(t.Context(), "a")
	require.ErrorIs(t, err, ErrNotFound)
	left, _, leftovers := remainingRows(t, s)
	require.Equal(t, portionSize+3, left)
	require.Equal(t, 1, leftovers)
	createTest(t, s.DB, "a")
	list, err := s.Rooms.Read(t.Context(), "a", 1, 10)
	require.NoError(t, err)
	require.Empty(t, list, "a room of the same id has nothing of the one before")
	require.NoError(t, s.Close())

	s = openTest(t, dir)
	left, lines, leftovers := remainingRows(t, s)
	require.Equal(t, []int{3, 2, 0}, []int{left, lines, leftovers})
}

// If as many rooms are deleted as are made, the file does not grow, because their pages are reused.
func TestDeletedSpaceIsUsedAgain(t *testing.T) {
	s := openTest(t, t.TempDir())
	const rooms, entries = 40, 30
	round := func(n int) []Head {
		heads := make([]Head, rooms)
		for i := range heads {
			heads[i] = createTest(t, s.DB, fmt.Sprint(n, ".", i))
		}
		var all sync.WaitGroup
		for i := range heads {
			all.Go(func() {
				var err error
				for range entries {
					if heads[i], err = s.Rooms.Append(
						t.Context(),
						heads[i],
						Batch{Entries: []Entry{{Kind: "answer", Data: make([]byte, 300)}}},
					); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		all.Wait()
		return heads
	}
	pages := func() (n int) {
		require.NoError(t, s.engine.read.QueryRowContext(t.Context(), "PRAGMA page_count").Scan(&n))
		return n
	}
	var kept [][]Head
	for n := range 4096/(rooms*entries) + 1 {
		kept = append(kept, round(n))
	}
	full := pages()
	for n := range 8 {
		for _, head := range kept[0] {
			require.NoError(t, s.Rooms.Delete(t.Context(), head))
		}
		kept = append(kept[1:], round(n+len(kept)))
	}
	t.Logf("%d pages at first, %d after twice as much was deleted and written anew", full, pages())
	require.Less(t, pages(), full*5/4)
	// A backup has no empty pages.
	for _, heads := range kept {
		for _, head := range heads {
			require.NoError(t, s.Rooms.Delete(t.Context(), head))
		}
	}
	path := s.files.dbPath + ".backup"
	require.NoError(t, s.Backup(t.Context(), path))
	backup, err := os.Stat(path)
	require.NoError(t, err)
	require.Less(t, backup.Size(), int64(full)*4096/4)
}
