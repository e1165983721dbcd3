package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/gofrs/flock"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// ErrOtherData: the database to which a folder is to be moved holds other data.
var ErrOtherData = errors.New("the database has other data: name an empty one")

// MovedTable says how much of a table was moved.
type MovedTable struct {
	Name string
	Rows int64
	// Hash is the sum of the SHA-256 of all rows, so that it does not depend on their
	// order. It is the same on both sides.
	Hash [sha256.Size]byte
}

// Migrate copies everything from a SQLite folder to an empty PostgreSQL database and
// reads it back to compare. All writes are one transaction: if Migrate fails or is
// interrupted, it leaves nothing behind and can be tried again. If the database has the
// same data already, it does nothing. Migrate calls done for each table. It reads a
// temporary copy of the folder, which itself stays as it is.
//
// It fails with [ErrLocked] while a server uses the folder, and with [ErrOtherData].
func Migrate(ctx context.Context, dir, url string, done func(MovedTable)) error {
	copyDir, err := os.MkdirTemp("", "archmage-migrate-")
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	defer func() { _ = os.RemoveAll(copyDir) }() // a copy that is left over does no harm
	if err := copyDatabase(dir, copyDir); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	from, err := OpenSQLite(ctx, copyDir, SQLiteOptions{Recent: 1, Check: true})
	if err != nil {
		return err
	}
	err = migrateFrom(ctx, from, url, done)
	if err = errors.Join(err, from.Close()); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// copyDatabase copies the files of a database that no server uses.
func copyDatabase(from, to string) error {
	// A server that has used the folder has left its lock file there.
	if _, err := os.Stat(filepath.Join(from, lockName)); err == nil {
		lock := flock.New(filepath.Join(from, lockName), flock.SetFlag(os.O_RDONLY))
		switch locked, err := lock.TryLock(); {
		case err != nil:
			return err
		case !locked:
			return ErrLocked
		}
		defer func() { _ = lock.Unlock() }() // nothing was written that could be lost
	}
	for _, suffix := range []string{"", "-wal"} {
		err := copyFile(filepath.Join(from, FileName+suffix), filepath.Join(to, FileName+suffix))
		if err != nil && !(suffix != "" && errors.Is(err, fs.ErrNotExist)) {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) (err error) {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }() // it was only read
	target, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	_, err = io.Copy(target, source)
	return err
}

func migrateFrom(ctx context.Context, from *SQLite, url string, done func(MovedTable)) error {
	// After a write, the writer moves the recent entries to their table.
	if err := from.engine.submit(ctx, func(*tx) error { return nil }); err != nil {
		return err
	}
	if err := from.flush(ctx); err != nil {
		return err
	}
	to, err := OpenPostgres(ctx, url, PostgresOptions{Readers: 1})
	if err != nil {
		return err
	}
	defer func() { _ = to.Close() }() // what it says of what was written, Commit has said
	conn, err := to.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	return conn.Raw(func(driver any) error {
		raw := driver.(*stdlib.Conn).Conn()
		tx, err := raw.Begin(ctx)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
		m := tableMover{from: from.engine.read, to: tx, done: done}
		if err := m.move(ctx); err != nil {
			return err
		}
		return tx.Commit(ctx)
	})
}

// flushed waits for earlier writes, and returns an error if there are recent entries that
// are not in their table.
func (s *SQLite) flush(ctx context.Context) error {
	// The writer moves recent entries after each group of writes.
	if err := s.engine.submit(ctx, func(*tx) error { return nil }); err != nil {
		return err
	}
	var remaining int
	if err := s.engine.read.QueryRowContext(ctx, `SELECT count(*) FROM recent`).Scan(&remaining); err != nil {
		return err
	}
	if remaining > 0 {
		return errors.New("recent entries could not be moved to their table")
	}
	return nil
}

// seeded are the tables that have a row from the beginning.
var seededTables = []string{"epochs", "rated_to"}

// mover copies one database to another.
type tableMover struct {
	from *sql.DB
	to   pgx.Tx
	done func(MovedTable)
}

// movedTable is a table and its columns.
type tableColumns struct {
	name    string
	columns []string
	// booleans are the columns that SQLite stores as numbers.
	booleans []bool
	// numbered says that the table numbers its rows.
	numbered bool
}

func (m *tableMover) move(ctx context.Context) error {
	list, err := m.tables(ctx)
	if err != nil {
		return err
	}
	hasData := false
	for i := range list {
		if slices.Contains(seededTables, list[i].name) {
			continue
		}
		var hasRows bool
		if err := m.to.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM `+list[i].name+`)`).Scan(&hasRows); err != nil {
			return err
		}
		hasData = hasData || hasRows
	}
	for i := range list {
		table := &list[i]
		if !hasData {
			if err := m.copy(ctx, table); err != nil {
				return fmt.Errorf("table %s: %w", table.name, err)
			}
		}
		want, err := m.sumFrom(ctx, table)
		if err != nil {
			return fmt.Errorf("table %s: %w", table.name, err)
		}
		got, err := m.sumTo(ctx, table)
		switch {
		case err != nil:
			return fmt.Errorf("table %s: %w", table.name, err)
		case got != want && hasData:
			return fmt.Errorf("table %s: %w", table.name, ErrOtherData)
		case got != want:
			return fmt.Errorf("table %s: %d rows became %d, or others", table.name, want.Rows, got.Rows)
		}
		m.done(got)
	}
	return nil
}

// tables returns the tables of the store, which both databases have.
func (m *tableMover) tables(ctx context.Context) ([]tableColumns, error) {
	rows, err := m.to.Query(
		ctx,
		`SELECT table_name, column_name, data_type = 'boolean', is_identity = 'YES' FROM information_schema.columns
		WHERE table_schema = current_schema() AND table_name <> ALL($1) ORDER BY table_name, ordinal_position`,
		postgresOnlyTables,
	)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []tableColumns
	for rows.Next() {
		var table, column string
		var boolean, identity bool
		if err := rows.Scan(&table, &column, &boolean, &identity); err != nil {
			return nil, err
		}
		if len(list) == 0 || list[len(list)-1].name != table {
			list = append(list, tableColumns{name: table})
		}
		last := &list[len(list)-1]
		last.columns, last.booleans = append(last.columns, column), append(last.booleans, boolean)
		last.numbered = last.numbered || identity
	}
	return list, rows.Err()
}

func (t *tableColumns) query() string {
	return `SELECT ` + strings.Join(t.columns, `, `) + ` FROM ` + t.name
}

func (m *tableMover) copy(ctx context.Context, table *tableColumns) error {
	if _, err := m.to.Exec(ctx, `DELETE FROM `+table.name); err != nil {
		return err
	}
	source, err := m.read(ctx, table)
	if err != nil {
		return err
	}
	defer source.rows.Close()
	if _, err := m.to.CopyFrom(ctx, pgx.Identifier{table.name}, table.columns, source); err != nil {
		return err
	}
	if !table.numbered {
		return nil
	}
	// A number is never given again, even if its row has been deleted.
	var last int64
	err = m.from.QueryRowContext(ctx, `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?), 0),
		coalesce((SELECT max(number) FROM `+table.name+`), 0))`, table.name).Scan(&last)
	if err != nil || last == 0 {
		return err
	}
	_, err = m.to.Exec(ctx, `SELECT setval(pg_get_serial_sequence($1, 'number'), $2)`, table.name, last)
	return err
}

// sqliteRows are the rows of a table with the types of PostgreSQL.
type sqliteRows struct {
	rows   *sql.Rows
	table  *tableColumns
	values []any
	err    error
}

func (m *tableMover) read(ctx context.Context, table *tableColumns) (*sqliteRows, error) {
	rows, err := m.from.QueryContext(ctx, table.query()) //nolint:rowserrcheck // Next does
	if err != nil {
		return nil, err
	}
	return &sqliteRows{rows: rows, table: table, values: make([]any, len(table.columns))}, nil
}

// Next implements [pgx.CopyFromSource].
func (r *sqliteRows) Next() bool {
	if !r.rows.Next() {
		r.err = r.rows.Err()
		return false
	}
	into := make([]any, len(r.values))
	for i := range into {
		into[i] = &r.values[i]
	}
	if r.err = r.rows.Scan(into...); r.err != nil {
		return false
	}
	for i, boolean := range r.table.booleans {
		switch value := r.values[i].(type) {
		case int64:
			if boolean {
				r.values[i] = value != 0
			}
		case []byte:
			r.values[i] = blob(value) // which is empty, not missing
		}
	}
	return true
}

// Values implements [pgx.CopyFromSource].
func (r *sqliteRows) Values() ([]any, error) { return slices.Clone(r.values), nil }

// Err implements [pgx.CopyFromSource].
func (r *sqliteRows) Err() error { return r.err }

func (m *tableMover) sumFrom(ctx context.Context, table *tableColumns) (MovedTable, error) {
	source, err := m.read(ctx, table)
	if err != nil {
		return MovedTable{}, err
	}
	defer source.rows.Close()
	sum := MovedTable{Name: table.name}
	for source.Next() {
		if err := sum.add(source.values); err != nil {
			return MovedTable{}, err
		}
	}
	return sum, source.Err()
}

func (m *tableMover) sumTo(ctx context.Context, table *tableColumns) (MovedTable, error) {
	rows, err := m.to.Query(ctx, table.query())
	if err != nil {
		return MovedTable{}, err
	}
	defer rows.Close()
	sum := MovedTable{Name: table.name}
	for rows.Next() {
		values, err := rows.Values()
		if err == nil {
			err = sum.add(values)
		}
		if err != nil {
			return MovedTable{}, err
		}
	}
	return sum, rows.Err()
}

// add counts a row. The order of rows does not matter.
func (t *MovedTable) add(values []any) error {
	var row []byte
	for _, value := range values {
		var text string
		switch value := value.(type) {
		case nil:
			row = append(row, 'n')
			continue
		case int64, bool:
			text = fmt.Sprint(value)
		case float64:
			text = strconv.FormatFloat(value, 'x', -1, 64)
		case string:
			text = value
		case []byte:
			text = string(value)
		default:
			return fmt.Errorf("a value of the type %T", value)
		}
		row = append(binary.AppendUvarint(append(row, 'v'), uint64(len(text))), text...)
	}
	hash := sha256.Sum256(row)
	for i := 0; i < len(hash); i += 8 {
		sum := binary.BigEndian.Uint64(t.Hash[i:]) + binary.BigEndian.Uint64(hash[i:])
		binary.BigEndian.PutUint64(t.Hash[i:], sum)
	}
	t.Rows++
	return nil
}
