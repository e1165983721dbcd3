package store_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

func open(t *testing.T, dir string) *store.SQLite {
	t.Helper()
	db, err := store.OpenSQLite(t.Context(), dir, store.SQLiteOptions{})
	require.NoError(t, err)
	return db
}

// fresh returns a function that makes folders with an empty store, by copying one.
func fresh(t *testing.T) func(*testing.T) string {
	t.Helper()
	first := t.TempDir()
	require.NoError(t, open(t, first).Close())
	data, err := os.ReadFile(filepath.Join(first, store.FileName))
	require.NoError(t, err)
	return func(t *testing.T) string {
		t.Helper()
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, store.FileName), data, 0o600))
		return dir
	}
}

func TestSQLiteConforms(t *testing.T) {
	folder := fresh(t)
	storetest.Run(t, func(t *testing.T) *store.DB { return open(t, folder(t)).DB })
	storetest.RunDurable(t, func(t *testing.T, dir string) *store.DB { return open(t, dir).DB })
}

// A store with one reader, a queue of one and few recent entries behaves in the same way.
func TestSmallSQLiteConforms(t *testing.T) {
	small := func(t *testing.T, dir string) *store.DB {
		options := store.SQLiteOptions{Readers: 1, Queue: 1, MaxRecent: 3, Check: true}
		db, err := store.OpenSQLite(t.Context(), dir, options)
		require.NoError(t, err)
		return db.DB
	}
	folder := fresh(t)
	storetest.Run(t, func(t *testing.T) *store.DB { return small(t, folder(t)) })
	storetest.RunDurable(t, small)
}
