package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"archmage/internal/store/commit"
	"archmage/internal/store/postgrestest"
)

// An error of PostgreSQL about the data is a refusal, and the writer does not count as failing.
func TestDataThatPostgresRefuses(t *testing.T) {
	p := openPostgresTest(t, postgrestest.URL(t))
	for name, write := range map[string]func(*tx) error{
		"U+0000":                    banWrite("a\x00b"),
		"not UTF-8":                 banWrite("a\xffb"),
		"NULL in a column NOT NULL": statementWrite(`UPDATE epochs SET last = NULL`),
		"too long for an index": statementWrite(
			`DO $$ BEGIN RAISE EXCEPTION 'too long' USING ERRCODE = '54000'; END $$`,
		),
	} {
		t.Run(name, func(t *testing.T) {
			err := p.engine.submit(t.Context(), write)
			require.ErrorIs(t, err, ErrInvalid)
			require.Zero(t, p.Stats().Failed)
			require.NoError(t, p.Stats().Failing)
		})
	}
	err := p.engine.query(
		t.Context(),
		func(*sql.Rows) error { return nil },
		`SELECT id FROM rooms WHERE id = ?`,
		"\x00",
	)
	require.ErrorIs(t, err, ErrInvalid)
}

// banWrite returns a write that bans a person.
func banWrite(person string) func(*tx) error {
	return func(t *tx) error {
		_, err := t.Exec(insertBan, person, "", "", "", "", "", 1, nil)
		return err
	}
}

// statementWrite returns a write that runs a statement.
func statementWrite(text string) func(*tx) error {
	return func(t *tx) error {
		_, err := t.Exec(text)
		return err
	}
}

// When a server becomes read-only, all connections to it are replaced, so that no read gets stale data.
func TestAReadOnlyServerIsLeft(t *testing.T) {
	server := postgrestest.New(t)
	p := openPostgresTest(t, server.URL())
	head := createTest(t, p.DB, "a")
	require.NoError(t, p.Join(t.Context(), Node{ID: "n", Name: "n", Lease: time.Second}))
	_, err := p.Rooms.Room(t.Context(), "a") // so that both pools have a connection
	require.NoError(t, err)
	// From now on only new connections go to a writable server.
	server.Exec(
		t,
		`ALTER ROLE archmage SET default_transaction_read_only = off`,
		`ALTER SYSTEM SET default_transaction_read_only = on`,
		`SELECT pg_reload_conf()`,
	)
	old := []*sql.DB{p.db, p.heartbeats}
	readOnly := func(pool *sql.DB) (setting string) {
		require.NoError(t, pool.QueryRowContext(t.Context(), `SHOW transaction_read_only`).Scan(&setting))
		return setting
	}
	for _, pool := range old {
		for range 1000 { // until the process of the connection has read the setting
			if readOnly(pool) == "on" {
				break
			}
		}
		require.Equal(t, "on", readOnly(pool))
	}
	_, err = p.Rooms.Append(t.Context(), head, Batch{Entries: []Entry{{Kind: "answer"}}})
	require.NoError(t, err, "the writer of moves")
	createTest(t, p.DB, "b")
	for _, pool := range old {
		require.Equal(t, "off", readOnly(pool), "readers have left it too")
	}
	require.NoError(t, p.Stats().Failing)
}

// If one connection of a pool finds its server read-only, all connections are replaced.
func TestAPoolLeavesAReadOnlyServer(t *testing.T) {
	p := openPostgresTest(t, postgrestest.URL(t))
	ctx := t.Context()
	before := p.pools.generation.Load()
	_, err := p.heartbeats.ExecContext(ctx, `SET default_transaction_read_only = on`)
	require.NoError(t, err)
	_, err = p.Beat(ctx, "n", 1, 0)
	require.ErrorAs(t, err, new(commit.ConnectionError))
	require.Equal(t, before+1, p.pools.generation.Load())
	_, err = p.Beat(ctx, "n", 1, 0)
	require.NoError(t, err)
}

// An error of OpenPostgres says what to do, and whether a later try can succeed.
func TestOpeningErrors(t *testing.T) {
	ctx := t.Context()
	failure := func(code string) error {
		return fmt.Errorf("failed to connect: %w", &pgconn.PgError{Code: code, Message: "what PostgreSQL says"})
	}
	for name, test := range map[string]struct {
		err   error
		waits bool
		says  string
	}{
		"nobody listens":     {&net.OpError{Op: "dial", Err: errors.New("connection refused")}, true, ""},
		"no such name":       {&net.DNSError{Err: "no such host", Name: "db.example"}, true, "no such host"},
		"starting up":        {failure("57P03"), true, ""},
		"too many":           {failure("53300"), true, ""},
		"a wrong password":   {failure("28P01"), false, "what PostgreSQL says"},
		"an unknown user":    {failure("28000"), false, "what PostgreSQL says"},
		"no such database":   {failure("3D000"), false, "what PostgreSQL says"},
		"a pooler":           {failure("42P05"), false, "set its pool_mode to session"},
		"a pooler, later on": {failure("26000"), false, "set its pool_mode to session"},
		"another program":    {ErrCorrupt, false, ""},
		"told to stop":       {context.Canceled, false, ""},
	} {
		err := openingError(test.err)
		require.Equal(t, test.waits, errors.As(err, new(commit.ConnectionError)), name)
		require.ErrorContains(t, err, test.says, name)
	}
	_, err := OpenPostgres(ctx, "postgres://archmage@127.0.0.1:1/archmage", PostgresOptions{})
	require.ErrorAs(t, err, new(commit.ConnectionError))
	url := postgrestest.URL(t)
	admin, err := sql.Open("pgx", url)
	require.NoError(t, err)
	defer admin.Close()
	_, err = admin.ExecContext(ctx, `CREATE ROLE stranger LOGIN`)
	require.NoError(t, err)
	defer func() {
		_, err := admin.ExecContext(context.WithoutCancel(ctx), `DROP OWNED BY stranger; DROP ROLE stranger`)
		require.NoError(t, err)
	}()
	var schema string
	require.NoError(t, admin.QueryRowContext(ctx, `SELECT current_schema()`).Scan(&schema))
	_, err = admin.ExecContext(ctx, `GRANT USAGE ON SCHEMA `+schema+` TO stranger`)
	require.NoError(t, err)
	_, err = OpenPostgres(ctx, strings.Replace(url, "user=archmage", "user=stranger", 1), PostgresOptions{})
	require.ErrorContains(t, err, "createdb --owner")
	require.NotErrorAs(t, err, new(commit.ConnectionError))
}
