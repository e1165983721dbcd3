// Package store is the durable storage of the server: the log and the chat of each room, finished
// matches, identities, bans and reports. A room's log is a list of entries that are numbered without
// gaps. The store does not interpret them.
//
// The package does not depend on games, room rules or sockets. Start reading at [DB]: each of its
// fields has a file of its own. [OpenSQLite] opens a database on disk, [OpenPostgres] one that
// several servers share. Both pass the suite in package storetest.
package store

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"sync/atomic"

	"archmage/internal/store/commit"
)

// DB is an open database. It is safe for concurrent use. Each field has a file with its methods,
// types, checks and SQL.
//
// A method that writes returns nil only after the write is durable. If it returns
//   - the error of its context, [ErrClosed], or one of [ErrFenced], [ErrNotFound], [ErrExists],
//     [ErrQuota], [ErrFull] and [ErrInvalid], then nothing was written, and nothing will be. If the
//     context ends after the write has begun, the method waits for the outcome and returns that;
//   - any other error, then the write may have been made. Read the room again to find out.
//
// Methods do not keep the data in their arguments, and returned data belongs to the caller. Empty data
// can be read back as nil. Times are stored to the millisecond.
type DB struct {
	Rooms         Rooms
	Directory     Directory
	Chats         Chats
	Archive       Archive
	Results       Results
	Careers       Careers
	Ratings       Ratings
	Imports       Imports
	Identities    Identities
	Blocks        Blocks
	Follows       Follows
	JoinCodes     JoinCodes
	Invitations   Invitations
	ClubLines     ClubLines
	Bans          Bans
	Moderation    Moderation
	Site          Site
	Counts        Counts
	Notifications Notifications
	Appointments  Appointments
	Events        Events
	Daily         Daily
	Puzzles       Puzzles

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
		Imports:       Imports{e},
		Identities:    Identities{e},
		Blocks:        Blocks{e},
		Follows:       Follows{e},
		JoinCodes:     JoinCodes{e},
		Invitations:   Invitations{e},
		ClubLines:     ClubLines{e},
		Bans:          Bans{e},
		Moderation:    Moderation{e},
		Site:          Site{e},
		Counts:        Counts{e},
		Notifications: Notifications{e},
		Appointments:  Appointments{e},
		Events:        Events{e},
		Daily:         Daily{e},
		Puzzles:       Puzzles{e},
		engine:        e,
	}
}

// engine has the connections to an SQL database: a pool for reading, and lanes for writing. It sends
// the same statements to SQLite and PostgreSQL. The sessions of package commit handle the
// differences.
type engine struct {
	read *sql.DB
	// prepared caches the prepared statements of read by their SQL.
	preparedMu sync.Mutex
	prepared   map[string]*sql.Stmt
	// rewrite converts a statement to the parameters of PostgreSQL. It is nil for SQLite.
	rewrite func(string) string
	// wrapError converts an error of the database to the error of this package that says what to
	// do.
	wrapError func(error) error
	// release closes the database.
	release func() error

	// recent has the entries of the table recent in memory. It is empty for PostgreSQL.
	recent atomic.Pointer[commit.Recent]

	lanes     *commit.Lanes
	closeOnce sync.Once
	closeErr  error
}

// Stats counts what the writers have done since the database was opened.
type Stats = commit.Stats

// newEngine returns an engine without lanes. The caller adds them.
func newEngine(read *sql.DB, wrapError func(error) error, release func() error) *engine {
	e := &engine{
		read:      read,
		wrapError: wrapError,
		release:   release,
		prepared:  map[string]*sql.Stmt{},
		lanes:     commit.New(wrapError),
	}
	e.recent.Store(commit.NewRecent())
	return e
}

// Stats returns the counts of the writers.
func (d *DB) Stats() Stats { return d.engine.lanes.Stats() }

// Close waits for the writes that have begun and closes the database. Afterwards all methods return
// ErrClosed.
func (d *DB) Close() error {
	e := d.engine
	e.closeOnce.Do(func() {
		e.lanes.Close()
		if err := e.release(); err != nil {
			e.closeErr = fmt.Errorf("close the database: %w", err)
		}
	})
	return e.closeErr
}

// submit makes a write that does not belong to a room, and waits for it.
func (s *engine) submit(ctx context.Context, apply func(*tx) error) error {
	return s.lanes.Write(ctx, s.lanes.Others, "", func(t *commit.Tx) error { return apply(&tx{t}) })
}

// change is like submit. Its errors begin with action, such as "delete a ban".
func (s *engine) change(ctx context.Context, action string, apply func(*tx) error) error {
	if err := s.submit(ctx, apply); err != nil {
		return fmt.Errorf("%s: %w", action, err)
	}
	return nil
}

// changeOne submits a statement that changes one row. It fails with ErrNotFound if no row has
// changed; name describes the row in the error.
func (s *engine) changeOne(ctx context.Context, action, name, query string, args ...any) error {
	return s.change(ctx, action, func(t *tx) error { return t.changeOne(name, query, args...) })
}

// changeAny submits a statement that changes any number of rows.
func (s *engine) changeAny(ctx context.Context, action, query string, args ...any) error {
	return s.change(ctx, action, func(t *tx) error { _, err := t.Exec(query, args...); return err })
}

// readError converts the error of a read to the error that callers get.
func (s *engine) readError(err error) error {
	select {
	case <-s.lanes.Closing:
		return ErrClosed
	default:
	}
	if isUnreachable(err) {
		err = commit.ConnectionError{Err: err}
	}
	return s.wrapError(err)
}

// maxPrepared bounds the prepared statements for reading. The queries of lists have many variants.
const maxPrepared = 256

// runRead runs a query on the pool for reading.
func (s *engine) runRead(ctx context.Context, query string, args []any) (*sql.Rows, error) {
	if s.rewrite != nil {
		return s.read.QueryContext(ctx, s.rewrite(query), args...) // pgx caches prepared statements
	}
	stmt, err := s.prepare(ctx, query) //nolint:sqlclosecheck // the cache closes it
	switch {
	case err != nil:
		return nil, err
	case stmt == nil:
		return s.read.QueryContext(ctx, query, args...)
	}
	return stmt.QueryContext(ctx, args...)
}

// prepare returns the prepared statement of a query, or nil if the cache is full.
func (s *engine) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	s.preparedMu.Lock()
	stmt, full := s.prepared[query], len(s.prepared) >= maxPrepared
	s.preparedMu.Unlock()
	if stmt != nil || full {
		return stmt, nil
	}
	// preparedMu is not locked here, because PrepareContext can wait for a connection.
	stmt, err := s.read.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.addPrepared(query, stmt), nil
}

// addPrepared adds a prepared statement to the cache and returns it. If another goroutine has added a
// statement for the same query, addPrepared closes stmt and returns that statement.
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

// query runs a query and calls scan for each row.
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
