package storetest

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// Shared is a store that several nodes share. Rooms and people are in a file, as with [Open]; the list of
// nodes and their signals are in memory.
type Shared struct {
	*Store
	Nodes
}

// Nodes has the methods of a store that several servers need to share it.
type Nodes interface {
	store.Nodes
	TakeOver(ctx context.Context, id, owner string) (store.Head, error)
	PutCeremony(ctx context.Context, key string, data []byte, ttl time.Duration) error
	TakeCeremony(ctx context.Context, key string) ([]byte, error)
	TouchOnline(ctx context.Context, identities []string, window time.Duration) (int, error)
	Online(ctx context.Context, window time.Duration, limit int) ([]string, error)
}

// TakeOver implements [Nodes].
func (s Shared) TakeOver(ctx context.Context, id, owner string) (store.Head, error) {
	return s.Nodes.TakeOver(ctx, id, owner)
}

// NewShared is like [Open], but for several nodes.
func NewShared(t testing.TB) Shared {
	t.Helper()
	s, dir := open(t)
	db, err := sql.Open(
		"sqlite",
		"file:"+filepath.Join(dir, store.FileName)+"?_pragma=busy_timeout(5000)&_pragma=synchronous(OFF)",
	)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	n := &nodes{SQLite: s, db: db, ceremonies: map[string]ceremony{}, online: map[string]time.Time{}}
	return Shared{Of(s.DB), n}
}

// nodes implements Nodes in memory.
type nodes struct {
	*store.SQLite
	// db changes the owners of rooms in the file. The store does not keep owners in
	// memory.
	db *sql.DB

	mu sync.Mutex
	// list is ordered by name.
	list       []store.Node
	signals    []store.Signal
	ceremonies map[string]ceremony
	online     map[string]time.Time
}

type ceremony struct {
	data  []byte
	until time.Time
}

// index returns the index of a node in the list, or -1. The caller has locked mu.
func (n *nodes) index(id string) int {
	return slices.IndexFunc(n.list, func(node store.Node) bool { return node.ID == id })
}

// TakeOver is [store.Rooms.TakeOver] with a check of the present owner against the list of nodes.
func (n *nodes) TakeOver(ctx context.Context, id, owner string) (store.Head, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if owner != "" {
		room, err := n.Rooms.Room(ctx, id)
		if err != nil {
			return store.Head{}, err
		}
		if room.Owner != owner && n.index(room.Owner) >= 0 {
			return store.Head{}, &store.OwnedError{Room: id, Owner: room.Owner}
		}
	}
	return n.SQLite.Rooms.TakeOver(ctx, id, owner)
}

func (n *nodes) Join(_ context.Context, node store.Node) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.index(node.ID) >= 0 {
		return fmt.Errorf("node %q: %w", node.ID, store.ErrExists)
	}
	node.Leader = false
	n.list = append(n.list, node)
	slices.SortFunc(n.list, func(a, b store.Node) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	})
	return nil
}

// edit changes a node and reports whether the node is in the list.
func (n *nodes) edit(id string, edit func(*store.Node)) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	index := n.index(id)
	if index >= 0 {
		edit(&n.list[index])
	}
	return index >= 0
}

func (n *nodes) Beat(_ context.Context, id string, beat uint64, rooms int) (bool, error) {
	return n.edit(id, func(node *store.Node) { node.Beat, node.Rooms = beat, rooms }), nil
}

func (n *nodes) Nodes(context.Context) ([]store.Node, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.list), nil
}

func (n *nodes) RemoveDead(_ context.Context, id string, beat uint64) (bool, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	index := n.index(id)
	if index < 0 || n.list[index].Beat != beat {
		return false, nil
	}
	n.list = slices.Delete(n.list, index, index+1)
	return true, nil
}

func (n *nodes) Leave(_ context.Context, id string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.list = slices.DeleteFunc(n.list, func(node store.Node) bool { return node.ID == id })
	return nil
}

func (n *nodes) Drain(_ context.Context, id string) error {
	if !n.edit(id, func(node *store.Node) { node.Draining, node.Leader = true, false }) {
		return fmt.Errorf("node %q: %w", id, store.ErrNotFound)
	}
	return nil
}

