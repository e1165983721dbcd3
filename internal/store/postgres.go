package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"

	"archmage/internal/store/commit"
)

//go:embed migrations/postgres/*.sql
var postgresMigrations embed.FS

// postgresVersionTable is the table with the version of the schema. A schema with this table belongs
// to this program.
const postgresVersionTable = "archmage_versions"

// PostgresSchema returns the version of the schema of [OpenPostgres].
func PostgresSchema() int {
	files, err := postgresMigrations.ReadDir("migrations/postgres")
	if err != nil {
		panic("store: " + err.Error()) // the files are part of the program
	}
	return len(files)
}

// PostgresOptions are the settings of [OpenPostgres]. The zero value is the default of a server.
type PostgresOptions struct {
	// Readers is the number of connections for reading, in addition to the two for writing; 0
	// means 8.
	Readers int
	// Queue is the number of writes that can wait for each writer before further ones block; 0
	// means 4096.
	Queue int
	// ConnectTimeout is the longest time that a write waits for a database that cannot be reached;
	// 0 means 5 s. OutcomeTimeout is the longest time that a write waits for its outcome; 0 means
	// 20 s.
	ConnectTimeout, OutcomeTimeout time.Duration
}

// Postgres is a [DB] in a PostgreSQL database that several processes can use at the same time. Two
// goroutines write, each on its own connection. One makes the writes of rooms during a match, and the
// other makes all other writes. Each goroutine takes all waiting writes and commits them in one
// transaction.
type Postgres struct {
	*DB
	db *sql.DB
	// key is the number of the schema's advisory lock. exclusiveSlots has room for maxExclusive
	// calls of [Postgres.Exclusive].
	key            int64
	exclusiveSlots chan struct{}
	// heartbeats is the pool for heartbeats and signals, which must not wait for other statements.
	// It connects at its first use.
	heartbeats *sql.DB
	pools      *postgresPools
}

// OpenPostgres opens the store in the database with the URL (postgres://...), in the first schema of
// the search path, and migrates the tables to the current version. It fails with [ErrCorrupt] if the
// schema has tables of another program, and with [ErrNewerSchema] and [ErrInUse].
func OpenPostgres(ctx context.Context, url string, options PostgresOptions) (*Postgres, error) {
	p, err := openPostgres(ctx, url, options)
	if err != nil {
		return nil, fmt.Errorf("open the database in PostgreSQL: %w", openingError(err))
	}
	return p, nil
}

func openPostgres(ctx context.Context, url string, options PostgresOptions) (_ *Postgres, err error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 5 * time.Second
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "archmage"
	}
	pools := newPostgresPools(config)
	db := pools.open(positiveOr(options.Readers, 8) + 2)
	defer func() {
		if err != nil {
			err = errors.Join(err, db.Close())
		}
	}()
	key, err := preparePostgres(ctx, db)
	if err != nil {
		return nil, err
	}
	heartbeats := pools.open(4)
	s := newEngine(db, postgresError, func() error { return errors.Join(heartbeats.Close(), db.Close()) })
	s.rewrite = commit.NumberParameters
	session := func(moves bool) (*commit.Postgres, error) {
		return commit.NewPostgres(ctx, db, commit.PostgresOptions{
			Moves:   moves,
			Key:     key,
			Closing: s.lanes.Closing,
			Recent:  &s.recent,
			OtherOwner: `SELECT h.owner, NOT ` + ownedByNoNode + ` FROM heads h
				WHERE h.room = ? AND h.owner NOT IN ('', ?)`,
			ConnectTimeout: durationOr(options.ConnectTimeout, 5*time.Second),
			OutcomeTimeout: durationOr(options.OutcomeTimeout, 20*time.Second),
			OnReadOnly:     pools.invalidate,
		})
	}
	moves, err := session(true)
	if err != nil {
		return nil, err
	}
	others, err := session(false)
	if err != nil {
		return nil, err
	}
	s.lanes.Moves = s.lanes.Add(moves, positiveOr(options.Queue, 4096))
	s.lanes.Others = s.lanes.Add(others, positiveOr(options.Queue, 4096))
	return &Postgres{
		DB:             newDB(s),
		db:             db,
		key:            key,
		exclusiveSlots: make(chan struct{}, maxExclusive),
		heartbeats:     heartbeats,
		pools:          pools,
	}, nil
}

func durationOr(d, fallback time.Duration) time.Duration {
	if d > 0 {
		return d
	}
	return fallback
}

