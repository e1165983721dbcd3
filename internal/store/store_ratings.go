package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// settledOf are the ratings of an identity and its bots that are counted.
const settledOf = `SELECT game, strength FROM ratings WHERE player IN (` + identityAndBots + `) AND settled AND gone = 0`

// hideRatings leaves the ratings of an identity and its bots out of lists.
const hideRatings = `UPDATE ratings SET gone = 1 WHERE player IN (` + identityAndBots + `)`

const addCount = `INSERT INTO rating_counts (game, bucket, n) VALUES (?, ?, ?)
			ON CONFLICT (game, bucket) DO UPDATE SET n = rating_counts.n + excluded.n`

// addRated adds a match to those that count for ratings, if it does.
func (t *tables) addRated(number int64, match *Match) error {
	if len(match.Rated) == 0 {
		return nil
	}
	seats, err := json.Marshal(match.Rated)
	if err != nil {
		return err
	}
	_, err = t.exec(`INSERT INTO rated_matches (number, id, game, ended, opens, seats) VALUES (?, ?, ?, ?, ?, ?)`, number, match.ID, match.Game, match.Ended.UnixMilli(), match.Opens.UnixMilli(), string(seats))
	return err
}

// RatedMatches implements [Ratings].
func (s *store) RatedMatches(ctx context.Context, after int64, limit int) ([]RatedMatch, error) {
	var list []RatedMatch
	err := s.query(ctx, func(rows *sql.Rows) error {
		var m RatedMatch
		var seats string
		if err := rows.Scan(&m.Number, &m.ID, &m.Game, (*milli)(&m.Ended), (*milli)(&m.Opens), &seats); err != nil {
			return err
		}
		list = append(list, m)
		return json.Unmarshal([]byte(seats), &list[len(list)-1].Seats)
	}, selectRated, after, limit)
	if err != nil {
		return nil, fmt.Errorf("list rated matches: %w", err)
	}
	return list, nil
}

const selectRated = `SELECT number, id, game, ended, opens, seats FROM rated_matches WHERE number > ? ORDER BY number LIMIT ?`

// RatedTo implements [Ratings].
func (s *store) RatedTo(ctx context.Context) (to int64, err error) {
	err = s.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&to) }, selectRatedTo)
	if err != nil {
		return 0, fmt.Errorf("look up how far ratings are: %w", err)
	}
	return to, nil
}

const selectRatedTo = `SELECT number FROM rated_to`

