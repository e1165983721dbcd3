package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// day is when most matches of these tests end, a Thursday.
var day = time.Date(2026, 11, 26, 22, 0, 0, 0, time.UTC)

// archiveMatch archives a match whose results open at a time in milliseconds.
func archiveMatch(
	t *testing.T,
	db *store.DB,
	head *store.Head,
	game string,
	listed bool,
	ended time.Time,
	opens int64,
	results ...store.Result,
) {
	t.Helper()
	var err error
	*head, err = db.Rooms.Append(t.Context(), *head, store.Batch{Match: &store.Match{
		ID:      fmt.Sprint("m", head.Seq, game, ended.UnixMilli(), opens, len(results), results),
		Game:    game,
		Seats:   max(2, len(results)),
		Listed:  listed,
		Ended:   ended,
		Opens:   time.UnixMilli(opens),
		Results: results,
	}})
	require.NoError(t, err)
}

// countOpenResults counts the results that are open at a time in milliseconds, and checks the number of
// their matches. It returns when the next results open.
func countOpenResults(t *testing.T, db *store.DB, at int64, want int) (next time.Time) {
	t.Helper()
	all := 0
	for {
		n, following, err := db.Results.CountResults(
			t.Context(),
			store.CountQuery{At: time.UnixMilli(at), Kinds: []string{"account"}},
		)
		require.NoError(t, err)
		require.LessOrEqual(t, n, store.MaxCounted)
		if all += n; n == 0 {
			require.Equal(t, want, all)
			return following
		}
	}
}

// createAccounts adds identities that appear in standings.
func createAccounts(t *testing.T, db *store.DB, ids ...string) {
	t.Helper()
	for _, id := range ids {
		require.NoError(
			t,
			db.Identities.CreateIdentity(t.Context(), store.Identity{ID: id, Kind: "account"}, token(id)),
		)
	}
}

func standing(id string, points, won, played int) store.Standing {
	return store.Standing{Identity: id, Points: points, Won: won, Played: played}
}

func personResult(id string, rank, total int, pieces ...string) store.Result {
	return store.Result{Person: id, Rank: rank, Total: total, Pieces: pieces}
}

