// Package storetest has the conformance suite of stores. It also opens stores for other tests: one in a
// temporary folder, and one that several nodes share.
package storetest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// Open returns an empty store in a temporary folder, which is closed at the end of the test. It is fast,
// because its writes do not wait for the disk.
func Open(t testing.TB) *Store {
	t.Helper()
	s, _ := open(t)
	return Of(s.DB)
}

// Store has the methods of all fields of a [store.DB], so it implements the Store interfaces of other
// packages. A test can embed it and replace methods.
type Store struct {
	*store.DB
	store.Rooms
	store.Directory
	store.Chats
	store.Archive
	store.Results
	store.Careers
	store.Ratings
	store.Imports
	store.Identities
	store.Blocks
	store.Follows
	store.JoinCodes
	store.Invitations
	store.ClubLines
	store.Bans
	store.Moderation
	store.Site
	store.Counts
	store.Notifications
	store.Appointments
	store.Events
	store.Daily
	store.Puzzles
}

// Of returns the Store of a database.
func Of(db *store.DB) *Store {
	return &Store{
		DB:            db,
		Rooms:         db.Rooms,
		Directory:     db.Directory,
		Chats:         db.Chats,
		Archive:       db.Archive,
		Results:       db.Results,
		Careers:       db.Careers,
		Ratings:       db.Ratings,
		Imports:       db.Imports,
		Identities:    db.Identities,
		Blocks:        db.Blocks,
		Follows:       db.Follows,
		JoinCodes:     db.JoinCodes,
		Invitations:   db.Invitations,
		ClubLines:     db.ClubLines,
		Bans:          db.Bans,
		Moderation:    db.Moderation,
		Site:          db.Site,
		Counts:        db.Counts,
		Notifications: db.Notifications,
		Appointments:  db.Appointments,
		Events:        db.Events,
		Daily:         db.Daily,
		Puzzles:       db.Puzzles,
	}
}

func open(t testing.TB) (s *store.SQLite, dir string) {
	t.Helper()
	data, err := template()
	require.NoError(t, err)
	dir = t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, store.FileName), data, 0o600))
	s, err = store.OpenSQLite(context.Background(), dir, store.SQLiteOptions{Volatile: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s, dir
}

// template returns the contents of an empty store's file. It is made once, because copying it is faster
// than making the tables.
var template = sync.OnceValues(func() (data []byte, err error) {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	s, err := store.OpenSQLite(context.Background(), dir, store.SQLiteOptions{Volatile: true})
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, store.FileName))
})
