package store

import (
	"fmt"
	"strconv"
	"strings"
)

// Cursor says where a page begins. The empty one is the first page.
type Cursor string

// Page is a part of a list.
type Page[T any] struct {
	Items []T
	// Next is where the next page begins, or empty if this is the last one.
	Next Cursor
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
