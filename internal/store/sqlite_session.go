package store

import (
	"context"
	"database/sql"
	"strings"
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

	beginStmt, commitStmt, rollbackStmt       *sql.Stmt
	addEntries                                [len(entryRows)]*sql.Stmt
	addRecent, getRecent, delRecent, getFirst *sql.Stmt
}

func newSQLiteSession(ctx context.Context, db *sql.DB, recent *atomic.Pointer[recentEntries], maxRecent int) (_ *sqliteSession, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	s := &sqliteSession{conn: conn, recent: recent, maxRecent: maxRecent}
	prepare := func(query string) (stmt *sql.Stmt) {
		if err == nil {
			stmt, err = conn.PrepareContext(ctx, query)
		}
		return stmt
	}
	s.beginStmt = prepare("BEGIN IMMEDIATE")
	s.commitStmt = prepare("COMMIT")
	s.rollbackStmt = prepare("ROLLBACK")
	s.addRecent = prepare(`INSERT INTO recent (data) VALUES (?)`)
	s.getRecent = prepare(`SELECT data FROM recent ORDER BY number`)
	s.delRecent = prepare(`DELETE FROM recent`)
	s.getFirst = prepare(`SELECT first FROM heads WHERE room = ?`)
	for i, rows := range entryRows {
		s.addEntries[i] = prepare(`INSERT INTO entries (room, seq, kind, data) VALUES ` +
			strings.TrimSuffix(strings.Repeat("(?, ?, ?, ?), ", rows), ", "))
	}
	s.tables = newTables(func(query string) statement { return prepare(query) }, recent)
	s.tables.insert = func(p *pendingEntries, _ []trim) error {
		_, err := s.addRecent.Exec(p.data)
		return err
	}
	if err == nil {
		err = s.recover()
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
