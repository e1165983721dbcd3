package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Daily stores the tries of people at the deals of the day, and the secret from which the deals follow. Package daily
// decides what they mean.
type Daily struct{ db *engine }

// DailyTry is the only try of an identity at a deal on a day.
type DailyTry struct {
	// Day is the number of days since 1970.
	Day            int
	Deal, Identity string
	// Room is the id of the room and of its match. No two tries have the same.
	Room string
	// Ranked is true if the result counts in the comparison with others.
	Ranked bool
	Begun  time.Time
	// Ended is zero while the try goes on.
	Ended time.Time
	// Points and Place are nil while the try goes on, and for a try without a result.
	Points, Place *int
}

// DailyCount is the number of tries that have ended with the same points.
type DailyCount struct {
	Ranked bool
	// Points is nil for tries without a result.
	Points *int
	Count  int
}

const (
	tryFields       = `day, deal, identity, room, ranked, begun, ended, points, place`
	selectTry       = `SELECT ` + tryFields + ` FROM daily_tries WHERE day = ? AND deal = ? AND identity = ?`
	selectTryOfRoom = `SELECT ` + tryFields + ` FROM daily_tries WHERE room = ?`
	selectTriesOf   = `SELECT ` + tryFields + ` FROM daily_tries WHERE identity = ? AND day >= ? AND day <= ?
		ORDER BY day DESC, deal DESC LIMIT ?`
	selectOpenTries = `SELECT ` + tryFields + ` FROM daily_tries WHERE ended IS NULL AND day <= ?
		ORDER BY day, deal, identity LIMIT ?`
	selectBestTries = `SELECT ` + tryFields + ` FROM daily_tries
		WHERE day = ? AND deal = ? AND ended IS NOT NULL AND ranked = TRUE AND points IS NOT NULL
		ORDER BY points DESC, identity DESC LIMIT ?`
	countTries = `SELECT ranked, points, count(*) FROM daily_tries
		WHERE day = ? AND deal = ? AND ended IS NOT NULL GROUP BY ranked, points ORDER BY ranked, points`
	insertTry = `INSERT INTO daily_tries (` + tryFields + `) VALUES (?, ?, ?, ?, ?, ?, NULL, NULL, NULL)
		ON CONFLICT (day, deal, identity) DO NOTHING`
	endTry = `UPDATE daily_tries SET ended = ?, points = ?, place = ?
		WHERE day = ? AND deal = ? AND identity = ? AND ended IS NULL`
	deleteOldTries = `DELETE FROM daily_tries WHERE day < ?`
)

// deleteTriesOf removes the tries of an identity.
var deleteTriesOf = [...]string{`DELETE FROM daily_tries WHERE identity = ?1`}

// selectTriesOfMany returns the statement of TriesOfMany for a number of identities.
func selectTriesOfMany(n int) string {
	return `SELECT ` + tryFields + ` FROM daily_tries
		WHERE day = ? AND deal = ? AND ended IS NOT NULL AND identity IN (` + placeholders(n) + `) ORDER BY identity`
}

// Secret returns the secret of the server. If there is none, it stores the given one first.
func (s Daily) Secret(ctx context.Context, secret string) (string, error) {
	if err := checkID("the secret", secret); err != nil {
		return "", err
	}
	var stored string
	err := s.db.change(ctx, "choose the secret of the deals", func(t *tx) error {
		if _, err := t.Exec(
			`INSERT INTO daily_secret (one, secret) VALUES (1, ?) ON CONFLICT (one) DO NOTHING`, secret,
		); err != nil {
			return err
		}
		return t.QueryRow(`SELECT secret FROM daily_secret WHERE one = 1`).Scan(&stored)
	})
	return stored, err
}

// BeginTry stores a try that begins, unless the identity has one at the deal of that day. It returns the stored try.
// It fails with ErrNotFound if there is no such identity, and with ErrExists if another try has the room.
func (s Daily) BeginTry(ctx context.Context, try DailyTry) (stored DailyTry, err error) {
	try.Begun = nowIfZero(try.Begun)
	if err := cmp.Or(checkID("the deal", try.Deal), checkID("the room", try.Room)); err != nil {
		return DailyTry{}, err
	}
	err = s.db.change(ctx, "begin a try", func(t *tx) error {
		if _, err := t.identity(try.Identity); err != nil {
			return err
		}
		var others int
		if err := t.QueryRow(
			`SELECT count(*) FROM daily_tries WHERE room = ? AND NOT (day = ? AND deal = ? AND identity = ?)`,
			try.Room, try.Day, try.Deal, try.Identity,
		).Scan(&others); err != nil {
			return err
		}
		if others > 0 {
			return fmt.Errorf("a try in room %q: %w", try.Room, ErrExists)
		}
		_, err := t.Exec(
			insertTry, try.Day, try.Deal, try.Identity, try.Room, try.Ranked, try.Begun.UnixMilli(),
		)
		return err
	})
	if err != nil {
		return DailyTry{}, err
	}
	return s.Try(ctx, try.Day, try.Deal, try.Identity)
}

