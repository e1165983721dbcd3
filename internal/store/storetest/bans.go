package storetest

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func testBans(t *testing.T, db *store.DB) {
	requireBans := func(want ...store.Ban) {
		t.Helper()
		got, err := db.Bans.ListBans(t.Context())
		require.NoError(t, err)
		require.Len(t, got, len(want))
		for i := range want {
			require.Equal(t, want[i], got[i])
		}
	}
	requireBans()
	first := store.Ban{
		ID: "z", Identity: "eve", Address: "2001:db8::/64", Scope: "chat", Reason: "insult", Explanation: "was rude ✨",
		Created: time.UnixMilli(1500).UTC(), Until: time.UnixMilli(2500).UTC(),
	}
	require.NoError(t, db.Bans.AddBan(t.Context(), first))
	require.ErrorIs(t, db.Bans.AddBan(t.Context(), store.Ban{ID: "z"}), store.ErrExists)
	require.NoError(t, db.Bans.AddBan(t.Context(), store.Ban{ID: "a", Until: time.UnixMilli(7).Add(1)}))
	got, err := db.Bans.ListBans(t.Context())
	require.NoError(t, err)
	require.Len(t, got, 2)
	require.Equal(t, first, got[0], "in the order of adding")
	second := got[1]
	require.WithinDuration(t, time.Now(), second.Created, time.Hour)
	require.Equal(t, time.UnixMilli(8).UTC(), second.Until, "never too early")
	require.NoError(t, db.Bans.AddBan(t.Context(), store.Ban{ID: "m", Created: first.Created}))
	requireBans(first, second, store.Ban{ID: "m", Created: first.Created})

	require.NoError(t, db.Bans.DeleteBan(t.Context(), "a"))
	require.ErrorIs(t, db.Bans.DeleteBan(t.Context(), "a"), store.ErrNotFound)
	requireBans(first, store.Ban{ID: "m", Created: first.Created})
	for _, wrong := range []store.Ban{
		{},
		{ID: "\xff"},
		{ID: "b", Identity: "\x00"},
		{ID: "b", Address: "\xff"},
		{ID: "b", Reason: strings.Repeat("x", store.MaxText+1)},
		{ID: "b", Explanation: strings.Repeat("x", store.MaxLongText+1)},
		{ID: "b", Scope: "\xff"},
	} {
		require.ErrorIs(t, db.Bans.AddBan(t.Context(), wrong), store.ErrInvalid)
	}
	requireBans(first, store.Ban{ID: "m", Created: first.Created})
}
