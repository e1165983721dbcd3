package store

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store/commit"
)

// appendAll appends an entry to each room at the same time. The channel gets the result of each append.
func appendAll(t *testing.T, s *SQLite, heads []Head) <-chan error {
	t.Helper()
	done := make(chan error, len(heads))
	for _, head := range heads {
		go func() {
			_, err := s.Rooms.Append(t.Context(), head, Batch{Entries: []Entry{{Kind: "answer"}}})
			done <- err
		}()
	}
	return done
}

// openPausing returns an open store whose writer pauses before the next commit, and rooms to write to. Call
// it in a synctest bubble.
func openPausing(t *testing.T, rooms int) (*SQLite, []Head) {
	t.Helper()
	s := openTest(t, t.TempDir())
	var heads []Head
	for i := range rooms {
		heads = append(heads, createTest(t, s.DB, fmt.Sprint(i)))
	}
	// Enough single writes that the next one has to wait for the pause.
	for s.Stats().Commits < 100 {
		start := time.Now()
		createTest(t, s.DB, fmt.Sprint("more ", s.Stats().Commits))
		if time.Since(start) > 0 { // and then some that do not wait
			for range commit.UnpacedGroups {
				createTest(t, s.DB, fmt.Sprint("more ", s.Stats().Commits))
			}
			return s, heads
		}
	}
	t.Fatal("no write waits")
	return nil, nil
}

// A single caller waits for one pause, and its next writes do not wait.
func TestAloneDoesNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openTest(t, t.TempDir())
		start := time.Now()
		createTest(t, s.DB, "first")
		require.Zero(t, time.Since(start))
		for round := range 3 {
			start = time.Now()
			createTest(t, s.DB, fmt.Sprint(round))
			require.Equal(t, commit.Pause, time.Since(start))
			for i := range commit.UnpacedGroups {
				createTest(t, s.DB, fmt.Sprint(round, ".", i))
			}
			require.Equal(t, commit.Pause, time.Since(start))
		}
	})
}

// Writes that come during the pause are committed together at its end.
func TestPauseGathers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, heads := openPausing(t, 20)
		before, start := s.Stats(), time.Now()
		first := appendAll(t, s, heads[:1])
		synctest.Wait()
		time.Sleep(commit.Pause / 2)
		second := appendAll(t, s, heads[1:])
		synctest.Wait()
		require.Equal(t, before, s.Stats(), "nothing is written before the end of the pause")
		require.NoError(t, <-first)
		for range heads[1:] {
			require.NoError(t, <-second)
		}
		require.Equal(t, commit.Pause, time.Since(start))
		after := s.Stats()
		require.Equal(t, uint64(1), after.Commits-before.Commits)
		require.Equal(t, uint64(len(heads)), after.Writes-before.Writes)
	})
}

// After a group of many writes, the pause is twice as long.
func TestPauseAfterMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, test := range []struct {
			writes int
			wait   time.Duration
		}{{commit.LargeGroup - 1, commit.Pause}, {commit.LargeGroup, 2 * commit.Pause}} {
			s, heads := openPausing(t, commit.LargeGroup)
			done := appendAll(t, s, heads[:test.writes])
			for range test.writes {
				require.NoError(t, <-done)
			}
			start := time.Now()
			createTest(t, s.DB, "next")
			require.Equal(t, test.wait, time.Since(start))
		}
	})
}

// Close ends the pause: the waiting writes are made immediately.
func TestCloseEndsThePause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, heads := openPausing(t, 3)
		start := time.Now()
		done := appendAll(t, s, heads)
		synctest.Wait()
		require.Empty(t, done)
		require.NoError(t, s.Close())
		require.Zero(t, time.Since(start))
		for range heads {
			require.NoError(t, <-done)
		}
	})
}

// A write whose context ends during the pause is withdrawn immediately; the others are made.
func TestWithdrawDuringThePause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, heads := openPausing(t, 2)
		start := time.Now()
		ctx, cancel := context.WithCancel(t.Context())
		withdrawn := make(chan error, 1)
		go func() {
			_, err := s.Rooms.Append(ctx, heads[0], Batch{Entries: []Entry{{}}})
			withdrawn <- err
		}()
		synctest.Wait()
		done := appendAll(t, s, heads[1:])
		synctest.Wait()
		cancel()
		require.ErrorIs(t, <-withdrawn, context.Canceled)
		require.Zero(t, time.Since(start))
		require.NoError(t, <-done)
		require.Equal(t, commit.Pause, time.Since(start))
		room, err := s.Rooms.Room(t.Context(), heads[0].Room)
		require.NoError(t, err)
		require.Equal(t, heads[0], room.Head)
	})
}

// A full group does not wait for the end of the pause.
func TestFullGroupEndsThePause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, heads := openPausing(t, 1)
		before, start := s.Stats(), time.Now()
		done := make(chan error, commit.MaxGroup)
		for range commit.MaxGroup {
			go func() {
				_, err := s.Chats.AddChat(t.Context(), heads[0], nil)
				done <- err
			}()
		}
		for range commit.MaxGroup {
			require.NoError(t, <-done)
		}
		require.Zero(t, time.Since(start))
		require.Equal(t, uint64(1), s.Stats().Commits-before.Commits)
	})
}
