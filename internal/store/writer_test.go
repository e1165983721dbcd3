package store

import (
	"context"
	"database/sql"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// holdWriter keeps the writer busy until the returned function is called, so that the writes that are
// submitted meanwhile are one group.
func holdWriter(t *testing.T, s *SQLite) (release func()) {
	t.Helper()
	busy, gate := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		err := s.engine.onWriter(context.WithoutCancel(t.Context()), func(*tx) error {
			close(busy)
			<-gate
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-busy
	return func() { close(gate); all.Wait() }
}

// waitForQueue waits until n writes are in the queue.
func waitForQueue(s *SQLite, n int) {
	for s.engine.lanes.Moves.Waiting() < n {
		// The submitting goroutines are about to fill the queue.
		runtime.Gosched()
	}
}

// One commit serves a whole group. A write that is refused or breaks the transaction fails alone.
func TestGroup(t *testing.T) {
	for _, broken := range []bool{false, true} {
		t.Run(fmt.Sprintf("broken=%t", broken), func(t *testing.T) {
			const rooms = 50
			s := openTest(t, t.TempDir())
			heads := make([]Head, rooms)
			for i := range heads {
				heads[i] = createTest(t, s.DB, fmt.Sprint(i))
			}
			release := holdWriter(t, s)
			before := s.Stats()
			var all sync.WaitGroup
			for i := range heads {
				for range 2 { // the second of a room is refused
					all.Go(func() {
						_, _ = s.Rooms.Append(t.Context(), heads[i], Batch{Entries: []Entry{{Kind: "answer"}}})
					})
				}
			}
			waitForQueue(s, 2*rooms)
			var failure error
			if broken {
				all.Go(func() {
					failure = s.engine.onWriter(t.Context(), func(t *tx) error {
						if _, err := t.Exec(deleteEntries, 1); err != nil {
							return err
						}
						_, err := t.Exec(addMember, 1, nil)
						return err
					})
				})
				waitForQueue(s, 2*rooms+1)
			}
			release()
			all.Wait()
			after := s.Stats()
			require.Equal(t, uint64(rooms+1), after.Writes-before.Writes)
			if broken {
				require.ErrorContains(t, failure, "NOT NULL")
				require.LessOrEqual(t, after.Commits-before.Commits, uint64(rooms+1))
			} else {
				require.Equal(t, uint64(2), after.Commits-before.Commits)
			}
			for i := range heads {
				list, err := s.Rooms.Read(t.Context(), fmt.Sprint(i), 1, 10)
				require.NoError(t, err)
				require.Len(t, list, 1)
			}
		})
	}
}

// A write that is withdrawn while it waits is never made. The caller of one that has begun waits for its
// outcome.
func TestWithdraw(t *testing.T) {
	s := openTest(t, t.TempDir())
	head := createTest(t, s.DB, "a")
	release := holdWriter(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := s.Rooms.Append(ctx, head, Batch{Entries: []Entry{{}}})
		done <- err
	}()
	waitForQueue(s, 1)
	cancel()
	require.ErrorIs(t, <-done, context.Canceled)
	release()
	_, err := s.Rooms.Append(t.Context(), head, Batch{Entries: []Entry{{}}})
	require.NoError(t, err, "the head is where it was")

	ctx, cancel = context.WithCancel(t.Context())
	err = s.engine.onWriter(ctx, func(*tx) error {
		cancel()
		return nil
	})
	require.NoError(t, err, "it was written")
}

func TestFull(t *testing.T) {
	dir := t.TempDir()
	s := openTest(t, dir)
	heads := map[string]Head{"a": createTest(t, s.DB, "a"), "b": createTest(t, s.DB, "b")}
	limitPages := func(extra int) {
		t.Helper()
		var pages int
		require.NoError(t, s.engine.read.QueryRowContext(t.Context(), "PRAGMA page_count").Scan(&pages))
		require.NoError(t, s.engine.onWriter(t.Context(), func(*tx) error {
			_, err := s.writer.Conn.ExecContext(t.Context(), fmt.Sprintf("PRAGMA max_page_count = %d", pages+extra))
			return err
		}))
	}
	limitPages(10)
	wake := time.Now()
	big := Batch{
		Entries: []Entry{{Data: make([]byte, 10000)}, {Data: make([]byte, 10000)}}, Wake: &wake,
		Meta: &Meta{Status: StatusPlaying, Members: []string{"ann"}}, Snapshot: &Snapshot{Data: make([]byte, 9000)},
	}
	var err error
	for range 10 {
		var next Head
		if next, err = s.Rooms.Append(t.Context(), heads["a"], big); err != nil {
			break
		}
		heads["a"] = next
	}
	require.ErrorIs(t, err, ErrFull)
	before, err := s.Rooms.Room(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, heads["a"], before.Head, "nothing of the batch is written")

	// In a group, the writes that fit are made and the others fail.
	release := holdWriter(t, s)
	var all sync.WaitGroup
	var failed, fit error
	all.Go(func() { _, failed = s.Rooms.Append(t.Context(), heads["a"], big) })
	waitForQueue(s, 1)
	all.Go(func() {
		heads["b"], fit = s.Rooms.Append(t.Context(), heads["b"], Batch{Entries: []Entry{{Kind: "small"}}})
	})
	waitForQueue(s, 2)
	release()
	all.Wait()
	require.ErrorIs(t, failed, ErrFull)
	require.NoError(t, fit)
	after, err := s.Rooms.Room(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, before, after)

	limitPages(10000)
	heads["a"], err = s.Rooms.Append(t.Context(), heads["a"], big)
	require.NoError(t, err, "there is space again")
	require.NoError(t, s.Close())
	s, err = OpenSQLite(t.Context(), dir, SQLiteOptions{Check: true})
	require.NoError(t, err)
	defer s.Close()
	for id, head := range heads {
		room, err := s.Rooms.Room(t.Context(), id)
		require.NoError(t, err)
		require.Equal(t, head, room.Head)
		list, err := s.Rooms.Read(t.Context(), id, 1, 1000)
		require.NoError(t, err)
		require.Len(t, list, int(head.Seq))
	}
}

// A read that waits for a connection does not block other reads.
func TestReadsDoNotWaitForEachOther(t *testing.T) {
	s := openTest(t, t.TempDir())
	ctx := t.Context()
	var conns []*sql.Conn
	for range s.engine.read.Stats().MaxOpenConnections {
		conn, err := s.engine.read.Conn(ctx)
		require.NoError(t, err)
		conns = append(conns, conn)
	}
	done := make(chan error, 1)
	go func() {
		_, err := s.Rooms.Room(ctx, "nobody's")
		done <- err
	}()
	for s.engine.read.Stats().WaitCount == 0 {
		runtime.Gosched()
	}
	free := s.engine.preparedMu.TryLock()
	if free {
		s.engine.preparedMu.Unlock()
	}
	for _, conn := range conns {
		require.NoError(t, conn.Close())
	}
	require.True(t, free, "the read holds the lock while it waits")
	require.ErrorIs(t, <-done, ErrNotFound)
}
