package storetest

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// ratedMatch archives a rated match with the players in the order of their places, and returns it.
func ratedMatch(t *testing.T, db *store.DB, head *store.Head, id, game string, players ...string) store.RatedMatch {
	t.Helper()
	want := store.RatedMatch{ID: id, Game: game, Ended: time.UnixMilli(5000).UTC(), Opens: time.UnixMilli(7000).UTC()}
	for i, player := range players {
		want.Seats = append(want.Seats, store.RatedSeat{Player: player, Rank: i + 1})
	}
	next, err := db.Rooms.Append(t.Context(), *head, store.Batch{Match: &store.Match{
		ID: id, Game: game, Seats: len(players), Ended: want.Ended, Opens: want.Opens, Rated: want.Seats,
	}})
	require.NoError(t, err)
	*head = next
	match, err := db.Archive.Match(t.Context(), id)
	require.NoError(t, err)
	require.Empty(t, match.Rated, "it is only written")
	want.Number = match.Number
	return want
}

// Ratings are computed from rated matches in the order of their numbers, by one
// writer.
func testRatings(t *testing.T, db *store.DB) {
	ctx := t.Context()
	head := createRoom(t, db, "a", 0)
	next, err := db.Rooms.Append(ctx, head, store.Batch{Match: &store.Match{ID: "not rated"}})
	require.NoError(t, err)
	head = next
	first := ratedMatch(t, db, &head, "m1", "go", "ann", "bob")
	second := ratedMatch(t, db, &head, "m2", "go", "bob", "cat", "ann")
	list, err := db.Ratings.RatedMatches(ctx, 0, 10)
	require.NoError(t, err)
	require.Equal(t, []store.RatedMatch{first, second}, list)
	list, err = db.Ratings.RatedMatches(ctx, first.Number, 10)
	require.NoError(t, err)
	require.Equal(t, []store.RatedMatch{second}, list)
	list, err = db.Ratings.RatedMatches(ctx, 0, 1)
	require.NoError(t, err)
	require.Equal(t, []store.RatedMatch{first}, list)
	steps, err := db.Ratings.RatingsOfMatch(ctx, "m1")
	require.NoError(t, err)
	require.Empty(t, steps)
	_, err = db.Ratings.RatingsOfMatch(ctx, "not rated")
	require.ErrorIs(t, err, store.ErrNotFound)

	last := time.UnixMilli(5000).UTC()
	ann := store.Rating{
		Player:   "ann",
		Game:     "go",
		Mu:       1.0 / 3,
		Sigma:    8.25,
		Strength: -24.41666,
		Matches:  1,
		Last:     last,
		Note:     json.RawMessage(`{"day":1}`),
	}
	bob := store.Rating{Player: "bob", Game: "go", Mu: 27, Sigma: 8, Strength: 3, Matches: 1, Last: last}
	change := store.RatingChange{To: first.Number, Ratings: []store.Rating{ann, bob}, Steps: []store.RatingStep{
		{Player: "bob", Game: "go", Number: first.Number, Seat: 1, Strength: 3, Mu: 27, Matches: 1, Counted: true},
		{
			Player:   "ann",
			Game:     "go",
			Number:   first.Number,
			Seat:     0,
			Before:   0.5,
			Strength: -24.41666,
			Mu:       1.0 / 3,
			Matches:  1,
			Counted:  true,
		},
	}}
	require.NoError(t, db.Ratings.AddRatings(ctx, change))
	to, err := db.Ratings.LastRated(ctx)
	require.NoError(t, err)
	require.Equal(t, first.Number, to)
	// A match cannot be rated twice.
	require.ErrorIs(t, db.Ratings.AddRatings(ctx, change), store.ErrFenced)

	got, err := db.Ratings.RatingsOf(ctx, "go", []string{"bob", "eve", "ann"})
	require.NoError(t, err)
	require.Equal(t, []store.Rating{ann, bob}, got)
	got, err = db.Ratings.RatingsOf(ctx, "", []string{"bob"})
	require.NoError(t, err)
	require.Equal(t, []store.Rating{bob}, got)
	for _, none := range [][]string{nil, {"eve"}} {
		got, err = db.Ratings.RatingsOf(ctx, "", none)
		require.NoError(t, err)
		require.Empty(t, got)
	}

	// The second match has changed nothing for ann.
	bob.Matches, bob.Strength = 2, 4
	require.NoError(t, db.Ratings.AddRatings(ctx, store.RatingChange{
		From: first.Number, To: second.Number, Ratings: []store.Rating{bob}, Steps: []store.RatingStep{
			{
				Player:   "bob",
				Game:     "go",
				Number:   second.Number,
				Before:   3,
				Strength: 4,
				Mu:       27,
				Matches:  2,
				Counted:  true,
			},
			{Player: "ann", Game: "go", Number: second.Number, Seat: 2, Before: 1, Strength: 1, Mu: 2, Matches: 1},
		},
	}))
	steps, err = db.Ratings.RatingsOfMatch(ctx, "m2")
	require.NoError(t, err)
	require.Equal(t, []store.RatingStep{
		{
			Player:   "bob",
			Game:     "go",
			Number:   second.Number,
			Ended:    last,
			Before:   3,
			Strength: 4,
			Mu:       27,
			Matches:  2,
			Counted:  true,
		},
		{
			Player:   "ann",
			Game:     "go",
			Number:   second.Number,
			Ended:    last,
			Seat:     2,
			Before:   1,
			Strength: 1,
			Mu:       2,
			Matches:  1,
		},
	}, steps)
	for player, want := range map[string][]int64{
		"bob": {first.Number, second.Number},
		"ann": {first.Number},
		"eve": nil,
	} {
		steps, err := db.Ratings.RatingSteps(ctx, player, "go", 10)
		require.NoError(t, err)
		var numbers []int64
		for _, step := range steps {
			numbers = append(numbers, step.Number)
		}
		require.Equal(t, want, numbers)
	}
	steps, err = db.Ratings.RatingSteps(ctx, "bob", "go", 1)
	require.NoError(t, err)
	require.Len(t, steps, 1)
	require.Equal(t, second.Number, steps[0].Number)

	require.NoError(t, db.Ratings.ClearRatings(ctx))
	to, err = db.Ratings.LastRated(ctx)
	require.NoError(t, err)
	require.Zero(t, to)
	got, err = db.Ratings.RatingsOf(ctx, "", []string{"ann", "bob"})
	require.NoError(t, err)
	require.Empty(t, got)
	steps, err = db.Ratings.RatingSteps(ctx, "bob", "go", 10)
	require.NoError(t, err)
	require.Empty(t, steps)
	require.NoError(t, db.Ratings.AddRatings(ctx, change))

	for _, seats := range [][]store.RatedSeat{
		{{Player: "ann", Rank: 1}},
		{{Player: "ann", Rank: 1}, {Player: "ann", Rank: 2}},
		{{Player: "ann", Rank: 1}, {Rank: 2}},
		{{Player: "ann", Rank: 1}, {Player: "bob"}},
	} {
		_, err := db.Rooms.Append(ctx, head, store.Batch{Match: &store.Match{ID: "new", Rated: seats}})
		require.ErrorIs(t, err, store.ErrInvalid)
	}
	require.ErrorIs(t, db.Ratings.AddRatings(ctx, store.RatingChange{From: 2, To: 1}), store.ErrInvalid)
}

