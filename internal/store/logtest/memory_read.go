package logtest

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"archmage/internal/store"
)

func (m *memory) Room(ctx context.Context, id string) (store.Room, error) {
	if err := m.enter(ctx); err != nil {
		return store.Room{}, err
	}
	defer m.mu.Unlock()
	r, err := m.find(id)
	if err != nil {
		return store.Room{}, err
	}
	return cloneRoom(r.room), nil
}

func (m *memory) Read(ctx context.Context, id string, from uint64, limit int) ([]store.Entry, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	r, err := m.find(id)
	if err != nil {
		return nil, err
	}
	var list []store.Entry
	for i := max(from, r.room.First) - r.room.First; i < uint64(len(r.entries)) && len(list) < limit; i++ {
		entry := r.entries[i]
		entry.Data = bytes.Clone(entry.Data)
		list = append(list, entry)
	}
	return list, nil
}

func (m *memory) Snapshot(ctx context.Context, id string) (store.Snapshot, error) {
	if err := m.enter(ctx); err != nil {
		return store.Snapshot{}, err
	}
	defer m.mu.Unlock()
	r, err := m.find(id)
	if err != nil {
		return store.Snapshot{}, err
	}
	return store.Snapshot{Seq: r.snapshot.Seq, Data: bytes.Clone(r.snapshot.Data)}, nil
}

func (m *memory) List(ctx context.Context, query store.ListQuery) (store.Page[store.Room], error) {
	first := int64(math.MaxInt64)
	if query.Oldest {
		first = 0
	}
	after, err := readCursor(query.After, "%d", first)
	if err != nil {
		return store.Page[store.Room]{}, err
	}
	if err := m.enter(ctx); err != nil {
		return store.Page[store.Room]{}, err
	}
	defer m.mu.Unlock()
	list := slices.DeleteFunc(m.newestFirst(), func(r *memoryRoom) bool {
		return !query.Oldest && r.number >= after[0] ||
			query.Oldest && r.number <= after[0] ||
			query.Game != "" && query.Game != r.room.Game ||
			query.Listed && !r.room.Listed ||
			query.Member != "" && !slices.Contains(r.room.Members, query.Member) ||
			len(query.Statuses) > 0 && !slices.Contains(query.Statuses, r.room.Status)
	})
	if query.Oldest {
		slices.Reverse(list)
	}
	return page(list, query.Limit, func(r *memoryRoom) (store.Room, string) {
		return cloneRoom(r.room), fmt.Sprint(r.number)
	}), nil
}

func (m *memory) Count(ctx context.Context) (map[store.Status]int, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	counts := map[store.Status]int{}
	for _, r := range m.rooms {
		counts[r.room.Status]++
	}
	return counts, nil
}

func (m *memory) Due(ctx context.Context, query store.DueQuery) (store.Page[store.Wakeup], error) {
	after, err := readCursor(query.After, "%d.%d", math.MinInt64, 0)
	if err != nil {
		return store.Page[store.Wakeup]{}, err
	}
	if err := m.enter(ctx); err != nil {
		return store.Page[store.Wakeup]{}, err
	}
	defer m.mu.Unlock()
	list := slices.DeleteFunc(m.newestFirst(), func(r *memoryRoom) bool {
		wake := r.room.Wake.UnixMilli()
		return r.room.Wake.IsZero() || r.room.Wake.After(query.At) ||
			wake < after[0] || wake == after[0] && r.number <= after[1]
	})
	slices.SortFunc(list, func(a, b *memoryRoom) int {
		return cmp.Or(a.room.Wake.Compare(b.room.Wake), cmp.Compare(a.number, b.number))
	})
	return page(list, query.Limit, func(r *memoryRoom) (store.Wakeup, string) {
		return store.Wakeup{Room: r.room.Room, At: r.room.Wake}, fmt.Sprintf("%d.%d", r.room.Wake.UnixMilli(), r.number)
	}), nil
}

func (m *memory) Chat(ctx context.Context, room string, before uint64, limit int) ([]store.ChatLine, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	r, err := m.find(room)
	if err != nil {
		return nil, err
	}
	end := len(r.chat)
	if before > 0 {
		end = int(min(uint64(end), before-1))
	}
	var list []store.ChatLine
	for _, line := range r.chat[max(0, end-limit):end] {
		line.Data = bytes.Clone(line.Data)
		list = append(list, line)
	}
	return list, nil
}

