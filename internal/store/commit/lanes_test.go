package commit

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// fakeSession is a Session that records its transactions.
type fakeSession struct {
	tx *Tx
	// enter, if it is not nil, delays each transaction until a value is received from it.
	enter chan struct{}
	// fails has the errors of the next commits; nil lets a commit succeed.
	fails []error
	// touched counts the probes of the writer.
	touched atomic.Int64
	// groups has the writes of each committed transaction, written those of the open one.
	groups  [][]string
	written []string
	// undone counts the transactions that were rolled back.
	undone int
	closed bool
}

func newSession() *fakeSession {
	recent := new(atomic.Pointer[Recent])
	recent.Store(NewRecent())
	s := &fakeSession{}
	s.tx = newTx(probeConnection{s: s}, recent)
	return s
}

// probeConnection is a Connection that accepts only the probes of the writer.
type probeConnection struct {
	Connection
	s *fakeSession
}

func (c probeConnection) Exec(string, ...any) (sql.Result, error) {
	c.s.touched.Add(1)
	return driver.RowsAffected(1), nil
}

func (s *fakeSession) begin([]*request) (*Tx, error) {
	if s.enter != nil {
		<-s.enter
	}
	s.written = nil
	return s.tx, nil
}

func (s *fakeSession) commit() error {
	if len(s.fails) > 0 {
		err := s.fails[0]
		if s.fails = s.fails[1:]; err != nil {
			return err
		}
	}
	s.groups = append(s.groups, s.written)
	return nil
}

func (s *fakeSession) rollback(why error) error { s.undone++; return why }
func (s *fakeSession) tidy()                    {}
func (s *fakeSession) close()                   { s.closed = true }

// write returns a write with a name.
func (s *fakeSession) write(name string) func(*Tx) error {
	return func(*Tx) error { s.written = append(s.written, name); return nil }
}

// newTestLanes returns lanes with one writer on a session.
func newTestLanes(s *fakeSession, pause time.Duration) *Lanes {
	l := New(func(err error) error { return err })
	l.Pause = pause
	l.Moves = l.Add(s, 16)
	l.Others = l.Moves
	return l
}

// Writes that come within a pause are one transaction. A single caller does not wait for other writes.
func TestWritesThatComeTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession()
		l := newTestLanes(s, Pause)
		defer l.Close()
		at := func(names ...string) {
			t.Helper()
			var running sync.WaitGroup
			for _, name := range names {
				running.Go(func() { require.NoError(t, l.Write(t.Context(), l.Moves, "", s.write(name))) })
			}
			running.Wait()
		}
		began := time.Now()
		at("first")
		require.Zero(t, time.Since(began))
		at("a", "b", "c")
		require.Equal(t, Pause, time.Since(began), "the pause after the first one")
		require.Len(t, s.groups, 2)
		require.ElementsMatch(t, []string{"a", "b", "c"}, s.groups[1])
		at("alone") // in whose pause nobody else has come
		began = time.Now()
		for range UnpacedGroups {
			at("one")
		}
		require.Zero(t, time.Since(began))
		require.Equal(t, uint64(5+UnpacedGroups), l.Stats().Writes)
		require.Equal(t, uint64(3+UnpacedGroups), l.Stats().Commits)
	})
}

// A refused write changes nothing, and the other writes of its transaction are made.
func TestARefusalIsOnesOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession()
		s.enter = make(chan struct{})
		l := newTestLanes(s, 0)
		results := make(chan error, 3)
		for _, apply := range []func(*Tx) error{s.write("a"), func(*Tx) error { return ErrFenced }, s.write("b")} {
			go func() { results <- l.Write(t.Context(), l.Moves, "", apply) }()
		}
		synctest.Wait()
		close(s.enter)
		var failed []error
		for range 3 {
			if err := <-results; err != nil {
				failed = append(failed, err)
			}
		}
		require.Equal(t, []error{ErrFenced}, failed)
		require.ElementsMatch(t, []string{"a", "b"}, slices.Concat(s.groups...))
		require.ErrorIs(t, l.Write(t.Context(), l.Moves, "", func(*Tx) error { return ErrNotFound }), ErrNotFound)
		require.Zero(t, l.Stats().Failed, "a refusal is no failure of the database")
		l.Close()
	})
}

// A write that cannot be made does not make others fail: each is tried alone.
func TestOneThatFailsIsTriedAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession()
		s.enter = make(chan struct{})
		l := newTestLanes(s, 0)
		broken := errors.New("no such column")
		go func() { _ = l.Write(t.Context(), l.Moves, "", s.write("holds the writer")) }()
		synctest.Wait()
		results := make(chan error, 3)
		for _, apply := range []func(*Tx) error{s.write("a"), func(*Tx) error { return broken }, s.write("b")} {
			go func() { results <- l.Write(t.Context(), l.Moves, "", apply) }()
		}
		synctest.Wait()
		close(s.enter)
		failed := 0
		for range 3 {
			if err := <-results; err != nil {
				require.Equal(t, broken, err)
				failed++
			}
		}
		require.Equal(t, 1, failed)
		require.ElementsMatch(t, []string{"holds the writer", "a", "b"}, slices.Concat(s.groups...))
		require.Equal(t, uint64(1), l.Stats().Failed)
		l.Close()
	})
}

