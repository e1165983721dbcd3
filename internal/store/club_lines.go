package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"time"
)

// ClubLines stores the lines of the club's chat.
type ClubLines struct{ db *engine }

// ClubLine is a line of the club's chat.
type ClubLine struct {
	// Number counts the lines from 1. AddClubLine sets it.
	Number uint64
	// Person is the id of the identity that wrote the line.
	Person string
	// Text is "" if the line is removed.
	Text string
	// Created is the time at which the line was written; zero means now. Removed is the time at which it
	// was removed; zero means that it was not.
	Created, Removed time.Time
}

// ClubLineLimits are the limits of AddClubLine.
type ClubLineLimits struct {
	// PerPerson are the limits of the lines of the same person, and Total those of all lines.
	PerPerson, Total []RateLimit
	// Stored is the number of stored lines. Older ones are deleted.
	Stored int
}

// RateLimit is a number of lines in the time before a new one.
type RateLimit struct {
	Lines int
	In    time.Duration
}

const (
	selectClubLine  = `SELECT number, person, words, created, removed FROM club_lines `
	selectClubLines = selectClubLine + `WHERE number < ? AND created >= ? ORDER BY number DESC LIMIT ?`
	clubLinesOf     = selectClubLine + `WHERE person = ? AND created >= ? ORDER BY created DESC LIMIT ?`
	clubLinesBefore = `DELETE FROM club_lines
		WHERE number IN (SELECT number FROM club_lines WHERE created < ? ORDER BY created LIMIT ?)`
	countClubLines       = `SELECT count(*) FROM club_lines WHERE created > ?`
	countClubLinesOf     = `SELECT count(*) FROM club_lines WHERE person = ? AND created > ?`
	lastClubRemoval      = `SELECT coalesce(max(removed), 0) FROM club_lines WHERE removed IS NOT NULL`
	deleteClubLinesOf    = `DELETE FROM club_lines WHERE person IN (` + identityAndBots + `)`
	deleteSurplusOfLines = `DELETE FROM club_lines WHERE number <= ?`
)

// AddClubLine adds a line and returns it with its number. It fails with ErrQuota if there would be more lines than
// a limit allows, and with ErrNotFound if the person does not exist.
func (s ClubLines) AddClubLine(ctx context.Context, line ClubLine, limits ClubLineLimits) (ClubLine, error) {
	if err := cmp.Or(checkID("the person", line.Person), checkLongText(line.Text)); err != nil {
		return ClubLine{}, err
	}
	line.Created, line.Removed = nowIfZero(line.Created), time.Time{}
	err := s.db.change(ctx, "add a line of the club", func(t *tx) error {
		if err := t.checkIdentities(line.Person); err != nil {
			return err
		}
		if err := t.checkRates(limits.PerPerson, line.Created, countClubLinesOf, line.Person); err != nil {
			return err
		}
		if err := t.checkRates(limits.Total, line.Created, countClubLines); err != nil {
			return err
		}
		t.RecordBytes(len(line.Text))
		var number int64
		if err := t.QueryRow(
			`INSERT INTO club_lines (person, words, created) VALUES (?, ?, ?) RETURNING number`,
			line.Person, line.Text, line.Created.UnixMilli(),
		).Scan(&number); err != nil {
			return err
		}
		line.Number = uint64(number)
		_, err := t.Exec(deleteSurplusOfLines, number-int64(limits.Stored))
		return err
	})
	return line, err
}

// checkRates returns ErrQuota if one more line at a time is more than a limit allows. The last parameter of
// count is the time after which it counts.
func (t *tx) checkRates(limits []RateLimit, at time.Time, count string, args ...any) error {
	for _, limit := range limits {
		var lines int
		since := at.Add(-limit.In).UnixMilli()
		if err := t.QueryRow(count, append(args[:len(args):len(args)], since)...).Scan(&lines); err != nil {
			return err
		}
		if lines >= limit.Lines {
			return fmt.Errorf("%d lines in %v: %w", lines, limit.In, ErrQuota)
		}
	}
	return nil
}

func scanClubLine(rows *sql.Rows, line *ClubLine) error {
	return rows.Scan(&line.Number, &line.Person, &line.Text, (*milli)(&line.Created), (*milli)(&line.Removed))
}

// ClubLine returns the line with a number, or ErrNotFound.
func (s ClubLines) ClubLine(ctx context.Context, number uint64) (ClubLine, error) {
	const query = selectClubLine + `WHERE number = ?`
	return find(ctx, s.db, fmt.Sprint("line ", number), scanClubLine, query, lineNumber(number))
}

// ListClubLines returns at most limit lines with numbers below before that were not written before since, the
// latest first. 0 for before means all numbers.
func (s ClubLines) ListClubLines(ctx context.Context, before uint64, since time.Time, limit int) ([]ClubLine, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	return list(ctx, s.db, "lines of the club", scanClubLine, selectClubLines,
		lineNumber(before), toMilli(since).UnixMilli(), limit)
}

// ListClubLinesOf returns at most limit lines of a person that were not written before since, the latest first.
func (s ClubLines) ListClubLinesOf(
	ctx context.Context, person string, since time.Time, limit int,
) ([]ClubLine, error) {
	return list(ctx, s.db, "lines of the club", scanClubLine, clubLinesOf, person, toMilli(since).UnixMilli(), limit)
}

// LastClubRemoval returns the time of the last removal of a stored line, zero if no line is removed.
func (s ClubLines) LastClubRemoval(ctx context.Context) (time.Time, error) {
	at, err := find(ctx, s.db, "the last removal", scanColumn[int64], lastClubRemoval)
	if err != nil || at == 0 {
		return time.Time{}, err
	}
	return fromMilli(at), nil
}

// RemoveClubLine deletes the text of a line. It fails with ErrNotFound if there is no such line, or if it was
// removed.
func (s ClubLines) RemoveClubLine(ctx context.Context, number uint64, at time.Time) error {
	return s.db.changeOne(ctx, "remove a line of the club", fmt.Sprint("line ", number),
		`UPDATE club_lines SET words = '', removed = ? WHERE number = ? AND removed IS NULL`,
		toMilli(at).UnixMilli(), lineNumber(number))
}

// DeleteClubLines deletes at most limit lines that were written before a time, and returns their number.
func (s ClubLines) DeleteClubLines(ctx context.Context, before time.Time, limit int) (deleted int, err error) {
	err = s.db.change(ctx, "delete lines of the club", func(t *tx) error {
		n, err := t.count(clubLinesBefore, toMilli(before).UnixMilli(), limit)
		deleted = int(n)
		return err
	})
	return deleted, err
}

// lineNumber returns a number as the databases store it. No line has a number above that.
func lineNumber(number uint64) int64 { return int64(min(number, math.MaxInt64)) }
