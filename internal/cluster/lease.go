package cluster

import (
	"sync"
	"sync/atomic"
	"time"
)

// Lease is the time during which a node may answer for its rooms, because no other node takes them.
// Each heartbeat of the node renews it. A lease that has expired is not renewed: the node gets a
// new one.
type Lease struct {
	clock func() time.Duration
	// until is when the lease expires, by the clock.
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

// Holds reports whether the lease has not expired. It costs one reading of the clock.
func (l *Lease) Holds() bool { return l.left() > 0 }

// left returns the time until the lease expires; negative if it has.
func (l *Lease) left() time.Duration { return time.Duration(l.until.Load()) - l.clock() }

// Lost returns a channel that is closed soon after the lease has expired.
func (l *Lease) Lost() <-chan struct{} { return l.lost }

// renew extends the lease, unless it has expired, and reports whether it has.
func (l *Lease) renew(until time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended || !l.Holds() {
		return false
	}
	l.until.Store(int64(until))
	return true
}

// end makes the lease expire, and reports whether no earlier call has done so.
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
