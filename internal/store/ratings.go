package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Ratings stores rated matches and the ratings that are computed from them. A rated match is added
// together with its [Match] and never removed, not even when the match or a player is deleted. Rated
// matches and ratings keep the ids of deleted identities.
type Ratings struct{ db *engine }

// RatedSeat is a player of a rated match.
type RatedSeat struct {
	Player string `json:"player"`
	// Rank is the player's place, from 1.
	Rank int `json:"rank"`
	// Team is the player's team, from 1; 0 in a game without teams.
	Team int `json:"team,omitempty"`
}

// RatedMatch is a match that counts for ratings.
type RatedMatch struct {
	// Number and ID are the number and the id of the match.
	Number int64
	ID     string
	Game   string
	Ended  time.Time
	// Opens is the time from which spectators can see the outcome of the match.
	Opens time.Time
	Seats []RatedSeat
}

// Rating is the rating of a player in a game. The store uses only the order of Strength.
type Rating struct {
	Player, Game string
	Mu, Sigma    float64
	// Strength orders ratings.
	Strength float64
	// Matches is the number of matches that have changed the rating. Last is the end of the latest
	// of these matches.
	Matches int
	Last    time.Time
	// Settled is true if CountLeaders counts the rating.
	Settled bool
	// Note is JSON that the rater writes, or empty. The store does not interpret it.
	Note json.RawMessage
}

// RatingStep is the effect of a match on the rating of one of its players.
type RatingStep struct {
	Player, Game string
	// Number is the number of the match. Ended is the time at which it ended; AddRatings ignores
	// this field.
	Number int64
	Ended  time.Time
	// Seat is the player's seat.
	Seat int
	// Before is the strength before the match. Strength, Mu and Matches are the values of the
	// rating after the match.
	Before, Strength, Mu float64
	Matches              int
	// Counted is false if the match has not changed the rating.
	Counted bool
}

// RatingChange is the effect of the rated matches with numbers above From and up to To. Ratings has
// the new value of each changed rating, and Steps has all steps.
type RatingChange struct {
	From, To int64
	Ratings  []Rating
	Steps    []RatingStep
}

// LeaderQuery selects the ratings of a game.
type LeaderQuery struct {
	Game  string
	After Cursor
	Limit int
}

// LeaderPlace is a place in a game's ratings: the place of a player, or the end of the list if Player
// is "".
type LeaderPlace struct {
	Game     string
	Player   string
	Strength float64
}

// selectSettledOf selects the settled ratings of an identity and its bots.
const selectSettledOf = `SELECT game, strength FROM ratings
	WHERE player IN (` + identityAndBots + `) AND settled AND gone = 0`

// hideRatingsOf hides the ratings of an identity and its bots from lists.
const hideRatingsOf = `UPDATE ratings SET gone = 1 WHERE player IN (` + identityAndBots + `)`

const addToBucket = `INSERT INTO rating_counts (game, bucket, n) VALUES (?, ?, ?)
			ON CONFLICT (game, bucket) DO UPDATE SET n = rating_counts.n + excluded.n`

// addRated adds a match to the rated matches if the match counts for ratings.
func (t *tx) addRated(number int64, match *Match) error {
	if len(match.Rated) == 0 {
		return nil
	}
	seats, err := json.Marshal(match.Rated)
	if err != nil {
		return err
	}
	_, err = t.Exec(
		`INSERT INTO rated_matches (number, id, game, ended, opens, seats) VALUES (?, ?, ?, ?, ?, ?)`,
		number,
		match.ID,
		match.Game,
		match.Ended.UnixMilli(),
		match.Opens.UnixMilli(),
		string(seats),
	)
	return err
}

// RatedMatches returns at most limit rated matches with a number above after, in the order of their
// numbers.
func (s Ratings) RatedMatches(ctx context.Context, after int64, limit int) ([]RatedMatch, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	return list(ctx, s.db, "rated matches", func(rows *sql.Rows, m *RatedMatch) error {
		var seats string
		if err := rows.Scan(&m.Number, &m.ID, &m.Game, (*milli)(&m.Ended), (*milli)(&m.Opens), &seats); err != nil {
			return err
		}
		return json.Unmarshal([]byte(seats), &m.Seats)
	}, selectRated, after, limit)
}

const selectRated = `SELECT number, id, game, ended, opens, seats FROM rated_matches
	WHERE number > ? ORDER BY number LIMIT ?`

// LastRated returns the number of the last match that the ratings include; 0 if there is none.
func (s Ratings) LastRated(ctx context.Context) (number int64, err error) {
	err = s.db.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&number) }, selectRatedTo)
	if err != nil {
		return 0, fmt.Errorf("look up how far ratings are: %w", err)
	}
	return number, nil
}

const selectRatedTo = `SELECT number FROM rated_to`

