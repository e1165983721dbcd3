package eventlog

import (
	"context"
	"database/sql"
	"strings"
)

// sqliteSession is the one connection that writes to a file.
type sqliteSession struct {
	conn   *sql.Conn
	tables *tables
	beginStmt, commitStmt,
	rollbackStmt *sql.Stmt
	addRecent               [len(entryRows)]*sql.Stmt
	moveRecent, emptyRecent *sql.Stmt
	// recent is how many rows were added to the table recent since it was empty,
	// which happens when they are maxRecent.
	recent, maxRecent int
}

// entryRows are how many rows the statements write that add entries: a row costs
// a third where many go into one statement.
var entryRows = [...]int{32, 8, 1}

func newSQLiteSession(ctx context.Context, db *sql.DB, maxRecent int) (_ *sqliteSession, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	s := &sqliteSession{conn: conn, maxRecent: maxRecent}
	prepare := func(query string) (stmt *sql.Stmt) {
		if err == nil {
			stmt, err = conn.PrepareContext(ctx, query)
		}
		return stmt
	}
	s.beginStmt = prepare("BEGIN IMMEDIATE")
	s.commitStmt = prepare("COMMIT")
	s.rollbackStmt = prepare("ROLLBACK")
	s.moveRecent = prepare(`INSERT INTO entries (room, seq, kind, data) SELECT room, seq, kind, data FROM recent ORDER BY room, seq`)
	s.emptyRecent = prepare(`DELETE FROM recent`)
	for i, rows := range entryRows {
		s.addRecent[i] = prepare(`INSERT INTO recent (room, seq, kind, data) VALUES ` +
			strings.TrimSuffix(strings.Repeat("(?, ?, ?, ?), ", rows), ", "))
	}
	s.tables = newTables(func(query string) statement { return prepare(query) })
	s.tables.insert = s.insert
	if err == nil {
		err = conn.QueryRowContext(ctx, `SELECT count(*) FROM recent`).Scan(&s.recent)
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return s, nil
}

func (s *sqliteSession) begin([]*request) (*tables, error) {
	_, err := s.beginStmt.Exec()
	return s.tables, err
}

func (s *sqliteSession) commit() error {
	_, err := s.commitStmt.Exec()
	return err
}

// rollback cannot fail unless the database has ended the transaction itself.
func (s *sqliteSession) rollback(why error) error {
	_, _ = s.rollbackStmt.Exec()
	return why
}

func (s *sqliteSession) close() { s.conn.Close() }

// insert adds entries to the table recent, and when there are many there, moves
// all of them.
func (s *sqliteSession) insert(left []pendingEntry) error {
	s.recent += len(left)
	var args [4 * 32]any
	for i, rows := range entryRows {
		for len(left) >= rows {
			for j, e := range left[:rows] {
				args[4*j], args[4*j+1], args[4*j+2], args[4*j+3] = e.room, e.seq, e.kind, e.data
			}
			if _, err := s.addRecent[i].Exec(args[:4*rows]...); err != nil {
				return err
			}
			left = left[rows:]
		}
	}
	if s.recent < s.maxRecent {
		return nil
	}
	if _, err := s.moveRecent.Exec(); err != nil {
		return err
	}
	s.recent = 0
	_, err := s.emptyRecent.Exec()
	return err
}
