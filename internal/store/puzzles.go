package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Puzzles stores the first answers of people to puzzles, and what is computed from them: how strong people are, and
// how hard puzzles are. The store does not know the puzzles.
type Puzzles struct{ db *engine }

// PuzzleAnswer is the first answer of a person to a puzzle.
type PuzzleAnswer struct {
	Person, Puzzle, Game string
	// Answer is the place of the answer among those of the puzzle. The best one is 0.
	Answer int
	// Day is the number of the day if it was the puzzle of that day, else 0.
	Day int64
	// At is the time of the answer; zero means now.
	At time.Time
}

// PuzzleRating is the strength of a person at the puzzles of a game, or how hard a puzzle is.
type PuzzleRating struct {
	Mu, Sigma float64
	// Tries is the number of answers from which it was computed.
	Tries int
}

const (
	answerToPuzzle  = `SELECT answer FROM puzzle_answers WHERE identity = ? AND puzzle = ?`
	answersToPuzzle = `SELECT answer, count(*) FROM puzzle_answers WHERE puzzle = ? GROUP BY answer`
	puzzlesOfPerson = `SELECT puzzle FROM puzzle_answers WHERE identity = ? LIMIT ?`
	puzzleDays      = `SELECT day FROM puzzle_answers WHERE identity = ? AND day > 0 ORDER BY day DESC LIMIT ?`
	puzzleStrength  = `SELECT mu, sigma, tries FROM puzzle_strengths WHERE identity = ? AND game = ?`
	puzzleLevel     = `SELECT mu, sigma, tries FROM puzzle_levels WHERE puzzle = ?`
	puzzleLevels    = `SELECT puzzle, mu, sigma, tries FROM puzzle_levels LIMIT ?`
)

// maxPuzzles is the greatest number of puzzles that a statement returns.
const maxPuzzles = 20_000

// deletePuzzlesOf deletes what is stored of the puzzles of an identity. How hard puzzles are does not change.
var deletePuzzlesOf = [...]string{
	`DELETE FROM puzzle_answers WHERE identity = ?1`,
	`DELETE FROM puzzle_strengths WHERE identity = ?1`,
	`DELETE FROM own_puzzles WHERE identity = ?1`,
}

// AddPuzzleAnswer stores the first answer of a person to a puzzle, and the ratings of both after it. rate gets the
// ratings before, with Tries 0 if there are none yet, and must not keep anything. AddPuzzleAnswer fails with ErrExists
// if there is an answer already, and with ErrNotFound if the person does not exist.
func (s Puzzles) AddPuzzleAnswer(
	ctx context.Context, answer PuzzleAnswer, rate func(person, puzzle PuzzleRating) (PuzzleRating, PuzzleRating),
) error {
	answer.At = nowIfZero(answer.At)
	if err := cmp.Or(
		checkID("the person", answer.Person), checkID("the puzzle", answer.Puzzle), checkText("the game", answer.Game),
	); err != nil {
		return err
	}
	return s.db.change(ctx, "add an answer to a puzzle", func(t *tx) error {
		if err := t.checkIdentities(answer.Person); err != nil {
			return err
		}
		if err := t.addOne(
			"an answer to puzzle "+answer.Puzzle,
			`INSERT INTO puzzle_answers (identity, puzzle, answer, day, at) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`,
			answer.Person,
			answer.Puzzle,
			answer.Answer,
			answer.Day,
			answer.At.UnixMilli(),
		); err != nil {
			return err
		}
		person, err := t.puzzleRating(puzzleStrength, answer.Person, answer.Game)
		if err != nil {
			return err
		}
		puzzle, err := t.puzzleRating(puzzleLevel, answer.Puzzle)
		if err != nil {
			return err
		}
		person, puzzle = rate(person, puzzle)
		if _, err := t.Exec(
			`INSERT INTO puzzle_strengths (identity, game, mu, sigma, tries) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (identity, game) DO UPDATE SET
				mu = excluded.mu, sigma = excluded.sigma, tries = excluded.tries`,
			answer.Person, answer.Game, person.Mu, person.Sigma, person.Tries,
		); err != nil {
			return err
		}
		_, err = t.Exec(
			`INSERT INTO puzzle_levels (puzzle, mu, sigma, tries) VALUES (?, ?, ?, ?)
			ON CONFLICT (puzzle) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, tries = excluded.tries`,
			answer.Puzzle, puzzle.Mu, puzzle.Sigma, puzzle.Tries,
		)
		return err
	})
}

