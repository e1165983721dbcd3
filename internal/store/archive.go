package store

import (
	"context"
	"encoding/json"
	"time"
)

// Archive is the part of a [Log] that keeps finished matches. They come with a
// [Batch] and outlive their rooms.
type Archive interface {
	// Match returns the match with the id, or ErrNotFound.
	Match(ctx context.Context, id string) (Match, error)
	// Record returns the record of the match as it was archived, or
	// ErrNotFound.
	Record(ctx context.Context, id string) ([]byte, error)
	// Matches returns the matches that the query asks for, the one archived
	// last first.
	Matches(ctx context.Context, query MatchQuery) (Page[Match], error)
	// SetSummary replaces the summary of a match. It fails with ErrNotFound.
	SetSummary(ctx context.Context, id string, summary json.RawMessage) error
	// KeepAnalysis stores the analysis of a match, in place of one that is there. It
	// fails with ErrNotFound.
	KeepAnalysis(ctx context.Context, id string, analysis []byte) error
	// Analysis returns the analysis of a match, or ErrNotFound if there is no such
	// match or it has none.
	Analysis(ctx context.Context, id string) ([]byte, error)
	// DeleteMatch removes a match with its record and its analysis. It fails with ErrNotFound.
	DeleteMatch(ctx context.Context, id string) error
}

// Match is what is listed of a finished match.
type Match struct {
	// ID names the match. No two have the same.
	ID string
	// Number is the place of the match in the archive: a later one has a
	// higher number. Room is the room whose batch archived it. Both are set by
	// the log.
	Number int64
	Room   string

	Game    string
	Version int // of the game's rules
	Seats   int
	// Listed matches were played in a room that was shown to everybody.
	Listed         bool
	Started, Ended time.Time
	// Persons are the identities that find the match under their name.
	Persons []string
	// Results are what came of the match for the people who started it; none if
	// it was abandoned. Opens is when they may be told to everybody. Both are
	// only written; see [Results].
	Results []Result
	Opens   time.Time
	// Rated are the players by seat, if the match counts for ratings. It is only
	// written; see [Ratings].
	Rated []RatedSeat
	// Summary is JSON for those who show the list, or empty.
	Summary json.RawMessage
}

// MatchQuery asks for matches. What is zero does not narrow the list.
type MatchQuery struct {
	Game string
	// Person keeps only the matches of that identity.
	Person string
	// With keeps only those of Person's matches that are of that identity too.
	With string
	// Owner keeps only the matches that the identity has brought as files. It does
	// not go with Person.
	Owner string
	// Listed keeps only the matches that are shown to everybody.
	Listed bool
	// Oldest lists the match archived first first.
	Oldest bool
	After  Cursor
	Limit  int
}
