package storetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func testSite(t *testing.T, db *store.DB) {
	requireTexts := func(want ...store.SiteText) {
		t.Helper()
		got, err := db.Site.SiteTexts(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	requireTexts()
	name, french, english := store.SiteText{Part: "name", Text: "Wood"}, store.SiteText{
		Part: "welcome",
		Lang: "fr",
		Text: "Salut ✨",
	}, store.SiteText{Part: "welcome", Lang: "en", Text: "Hi"}
	for _, text := range []store.SiteText{{Part: "name", Text: "Forest"}, french, english, name} {
		require.NoError(t, db.Site.SetSiteText(t.Context(), text))
	}
	requireTexts(name, english, french)
	english.Text = ""
	require.NoError(t, db.Site.SetSiteText(t.Context(), english))
	require.NoError(t, db.Site.SetSiteText(t.Context(), english), "again")
	requireTexts(name, french)
	for _, wrong := range []store.SiteText{
		{Text: "x"},
		{Part: "name", Text: "\xff"},
		{Part: "name", Lang: "\x00", Text: "x"},
		{Part: "name", Text: strings.Repeat("x", store.MaxSiteText+1)},
	} {
		require.ErrorIs(t, db.Site.SetSiteText(t.Context(), wrong), store.ErrInvalid)
	}
	requireTexts(name, french)
}

// CountSince counts the people and the rooms that were created in a period, and the matches that ended in it.
// CountAll has no limit of time. Imported matches are not counted.
func testNumbers(t *testing.T, db *store.DB) {
	at := func(hour int) time.Time { return time.Unix(int64(hour)*3600, 0) }
	for i, kind := range []string{"guest", "account", "bot", "guest", "guest"} {
		require.NoError(
			t,
			db.Identities.CreateIdentity(
				t.Context(),
				store.Identity{ID: fmt.Sprint(i), Kind: kind, Created: at(i)},
				token(fmt.Sprint(i)),
			),
		)
	}
	for i := range 3 {
		head := createRoom(t, db, fmt.Sprint("room ", i), 1)
		_, err := db.Rooms.Append(
			t.Context(),
			head,
			store.Batch{Match: &store.Match{ID: fmt.Sprint("match ", i), Game: "go", Started: at(i), Ended: at(i + 1)}},
		)
		require.NoError(t, err)
	}
	require.NoError(
		t,
		db.Imports.AddImport(
			t.Context(),
			store.ImportedMatch{Match: store.Match{ID: "file", Started: at(0), Ended: at(0)}, Owner: "0", Until: at(9)},
			ampleQuota,
		),
	)
	total, err := db.Counts.CountAll(t.Context())
	require.NoError(t, err)
	require.Equal(t, store.Numbers{Guests: 3, Accounts: 1, Rooms: 3, Matches: 3}, total)
	for _, test := range []struct {
		since, before int
		want          store.Numbers
	}{
		{0, 9, store.Numbers{Guests: 3, Accounts: 1, Matches: 3}},
		{1, 3, store.Numbers{Accounts: 1, Matches: 2}},
		{3, 4, store.Numbers{Guests: 1, Matches: 1}},
		{4, 9, store.Numbers{Guests: 1}},
		{5, 9, store.Numbers{}},
	} {
		got, err := db.Counts.CountSince(t.Context(), at(test.since), at(test.before))
		require.NoError(t, err)
		require.Equal(t, test.want, got, "%d to %d", test.since, test.before)
	}
	got, err := db.Counts.CountSince(t.Context(), time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	require.NoError(t, err)
	require.Equal(t, store.Numbers{Rooms: 3}, got)
	size, err := db.Counts.Size(t.Context())
	require.NoError(t, err)
	require.Positive(t, size)
}

// A person seen by one node counts as online on all nodes until the given time has passed.
func testOnline(t *testing.T, a, b Shared) {
	requireOnline := func(db Shared, within time.Duration, want int, ids ...string) {
		t.Helper()
		got, err := db.TouchOnline(t.Context(), ids, within)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	requireOnline(a, time.Hour, 0)
	requireOnline(a, time.Hour, 2, "bob", "ann", "bob")
	requireOnline(b, time.Hour, 3, "ann", "eve")
	requireOnline(a, time.Hour, 3)
	list, err := a.Online(t.Context(), time.Hour, 2)
	require.NoError(t, err)
	require.Equal(t, []string{"ann", "eve"}, list, "who came last")
	requireOnline(b, 0, 0)
	requireOnline(a, time.Hour, 0)
}
