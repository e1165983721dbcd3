package cluster

import (
	"sync"
	"sync/atomic"
	"time"
)

// Lease is the time during which a node owns its rooms, because no other node takes them over. Each heartbeat
// of the node renews it. An expired lease is not renewed: the node gets a new one.
type Lease struct {
	clock func() time.Duration
	// until is the time of the clock at which the lease expires.
	until atomic.Int64
	lost  chan struct{}
	// mu guards changes of until, and ended.
	mu    sync.Mutex
	ended bool
}

func newLease(clock func() time.Duration, until time.Duration) *Lease {
	l := &Lease{clock: clock, lost: make(chan struct{})}
	l.until.Store(int64(until))
	return l
}

// Holds reports whether the lease is still valid. It costs one reading of the clock.
func (l *Lease) Holds() bool { return l.remaining() > 0 }

// remaining returns the time until the lease expires, negative if it has expired.
func (l *Lease) remaining() time.Duration { return time.Duration(l.until.Load()) - l.clock() }

// Lost returns a channel that is closed soon after the lease has expired.
func (l *Lease) Lost() <-chan struct{} { return l.lost }

// renew extends the lease. It returns false if the lease has already expired.
func (l *Lease) renew(until time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended || !l.Holds() {
		return false
	}
	l.until.Store(int64(until))
	return true
}

// end makes the lease expire. It returns false if an earlier call has done so.
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
