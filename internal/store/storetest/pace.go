package storetest

import (
	"sync"
	"time"
)

// Pace determines the rate at which a store is polled in simulated time. While a test sleeps for a
// long time, most polls find nothing, so they are rare at first and as frequent as usual at the end.
// It is safe for concurrent use.
type Pace struct {
	usual time.Duration

	mu     sync.Mutex
	until  time.Time
	rarest time.Duration
}

// NewPace returns a Pace with the given usual time between two polls.
func NewPace(usual time.Duration) *Pace {
	return &Pace{usual: usual}
}

// Next returns the time until the next poll.
func (p *Pace) Next() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return max(p.usual, min(time.Until(p.until)/2, p.rarest))
}

// Sleep lets simulated time pass. Meanwhile the time between two polls is at most five minutes or a
// thousandth of d, whichever is longer.
func (p *Pace) Sleep(d time.Duration) {
	p.mu.Lock()
	p.until, p.rarest = time.Now().Add(d), max(5*time.Minute, d/1000)
	p.mu.Unlock()
	time.Sleep(d)
}
