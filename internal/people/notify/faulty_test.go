package notify

import (
	"context"

	"archmage/internal/store"
	"archmage/internal/store/faulty"
)

// faultyStore is a store whose writes of notifications meet faults.
type faultyStore struct {
	testStore
	*faulty.Faults
}

// meet makes a notification with its fault.
func (s faultyStore) meet(ctx context.Context, op faulty.Op, room string, do func() error) error {
	_, err := faulty.Call(ctx, s.Faults, op, room, nil, func() (struct{}, error) { return struct{}{}, do() })
	return err
}

func (s faultyStore) NoteAwaited(ctx context.Context, awaited store.Awaited, calls []store.Call) error {
	return s.meet(
		ctx,
		faulty.NoteAwaited,
		awaited.Room,
		func() error { return s.testStore.NoteAwaited(ctx, awaited, calls) },
	)
}

func (s faultyStore) SetCall(ctx context.Context, c store.Call) error {
	return s.meet(ctx, faulty.SetCall, c.Room, func() error { return s.testStore.SetCall(ctx, c) })
}

func (s faultyStore) EndCall(ctx context.Context, c store.Call) error {
	return s.meet(ctx, faulty.EndCall, c.Room, func() error { return s.testStore.EndCall(ctx, c) })
}
