package commit

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// SQLite is the [Session] on the only connection that writes to a database file.
type SQLite struct {
	Conn *sql.Conn
	tx   *Tx
	// recent has the entries of the table recent. When there are maxRecent, tidy moves them to the
	// table entries.
	recent    *atomic.Pointer[Recent]
	maxRecent int

	// statements caches the prepared statements by their SQL.
	statements map[string]*sql.Stmt
}

// NewSQLite returns a session and loads the recent entries of the file.
func NewSQLite(ctx context.Context, db *sql.DB, recent *atomic.Pointer[Recent], maxRecent int) (*SQLite, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	s := &SQLite{Conn: conn, recent: recent, maxRecent: maxRecent, statements: map[string]*sql.Stmt{}}
	s.tx = newTx(s, recent)
	s.tx.insert = func(p *pendingEntries, _ []trim) error {
		_, err := s.Exec(`INSERT INTO recent (data) VALUES (?)`, p.data)
		return err
	}
	if err := s.loadRecent(); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return s, nil
}

// prepared returns the prepared statement of a query.
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
	stmt, err := s.prepared(query) //nolint:sqlclosecheck // the cache closes it
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(context.Background(), args...)
}

// Query implements [Connection].
func (s *SQLite) Query(query string, args ...any) (*sql.Rows, error) {
	stmt, err := s.prepared(query) //nolint:sqlclosecheck // the cache closes it
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(context.Background(), args...)
}

// QueryRow implements [Connection].
func (s *SQLite) QueryRow(query string, args ...any) *sql.Row {
	stmt, err := s.prepared(query) //nolint:sqlclosecheck // the cache closes it
	if err != nil {
		return s.Conn.QueryRowContext(context.Background(), query, args...) // Scan returns the error
	}
	return stmt.QueryRowContext(context.Background(), args...)
}

func (s *SQLite) begin([]*request) (*Tx, error) {
	_, err := s.Exec("BEGIN IMMEDIATE")
	return s.tx, err
}

func (s *SQLite) commit() error {
	_, err := s.Exec("COMMIT")
	return err
}

// rollback ignores the error of ROLLBACK: it fails only if the database has ended the transaction
// itself.
func (s *SQLite) rollback(cause error) error {
	_, _ = s.Exec("ROLLBACK")
	return cause
}

func (s *SQLite) close() { _ = s.Conn.Close() } // closing the database reports errors

// Recent has the entries of the table recent in memory, by room. When the entries are moved to the
// table entries, a new Recent replaces this one, which no longer changes. A reader that first loads
// Recent and then reads the table entries therefore misses no entry. Recent is safe for concurrent
// use.
type Recent struct {
	mu    sync.RWMutex
	rooms map[int64][]Entry
	// progress has the progress of the matches that is not in the table heads yet, by room.
	progress map[int64][]byte
	// count is the number of entries in the table. deleted is true if some of these entries belong
	// to deleted rooms.
	count   int
	deleted bool
}

// NewRecent returns a Recent without entries.
func NewRecent() *Recent {
	return &Recent{rooms: map[int64][]Entry{}, progress: map[int64][]byte{}}
}

// apply records what a committed transaction has added and removed.
func (r *Recent) apply(added *pendingEntries, removed []trim) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count += len(added.list)
	for _, e := range added.list {
		data := added.data[e.start:e.end:e.end]
		if e.seq == 0 {
			r.progress[e.room] = data
		} else {
			r.rooms[e.room] = append(r.rooms[e.room], Entry{Seq: e.seq, Kind: e.kind, Data: data})
		}
	}
	for _, t := range removed {
		list := r.rooms[t.room]
		if t.deleted {
			r.deleted = r.deleted || len(list) > 0
			delete(r.rooms, t.room)
			delete(r.progress, t.room)
			continue
		}
		if list = list[indexFrom(list, t.seq+1):]; len(list) > 0 {
			r.rooms[t.room] = list
		} else {
			delete(r.rooms, t.room)
		}
	}
}

