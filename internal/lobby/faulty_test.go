package lobby

import (
	"context"

	"archmage/internal/store"
	"archmage/internal/store/faulty"
)

// faultyLog is a log whose calls meet faults.
type faultyLog struct {
	testLog
	*faulty.Faults
}

func newFaulty(log testLog) *faultyLog { return &faultyLog{log, faulty.New()} }

// meet makes a call with its fault.
func meet[T any](ctx context.Context, l *faultyLog, op faulty.Op, room string, do func() (T, error)) (T, error) {
	steal := func() error { _, err := l.testLog.TakeOver(ctx, room, "thief"); return err }
	return faulty.Call(ctx, l.Faults, op, room, steal, do)
}

func (l *faultyLog) Create(ctx context.Context, id, owner string, batch store.Batch) (store.Head, error) {
	return meet(
		ctx,
		l,
		faulty.Create,
		id,
		func() (store.Head, error) { return l.testLog.Create(ctx, id, owner, batch) },
	)
}

func (l *faultyLog) TakeOver(ctx context.Context, id, owner string) (store.Head, error) {
	return meet(ctx, l, faulty.TakeOver, id, func() (store.Head, error) { return l.testLog.TakeOver(ctx, id, owner) })
}

func (l *faultyLog) Append(ctx context.Context, head store.Head, batch store.Batch) (store.Head, error) {
	return meet(
		ctx,
		l,
		faulty.Append,
		head.Room,
		func() (store.Head, error) { return l.testLog.Append(ctx, head, batch) },
	)
}

func (l *faultyLog) Delete(ctx context.Context, head store.Head) error {
	_, err := meet(
		ctx,
		l,
		faulty.Delete,
		head.Room,
		func() (struct{}, error) { return struct{}{}, l.testLog.Delete(ctx, head) },
	)
	return err
}

func (l *faultyLog) Room(ctx context.Context, id string) (store.Room, error) {
	return meet(ctx, l, faulty.Room, id, func() (store.Room, error) { return l.testLog.Room(ctx, id) })
}

func (l *faultyLog) Read(ctx context.Context, id string, from uint64, limit int) ([]store.Entry, error) {
	return meet(ctx, l, faulty.Read, id, func() ([]store.Entry, error) { return l.testLog.Read(ctx, id, from, limit) })
}

func (l *faultyLog) Snapshot(ctx context.Context, id string) (store.Snapshot, error) {
	return meet(ctx, l, faulty.Snapshot, id, func() (store.Snapshot, error) { return l.testLog.Snapshot(ctx, id) })
}

func (l *faultyLog) AddChat(ctx context.Context, head store.Head, data []byte) (store.ChatLine, error) {
	return meet(
		ctx,
		l,
		faulty.AddChat,
		head.Room,
		func() (store.ChatLine, error) { return l.testLog.AddChat(ctx, head, data) },
	)
}