// AddRatings implements [Ratings].
func (s *store) AddRatings(ctx context.Context, change RatingChange) error {
	return s.change(ctx, "add ratings", func(t *tables) error {
		moved, err := t.count(`UPDATE rated_to SET number = ? WHERE number = ?`, change.To, change.From)
		if err == nil && moved == 0 {
			err = fmt.Errorf("ratings after match %d: %w", change.From, ErrFenced)
		}
		if err != nil {
			return err
		}
		for i := range change.Ratings {
			r := &change.Ratings[i]
			if err := t.setRating(r); err != nil {
				return err
			}
		}
		for i := range change.Steps {
			r := &change.Steps[i]
			_, err := t.exec(`INSERT INTO rating_steps (player, game, number, seat, before, strength, mu, matches, counted)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, r.Player, r.Game, r.Number, r.Seat, r.Before, r.Strength, r.Mu, r.Matches, r.Counted)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// setRating stores a rating, and counts it where it stands now.
func (t *tables) setRating(r *Rating) error {
	var before float64
	switch err := t.queryRow(`SELECT strength FROM ratings WHERE player = ? AND game = ? AND settled AND gone = 0`, r.Player, r.Game).Scan(&before); {
	case err == nil:
		if _, err := t.exec(addCount, r.Game, bucketOf(before), -1); err != nil {
			return err
		}
	case !errors.Is(err, sql.ErrNoRows):
		return err
	}
	var gone int
	err := t.queryRow(`INSERT INTO ratings (player, game, mu, sigma, strength, matches, last, settled, note, gone)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, CASE WHEN EXISTS (SELECT 1 FROM identities WHERE id = ?1) THEN 0 ELSE 1 END)
			ON CONFLICT (player, game) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, strength = excluded.strength,
			matches = excluded.matches, last = excluded.last, settled = excluded.settled, note = excluded.note, gone = excluded.gone
			RETURNING gone`, r.Player, r.Game, r.Mu, r.Sigma, r.Strength, r.Matches, r.Last.UnixMilli(), r.Settled, string(r.Note)).Scan(&gone)
	if err != nil || gone != 0 || !r.Settled {
		return err
	}
	_, err = t.exec(addCount, r.Game, bucketOf(r.Strength), 1)
	return err
}

// hideRatings leaves the ratings of an identity and its bots out of lists and
// counts.
func (t *tables) hideRatings(identity string) error {
	// Nobody else rates meanwhile.
	if _, err := t.exec(`UPDATE rated_to SET number = number`); err != nil {
		return err
	}
	rows, err := t.query(settledOf, identity)
	if err != nil {
		return err
	}
	var counted []Rating
	for rows.Next() {
		var r Rating
		if err := rows.Scan(&r.Game, &r.Strength); err != nil {
			return errors.Join(err, rows.Close())
		}
		counted = append(counted, r)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for i := range counted {
		if _, err := t.exec(addCount, counted[i].Game, bucketOf(counted[i].Strength), -1); err != nil {
			return err
		}
	}
	_, err = t.exec(hideRatings, identity)
	return err
}

// bucketOf returns the bucket of the table rating_counts that has a strength.
func bucketOf(strength float64) int64 { return int64(math.Floor(strength)) }

// ClearRatings implements [Ratings].
func (s *store) ClearRatings(ctx context.Context) error {
	return s.change(ctx, "clear ratings", func(t *tables) error {
		for _, stmt := range []string{`DELETE FROM ratings`, `DELETE FROM rating_counts`, `DELETE FROM rating_steps`, `UPDATE rated_to SET number = 0`} {
			if _, err := t.exec(stmt); err != nil {
				return err
			}
		}
		return nil
	})
}

const selectRating = `SELECT player, game, mu, sigma, strength, matches, last, settled, note FROM ratings`

// scanRating reads a row of selectRating.
func scanRating(rows *sql.Rows) (r Rating, err error) {
	var note string
	err = rows.Scan(&r.Player, &r.Game, &r.Mu, &r.Sigma, &r.Strength, &r.Matches, (*milli)(&r.Last), &r.Settled, &note)
	if note != "" {
		r.Note = json.RawMessage(note)
	}
	return r, err
}

// Ratings implements [Ratings].
func (s *store) Ratings(ctx context.Context, game string, players []string) ([]Rating, error) {
	var list []Rating
	text, args := selectRatings(game, players)
	err := s.query(ctx, func(rows *sql.Rows) error {
		r, err := scanRating(rows)
		list = append(list, r)
		return err
	}, text, args...)
	if err != nil {
		return nil, fmt.Errorf("look up ratings: %w", err)
	}
	return list, nil
}

// selectRatings returns the statement for the players.
func selectRatings(game string, players []string) (text string, args []any) {
	text = selectRating + ` WHERE player IN (` + placeholders(len(players)) + `)`
	for _, player := range players {
		args = append(args, player)
	}
	if game != "" {
		text, args = text+` AND game = ?`, append(args, game)
	}
	return text + ` ORDER BY player, game`, args
}

// Leaders implements [Ratings].
func (s *store) Leaders(ctx context.Context, query LeaderQuery) (Page[Rating], error) {
	strength, player, err := query.After.leader()
	if err != nil {
		return Page[Rating]{}, err
	}
	var p pager[Rating]
	err = s.query(ctx, func(rows *sql.Rows) error {
		r, err := scanRating(rows)
		if err == nil && !p.full(query.Limit) {
			p.add(r, leaderCursor(&r))
		}
		return err
	}, selectLeaders, query.Game, strength, player, query.Limit+1)
	if err != nil {
		return Page[Rating]{}, fmt.Errorf("list ratings: %w", err)
	}
	return p.page(), nil
}

const selectLeaders = selectRating + ` WHERE game = ?1 AND gone = 0 AND strength <= ?2 AND (strength < ?2 OR player > ?3)
	ORDER BY strength DESC, player LIMIT ?4`

// A cursor over ratings has the strength and the player of the one before.

func leaderCursor(r *Rating) Cursor {
	return Cursor(strconv.FormatUint(math.Float64bits(r.Strength), 16) + "." + r.Player)
}

// leader returns the strength and the player in the cursor, or the first ones.
func (c Cursor) leader() (strength float64, player string, err error) {
	if c == "" {
		return math.Inf(1), "", nil
	}
	first, player, found := strings.Cut(string(c), ".")
	bits, err := strconv.ParseUint(first, 16, 64)
	if strength = math.Float64frombits(bits); err != nil || !found || math.IsNaN(strength) {
		return 0, "", invalid("cursor %q", c)
	}
	return strength, player, nil
}

// CountLeaders implements [Ratings].
func (s *store) CountLeaders(ctx context.Context, before LeaderPlace) (n int, err error) {
	bucket := int64(math.MinInt32)
	if before.Player != "" {
		bucket = bucketOf(before.Strength)
	}
	err = s.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&n) }, countBuckets, before.Game, bucket)
	if err == nil && before.Player != "" {
		beside := 0
		err = s.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&beside) }, countBeside,
			before.Game, before.Strength, before.Player, float64(bucket+1))
		n += beside
	}
	if err != nil {
		return 0, fmt.Errorf("count ratings: %w", err)
	}
	return n, nil
}

// countBuckets counts in whole buckets. countBeside counts in a part of one, and
// reads an index alone.
const (
	countBuckets = `SELECT coalesce(sum(n), 0) FROM rating_counts WHERE game = ? AND bucket > ?`
	countBeside  = `SELECT count(*) FROM ratings
		WHERE game = ?1 AND gone = 0 AND settled AND strength >= ?2 AND strength < ?4 AND (strength > ?2 OR player < ?3)`
)

// RatingSteps implements [Ratings].
func (s *store) RatingSteps(ctx context.Context, player, game string, limit int) ([]RatingStep, error) {
	list, err := s.ratingSteps(ctx, stepsOfPlayer, player, game, limit)
	if err != nil {
		return nil, fmt.Errorf("list changes of a rating: %w", err)
	}
	slices.Reverse(list)
	return list, nil
}

const (
	selectStep = `SELECT s.player, s.game, s.number, m.ended, s.seat, s.before, s.strength, s.mu, s.matches, s.counted
		FROM rating_steps s JOIN rated_matches m ON m.number = s.number`
	stepsOfPlayer = selectStep + ` WHERE s.player = ? AND s.game = ? AND s.counted ORDER BY s.number DESC LIMIT ?`
	stepsOfMatch  = selectStep + ` WHERE s.number = ? ORDER BY s.seat`
	ratedNumber   = `SELECT number FROM rated_matches WHERE id = ?`
)

func (s *store) ratingSteps(ctx context.Context, query string, args ...any) ([]RatingStep, error) {
	var list []RatingStep
	err := s.query(ctx, func(rows *sql.Rows) error {
		var r RatingStep
		err := rows.Scan(&r.Player, &r.Game, &r.Number, (*milli)(&r.Ended), &r.Seat, &r.Before, &r.Strength, &r.Mu, &r.Matches, &r.Counted)
		list = append(list, r)
		return err
	}, query, args...)
	return list, err
}

// RatingsOfMatch implements [Ratings].
func (s *store) RatingsOfMatch(ctx context.Context, match string) ([]RatingStep, error) {
	var number int64
	err := s.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&number) }, ratedNumber, match)
	if err == nil && number == 0 {
		err = fmt.Errorf("match %q is not rated: %w", match, ErrNotFound)
	}
	var list []RatingStep
	if err == nil {
		list, err = s.ratingSteps(ctx, stepsOfMatch, number)
	}
	if err != nil {
		return nil, fmt.Errorf("look up the ratings of a match: %w", err)
	}
	return list, nil
}
