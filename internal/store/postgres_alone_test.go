package store

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store/postgrestest"
)

// One process at a time holds a lock of Exclusive.
func TestAlone(t *testing.T) {
	url := postgrestest.URL(t)
	one, two := openPostgresTest(t, url), openPostgresTest(t, url)
	done, err := one.Exclusive(t.Context(), "search")
	require.NoError(t, err)
	other, err := two.Exclusive(t.Context(), "another part")
	require.NoError(t, err)
	other()

	somebodyWaits := func() {
		for waiting := false; !waiting; {
			require.NoError(t, one.db.QueryRowContext(t.Context(),
				`SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)`).Scan(&waiting))
		}
	}
	// A caller that gives up does not block others.
	ctx, cancel := context.WithCancel(t.Context())
	gaveUp := make(chan error, 1)
	go func() {
		_, err := two.Exclusive(ctx, "search")
		gaveUp <- err
	}()
	somebodyWaits()
	cancel()
	require.Error(t, <-gaveUp)

	in := make(chan func(), 1)
	go func() {
		done, _ := two.Exclusive(t.Context(), "search")
		in <- done
	}()
	somebodyWaits()
	require.Empty(t, in)
	done()
	done = <-in
	require.NotNil(t, done)
	done()

	// Of the callers in one process, too, only one holds the lock.
	done, err = one.Exclusive(t.Context(), "search")
	require.NoError(t, err)
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	_, err = one.Exclusive(ctx, "search")
	require.ErrorIs(t, err, context.Canceled)
	done()
}
