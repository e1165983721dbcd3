package store

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"time"
)

// results is the part of a [DB] that sums up the archived matches of a person.
type results struct{ *store }

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

// Tallies returns what came of a person's matches, by game and number of
// seats, in that order.
func (s results) Tallies(ctx context.Context, query ResultQuery) ([]Tally, error) {
	query.At = toMilli(query.At)
	var list []Tally
	text, args := selectTallies(query)
	err := s.query(ctx, func(rows *sql.Rows) error {
		var t Tally
		if err := rows.Scan(&t.Game, &t.Seats, &t.Played, &t.Won, &t.Ranks, &t.Totals, &t.Best); err != nil {
			return err
		}
		list = append(list, t)
		return nil
	}, text, args...)
	if err != nil {
		return nil, fmt.Errorf("sum up results: %w", err)
	}
	return list, nil
}

// Companions returns with whom a person has played most often, the most
// frequent first, of the last CompanionMatches matches; at most limit.
func (s results) Companions(ctx context.Context, query ResultQuery, limit int) ([]Companion, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	query.At = toMilli(query.At)
	var list []Companion
	text, args := selectCompanions(query, limit)
	err := s.query(ctx, func(rows *sql.Rows) error {
		var c Companion
		if err := rows.Scan(&c.Person, &c.Matches, &c.Ahead); err != nil {
			return err
		}
		list = append(list, c)
		return nil
	}, text, args...)
	if err != nil {
		return nil, fmt.Errorf("count companions: %w", err)
	}
	return list, nil
}

// selectTallies returns the statement for the query.
func selectTallies(query ResultQuery) (text string, args []any) {
	where, args := resultsOf(query)
	return `SELECT game, seats, count(*), count(*) FILTER (WHERE rank = 1), sum(rank), sum(total), max(total)
		FROM results r WHERE ` + where + ` GROUP BY game, seats ORDER BY game, seats`, args
}

// selectCompanions returns the statement for the query.
func selectCompanions(query ResultQuery, limit int) (text string, args []any) {
	where, args := resultsOf(query)
	return `SELECT o.identity, count(*) AS matches, count(*) FILTER (WHERE mine.rank < o.rank)
		FROM (SELECT number, identity, rank FROM results r WHERE ` + where + ` ORDER BY number DESC LIMIT ?) mine
		JOIN results o ON o.number = mine.number AND o.identity <> mine.identity
		GROUP BY o.identity ORDER BY matches DESC, o.identity LIMIT ?`, append(args, CompanionMatches, limit)
}

// resultsOf returns the condition that keeps what the query asks for.
func resultsOf(query ResultQuery) (where string, args []any) {
	until := int64(math.MaxInt64)
	if !query.At.IsZero() {
		until = query.At.UnixMilli()
	}
	where, args = `r.identity = ? AND r.opens <= ?`, []any{query.Person, until}
	if query.Listed {
		where += ` AND r.listed`
	}
	return where, args
}

// addResults adds what came of a match for its people.
func (t *tables) addResults(number int64, match *Match) error {
	for _, result := range match.Results {
		_, err := t.Exec(`INSERT INTO results (identity, number, game, seats, listed, opens, rank, total)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, result.Person, number, match.Game, match.Seats, match.Listed, match.Opens.UnixMilli(),
			result.Rank, result.Total)
		if err != nil {
			return err
		}
	}
	return nil
}

func checkResults(results []Result) error {
	if len(results) > MaxMembers {
		return invalid("%d results, more than %d", len(results), MaxMembers)
	}
	for i := range results {
		if err := checkID("a person", results[i].Person); err != nil {
			return err
		}
		same := func(other Result) bool { return other.Person == results[i].Person }
		if slices.ContainsFunc(results[:i], same) {
			return invalid("%q has two results", results[i].Person)
		}
	}
	return nil
}