// Leaders are listed in pages, the strongest first, without deleted identities.
func testLeaders(t *testing.T, db *store.DB) {
	ctx := t.Context()
	var change store.RatingChange
	for i, strength := range []float64{3, -1.5, 7, 3, 7.25} {
		id := fmt.Sprint("p", i)
		require.NoError(
			t,
			db.Identities.CreateIdentity(
				ctx,
				store.Identity{ID: id},
				store.Credential{CredentialKey: store.CredentialKey{Kind: "token", ID: []byte(id)}},
			),
		)
		change.Ratings = append(
			change.Ratings,
			store.Rating{
				Player:   id,
				Game:     "go",
				Strength: strength,
				Matches:  i,
				Settled:  i != 1,
				Last:     time.UnixMilli(1).UTC(),
			},
		)
	}
	change.Ratings = append(
		change.Ratings,
		store.Rating{Player: "p0", Game: "chess", Strength: 9, Last: time.UnixMilli(1).UTC()},
	)
	require.NoError(t, db.Ratings.AddRatings(ctx, change))
	list := func(game string, limit int) (ids []string) {
		query := store.LeaderQuery{Game: game, Limit: limit}
		for {
			page, err := db.Ratings.Leaders(ctx, query)
			require.NoError(t, err)
			for _, r := range page.Items {
				ids = append(ids, r.Player)
			}
			if query.After = page.Next; page.Next == "" {
				return ids
			}
		}
	}
	want := []string{"p4", "p2", "p0", "p3", "p1"}
	for limit := 1; limit < 7; limit++ {
		require.Equal(t, want, list("go", limit))
	}
	require.Equal(t, []string{"p0"}, list("chess", 3))
	require.Empty(t, list("draughts", 3))
	count := func(player string, strength float64) int {
		n, err := db.Ratings.CountLeaders(ctx, store.LeaderPlace{Game: "go", Player: player, Strength: strength})
		require.NoError(t, err)
		return n
	}
	require.Equal(t, 4, count("", 0))
	require.Equal(t, 3, count("p3", 3))
	require.Equal(t, 2, count("p0", 3))
	require.Equal(t, 4, count("p1", -1.5))
	require.Equal(t, 0, count("p4", 7.25))
	// The rating is counted at its new strength, and no longer counted if it is not
	// settled.
	moved := change.Ratings[0]
	moved.Strength = 8.5
	require.NoError(t, db.Ratings.AddRatings(ctx, store.RatingChange{Ratings: []store.Rating{moved}}))
	require.Equal(t, 1, count("p4", 7.25))
	require.Equal(t, 4, count("", 0))
	moved.Settled = false
	require.NoError(t, db.Ratings.AddRatings(ctx, store.RatingChange{Ratings: []store.Rating{moved}}))
	require.Equal(t, 3, count("", 0))
	require.NoError(t, db.Ratings.AddRatings(ctx, store.RatingChange{Ratings: change.Ratings[:1]}))

	require.NoError(t, db.Identities.DeleteIdentity(ctx, "p2"))
	want = []string{"p4", "p0", "p3", "p1"}
	require.Equal(t, want, list("go", 2))
	require.Equal(t, 2, count("p3", 3))
	require.Equal(t, 3, count("", 0))
	// A deleted identity stays out of the list when its rating changes, and after all
	// ratings are computed again.
	require.NoError(t, db.Ratings.ClearRatings(ctx))
	require.NoError(t, db.Ratings.AddRatings(ctx, change))
	require.Equal(t, want, list("go", 2))
	require.Equal(t, 3, count("", 0))
	left, err := db.Ratings.RatingsOf(ctx, "go", []string{"p2"})
	require.NoError(t, err)
	require.Len(t, left, 1)
	for _, cursor := range []store.Cursor{"x", "xyz.p1"} {
		_, err := db.Ratings.Leaders(ctx, store.LeaderQuery{Game: "go", After: cursor, Limit: 1})
		require.ErrorIs(t, err, store.ErrInvalid)
	}
	_, err = db.Ratings.Leaders(ctx, store.LeaderQuery{Game: "go"})
	require.ErrorIs(t, err, store.ErrInvalid)
}

// A rated match is kept when the match, its room or a player is deleted.
func testRatedStay(t *testing.T, db *store.DB) {
	ctx := t.Context()
	require.NoError(
		t,
		db.Identities.CreateIdentity(
			ctx,
			store.Identity{ID: "ann"},
			store.Credential{CredentialKey: store.CredentialKey{Kind: "token", ID: []byte("ann")}},
		),
	)
	head := createRoom(t, db, "a", 0)
	match := ratedMatch(t, db, &head, "m1", "go", "ann", "bob")
	require.NoError(t, db.Archive.DeleteMatch(ctx, "m1"))
	require.NoError(t, db.Identities.DeleteIdentity(ctx, "ann"))
	require.NoError(t, db.Rooms.Delete(ctx, head))
	list, err := db.Ratings.RatedMatches(ctx, 0, 10)
	require.NoError(t, err)
	require.Equal(t, []store.RatedMatch{match}, list)
}
