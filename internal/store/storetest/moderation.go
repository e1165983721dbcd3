package storetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func testRoles(t *testing.T, db *store.DB) {
	require.ErrorIs(t, db.Moderation.SetRole(t.Context(), "ann", "owner"), store.ErrNotFound)
	for _, id := range []string{"ann", "bob"} {
		require.NoError(t, db.Identities.CreateIdentity(t.Context(), store.Identity{ID: id}, token(id)))
	}
	requireRoles := func(want map[string]string) {
		t.Helper()
		got, err := db.Moderation.Roles(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	requireRoles(map[string]string{})
	require.NoError(t, db.Moderation.SetRole(t.Context(), "ann", "moderator"))
	require.NoError(t, db.Moderation.SetRole(t.Context(), "bob", "moderator"))
	require.NoError(t, db.Moderation.SetRole(t.Context(), "ann", "owner"))
	requireRoles(map[string]string{"ann": "owner", "bob": "moderator"})
	require.NoError(t, db.Moderation.SetRole(t.Context(), "bob", ""))
	require.NoError(t, db.Moderation.SetRole(t.Context(), "bob", ""))
	requireRoles(map[string]string{"ann": "owner"})
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "ann"))
	requireRoles(map[string]string{})
	require.ErrorIs(t, db.Moderation.SetRole(t.Context(), "bob", "\xff"), store.ErrInvalid)
}

func testReports(t *testing.T, db *store.DB) {
	at := func(second int64) time.Time { return time.Unix(second, 0).UTC() }
	add := func(reporter, person, topic string, second int64) (uint64, error) {
		return db.Moderation.AddReport(t.Context(), store.Report{
			Reporter: reporter, Person: person, Topic: topic, Data: []byte(topic), Created: at(second),
		}, 2, at(100))
	}
	requireReports := func(query store.ReportQuery, want ...uint64) {
		t.Helper()
		var got []uint64
		for query.Limit = 2; ; {
			page, err := db.Moderation.Reports(t.Context(), query)
			require.NoError(t, err)
			for _, report := range page.Items {
				require.Equal(t, query.Closed, !report.Closed.IsZero())
				got = append(got, report.Number)
			}
			if query.After = page.Next; page.Next == "" {
				break
			}
		}
		require.Equal(t, want, got)
	}
	for i, one := range []struct {
		reporter, person, topic string
		second                  int64
	}{
		{"ann", "eve", "line 1", 50}, {"ann", "eve", "line 2", 100}, {"ann", "bob", "name", 200},
		{"bob", "eve", "line 2", 300}, {"cid", "ann", "person", 300},
	} {
		number, err := add(one.reporter, one.person, one.topic, one.second)
		require.NoError(t, err)
		require.Equal(t, uint64(i+1), number)
	}
	_, err := add("ann", "eve", "line 3", 300)
	require.ErrorIs(t, err, store.ErrQuota)
	_, err = add("ann", "eve", "line 2", 300)
	require.ErrorIs(t, err, store.ErrExists)
	requireReports(store.ReportQuery{}, 5, 4, 3, 2, 1)
	requireReports(store.ReportQuery{Person: "eve"}, 4, 2, 1)
	requireReports(store.ReportQuery{Reporter: "ann", Person: "eve"}, 2, 1)
	got, err := db.Moderation.Report(t.Context(), 4)
	require.NoError(t, err)
	require.Equal(
		t,
		store.Report{
			Number:   4,
			Reporter: "bob",
			Person:   "eve",
			Topic:    "line 2",
			Data:     []byte("line 2"),
			Created:  at(300),
		},
		got,
	)
	_, err = db.Moderation.Report(t.Context(), 9)
	require.ErrorIs(t, err, store.ErrNotFound)

	closed, err := db.Moderation.CloseReports(t.Context(), "line 2", at(400))
	require.NoError(t, err)
	require.Equal(t, 2, closed)
	closed, err = db.Moderation.CloseReports(t.Context(), "line 2", at(401))
	require.NoError(t, err)
	require.Zero(t, closed)
	requireReports(store.ReportQuery{}, 5, 3, 1)
	requireReports(store.ReportQuery{Closed: true}, 4, 2)
	_, err = db.Moderation.AddReport(
		t.Context(),
		store.Report{Reporter: "ann", Person: "eve", Topic: "line 2"},
		9,
		at(0),
	)
	require.NoError(t, err, "it may be reported again")
	require.NoError(t, db.Moderation.ExpireReports(t.Context(), at(400)))
	requireReports(store.ReportQuery{Closed: true}, 4, 2)
	require.NoError(t, db.Moderation.ExpireReports(t.Context(), at(401)))
	requireReports(store.ReportQuery{Closed: true})

	// When a person is deleted, the reports about the person are deleted, and the person's own reports
	// lose their reporter.
	for _, id := range []string{"ann", "bot"} {
		require.NoError(
			t,
			db.Identities.CreateIdentity(
				t.Context(),
				store.Identity{ID: id, Owner: map[string]string{"bot": "ann"}[id]},
				token(id),
			),
		)
	}
	_, err = add("cid", "bot", "name", 500)
	require.NoError(t, err)
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "ann"))
	requireReports(store.ReportQuery{}, 6, 3, 1)
	requireReports(store.ReportQuery{Reporter: "ann"})
	got, err = db.Moderation.Report(t.Context(), 3)
	require.NoError(t, err)
	require.Empty(t, got.Reporter)
	for _, wrong := range []store.Report{
		{},
		{Reporter: "a", Person: "b"},
		{Reporter: "a", Topic: "c"},
		{Person: "b", Topic: "c"},
		{Reporter: "\xff", Person: "b", Topic: "c"},
	} {
		_, err := db.Moderation.AddReport(t.Context(), wrong, 9, at(0))
		require.ErrorIs(t, err, store.ErrInvalid)
	}
	_, err = db.Moderation.Reports(t.Context(), store.ReportQuery{})
	require.ErrorIs(t, err, store.ErrInvalid)
	_, err = db.Moderation.Reports(t.Context(), store.ReportQuery{After: "x", Limit: 1})
	require.ErrorIs(t, err, store.ErrInvalid)
}

