package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func testClubLines(t *testing.T, db *store.DB) {
	ctx := t.Context()
	createIdentities(t, db, "ann", "bob")
	at := func(seconds int64) time.Time { return time.Unix(seconds, 0).UTC() }
	limits := store.ClubLineLimits{Stored: 3}
	add := func(person, text string, seconds int64) store.ClubLine {
		t.Helper()
		line, err := db.ClubLines.AddClubLine(
			ctx, store.ClubLine{Person: person, Text: text, Created: at(seconds)}, limits,
		)
		require.NoError(t, err)
		return line
	}
	numbers := func(before uint64, since time.Time, limit int) (list []uint64) {
		t.Helper()
		lines, err := db.ClubLines.ListClubLines(ctx, before, since, limit)
		require.NoError(t, err)
		for _, line := range lines {
			list = append(list, line.Number)
		}
		return list
	}
	_, err := db.ClubLines.AddClubLine(ctx, store.ClubLine{Person: "eve", Text: "x"}, limits)
	require.ErrorIs(t, err, store.ErrNotFound)
	removed, err := db.ClubLines.LastClubRemoval(ctx)
	require.NoError(t, err)
	require.True(t, removed.IsZero())

	first, second := add("ann", "one \u2603", 10), add("bob", "two", 20)
	require.Less(t, first.Number, second.Number)
	found, err := db.ClubLines.ClubLine(ctx, first.Number)
	require.NoError(t, err)
	require.Equal(t, first, found)
	_, err = db.ClubLines.ClubLine(ctx, 1<<63)
	require.ErrorIs(t, err, store.ErrNotFound)
	third, fourth := add("ann", "three", 30), add("ann", "four", 40)
	require.Equal(t, []uint64{fourth.Number, third.Number, second.Number}, numbers(0, at(0), 9), "three are stored")
	require.Equal(t, []uint64{third.Number}, numbers(fourth.Number, at(0), 1))
	require.Equal(t, []uint64{fourth.Number, third.Number}, numbers(1<<63, at(30), 9))
	own, err := db.ClubLines.ListClubLinesOf(ctx, "ann", at(0), 9)
	require.NoError(t, err)
	require.Equal(t, []store.ClubLine{fourth, third}, own)

	require.NoError(t, db.ClubLines.RemoveClubLine(ctx, third.Number, at(50)))
	require.ErrorIs(t, db.ClubLines.RemoveClubLine(ctx, third.Number, at(60)), store.ErrNotFound)
	require.ErrorIs(t, db.ClubLines.RemoveClubLine(ctx, first.Number, at(60)), store.ErrNotFound)
	found, err = db.ClubLines.ClubLine(ctx, third.Number)
	require.NoError(t, err)
	require.Equal(t, store.ClubLine{Number: third.Number, Person: "ann", Created: at(30), Removed: at(50)}, found)
	removed, err = db.ClubLines.LastClubRemoval(ctx)
	require.NoError(t, err)
	require.Equal(t, at(50), removed.UTC())

	deleted, err := db.ClubLines.DeleteClubLines(ctx, at(40), 1)
	require.NoError(t, err)
	require.Equal(t, 1, deleted)
	require.Equal(t, []uint64{fourth.Number, third.Number}, numbers(0, at(0), 9))
	require.NoError(t, db.Identities.DeleteIdentity(ctx, "ann"))
	require.Empty(t, numbers(0, at(0), 9))
}

func testClubLineLimits(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann", "bob")
	limits := store.ClubLineLimits{
		PerPerson: []store.RateLimit{{Lines: 2, In: 10 * time.Second}, {Lines: 3, In: time.Hour}},
		Total:     []store.RateLimit{{Lines: 3, In: 10 * time.Second}},
		Stored:    100,
	}
	for i, try := range []struct {
		person  string
		seconds int64
		isFull  bool
	}{
		{"ann", 0, false},
		{"ann", 1, false},
		{"ann", 2, true},
		{"bob", 3, false},
		{"bob", 4, true}, // all together
		{"ann", 10, false},
		{"ann", 60, true}, // in an hour
		{"bob", 60, false},
		{"ann", 3601, false},
	} {
		_, err := db.ClubLines.AddClubLine(
			t.Context(),
			store.ClubLine{Person: try.person, Text: fmt.Sprint(i), Created: time.Unix(1000+try.seconds, 0)},
			limits,
		)
		if try.isFull {
			require.ErrorIs(t, err, store.ErrQuota, "%+v", try)
		} else {
			require.NoError(t, err, "%+v", try)
		}
	}
}