// EndTry stores the end of a try, unless it has ended already: Ended, which must not be zero, Points and Place. It
// fails with ErrNotFound if there is no try that goes on.
func (s Daily) EndTry(ctx context.Context, try DailyTry) error {
	if try.Ended.IsZero() {
		return invalid("the end of a try has a time")
	}
	return s.db.changeOne(
		ctx, "end a try", "a try that goes on", endTry,
		try.Ended.UnixMilli(), intOrNull(try.Points), intOrNull(try.Place), try.Day, try.Deal, try.Identity,
	)
}

// intOrNull returns a number as an argument of a query.
func intOrNull(n *int) any {
	if n == nil {
		return nil
	}
	return *n
}

func scanTry(rows *sql.Rows, t *DailyTry) error {
	return rows.Scan(
		&t.Day, &t.Deal, &t.Identity, &t.Room, &t.Ranked, (*milli)(&t.Begun), (*milli)(&t.Ended), &t.Points, &t.Place,
	)
}

// Try returns the try of an identity at the deal of a day, or ErrNotFound.
func (s Daily) Try(ctx context.Context, day int, deal, identity string) (DailyTry, error) {
	return find(ctx, s.db, fmt.Sprintf("the try of %q", identity), scanTry, selectTry, day, deal, identity)
}

// TryOfRoom returns the try whose match is played in a room, or ErrNotFound.
func (s Daily) TryOfRoom(ctx context.Context, room string) (DailyTry, error) {
	return find(ctx, s.db, fmt.Sprintf("a try in room %q", room), scanTry, selectTryOfRoom, room)
}

// TriesOf returns at most limit tries of an identity from one day to another, both included. The latest day comes
// first.
func (s Daily) TriesOf(ctx context.Context, identity string, from, to, limit int) ([]DailyTry, error) {
	if limit < 1 || limit > MaxTries {
		return nil, invalid("%d tries", limit)
	}
	return list(ctx, s.db, "tries", scanTry, selectTriesOf, identity, from, to, limit)
}

// MaxTries is the largest number of tries that TriesOf returns.
const MaxTries = 2000

// TriesOfMany returns the tries of some identities at the deal of a day that have ended. There are at most MaxPage
// identities.
func (s Daily) TriesOfMany(ctx context.Context, day int, deal string, identities []string) ([]DailyTry, error) {
	if len(identities) > MaxPage {
		return nil, invalid("%d identities, more than %d", len(identities), MaxPage)
	}
	if len(identities) == 0 {
		return nil, ctx.Err()
	}
	return list(ctx, s.db, "tries", scanTry, selectTriesOfMany(len(identities)),
		append([]any{day, deal}, toAnySlice(identities)...)...)
}

// OpenTries returns at most limit tries of a day or an earlier one that go on, the earliest day first.
func (s Daily) OpenTries(ctx context.Context, until, limit int) ([]DailyTry, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	return list(ctx, s.db, "tries", scanTry, selectOpenTries, until, limit)
}

// BestTries returns at most limit ranked tries at the deal of a day with the most points, the best one first.
func (s Daily) BestTries(ctx context.Context, day int, deal string, limit int) ([]DailyTry, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	return list(ctx, s.db, "tries", scanTry, selectBestTries, day, deal, limit)
}

// CountTries counts the tries at the deal of a day that have ended.
func (s Daily) CountTries(ctx context.Context, day int, deal string) ([]DailyCount, error) {
	return list(ctx, s.db, "tries", func(rows *sql.Rows, c *DailyCount) error {
		return rows.Scan(&c.Ranked, &c.Points, &c.Count)
	}, countTries, day, deal)
}

// DeleteOldTries deletes the tries of the days before a day, and returns their number.
func (s Daily) DeleteOldTries(ctx context.Context, before int) (n int, err error) {
	err = s.db.change(ctx, "delete old tries", func(t *tx) error {
		count, err := t.count(deleteOldTries, before)
		n = int(count)
		return err
	})
	return n, err
}
