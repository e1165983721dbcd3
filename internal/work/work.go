// Package work supports work in the background. It measures the processor time that a request costs, including
// that of goroutines that work for several requests or after the request has ended. It also has a pool of
// workers, a sleep that a context ends, and a guard against panics. It imports nothing of the project. Start
// reading at [Do] for the costs and at [Pool] for the workers.
package work

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"
)

type key struct{}

// With returns a context with a function to which Add reports the processor time that is spent for the context.
// spent is called from any goroutine.
func With(ctx context.Context, spent func(time.Duration)) context.Context {
	return context.WithValue(ctx, key{}, spent)
}

// Add reports processor time that was spent for a context to its function.
func Add(ctx context.Context, cpu time.Duration) {
	if spent, ok := ctx.Value(key{}).(func(time.Duration)); ok {
		spent(cpu)
	}
}

// maxThreads is the maximum number of goroutines that are measured at the same time. Each needs a thread of its own.
const maxThreads = 256

var threads atomic.Int32

// Do calls do and reports the processor time that its goroutine spends to the context. If maxThreads goroutines
// are already being measured, it reports the elapsed time instead. do must not wait for a client, and must not
// call Do in the same goroutine.
func Do(ctx context.Context, do func()) {
	if ctx.Value(key{}) == nil {
		do()
		return
	}
	clock := sinceStart
	if threads.Add(1) <= maxThreads {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		clock = threadTime
	}
	began := clock()
	defer func() {
		Add(ctx, clock()-began)
		threads.Add(-1)
	}()
	do()
}

var started = time.Now()

func sinceStart() time.Duration { return time.Since(started) }
