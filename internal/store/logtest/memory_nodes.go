package logtest

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"archmage/internal/store"
)

// nodeAt returns the place of a node, or -1; the log is locked.
func (m *memory) nodeAt(id string) int {
	return slices.IndexFunc(m.nodes, func(n store.Node) bool { return n.ID == id })
}

func (m *memory) Join(ctx context.Context, node store.Node) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if m.nodeAt(node.ID) >= 0 {
		return fmt.Errorf("node %q: %w", node.ID, store.ErrExists)
	}
	node.Keeper = false
	m.nodes = append(m.nodes, node)
	slices.SortFunc(m.nodes, func(a, b store.Node) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	})
	return nil
}

func (m *memory) Beat(ctx context.Context, id string, beat uint64, rooms int) (bool, error) {
	if err := m.enter(ctx); err != nil {
		return false, err
	}
	defer m.mu.Unlock()
	at := m.nodeAt(id)
	if at < 0 {
		return false, nil
	}
	m.nodes[at].Beat, m.nodes[at].Rooms = beat, rooms
	return true, nil
}

func (m *memory) Nodes(ctx context.Context) ([]store.Node, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	return slices.Clone(m.nodes), nil
}

func (m *memory) Bury(ctx context.Context, id string, beat uint64) (bool, error) {
	if err := m.enter(ctx); err != nil {
		return false, err
	}
	defer m.mu.Unlock()
	at := m.nodeAt(id)
	if at < 0 || m.nodes[at].Beat != beat {
		return false, nil
	}
	m.nodes = slices.Delete(m.nodes, at, at+1)
	return true, nil
}

func (m *memory) Leave(ctx context.Context, id string) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	m.nodes = slices.DeleteFunc(m.nodes, func(n store.Node) bool { return n.ID == id })
	return nil
}

func (m *memory) Drain(ctx context.Context, id string) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	at := m.nodeAt(id)
	if at < 0 {
		return fmt.Errorf("node %q: %w", id, store.ErrNotFound)
	}
	m.nodes[at].Draining, m.nodes[at].Keeper = true, false
	return nil
}

func (m *memory) Keep(ctx context.Context, id string) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	at := m.nodeAt(id)
	keeps := func(n store.Node) bool { return n.Keeper }
	if at >= 0 && !m.nodes[at].Draining && !slices.ContainsFunc(m.nodes, keeps) {
		m.nodes[at].Keeper = true
	}
	return nil
}

// due returns the rooms with a condition whose wake-up is due, the earliest first; the
// log is locked.
func (m *memory) due(at time.Time, is func(*memoryRoom) bool) []*memoryRoom {
	list := slices.DeleteFunc(m.newestFirst(), func(r *memoryRoom) bool {
		return r.room.Wake.IsZero() || r.room.Wake.After(at) || !is(r)
	})
	slices.SortFunc(list, func(a, b *memoryRoom) int {
		return cmp.Or(a.room.Wake.Compare(b.room.Wake), cmp.Compare(a.number, b.number))
	})
	return list
}

func (m *memory) TakeDue(ctx context.Context, id string, at time.Time, limit int) ([]store.Wakeup, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	free := m.due(at, func(r *memoryRoom) bool { return r.room.Owner != id && m.nodeAt(r.room.Owner) < 0 })
	for _, r := range free[:min(limit, len(free))] {
		r.room.Owner = id
	}
	var list []store.Wakeup
	own := m.due(at, func(r *memoryRoom) bool { return r.room.Owner == id })
	for _, r := range own[:min(store.MaxPage, len(own))] {
		list = append(list, store.Wakeup{Room: r.room.Room, At: r.room.Wake})
	}
	return list, nil
}

func (m *memory) AwaitedOf(ctx context.Context, id string, others bool, at time.Time, limit int) ([]store.Awaited, error) {
	all, err := m.AwaitedDue(ctx, at, store.MaxPage)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(all, func(a store.Awaited) bool {
		owner := m.rooms[a.Room].room.Owner
		return owner != id && (!others || m.nodeAt(owner) >= 0)
	})
	return list[:min(limit, len(list))], nil
}

func (m *memory) Signal(ctx context.Context, node string, data []byte) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	m.signals = append(m.signals, store.Signal{Number: uint64(len(m.signals)) + 1, Node: node, Data: bytes.Clone(data)})
	return nil
}

func (m *memory) Signals(ctx context.Context, after uint64) ([]store.Signal, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	return slices.Clone(m.signals[min(after, uint64(len(m.signals))):]), nil
}

func (m *memory) LastSignal(ctx context.Context) (uint64, error) {
	if err := m.enter(ctx); err != nil {
		return 0, err
	}
	defer m.mu.Unlock()
	return uint64(len(m.signals)), nil
}

type memoryCeremony struct {
	data  []byte
	until time.Time
}

func (m *memory) PutCeremony(ctx context.Context, key string, data []byte, within time.Duration) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	m.ceremonies[key] = memoryCeremony{bytes.Clone(data), time.Now().Add(within)}
	return nil
}

func (m *memory) TakeCeremony(ctx context.Context, key string) ([]byte, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	one, ok := m.ceremonies[key]
	delete(m.ceremonies, key)
	if !ok || time.Now().After(one.until) {
		return nil, fmt.Errorf("ceremony: %w", store.ErrNotFound)
	}
	return one.data, nil
}