// indexFrom returns the index of the first entry whose number is at least from.
func indexFrom(list []Entry, from uint64) int {
	index, _ := slices.BinarySearchFunc(list, from, func(e Entry, from uint64) int { return cmp.Compare(e.Seq, from) })
	return index
}

// isFull reports whether the entries have to be moved.
func (r *Recent) isFull(limit int) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.count >= limit || r.deleted
}

// Last returns the number of a room's last recent entry; 0 if there is none.
func (r *Recent) Last(room int64) uint64 {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if list := r.rooms[room]; len(list) > 0 {
		return list[len(list)-1].Seq
	}
	return 0
}

// Progress returns a copy of the progress of a room's match; nil if the table heads has it.
func (r *Recent) Progress(room int64) []byte {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return bytes.Clone(r.progress[room])
}

// From returns copies of at most limit recent entries of a room with numbers of at least from.
func (r *Recent) From(room int64, from uint64, limit int) []Entry {
	r.mu.RLock()
	defer r.mu.RUnlock()
	list := r.rooms[room]
	list = list[indexFrom(list, from):]
	list = slices.Clone(list[:min(len(list), limit)])
	for i := range list {
		list[i].Data = bytes.Clone(list[i].Data)
	}
	return list
}

// insertSizes are the numbers of rows of the INSERT statements for entries. In the largest statement,
// a row takes a third of the time that it takes in a statement of its own.
var insertSizes = [...]int{32, 8, 1}

// tidy moves the recent entries to the table entries when there are many, in a transaction of its own.
// After an error it tries again after the next group.
func (s *SQLite) tidy() {
	if !s.recent.Load().isFull(s.maxRecent) {
		return
	}
	if _, err := s.begin(nil); err != nil {
		return
	}
	err := s.moveRecent()
	if err == nil {
		err = s.commit()
	}
	if err != nil {
		_ = s.rollback(err)
		s.tx.reset()
		return
	}
	s.recent.Store(NewRecent())
}

func (s *SQLite) moveRecent() error {
	var args []any
	recent := s.recent.Load() // only this goroutine changes it
	for _, room := range slices.Sorted(maps.Keys(recent.rooms)) {
		for _, e := range recent.rooms[room] {
			args = append(args, room, int64(e.Seq), e.Kind, e.Data)
		}
	}
	for _, rows := range insertSizes {
		query := `INSERT INTO entries (room, seq, kind, data) VALUES ` + strings.TrimSuffix(
			strings.Repeat("(?, ?, ?, ?), ", rows),
			", ",
		)
		for len(args) >= 4*rows {
			if _, err := s.Exec(query, args[:4*rows]...); err != nil {
				return err
			}
			args = args[4*rows:]
		}
	}
	for room, progress := range recent.progress {
		if _, err := s.tx.Exec(setProgress, string(progress), room); err != nil {
			return err
		}
	}
	_, err := s.Exec(`DELETE FROM recent`)
	return err
}

// loadRecent reads the recent entries when the database is opened, without trimmed ones and those of
// deleted rooms.
func (s *SQLite) loadRecent() error {
	rows, err := s.Query(`SELECT data FROM recent ORDER BY number`)
	if err != nil {
		return err
	}
	defer rows.Close()
	recent := NewRecent()
	for rows.Next() {
		var row []byte
		var p pendingEntries
		if err := rows.Scan(&row); err != nil {
			return err
		}
		if err := p.decode(row); err != nil {
			return err
		}
		recent.apply(&p, nil)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	rooms := slices.AppendSeq(slices.Collect(maps.Keys(recent.rooms)), maps.Keys(recent.progress))
	for _, room := range rooms {
		var first uint64
		err := s.QueryRow(`SELECT first FROM heads WHERE room = ?`, room).Scan(&first)
		deleted := errors.Is(err, sql.ErrNoRows)
		if err != nil && !deleted {
			return err
		}
		recent.apply(&pendingEntries{}, []trim{{room, first - 1, deleted}})
	}
	s.recent.Store(recent)
	return nil
}
