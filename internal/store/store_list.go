package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// List implements [Directory].
func (s *store) List(ctx context.Context, query ListQuery) (Page[Room], error) {
	after, err := query.after()
	if err != nil {
		return Page[Room]{}, err
	}
	text, args := listRooms(query, after, query.Limit+1)
	var p pager[Room]
	recent := s.recent.Load()
	err = s.query(ctx, func(rows *sql.Rows) error {
		var room Room
		var number int64
		if err := scanRoom(rows, recent, &room, &number); err != nil {
			return err
		}
		if !p.full(query.Limit) {
			p.add(room, numberCursor(number))
		}
		return nil
	}, text, args...)
	if err != nil {
		return Page[Room]{}, fmt.Errorf("list rooms: %w", err)
	}
	return p.page(), nil
}

// Count implements [Directory].
func (s *store) Count(ctx context.Context) (map[Status]int, error) {
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
				part(`r.number`, `rooms r`, `r.listed = ? AND r.status = ? AND r.number `+beyond+` ?`, listed, string(status), after)
			}
		}
	}
	text = selectRoom + `(` + strings.Join(parts, ` UNION ALL `) + `) found
		JOIN rooms r ON r.number = found.number JOIN heads h ON h.room = r.number
		ORDER BY r.number ` + order + ` LIMIT ?`
	return text, append(args, limit)
}

const findCode = `SELECT id FROM rooms WHERE code = ?`

// FindCode implements [Directory].
func (s *store) FindCode(ctx context.Context, code string) (string, error) {
	var room string
	err := s.query(ctx, func(rows *sql.Rows) error { return rows.Scan(&room) }, findCode, code)
	if err == nil && room == "" {
		err = ErrNotFound
	}
	if err != nil {
		return "", fmt.Errorf("look up a code: %w", err)
	}
	return room, nil
}

const selectDue = `SELECT r.id, h.wake, h.room FROM heads h JOIN rooms r ON r.number = h.room
		WHERE h.wake <= ? AND (h.wake, h.room) > (?, ?) ORDER BY h.wake, h.room LIMIT ?`

// Due implements [Directory].
func (s *store) Due(ctx context.Context, query DueQuery) (Page[Wakeup], error) {
	at, number, err := query.After.wake()
	if err != nil {
		return Page[Wakeup]{}, err
	}
	var p pager[Wakeup]
	err = s.query(ctx, func(rows *sql.Rows) error {
		var wakeup Wakeup
		var wake, number int64
		if err := rows.Scan(&wakeup.Room, &wake, &number); err != nil {
			return err
		}
		if !p.full(query.Limit) {
			wakeup.At = fromMilli(wake)
			p.add(wakeup, wakeCursor(wake, number))
		}
		return nil
	}, selectDue, query.At.UnixMilli(), at, number, query.Limit+1)
	if err != nil {
		return Page[Wakeup]{}, fmt.Errorf("list wake-ups: %w", err)
	}
	return p.page(), nil
}

// pager collects a page and notes whether there is more.
type pager[T any] struct {
	items []T
	last  Cursor
	more  bool
}

// full reports whether the page has its size already; there is more then.
func (p *pager[T]) full(size int) bool {
	p.more = len(p.items) == size
	return p.more
}

func (p *pager[T]) add(item T, at Cursor) { p.items, p.last = append(p.items, item), at }

func (p *pager[T]) page() Page[T] {
	page := Page[T]{Items: p.items}
	if p.more {
		page.Next = p.last
	}
	return page
}

// A cursor over what is in the order of its number is the last number of the
// page before; over wake-ups and unseen identities it is the time and the number.

func numberCursor(number int64) Cursor { return Cursor(strconv.FormatInt(number, 10)) }

// number returns the number in the cursor, or the highest one for the first page.
func (c Cursor) number() (int64, error) {
	if c == "" {
		return 1<<63 - 1, nil
	}
	number, err := strconv.ParseInt(string(c), 10, 64)
	if err != nil {
		return 0, invalid("cursor %q", c)
	}
	return number, nil
}

// after returns the number after which, in the order of the list, its page
// begins.
func (q *ListQuery) after() (int64, error) {
	if q.Oldest && q.After == "" {
		return 0, nil
	}
	return q.After.number()
}

// after is that of a ListQuery.
func (q *MatchQuery) after() (int64, error) {
	if q.Oldest && q.After == "" {
		return 0, nil
	}
	return q.After.number()
}

func wakeCursor(at, number int64) Cursor { return Cursor(fmt.Sprintf("%d.%d", at, number)) }

// wake returns the time and the number in the cursor, or the lowest ones.
func (c Cursor) wake() (at, number int64, err error) {
	if c == "" {
		return -1 << 63, 0, nil
	}
	first, second, _ := strings.Cut(string(c), ".")
	at, err = strconv.ParseInt(first, 10, 64)
	if err == nil {
		number, err = strconv.ParseInt(second, 10, 64)
	}
	if err != nil {
		return 0, 0, invalid("cursor %q", c)
	}
	return at, number, nil
}
