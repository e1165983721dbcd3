package transport

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// meters bound how often each address does something. They forget an address
// that has done nothing for long.
type meters struct {
	rate  rate.Limit
	burst int

	mu    sync.Mutex
	each  map[netip.Addr]*rate.Limiter
	sweep time.Time
}

const (
	// maxMeters is how many addresses are remembered at once.
	maxMeters = 100_000
	// sweepEvery is how often unused meters are removed.
	sweepEvery = time.Minute
)

// newMeters returns meters of so many a second in the long run and so many at
// once. A rate of 0 means no limit.
func newMeters(perSecond float64, burst int) *meters {
	return &meters{rate: rate.Limit(perSecond), burst: max(burst, 1), each: map[netip.Addr]*rate.Limiter{}}
}

// newHourly returns meters of so many in an hour; 0 means no limit.
func newHourly(n int) *meters { return newMeters(float64(n)/time.Hour.Seconds(), n) }

// allow counts one for the address. If that is too many, it returns how long
// to wait and false.
func (m *meters) allow(addr netip.Addr) (wait time.Duration, ok bool) {
	if m.rate == 0 {
		return 0, true
	}
	now := time.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	if now.Sub(m.sweep) >= sweepEvery {
		m.forget(now)
	}
	one := m.each[addr]
	if one == nil {
		for any := range m.each {
			if len(m.each) < maxMeters {
				break
			}
			delete(m.each, any)
		}
		one = rate.NewLimiter(m.rate, m.burst)
		m.each[addr] = one
	}
	if one.AllowN(now, 1) {
		return 0, true
	}
	missing := 1 - one.TokensAt(now)
	return time.Duration(missing / float64(m.rate) * float64(time.Second)), false
}

// forget drops the meters that are like new ones.
func (m *meters) forget(now time.Time) {
	m.sweep = now
	for addr, one := range m.each {
		if one.TokensAt(now) >= float64(m.burst) {
			delete(m.each, addr)
		}
	}
}
