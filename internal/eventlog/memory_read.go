package eventlog

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
)

// Room implements [Rooms].
func (m *Memory) Room(ctx context.Context, id string) (Room, error) {
	if err := m.enter(ctx); err != nil {
		return Room{}, err
	}
	defer m.mu.Unlock()
	r, err := m.find(id)
	if err != nil {
		return Room{}, err
	}
	return cloneRoom(r.room), nil
}

// Read implements [Rooms].
func (m *Memory) Read(ctx context.Context, id string, from uint64, limit int) ([]Entry, error) {
	size, err := pageSize(limit)
	if err != nil {
		return nil, err
	}
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	r, err := m.find(id)
	if err != nil {
		return nil, err
	}
	var list []Entry
	for i := max(from, 1) - 1; i < uint64(len(r.entries)) && len(list) < size; i++ {
		entry := r.entries[i]
		entry.Data = bytes.Clone(entry.Data)
		list = append(list, entry)
	}
	return list, nil
}

// Snapshot implements [Rooms].
func (m *Memory) Snapshot(ctx context.Context, id string) (Snapshot, error) {
	if err := m.enter(ctx); err != nil {
		return Snapshot{}, err
	}
	defer m.mu.Unlock()
	r, err := m.find(id)
	if err != nil {
		return Snapshot{}, err
	}
	return Snapshot{Seq: r.snapshot.Seq, Data: bytes.Clone(r.snapshot.Data)}, nil
}

// List implements [Rooms].
func (m *Memory) List(ctx context.Context, query ListQuery) (Page[Room], error) {
	size, err := pageSize(query.Limit)
	if err != nil {
		return Page[Room]{}, err
	}
	after, err := query.after()
	if err != nil {
		return Page[Room]{}, err
	}
	if err := m.enter(ctx); err != nil {
		return Page[Room]{}, err
	}
	defer m.mu.Unlock()
	var p pager[Room]
	list := m.newestFirst()
	if query.Oldest {
		slices.Reverse(list)
	}
	for _, r := range list {
		switch {
		case !query.Oldest && r.number >= after,
			query.Oldest && r.number <= after,
			query.Game != "" && query.Game != r.room.Game,
			query.Listed && !r.room.Listed,
			query.Member != "" && !slices.Contains(r.room.Members, query.Member),
			len(query.Statuses) > 0 && !slices.Contains(query.Statuses, r.room.Status):
			continue
		}
		if p.full(size) {
			break
		}
		p.add(cloneRoom(r.room), numberCursor(r.number))
	}
	return p.page(), nil
}

// Count implements [Rooms].
func (m *Memory) Count(ctx context.Context) (map[Status]int, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	counts := map[Status]int{}
	for _, r := range m.rooms {
		counts[r.room.Status]++
	}
	return counts, nil
}

// Due implements [Rooms].
func (m *Memory) Due(ctx context.Context, query DueQuery) (Page[Wakeup], error) {
	size, err := pageSize(query.Limit)
	if err != nil {
		return Page[Wakeup]{}, err
	}
	at, number, err := query.After.wake()
	if err != nil {
		return Page[Wakeup]{}, err
	}
	if err := m.enter(ctx); err != nil {
		return Page[Wakeup]{}, err
	}
	defer m.mu.Unlock()
	list := slices.DeleteFunc(m.newestFirst(), func(r *memoryRoom) bool {
		wake := r.room.Wake.UnixMilli()
		return r.room.Wake.IsZero() || wake > query.At.UnixMilli() ||
			wake < at || wake == at && r.number <= number
	})
	slices.SortFunc(list, func(a, b *memoryRoom) int {
		return cmp.Or(a.room.Wake.Compare(b.room.Wake), cmp.Compare(a.number, b.number))
	})
	var p pager[Wakeup]
	for _, r := range list {
		if p.full(size) {
			break
		}
		p.add(Wakeup{Room: r.room.Room, At: r.room.Wake}, wakeCursor(r.room.Wake.UnixMilli(), r.number))
	}
	return p.page(), nil
}

// Results implements [Rooms].
func (m *Memory) Results(ctx context.Context, query ResultQuery) (Page[Result], error) {
	size, err := pageSize(query.Limit)
	if err != nil {
		return Page[Result]{}, err
	}
	before, err := query.After.number()
	if err != nil {
		return Page[Result]{}, err
	}
	if err := m.enter(ctx); err != nil {
		return Page[Result]{}, err
	}
	defer m.mu.Unlock()
	var p pager[Result]
	for i, result := range slices.Backward(m.results) {
		switch {
		case int64(i) >= before,
			query.Game != "" && query.Game != result.Game,
			query.Member != "" && !slices.Contains(result.Members, query.Member):
			continue
		}
		if p.full(size) {
			break
		}
		p.add(cloneResult(result), numberCursor(int64(i)))
	}
	return p.page(), nil
}

// Chat implements [Chats].
func (m *Memory) Chat(ctx context.Context, room string, before uint64, limit int) ([]ChatLine, error) {
	size, err := pageSize(limit)
	if err != nil {
		return nil, err
	}
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
	var list []ChatLine
	for _, line := range r.chat[max(0, end-size):end] {
		line.Data = bytes.Clone(line.Data)
		list = append(list, line)
	}
	return list, nil
}

// Identity implements [Identities].
func (m *Memory) Identity(ctx context.Context, id string) (Identity, error) {
	if err := m.enter(ctx); err != nil {
		return Identity{}, err
	}
	defer m.mu.Unlock()
	known := m.identities[id]
	if known == nil {
		return Identity{}, fmt.Errorf("identity %q: %w", id, ErrNotFound)
	}
	return known.identity, nil
}

// IdentityByToken implements [Identities].
func (m *Memory) IdentityByToken(ctx context.Context, tokenHash []byte) (Identity, error) {
	if err := m.enter(ctx); err != nil {
		return Identity{}, err
	}
	defer m.mu.Unlock()
	known := m.byToken(tokenHash)
	if known == nil {
		return Identity{}, fmt.Errorf("identity of a token: %w", ErrNotFound)
	}
	return known.identity, nil
}

func cloneRoom(room Room) Room {
	room.Meta = cloneMeta(room.Meta)
	return room
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
