package transport

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/transport/api"
)

// rateMatch stores a rated match of players, who are in the order of their places, and rates it.
func rateMatch(t *testing.T, db *failingStore, id string, players ...string) {
	t.Helper()
	match := &store.Match{ID: id, Game: "toy", Seats: len(players), Ended: time.UnixMilli(1_800_000_000_000)}
	match.Opens = time.Now().Add(-time.Second)
	for i, player := range players {
		match.Rated = append(match.Rated, store.RatedSeat{Player: player, Rank: i + 1})
	}
	_, err := db.Rooms.Create(
		t.Context(),
		"room of "+id,
		"",
		store.Batch{Meta: &store.Meta{Status: store.StatusFinished}, Match: match},
	)
	require.NoError(t, err)
	n, _, err := people.NewRater(db, zap.NewNop()).Rate(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, n)
}

func TestRatings(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann, bob := d.browser(), d.browser()
	ann.guest("Ann")
	bob.guest("Bob")
	annID, bobID := ann.createAccount("Ann").ID, bob.createAccount("Bob").ID
	board := read[api.LeaderboardAnswer](t, ann.send("GET", "/api/leaderboard?game=toy", ""), http.StatusOK)
	require.Equal(t, api.LeaderboardAnswer{Players: []api.LeaderAnswer{}}, board)
	rateMatch(t, d.people, "m", annID, bobID)
	d.rooms.matches = []archive.MatchInfo{aMatch("m", annID, true), aMatch("unrated", annID, true)}

	board = read[api.LeaderboardAnswer](t, ann.send("GET", "/api/leaderboard?game=toy", ""), http.StatusOK)
	require.Len(t, board.Players, 2)
	require.Equal(t, board.Players[0], *board.Own)
	require.Equal(t, "Ann", board.Own.Name)
	require.True(t, board.Own.Provisional)
	first := read[api.LeaderboardAnswer](t, d.ask("GET", "/api/leaderboard?game=toy&limit=1", ""), http.StatusOK)
	require.Equal(t, board.Players[:1], first.Players)
	require.Nil(t, first.Own)
	second := read[api.LeaderboardAnswer](
		t,
		d.ask("GET", "/api/leaderboard?game=toy&limit=1&after="+first.Next, ""),
		http.StatusOK,
	)
	require.Equal(t, board.Players[1:], second.Players)
	require.Empty(t, second.Next)
	refused(t, d.ask("GET", "/api/leaderboard?game=toy&after=x", ""), http.StatusBadRequest, coded.Malformed)

	type known struct{ Ratings []map[string]any }
	ratings := read[known](t, d.ask("GET", "/api/ratings?game=toy&player="+bobID+"&player=nobody", ""), http.StatusOK)
	require.Len(t, ratings.Ratings, 1)
	require.Equal(t, bobID, ratings.Ratings[0]["player"])
	require.EqualValues(t, board.Players[1].Points, ratings.Ratings[0]["points"])
	refused(
		t,
		d.ask("GET", "/api/ratings?game=toy"+strings.Repeat("&player=x", api.MaxRatings+1), ""),
		http.StatusBadRequest,
		coded.Malformed,
	)

	profile := read[api.ProfileAnswer](t, d.ask("GET", "/api/people?name=Ann", ""), http.StatusOK)
	require.Len(t, profile.Ratings, 1)
	require.Equal(t, board.Own.RatingAnswer, profile.Ratings[0].RatingAnswer)
	require.Len(t, profile.Ratings[0].Curve, 1)
	require.Contains(t, ann.send("GET", "/api/account/data", "").Body.String(), `"ratings":[{"game":"toy"`)

	type changes struct {
		Rated, Repeated bool
		Seats           []api.SeatRating
	}
	changed := read[changes](t, d.ask("GET", "/api/matches/m/ratings", ""), http.StatusOK)
	require.True(t, changed.Rated)
	require.Equal(t, []int{1000, 1000}, []int{changed.Seats[0].Before, changed.Seats[1].Before})
	require.Equal(t, board.Players[0].Points, changed.Seats[0].Points)
	require.Equal(
		t,
		changes{Seats: []api.SeatRating{}},
		read[changes](t, d.ask("GET", "/api/matches/unrated/ratings", ""), http.StatusOK),
	)
	refused(t, d.ask("GET", "/api/matches/nothing/ratings", ""), http.StatusNotFound, archive.CodeNoMatch)

	// A deleted person is in no list, and the ratings of other people do not change.
	require.NoError(t, d.people.Identities.DeleteIdentity(t.Context(), annID))
	left := read[api.LeaderboardAnswer](t, d.ask("GET", "/api/leaderboard?game=toy", ""), http.StatusOK)
	require.Equal(t, board.Players[1:], left.Players)
}
