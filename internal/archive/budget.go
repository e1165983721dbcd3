package archive

import (
	"sync"
	"time"
)

// timeBudget is the processor time that analyses of matches that have just ended may still take. It grows with time
// and can fall below 0, by the time of the analysis that runs.
type timeBudget struct {
	// rate is the processor time that each second adds, in seconds. most is the largest amount that is saved up.
	rate float64
	most time.Duration

	mu   sync.Mutex
	left time.Duration
	at   time.Time
}

// savedUp is the time in which an unused budget reaches its largest amount.
const savedUp = 10 * time.Minute

// init makes the budget full.
func (b *timeBudget) init(rate float64, now time.Time) {
	b.rate, b.most, b.at = rate, time.Duration(rate*float64(savedUp)), now
	b.left = b.most
}

// isOpen reports whether there is time left.
func (b *timeBudget) isOpen(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if passed := now.Sub(b.at); passed > 0 {
		b.left = min(b.most, b.left+time.Duration(b.rate*float64(passed)))
		b.at = now
	}
	return b.left > 0
}

// charge takes processor time from the budget.
func (b *timeBudget) charge(cpu time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left -= cpu
}
