package people

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

// endMatch archives a listed or a private match, whose result opens after a delay.
func (a *archive) endMatch(id string, listed bool, delay time.Duration, results ...store.Result) {
	a.t.Helper()
	match := &store.Match{
		ID:      id,
		Game:    "go",
		Seats:   len(results),
		Listed:  listed,
		Ended:   time.Now(),
		Opens:   time.Now().Add(delay),
		Results: results,
	}
	var err error
	a.head, err = a.db.Rooms.Append(a.t.Context(), a.head, store.Batch{Match: match})
	require.NoError(a.t, err)
}

// The result of a match appears on profiles and in lists once it opens. Results of private matches appear
// only on the players' own profiles.
func TestCareer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := storetest.Open(t)
		p := New(db, Options{}).Profiles
		a := newArchive(t, db)
		ann, bob := a.account("ann"), a.account("bob")
		rater := NewRater(db, zap.NewNop())
		count := func(want int) (next time.Time) {
			t.Helper()
			n, next, err := rater.Count(t.Context())
			require.NoError(t, err)
			require.Equal(t, want, n)
			return next
		}
		first := store.Result{Person: "ann", Rank: 1, Total: 9, Pieces: []string{"3"}, Feats: []string{"level easy"}}
		a.endMatch("m1", true, time.Hour, first, store.Result{Person: "bob", Rank: 2, Total: 5})
		a.endMatch("m2", false, 0, store.Result{Person: "ann", Rank: 2}, store.Result{Person: "bob", Rank: 1})
		require.Equal(t, time.Hour, time.Until(count(1)))
		time.Sleep(time.Hour)
		require.Zero(t, count(1))
		for by, played := range map[string]int{"": 1, bob.ID: 1, ann.ID: 2} {
			profile, err := p.Profile(t.Context(), "ann", by)
			require.NoError(t, err)
			require.Equal(t, played, profile.Tallies[0].Played)
			require.Equal(t, played, profile.Days[0].Played)
			require.Equal(t, []Companion{{Person: bob, Matches: played, Ahead: 1}}, profile.Companions)
			require.Equal(t, []store.Favourite{{Game: "go", Piece: "3", Played: 1, Won: 1}}, profile.Favourites)
			require.Len(t, profile.Feats, 1)
			require.Equal(t, []store.Streak{{Game: "go", Current: 1, Best: 1}}, profile.Streaks)
		}
		together, err := p.Together(t.Context(), bob.ID, "Ann")
		require.NoError(t, err)
		require.Equal(t, Together{ann, 2, 1, 1}, together)
		_, err = p.Together(t.Context(), bob.ID, "nobody")
		requireCode(t, CodeNoPerson, err)

		standings, err := p.Standings(t.Context(), StandingsQuery{Game: "go", Limit: 10}, bob)
		require.NoError(t, err)
		require.Equal(
			t,
			[]Standing{{Person: ann, Place: 1, Points: 1, Won: 1, Played: 1}, {Person: bob, Place: 2, Played: 1}},
			standings.List,
		)
		require.Equal(t, &Standing{Person: bob, Place: 2, Played: 1}, standings.Own)
		require.Equal(t, time.Monday, standings.Begins.Weekday())
		for _, empty := range []StandingsQuery{
			{Game: "go", WeeksAgo: 1, Limit: 1},
			{Game: "go", Seats: 3, Limit: 1},
			{Game: "chess", AllTime: true, Limit: 1},
		} {
			standings, err := p.Standings(t.Context(), empty, Person{})
			require.NoError(t, err)
			require.Empty(t, standings.List)
		}
		for _, wrong := range []string{"x", "1/", "-1/1.1.ann", "1/x"} {
			_, err = p.Standings(t.Context(), StandingsQuery{Game: "go", After: wrong, Limit: 1}, bob)
			requireCode(t, coded.Malformed, err)
		}
	})
}

// Standings include the bots of the server, and the bots of accounts with their names.
func TestBotsStand(t *testing.T) {
	db := storetest.Open(t)
	p := New(db, Options{}).Profiles
	a := newArchive(t, db)
	ann, bob := a.account("ann"), a.account("bob")
	a.endMatch(
		"m",
		true,
		0,
		store.Result{Person: "ann", Rank: 2},
		store.Result{Person: "bob", Rank: 3},
		store.Result{Bot: "owl", Rank: 1},
	)
	_, _, err := NewRater(db, zap.NewNop()).Count(t.Context())
	require.NoError(t, err)
	standings, err := p.Standings(t.Context(), StandingsQuery{Game: "go", AllTime: true, Limit: 2}, Person{})
	require.NoError(t, err)
	require.Equal(
		t,
		[]Standing{{Bot: "owl", Place: 1, Points: 2, Won: 1, Played: 1}, {Person: ann, Place: 2, Points: 1, Played: 1}},
		standings.List,
	)
	require.Zero(t, standings.Begins)
	standings, err = p.Standings(
		t.Context(),
		StandingsQuery{Game: "go", AllTime: true, Limit: 2, After: standings.Next},
		Person{},
	)
	require.NoError(t, err)
	require.Equal(t, []Standing{{Person: bob, Place: 3, Played: 1}}, standings.List)
}

// The line of a profile is cleaned and has a bounded length.
func TestAbout(t *testing.T) {
	db := storetest.Open(t)
	people := New(db, Options{})
	p := people.Profiles
	ann := accounts(t, db, "Ann")[0]
	for given, want := range map[string]string{
		"  Tea,\n then\tspells. ": "Tea, then spells.", "\u202eevil\u200b": "evil", "ﬁne": "fine", "": "",
		strings.Repeat("é", MaxAbout): strings.Repeat("é", MaxAbout),
	} {
		_, err := p.SetAbout(t.Context(), ann.ID, given)
		require.NoError(t, err)
		profile, err := p.Profile(t.Context(), "Ann", "")
		require.NoError(t, err)
		require.Equal(t, want, profile.About)
	}
	_, err := p.SetAbout(t.Context(), ann.ID, strings.Repeat("x", MaxAbout+1))
	requireCode(t, coded.Malformed, err)
	_, err = p.SetAbout(t.Context(), guests(t, people, "Gus")[0].ID, "x")
	requireCode(t, CodeNoAccount, err)
}
