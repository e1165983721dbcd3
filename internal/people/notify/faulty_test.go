package notify

import (
	"context"

	"archmage/internal/store"
	"archmage/internal/store/faulty"
)

// faultyStore is a store with planned faults in the writes of notifications.
type faultyStore struct {
	testStore
	*faulty.Faults
}

// withFault makes a call with its planned fault.
func (s faultyStore) withFault(ctx context.Context, op faulty.Op, room string, do func() error) error {
	_, err := faulty.Call(ctx, s.Faults, op, room, nil, func() (struct{}, error) { return struct{}{}, do() })
	return err
}

func (s faultyStore) SavePendingTurn(ctx context.Context, awaited store.PendingTurn, calls []store.Notification) error {
	return s.withFault(
		ctx,
		faulty.SavePendingTurn,
		awaited.Room,
		func() error { return s.testStore.SavePendingTurn(ctx, awaited, calls) },
	)
}

func (s faultyStore) SetNotification(ctx context.Context, c store.Notification) error {
	return s.withFault(ctx, faulty.SetNotification, c.Room, func() error { return s.testStore.SetNotification(ctx, c) })
}

func (s faultyStore) EndNotification(ctx context.Context, c store.Notification) error {
	return s.withFault(ctx, faulty.EndNotification, c.Room, func() error { return s.testStore.EndNotification(ctx, c) })
}
