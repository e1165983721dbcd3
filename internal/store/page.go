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
	// Next is where the next page begins; it is empty on the last page.
	Next Cursor
}

// pager collects a page and remembers whether there is more.
type pager[T any] struct {
	items []T
	last  Cursor
	more  bool
}

// full reports whether the page has its size already. If it has, there is more.
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

func wakeCursor(at, number int64) Cursor { return Cursor(fmt.Sprintf("%d.%d", at, number)) }

// wake returns the time and the number in the cursor, or the lowest ones for the first
// page.
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