// preparePostgres checks the settings of the database and migrates the schema to this version. It
// returns the number of the schema's advisory lock.
func preparePostgres(ctx context.Context, db *sql.DB) (key int64, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close() }() // returns the connection to the pool
	for name, want := range map[string]string{"fsync": "on", "full_page_writes": "on", "server_encoding": "UTF8"} {
		var got string
		if err := conn.QueryRowContext(ctx, "SELECT current_setting($1)", name).Scan(&got); err != nil {
			return 0, err
		}
		if got != want {
			return 0, fmt.Errorf("the setting %s of the database is %s, not %s", name, got, want)
		}
	}
	var schema sql.NullString
	if err := conn.QueryRowContext(ctx, "SELECT current_schema()").Scan(&schema); err != nil {
		return 0, err
	}
	if !schema.Valid {
		return 0, errors.New("the search path names no schema")
	}
	hash := fnv.New64a()
	hash.Write([]byte("archmage " + schema.String))
	key = int64(hash.Sum64())
	// If two processes start at the same time, one migrates the schema and the other waits.
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return 0, err
	}
	defer func() {
		_, unlockErr := conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
		err = errors.Join(err, unlockErr)
	}()
	var isOurs bool
	var tables int
	err = conn.QueryRowContext(
		ctx,
		`SELECT count(*), coalesce(bool_or(tablename = $1), false) FROM pg_tables WHERE schemaname = current_schema()`,
		postgresVersionTable,
	).Scan(&tables, &isOurs)
	if err != nil {
		return 0, err
	}
	if tables > 0 && !isOurs {
		return 0, fmt.Errorf("the schema %s has the tables of another program: %w", schema.String, ErrCorrupt)
	}
	files, err := fs.Sub(postgresMigrations, "migrations/postgres")
	if err != nil {
		return 0, err
	}
	return key, migrateSchema(
		ctx,
		goose.DialectPostgres,
		db,
		files,
		func() error { return checkNoneAlive(ctx, conn) },
		goose.WithTableName(postgresVersionTable),
	)
}

// postgresError wraps an error of PostgreSQL in the error of this package that says what to do, if
// there is one.
func postgresError(err error) error {
	var failure *pgconn.PgError
	if err == nil || !errors.As(err, &failure) {
		return err
	}
	for _, known := range []error{ErrFull, ErrCorrupt, ErrNewerSchema, ErrInvalid, commit.ErrConflict} {
		if errors.Is(err, known) {
			return err
		}
	}
	switch failure.Code {
	case "53100": // disk_full
		return fmt.Errorf("%w (%w)", ErrFull, err)
	case "XX001", "XX002": // data_corrupted, index_corrupted
		return fmt.Errorf("%w (%w)", ErrCorrupt, err)
	case "23505", "40001", "40P01", commit.FencedCode: // unique_violation, serialization_failure, deadlock_detected
		return fmt.Errorf("%w (%w)", commit.ErrConflict, err)
	}
	switch failure.Code[:min(2, len(failure.Code))] {
	case "22", "23", "54": // data_exception, integrity_constraint_violation, program_limit_exceeded
		return fmt.Errorf("%w (%w)", ErrInvalid, err)
	}
	return err
}

// openingError is postgresError with further errors of OpenPostgres. It returns a
// commit.ConnectionError if a later try can succeed.
func openingError(err error) error {
	var failure *pgconn.PgError
	switch {
	case isUnreachableAtOpen(err):
		return commit.ConnectionError{Err: err}
	case !errors.As(err, &failure):
		return err
	}
	switch failure.Code {
	case "42501": // insufficient_privilege
		return fmt.Errorf(
			"the user of the database may not create tables in the schema: make the user its owner, "+
				"as createdb --owner does (%w)",
			err,
		)
	case "42P05", "26000": // duplicate_prepared_statement, invalid_sql_statement_name
		return fmt.Errorf(
			"a pooler like PgBouncer gives each transaction another connection: "+
				"set its pool_mode to session, or connect to PostgreSQL itself (%w)",
			err,
		)
	}
	return postgresError(err)
}

// isUnreachableAtOpen reports whether PostgreSQL cannot be reached for a reason that can pass without a
// change of the settings: its address does not answer or does not resolve yet, or the server is starting
// or stopping or has too many connections.
func isUnreachableAtOpen(err error) bool {
	var failure *pgconn.PgError
	if errors.As(err, &failure) {
		return isUnreachable(err)
	}
	return errors.As(err, new(commit.ConnectionError)) || errors.As(err, new(*net.OpError)) ||
		errors.As(err, new(*net.DNSError)) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.As(err, new(*pgconn.ConnectError)) && errors.Is(err, context.DeadlineExceeded)
}

// isUnreachable reports whether a statement has failed because PostgreSQL cannot be reached now.
func isUnreachable(err error) bool {
	var failure *pgconn.PgError
	if errors.As(err, &failure) {
		return strings.HasPrefix(failure.Code, "57P") || failure.Code == "53300" ||
			commit.IsReadOnly(err) // the server starts, stops, has too many connections, or is a standby
	}
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, new(*net.OpError)) ||
		errors.As(err, new(*pgconn.ConnectError))
}
