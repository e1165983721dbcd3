package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
	"archmage/internal/store"
)

// The command rates new matches, or all matches again, and does not create a folder.
func TestRateCommand(t *testing.T) {
	data := t.TempDir()
	db, err := store.OpenSQLite(t.Context(), data, store.SQLiteOptions{})
	require.NoError(t, err)
	head, err := db.Rooms.Create(t.Context(), "room", "", store.Batch{Meta: &store.Meta{Status: store.StatusFinished}})
	require.NoError(t, err)
	for _, id := range []string{"m1", "m2"} {
		head, err = db.Rooms.Append(t.Context(), head, store.Batch{Match: &store.Match{
			ID:    id,
			Game:  "seasons",
			Seats: 2,
			Ended: time.UnixMilli(1),
			Rated: []store.RatedSeat{{Player: "ann", Rank: 1}, {Player: "bob", Rank: 2}},
		}})
		require.NoError(t, err)
	}
	require.NoError(t, db.Close())
	ratings := func() []store.Rating {
		db, err := store.OpenSQLite(t.Context(), data, store.SQLiteOptions{})
		require.NoError(t, err)
		defer db.Close()
		ratings, err := db.Ratings.RatingsOf(t.Context(), "", []string{"ann", "bob"})
		require.NoError(t, err)
		return ratings
	}
	for _, step := range []struct {
		args []string
		want string
	}{{nil, "2 matches rated\n"}, {nil, "0 matches rated\n"}, {[]string{"--rebuild"}, "2 matches rated\n"}} {
		before := ratings()
		got := runToEnd(t, append([]string{"rate", "--data", data}, step.args...)...)
		require.Zero(t, got.status, got.err)
		require.Equal(t, step.want, got.out)
		if len(before) > 0 {
			require.Equal(t, before, ratings())
		}
	}
	require.Len(t, ratings(), 2)
	none := filepath.Join(data, "none")
	require.Equal(t, cli.Failed, runToEnd(t, "rate", "--data", none).status)
	_, err = os.Stat(none)
	require.ErrorIs(t, err, os.ErrNotExist)
}
