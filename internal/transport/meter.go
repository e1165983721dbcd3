package transport

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// meters bound how often each address, or each K, does something. They forget one
// that has done nothing for long.
type meters[K comparable] struct {
	rate  rate.Limit
	burst int

	mu    sync.Mutex
	each  map[K]*rate.Limiter
	sweep time.Time
}

const (
	// maxMeters is how many of each kind are remembered at once.
	maxMeters = 100_000
	// sweepEvery is how often unused meters are removed.
	sweepEvery = time.Minute
)

// newMeters returns meters of so many a second in the long run and so many at
// once. A rate of 0 means no limit.
func newMeters[K comparable](perSecond float64, burst int) *meters[K] {
	return &meters[K]{rate: rate.Limit(perSecond), burst: max(burst, 1), each: map[K]*rate.Limiter{}}
}

// newHourly returns meters of so many in an hour; 0 means no limit.
func newHourly(n int) *meters[netip.Addr] {
	return newMeters[netip.Addr](float64(n)/time.Hour.Seconds(), n)
}

// allow counts one for the key. If that is too many, it returns how long to wait
// and false.
func (m *meters[K]) allow(key K) (wait time.Duration, ok bool) { return m.allowN(key, 1) }

// allowN counts n for the key, or as many as may be at once if that is fewer.
func (m *meters[K]) allowN(key K, n int) (wait time.Duration, ok bool) {
	if m.rate == 0 {
		return 0, true
	}
	n = min(n, m.burst)
	now := time.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	one := m.of(key, now)
	if one.AllowN(now, n) {
		return 0, true
	}
	missing := float64(n) - one.TokensAt(now)
	return time.Duration(missing / float64(m.rate) * float64(time.Second)), false
}

// reserve counts one for the key, and returns how long to wait before it is done.
func (m *meters[K]) reserve(key K) time.Duration {
	if m.rate == 0 {
		return 0
	}
	now := time.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.of(key, now).ReserveN(now, 1).DelayFrom(now)
}

// of returns the meter of a key.
func (m *meters[K]) of(key K, now time.Time) *rate.Limiter {
	if now.Sub(m.sweep) >= sweepEvery {
		m.forget(now)
	}
	one := m.each[key]
	if one == nil {
		for any := range m.each {
			if len(m.each) < maxMeters {
				break
			}
			delete(m.each, any)
		}
		one = rate.NewLimiter(m.rate, m.burst)
		m.each[key] = one
	}
	return one
}

// forget drops the meters that are like new ones.
func (m *meters[K]) forget(now time.Time) {
	m.sweep = now
	for key, one := range m.each {
		if one.TokensAt(now) >= float64(m.burst) {
			delete(m.each, key)
		}
	}
}