// A match is added to the totals of its people once, when its results open.
func testResults(t *testing.T, db *store.DB) {
	createAccounts(t, db, "ann", "bob", "cat")
	head := createRoom(t, db, "a", 0)
	archiveMatch(t, db, &head, "go", true, day, 1, personResult("ann", 1, 30, "oak"), personResult("bob", 2, 20))
	archiveMatch(t, db, &head, "go", true, day, 2, personResult("ann", 2, 40, "oak", "elm"), personResult("bob", 1, 50))
	archiveMatch(
		t,
		db,
		&head,
		"go",
		true,
		day.Add(24*time.Hour),
		5000,
		personResult("ann", 1, 10),
		personResult("cat", 1, 10),
	)
	archiveMatch(
		t,
		db,
		&head,
		"go",
		false,
		day,
		4,
		personResult("ann", 3, -5),
		personResult("bob", 1, 50),
		personResult("cat", 1, 50),
	)
	archiveMatch(
		t,
		db,
		&head,
		"chess",
		true,
		day,
		5,
		store.Result{Person: "ann", Rank: 1, Feats: []string{"first"}},
		store.Result{Bot: "deep", Rank: 2},
	)
	archiveMatch(t, db, &head, "go", true, day, 6) // abandoned
	sums := func(query store.CareerQuery) (any, any) {
		t.Helper()
		tallies, err := db.Careers.Tallies(t.Context(), query)
		require.NoError(t, err)
		companions, err := db.Careers.Companions(t.Context(), query, 10)
		require.NoError(t, err)
		return tallies, companions
	}
	requireSums := func(query store.CareerQuery, tallies []store.Tally, companions []store.Companion) {
		t.Helper()
		a, b := sums(query)
		require.Equal(t, tallies, a)
		require.Equal(t, companions, b)
	}
	requireSums(store.CareerQuery{Person: "ann"}, nil, nil)
	require.Equal(t, time.UnixMilli(5000).UTC(), countOpenResults(t, db, 4999, 4))
	chess := store.Tally{Game: "chess", Seats: 2, Played: 1, Won: 1, Ranks: 1}
	requireSums(store.CareerQuery{Person: "ann", Listed: true},
		[]store.Tally{chess, {Game: "go", Seats: 2, Played: 2, Won: 1, Ranks: 3, Totals: 70, Best: 40}},
		[]store.Companion{{Person: "bob", Matches: 2, Ahead: 1}})
	require.Zero(t, countOpenResults(t, db, 5000, 1))
	countOpenResults(t, db, 9000, 0)
	requireSums(store.CareerQuery{Person: "ann"}, []store.Tally{
		chess,
		{Game: "go", Seats: 2, Played: 3, Won: 2, Ranks: 4, Totals: 80, Best: 40},
		{Game: "go", Seats: 3, Played: 1, Ranks: 3, Totals: -5, Best: -5},
	}, []store.Companion{{Person: "bob", Matches: 3, Ahead: 1}, {Person: "cat", Matches: 2}})
	requireSums(
		store.CareerQuery{Person: "cat", Listed: true},
		[]store.Tally{{Game: "go", Seats: 2, Played: 1, Won: 1, Ranks: 1, Totals: 10, Best: 10}},
		[]store.Companion{{Person: "ann", Matches: 1}},
	)
	first, err := db.Careers.Companions(t.Context(), store.CareerQuery{Person: "ann"}, 1)
	require.NoError(t, err)
	require.Len(t, first, 1)
	for other, want := range map[string]store.Companion{
		"bob": {Person: "bob", Matches: 3, Ahead: 1, Behind: 2},
		"cat": {Person: "cat", Matches: 2, Behind: 1},
		"eve": {Person: "eve"},
	} {
		together, err := db.Careers.Together(t.Context(), "ann", other)
		require.NoError(t, err)
		require.Equal(t, want, together)
	}

	all, listed := store.CareerQuery{Person: "ann"}, store.CareerQuery{Person: "ann", Listed: true}
	days, err := db.Careers.Days(t.Context(), all, day.Add(-time.Hour))
	require.NoError(t, err)
	require.Equal(
		t,
		[]store.Day{
			{Day: day.Truncate(24 * time.Hour), Played: 4, Won: 2},
			{Day: day.Truncate(24 * time.Hour).Add(24 * time.Hour), Played: 1, Won: 1},
		},
		days,
	)
	days, err = db.Careers.Days(t.Context(), all, day.Add(24*time.Hour))
	require.NoError(t, err)
	require.Len(t, days, 1)
	favourites, err := db.Careers.Favourites(t.Context(), listed)
	require.NoError(t, err)
	require.Equal(
		t,
		[]store.Favourite{{Game: "go", Piece: "oak", Played: 2, Won: 1}, {Game: "go", Piece: "elm", Played: 1}},
		favourites,
	)
	feats, err := db.Careers.Feats(t.Context(), listed)
	require.NoError(t, err)
	require.Equal(t, []store.Feat{{Game: "chess", Feat: "first", At: day}}, feats)

	// The totals do not change when a match is deleted.
	matches, err := db.Archive.Matches(t.Context(), store.MatchQuery{Limit: 10})
	require.NoError(t, err)
	for i := range matches.Items {
		require.NoError(t, db.Archive.DeleteMatch(t.Context(), matches.Items[i].ID))
	}
	a, _ := sums(all)
	require.Len(t, a, 3)

	_, err = db.Careers.Companions(t.Context(), store.CareerQuery{}, 0)
	require.ErrorIs(t, err, store.ErrInvalid)
	for _, wrong := range [][]store.Result{
		{{}},
		{{Person: "ann"}, {Person: "ann"}},
		{{Person: "ann", Pieces: []string{""}}},
		{{Person: "ann", Feats: make([]string, 100)}},
	} {
		_, err := db.Rooms.Append(t.Context(), head, store.Batch{Match: &store.Match{ID: "new", Results: wrong}})
		require.ErrorIs(t, err, store.ErrInvalid)
	}
}

