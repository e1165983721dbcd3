// Package faulty wraps an event log for tests: calls fail, stall or lose their
// room exactly when a test says so.
package faulty

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"archmage/internal/store"
)

// ErrInjected is the failure of [Before] and [After]: unlike the errors of a
// log that say so, it leaves open whether anything was written.
var ErrInjected = errors.New("injected failure")

// Op names what a fault happens to.
type Op string

// The operations that can be made to fail.
const (
	Create   Op = "create"
	TakeOver Op = "take over"
	Append   Op = "append"
	Delete   Op = "delete"
	Room     Op = "room"
	Read     Op = "read"
	Snapshot Op = "snapshot"
	AddChat  Op = "add chat"

	NoteAwaited Op = "note awaited"
	SetCall     Op = "set call"
	EndCall     Op = "end call"
)

// Fault is what happens to one call. The zero Fault is nothing: the call goes
// through.
type Fault struct {
	// Wait stalls the call before anything else, until it is closed or the
	// context ends.
	Wait <-chan struct{}
	// Delay stalls the call by the clock, as Wait does.
	Delay time.Duration
	// Steal lets another writer take the call's room over first.
	Steal bool
	// Before fails the call without making it.
	Before error
	// After fails the call after it was made, if it succeeded.
	After error
}

// Before is a call that fails and has done nothing, which nobody can tell from
// [After].
func Before() Fault { return Fault{Before: ErrInjected} }

// After is a call that fails although it has written.
func After() Fault { return Fault{After: ErrInjected} }

// Full is a write that finds the disk full.
func Full() Fault { return Fault{Before: store.ErrFull} }

// Fenced is a write that comes after another writer has taken the room over.
func Fenced() Fault { return Fault{Steal: true} }

// Slow is a call that takes so much longer.
func Slow(delay time.Duration) Fault { return Fault{Delay: delay} }

// Stalled is a call that waits until the channel is closed.
func Stalled(until <-chan struct{}) Fault { return Fault{Wait: until} }

// Log is an event log with faults. Methods that no [Op] names go straight
// through.
type Log struct {
	store.Log

	mu     sync.Mutex
	next   map[Op][]Fault
	always map[Op]Fault
	calls  map[Op]int
}

// New returns the log with no faults yet.
func New(log store.Log) *Log {
	return &Log{Log: log, next: map[Op][]Fault{}, always: map[Op]Fault{}, calls: map[Op]int{}}
}

// Inject makes the next calls of the operation meet these faults, one each,
// after those injected before.
func (l *Log) Inject(op Op, faults ...Fault) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next[op] = append(l.next[op], faults...)
}

// Always makes each call of the operation meet the fault unless one was
// injected for it; the zero Fault ends that.
func (l *Log) Always(op Op, fault Fault) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.always[op] = fault
}

// Calls returns how often the operation was called.
func (l *Log) Calls(op Op) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.calls[op]
}

// Left returns how many injected faults of the operation have not happened yet.
func (l *Log) Left(op Op) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.next[op])
}

func (l *Log) fault(op Op) Fault {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls[op]++
	if queue := l.next[op]; len(queue) > 0 {
		l.next[op] = queue[1:]
		return queue[0]
	}
	return l.always[op]
}

// call makes a call of the operation with its fault.
func call[T any](ctx context.Context, l *Log, op Op, room string, do func() (T, error)) (T, error) {
	var none T
	fault := l.fault(op)
	if fault.Wait != nil {
		select {
		case <-fault.Wait:
		case <-ctx.Done():
			return none, fmt.Errorf("%s of %q: nothing written: %w", op, room, ctx.Err())
		}
	}
	if fault.Delay > 0 {
		timer := time.NewTimer(fault.Delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return none, fmt.Errorf("%s of %q: nothing written: %w", op, room, ctx.Err())
		}
	}
	if fault.Steal {
		if _, err := l.Log.TakeOver(ctx, room, "thief"); err != nil {
			return none, err
		}
	}
	if fault.Before != nil {
		return none, fmt.Errorf("%s of %q: %w", op, room, fault.Before)
	}
	result, err := do()
	if err == nil && fault.After != nil {
		return none, fmt.Errorf("%s of %q: %w", op, room, fault.After)
	}
	return result, err
}

// Create implements [store.Rooms].
func (l *Log) Create(ctx context.Context, id, owner string, batch store.Batch) (store.Head, error) {
	return call(ctx, l, Create, id, func() (store.Head, error) { return l.Log.Create(ctx, id, owner, batch) })
}

// TakeOver implements [store.Rooms].
func (l *Log) TakeOver(ctx context.Context, id, owner string) (store.Head, error) {
	return call(ctx, l, TakeOver, id, func() (store.Head, error) { return l.Log.TakeOver(ctx, id, owner) })
}

// Append implements [store.Rooms].
func (l *Log) Append(ctx context.Context, head store.Head, batch store.Batch) (store.Head, error) {
	return call(ctx, l, Append, head.Room, func() (store.Head, error) { return l.Log.Append(ctx, head, batch) })
}

// Delete implements [store.Rooms].
func (l *Log) Delete(ctx context.Context, head store.Head) error {
	_, err := call(ctx, l, Delete, head.Room, func() (struct{}, error) { return struct{}{}, l.Log.Delete(ctx, head) })
	return err
}

// Room implements [store.Rooms].
func (l *Log) Room(ctx context.Context, id string) (store.Room, error) {
	return call(ctx, l, Room, id, func() (store.Room, error) { return l.Log.Room(ctx, id) })
}

// Read implements [store.Rooms].
func (l *Log) Read(ctx context.Context, id string, from uint64, limit int) ([]store.Entry, error) {
	return call(ctx, l, Read, id, func() ([]store.Entry, error) { return l.Log.Read(ctx, id, from, limit) })
}

// Snapshot implements [store.Rooms].
func (l *Log) Snapshot(ctx context.Context, id string) (store.Snapshot, error) {
	return call(ctx, l, Snapshot, id, func() (store.Snapshot, error) { return l.Log.Snapshot(ctx, id) })
}

// AddChat implements [store.Chats].
func (l *Log) AddChat(ctx context.Context, head store.Head, data []byte) (store.ChatLine, error) {
	return call(ctx, l, AddChat, head.Room, func() (store.ChatLine, error) { return l.Log.AddChat(ctx, head, data) })
}

// NoteAwaited implements [store.Notices].
func (l *Log) NoteAwaited(ctx context.Context, awaited store.Awaited, calls []store.Call) error {
	_, err := call(ctx, l, NoteAwaited, awaited.Room, func() (struct{}, error) { return struct{}{}, l.Log.NoteAwaited(ctx, awaited, calls) })
	return err
}

// SetCall implements [store.Notices].
func (l *Log) SetCall(ctx context.Context, c store.Call) error {
	_, err := call(ctx, l, SetCall, c.Room, func() (struct{}, error) { return struct{}{}, l.Log.SetCall(ctx, c) })
	return err
}

// EndCall implements [store.Notices].
func (l *Log) EndCall(ctx context.Context, c store.Call) error {
	_, err := call(ctx, l, EndCall, c.Room, func() (struct{}, error) { return struct{}{}, l.Log.EndCall(ctx, c) })
	return err
}
