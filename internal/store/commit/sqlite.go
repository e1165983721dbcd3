package commit

import (
	"context"
	"database/sql"
	"sync/atomic"
)

// SQLite is the one connection that writes to a file.
type SQLite struct {
	// Conn is the connection.
	Conn   *sql.Conn
	tables *Tx
	// recent are the entries in the table recent, which are moved when there are
	// maxRecent.
	recent    *atomic.Pointer[Recent]
	maxRecent int

	// statements are those prepared so far, by their text.
	statements map[string]*sql.Stmt
}

// NewSQLite returns the session, with the recent entries that are there.
func NewSQLite(ctx context.Context, db *sql.DB, recent *atomic.Pointer[Recent], maxRecent int) (*SQLite, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	s := &SQLite{Conn: conn, recent: recent, maxRecent: maxRecent, statements: map[string]*sql.Stmt{}}
	s.tables = newTx(s, recent)
	s.tables.insert = func(p *pendingEntries, _ []trim) error {
		_, err := s.Exec(`INSERT INTO recent (data) VALUES (?)`, p.data)
		return err
	}
	if err := s.recover(); err != nil {
		conn.Close()
		return nil, err
	}
	return s, nil
}

// prepared returns a statement, which is prepared once.
func (s *SQLite) prepared(query string) (*sql.Stmt, error) {
	if stmt, ok := s.statements[query]; ok {
		return stmt, nil
	}
	stmt, err := s.Conn.PrepareContext(context.Background(), query)
	if err == nil {
		s.statements[query] = stmt
	}
	return stmt, err
}

// Exec implements [Connection].
func (s *SQLite) Exec(query string, args ...any) (sql.Result, error) {
	stmt, err := s.prepared(query)
	if err != nil {
		return nil, err
	}
	return stmt.Exec(args...)
}

// Query implements [Connection].
func (s *SQLite) Query(query string, args ...any) (*sql.Rows, error) {
	stmt, err := s.prepared(query)
	if err != nil {
		return nil, err
	}
	return stmt.Query(args...)
}

// QueryRow implements [Connection].
func (s *SQLite) QueryRow(query string, args ...any) *sql.Row {
	stmt, err := s.prepared(query)
	if err != nil {
		return s.Conn.QueryRowContext(context.Background(), query, args...) // it says why
	}
	return stmt.QueryRow(args...)
}

func (s *SQLite) begin([]*request) (*Tx, error) {
	_, err := s.Exec("BEGIN IMMEDIATE")
	return s.tables, err
}

func (s *SQLite) commit() error {
	_, err := s.Exec("COMMIT")
	return err
}

// rollback cannot fail unless the database has ended the transaction itself.
func (s *SQLite) rollback(why error) error {
	_, _ = s.Exec("ROLLBACK")
	return why
}

func (s *SQLite) close() { s.Conn.Close() }
