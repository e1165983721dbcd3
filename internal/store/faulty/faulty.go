// Package faulty makes calls of a store fail, stall or lose their room as a test has planned. The test
// wraps the methods that it needs with [Call].
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

// ErrInjected is the error of [Before] and [After]. It does not show whether anything was written.
var ErrInjected = errors.New("injected failure")

// Op is the name of an operation of a store.
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
	SetNotification Op = "set notification"
	EndNotification Op = "end notification"
)

// Fault describes the failure of a call. With the zero Fault, the call is made as usual.
type Fault struct {
	// Wait delays the call until Wait is closed or the context ends.
	Wait <-chan struct{}
	// Delay delays the call for that long, after Wait.
	Delay time.Duration
	// Steal lets another writer take over the room before the call.
	Steal bool
	// Before is returned instead of making the call.
	Before error
	// After is returned after the call has succeeded.
	After error
}

// Before makes a call fail without an effect. The caller cannot distinguish it from [After].
func Before() Fault { return Fault{Before: ErrInjected} }

// After makes a call fail although it has written.
func After() Fault { return Fault{After: ErrInjected} }

// Full makes a write fail as on a full disk.
func Full() Fault { return Fault{Before: store.ErrFull} }

// Fenced lets another writer take over the room before a write.
func Fenced() Fault { return Fault{Steal: true} }

// Slow delays a call.
func Slow(delay time.Duration) Fault { return Fault{Delay: delay} }

// Stalled makes a call wait until a channel is closed.
func Stalled(until <-chan struct{}) Fault { return Fault{Wait: until} }

// Faults has the faults that a test has planned. It is safe for concurrent use.
type Faults struct {
	mu     sync.Mutex
	next   map[Op][]Fault
	always map[Op]Fault
	counts map[Op]int
}

// New returns Faults without any planned fault.
func New() *Faults {
	return &Faults{next: map[Op][]Fault{}, always: map[Op]Fault{}, counts: map[Op]int{}}
}

// Inject plans faults for the next calls of an operation, one for each call, after the faults that were
// injected earlier.
func (f *Faults) Inject(op Op, faults ...Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.next[op] = append(f.next[op], faults...)
}

// Always plans a fault for all calls of an operation for which no fault was injected. The zero Fault
// removes it.
func (f *Faults) Always(op Op, fault Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.always[op] = fault
}

// Calls returns the number of calls of an operation.
func (f *Faults) Calls(op Op) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.counts[op]
}

// Remaining returns the number of injected faults of an operation that have not happened yet.
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

// Call makes a call of an operation with its planned fault. do makes the actual call, and steal takes
// the room over for another writer.
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