// After a conflict with another process, a group is tried again, but only a few times.
func TestConflictsAreTriedAgain(t *testing.T) {
	for name, test := range map[string]struct {
		conflicts int
		want      error
	}{
		"once":     {1, nil},
		"often":    {maxTries, nil},
		"for good": {maxTries + 1, ErrConflict},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSession()
			for range test.conflicts {
				s.fails = append(s.fails, ErrConflict)
			}
			l := newTestLanes(s, 0)
			require.ErrorIs(t, l.Write(t.Context(), l.Moves, "", s.write("a")), test.want)
			require.Equal(t, test.conflicts, s.undone)
			if test.want == nil {
				require.Equal(t, [][]string{{"a"}}, s.groups)
				require.NoError(t, l.Stats().Failing)
			} else {
				require.Empty(t, s.groups)
				require.Equal(t, ErrConflict, l.Stats().Failing)
			}
			l.Close()
		})
	}
}

// A write whose context ends while it waits is never made. One that has begun waits for its outcome.
func TestAWriteIsWithdrawnOrMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession()
		s.enter = make(chan struct{})
		l := newTestLanes(s, 0)
		ctx, cancel := context.WithCancel(t.Context())
		onItsWay, waits := make(chan error, 1), make(chan error, 1)
		go func() { onItsWay <- l.Write(ctx, l.Moves, "", s.write("on its way")) }()
		synctest.Wait()
		go func() { waits <- l.Write(ctx, l.Moves, "", s.write("waits")) }()
		synctest.Wait()
		cancel()
		require.ErrorIs(t, <-waits, context.Canceled)
		synctest.Wait()
		require.Empty(t, onItsWay)
		close(s.enter)
		require.NoError(t, <-onItsWay)
		require.ErrorIs(t, l.Write(ctx, l.Moves, "", s.write("too late")), context.Canceled)
		l.Close()
		require.Equal(t, [][]string{{"on its way"}}, s.groups)
	})
}

// Close waits for all waiting writes and refuses further ones.
func TestCloseWritesWhatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession()
		s.enter = make(chan struct{})
		l := newTestLanes(s, time.Hour)
		results := make(chan error, 3)
		for _, name := range []string{"a", "b", "c"} {
			go func() { results <- l.Write(t.Context(), l.Moves, "", s.write(name)) }()
		}
		synctest.Wait()
		go func() { <-l.Closing; close(s.enter) }()
		l.Close()
		for range 3 {
			require.NoError(t, <-results)
		}
		require.ElementsMatch(t, []string{"a", "b", "c"}, slices.Concat(s.groups...))
		require.True(t, s.closed)
		require.ErrorIs(t, l.Write(t.Context(), l.Moves, "", s.write("late")), ErrClosed)
	})
}

// An error about the data of a write is a refusal, and the writer does not count as failing.
func TestRefusedDataIsNoFailure(t *testing.T) {
	refusal := Refusal("not text")
	s := newSession()
	l := New(func(err error) error {
		if err != nil {
			err = refusal
		}
		return err
	})
	l.Pause = 0
	l.Moves = l.Add(s, 16)
	l.Others = l.Moves
	defer l.Close()
	s.fails = []error{errors.New("SQLSTATE 22021")}
	require.ErrorIs(t, l.Write(t.Context(), l.Moves, "", s.write("a")), refusal)
	require.Zero(t, l.Stats().Failed)
	require.NoError(t, l.Stats().Failing)
}

// A failing writer finds out by itself that the database works again.
func TestAWriterThatFailsTriesAgainByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession()
		broken := errors.New("no space")
		s.fails = []error{broken, broken, broken}
		l := newTestLanes(s, 0)
		defer l.Close()
		require.ErrorIs(t, l.Write(t.Context(), l.Moves, "", s.write("a")), broken)
		require.Equal(t, broken, l.Stats().Failing)
		time.Sleep(2*ProbeEvery + ProbeEvery/2)
		synctest.Wait()
		require.Equal(t, broken, l.Stats().Failing)
		require.EqualValues(t, 2, s.touched.Load())
		time.Sleep(ProbeEvery)
		synctest.Wait()
		require.NoError(t, l.Stats().Failing)
		require.Equal(t, uint64(1), l.Stats().Failed, "those of others count")
		time.Sleep(10 * ProbeEvery)
		require.EqualValues(t, 3, s.touched.Load(), "a writer that does not fail is quiet")
	})
}

// Each lane has a session of its own: a successful write of one lane does not reset the error of the other.
func TestLanesFailEachByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		moves, others := newSession(), newSession()
		l := New(func(err error) error { return err })
		l.Pause = 0
		l.Moves, l.Others = l.Add(moves, 16), l.Add(others, 16)
		defer l.Close()
		broken := errors.New("read-only")
		moves.fails = []error{broken}
		require.ErrorIs(t, l.Write(t.Context(), l.Moves, "", moves.write("a")), broken)
		require.NoError(t, l.Write(t.Context(), l.Others, "", others.write("b")))
		require.Equal(t, broken, l.Stats().Failing)
		time.Sleep(2 * ProbeEvery)
		synctest.Wait()
		require.NoError(t, l.Stats().Failing)
	})
}