// Streaks include only matches with other people, in the order in which they are counted.
func testStreaks(t *testing.T, db *store.DB) {
	createAccounts(t, db, "ann", "bob")
	head := createRoom(t, db, "a", 0)
	for i, rank := range []int{1, 1, 2, 1, 1, 1} {
		archiveMatch(
			t,
			db,
			&head,
			"go",
			i != 4,
			day,
			int64(i),
			personResult("ann", rank, 0),
			personResult("bob", 3-rank, 0),
		)
	}
	archiveMatch(t, db, &head, "go", true, day, 9, personResult("ann", 2, 0), store.Result{Bot: "deep", Rank: 1})
	countOpenResults(t, db, 10, 7)
	for listed, want := range map[bool]store.Streak{
		false: {Game: "go", Current: 3, Best: 3},
		true:  {Game: "go", Current: 2, Best: 2},
	} {
		streaks, err := db.Careers.Streaks(t.Context(), store.CareerQuery{Person: "ann", Listed: listed})
		require.NoError(t, err)
		require.Equal(t, []store.Streak{want}, streaks)
	}
	streaks, err := db.Careers.Streaks(t.Context(), store.CareerQuery{Person: "bob"})
	require.NoError(t, err)
	require.Equal(t, []store.Streak{{Game: "go", Best: 1}}, streaks)
}

// Players of a team are not companions and get no points from each other.
func testTeams(t *testing.T, db *store.DB) {
	createAccounts(t, db, "ann", "bob", "cat", "dan")
	head := createRoom(t, db, "a", 0)
	result := func(id string, rank, team int) store.Result { return store.Result{Person: id, Rank: rank, Team: team} }
	archiveMatch(
		t, db, &head, "go", true, day, 1,
		result("ann", 1, 1), result("bob", 4, 1), result("cat", 2, 2), result("dan", 2, 2),
	)
	countOpenResults(t, db, 2, 1)
	companions := func(person string) (list []store.Companion) {
		list, err := db.Careers.Companions(t.Context(), store.CareerQuery{Person: person}, 10)
		require.NoError(t, err)
		return list
	}
	require.Equal(t, []store.Companion{
		{Person: "cat", Matches: 1, Ahead: 1},
		{Person: "dan", Matches: 1, Ahead: 1},
	}, companions("ann"))
	require.Equal(t, []store.Companion{
		{Person: "ann", Matches: 1},
		{Person: "bob", Matches: 1, Ahead: 1},
	}, companions("cat"))
	page, err := db.Careers.Standings(t.Context(), store.StandingQuery{Game: "go", Limit: 10})
	require.NoError(t, err)
	require.Equal(t, []store.Standing{
		standing("ann", 2, 1, 1), standing("cat", 1, 0, 1), standing("dan", 1, 0, 1), standing("bob", 0, 0, 1),
	}, page.Items)
}

