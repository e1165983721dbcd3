package store

import (
	"context"
	"database/sql"
	"sync/atomic"
)

// sqliteSession is the one connection that writes to a file.
type sqliteSession struct {
	conn   *sql.Conn
	tables *tables
	// recent are the entries in the table recent, which are moved when there are
	// maxRecent.
	recent    *atomic.Pointer[recentEntries]
	maxRecent int

	// statements are those prepared so far, by their text.
	statements map[string]*sql.Stmt
}

func newSQLiteSession(ctx context.Context, db *sql.DB, recent *atomic.Pointer[recentEntries], maxRecent int) (*sqliteSession, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	s := &sqliteSession{conn: conn, recent: recent, maxRecent: maxRecent, statements: map[string]*sql.Stmt{}}
	s.tables = newTables(s, recent)
	s.tables.insert = func(p *pendingEntries, _ []trim) error {
		_, err := s.exec(`INSERT INTO recent (data) VALUES (?)`, p.data)
		return err
	}
	if err := s.recover(); err != nil {
		conn.Close()
		return nil, err
	}
	return s, nil
}

// prepared returns a statement, which is prepared once.
func (s *sqliteSession) prepared(query string) (*sql.Stmt, error) {
	if stmt, ok := s.statements[query]; ok {
		return stmt, nil
	}
	stmt, err := s.conn.PrepareContext(context.Background(), query)
	if err == nil {
		s.statements[query] = stmt
	}
	return stmt, err
}

// exec implements [connection].
func (s *sqliteSession) exec(query string, args ...any) (sql.Result, error) {
	stmt, err := s.prepared(query)
	if err != nil {
		return nil, err
	}
	return stmt.Exec(args...)
}

// query implements [connection].
func (s *sqliteSession) query(query string, args ...any) (*sql.Rows, error) {
	stmt, err := s.prepared(query)
	if err != nil {
		return nil, err
	}
	return stmt.Query(args...)
}

// queryRow implements [connection].
func (s *sqliteSession) queryRow(query string, args ...any) *sql.Row {
	stmt, err := s.prepared(query)
	if err != nil {
		return s.conn.QueryRowContext(context.Background(), query, args...) // it says why
	}
	return stmt.QueryRow(args...)
}

func (s *sqliteSession) begin([]*request) (*tables, error) {
	_, err := s.exec("BEGIN IMMEDIATE")
	return s.tables, err
}

func (s *sqliteSession) commit() error {
	_, err := s.exec("COMMIT")
	return err
}

// rollback cannot fail unless the database has ended the transaction itself.
func (s *sqliteSession) rollback(why error) error {
	_, _ = s.exec("ROLLBACK")
	return why
}

func (s *sqliteSession) close() { s.conn.Close() }
