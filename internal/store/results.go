package store

import (
	"context"
	"time"
)

// Results is the part of a [Log] that sums up the archived matches of a person.
type Results interface {
	// Tallies returns what came of a person's matches, by game and number of
	// seats, in that order.
	Tallies(ctx context.Context, query ResultQuery) ([]Tally, error)
	// Companions returns with whom a person has played most often, the most
	// frequent first, of the last CompanionMatches matches; at most limit.
	Companions(ctx context.Context, query ResultQuery, limit int) ([]Companion, error)
}

// CompanionMatches is how many of a person's matches Companions looks at.
const CompanionMatches = 1000

// Result is what came of an archived match for the person who started it at a
// seat.
type Result struct {
	Person string
	// Rank is the person's place, from 1 on, Total the points.
	Rank, Total int
}

// ResultQuery asks for the results of a person.
type ResultQuery struct {
	Person string
	// Listed keeps only the matches that are shown to everybody.
	Listed bool
	// At keeps only those that may be told then; zero keeps all.
	At time.Time
}

// Tally sums up matches of one game and number of seats.
type Tally struct {
	Game  string
	Seats int
	// Played counts the matches, Won those in the first place; Ranks and Totals
	// are the sums of places and points, Best the most points.
	Played, Won, Ranks, Totals, Best int
}

// Companion is somebody with whom a person has played.
type Companion struct {
	Person string
	// Matches counts the matches of both, Ahead those in which the person had a
	// better place.
	Matches, Ahead int
}
