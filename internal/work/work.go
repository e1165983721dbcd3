// Package work measures what a request costs: the time of a processor that is spent
// on it, also by goroutines that work for several and after the request has ended.
package work

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"
)

type key struct{}

// With returns a context for whose work the processor time is told to spent, which is
// called from any goroutine.
func With(ctx context.Context, spent func(time.Duration)) context.Context {
	return context.WithValue(ctx, key{}, spent)
}

// Add tells processor time that was spent for a context.
func Add(ctx context.Context, cpu time.Duration) {
	if spent, ok := ctx.Value(key{}).(func(time.Duration)); ok {
		spent(cpu)
	}
}

// mostThreads is how many threads are kept for measuring at once, as each goroutine
// that is measured needs one of its own.
const mostThreads = 256

var threads atomic.Int32

// Do calls do, and tells the processor time that this goroutine spends meanwhile; while
// too many are measured, the time that passes. do waits for no client. In one
// goroutine, Do is not called within itself.
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