func (n *nodes) Elect(_ context.Context, id string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	index := n.index(id)
	if index >= 0 && !n.list[index].Draining &&
		!slices.ContainsFunc(n.list, func(node store.Node) bool { return node.Leader }) {
		n.list[index].Leader = true
	}
	return nil
}

// ownerListedSQL returns the SQL condition for an owner in the list, and its arguments. The caller
// has locked mu.
func (n *nodes) ownerListedSQL() (where string, args []any) {
	for _, node := range n.list {
		args = append(args, node.ID)
	}
	return `owner IN (` + strings.TrimSuffix(strings.Repeat("?, ", len(args)), ", ") + `)`, args
}

func (n *nodes) TakeDue(ctx context.Context, id string, at time.Time, limit int) ([]store.Wakeup, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	ownerListed, args := n.ownerListedSQL()
	_, err := n.db.ExecContext(ctx, `UPDATE heads SET owner = ? WHERE room IN (
		SELECT room FROM heads WHERE wake <= ? AND owner <> ? AND NOT `+ownerListed+` ORDER BY wake, room LIMIT ?)`,
		slices.Concat([]any{id, at.UnixMilli(), id}, args, []any{limit})...)
	if err != nil {
		return nil, err
	}
	page, err := n.Directory.Due(ctx, store.DueQuery{At: at, Limit: store.MaxPage})
	if err != nil {
		return nil, err
	}
	var list []store.Wakeup
	for _, due := range page.Items {
		room, err := n.Rooms.Room(ctx, due.Room)
		if err != nil {
			return nil, err
		}
		if room.Owner == id {
			list = append(list, due)
		}
	}
	return list, nil
}

func (n *nodes) PendingTurnsOf(
	ctx context.Context,
	id string,
	includeOrphans bool,
	at time.Time,
	limit int,
) ([]store.PendingTurn, error) {
	all, err := n.Notifications.DuePendingTurns(ctx, at, store.MaxPage)
	if err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	var list []store.PendingTurn
	for _, turn := range all {
		room, err := n.Rooms.Room(ctx, turn.Room)
		if err != nil {
			return nil, err
		}
		if (room.Owner == id || includeOrphans && n.index(room.Owner) < 0) && len(list) < limit {
			list = append(list, turn)
		}
	}
	return list, nil
}

func (n *nodes) Signal(_ context.Context, node string, data []byte) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.signals = append(n.signals, store.Signal{Number: uint64(len(n.signals)) + 1, Node: node, Data: bytes.Clone(data)})
	return nil
}

func (n *nodes) Signals(_ context.Context, after uint64) ([]store.Signal, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.signals[min(after, uint64(len(n.signals))):]), nil
}

func (n *nodes) LastSignal(context.Context) (uint64, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return uint64(len(n.signals)), nil
}

func (n *nodes) PutCeremony(_ context.Context, key string, data []byte, ttl time.Duration) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.ceremonies[key] = ceremony{bytes.Clone(data), time.Now().Add(ttl)}
	return nil
}

func (n *nodes) TakeCeremony(_ context.Context, key string) ([]byte, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	found, ok := n.ceremonies[key]
	delete(n.ceremonies, key)
	if !ok || time.Now().After(found.until) {
		return nil, fmt.Errorf("ceremony: %w", store.ErrNotFound)
	}
	return found.data, nil
}

// TouchOnline implements [Nodes].
func (n *nodes) TouchOnline(ctx context.Context, identities []string, window time.Duration) (int, error) {
	n.mu.Lock()
	now := time.Now()
	for _, id := range identities {
		n.online[id] = now
	}
	n.mu.Unlock()
	list, err := n.Online(ctx, window, math.MaxInt)
	return len(list), err
}

// Online implements [Nodes].
func (n *nodes) Online(ctx context.Context, window time.Duration, limit int) (list []string, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for id, seen := range n.online {
		if time.Since(seen) > window {
			delete(n.online, id)
			continue
		}
		list = append(list, id)
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(n.online[b].Compare(n.online[a]), cmp.Compare(a, b)) })
	return list[:min(len(list), limit)], ctx.Err()
}