func (m *memory) Match(ctx context.Context, id string) (store.Match, error) {
	if err := m.enter(ctx); err != nil {
		return store.Match{}, err
	}
	defer m.mu.Unlock()
	found, err := m.match(id)
	return listedMatch(found.match), err
}

func (m *memory) Record(ctx context.Context, id string) ([]byte, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	found, err := m.match(id)
	return bytes.Clone(found.record), err
}

func (m *memory) KeepAnalysis(ctx context.Context, id string, analysis []byte) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	for i := range m.matches {
		if m.matches[i].match.ID == id {
			m.matches[i].analysis = append([]byte{}, analysis...)
			return nil
		}
	}
	return fmt.Errorf("match %q: %w", id, store.ErrNotFound)
}

func (m *memory) Analysis(ctx context.Context, id string) ([]byte, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	found, err := m.match(id)
	if err == nil && found.analysis == nil {
		err = fmt.Errorf("the analysis of match %q: %w", id, store.ErrNotFound)
	}
	return bytes.Clone(found.analysis), err
}

// match returns the match with the id, or ErrNotFound; the log is locked.
func (m *memory) match(id string) (memoryMatch, error) {
	for _, archived := range m.matches {
		if archived.match.ID == id {
			return archived, nil
		}
	}
	return memoryMatch{}, fmt.Errorf("match %q: %w", id, store.ErrNotFound)
}

func (m *memory) DeleteMatch(ctx context.Context, id string) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if _, err := m.match(id); err != nil {
		return err
	}
	m.matches = slices.DeleteFunc(m.matches, func(archived memoryMatch) bool { return archived.match.ID == id })
	return nil
}

func (m *memory) Matches(ctx context.Context, query store.MatchQuery) (store.Page[store.Match], error) {
	first := int64(math.MaxInt64)
	if query.Oldest {
		first = 0
	}
	at, err := readCursor(query.After, "%d", first)
	if err != nil {
		return store.Page[store.Match]{}, err
	}
	if err := m.enter(ctx); err != nil {
		return store.Page[store.Match]{}, err
	}
	defer m.mu.Unlock()
	var list []store.Match
	for _, archived := range m.matches {
		match := archived.match
		if (match.Number < at[0] && !query.Oldest || match.Number > at[0] && query.Oldest) &&
			(query.Game == "" || query.Game == match.Game) &&
			(query.Owner == "" || query.Owner == archived.owner) &&
			(query.Person == "" || slices.Contains(match.Persons, query.Person)) &&
			(query.Person == "" || query.With == "" || slices.Contains(match.Persons, query.With)) &&
			(!query.Listed || match.Listed) {
			list = append(list, match)
		}
	}
	if !query.Oldest {
		slices.Reverse(list)
	}
	return page(list, query.Limit, func(match store.Match) (store.Match, string) {
		return listedMatch(match), fmt.Sprint(match.Number)
	}), nil
}

// listedMatch returns what is listed of a match.
func listedMatch(match store.Match) store.Match {
	match = cloneMatch(match)
	match.Results, match.Opens, match.Rated = nil, time.Time{}, nil
	return match
}

func cloneRoom(room store.Room) store.Room {
	room.Meta, room.Progress = cloneMeta(room.Meta), bytes.Clone(room.Progress)
	return room
}

// page returns the first of what is left of a list. show returns an item and
// the cursor of the page after it.
func page[T, U any](left []T, limit int, show func(T) (U, string)) store.Page[U] {
	var p store.Page[U]
	for _, item := range left[:min(limit, len(left))] {
		shown, cursor := show(item)
		p.Items, p.Next = append(p.Items, shown), store.Cursor(cursor)
	}
	if len(left) <= limit {
		p.Next = ""
	}
	return p
}

// readCursor returns the numbers in a cursor, or the first ones where it is
// empty.
func readCursor(cursor store.Cursor, format string, first ...int64) ([]int64, error) {
	if cursor == "" {
		return first, nil
	}
	numbers := make([]any, len(first))
	for i := range first {
		numbers[i] = &first[i]
	}
	_, err := fmt.Sscanf(string(cursor), format, numbers...)
	for i := range first {
		numbers[i] = first[i]
	}
	if err != nil || fmt.Sprintf(format, numbers...) != string(cursor) {
		return nil, fmt.Errorf("cursor %q: %w", cursor, store.ErrInvalid)
	}
	return first, nil
}
