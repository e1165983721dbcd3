package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func testResults(t *testing.T, log *store.DB) {
	head := create(t, log, "a", 0)
	number := 0
	played := func(game string, listed bool, opens int64, results ...store.Result) {
		t.Helper()
		number++
		var err error
		head, err = log.Append(t.Context(), head, store.Batch{Match: &store.Match{
			ID: fmt.Sprint("m", number), Game: game, Seats: max(2, len(results)), Listed: listed, Opens: time.UnixMilli(opens), Results: results,
		}})
		require.NoError(t, err)
	}
	played("go", true, 0, store.Result{Person: "ann", Rank: 1, Total: 30}, store.Result{Person: "bob", Rank: 2, Total: 20})
	played("go", true, 0, store.Result{Person: "ann", Rank: 2, Total: 40}, store.Result{Person: "bob", Rank: 1, Total: 50})
	played("go", true, 5000, store.Result{Person: "ann", Rank: 1, Total: 10}, store.Result{Person: "cat", Rank: 1, Total: 10})
	played("go", false, 0, store.Result{Person: "ann", Rank: 3, Total: -5}, store.Result{Person: "bob", Rank: 1, Total: 50},
		store.Result{Person: "cat", Rank: 1, Total: 50})
	played("chess", true, 0, store.Result{Person: "ann", Rank: 1, Total: 0})
	played("go", true, 0) // abandoned

	for _, test := range []struct {
		query      store.ResultQuery
		tallies    []store.Tally
		companions []store.Companion
	}{
		{store.ResultQuery{Person: "ann"}, []store.Tally{
			{Game: "chess", Seats: 2, Played: 1, Won: 1, Ranks: 1},
			{Game: "go", Seats: 2, Played: 3, Won: 2, Ranks: 4, Totals: 80, Best: 40},
			{Game: "go", Seats: 3, Played: 1, Ranks: 3, Totals: -5, Best: -5},
		}, []store.Companion{{Person: "bob", Matches: 3, Ahead: 1}, {Person: "cat", Matches: 2}}},
		{store.ResultQuery{Person: "ann", Listed: true, At: time.UnixMilli(4999)}, []store.Tally{
			{Game: "chess", Seats: 2, Played: 1, Won: 1, Ranks: 1},
			{Game: "go", Seats: 2, Played: 2, Won: 1, Ranks: 3, Totals: 70, Best: 40},
		}, []store.Companion{{Person: "bob", Matches: 2, Ahead: 1}}},
		{store.ResultQuery{Person: "cat", Listed: true, At: time.UnixMilli(5000)}, []store.Tally{
			{Game: "go", Seats: 2, Played: 1, Won: 1, Ranks: 1, Totals: 10, Best: 10},
		}, []store.Companion{{Person: "ann", Matches: 1}}},
		{store.ResultQuery{Person: "eve"}, nil, nil},
	} {
		tallies, err := log.Tallies(t.Context(), test.query)
		require.NoError(t, err)
		require.Equal(t, test.tallies, tallies)
		companions, err := log.Companions(t.Context(), test.query, 10)
		require.NoError(t, err)
		if len(test.companions) == 0 {
			require.Empty(t, companions)
			continue
		}
		require.Equal(t, test.companions, companions)
		companions, err = log.Companions(t.Context(), test.query, 1)
		require.NoError(t, err)
		require.Equal(t, test.companions[:1], companions)
	}
	_, err := log.Companions(t.Context(), store.ResultQuery{}, 0)
	require.ErrorIs(t, err, store.ErrInvalid)
	for _, wrong := range [][]store.Result{{{}}, {{Person: "ann"}, {Person: "ann"}}} {
		_, err := log.Append(t.Context(), head, store.Batch{Match: &store.Match{ID: "new", Results: wrong}})
		require.ErrorIs(t, err, store.ErrInvalid)
	}
}
