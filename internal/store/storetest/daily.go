package storetest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func testDaily(t *testing.T, db *store.DB) {
	ctx := t.Context()
	createIdentities(t, db, "ann", "bob", "eve")
	at := func(seconds int64) time.Time { return time.Unix(seconds, 0).UTC() }
	for range 2 {
		secret, err := db.Daily.Secret(ctx, "first")
		require.NoError(t, err)
		require.Equal(t, "first", secret)
	}
	secret, err := db.Daily.Secret(ctx, "second")
	require.NoError(t, err)
	require.Equal(t, "first", secret)

	begin := func(person, room string, ranked bool) store.DailyTry {
		t.Helper()
		try, err := db.Daily.BeginTry(ctx, store.DailyTry{
			Day: 7, Deal: "solo", Identity: person, Room: room, Ranked: ranked, Begun: at(10),
		})
		require.NoError(t, err)
		return try
	}
	ann := begin("ann", "r1", true)
	require.Equal(t, store.DailyTry{
		Day: 7, Deal: "solo", Identity: "ann", Room: "r1", Ranked: true, Begun: at(10),
	}, ann)
	require.Equal(t, ann, begin("ann", "r2", false), "there is one try a day")
	bob, eve := begin("bob", "r3", true), begin("eve", "r4", false)
	_, err = db.Daily.BeginTry(ctx, store.DailyTry{Day: 7, Deal: "solo", Identity: "ghost", Room: "r5"})
	require.ErrorIs(t, err, store.ErrNotFound)
	_, err = db.Daily.BeginTry(ctx, store.DailyTry{Day: 8, Deal: "solo", Identity: "ann", Room: "r1"})
	require.ErrorIs(t, err, store.ErrExists)
	open, err := db.Daily.OpenTries(ctx, 7, 2)
	require.NoError(t, err)
	require.Equal(t, []store.DailyTry{ann, bob}, open)
	open, err = db.Daily.OpenTries(ctx, 6, 9)
	require.NoError(t, err)
	require.Empty(t, open)

	end := func(try *store.DailyTry, points, place *int) {
		t.Helper()
		try.Ended, try.Points, try.Place = at(20), points, place
		require.NoError(t, db.Daily.EndTry(ctx, *try))
		require.ErrorIs(t, db.Daily.EndTry(ctx, *try), store.ErrNotFound, "it has ended")
	}
	forty, thirty, first := 40, 30, 1
	end(&ann, &forty, &first)
	end(&bob, nil, nil)
	end(&eve, &thirty, &first)
	require.ErrorIs(t, db.Daily.EndTry(ctx, store.DailyTry{Day: 7, Deal: "solo", Identity: "ann"}), store.ErrInvalid)
	found, err := db.Daily.TryOfRoom(ctx, "r1")
	require.NoError(t, err)
	require.Equal(t, ann, found)
	_, err = db.Daily.Try(ctx, 8, "solo", "ann")
	require.ErrorIs(t, err, store.ErrNotFound)
	counts, err := db.Daily.CountTries(ctx, 7, "solo")
	require.NoError(t, err)
	require.ElementsMatch(t, []store.DailyCount{
		{Ranked: true, Count: 1}, {Ranked: false, Points: &thirty, Count: 1}, {Ranked: true, Points: &forty, Count: 1},
	}, counts)
	best, err := db.Daily.BestTries(ctx, 7, "solo", 9)
	require.NoError(t, err)
	require.Equal(t, []store.DailyTry{ann}, best)
	several, err := db.Daily.TriesOfMany(ctx, 7, "solo", []string{"ann", "eve", "ghost"})
	require.NoError(t, err)
	require.Equal(t, []store.DailyTry{ann, eve}, several)
	testDailyRemoval(t, db, ann)
}

func testDailyRemoval(t *testing.T, db *store.DB, ann store.DailyTry) {
	t.Helper()
	ctx := t.Context()
	_, err := db.Daily.BeginTry(ctx, store.DailyTry{Day: 9, Deal: "solo", Identity: "ann", Room: "r9"})
	require.NoError(t, err)
	own, err := db.Daily.TriesOf(ctx, "ann", 0, 8, 9)
	require.NoError(t, err)
	require.Equal(t, []store.DailyTry{ann}, own)
	n, err := db.Daily.DeleteOldTries(ctx, 9)
	require.NoError(t, err)
	require.Equal(t, 3, n)
	own, err = db.Daily.TriesOf(ctx, "ann", 0, 99, 9)
	require.NoError(t, err)
	require.Len(t, own, 1)
	require.NoError(t, db.Identities.DeleteIdentity(ctx, "ann"))
	own, err = db.Daily.TriesOf(ctx, "ann", 0, 99, 9)
	require.NoError(t, err)
	require.Empty(t, own)
}
