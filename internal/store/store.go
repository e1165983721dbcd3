// Package store stores everything that outlives the process: the log of each
// room, the chat, finished matches, identities, bans and reports. A room's log is a list
// of opaque entries, numbered without gaps.
//
// The package knows no game, no room rules and no socket, and imports nothing
// else of the project. [OpenSQLite] opens a log on disk. Every implementation
// passes the suite in the package storetest.
package store

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"sync/atomic"

	"archmage/internal/store/commit"
)

// DB is everything that is kept, in a database. It is safe for use from many
// goroutines. Each part is a file with its types, what is checked and its SQL.
//
// A method that writes returns nil only after the write is durable. If it returns
//   - the error of its context, [ErrClosed], or one of [ErrFenced],
//     [ErrNotFound], [ErrExists], [ErrFull] and [ErrInvalid], then nothing was
//     written, and nothing will be. A write whose context ends while it is
//     already on its way to the disk waits for the outcome and returns that;
//   - any other error, then whether it was written is known only after reading
//     the room again.
//
// Data that is handed in is not kept after a method returns, and data that is
// returned belongs to the caller. Empty data may be read back as nil. Times are
// kept to the millisecond.
type DB struct {
	rooms
	directory
	chats
	archive
	results
	careers
	ratings
	files
	identities
	blocks
	follows
	invitations
	bans
	moderation
	site
	numbers
	notices
	store *store
}

func newDB(s *store) *DB {
	return &DB{rooms{s}, directory{s}, chats{s}, archive{s}, results{s}, careers{s}, ratings{s}, files{s},
		identities{s}, blocks{s}, follows{s}, invitations{s}, bans{s}, moderation{s}, site{s}, numbers{s}, notices{s}, s}
}

// store is the connections of an SQL database: a pool that reads, and lanes that
// write. SQLite and PostgreSQL take the same statements; what differs is in their
// sessions.
type store struct {
	read *sql.DB
	// prepared are statements that read, by their text.
	reading  sync.Mutex
	prepared map[string]*sql.Stmt
	// rewrite turns a statement into one of the database; nil leaves it as it is.
	rewrite func(string) string
	// problem adds the error that says what to do to one of the database.
	problem func(error) error
	// release closes the database.
	release func() error

	// recent are entries that are stored elsewhere than in their table. There are
	// none in PostgreSQL.
	recent atomic.Pointer[commit.Recent]

	lanes  *commit.Lanes
	close  sync.Once
	closed error
}

// Stats counts what the writers have done since the database was opened.
type Stats = commit.Stats

// newStore returns a store that still needs its lanes.
func newStore(read *sql.DB, problem func(error) error, release func() error) *store {
	s := &store{read: read, problem: problem, release: release, prepared: map[string]*sql.Stmt{}, lanes: commit.New(problem)}
	s.recent.Store(commit.NewRecent())
	return s
}

// Stats returns what the writers have done.
func (d *DB) Stats() Stats { return d.store.lanes.Stats() }

// Close waits until what is on its way is written, then releases everything.
// Afterwards each method returns ErrClosed.
func (d *DB) Close() error {
	s := d.store
	s.close.Do(func() {
		s.lanes.Close()
		if err := s.release(); err != nil {
			s.closed = fmt.Errorf("close the database: %w", err)
		}
	})
	return s.closed
}

// submit hands a write that is no room's to the writers.
func (s *store) submit(ctx context.Context, apply func(*tables) error) error {
	return s.lanes.Write(ctx, s.lanes.Others, "", func(tx *commit.Tx) error { return apply(&tables{tx}) })
}

// change submits a write. Its errors begin with what it does, as in "delete a ban".
func (s *store) change(ctx context.Context, what string, apply func(*tables) error) error {
	if err := s.submit(ctx, apply); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// readError returns the error of a read as a caller sees it.
func (s *store) readError(err error) error {
	select {
	case <-s.lanes.Closing:
		return ErrClosed
	default:
	}
	if isAway(err) {
		err = commit.ConnectionError{Err: err}
	}
	return s.problem(err)
}

// maxReading bounds how many statements that read are prepared: those of lists have
// many texts.
const maxReading = 256

// rows runs a statement that reads.
func (s *store) rows(ctx context.Context, query string, args []any) (*sql.Rows, error) {
	if s.rewrite != nil {
		return s.read.QueryContext(ctx, s.rewrite(query), args...) // pgx prepares it
	}
	s.reading.Lock()
	stmt := s.prepared[query]
	if stmt == nil && len(s.prepared) < maxReading {
		var err error
		if stmt, err = s.read.PrepareContext(ctx, query); err != nil {
			s.reading.Unlock()
			return nil, err
		}
		s.prepared[query] = stmt
	}
	s.reading.Unlock()
	if stmt == nil {
		return s.read.QueryContext(ctx, query, args...)
	}
	return stmt.QueryContext(ctx, args...)
}

// query calls scan for every row.
func (s *store) query(ctx context.Context, scan func(*sql.Rows) error, query string, args ...any) error {
	select {
	case <-s.lanes.Closing:
		return ErrClosed
	default:
	}
	rows, err := s.rows(ctx, query, args)
	if err != nil {
		return s.readError(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return s.readError(err)
		}
	}
	if err := rows.Err(); err != nil {
		return s.readError(err)
	}
	return nil
}
