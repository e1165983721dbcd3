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

// Archive stores finished matches. A match is archived with a [Batch] and stays when its room is
// deleted.
type Archive struct{ db *engine }

// Match is a finished match as lists show it.
type Match struct {
	ID string
	// Number increases in the order of archiving. Room is the room whose batch archived the match.
	// The store sets both fields.
	Number int64
	Room   string

	Game    string
	Version int // of the game's rules
	Seats   int
	// Listed is true for a match in a public room.
	Listed         bool
	Started, Ended time.Time
	// Persons are the identities in whose lists the match appears.
	Persons []string
	// Results has the places and points of the people and bots that started the match. It is empty
	// for an abandoned match. Opens is the time from which spectators can see Results. Reads leave
	// Results and Opens empty; see CountResults.
	Results []Result
	Opens   time.Time
	// Rated has the players by seat if the match counts for ratings. Reads leave it empty; see
	// RatedMatches.
	Rated []RatedSeat
	// Summary is JSON for lists of matches, or empty.
	Summary json.RawMessage
}

// MatchQuery selects matches. A field that is zero does not narrow the list.
type MatchQuery struct {
	Game string
	// Person selects the matches of that identity.
	Person string
	// With selects the matches that Person has played with that identity.
	With string
	// Owner selects the matches that the identity has imported from files. It cannot be
	// combined with Person.
	Owner string
	// Listed selects the matches of public rooms.
	Listed bool
	// Oldest lists the oldest match first instead of the latest.
	Oldest bool
	After  Cursor
	Limit  int
}

// Match returns the match with the id, or ErrNotFound.
func (s Archive) Match(ctx context.Context, id string) (Match, error) {
	return find(ctx, s.db, fmt.Sprintf("match %q", id), scanMatch, selectMatch+`matches m WHERE m.id = ?`, id)
}

// Record returns the record of the match, or ErrNotFound.
func (s Archive) Record(ctx context.Context, id string) ([]byte, error) {
	return find(ctx, s.db, fmt.Sprintf("the record of match %q", id), scanColumn[[]byte],
		`SELECT r.data FROM matches m JOIN records r ON r.number = m.number WHERE m.id = ?`, id)
}

// SaveAnalysis stores the analysis of a match, in place of an earlier one. It fails with ErrNotFound
// if there is no such match.
func (s Archive) SaveAnalysis(ctx context.Context, id string, analysis []byte) error {
	if err := cmp.Or(checkID("the match's id", id), checkData("the analysis", analysis)); err != nil {
		return err
	}
	return s.db.changeOne(
		ctx,
		"keep an analysis",
		"match "+id,
		`INSERT INTO analyses (number, data) SELECT number, ?2 FROM matches WHERE id = ?1
		ON CONFLICT (number) DO UPDATE SET data = ?2`,
		id,
		blob(analysis),
	)
}

// Analysis returns the analysis of a match. It fails with ErrNotFound if there is no such match or
// the match has no analysis.
func (s Archive) Analysis(ctx context.Context, id string) ([]byte, error) {
	return find(ctx, s.db, fmt.Sprintf("the analysis of match %q", id), scanColumn[[]byte],
		`SELECT a.data FROM matches m JOIN analyses a ON a.number = m.number WHERE m.id = ?`, id)
}

// Matches returns the matches that the query selects, the latest first.
func (s Archive) Matches(ctx context.Context, query MatchQuery) (Page[Match], error) {
	start, err := query.After.startNumber(query.Oldest)
	if err := cmp.Or(checkLimit(&query.Limit), err); err != nil {
		return Page[Match]{}, err
	}
	if query.Person != "" && query.With != "" {
		if query, err = s.fewerMatchesFirst(ctx, query); err != nil {
			return Page[Match]{}, fmt.Errorf("list matches: %w", err)
		}
	}
	text, args := listMatches(query, start, query.Limit+1)
	return listPage(ctx, s.db, "matches", query.Limit, func(rows *sql.Rows, match *Match) (Cursor, error) {
		err := scanMatch(rows, match)
		return numberCursor(match.Number), err
	}, text, args...)
}

// fewerMatchesFirst swaps the two people of a query if the second person has fewer matches. The
// query's statement reads the matches of the first person until it has found enough matches with the
// second.
func (s Archive) fewerMatchesFirst(ctx context.Context, query MatchQuery) (MatchQuery, error) {
	const enough = 1000
	var person, with int
	err := s.db.query(
		ctx,
		func(rows *sql.Rows) error { return rows.Scan(&person, &with) },
		countMatches,
		query.Person,
		enough,
		query.With,
		enough,
	)
	if err == nil && with < person {
		query.Person, query.With = query.With, query.Person
	}
	return query, err
}

// countMatches counts the matches of two people, each up to a bound.
const countMatches = `SELECT (SELECT count(*) FROM (SELECT 1 FROM match_persons WHERE identity = ? LIMIT ?) part),
	(SELECT count(*) FROM (SELECT 1 FROM match_persons WHERE identity = ? LIMIT ?) part)`

