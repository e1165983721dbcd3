package storetest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func testFollows(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann", "bob", "eve")
	follow := func(identity, followed string, at int64) store.Follow {
		f := store.Follow{Follower: identity, Followed: followed, Created: time.UnixMilli(at).UTC()}
		require.NoError(t, db.Follows.AddFollow(t.Context(), f))
		return f
	}
	requireFollows := func(identity string, want ...store.Follow) {
		t.Helper()
		got, err := db.Follows.FollowsOf(t.Context(), identity)
		require.NoError(t, err)
		require.Equal(t, want, got)
		for _, other := range []string{"ann", "bob", "eve"} {
			follows := false
			for _, f := range want {
				follows = follows || f.Followed == other
			}
			found, err := db.Follows.IsFollowing(t.Context(), identity, other)
			require.NoError(t, err)
			require.Equal(t, follows, found, "%s and %s", identity, other)
		}
	}
	requireFollows("ann")
	bob := follow("ann", "bob", 1500)
	eve := follow("ann", "eve", 2500)
	follow("ann", "bob", 9000)
	requireFollows("ann", eve, bob)
	requireFollows("bob")
	back := follow("bob", "ann", 500)

	require.NoError(t, db.Follows.DeleteFollow(t.Context(), "ann", "eve"))
	require.ErrorIs(t, db.Follows.DeleteFollow(t.Context(), "ann", "eve"), store.ErrNotFound)
	requireFollows("ann", bob)
	require.ErrorIs(
		t,
		db.Follows.AddFollow(t.Context(), store.Follow{Follower: "ann", Followed: "nobody"}),
		store.ErrNotFound,
	)
	require.ErrorIs(
		t,
		db.Follows.AddFollow(t.Context(), store.Follow{Follower: "nobody", Followed: "ann"}),
		store.ErrNotFound,
	)
	require.ErrorIs(
		t,
		db.Follows.AddFollow(t.Context(), store.Follow{Follower: "ann", Followed: "ann"}),
		store.ErrInvalid,
	)

	requireFollows("bob", back)
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "ann"))
	requireFollows("ann")
	requireFollows("bob")
}

// Identities are found by the prefix of their skeleton.
func testSkeletonPrefix(t *testing.T, db *store.DB) {
	for _, look := range []string{"anna", "annb", "an%", "anz", "bob", "an"} {
		require.NoError(
			t,
			db.Identities.CreateIdentity(
				t.Context(),
				store.Identity{ID: look, Skeleton: look},
				store.Credential{CredentialKey: store.CredentialKey{Kind: "token", ID: []byte(look)}},
			),
		)
	}
	createIdentities(t, db, "nobody")
	found := func(prefix string, limit int) (ids []string) {
		list, err := db.Identities.BySkeletonPrefix(t.Context(), prefix, limit)
		require.NoError(t, err)
		for i := range list {
			ids = append(ids, list[i].ID)
		}
		return ids
	}
	require.Equal(t, []string{"an", "an%", "anna", "annb", "anz"}, found("an", 10))
	require.Equal(t, []string{"anna", "annb"}, found("ann", 10))
	require.Equal(t, []string{"an", "an%"}, found("an", 2))
	require.Equal(t, []string{"an%"}, found("an%", 10))
	require.Empty(t, found("anx", 10))
	for _, wrong := range []string{"", "\xff"} {
		_, err := db.Identities.BySkeletonPrefix(t.Context(), wrong, 1)
		require.ErrorIs(t, err, store.ErrInvalid)
	}
	_, err := db.Identities.BySkeletonPrefix(t.Context(), "a", 0)
	require.ErrorIs(t, err, store.ErrInvalid)
}
