package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
)

// Cursor says where a page begins. The empty one is the first page.
type Cursor string

// Page is a part of a list.
type Page[T any] struct {
	Items []T
	// Next is where the next page begins; it is empty on the last page.
	Next Cursor
}

// list returns all rows of a query; what says what they are.
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

// listPage returns a page of at most limit rows of a query that asks for one more. scan returns the
// cursor of the page that begins after the row.
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

// find returns the row of a query that finds at most one; what says what it is. It fails with
// ErrNotFound.
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

// scanRows returns all rows that a query has found, and closes them. rows and err are the result of the
// query.
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

// scanOne reads a row of one column.
func scanColumn[T any](rows *sql.Rows, value *T) error { return rows.Scan(value) }

// The cursor of a list in the order of numbers holds the last number of the page before.
// The cursor of wake-ups or unseen identities holds a time and a number.

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

func timeCursor(ms, number int64) Cursor { return Cursor(fmt.Sprintf("%d.%d", ms, number)) }

// wake returns the time and the number in the cursor, or the lowest ones for the first
// page.
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

// first is number for a list that begins with the highest number, or with the lowest one if oldest is
// true.
func (c Cursor) startNumber(oldest bool) (int64, error) {
	if oldest && c == "" {
		return 0, nil
	}
	return c.number()
}
