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

// DuePendingTurns implements [notify.Store].
func (s sharedNotices) DuePendingTurns(ctx context.Context, at time.Time, limit int) ([]store.PendingTurn, error) {
	if !s.nodes.Holds() {
		return nil, nil
	}
	return s.nodes.store.PendingTurnsOf(ctx, s.nodes.self.ID, s.nodes.Leader(), at, limit)
}

// DueNotifications implements [notify.Store].
func (s sharedNotices) DueNotifications(ctx context.Context, at time.Time, each, skip, limit int) ([]store.Notification, error) {
	if !s.nodes.Leader() {
		return nil, nil
	}
	return s.Store.DueNotifications(ctx, at, each, skip, limit)
}
