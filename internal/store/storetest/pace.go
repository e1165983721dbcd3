package storetest

import (
	"sync"
	"time"
)

// Pace is how often something looks at a store in simulated time. While a test lets
// a long time pass, most looks find nothing: they come rarely at first, and as often
// as usual at the end. It is safe for use from many goroutines.
type Pace struct {
	usual time.Duration

	mu     sync.Mutex
	until  time.Time
	rarest time.Duration
}

// NewPace returns a pace of one look each so often.
func NewPace(usual time.Duration) *Pace {
	return &Pace{usual: usual}
}

// Next returns the time to the next look.
func (p *Pace) Next() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return max(p.usual, min(time.Until(p.until)/2, p.rarest))
}

// Sleep lets time pass, in which a look comes at least every five minutes, or every
// thousandth part of a time longer than that.
func (p *Pace) Sleep(d time.Duration) {
	p.mu.Lock()
	p.until, p.rarest = time.Now().Add(d), max(5*time.Minute, d/1000)
	p.mu.Unlock()
	time.Sleep(d)
}
