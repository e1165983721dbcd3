package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// importedFile returns a file of an owner that expires at a time.
func importedFile(id, owner string, until time.Time) store.ImportedMatch {
	return store.ImportedMatch{
		Match: store.Match{ID: id, Game: "toy", Version: 3, Seats: 2, Started: until.Add(-time.Hour), Ended: until},
		Owner: owner, Record: []byte("record " + id), Until: until,
	}
}

// ampleQuota allows more files than any test imports.
var ampleQuota = store.Quota{Matches: 1000, Bytes: 1 << 20}

// The match of a file is like any other, but only its owner can list and delete it.
func testFiles(t *testing.T, db *store.DB) {
	until := time.UnixMilli(5_000_000).UTC()
	head := createRoom(t, db, "a", 0)
	_, err := db.Rooms.Append(
		t.Context(),
		head,
		store.Batch{Match: &store.Match{ID: "played", Persons: []string{"ann"}}, Record: []byte("x")},
	)
	require.NoError(t, err)
	for i, owner := range []string{"ann", "bob", "ann", "ann"} {
		require.NoError(t, db.Imports.AddImport(t.Context(), importedFile(fmt.Sprint(i), owner, until), ampleQuota))
	}
	for _, id := range []string{"0", "played"} {
		err := db.Imports.AddImport(t.Context(), importedFile(id, "eve", until), ampleQuota)
		require.ErrorIs(t, err, store.ErrExists)
	}
	for _, wrong := range []func(*store.ImportedMatch){
		func(f *store.ImportedMatch) { f.Owner = "" },
		func(f *store.ImportedMatch) { f.Match.ID = "" },
		func(f *store.ImportedMatch) { f.Match.Listed = true },
		func(f *store.ImportedMatch) { f.Match.Persons = []string{"ann"} },
		func(f *store.ImportedMatch) { f.Match.Summary = []byte("{") },
	} {
		f := importedFile("wrong", "ann", until)
		wrong(&f)
		require.ErrorIs(t, db.Imports.AddImport(t.Context(), f, ampleQuota), store.ErrInvalid)
	}
	got, err := db.Archive.Match(t.Context(), "2")
	require.NoError(t, err)
	want := importedFile("2", "ann", until).Match
	want.Number = 4
	require.Equal(t, want, got)
	record, err := db.Archive.Record(t.Context(), "2")
	require.NoError(t, err)
	require.Equal(t, "record 2", string(record))

	list := func(query store.MatchQuery) (ids []string) {
		t.Helper()
		for query.Limit = 2; ; {
			page, err := db.Archive.Matches(t.Context(), query)
			require.NoError(t, err)
			for _, match := range page.Items {
				ids = append(ids, match.ID)
			}
			if query.After = page.Next; query.After == "" {
				return ids
			}
		}
	}
	require.Equal(t, []string{"3", "2", "0"}, list(store.MatchQuery{Owner: "ann"}))
	require.Equal(t, []string{"3", "2", "0"}, list(store.MatchQuery{Owner: "ann", Game: "toy"}))
	require.Empty(t, list(store.MatchQuery{Owner: "ann", Game: "chess"}))
	require.Equal(t, []string{"played"}, list(store.MatchQuery{Person: "ann"}))
	require.Empty(t, list(store.MatchQuery{Listed: true}))

	require.ErrorIs(t, db.Imports.DeleteImport(t.Context(), "bob", "2"), store.ErrNotFound)
	require.ErrorIs(t, db.Imports.DeleteImport(t.Context(), "", "played"), store.ErrNotFound)
	require.ErrorIs(t, db.Imports.DeleteImport(t.Context(), "ann", "played"), store.ErrNotFound)
	require.NoError(t, db.Imports.DeleteImport(t.Context(), "ann", "3"))
	require.ErrorIs(t, db.Imports.DeleteImport(t.Context(), "ann", "3"), store.ErrNotFound)
	_, err = db.Archive.Match(t.Context(), "3")
	require.ErrorIs(t, err, store.ErrNotFound)
	_, err = db.Archive.Record(t.Context(), "3")
	require.ErrorIs(t, err, store.ErrNotFound)
	require.Equal(t, []string{"2", "0"}, list(store.MatchQuery{Owner: "ann"}))

	// A number is never given twice, and a deleted file can be imported again.
	require.NoError(t, db.Imports.AddImport(t.Context(), importedFile("3", "ann", until), ampleQuota))
	got, err = db.Archive.Match(t.Context(), "3")
	require.NoError(t, err)
	require.EqualValues(t, 6, got.Number)
}

// The quota bounds the files of an owner. Files are deleted after their time or with their owner.
func testFilesEnd(t *testing.T, db *store.DB) {
	now := time.UnixMilli(10_000_000).UTC()
	createIdentities(t, db, "ann", "bob")
	size := int64(len(importedFile("0", "ann", now).Record))
	most := store.Quota{Matches: 3, Bytes: 2 * size}
	require.NoError(t, db.Imports.AddImport(t.Context(), importedFile("0", "ann", now.Add(-time.Second)), most))
	require.NoError(t, db.Imports.AddImport(t.Context(), importedFile("1", "ann", now), most))
	require.ErrorIs(t, db.Imports.AddImport(t.Context(), importedFile("2", "ann", now), most), store.ErrQuota)
	most.Bytes = 10 * size
	require.NoError(t, db.Imports.AddImport(t.Context(), importedFile("2", "ann", now.Add(1)), most))
	require.ErrorIs(t, db.Imports.AddImport(t.Context(), importedFile("3", "ann", now), most), store.ErrQuota)
	require.NoError(t, db.Imports.AddImport(t.Context(), importedFile("3", "bob", now.Add(time.Hour)), most))

	for _, want := range []int{1, 1, 0} {
		n, err := db.Imports.ExpireImports(t.Context(), now, 1)
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	for id, found := range map[string]bool{"0": false, "1": false, "2": true, "3": true} {
		_, err := db.Archive.Match(t.Context(), id)
		require.Equal(t, found, err == nil, id)
	}
	require.NoError(t, db.Imports.AddImport(t.Context(), importedFile("4", "ann", now.Add(time.Hour)), most))
	_, err := db.Imports.ExpireImports(t.Context(), now, 0)
	require.ErrorIs(t, err, store.ErrInvalid)

	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "ann"))
	n, err := db.Imports.ExpireImports(t.Context(), now, 10)
	require.NoError(t, err)
	require.Equal(t, 2, n)
	page, err := db.Archive.Matches(t.Context(), store.MatchQuery{Limit: 10})
	require.NoError(t, err)
	require.Len(t, page.Items, 1)
}
