package store

import (
	"database/sql"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store/commit"
	"archmage/internal/store/postgrestest"
)

// What PostgreSQL refuses because of the data is refused, and is no sign that the database fails.
func TestDataThatPostgresRefuses(t *testing.T) {
	p := openPostgresTest(t, postgrestest.URL(t))
	for name, write := range map[string]func(*tables) error{
		"U+0000":                  banOf("a\x00b"),
		"not UTF-8":               banOf("a\xffb"),
		"nothing where a need is": statement(`UPDATE epochs SET last = NULL`),
		"too long for an index":   statement(`DO $$ BEGIN RAISE EXCEPTION 'too long' USING ERRCODE = '54000'; END $$`),
	} {
		t.Run(name, func(t *testing.T) {
			err := p.store.submit(t.Context(), write)
			require.ErrorIs(t, err, ErrInvalid)
			require.Zero(t, p.Stats().Failed)
			require.NoError(t, p.Stats().Failing)
		})
	}
	err := p.store.query(t.Context(), func(*sql.Rows) error { return nil }, `SELECT id FROM rooms WHERE id = ?`, "\x00")
	require.ErrorIs(t, err, ErrInvalid)
}

// banOf returns a write of a ban of somebody.
func banOf(person string) func(*tables) error {
	return func(t *tables) error {
		_, err := t.Exec(insertBan, person, "", "", "", "", "", 1, nil)
		return err
	}
}

// statement returns a write of one statement.
func statement(text string) func(*tables) error {
	return func(t *tables) error {
		_, err := t.Exec(text)
		return err
	}
}

// A server that cannot be written any more, and is no standby, is left like one that is gone: all its connections
// are made again, so that nobody reads what is out of date there.
func TestAReadOnlyServerIsLeft(t *testing.T) {
	server := postgrestest.New(t)
	p := openPostgresTest(t, server.URL())
	head := createTest(t, p, "a")
	require.NoError(t, p.Join(t.Context(), Node{ID: "n", Name: "n", Lease: time.Second}))
	_, err := p.Room(t.Context(), "a") // so that both pools have a connection
	require.NoError(t, err)
	// From now on only new connections lead to a server that can be written.
	server.Exec(
		t,
		`ALTER ROLE archmage SET default_transaction_read_only = off`,
		`ALTER SYSTEM SET default_transaction_read_only = on`,
		`SELECT pg_reload_conf()`,
	)
	old := []*sql.DB{p.db, p.beats}
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
	_, err = p.Append(t.Context(), head, Batch{Entries: []Entry{{Kind: "answer"}}})
	require.NoError(t, err, "the writer of moves")
	createTest(t, p, "b")
	for _, pool := range old {
		require.Equal(t, "off", readOnly(pool), "readers have left it too")
	}
	require.NoError(t, p.Stats().Failing)
}

// A connection of a pool that finds its server read-only makes all of them leave it.
func TestAPoolLeavesAReadOnlyServer(t *testing.T) {
	p := openPostgresTest(t, postgrestest.URL(t))
	ctx := t.Context()
	before := p.pools.left.Load()
	_, err := p.beats.ExecContext(ctx, `SET default_transaction_read_only = on`)
	require.NoError(t, err)
	_, err = p.Beat(ctx, "n", 1, 0)
	require.ErrorAs(t, err, new(commit.ConnectionError))
	require.Equal(t, before+1, p.pools.left.Load())
	_, err = p.Beat(ctx, "n", 1, 0)
	require.NoError(t, err)
}
