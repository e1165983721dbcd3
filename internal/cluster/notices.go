package cluster

import (
	"context"
	"time"

	"archmage/internal/store"
)

// NoticeStore is where channels and calls are kept.
type NoticeStore interface {
	store.Notices
	Setting(ctx context.Context, name string) (string, error)
	KeepSetting(ctx context.Context, name, value string) (string, error)
}

// sharedNotices is what a node sees of the calls that are due.
type sharedNotices struct {
	NoticeStore
	nodes *Nodes
}

// Notices returns the store as this node uses it: each room is looked at by the node
// that has it, which knows who is there, and rooms that no node has by the keeper, which
// also sends all calls.
func Notices(db NoticeStore, nodes *Nodes) NoticeStore { return sharedNotices{db, nodes} }

// AwaitedDue implements [store.Notices].
func (s sharedNotices) AwaitedDue(ctx context.Context, at time.Time, limit int) ([]store.Awaited, error) {
	if !s.nodes.Holds() {
		return nil, nil
	}
	return s.nodes.store.AwaitedOf(ctx, s.nodes.self.ID, s.nodes.Keeper(), at, limit)
}

// CallsDue implements [store.Notices].
func (s sharedNotices) CallsDue(ctx context.Context, at time.Time, each, limit int) ([]store.Call, error) {
	if !s.nodes.Keeper() {
		return nil, nil
	}
	return s.NoticeStore.CallsDue(ctx, at, each, limit)
}
