package cluster

import (
	"context"
	"time"

	"archmage/internal/people/notify"
	"archmage/internal/store"
)

// sharedNotifications selects the notifications that this node handles.
type sharedNotifications struct {
	notify.Store
	nodes *Nodes
}

// SharedNotifications returns a store in which this node finds only its share of the notifications.
// Each node handles its own rooms, because it has the connections to them. The leader also handles
// the rooms that no node has, and sends all notifications.
func SharedNotifications(db notify.Store, nodes *Nodes) notify.Store {
	return sharedNotifications{db, nodes}
}

// DuePendingTurns implements [notify.Store].
func (s sharedNotifications) DuePendingTurns(
	ctx context.Context,
	at time.Time,
	limit int,
) ([]store.PendingTurn, error) {
	if !s.nodes.Holds() {
		return nil, nil
	}
	return s.nodes.store.PendingTurnsOf(ctx, s.nodes.self.ID, s.nodes.Leader(), at, limit)
}

// DueNotifications implements [notify.Store].
func (s sharedNotifications) DueNotifications(
	ctx context.Context,
	at time.Time,
	each, skip, limit int,
) ([]store.Notification, error) {
	if !s.nodes.Leader() {
		return nil, nil
	}
	return s.Store.DueNotifications(ctx, at, each, skip, limit)
}