// puzzleRating returns the rating that a query selects, the zero PuzzleRating if there is none.
func (t *tx) puzzleRating(query string, args ...any) (r PuzzleRating, err error) {
	err = t.QueryRow(query, args...).Scan(&r.Mu, &r.Sigma, &r.Tries)
	if errors.Is(err, sql.ErrNoRows) {
		return PuzzleRating{}, nil
	}
	return r, err
}

// PuzzleAnswer returns the place of a person's answer to a puzzle, or ErrNotFound.
func (s Puzzles) PuzzleAnswer(ctx context.Context, person, puzzle string) (int, error) {
	return find(ctx, s.db, "an answer to puzzle "+puzzle, scanColumn[int], answerToPuzzle, person, puzzle)
}

// PuzzleAnswers returns how many people gave each answer to a puzzle, by its place.
func (s Puzzles) PuzzleAnswers(ctx context.Context, puzzle string) (map[int]int, error) {
	counts := map[int]int{}
	err := s.db.query(ctx, func(rows *sql.Rows) error {
		var answer, n int
		err := rows.Scan(&answer, &n)
		counts[answer] = n
		return err
	}, answersToPuzzle, puzzle)
	if err != nil {
		return nil, fmt.Errorf("count the answers to a puzzle: %w", err)
	}
	return counts, nil
}

// PuzzlesOf returns the puzzles that a person has answered.
func (s Puzzles) PuzzlesOf(ctx context.Context, person string) ([]string, error) {
	return list(ctx, s.db, "answered puzzles", scanColumn[string], puzzlesOfPerson, person, maxPuzzles)
}

// PuzzleDays returns the last limit days whose puzzle a person has answered, the latest first.
func (s Puzzles) PuzzleDays(ctx context.Context, person string, limit int) ([]int64, error) {
	return list(ctx, s.db, "days of puzzles", scanColumn[int64], puzzleDays, person, limit)
}

// PuzzleStrength returns how strong a person is at the puzzles of a game; the zero PuzzleRating if there is none.
func (s Puzzles) PuzzleStrength(ctx context.Context, person, game string) (PuzzleRating, error) {
	return s.rating(ctx, puzzleStrength, person, game)
}

// PuzzleLevel returns how hard a puzzle is; the zero PuzzleRating if nobody has tried it.
func (s Puzzles) PuzzleLevel(ctx context.Context, puzzle string) (PuzzleRating, error) {
	return s.rating(ctx, puzzleLevel, puzzle)
}

func (s Puzzles) rating(ctx context.Context, query string, args ...any) (r PuzzleRating, err error) {
	err = s.db.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&r.Mu, &r.Sigma, &r.Tries) }, query, args...)
	if err != nil {
		return r, fmt.Errorf("read a rating of puzzles: %w", err)
	}
	return r, nil
}

// PuzzleLevels returns how hard the puzzles are that somebody has tried.
func (s Puzzles) PuzzleLevels(ctx context.Context) (map[string]PuzzleRating, error) {
	levels := map[string]PuzzleRating{}
	err := s.db.query(ctx, func(rows *sql.Rows) error {
		var puzzle string
		var r PuzzleRating
		err := rows.Scan(&puzzle, &r.Mu, &r.Sigma, &r.Tries)
		levels[puzzle] = r
		return err
	}, puzzleLevels, maxPuzzles)
	if err != nil {
		return nil, fmt.Errorf("read the ratings of puzzles: %w", err)
	}
	return levels, nil
}
