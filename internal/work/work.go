// Package work is for work that goes on outside requests: it measures the processor time that a request
// costs, including that of goroutines that work for several requests and after the request has ended, and
// has a pool of workers, a sleep that a context ends, and a guard against panics. It imports nothing of
// the project. Begin with [Do] for the costs and with [Pool] for the workers.
package work

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"
)

type key struct{}

// With returns a context with a function to which Add reports the processor time spent for that
// context. spent may be called from any goroutine.
func With(ctx context.Context, spent func(time.Duration)) context.Context {
	return context.WithValue(ctx, key{}, spent)
}

// Add reports processor time that was spent for a context.
func Add(ctx context.Context, cpu time.Duration) {
	if spent, ok := ctx.Value(key{}).(func(time.Duration)); ok {
		spent(cpu)
	}
}

// mostThreads is how many goroutines are measured at the same time. Each needs a thread of its own.
const mostThreads = 256

var threads atomic.Int32

// Do calls do, and reports the processor time that the goroutine spends in it to the context. If
// mostThreads are measured already, it reports the elapsed time instead. do must not wait for a
// client, and must not call Do in the same goroutine.
func Do(ctx context.Context, do func()) {
	if ctx.Value(key{}) == nil {
		do()
		return
	}
	clock := sinceStart
	if threads.Add(1) <= mostThreads {
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
