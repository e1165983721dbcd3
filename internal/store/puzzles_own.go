package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// OwnPuzzle is a decision of a person in an archived match, which the person is asked again. There is at most one of
// each match.
type OwnPuzzle struct {
	Person string
	// Match is the id of the match.
	Match string
	// Step is the number of the step of the decision, and Seat the seat of the person.
	Step, Seat int
	// Data is JSON, which the store does not read.
	Data json.RawMessage
	// Stage is the number of right answers in a row, and Tries that of all answers. Due is when it is asked again.
	Stage, Tries int
	Due          time.Time
}

const (
	selectOwnPuzzles = `SELECT p.identity, m.id, p.step, p.seat, p.data, p.stage, p.tries, p.due
		FROM own_puzzles p JOIN matches m ON m.number = p.number WHERE p.identity = ?`
	byDue        = ` ORDER BY p.due, m.id LIMIT ?`
	ofMatch      = ` AND m.id = ?`
	addOwnPuzzle = `INSERT INTO own_puzzles (identity, number, step, seat, data, stage, tries, due)
		VALUES (?, ?, ?, ?, ?, 0, 0, ?)
		ON CONFLICT (identity, number) DO UPDATE SET
			step = excluded.step, seat = excluded.seat, data = excluded.data
		WHERE own_puzzles.tries = 0`
	// deleteSpareOwnPuzzles deletes those of the oldest matches.
	deleteSpareOwnPuzzles = `DELETE FROM own_puzzles WHERE identity = ?1 AND number <=
		(SELECT number FROM own_puzzles WHERE identity = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)`
	answerOwnPuzzle = `UPDATE own_puzzles SET stage = ?, due = ?, tries = tries + 1
		WHERE identity = ? AND tries = ? AND number = (SELECT number FROM matches WHERE id = ?)`
	deleteOwnPuzzlesOfMatch = `DELETE FROM own_puzzles WHERE number = ?`
)

// AddOwnPuzzle stores a decision that nobody has been asked again, in place of an earlier one of the same match and
// person, unless that one was answered. Of the person, the decisions of the latest matches stay, at most keep of them.
// It fails with ErrNotFound if the person or the match does not exist.
func (s Puzzles) AddOwnPuzzle(ctx context.Context, p OwnPuzzle, keep int) error {
	if err := cmp.Or(
		checkID("the person", p.Person), checkID("the match", p.Match), checkJSON("the answers", p.Data),
	); err != nil {
		return err
	}
	return s.db.change(ctx, "add a decision to ask again", func(t *tx) error {
		if err := t.checkIdentities(p.Person); err != nil {
			return err
		}
		var number int64
		err := t.QueryRow(findMatch, p.Match).Scan(&number)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("match %q: %w", p.Match, ErrNotFound)
		} else if err != nil {
			return err
		}
		if _, err := t.Exec(
			addOwnPuzzle, p.Person, number, p.Step, p.Seat, string(p.Data), p.Due.UnixMilli(),
		); err != nil {
			return err
		}
		_, err = t.Exec(deleteSpareOwnPuzzles, p.Person, keep)
		return err
	})
}

func scanOwnPuzzle(rows *sql.Rows, p *OwnPuzzle) error {
	return rows.Scan(
		&p.Person, &p.Match, &p.Step, &p.Seat, (*jsonText)(&p.Data), &p.Stage, &p.Tries, (*milli)(&p.Due),
	)
}

// OwnPuzzles returns at most limit of the decisions that a person is asked again, those first that are due first.
func (s Puzzles) OwnPuzzles(ctx context.Context, person string, limit int) ([]OwnPuzzle, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	return list(
		ctx,
		s.db,
		"decisions to ask again",
		scanOwnPuzzle,
		selectOwnPuzzles+byDue,
		person,
		limit,
	)
}

// OwnPuzzle returns the decision of a match that a person is asked again, or ErrNotFound.
func (s Puzzles) OwnPuzzle(ctx context.Context, person, match string) (OwnPuzzle, error) {
	return find(
		ctx, s.db, fmt.Sprintf("a decision of match %q", match), scanOwnPuzzle, selectOwnPuzzles+ofMatch,
		person, match,
	)
}

// AnswerOwnPuzzle stores the Stage and Due of a decision after an answer. Tries is the number of answers before it. It
// fails with ErrNotFound if there is no such decision, or if it has another number of answers.
func (s Puzzles) AnswerOwnPuzzle(ctx context.Context, p OwnPuzzle) error {
	return s.db.changeOne(
		ctx, "answer a decision again", "the decision of match "+p.Match,
		answerOwnPuzzle,
		p.Stage, p.Due.UnixMilli(), p.Person, p.Tries, p.Match,
	)
}
