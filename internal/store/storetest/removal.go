package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// A deleted match is in no list, and no later match gets its number.
func testDeleteMatch(t *testing.T, db *store.DB) {
	head := createRoom(t, db, "a", 0)
	for i := range 4 {
		next, err := db.Rooms.Append(t.Context(), head, store.Batch{
			Match: &store.Match{ID: fmt.Sprint("m", i), Persons: []string{"ann", "bob"}}, Record: []byte("record"),
		})
		require.NoError(t, err)
		head = next
	}
	for _, id := range []string{"m3", "m1"} {
		require.NoError(t, db.Archive.DeleteMatch(t.Context(), id))
		require.ErrorIs(t, db.Archive.DeleteMatch(t.Context(), id), store.ErrNotFound)
		_, err := db.Archive.Match(t.Context(), id)
		require.ErrorIs(t, err, store.ErrNotFound)
		_, err = db.Archive.Record(t.Context(), id)
		require.ErrorIs(t, err, store.ErrNotFound)
	}
	_, err := db.Rooms.Append(t.Context(), head, store.Batch{Match: &store.Match{ID: "m4", Persons: []string{"ann"}}})
	require.NoError(t, err)
	list := func(query store.MatchQuery) (ids []string, numbers []int64) {
		query.Limit = 2
		for {
			page, err := db.Archive.Matches(t.Context(), query)
			require.NoError(t, err)
			for _, match := range page.Items {
				ids, numbers = append(ids, match.ID), append(numbers, match.Number)
			}
			if query.After = page.Next; page.Next == "" {
				return ids, numbers
			}
		}
	}
	ids, numbers := list(store.MatchQuery{Oldest: true})
	require.Equal(t, []string{"m0", "m2", "m4"}, ids)
	require.Equal(t, []int64{1, 3, 5}, numbers)
	slices.Reverse(ids)
	latest, _ := list(store.MatchQuery{Person: "ann"})
	require.Equal(t, ids, latest)
}

// Identities with a skeleton are listed, and found by a part of the skeleton.
func testListBySkeleton(t *testing.T, db *store.DB) {
	for _, skeleton := range []string{"bob", "100%", "anna", "ann", "", "a_b"} {
		require.NoError(
			t,
			db.Identities.CreateIdentity(
				t.Context(),
				store.Identity{ID: "i" + skeleton, Name: skeleton, Kind: "account", Skeleton: skeleton},
				token(skeleton),
			),
		)
	}
	containing := func(part string) (found []string) {
		t.Helper()
		for query := (store.SkeletonQuery{Part: part, Limit: 2}); ; {
			page, err := db.Identities.BySkeleton(t.Context(), query)
			require.NoError(t, err)
			for _, one := range page.Items {
				require.Equal(t, "i"+one.Skeleton, one.ID)
				found = append(found, one.Skeleton)
			}
			if query.After = page.Next; page.Next == "" {
				return found
			}
		}
	}
	require.Equal(t, []string{"100%", "a_b", "ann", "anna", "bob"}, containing(""))
	for part, want := range map[string][]string{
		"nn": {"ann", "anna"}, "b": {"a_b", "bob"}, "%": {"100%"}, "_": {"a_b"}, "\\": nil, "x": nil,
	} {
		require.Equal(t, want, containing(part), "%q", part)
	}
}

// Identities that were not seen for long are listed, except those with a seat or a match.
func testUnseen(t *testing.T, db *store.DB) {
	start := time.UnixMilli(1_000_000).UTC()
	for i, id := range []string{"sits", "played", "early", "late", "new"} {
		require.NoError(t, db.Identities.CreateIdentity(t.Context(), store.Identity{
			ID: id, Kind: "guest", Created: start, Seen: start.Add(time.Duration(i) * time.Hour),
		}, token(id)))
	}
	require.NoError(
		t,
		db.Identities.CreateIdentity(
			t.Context(),
			store.Identity{ID: "kept", Kind: "account", Created: start},
			token("kept"),
		),
	)
	listed := minimalMeta()
	listed.Members = []string{"sits"}
	_, err := db.Rooms.Create(
		t.Context(),
		"a",
		"",
		store.Batch{Meta: listed, Match: &store.Match{ID: "m", Persons: []string{"played"}}},
	)
	require.NoError(t, err)
	query := store.UnseenQuery{Kind: "guest", Since: start.Add(4 * time.Hour), Limit: 1}
	var ids []string
	for {
		page, err := db.Identities.Unseen(t.Context(), query)
		require.NoError(t, err)
		for _, one := range page.Items {
			ids = append(ids, one.ID)
			require.Equal(t, start, one.Created)
		}
		if query.After = page.Next; page.Next == "" {
			break
		}
	}
	require.Equal(t, []string{"early", "late"}, ids)
}
