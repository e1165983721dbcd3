package lobby

import (
	"sync"
	"time"
)

const (
	// lateAfter is how late a tick may be before the process counts as having stood still since the tick before it:
	// it was stopped, or its machine slept.
	lateAfter = 3 * time.Second
	// jumpAfter is by how much the time of day and the time of the process must differ between two readings for the
	// clock of the machine to count as set.
	jumpAfter = time.Second
)

// Clock returns for how long the process has run, by a monotonic clock, and the time of day.
type Clock func() (time.Duration, time.Time)

// systemClock returns a Clock with the clocks of the system.
func systemClock() Clock {
	start := time.Now()
	return func() (time.Duration, time.Time) { return time.Since(start), time.Now() }
}

// clockMonitor measures the time that must not count against any player: while the process stands still, and when the
// clock of the machine is set. It is safe for use from many goroutines.
type clockMonitor struct {
	read Clock

	mu sync.Mutex
	// run and wall are the last reading, due is when the next tick is expected.
	run  time.Duration
	wall time.Time
	due  time.Duration
	// skipped is by how much the time of day has advanced without counting.
	skipped time.Duration
}

func newClockMonitor(read Clock, next time.Duration) *clockMonitor {
	m := &clockMonitor{read: read}
	m.run, m.wall = read()
	m.due = m.run + next
	return m
}

// runTicks ticks until stop is closed, the first time after next and then after every interval.
func (m *clockMonitor) runTicks(next time.Duration, interval func() time.Duration, stop <-chan struct{}) {
	timer := time.NewTimer(next)
	defer timer.Stop()
	for {
		select {
		case <-stop:
			return
		case <-timer.C:
		}
		next = interval()
		m.tick(next)
		timer.Reset(next)
	}
}

// tick takes a reading. The next tick is expected after next.
func (m *clockMonitor) tick(next time.Duration) {
	m.skippedTime()
	run, _ := m.read()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.due = run + next
}

// skippedTime returns by how much the time of day has advanced since the start without counting; less than 0 if the
// clock was set back.
func (m *clockMonitor) skippedTime() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	run, wall := m.read()
	counts := run - m.run
	if run-m.due > lateAfter {
		counts = 0
	}
	if skipped := wall.Round(0).Sub(m.wall.Round(0)) - counts; skipped.Abs() > jumpAfter {
		m.skipped += skipped
	}
	m.run, m.wall = run, wall
	return m.skipped
}

// now returns the time of day in milliseconds since 1970.
func (m *clockMonitor) now() int64 {
	_, wall := m.read()
	return wall.UnixMilli()
}

// timeOf returns when the process reaches a time of day in milliseconds since 1970, if the clock is not set meanwhile.
func (m *clockMonitor) timeOf(at int64) time.Time {
	return time.Now().Add(time.Duration(at-m.now()) * time.Millisecond)
}
