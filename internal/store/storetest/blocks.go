package storetest

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func testBlocks(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann", "bob", "eve")
	block := func(identity, blocked string, at int64) store.Block {
		b := store.Block{Identity: identity, Blocked: blocked, Created: time.UnixMilli(at).UTC()}
		require.NoError(t, db.Blocks.AddBlock(t.Context(), b))
		return b
	}
	requireBlocks := func(identity string, want ...store.Block) {
		t.Helper()
		got, err := db.Blocks.BlocksOf(t.Context(), identity)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	requireBlocks("ann")
	bob := block("ann", "bob", 1500)
	eve := block("ann", "eve", 2500)
	block("ann", "bob", 9000)
	requireBlocks("ann", eve, bob)
	requireBlocks("bob")
	back := block("eve", "ann", 500)

	between := func(identity string, others []string, want ...store.Block) {
		t.Helper()
		got, err := db.Blocks.BlocksBetween(t.Context(), identity, others)
		require.NoError(t, err)
		require.ElementsMatch(t, want, got)
	}
	between("ann", nil)
	between("ann", []string{"bob", "nobody"}, bob)
	between("bob", []string{"ann", "eve"}, bob)
	between("ann", []string{"eve"}, eve, back)
	between("bob", []string{"eve"})

	require.NoError(t, db.Blocks.DeleteBlock(t.Context(), "ann", "eve"))
	require.ErrorIs(t, db.Blocks.DeleteBlock(t.Context(), "ann", "eve"), store.ErrNotFound)
	requireBlocks("ann", bob)
	between("ann", []string{"eve"}, back)

	require.ErrorIs(
		t,
		db.Blocks.AddBlock(t.Context(), store.Block{Identity: "ann", Blocked: "nobody"}),
		store.ErrNotFound,
	)
	require.ErrorIs(
		t,
		db.Blocks.AddBlock(t.Context(), store.Block{Identity: "nobody", Blocked: "ann"}),
		store.ErrNotFound,
	)
	require.ErrorIs(t, db.Blocks.AddBlock(t.Context(), store.Block{Identity: "ann", Blocked: "ann"}), store.ErrInvalid)
	_, err := db.Blocks.BlocksBetween(t.Context(), "ann", make([]string, store.MaxPage+1))
	require.ErrorIs(t, err, store.ErrInvalid)
	block("bob", "eve", 1)
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "ann"))
	requireBlocks("ann")
	requireBlocks("eve")
	between(
		"bob",
		[]string{"ann", "eve"},
		store.Block{Identity: "bob", Blocked: "eve", Created: time.UnixMilli(1).UTC()},
	)
}

func testInvitations(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann", "bob", "eve")
	invite := func(id, from, to, room string, at int64) store.Invitation {
		i := store.Invitation{ID: id, From: from, To: to, Room: room, Created: time.UnixMilli(at).UTC()}
		require.NoError(t, db.Invitations.AddInvitation(t.Context(), i))
		return i
	}
	requireInvitations := func(query store.InvitationQuery, want ...store.Invitation) {
		t.Helper()
		query.Limit = 10
		got, err := db.Invitations.ListInvitations(t.Context(), query)
		require.NoError(t, err)
		require.ElementsMatch(t, want, got)
		require.Equal(t, len(want) == 0, len(got) == 0)
		for i := range got {
			require.Equal(t, want[i], got[i], "the latest first")
		}
	}
	by, to := store.InvitationQuery{From: "ann"}, store.InvitationQuery{To: "bob"}
	requireInvitations(by)
	first := invite("1", "ann", "bob", "a", 1500)
	second := invite("2", "ann", "eve", "a", 2500)
	third := invite("3", "ann", "bob", "b", 2500)
	fourth := invite("4", "eve", "bob", "a", 500)
	requireInvitations(by, third, second, first)
	requireInvitations(to, third, first, fourth)
	got, err := db.Invitations.ListInvitations(t.Context(), store.InvitationQuery{To: "bob", Limit: 1})
	require.NoError(t, err)
	require.Equal(t, []store.Invitation{third}, got)

	for _, twice := range []store.Invitation{
		{ID: "1", From: "bob", To: "eve", Room: "c"},
		{ID: "5", From: "ann", To: "bob", Room: "a"},
	} {
		require.ErrorIs(t, db.Invitations.AddInvitation(t.Context(), twice), store.ErrExists)
	}
	require.ErrorIs(
		t,
		db.Invitations.AddInvitation(t.Context(), store.Invitation{ID: "5", From: "ann", To: "nobody"}),
		store.ErrNotFound,
	)
	require.ErrorIs(
		t,
		db.Invitations.AddInvitation(t.Context(), store.Invitation{ID: "5", From: "nobody", To: "ann"}),
		store.ErrNotFound,
	)
	for _, wrong := range []store.Invitation{
		{From: "ann", To: "bob"},
		{ID: "5", From: "ann", To: "bob", Room: "\xff"},
		{ID: "5", From: "ann", To: "bob", Answer: strings.Repeat("x", store.MaxText+1)},
	} {
		require.ErrorIs(t, db.Invitations.AddInvitation(t.Context(), wrong), store.ErrInvalid)
	}
	for _, wrong := range []store.InvitationQuery{{Limit: 1}, {From: "ann", To: "bob", Limit: 1}, {From: "ann"}} {
		_, err := db.Invitations.ListInvitations(t.Context(), wrong)
		require.ErrorIs(t, err, store.ErrInvalid)
	}

	require.NoError(t, db.Invitations.AnswerInvitation(t.Context(), "1", "no"))
	first.Answer = "no"
	require.ErrorIs(t, db.Invitations.AnswerInvitation(t.Context(), "9", "no"), store.ErrNotFound)
	require.ErrorIs(t, db.Invitations.AnswerInvitation(t.Context(), "1", "\xff"), store.ErrInvalid)
	requireInvitations(to, third, first, fourth)
	require.NoError(t, db.Invitations.DeleteInvitations(t.Context(), time.UnixMilli(1500)))
	requireInvitations(to, third, first)
	require.NoError(t, db.Invitations.DeleteInvitations(t.Context(), time.UnixMilli(1501)))
	requireInvitations(to, third)
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "eve"))
	requireInvitations(by, third)
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "ann"))
	requireInvitations(to)
}
