package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Counts counts people, rooms and matches. The page of the server's owner shows these numbers.
type Counts struct{ db *engine }

// Numbers has the number of guests, accounts, rooms and matches, of all time or of a period.
type Numbers struct {
	// Matches does not include matches that were imported from files.
	Guests, Accounts, Rooms, Matches int
}

// CountSince counts the people and rooms that were created, and the matches that ended, from since up to, but
// not including, before. Its cost depends only on the number of rows that were added after since.
func (s Counts) CountSince(ctx context.Context, since, before time.Time) (Numbers, error) {
	from, to := since.UnixMilli(), before.UnixMilli()
	return s.numbers(ctx, `SELECT
		(SELECT count(*) FROM identities WHERE number > `+lastBefore("identities", "created")+`
			AND created >= ?1 AND created < ?2 AND kind = 'guest'),
		(SELECT count(*) FROM identities WHERE number > `+lastBefore("identities", "created")+`
			AND created >= ?1 AND created < ?2 AND kind = 'account'),
		(SELECT count(*) FROM rooms WHERE number > `+lastBefore("rooms", "created")+`
			AND created >= ?1 AND created < ?2),
		(SELECT count(*) FROM matches WHERE number > `+lastBefore("matches", "ended", notImported)+`
			AND ended >= ?1 AND ended < ?2`+notImported+`)`, from, to)
}

// lastBefore returns the SQL expression for the number of the last row from before ?1. Row numbers
// increase with time.
func lastBefore(table, column string, conditions ...string) string {
	condition := ""
	if len(conditions) > 0 {
		condition = conditions[0]
	}
	return `coalesce((SELECT number FROM ` + table + ` WHERE ` + column + ` < ?1` + condition +
		` ORDER BY number DESC LIMIT 1), 0)`
}

// notImported is the condition that leaves out matches that were imported from files.
const notImported = ` AND NOT EXISTS (SELECT 1 FROM files WHERE files.number = matches.number)`

// CountAll counts all stored guests, accounts, rooms and matches.
func (s Counts) CountAll(ctx context.Context) (Numbers, error) {
	return s.numbers(
		ctx,
		`SELECT (SELECT count(*) FROM identities WHERE kind = 'guest'),
			(SELECT count(*) FROM identities WHERE kind = 'account'),
			(SELECT count(*) FROM rooms),
			(SELECT count(*) FROM matches) - (SELECT count(*) FROM files)`,
	)
}

func (s Counts) numbers(ctx context.Context, query string, args ...any) (n Numbers, err error) {
	err = s.db.query(
		ctx,
		func(rows *sql.Rows) error { return rows.Scan(&n.Guests, &n.Accounts, &n.Rooms, &n.Matches) },
		query,
		args...)
	if err != nil {
		return Numbers{}, fmt.Errorf("count what is stored: %w", err)
	}
	return n, nil
}

// Size returns the size of the database in bytes.
func (s Counts) Size(ctx context.Context) (bytes int64, err error) {
	query := `SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()`
	if s.db.rewrite != nil {
		query = `SELECT pg_database_size(current_database())`
	}
	if err = s.db.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&bytes) }, query); err != nil {
		return 0, fmt.Errorf("measure the database: %w", err)
	}
	return bytes, nil
}
