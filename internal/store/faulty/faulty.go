// Package faulty makes calls of a store fail, stall or lose their room exactly when a
// test says so. The test wraps the methods that it needs with [Call].
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

// Faults are what happens to calls.
type Faults struct {
	mu     sync.Mutex
	next   map[Op][]Fault
	always map[Op]Fault
	calls  map[Op]int
}

// New returns no faults yet.
func New() *Faults {
	return &Faults{next: map[Op][]Fault{}, always: map[Op]Fault{}, calls: map[Op]int{}}
}

// Inject makes the next calls of the operation meet these faults, one each,
// after those injected before.
func (f *Faults) Inject(op Op, faults ...Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.next[op] = append(f.next[op], faults...)
}

// Always makes each call of the operation meet the fault unless one was
// injected for it; the zero Fault ends that.
func (f *Faults) Always(op Op, fault Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.always[op] = fault
}

// Calls returns how often the operation was called.
func (f *Faults) Calls(op Op) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.calls[op]
}

// Left returns how many injected faults of the operation have not happened yet.
func (f *Faults) Left(op Op) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.next[op])
}

func (f *Faults) fault(op Op) Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls[op]++
	if queue := f.next[op]; len(queue) > 0 {
		f.next[op] = queue[1:]
		return queue[0]
	}
	return f.always[op]
}

// Call makes a call of the operation with its fault. steal takes the room over for
// another writer.
func Call[T any](ctx context.Context, f *Faults, op Op, room string, steal func() error, do func() (T, error)) (T, error) {
	var none T
	fault := f.fault(op)
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
		if err := steal(); err != nil {
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
