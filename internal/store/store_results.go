package store

import (
	"context"
	"database/sql"
	"fmt"
	"math"
)

// Tallies implements [Results].
func (s *store) Tallies(ctx context.Context, query ResultQuery) ([]Tally, error) {
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

// Companions implements [Results].
func (s *store) Companions(ctx context.Context, query ResultQuery, limit int) ([]Companion, error) {
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
		_, err := t.exec(`INSERT INTO results (identity, number, game, seats, listed, opens, rank, total)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, result.Person, number, match.Game, match.Seats, match.Listed, match.Opens.UnixMilli(),
			result.Rank, result.Total)
		if err != nil {
			return err
		}
	}
	return nil
}
