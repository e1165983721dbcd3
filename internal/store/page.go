package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
)

// Cursor is the place in a list where a page begins. The empty Cursor means the first page.
type Cursor string

// Page is a page of a list.
type Page[T any] struct {
	Items []T
	// Next is the cursor of the next page; it is empty on the last page.
	Next Cursor
}

// list returns all rows of a query. name describes the rows in errors.
func list[T any](
	ctx context.Context,
	s *engine,
	name string,
	scan func(*sql.Rows, *T) error,
	query string,
	args ...any,
) ([]T, error) {
	var items []T
	err := s.query(ctx, func(rows *sql.Rows) error {
		var item T
		err := scan(rows, &item)
		items = append(items, item)
		return err
	}, query, args...)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", name, err)
	}
	return items, nil
}

// listPage returns a page of at most limit rows. The query has to return up to limit+1 rows. scan
// returns the cursor of the page that begins after a row.
func listPage[T any](
	ctx context.Context,
	s *engine,
	name string,
	limit int,
	scan func(*sql.Rows, *T) (Cursor, error),
	query string,
	args ...any,
) (Page[T], error) {
	var page Page[T]
	var last Cursor
	err := s.query(ctx, func(rows *sql.Rows) error {
		var item T
		next, err := scan(rows, &item)
		if err == nil && len(page.Items) == limit {
			page.Next = last
		} else if err == nil {
			page.Items, last = append(page.Items, item), next
		}
		return err
	}, query, args...)
	if err != nil {
		return Page[T]{}, fmt.Errorf("list %s: %w", name, err)
	}
	return page, nil
}

// find returns the only row of a query, or ErrNotFound. name describes the row in errors.
func find[T any](
	ctx context.Context,
	s *engine,
	name string,
	scan func(*sql.Rows, *T) error,
	query string,
	args ...any,
) (item T, err error) {
	found := false
	err = s.query(ctx, func(rows *sql.Rows) error { found = true; return scan(rows, &item) }, query, args...)
	if err == nil && !found {
		err = ErrNotFound
	}
	if err != nil {
		var none T
		return none, fmt.Errorf("look up %s: %w", name, err)
	}
	return item, nil
}

// scanRows returns all rows of a query and closes them. rows and err are the result of the query.
func scanRows[T any](rows *sql.Rows, err error, scan func(*sql.Rows, *T) error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var items []T
	for rows.Next() {
		var item T
		if err := scan(rows, &item); err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, rows.Err()
}

// scanColumn scans a row of one column.
func scanColumn[T any](rows *sql.Rows, value *T) error { return rows.Scan(value) }

// numberCursor returns the cursor of the page that begins after the row with the number.
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

// timeCursor returns the cursor of the page that begins after the row with the time and the number, in
// a list that is ordered by both.
func timeCursor(ms, number int64) Cursor { return Cursor(fmt.Sprintf("%d.%d", ms, number)) }

// timeAndNumber returns the time and the number in the cursor, or the lowest ones for the first page.
func (c Cursor) timeAndNumber() (ms, number int64, err error) {
	if c == "" {
		return -1 << 63, 0, nil
	}
	first, second, _ := strings.Cut(string(c), ".")
	ms, err = strconv.ParseInt(first, 10, 64)
	if err == nil {
		number, err = strconv.ParseInt(second, 10, 64)
	}
	if err != nil {
		return 0, 0, invalid("cursor %q", c)
	}
	return ms, number, nil
}

// startNumber is like number. If oldest is true, the list begins with the lowest number, and so does
// the first page.
func (c Cursor) startNumber(oldest bool) (int64, error) {
	if oldest && c == "" {
		return 0, nil
	}
	return c.number()
}
