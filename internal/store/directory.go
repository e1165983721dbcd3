package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Directory finds rooms.
type Directory struct{ db *engine }

// Wakeup is the time at which an unloaded room has to be loaded.
type Wakeup struct {
	Room string
	At   time.Time
}

// ListQuery selects rooms. A field that is zero does not narrow the list.
type ListQuery struct {
	Game     string
	Statuses []Status
	// Listed selects public rooms.
	Listed bool
	// Member selects the rooms of that identity.
	Member string
	// Oldest lists the oldest room first instead of the latest.
	Oldest bool
	After  Cursor
	Limit  int
}

// DueQuery selects wake-ups.
type DueQuery struct {
	// At selects the wake-ups that are due at that time or earlier.
	At    time.Time
	After Cursor
	Limit int
}

// List returns the rooms that the query selects, the latest first.
func (s Directory) List(ctx context.Context, query ListQuery) (Page[Room], error) {
	after, err := query.After.startNumber(query.Oldest)
	if err := cmp.Or(checkLimit(&query.Limit), err); err != nil {
		return Page[Room]{}, err
	}
	text, args := listRooms(query, after, query.Limit+1)
	recent := s.db.recent.Load()
	return listPage(ctx, s.db, "rooms", query.Limit, func(rows *sql.Rows, room *Room) (Cursor, error) {
		number, err := scanRoom(rows, recent, room)
		return numberCursor(number), err
	}, text, args...)
}

// Count returns the number of rooms by status. Statuses without rooms are left out.
func (s Directory) Count(ctx context.Context) (map[Status]int, error) {
	counts := map[Status]int{}
	err := s.db.query(ctx, func(rows *sql.Rows) error {
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

// countRooms reads only an index.
const countRooms = `SELECT status, count(*) FROM rooms GROUP BY listed, status`

// listRooms returns the statement for a query. Each part of its union reads an index in the order of
// the list and stops at the limit, so that the cost of a page does not depend on the number of rooms.
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
			` ORDER BY `+number+` `+order+` LIMIT ?) part`)
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
				part(
					`r.number`,
					`rooms r`,
					`r.listed = ? AND r.status = ? AND r.number `+beyond+` ?`,
					listed,
					string(status),
					after,
				)
			}
		}
	}
	text = selectRoom + `(` + strings.Join(parts, ` UNION ALL `) + `) found
		JOIN rooms r ON r.number = found.number JOIN heads h ON h.room = r.number
		ORDER BY r.number ` + order + ` LIMIT ?`
	return text, append(args, limit)
}

const findCode = `SELECT id FROM rooms WHERE code = ? AND status IN ('open', 'seated')`

// FindCode returns the id of the room with the code, or ErrNotFound. It finds only rooms whose match has
// not started.
func (s Directory) FindCode(ctx context.Context, code string) (string, error) {
	return find(ctx, s.db, "a code", scanColumn[string], findCode, code)
}

const selectDue = `SELECT r.id, h.wake, h.room FROM heads h JOIN rooms r ON r.number = h.room
		WHERE h.wake <= ? AND (h.wake, h.room) > (?, ?) ORDER BY h.wake, h.room LIMIT ?`

// Due returns the wake-ups that are due, the earliest first.
func (s Directory) Due(ctx context.Context, query DueQuery) (Page[Wakeup], error) {
	query.At = toMilli(query.At)
	after, number, err := query.After.timeAndNumber()
	if err := cmp.Or(checkLimit(&query.Limit), err); err != nil {
		return Page[Wakeup]{}, err
	}
	return listPage(ctx, s.db, "wake-ups", query.Limit, func(rows *sql.Rows, w *Wakeup) (Cursor, error) {
		var number int64
		err := rows.Scan(&w.Room, (*milli)(&w.At), &number)
		return timeCursor(w.At.UnixMilli(), number), err
	}, selectDue, query.At.UnixMilli(), after, number, query.Limit+1)
}

// AssignCode gives a room a code unless the room has one, and returns the room's code. The room keeps
// the code for its next matches. AssignCode fails with ErrExists if another room has the code, and with
// ErrNotFound if there is no such room or its match has started.
func (s Directory) AssignCode(ctx context.Context, room, code string) (string, error) {
	if err := checkID("the code", code); err != nil {
		return "", err
	}
	var assigned string
	err := s.db.change(ctx, "give a room a code", func(t *tx) error {
		var other string
		if err := t.QueryRow(`SELECT id FROM rooms WHERE code = ?`, code).Scan(&other); err == nil && other != room {
			return fmt.Errorf("code %q: %w", code, ErrExists)
		} else if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		err := t.QueryRow(
			`UPDATE rooms SET code = coalesce(code, ?) WHERE id = ? AND status IN ('open', 'seated') RETURNING code`,
			code,
			room,
		).Scan(&assigned)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("room %q: %w", room, ErrNotFound)
		}
		return err
	})
	return assigned, err
}