// Players get a point for each player with a worse place, in the week and for all time. Guests, private
// matches and matches with only one person do not count. Bots in matches of several people do.
func testStandings(t *testing.T, db *store.DB) {
	createAccounts(t, db, "ann", "bob", "cat")
	createIdentities(t, db, "gus")
	head := createRoom(t, db, "a", 0)
	later := day.Add(7 * 24 * time.Hour)
	archiveMatch(
		t,
		db,
		&head,
		"go",
		true,
		day,
		1,
		personResult("ann", 1, 0),
		personResult("bob", 2, 0),
		personResult("cat", 2, 0),
	)
	archiveMatch(t, db, &head, "go", true, day, 2, personResult("gus", 1, 0), personResult("bob", 2, 0))
	archiveMatch(t, db, &head, "go", true, day, 3, personResult("bob", 1, 0), personResult("cat", 2, 0))
	archiveMatch(
		t,
		db,
		&head,
		"go",
		true,
		later,
		4,
		personResult("bob", 3, 0),
		personResult("cat", 1, 0),
		store.Result{Bot: "deep", Rank: 2},
	)
	archiveMatch(t, db, &head, "go", false, day, 5, personResult("cat", 1, 0), personResult("bob", 2, 0))
	archiveMatch(t, db, &head, "go", true, day, 6, personResult("cat", 1, 0), store.Result{Bot: "deep", Rank: 2})
	countOpenResults(t, db, 9, 6)
	deep := store.BotIdentity("deep")
	for _, test := range []struct {
		week  store.Week
		seats int
		want  []store.Standing
	}{
		{
			0,
			0,
			[]store.Standing{
				standing("ann", 2, 1, 1),
				standing("cat", 2, 1, 3),
				standing(deep, 1, 0, 1),
				standing("bob", 1, 1, 4),
			},
		},
		{0, 2, []store.Standing{standing("bob", 1, 1, 2), standing("cat", 0, 0, 1)}},
		{
			store.WeekOf(day),
			3,
			[]store.Standing{standing("ann", 2, 1, 1), standing("bob", 0, 0, 1), standing("cat", 0, 0, 1)},
		},
		{
			store.WeekOf(later),
			0,
			[]store.Standing{standing("cat", 2, 1, 1), standing(deep, 1, 0, 1), standing("bob", 0, 0, 1)},
		},
		{store.WeekOf(day) - 1, 0, nil},
	} {
		for limit := 1; limit < 6; limit++ {
			var got []store.Standing
			query := store.StandingQuery{Week: test.week, Game: "go", Seats: test.seats, Limit: limit}
			for {
				page, err := db.Careers.Standings(t.Context(), query)
				require.NoError(t, err)
				got = append(got, page.Items...)
				if query.After = page.Next; page.Next == "" {
					break
				}
			}
			require.Equal(t, test.want, got, "%+v", test)
		}
		for place, one := range test.want {
			found, before, err := db.Careers.StandingOf(
				t.Context(),
				store.StandingQuery{Week: test.week, Game: "go", Seats: test.seats},
				one.Identity,
			)
			require.NoError(t, err)
			require.Equal(t, []any{one, place}, []any{found, before})
		}
	}
	_, _, err := db.Careers.StandingOf(t.Context(), store.StandingQuery{Game: "go"}, "gus")
	require.ErrorIs(t, err, store.ErrNotFound)
	for _, cursor := range []store.Cursor{"x", "1.2", "1.x.ann"} {
		_, err := db.Careers.Standings(t.Context(), store.StandingQuery{Game: "go", After: cursor, Limit: 1})
		require.ErrorIs(t, err, store.ErrInvalid)
	}

	// A deleted identity appears in no standings, and old weeks are removed with the next
	// match.
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "ann"))
	archiveMatch(t, db, &head, "go", true, later, 1, personResult("bob", 1, 0), personResult("ann", 1, 0))
	n, _, err := db.Results.CountResults(
		t.Context(),
		store.CountQuery{At: later, Kinds: []string{"account"}, Since: store.WeekOf(later)},
	)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	for week, want := range map[store.Week]int{0: 3, store.WeekOf(day): 0, store.WeekOf(later): 3} {
		page, err := db.Careers.Standings(t.Context(), store.StandingQuery{Week: week, Game: "go", Limit: 10})
		require.NoError(t, err)
		require.Len(t, page.Items, want)
	}
	tallies, err := db.Careers.Tallies(t.Context(), store.CareerQuery{Person: "ann"})
	require.NoError(t, err)
	require.Empty(t, tallies)
	companions, err := db.Careers.Companions(t.Context(), store.CareerQuery{Person: "bob"}, 10)
	require.NoError(t, err)
	require.Len(t, companions, 2, "cat and gus")
	monday := store.WeekOf(day).Begins()
	require.Equal(t, "Monday 2026-11-23", monday.Format("Monday 2006-01-02"))
	require.Equal(t, store.WeekOf(day), store.WeekOf(monday))
	require.Equal(t, store.WeekOf(day)-1, store.WeekOf(monday.Add(-time.Millisecond)))
}
