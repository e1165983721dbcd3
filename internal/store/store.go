package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// store is a [Log] in an SQL database, without the checks of [Checked]. SQLite and
// PostgreSQL take the same statements; what differs is in their sessions.
type store struct {
	read *sql.DB
	// rewrite turns a statement into one of the database; nil leaves it as it is.
	rewrite func(string) string
	// problem adds the error that says what to do to one of the database.
	problem func(error) error
	// release closes the database.
	release func() error

	// recent are entries that are stored elsewhere than in their table. There are
	// none in PostgreSQL.
	recent atomic.Pointer[recentEntries]

	// moves takes the writes that a room makes while it is played; others takes
	// all further ones. They may be the same.
	moves, others *lane

	closing chan struct{} // no more writes are taken
	close   sync.Once
	closed  error

	commits atomic.Uint64
	writes  atomic.Uint64
	bytes   atomic.Uint64
	failed  atomic.Uint64
	orphans atomic.Uint64
	failing atomic.Pointer[error]
}

// Stats counts what the writer has done since the log was opened.
type Stats struct {
	// Commits is the number of transactions, each of which waited once for the
	// disk; Writes is the number of writes in them.
	Commits, Writes uint64
	// Bytes is the length of the data in those writes, without what the database
	// adds to it.
	Bytes uint64
	// Failed is the number of writes that were not made for another reason than
	// their own. Failing is why the last write was not made, nil if it was.
	Failed  uint64
	Failing error
	// Orphans is the number of rooms that were taken over from nodes that had died.
	Orphans uint64
}

// newStore returns a store that still needs its lanes.
func newStore(read *sql.DB, problem func(error) error, release func() error) *store {
	s := &store{read: read, problem: problem, release: release, closing: make(chan struct{})}
	s.recent.Store(newRecent())
	return s
}

func (s *store) stats() Stats {
	stats := Stats{Commits: s.commits.Load(), Writes: s.writes.Load(), Bytes: s.bytes.Load(), Failed: s.failed.Load(), Orphans: s.orphans.Load()}
	if err := s.failing.Load(); err != nil {
		stats.Failing = *err
	}
	return stats
}

// Close implements [Log].
func (s *store) Close() error {
	s.close.Do(func() {
		close(s.closing)
		<-s.moves.stopped
		<-s.others.stopped
		if err := s.release(); err != nil {
			s.closed = fmt.Errorf("close the event log: %w", err)
		}
	})
	return s.closed
}

// connection runs statements in the transaction of a connection that writes.
type connection interface {
	exec(query string, args ...any) (sql.Result, error)
	query(query string, args ...any) (*sql.Rows, error)
	queryRow(query string, args ...any) *sql.Row
}

// session is a connection that writes.
type session interface {
	// begin starts a transaction for a group of writes and returns what they use.
	begin(group []*request) (*tables, error)
	// commit ends the transaction and waits until it is durable.
	commit() error
	// rollback ends it without a trace, and returns why.
	rollback(why error) error
	// tidy is called after each group.
	tidy()
	close()
}

// errConflict says that another process was faster and nothing was written: the
// same writes may succeed or be refused when they are tried again.
var errConflict = errors.New("somebody else wrote the same")

// connectionError says that the database cannot be reached, so that further
// writes would fail too.
type connectionError struct{ error }

func (e connectionError) Unwrap() error { return e.error }

// Unavailable says that the same may succeed later.
func (connectionError) Unavailable() {}

// submit hands a write to the writer and waits until it is durable or refused.
// After a context error or ErrClosed it is never written.
func (s *store) submit(ctx context.Context, apply func(*tables) error) error {
	return s.submitTo(ctx, s.others, &request{apply: apply})
}

// change submits a write. Its errors begin with what it does, as in "delete a ban".
func (s *store) change(ctx context.Context, what string, apply func(*tables) error) error {
	if err := s.submit(ctx, apply); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
