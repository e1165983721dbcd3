package store_test

import (
	"context"
	"database/sql"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
	"archmage/internal/store/postgrestest"
	"archmage/internal/store/storetest"
)

func openPostgres(t testing.TB, url string, options store.PostgresOptions) *store.Postgres {
	t.Helper()
	log, err := store.OpenPostgres(t.Context(), url, options)
	require.NoError(t, err)
	return log
}

func TestPostgresConforms(t *testing.T) {
	prepared := postgrestest.NewPrepared(t, func(url string) {
		require.NoError(t, openPostgres(t, url, store.PostgresOptions{}).Close())
	})
	storetest.Run(t, func(t *testing.T) *store.DB {
		return openPostgres(t, prepared.URL(t), store.PostgresOptions{}).DB
	})
	urls := map[string]string{}
	storetest.RunDurable(t, func(t *testing.T, dir string) *store.DB {
		if urls[dir] == "" {
			urls[dir] = postgrestest.URL(t)
		}
		return openPostgres(t, urls[dir], store.PostgresOptions{}).DB
	})
}

func TestPostgresConformsForNodes(t *testing.T) {
	prepared := postgrestest.NewPrepared(t, func(url string) {
		require.NoError(t, openPostgres(t, url, store.PostgresOptions{}).Close())
	})
	storetest.RunNodes(t, func(t *testing.T) (a, b storetest.Shared) {
		url := prepared.URL(t)
		open := func() storetest.Shared {
			log := openPostgres(t, url, store.PostgresOptions{Readers: 2})
			t.Cleanup(func() { require.NoError(t, log.Close()) })
			return storetest.Shared{Store: storetest.Of(log.DB), Nodes: postgresNodes{log}}
		}
		return open(), open()
	})
}

// A program does not migrate the schema while nodes are alive. Dead nodes do not prevent it.
func TestTheSchemaDoesNotChangeUnderNodes(t *testing.T) {
	url := postgrestest.URL(t)
	old := openPostgres(t, url, store.PostgresOptions{})
	require.NoError(t, old.Join(t.Context(), store.Node{ID: "a", Name: "oak", Version: "old", Lease: time.Minute}))
	db, err := sql.Open("pgx", url)
	require.NoError(t, err)
	defer db.Close()
	// The last migration counts as not applied.
	_, err = db.ExecContext(
		t.Context(),
		`DELETE FROM archmage_versions WHERE version_id = (SELECT max(version_id) FROM archmage_versions)`,
	)
	require.NoError(t, err)
	alive, stop := context.WithCancel(t.Context())
	var beating sync.WaitGroup
	beating.Go(func() {
		for beat := uint64(1); alive.Err() == nil; beat++ {
			_, _ = old.Beat(alive, "a", beat, 0)
		}
	})
	_, err = store.OpenPostgres(t.Context(), url, store.PostgresOptions{})
	require.ErrorIs(t, err, store.ErrInUse)
	require.ErrorContains(t, err, "oak")
	stop()
	beating.Wait()
	_, err = db.ExecContext(t.Context(), `DROP TABLE signals; UPDATE nodes SET lease = 200`)
	require.NoError(t, err)
	_, err = store.OpenPostgres(t.Context(), url, store.PostgresOptions{})
	require.ErrorContains(t, err, "already exists", "it goes on, and finds what the last file makes")
	require.NoError(t, old.Close())
}

// A test gets a schema in its original state, even if another test has used it.
func TestPreparedSchemas(t *testing.T) {
	within := func(url string, do func(*sql.DB)) {
		db, err := sql.Open("pgx", url)
		require.NoError(t, err)
		defer db.Close()
		do(db)
	}
	prepared := postgrestest.NewPrepared(t, func(url string) {
		within(url, func(db *sql.DB) {
			_, err := db.ExecContext(
				t.Context(),
				`CREATE TABLE lines (number BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY, text TEXT);
				CREATE TABLE empty (LIKE lines INCLUDING ALL); INSERT INTO lines (text) VALUES ('kept')`,
			)
			require.NoError(t, err)
		})
	})
	var first string
	for range 2 {
		t.Run("use", func(t *testing.T) {
			url := prepared.URL(t)
			require.Contains(t, []string{"", url}, first)
			first = url
			within(url, func(db *sql.DB) {
				var said string
				require.NoError(
					t,
					db.QueryRowContext(t.Context(), `SELECT string_agg(text, '') FROM lines`).Scan(&said),
				)
				require.Equal(t, "kept", said)
				for table, want := range map[string]int{"lines": 2, "empty": 1} {
					var number int
					require.NoError(
						t,
						db.QueryRowContext(
							t.Context(),
							`INSERT INTO `+table+` (text) VALUES ('more') RETURNING number`,
						).Scan(&number),
					)
					require.Equal(t, want, number, table)
				}
			})
		})
	}
}

// postgresNodes implements [storetest.Nodes].
type postgresNodes struct{ *store.Postgres }

func (n postgresNodes) TakeOver(ctx context.Context, id, owner string) (store.Head, error) {
	return n.Rooms.TakeOver(ctx, id, owner)
}