// AddRatings stores a change of ratings. It fails with ErrFenced if LastRated is not change.From.
func (s Ratings) AddRatings(ctx context.Context, change RatingChange) error {
	if change.To < change.From {
		return invalid("ratings go back from match %d to %d", change.From, change.To)
	}
	change.Ratings = slices.Clone(change.Ratings)
	for i := range change.Ratings {
		r := &change.Ratings[i]
		if r.Last = toMilli(r.Last); math.IsNaN(r.Strength) {
			return invalid("a strength that is no number")
		}
		if err := cmp.Or(
			checkID("a player", r.Player),
			checkText("the game", r.Game),
			checkJSON("the note", r.Note),
		); err != nil {
			return err
		}
	}
	return s.db.change(ctx, "add ratings", func(t *tx) error {
		updated, err := t.count(`UPDATE rated_to SET number = ? WHERE number = ?`, change.To, change.From)
		if err == nil && updated == 0 {
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
			_, err := t.Exec(
				`INSERT INTO rating_steps (player, game, number, seat, before, strength, mu, matches, counted)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				r.Player,
				r.Game,
				r.Number,
				r.Seat,
				r.Before,
				r.Strength,
				r.Mu,
				r.Matches,
				r.Counted,
			)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// setRating stores a rating and updates the counts of the buckets of its old and new strength.
func (t *tx) setRating(r *Rating) error {
	const (
		selectStrength = `SELECT strength FROM ratings WHERE player = ? AND game = ? AND settled AND gone = 0`
		upsert         = `INSERT INTO ratings (player, game, mu, sigma, strength, matches, last, settled, note, gone)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,
				CASE WHEN EXISTS (SELECT 1 FROM identities WHERE id = ?1) THEN 0 ELSE 1 END)
			ON CONFLICT (player, game) DO UPDATE SET
				mu = excluded.mu, sigma = excluded.sigma, strength = excluded.strength,
				matches = excluded.matches, last = excluded.last, settled = excluded.settled,
				note = excluded.note, gone = excluded.gone
			RETURNING gone`
	)
	var before float64
	switch err := t.QueryRow(selectStrength, r.Player, r.Game).Scan(&before); {
	case err == nil:
		if _, err := t.Exec(addToBucket, r.Game, bucketOf(before), -1); err != nil {
			return err
		}
	case !errors.Is(err, sql.ErrNoRows):
		return err
	}
	var hidden int
	err := t.QueryRow(upsert, r.Player, r.Game, r.Mu, r.Sigma, r.Strength, r.Matches,
		r.Last.UnixMilli(), r.Settled, string(r.Note)).Scan(&hidden)
	if err != nil || hidden != 0 || !r.Settled {
		return err
	}
	_, err = t.Exec(addToBucket, r.Game, bucketOf(r.Strength), 1)
	return err
}

// hideRatings hides the ratings of an identity and its bots from lists and counts.
func (t *tx) hideRatings(identity string) error {
	// The update locks the row, so that no other process changes ratings meanwhile.
	if _, err := t.Exec(`UPDATE rated_to SET number = number`); err != nil {
		return err
	}
	rows, err := t.Query(selectSettledOf, identity)
	settled, err := scanRows(
		rows,
		err,
		func(rows *sql.Rows, r *Rating) error { return rows.Scan(&r.Game, &r.Strength) },
	)
	if err != nil {
		return err
	}
	for i := range settled {
		if _, err := t.Exec(addToBucket, settled[i].Game, bucketOf(settled[i].Strength), -1); err != nil {
			return err
		}
	}
	_, err = t.Exec(hideRatingsOf, identity)
	return err
}

// bucketOf returns the bucket of the table rating_counts to which a strength belongs.
func bucketOf(strength float64) int64 { return int64(math.Floor(strength)) }

// ClearRatings removes all ratings, so that all matches can be rated again.
func (s Ratings) ClearRatings(ctx context.Context) error {
	return s.db.change(ctx, "clear ratings", func(t *tx) error {
		return t.execAll(
			[]string{
				`DELETE FROM ratings`, `DELETE FROM rating_counts`, `DELETE FROM rating_steps`,
				`UPDATE rated_to SET number = 0`,
			},
		)
	})
}

const selectRating = `SELECT player, game, mu, sigma, strength, matches, last, settled, note FROM ratings`

// scanRating reads a row of selectRating.
func scanRating(rows *sql.Rows, r *Rating) error {
	return rows.Scan(
		&r.Player,
		&r.Game,
		&r.Mu,
		&r.Sigma,
		&r.Strength,
		&r.Matches,
		(*milli)(&r.Last),
		&r.Settled,
		(*jsonText)(&r.Note),
	)
}

// RatingsOf returns the ratings of at most MaxPage players in a game, or in all games if game is "",
// ordered by player and game. Players without a rating are left out.
func (s Ratings) RatingsOf(ctx context.Context, game string, players []string) ([]Rating, error) {
	if len(players) > MaxPage {
		return nil, invalid("%d players, more than %d", len(players), MaxPage)
	}
	if len(players) == 0 {
		return nil, nil
	}
	text, args := selectRatings(game, players)
	return list(ctx, s.db, "ratings", scanRating, text, args...)
}

// selectRatings returns the statement of RatingsOf.
func selectRatings(game string, players []string) (text string, args []any) {
	text = selectRating + ` WHERE player IN (` + placeholders(len(players)) + `)`
	args = toAnySlice(players)
	if game != "" {
		text, args = text+` AND game = ?`, append(args, game)
	}
	return text + ` ORDER BY player, game`, args
}

// Leaders returns the ratings of a game, the strongest first, without those of
// deleted identities.
func (s Ratings) Leaders(ctx context.Context, query LeaderQuery) (Page[Rating], error) {
	strength, player, err := query.After.leader()
	if err := cmp.Or(checkLimit(&query.Limit), err); err != nil {
		return Page[Rating]{}, err
	}
	return listPage(ctx, s.db, "ratings", query.Limit, func(rows *sql.Rows, r *Rating) (Cursor, error) {
		err := scanRating(rows, r)
		return leaderCursor(r), err
	}, selectLeaders, query.Game, strength, player, query.Limit+1)
}

const selectLeaders = selectRating + `
	WHERE game = ?1 AND gone = 0 AND strength <= ?2 AND (strength < ?2 OR player > ?3)
	ORDER BY strength DESC, player LIMIT ?4`

// leaderCursor returns the cursor of the page that begins after a rating.
func leaderCursor(r *Rating) Cursor {
	return Cursor(strconv.FormatUint(math.Float64bits(r.Strength), 16) + "." + r.Player)
}

// leader returns the strength and the player in the cursor; for the first page, values that come before
// all ratings.
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

// CountLeaders returns the number of settled ratings before a place.
func (s Ratings) CountLeaders(ctx context.Context, before LeaderPlace) (n int, err error) {
	bucket := int64(math.MinInt32)
	if before.Player != "" {
		bucket = bucketOf(before.Strength)
	}
	err = s.db.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&n) }, countBuckets, before.Game, bucket)
	if err == nil && before.Player != "" {
		inBucket := 0
		err = s.db.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&inBucket) }, countInBucket,
			before.Game, before.Strength, before.Player, float64(bucket+1))
		n += inBucket
	}
	if err != nil {
		return 0, fmt.Errorf("count ratings: %w", err)
	}
	return n, nil
}

// countBuckets counts the ratings in the buckets above a bucket. countInBucket counts the ratings before
// a place in its own bucket and reads only an index.
const (
	countBuckets  = `SELECT coalesce(sum(n), 0) FROM rating_counts WHERE game = ? AND bucket > ?`
	countInBucket = `SELECT count(*) FROM ratings
		WHERE game = ?1 AND gone = 0 AND settled AND strength >= ?2 AND strength < ?4
		AND (strength > ?2 OR player < ?3)`
)

// RatingSteps returns the last limit steps that have changed a player's rating in a game, oldest first.
func (s Ratings) RatingSteps(ctx context.Context, player, game string, limit int) ([]RatingStep, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	steps, err := list(ctx, s.db, "changes of a rating", scanStep, stepsOfPlayer, player, game, limit)
	slices.Reverse(steps)
	return steps, err
}

const (
	selectStep = `SELECT s.player, s.game, s.number, m.ended, s.seat, s.before, s.strength, s.mu, s.matches, s.counted
		FROM rating_steps s JOIN rated_matches m ON m.number = s.number`
	stepsOfPlayer = selectStep + ` WHERE s.player = ? AND s.game = ? AND s.counted ORDER BY s.number DESC LIMIT ?`
	stepsOfMatch  = selectStep + ` WHERE s.number = ? ORDER BY s.seat`
	ratedNumber   = `SELECT number FROM rated_matches WHERE id = ?`
)

func scanStep(rows *sql.Rows, r *RatingStep) error {
	return rows.Scan(
		&r.Player,
		&r.Game,
		&r.Number,
		(*milli)(&r.Ended),
		&r.Seat,
		&r.Before,
		&r.Strength,
		&r.Mu,
		&r.Matches,
		&r.Counted,
	)
}

// RatingsOfMatch returns the steps of a rated match, in the order of seats. There are none before the
// ratings are computed. It fails with ErrNotFound if the match does not count for ratings.
func (s Ratings) RatingsOfMatch(ctx context.Context, match string) ([]RatingStep, error) {
	number, err := find(ctx, s.db, fmt.Sprintf("the ratings of match %q", match), scanColumn[int64], ratedNumber, match)
	if err != nil {
		return nil, err
	}
	return list(ctx, s.db, "the ratings of a match", scanStep, stepsOfMatch, number)
}

// checkRated returns ErrInvalid if no ratings can be computed from the seats.
func checkRated(seats []RatedSeat) error {
	results := make([]Result, len(seats))
	for i, seat := range seats {
		if results[i].Person = seat.Player; seat.Rank < 1 {
			return invalid("place %d", seat.Rank)
		}
	}
	if len(seats) == 1 {
		return invalid("a match of one is rated")
	}
	return checkResults(results)
}
