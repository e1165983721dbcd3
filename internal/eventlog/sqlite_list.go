package eventlog

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// List implements [Rooms].
func (s *SQLite) List(ctx context.Context, query ListQuery) (Page[Room], error) {
	size, err := pageSize(query.Limit)
	if err != nil {
		return Page[Room]{}, err
	}
	after, err := query.after()
	if err != nil {
		return Page[Room]{}, err
	}
	text, args := listRooms(query, after, size+1)
	var p pager[Room]
	err = s.query(ctx, func(rows *sql.Rows) error {
		var room Room
		var number int64
		if err := scanRoom(rows, &room, &number); err != nil {
			return err
		}
		if !p.full(size) {
			p.add(room, numberCursor(number))
		}
		return nil
	}, text, args...)
	if err != nil {
		return Page[Room]{}, fmt.Errorf("list rooms: %w", err)
	}
	return p.page(), nil
}

// Count implements [Rooms].
func (s *SQLite) Count(ctx context.Context) (map[Status]int, error) {
	counts := map[Status]int{}
	err := s.query(ctx, func(rows *sql.Rows) error {
		var status Status
		var n int
		if err := rows.Scan(&status, &n); err != nil {
			return err
		}
		counts[status] += n
		return nil
	}, countRooms)
	if err != nil {
		return nil, fmt.Errorf("count rooms: %w", err)
	}
	return counts, nil
}

// countRooms reads an index alone.
const countRooms = `SELECT status, count(*) FROM rooms GROUP BY listed, status`

// listRooms returns the statement for the query. Each part of it reads an
// index in the order of the list and stops at the limit, so that a page costs
// the same however many rooms there are.
func listRooms(query ListQuery, after int64, limit int) (text string, args []any) {
	beyond, order := `<`, `DESC`
	if query.Oldest {
		beyond, order = `>`, `ASC`
	}
	var parts []string
	part := func(number, from, where string, values ...any) {
		if query.Game != "" {
			where += ` AND r.game = ?`
			values = append(values, query.Game)
		}
		parts = append(parts, `SELECT * FROM (SELECT `+number+` AS number FROM `+from+` WHERE `+where+
			` ORDER BY `+number+` `+order+` LIMIT ?)`)
		args = append(append(args, values...), limit)
	}
	statuses := query.Statuses
	switch {
	case query.Member != "":
		where, values := `m.identity = ? AND m.room `+beyond+` ?`, []any{query.Member, after}
		if query.Listed {
			where += ` AND r.listed`
		}
		if len(statuses) > 0 {
			where += ` AND r.status IN (` + placeholders(len(statuses)) + `)`
			for _, status := range statuses {
				values = append(values, string(status))
			}
		}
		part(`m.room`, `members m JOIN rooms r ON r.number = m.room`, where, values...)
	case len(statuses) == 0 && !query.Listed:
		part(`r.number`, `rooms r`, `r.number `+beyond+` ?`, after)
	default:
		if len(statuses) == 0 {
			statuses = Statuses()
		}
		visibilities := []bool{true}
		if !query.Listed {
			visibilities = []bool{true, false}
		}
		for i, status := range statuses {
			if slices.Contains(statuses[:i], status) {
				continue
			}
			for _, listed := range visibilities {
				part(`r.number`, `rooms r`, `r.listed = ? AND r.status = ? AND r.number `+beyond+` ?`, listed, string(status), after)
			}
		}
	}
	text = selectRoom + `(` + strings.Join(parts, ` UNION ALL `) + `) found
		JOIN rooms r ON r.number = found.number JOIN heads h ON h.room = r.number
		ORDER BY r.number ` + order + ` LIMIT ?`
	return text, append(args, limit)
}

// Results implements [Rooms].
func (s *SQLite) Results(ctx context.Context, query ResultQuery) (Page[Result], error) {
	size, err := pageSize(query.Limit)
	if err != nil {
		return Page[Result]{}, err
	}
	before, err := query.After.number()
	if err != nil {
		return Page[Result]{}, err
	}
	text, args := listResults(query, before, size+1)
	var p pager[Result]
	err = s.query(ctx, func(rows *sql.Rows) error {
		var result Result
		var number, at int64
		var members string
		if err := rows.Scan(&number, &result.Room, &result.Seq, &at, &result.Game, &members, &result.Data); err != nil {
			return err
		}
		var err error
		if result.Members, err = decodeMembers(members); err != nil {
			return err
		}
		result.Time = fromMilli(at)
		if !p.full(size) {
			p.add(result, numberCursor(number))
		}
		return nil
	}, text, args...)
	if err != nil {
		return Page[Result]{}, fmt.Errorf("list results: %w", err)
	}
	return p.page(), nil
}

// listResults returns the statement for the query.
func listResults(query ResultQuery, before int64, limit int) (text string, args []any) {
	number, from, where := `r.number`, `results r`, ``
	args = []any{before}
	if query.Member != "" {
		number, from, where = `m.result`, `result_members m CROSS JOIN results r ON r.number = m.result`, ` AND m.identity = ?`
		args = append(args, query.Member)
	}
	if query.Game != "" {
		where += ` AND r.game = ?`
		args = append(args, query.Game)
	}
	text = `SELECT r.number, r.room, r.seq, r.time, r.game, r.members, r.data FROM ` + from +
		` WHERE ` + number + ` < ?` + where + ` ORDER BY ` + number + ` DESC LIMIT ?`
	return text, append(args, limit)
}
