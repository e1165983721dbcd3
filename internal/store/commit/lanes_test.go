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

// session is a connection that records what is committed by it.
type session struct {
	tx *Tx
	// enter, if it is not nil, is received from before each transaction.
	enter chan struct{}
	// fails are what the next commits fail with, nil for one that succeeds.
	fails []error
	// touched counts the writes of the writer itself.
	touched atomic.Int64
	// groups are the writes of each transaction that was committed, written those of the
	// one that is open.
	groups  [][]string
	written []string
	// undone counts the transactions that were rolled back.
	undone int
	closed bool
}

func newSession() *session {
	recent := new(atomic.Pointer[Recent])
	recent.Store(NewRecent())
	s := &session{}
	s.tx = newTx(touches{s: s}, recent)
	return s
}

// touches is a connection that takes only the writes of the writer itself.
type touches struct {
	Connection
	s *session
}

func (c touches) Exec(string, ...any) (sql.Result, error) {
	c.s.touched.Add(1)
	return driver.RowsAffected(1), nil
}

func (s *session) begin([]*request) (*Tx, error) {
	if s.enter != nil {
		<-s.enter
	}
	s.written = nil
	return s.tx, nil
}

func (s *session) commit() error {
	if len(s.fails) > 0 {
		err := s.fails[0]
		if s.fails = s.fails[1:]; err != nil {
			return err
		}
	}
	s.groups = append(s.groups, s.written)
	return nil
}

func (s *session) rollback(why error) error { s.undone++; return why }
func (s *session) tidy()                    {}
func (s *session) close()                   { s.closed = true }

// write returns a write of that name.
func (s *session) write(name string) func(*Tx) error {
	return func(*Tx) error { s.written = append(s.written, name); return nil }
}

// lanesOn returns lanes with one writer, which writes on a session.
func lanesOn(s *session, pause time.Duration) *Lanes {
	l := New(func(err error) error { return err })
	l.Pause = pause
	l.Moves = l.Add(s, 16)
	l.Others = l.Moves
	return l
}

// Writes that come within a pause are one transaction; a lone writer need not wait for
// others who do not come.
func TestWritesThatComeTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession()
		l := lanesOn(s, Pause)
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

// A write that is refused has changed nothing, and the others of its transaction are made.
func TestARefusalIsOnesOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession()
		s.enter = make(chan struct{})
		l := lanesOn(s, 0)
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
		l := lanesOn(s, 0)
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

// Where another process was faster, the same is tried again, but not for ever.
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
			l := lanesOn(s, 0)
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

// A write whose context ends while it waits is never made; one that is on its way waits
// for its outcome.
func TestAWriteIsWithdrawnOrMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession()
		s.enter = make(chan struct{})
		l := lanesOn(s, 0)
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

// Closing waits until everything that waits is written, and takes nothing more.
func TestCloseWritesWhatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession()
		s.enter = make(chan struct{})
		l := lanesOn(s, time.Hour)
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

// What the database says about the data of a write is a refusal, and no sign that it cannot be written.
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

// A writer that has failed learns by itself that the database can be written again.
func TestAWriterThatFailsTriesAgainByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession()
		broken := errors.New("no space")
		s.fails = []error{broken, broken, broken}
		l := lanesOn(s, 0)
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

// Each lane has a connection of its own: that the one can write says nothing about the other.
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
