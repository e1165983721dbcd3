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

// ErrOtherData: the target database of [Migrate] holds other data.
var ErrOtherData = errors.New("the database has other data: name an empty one")

// MovedTable has the number of rows and the hash of a table. Migrate compares these values between
// the two databases.
type MovedTable struct {
	Name string
	Rows int64
	// Hash is the sum of the SHA-256 hashes of all rows, so it does not depend on their order.
	Hash [sha256.Size]byte
}

// Migrate copies everything from a SQLite folder to an empty PostgreSQL database, and compares the
// two. All writes are one transaction: if Migrate fails or is interrupted, it leaves nothing behind
// and can be tried again. If the database has the same data already, Migrate writes nothing. It calls
// report after each table. It reads a temporary copy of the folder and does not change the folder
// itself.
//
// It fails with [ErrLocked] while a server uses the folder, and with [ErrOtherData].
func Migrate(ctx context.Context, dir, url string, report func(MovedTable)) error {
	copyDir, err := os.MkdirTemp("", "archmage-migrate-")
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	defer func() { _ = os.RemoveAll(copyDir) }() // a copy that is left behind does no harm
	if err := copyDatabase(dir, copyDir); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	from, err := OpenSQLite(ctx, copyDir, SQLiteOptions{MaxRecent: 1, Check: true})
	if err != nil {
		return err
	}
	err = migrateFrom(ctx, from, url, report)
	if err = errors.Join(err, from.Close()); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// copyDatabase copies the files of a database. It fails with ErrLocked while a server uses them.
func copyDatabase(from, to string) error {
	// A folder without a lock file has never been used by a server.
	if _, err := os.Stat(filepath.Join(from, lockName)); err == nil {
		lock := flock.New(filepath.Join(from, lockName), flock.SetFlag(os.O_RDONLY))
		switch locked, err := lock.TryLock(); {
		case err != nil:
			return err
		case !locked:
			return ErrLocked
		}
		defer func() { _ = lock.Unlock() }() // the folder was only read
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
	defer func() { _ = source.Close() }() // the file was only read
	target, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	_, err = io.Copy(target, source)
	return err
}

func migrateFrom(ctx context.Context, from *SQLite, url string, done func(MovedTable)) error {
	// MaxRecent is 1, so the writer moves the recent entries to the table entries after each
	// write.
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
	defer func() { _ = to.Close() }() // Commit has already reported whether the data was written
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

// flush waits for earlier writes. It fails if there are recent entries that were not moved to the table
// entries.
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

// seededTables have a row in a new database.
var seededTables = []string{"epochs", "rated_to"}

// tableMover copies the tables of a SQLite database to PostgreSQL.
type tableMover struct {
	from *sql.DB
	to   pgx.Tx
	done func(MovedTable)
}

// tableColumns is a table with its columns.
type tableColumns struct {
	name    string
	columns []string
	// booleans is true for the columns of type boolean, which SQLite stores as numbers.
	booleans []bool
	// numbered is true if the database assigns numbers to the rows of the table.
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
		want, err := m.sumSource(ctx, table)
		if err != nil {
			return fmt.Errorf("table %s: %w", table.name, err)
		}
		got, err := m.sumTarget(ctx, table)
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

// tables returns the tables that both databases have.
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
	// The sequence continues after the last number that was ever used, even if the row with that
	// number is deleted.
	var last int64
	err = m.from.QueryRowContext(ctx, `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?), 0),
		coalesce((SELECT max(number) FROM `+table.name+`), 0))`, table.name).Scan(&last)
	if err != nil || last == 0 {
		return err
	}
	_, err = m.to.Exec(ctx, `SELECT setval(pg_get_serial_sequence($1, 'number'), $2)`, table.name, last)
	return err
}

// sqliteRows returns the rows of a SQLite table with the types of PostgreSQL. It implements
// [pgx.CopyFromSource].
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
			r.values[i] = blob(value) // an empty value is not NULL
		}
	}
	return true
}

// Values implements [pgx.CopyFromSource].
func (r *sqliteRows) Values() ([]any, error) { return slices.Clone(r.values), nil }

// Err implements [pgx.CopyFromSource].
func (r *sqliteRows) Err() error { return r.err }

func (m *tableMover) sumSource(ctx context.Context, table *tableColumns) (MovedTable, error) {
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

func (m *tableMover) sumTarget(ctx context.Context, table *tableColumns) (MovedTable, error) {
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

// add adds a row to the count and to the hash.
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
