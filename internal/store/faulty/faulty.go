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
	"archmage/internal/work"
)

// ErrInjected is the failure of [Before] and [After]. It leaves open whether anything was
// written.
var ErrInjected = errors.New("injected failure")

// Op names an operation of a store.
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

	SavePendingTurn Op = "save pending turn"
	SetNotification Op = "set call"
	EndNotification Op = "end call"
)

// Fault is what happens to one call. With the zero Fault, the call goes through.
type Fault struct {
	// Wait stalls the call, before anything else, until Wait is closed or the context
	// ends.
	Wait <-chan struct{}
	// Delay stalls the call for that long, at the same point as Wait.
	Delay time.Duration
	// Steal lets another writer take over the room of the call first.
	Steal bool
	// Before fails the call without making it.
	Before error
	// After makes a call that has succeeded return this error.
	After error
}

// Before is a call that fails without an effect. The caller cannot tell it from [After].
func Before() Fault { return Fault{Before: ErrInjected} }

// After is a call that fails although it has written.
func After() Fault { return Fault{After: ErrInjected} }

// Full is a write that finds the disk full.
func Full() Fault { return Fault{Before: store.ErrFull} }

// Fenced is a write that comes after another writer has taken the room over.
func Fenced() Fault { return Fault{Steal: true} }

// Slow is a call that takes longer by delay.
func Slow(delay time.Duration) Fault { return Fault{Delay: delay} }

// Stalled is a call that waits until the channel is closed.
func Stalled(until <-chan struct{}) Fault { return Fault{Wait: until} }

// Faults are the faults that a test has planned for calls.
type Faults struct {
	mu     sync.Mutex
	next   map[Op][]Fault
	always map[Op]Fault
	counts map[Op]int
}

// New returns Faults in which none is planned.
func New() *Faults {
	return &Faults{next: map[Op][]Fault{}, always: map[Op]Fault{}, counts: map[Op]int{}}
}

// Inject plans these faults for the next calls of the operation, one each, after those
// injected before.
func (f *Faults) Inject(op Op, faults ...Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.next[op] = append(f.next[op], faults...)
}

// Always plans the fault for each call of the operation for which none was injected; the
// zero Fault ends that.
func (f *Faults) Always(op Op, fault Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.always[op] = fault
}

// Calls returns how often the operation was called.
func (f *Faults) Calls(op Op) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.counts[op]
}

// Left returns how many injected faults of the operation have not happened yet.
func (f *Faults) Remaining(op Op) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.next[op])
}

func (f *Faults) fault(op Op) Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.counts[op]++
	if queue := f.next[op]; len(queue) > 0 {
		f.next[op] = queue[1:]
		return queue[0]
	}
	return f.always[op]
}

// Call makes a call of the operation with its fault. steal takes the room over for
// another writer.
func Call[T any](
	ctx context.Context,
	f *Faults,
	op Op,
	room string,
	steal func() error,
	do func() (T, error),
) (T, error) {
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
		if err := work.Sleep(ctx, fault.Delay); err != nil {
			return none, fmt.Errorf("%s of %q: nothing written: %w", op, room, err)
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