// SetSummary replaces the summary of a match. It fails with ErrNotFound if there is no
// such match.
func (s Archive) SetSummary(ctx context.Context, id string, summary json.RawMessage) error {
	if err := checkJSON("the summary", summary); err != nil {
		return err
	}
	return s.db.changeOne(
		ctx,
		"change a match",
		"match "+id,
		`UPDATE matches SET summary = ? WHERE id = ?`,
		string(summary),
		id,
	)
}

// listMatches returns the statement for a query. The statement reads an index in the order of the
// list and stops at the limit.
func listMatches(query MatchQuery, start int64, limit int) (text string, args []any) {
	number, from, where := `m.number`, `matches m`, ``
	args = []any{start}
	if query.Person != "" {
		number, from, where = `p.number`, `match_persons p JOIN matches m ON m.number = p.number`, ` AND p.identity = ?`
		args = append(args, query.Person)
	}
	if query.Owner != "" {
		number, from, where = `p.number`, `files p JOIN matches m ON m.number = p.number`, ` AND p.owner = ?`
		args = append(args, query.Owner)
	}
	switch {
	case query.Game == "":
	case query.Person != "":
		where += ` AND p.game = ?`
		args = append(args, query.Game)
	default:
		where += ` AND m.game = ?`
		args = append(args, query.Game)
	}
	if query.Person != "" && query.With != "" {
		where += ` AND EXISTS (SELECT 1 FROM match_persons o WHERE o.identity = ? AND o.number = p.number)`
		args = append(args, query.With)
	}
	if query.Listed {
		where += ` AND m.listed`
	}
	before, order := ` < ?`, ` DESC`
	if query.Oldest {
		before, order = ` > ?`, ` ASC`
	}
	text = selectMatch + from + ` WHERE ` + number + before + where + ` ORDER BY ` + number + order + ` LIMIT ?`
	return text, append(args, limit)
}

const selectMatch = `SELECT m.number, m.id, m.room, m.game, m.version, m.seats, m.listed, m.started, m.ended,
	m.persons, m.summary FROM `

// scanMatch reads a row of selectMatch.
func scanMatch(rows *sql.Rows, match *Match) error {
	var persons string
	err := rows.Scan(&match.Number, &match.ID, &match.Room, &match.Game, &match.Version, &match.Seats, &match.Listed,
		(*milli)(&match.Started), (*milli)(&match.Ended), &persons, (*jsonText)(&match.Summary))
	if err == nil {
		match.Persons, err = decodeMembers(persons)
	}
	return err
}

// DeleteMatch removes a match with its record and its analysis. It fails with ErrNotFound
// if there is no such match.
func (s Archive) DeleteMatch(ctx context.Context, id string) error {
	return s.db.change(ctx, "delete a match", func(t *tx) error {
		var number int64
		err := t.QueryRow(findMatch, id).Scan(&number)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("match %q: %w", id, ErrNotFound)
		} else if err != nil {
			return err
		}
		return t.deleteMatch(number)
	})
}

// deleteMatch removes a match with its record, its analysis and its places in lists.
func (t *tx) deleteMatch(number int64) error {
	var text string
	if err := t.QueryRow(`SELECT persons FROM matches WHERE number = ?`, number).Scan(&text); err != nil {
		return err
	}
	persons, err := decodeMembers(text)
	if err != nil {
		return err
	}
	for _, person := range persons {
		if _, err := t.Exec(`DELETE FROM match_persons WHERE identity = ? AND number = ?`, person, number); err != nil {
			return err
		}
	}
	return t.execAll([]string{
		`DELETE FROM files WHERE number = ?`,
		deleteOwnPuzzlesOfMatch,
		`DELETE FROM records WHERE number = ?`,
		`DELETE FROM analyses WHERE number = ?`,
		`DELETE FROM matches WHERE number = ?`,
	}, number)
}

// checkMatch returns ErrExists if the match is in the archive. match can be nil.
func (t *tx) checkMatch(match *Match) error {
	if match == nil {
		return nil
	}
	err := t.QueryRow(findMatch, match.ID).Scan(new(int64))
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	} else if err != nil {
		return err
	}
	return fmt.Errorf("match %q: %w", match.ID, ErrExists)
}

// archiveMatch adds a match and returns its number.
func (t *tx) archiveMatch(room string, match *Match, record []byte) (number int64, err error) {
	persons, err := encodeMembers(match.Persons)
	if err != nil {
		return 0, err
	}
	const insert = `INSERT INTO matches (id, room, game, version, seats, listed, started, ended, persons, summary)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`
	started, ended := match.Started.UnixMilli(), match.Ended.UnixMilli()
	err = t.QueryRow(insert, match.ID, room, match.Game, match.Version, match.Seats, match.Listed,
		started, ended, persons, string(match.Summary)).Scan(&number)
	if err != nil {
		return 0, err
	}
	for _, person := range match.Persons {
		if _, err := t.Exec(
			`INSERT INTO match_persons (number, identity, game) VALUES (?, ?, ?)`,
			number,
			person,
			match.Game,
		); err != nil {
			return 0, err
		}
	}
	if err := t.addResults(number, match); err != nil {
		return 0, err
	}
	if err := t.addRated(number, match); err != nil {
		return 0, err
	}
	_, err = t.Exec(`INSERT INTO records (number, data) VALUES (?, ?)`, number, blob(record))
	return number, err
}
