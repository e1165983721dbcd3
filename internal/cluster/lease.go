package cluster

import (
	"sync"
	"sync/atomic"
	"time"
)

// Lease is the time during which a node may answer for its rooms, because no other
// one takes them. It is renewed with each sign of life. Once it has passed it stays so:
// the node gets another one.
type Lease struct {
	clock func() time.Duration
	// until is when it passes, by the clock.
	until atomic.Int64
	lost  chan struct{}
	// mu is locked while until is changed.
	mu    sync.Mutex
	ended bool
}

func newLease(clock func() time.Duration, until time.Duration) *Lease {
	l := &Lease{clock: clock, lost: make(chan struct{})}
	l.until.Store(int64(until))
	return l
}

// Holds reports whether the lease has not passed yet. It costs one reading of the
// clock.
func (l *Lease) Holds() bool { return l.left() > 0 }

// left returns how long the lease lasts if it is not renewed.
func (l *Lease) left() time.Duration { return time.Duration(l.until.Load()) - l.clock() }

// Lost returns a channel that is closed soon after the lease has passed.
func (l *Lease) Lost() <-chan struct{} { return l.lost }

// renew makes the lease last longer, unless it has passed.
func (l *Lease) renew(until time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended || !l.Holds() {
		return false
	}
	l.until.Store(int64(until))
	return true
}

// end makes the lease pass, and reports whether it is the first to do so.
func (l *Lease) end() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return false
	}
	l.ended = true
	l.until.Store(0)
	close(l.lost)
	return true
}
