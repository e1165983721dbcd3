package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

//go:embed migrations/*.sql
var migrations embed.FS

// SQLiteSchema returns the version of the schema of [OpenSQLite].
func SQLiteSchema() int {
	files, err := migrations.ReadDir("migrations")
	if err != nil {
		panic("store: " + err.Error()) // the files are part of the program
	}
	return len(files)
}

// applicationID marks a database file as one of this program ("arch" in ASCII).
const applicationID = 0x61726368

// pragma is a setting of a connection. want is the expected value when the setting is read back.
type pragma struct{ name, value, want string }

// writerPragmas are the settings of the connection for writing. With synchronous FULL, a commit returns
// after the write-ahead log is on disk.
var writerPragmas = []pragma{
	{"busy_timeout", "5000", "5000"},
	{"journal_mode", "WAL", "wal"},
	{"synchronous", "FULL", "2"},
	{"wal_autocheckpoint", "1000", "1000"},
	{"cache_size", "-8192", "-8192"},
	{"temp_store", "MEMORY", "2"},
	{"trusted_schema", "OFF", "0"},
}

var readerPragmas = []pragma{
	{"busy_timeout", "5000", "5000"},
	{"cache_size", "-4096", "-4096"},
	{"temp_store", "MEMORY", "2"},
	{"trusted_schema", "OFF", "0"},
	{"journal_mode", "", "wal"}, // only read back, because the mode is stored in the file
}

// writerPragmasFor returns the settings of the connection for writing. If volatile is true, commits do
// not wait for the disk.
func writerPragmasFor(volatile bool) []pragma {
	list := slices.Clone(writerPragmas)
	if index := slices.IndexFunc(list, func(p pragma) bool { return p.name == "synchronous" }); volatile {
		list[index].value, list[index].want = "OFF", "0"
	}
	return list
}

// openSQLitePool opens a pool of connections with the given pragmas, and verifies them on one
// connection.
func openSQLitePool(ctx context.Context, path string, pragmas []pragma, connections int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dataSource(path, pragmas))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	if err := verifyPragmas(ctx, db, pragmas); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// dataSource returns the driver's data source name for a file with pragmas.
func dataSource(path string, pragmas []pragma) string {
	query := url.Values{}
	for _, p := range pragmas {
		if p.value != "" {
			query.Add("_pragma", p.name+"("+p.value+")")
		}
	}
	name := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: query.Encode()}
	return name.String()
}

func verifyPragmas(ctx context.Context, db *sql.DB, pragmas []pragma) error {
	for _, p := range pragmas {
		var got string
		if err := db.QueryRowContext(ctx, "PRAGMA "+p.name).Scan(&got); err != nil {
			return err
		}
		if got != p.want {
			return fmt.Errorf("the database does not take the setting %s: it is %s, not %s", p.name, got, p.want)
		}
	}
	return nil
}

// prepareSQLite checks that the database belongs to this program, migrates its schema, and removes the
// remaining rows of deleted rooms.
func prepareSQLite(ctx context.Context, db *sql.DB, check bool) error {
	var id, tables int
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return err
	}
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return err
	}
	switch {
	case tables > 0 && id != applicationID:
		return fmt.Errorf("%s is some other database: %w", FileName, ErrCorrupt)
	case tables == 0:
		if _, err := db.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", applicationID)); err != nil {
			return err
		}
	}
	if check {
		var verdict string
		if err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
			return err
		}
		if verdict != "ok" {
			return fmt.Errorf("%w: %s", ErrCorrupt, verdict)
		}
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	if err := migrateSchema(ctx, goose.DialectSQLite3, db, files, nil); err != nil {
		return err
	}
	if err := readTables(ctx, db); err != nil {
		return err
	}
	return deleteLeftoverRows(ctx, db)
}

// readTables reads a row of each table, to detect a truncated or overwritten file early.
func readTables(ctx context.Context, db *sql.DB) error {
	var names []string
	rows, err := db.QueryContext(ctx, "SELECT name FROM sqlite_schema WHERE type = 'table'")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, name := range names {
		var found int
		if err := db.QueryRowContext(
			ctx,
			"SELECT count(*) FROM (SELECT * FROM "+name+" LIMIT 1)",
		).Scan(&found); err != nil {
			return err
		}
	}
	return nil
}

// migrateSchema migrates a database to the schema of this version. If a migration is needed and
// before is not nil, it calls before first.
func migrateSchema(
	ctx context.Context,
	dialect goose.Dialect,
	db *sql.DB,
	files fs.FS,
	before func() error,
	options ...goose.ProviderOption,
) error {
	steps, err := readSteps(files)
	if err != nil {
		return err
	}
	options = append(options, goose.WithGoMigrations(steps...), goose.WithDisableGlobalRegistry(true))
	provider, err := goose.NewProvider(dialect, db, nil, options...)
	if err != nil {
		return err
	}
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	if current > target {
		return fmt.Errorf("schema %d, and this version knows %d: %w", current, target, ErrNewerSchema)
	}
	if current < target && before != nil {
		if err := before(); err != nil {
			return err
		}
	}
	_, err = provider.Up(ctx)
	return err
}

// computed has what a migration computes in Go after its statements, in the same transaction, by the name of its
// file without the number.
var computed = map[string]func(context.Context, *sql.Tx) error{"folded_names.sql": fillFoldedNames}

// readSteps returns a migration for each file, which runs the file as one statement. goose itself would
// split the file into statements, for which it allocates four megabytes of memory per line.
func readSteps(files fs.FS) ([]*goose.Migration, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	var steps []*goose.Migration
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		version, err := goose.NumericComponent(name)
		if err != nil {
			return nil, err
		}
		run := func(ctx context.Context, tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, string(text)); err != nil {
				return err
			}
			_, purpose, _ := strings.Cut(name, "_")
			if compute := computed[purpose]; compute != nil {
				return compute(ctx, tx)
			}
			return nil
		}
		steps = append(steps, goose.NewGoMigration(version, &goose.GoFunc{RunTx: run}, nil))
	}
	return steps, nil
}

// sqliteError wraps an error of SQLite or of the file system in the error of this package that says
// what to do, if there is one.
func sqliteError(err error) error {
	if err == nil {
		return nil
	}
	for _, known := range []error{ErrFull, ErrLocked, ErrCorrupt, ErrNewerSchema, ErrInvalid} {
		if errors.Is(err, known) {
			return err
		}
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w (%w)", ErrFull, err)
	}
	var failure *sqlite.Error
	if !errors.As(err, &failure) {
		return err
	}
	switch failure.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%w (%w)", ErrFull, err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%w (%w)", ErrLocked, err)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w (%w)", ErrCorrupt, err)
	case sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG:
		return fmt.Errorf("%w (%w)", ErrInvalid, err)
	}
	return err
}
