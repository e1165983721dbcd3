package store

import (
	"context"
	"encoding/json"
	"time"
)

// Ratings is the part of a [Log] that keeps rated matches, and the ratings that
// are computed from them. Rated matches come with a [Match] and are never removed,
// also not with the match or with an identity; who is deleted stays there and in
// the ratings as an id that names nobody.
type Ratings interface {
	// RatedMatches returns the rated matches after the one with that number, in the
	// order of their numbers; at most limit.
	RatedMatches(ctx context.Context, after int64, limit int) ([]RatedMatch, error)
	// RatedTo returns the number of the last rated match that the ratings are
	// computed from, 0 if there are none.
	RatedTo(ctx context.Context) (int64, error)
	// AddRatings stores what matches have changed. It fails with ErrFenced if
	// RatedTo is not change.From.
	AddRatings(ctx context.Context, change RatingChange) error
	// ClearRatings removes every rating, as if no match were rated yet.
	ClearRatings(ctx context.Context) error
	// Ratings returns those of the players' ratings that there are, in one game, or
	// in all of them if it is "", ordered by player and game.
	Ratings(ctx context.Context, game string, players []string) ([]Rating, error)
	// Leaders returns the ratings of a game, the strongest first, without those of
	// deleted identities.
	Leaders(ctx context.Context, query LeaderQuery) (Page[Rating], error)
	// CountLeaders returns how many of them that are settled come before a place.
	CountLeaders(ctx context.Context, before LeaderPlace) (int, error)
	// RatingSteps returns the last matches that have changed the player's rating in
	// the game, at most limit, oldest first.
	RatingSteps(ctx context.Context, player, game string, limit int) ([]RatingStep, error)
	// RatingsOfMatch returns what a rated match has changed, in the order of seats;
	// nothing before its ratings are computed. It fails with ErrNotFound if the match
	// is not rated.
	RatingsOfMatch(ctx context.Context, match string) ([]RatingStep, error)
}

// RatedSeat is a player of a rated match.
type RatedSeat struct {
	Player string `json:"player"`
	// Rank is the player's place, from 1 on.
	Rank int `json:"rank"`
}

// RatedMatch is a match that counts for ratings.
type RatedMatch struct {
	// Number and ID are those of the match.
	Number int64
	ID     string
	Game   string
	Ended  time.Time
	// Opens is when what came of the match may be told to everybody.
	Opens time.Time
	Seats []RatedSeat
}

// Rating is how well somebody plays a game. Numbers mean nothing to the log but
// for their order.
type Rating struct {
	Player, Game string
	Mu, Sigma    float64
	// Strength is what ratings are ordered by.
	Strength float64
	// Matches is how many matches the rating comes from, Last the end of the last
	// one.
	Matches int
	Last    time.Time
	// Settled ratings are counted by CountLeaders.
	Settled bool
	// Note is JSON for whoever computes ratings, or empty.
	Note json.RawMessage
}

// RatingStep is what a match has changed for one of its players.
type RatingStep struct {
	Player, Game string
	// Number is that of the match, Ended its end.
	Number int64
	Ended  time.Time
	// Seat is the player's seat.
	Seat int
	// Before is the strength before the match, Strength and Mu are those after it,
	// and Matches how many the rating then comes from.
	Before, Strength, Mu float64
	Matches              int
	// Counted is false if the match has not changed the rating.
	Counted bool
}

// RatingChange is what the rated matches after the one with the number From, up to
// that with the number To, have changed: every rating as it is then, and each step.
type RatingChange struct {
	From, To int64
	Ratings  []Rating
	Steps    []RatingStep
}

// LeaderQuery asks for the ratings of a game.
type LeaderQuery struct {
	Game  string
	After Cursor
	Limit int
}

// LeaderPlace is a place in the list of a game's ratings: that of a player, or
// behind everybody if Player is "".
type LeaderPlace struct {
	Game     string
	Player   string
	Strength float64
}