func testActs(t *testing.T, db *store.DB) {
	list := func(query store.ActQuery) (got []store.Act) {
		t.Helper()
		for query.Limit = 2; ; {
			page, err := db.Moderation.Acts(t.Context(), query)
			require.NoError(t, err)
			if got = append(got, page.Items...); page.Next == "" {
				return got
			}
			query.After = page.Next
		}
	}
	for _, id := range []string{"eve", "bot"} {
		require.NoError(
			t,
			db.Identities.CreateIdentity(
				t.Context(),
				store.Identity{ID: id, Owner: map[string]string{"bot": "eve"}[id]},
				token(id),
			),
		)
	}
	acts := []store.Act{
		{
			At:          time.UnixMilli(1).UTC(),
			Moderator:   "ann",
			Kind:        "ban",
			Person:      "eve",
			Reason:      "spam",
			Explanation: "All day ✨",
			Until:       time.UnixMilli(9).UTC(),
		},
		{At: time.UnixMilli(2).UTC(), Kind: "close", Target: "room"},
		{At: time.UnixMilli(3).UTC(), Moderator: "ann", Kind: "note", Person: "bot", Explanation: "a bot"},
	}
	for i := range acts {
		number, err := db.Moderation.AddAct(t.Context(), acts[i])
		require.NoError(t, err)
		require.Equal(t, uint64(i+1), number)
		acts[i].Number = number
	}
	require.Equal(t, []store.Act{acts[2], acts[1], acts[0]}, list(store.ActQuery{}))
	require.Empty(t, list(store.ActQuery{Unread: true}))
	require.NoError(t, db.Moderation.EndAct(t.Context(), 1, "done", true))
	require.NoError(t, db.Moderation.EndAct(t.Context(), 2, "no_room", false))
	require.ErrorIs(t, db.Moderation.EndAct(t.Context(), 4, "done", false), store.ErrNotFound)
	acts[0].Outcome, acts[0].Unread, acts[1].Outcome = "done", true, "no_room"
	require.Equal(t, acts[:1], list(store.ActQuery{Person: "eve", Unread: true}))
	require.Equal(t, []store.Act{acts[2], acts[1], acts[0]}, list(store.ActQuery{}))
	require.NoError(t, db.Moderation.MarkActsRead(t.Context(), "eve", 0))
	require.NoError(t, db.Moderation.MarkActsRead(t.Context(), "ann", 9))
	require.NotEmpty(t, list(store.ActQuery{Unread: true}))
	require.NoError(t, db.Moderation.MarkActsRead(t.Context(), "eve", 1))
	require.Empty(t, list(store.ActQuery{Unread: true}))

	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "eve"))
	for _, act := range list(store.ActQuery{}) {
		require.Empty(t, act.Explanation, "the explanation is deleted with the person")
		require.NotEmpty(t, act.Kind)
	}
	long := strings.Repeat("x", store.MaxLongText+1)
	for _, wrong := range []store.Act{{}, {Kind: "\xff"}, {Kind: "ban", Explanation: long}} {
		_, err := db.Moderation.AddAct(t.Context(), wrong)
		require.ErrorIs(t, err, store.ErrInvalid)
	}
	require.ErrorIs(t, db.Moderation.EndAct(t.Context(), 1, "", false), store.ErrInvalid)
	_, err := db.Moderation.Acts(t.Context(), store.ActQuery{})
	require.ErrorIs(t, err, store.ErrInvalid)
}

func testNotice(t *testing.T, db *store.DB) {
	requireNotice := func(want store.Notice) {
		t.Helper()
		got, err := db.Moderation.Notice(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	requireNotice(store.Notice{})
	for i := range 2 {
		notice := store.Notice{
			Texts:   map[string]string{"": fmt.Sprintf("Restart at %d:00", i+21), "fr": "Redémarrage"},
			Created: time.UnixMilli(1).UTC(),
			Until:   time.UnixMilli(9).UTC(),
		}
		require.NoError(t, db.Moderation.SetNotice(t.Context(), notice))
		requireNotice(notice)
	}
	for _, wrong := range []map[string]string{
		{"": "\xff"},
		{"\xff": "x"},
		{"": strings.Repeat("x", store.MaxLongText+1)},
	} {
		require.ErrorIs(t, db.Moderation.SetNotice(t.Context(), store.Notice{Texts: wrong}), store.ErrInvalid)
	}
	require.NoError(t, db.Moderation.SetNotice(t.Context(), store.Notice{}))
	requireNotice(store.Notice{})
}
