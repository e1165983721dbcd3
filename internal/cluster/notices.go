package cluster

import (
	"context"
	"time"

	"archmage/internal/people/notify"
	"archmage/internal/store"
)

// sharedNotices is a node's view of the calls that are due.
type sharedNotices struct {
	notify.Store
	nodes *Nodes
}

// Notices returns the store for use by this node. Each node looks at the rooms that it has, because
// it knows who is connected to them. The leader also looks at the rooms that no node has, and sends
// all calls.
func Notices(db notify.Store, nodes *Nodes) notify.Store { return sharedNotices{db, nodes} }

// AwaitedDue implements [notify.Store].
func (s sharedNotices) AwaitedDue(ctx context.Context, at time.Time, limit int) ([]store.Awaited, error) {
	if !s.nodes.Holds() {
		return nil, nil
	}
	return s.nodes.store.AwaitedOf(ctx, s.nodes.self.ID, s.nodes.Leader(), at, limit)
}

// CallsDue implements [notify.Store].
func (s sharedNotices) CallsDue(ctx context.Context, at time.Time, each, skip, limit int) ([]store.Call, error) {
	if !s.nodes.Leader() {
		return nil, nil
	}
	return s.Store.CallsDue(ctx, at, each, skip, limit)
}
