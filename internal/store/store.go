// Package store stores everything that outlives the process: the log and the chat of each
// room, finished matches, identities, bans and reports. A room's log is a list of
// entries, numbered without gaps, whose contents mean nothing to the store.
//
// The package knows no game, no room rules and no socket. Of the project it imports only
// its own packages, as commit, and background work. Begin at [DB]: each of its fields is a
// concern with a file of its own. [OpenSQLite] opens a database on disk, [OpenPostgres] one
// that several servers share. Both pass the suite in the package storetest.
package store

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"sync/atomic"

	"archmage/internal/store/commit"
)

// DB is a database with everything that is kept. It is safe for use from many goroutines.
// Each field is a concern, with a file of its own that has its types, its checks and its SQL.
//
// A method that writes returns nil only after the write is durable. If it returns
//   - the error of its context, [ErrClosed], or one of [ErrFenced],
//     [ErrNotFound], [ErrExists], [ErrFull] and [ErrInvalid], then nothing was
//     written, and nothing will be. A write whose context ends while it is
//     already on its way to the disk waits for the outcome and returns that;
//   - any other error, then whether it was written is known only after reading
//     the room again.
//
// A method does not keep the data that it is given, and data that it returns belongs to
// the caller. Empty data may be read back as nil. Times are stored to the millisecond.
type DB struct {
	Rooms         Rooms
	Directory     Directory
	Chats         Chats
	Archive       Archive
	Results       Results
	Careers       Careers
	Ratings       Ratings
	Files         Files
	Identities    Identities
	Blocks        Blocks
	Follows       Follows
	Invitations   Invitations
	Bans          Bans
	Moderation    Moderation
	Site          Site
	Counts        Counts
	Notifications Notifications

	engine *engine
}

func newDB(e *engine) *DB {
	return &DB{
		Rooms:         Rooms{e},
		Directory:     Directory{e},
		Chats:         Chats{e},
		Archive:       Archive{e},
		Results:       Results{e},
		Careers:       Careers{e},
		Ratings:       Ratings{e},
		Files:         Files{e},
		Identities:    Identities{e},
		Blocks:        Blocks{e},
		Follows:       Follows{e},
		Invitations:   Invitations{e},
		Bans:          Bans{e},
		Moderation:    Moderation{e},
		Site:          Site{e},
		Counts:        Counts{e},
		Notifications: Notifications{e},
		engine:        e,
	}
}

// engine holds the connections to an SQL database: a pool that reads, and lanes that
// write. SQLite and PostgreSQL take the same statements; what differs is in their
// sessions.
type engine struct {
	read *sql.DB
	// prepared are the prepared statements that read, by their text.
	preparedMu sync.Mutex
	prepared   map[string]*sql.Stmt
	// rewrite turns a statement into the dialect of the database; nil leaves it as it is.
	rewrite func(string) string
	// problem adds to an error of the database the one that says what to do about it.
	explain func(error) error
	// release closes the database.
	release func() error

	// recent are the entries that are still in the table recent. PostgreSQL has none.
	recent atomic.Pointer[commit.Recent]

	lanes     *commit.Lanes
	closeOnce sync.Once
	closeErr  error
}

// Stats counts what the writers have done since the database was opened.
type Stats = commit.Stats

// newEngine returns an engine that still needs its lanes.
func newEngine(read *sql.DB, explain func(error) error, release func() error) *engine {
	s := &engine{
		read:     read,
		explain:  explain,
		release:  release,
		prepared: map[string]*sql.Stmt{},
		lanes:    commit.New(explain),
	}
	s.recent.Store(commit.NewRecent())
	return s
}

// Stats returns what the writers have done.
func (d *DB) Stats() Stats { return d.engine.lanes.Stats() }

// Close waits until the writes on their way are done, then releases everything.
// Afterwards each method returns ErrClosed.
func (d *DB) Close() error {
	s := d.engine
	s.closeOnce.Do(func() {
		s.lanes.Close()
		if err := s.release(); err != nil {
			s.closeErr = fmt.Errorf("close the database: %w", err)
		}
	})
	return s.closeErr
}

// submit hands a write that belongs to no room to a writer.
func (s *engine) submit(ctx context.Context, apply func(*tx) error) error {
	return s.lanes.Write(ctx, s.lanes.Others, "", func(t *commit.Tx) error { return apply(&tx{t}) })
}

// change submits a write. Its errors begin with what, which says what the write does, as
// in "delete a ban".
func (s *engine) change(ctx context.Context, action string, apply func(*tx) error) error {
	if err := s.submit(ctx, apply); err != nil {
		return fmt.Errorf("%s: %w", action, err)
	}
	return nil
}

// changeOne submits a write of one statement that changes one row, or fails with ErrNotFound; name says
// what is not found.
func (s *engine) changeOne(ctx context.Context, action, name, query string, args ...any) error {
	return s.change(ctx, action, func(t *tx) error { return t.changeOne(name, query, args...) })
}

// changeAny submits a write of one statement that changes any number of rows.
func (s *engine) changeAny(ctx context.Context, action, query string, args ...any) error {
	return s.change(ctx, action, func(t *tx) error { _, err := t.Exec(query, args...); return err })
}

// readError returns the error of a read as a caller sees it.
func (s *engine) readError(err error) error {
	select {
	case <-s.lanes.Closing:
		return ErrClosed
	default:
	}
	if isUnreachable(err) {
		err = commit.ConnectionError{Err: err}
	}
	return s.explain(err)
}

// maxReading bounds how many statements that read are prepared. The statements of lists
// have many texts.
const maxPrepared = 256

// rows runs a statement that reads.
func (s *engine) runRead(ctx context.Context, query string, args []any) (*sql.Rows, error) {
	if s.rewrite != nil {
		return s.read.QueryContext(ctx, s.rewrite(query), args...) // pgx prepares it
	}
	stmt, err := s.prepare(ctx, query) //nolint:sqlclosecheck // it is kept
	switch {
	case err != nil:
		return nil, err
	case stmt == nil:
		return s.read.QueryContext(ctx, query, args...)
	}
	return stmt.QueryContext(ctx, args...)
}

// reader returns the prepared statement of a text, nil if too many are prepared already.
func (s *engine) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	s.preparedMu.Lock()
	stmt, full := s.prepared[query], len(s.prepared) >= maxPrepared
	s.preparedMu.Unlock()
	if stmt != nil || full {
		return stmt, nil
	}
	// Without the lock: this may wait for a connection.
	stmt, err := s.read.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.addPrepared(query, stmt), nil
}

// keep stores the prepared statement of a text, and returns the one that reads use: another read may have
// been faster.
func (s *engine) addPrepared(query string, stmt *sql.Stmt) *sql.Stmt {
	s.preparedMu.Lock()
	defer s.preparedMu.Unlock()
	if first := s.prepared[query]; first != nil {
		defer func() { _ = stmt.Close() }()
		return first
	}
	s.prepared[query] = stmt
	return stmt
}

// query calls scan for every row.
func (s *engine) query(ctx context.Context, scan func(*sql.Rows) error, query string, args ...any) error {
	select {
	case <-s.lanes.Closing:
		return ErrClosed
	default:
	}
	rows, err := s.runRead(ctx, query, args)
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
