package web

import (
	"net/netip"
	"sync"
	"time"
)

// Meters bound how much each key, such as an address, does. They forget a key that has
// done nothing for long.
type Meters[K comparable] struct {
	// rate is how much may be done in a second in the long run, burst how much at
	// once.
	rate, burst float64

	mu    sync.Mutex
	each  map[K]*meter
	sweep time.Time
}

// meter is how much may be done now. It is below 0 if a charge was higher than what was
// left.
type meter struct {
	left float64
	at   time.Time
}

const (
	// maxMeters bounds how many keys are remembered at once.
	maxMeters = 100_000
	// sweepEvery is how often unused meters are removed.
	sweepEvery = time.Minute
)

// NewMeters returns meters that allow perSecond in the long run and burst at once. A rate
// of 0 means no limit.
func NewMeters[K comparable](perSecond, burst float64) *Meters[K] {
	return &Meters[K]{rate: perSecond, burst: max(burst, 1), each: map[K]*meter{}}
}

// NewHourly returns meters that allow n in an hour; 0 means no limit.
func NewHourly(n int) *Meters[netip.Addr] {
	return NewMeters[netip.Addr](float64(n)/time.Hour.Seconds(), float64(n))
}

// Allow counts one for the key. If that is one too many, it counts nothing and returns
// how long to wait, and false.
func (m *Meters[K]) Allow(key K) (wait time.Duration, ok bool) { return m.AllowN(key, 1) }

// AllowN is Allow for n, or for the burst if that is less.
func (m *Meters[K]) AllowN(key K, n float64) (wait time.Duration, ok bool) {
	ok = true
	m.use(key, func(one *meter) {
		n = min(n, m.burst)
		if ok = one.left >= n; ok {
			one.left -= n
		} else {
			wait = m.time(n - one.left)
		}
	})
	return wait, ok
}

// Reserve counts one for the key and returns how long to wait before doing it.
func (m *Meters[K]) Reserve(key K) (wait time.Duration) {
	m.use(key, func(one *meter) {
		one.left--
		wait = m.time(max(0, -one.left))
	})
	return wait
}

// Charge counts n for the key even if that is too much. A negative n gives back.
func (m *Meters[K]) Charge(key K, n float64) {
	m.use(key, func(one *meter) { one.left -= n })
}

// time returns how long it takes until n more may be done.
func (m *Meters[K]) time(n float64) time.Duration {
	return time.Duration(n / m.rate * float64(time.Second))
}

// use calls do with the meter of a key, unless there is no limit.
func (m *Meters[K]) use(key K, do func(*meter)) {
	if m.rate == 0 {
		return
	}
	now := time.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
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
		one = &meter{left: m.burst, at: now}
		m.each[key] = one
	}
	one.at, one.left = now, m.leftAt(one, now)
	do(one)
}

func (m *Meters[K]) leftAt(one *meter, now time.Time) float64 {
	return min(m.burst, one.left+m.rate*now.Sub(one.at).Seconds())
}

// forget drops the meters that are full again.
func (m *Meters[K]) forget(now time.Time) {
	m.sweep = now
	for key, one := range m.each {
		if m.leftAt(one, now) >= m.burst {
			delete(m.each, key)
		}
	}
}
