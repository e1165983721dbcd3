package storetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// A match is archived together with the entries of its batch, and stays when its room is deleted.
func testArchive(t *testing.T, db *store.DB) {
	started := time.UnixMilli(1000).UTC()
	match := store.Match{
		ID: "m ✨'\"", Game: "toy", Version: 7, Seats: 3, Listed: true,
		Started: started.Add(999), Ended: started.Add(time.Hour), Persons: []string{"bob", "ann"},
		Summary: json.RawMessage(`{"won": [1, 2]}`),
	}
	head := createRoom(t, db, "a", 1)
	for _, fenced := range []store.Head{{Room: "a", Epoch: head.Epoch + 1, Seq: 1}, {Room: "a", Epoch: head.Epoch}} {
		_, err := db.Rooms.Append(t.Context(), fenced, store.Batch{Match: &match})
		require.ErrorIs(t, err, store.ErrFenced)
	}
	_, err := db.Archive.Match(t.Context(), match.ID)
	require.ErrorIs(t, err, store.ErrNotFound)
	_, err = db.Archive.Record(t.Context(), match.ID)
	require.ErrorIs(t, err, store.ErrNotFound)

	record := []byte("\x1f\x8b\x00 record")
	head, err = db.Rooms.Append(
		t.Context(),
		head,
		store.Batch{Entries: makeEntries(1, 1), Match: &match, Record: record},
	)
	require.NoError(t, err)
	requireEntries(t, db, "a", 2)
	want := match
	want.Number, want.Room, want.Started = 1, "a", started
	check := func() {
		t.Helper()
		got, err := db.Archive.Match(t.Context(), match.ID)
		require.NoError(t, err)
		require.Equal(t, want, got)
		page, err := db.Archive.Matches(t.Context(), store.MatchQuery{Person: "ann", Limit: 10})
		require.NoError(t, err)
		require.Equal(t, []store.Match{want}, page.Items)
		stored, err := db.Archive.Record(t.Context(), match.ID)
		require.NoError(t, err)
		require.Equal(t, record, stored)
	}
	check()
	require.NoError(t, db.Rooms.Delete(t.Context(), head))
	check()
	createRoom(t, db, "a", 0)
	check()

	// A match can have only an id, and can be in the batch of a new room.
	_, err = db.Rooms.Create(t.Context(), "b", "", store.Batch{Meta: minimalMeta(), Match: &store.Match{ID: "n"}})
	require.NoError(t, err)
	got, err := db.Archive.Match(t.Context(), "n")
	require.NoError(t, err)
	require.Equal(t, store.Match{ID: "n", Number: 2, Room: "b"}, got)
	stored, err := db.Archive.Record(t.Context(), "n")
	require.NoError(t, err)
	require.Empty(t, stored)
	check()
}

// A match has one analysis, which is deleted with it.
func testAnalysis(t *testing.T, db *store.DB) {
	missing := func(id string) {
		t.Helper()
		_, err := db.Archive.Analysis(t.Context(), id)
		require.ErrorIs(t, err, store.ErrNotFound)
	}
	missing("m")
	require.ErrorIs(t, db.Archive.SaveAnalysis(t.Context(), "m", []byte("x")), store.ErrNotFound)
	_, err := db.Rooms.Append(t.Context(), createRoom(t, db, "a", 1), store.Batch{Match: &store.Match{ID: "m"}})
	require.NoError(t, err)
	missing("m")
	for _, text := range []string{"first\x00", "second", ""} {
		require.NoError(t, db.Archive.SaveAnalysis(t.Context(), "m", []byte(text)))
		kept, err := db.Archive.Analysis(t.Context(), "m")
		require.NoError(t, err)
		require.Equal(t, text, string(kept))
	}
	require.ErrorIs(t, db.Archive.SaveAnalysis(t.Context(), "", []byte("x")), store.ErrInvalid)
	require.NoError(t, db.Archive.DeleteMatch(t.Context(), "m"))
	missing("m")
}

