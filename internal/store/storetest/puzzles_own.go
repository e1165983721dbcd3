package storetest

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func testOwnPuzzles(t *testing.T, db *store.DB) {
	ctx := t.Context()
	createIdentities(t, db, "ann", "bob")
	head := createRoom(t, db, "a", 1)
	var err error
	for i := range 4 {
		head, err = db.Rooms.Append(ctx, head, store.Batch{Match: &store.Match{ID: fmt.Sprint("m", i)}})
		require.NoError(t, err)
	}
	due := time.UnixMilli(5_000).UTC()
	own := func(person string, match int, step int) store.OwnPuzzle {
		return store.OwnPuzzle{
			Person: person, Match: fmt.Sprint("m", match), Step: step, Seat: 1, Data: json.RawMessage(`{"a":1}`),
			Due: due.Add(-time.Duration(match) * time.Second),
		}
	}
	matches := func(person string) (ids []string) {
		list, err := db.Puzzles.OwnPuzzles(ctx, person, 9)
		require.NoError(t, err)
		for i := range list {
			ids = append(ids, list[i].Match)
		}
		return ids
	}
	require.ErrorIs(t, db.Puzzles.AddOwnPuzzle(ctx, own("eve", 0, 1), 3), store.ErrNotFound)
	require.ErrorIs(t, db.Puzzles.AddOwnPuzzle(ctx, own("ann", 9, 1), 3), store.ErrNotFound)
	for i := range 4 {
		require.NoError(t, db.Puzzles.AddOwnPuzzle(ctx, own("ann", i, 7), 3))
	}
	require.NoError(t, db.Puzzles.AddOwnPuzzle(ctx, own("bob", 2, 8), 3))
	require.Equal(t, []string{"m3", "m2", "m1"}, matches("ann"), "the latest matches stay, the first due first")
	require.Equal(t, []string{"m2"}, matches("bob"))
	require.NoError(t, db.Puzzles.AddOwnPuzzle(ctx, own("ann", 0, 7), 3))
	require.Equal(t, []string{"m3", "m2", "m1"}, matches("ann"), "an older match does not displace a later one")

	// A deeper analysis replaces a decision, until it is answered.
	require.NoError(t, db.Puzzles.AddOwnPuzzle(ctx, own("ann", 2, 9), 3))
	p, err := db.Puzzles.OwnPuzzle(ctx, "ann", "m2")
	require.NoError(t, err)
	require.Equal(t, own("ann", 2, 9), p)
	_, err = db.Puzzles.OwnPuzzle(ctx, "bob", "m3")
	require.ErrorIs(t, err, store.ErrNotFound)

	answered := p
	answered.Stage, answered.Due = 1, due.Add(time.Hour)
	require.NoError(t, db.Puzzles.AnswerOwnPuzzle(ctx, answered))
	require.ErrorIs(t, db.Puzzles.AnswerOwnPuzzle(ctx, answered), store.ErrNotFound, "it was answered in the meantime")
	require.NoError(t, db.Puzzles.AddOwnPuzzle(ctx, own("ann", 2, 10), 3))
	p, err = db.Puzzles.OwnPuzzle(ctx, "ann", "m2")
	require.NoError(t, err)
	answered.Tries = 1
	require.Equal(t, answered, p)

	require.NoError(t, db.Archive.DeleteMatch(ctx, "m2"))
	require.Equal(t, []string{"m3", "m1"}, matches("ann"))
	require.Empty(t, matches("bob"))
	require.NoError(t, db.Identities.DeleteIdentity(ctx, "ann"))
	require.Empty(t, matches("ann"))
}