// A batch with a match that is stored already is refused as a whole.
func testMatchTwice(t *testing.T, db *store.DB) {
	a, b := createRoom(t, db, "a", 1), createRoom(t, db, "b", 1)
	first := store.Batch{
		Entries: makeEntries(1, 1), Match: &store.Match{ID: "m", Persons: []string{"ann"}}, Record: []byte("first"),
	}
	next, err := db.Rooms.Append(t.Context(), a, first)
	require.NoError(t, err)
	_, err = db.Rooms.Append(t.Context(), a, first)
	require.ErrorIs(t, err, store.ErrFenced, "the same append again")
	wake := time.Now()
	second := store.Batch{
		Entries: makeEntries(1, 1), Meta: &store.Meta{Status: store.StatusFinished}, Wake: &wake,
		Snapshot: &store.Snapshot{Seq: 1}, Trim: true,
		Match: &store.Match{ID: "m", Persons: []string{"bob"}}, Record: []byte("second"),
	}
	before, err := db.Rooms.Room(t.Context(), "b")
	require.NoError(t, err)
	for range 2 {
		_, err = db.Rooms.Append(t.Context(), b, second)
		require.ErrorIs(t, err, store.ErrExists)
		after, err := db.Rooms.Room(t.Context(), "b")
		require.NoError(t, err)
		require.Equal(t, before, after)
		requireEntries(t, db, "b", 1)
		_, err = db.Rooms.Create(t.Context(), "c", "", second)
		require.ErrorIs(t, err, store.ErrExists)
		_, err = db.Rooms.Room(t.Context(), "c")
		require.ErrorIs(t, err, store.ErrNotFound)
		second.Entries = makeEntries(2, 1)
		_, err = db.Rooms.Append(t.Context(), next, second)
		require.ErrorIs(t, err, store.ErrExists)
		second.Entries = makeEntries(1, 1)
	}
	requireEntries(t, db, "a", 2)
	match, err := db.Archive.Match(t.Context(), "m")
	require.NoError(t, err)
	require.Equal(t, store.Match{ID: "m", Number: 1, Room: "a", Persons: []string{"ann"}}, match)
	record, err := db.Archive.Record(t.Context(), "m")
	require.NoError(t, err)
	require.Equal(t, "first", string(record))
	page, err := db.Archive.Matches(t.Context(), store.MatchQuery{Limit: 10})
	require.NoError(t, err)
	require.Len(t, page.Items, 1)
	_, err = appendOne(t.Context(), db, b)
	require.NoError(t, err, "the head is where it was")
}

// testMatches compares queries, page by page, with a filter of all matches.
func testMatches(t *testing.T, db *store.DB) {
	head := createRoom(t, db, "a", 0)
	persons := []string{"ann", "bob", "cat"}
	var all []store.Match
	for i := range 24 {
		match := store.Match{ID: fmt.Sprint(i), Game: []string{"chess", "go"}[i%2], Listed: i%3 == 0}
		for j, person := range persons {
			if i>>j&1 == 1 {
				match.Persons = append(match.Persons, person)
			}
		}
		var err error
		head, err = db.Rooms.Append(t.Context(), head, store.Batch{Match: &match})
		require.NoError(t, err)
		stored, err := db.Archive.Match(t.Context(), match.ID)
		require.NoError(t, err)
		all = append(all, stored)
	}
	slices.Reverse(all)
	for i, match := range all[1:] {
		require.Less(t, match.Number, all[i].Number, "the latest has the highest number")
	}
	read := func(query store.MatchQuery) []store.Match {
		t.Helper()
		var list []store.Match
		for pages := 0; ; pages++ {
			require.Less(t, pages, 40)
			page, err := db.Archive.Matches(t.Context(), query)
			require.NoError(t, err)
			list = append(list, page.Items...)
			if query.After = page.Next; query.After == "" {
				return list
			}
			require.Len(t, page.Items, query.Limit)
		}
	}
	for _, game := range []string{"", "go", "poker"} {
		for _, person := range append(persons, "", "eve") {
			for _, public := range []bool{false, true} {
				for _, with := range []string{"", "ann", "cat", "eve"} {
					query := store.MatchQuery{Game: game, Person: person, With: with, Listed: public}
					var want []store.Match
					for _, match := range all {
						played := func(who string) bool { return who == "" || slices.Contains(match.Persons, who) }
						theirs := person == "" || played(person) && played(with)
						if theirs && (game == "" || match.Game == game) && (!public || match.Listed) {
							want = append(want, match)
						}
					}
					for _, query.Limit = range []int{1, 4, 100} {
						require.Equal(t, want, read(query), "%+v", query)
					}
				}
			}
		}
	}
	// Matches that are added meanwhile do not shift the pages.
	first, err := db.Archive.Matches(t.Context(), store.MatchQuery{Limit: 5})
	require.NoError(t, err)
	_, err = db.Rooms.Append(t.Context(), head, store.Batch{Match: &store.Match{ID: "new"}})
	require.NoError(t, err)
	require.Equal(t, all[5:], read(store.MatchQuery{Limit: 10, After: first.Next}))

	_, err = db.Archive.Matches(t.Context(), store.MatchQuery{})
	require.ErrorIs(t, err, store.ErrInvalid)
	for _, cursor := range []store.Cursor{"?", "1; DROP", store.Cursor(strings.Repeat("9", 30))} {
		_, err = db.Archive.Matches(t.Context(), store.MatchQuery{Limit: 1, After: cursor})
		require.ErrorIs(t, err, store.ErrInvalid)
	}
}
