package lobby

import (
	"sync"
	"time"
)

const (
	// lateAfter is the delay of a tick from which on the process counts as suspended since the tick before it,
	// for example because its machine was asleep.
	lateAfter = 3 * time.Second
	// jumpAfter is the difference between the times that have passed on the monotonic clock and on the clock of
	// the machine, from which on the latter counts as set.
	jumpAfter = time.Second
)

// Clock returns the run time of the process, by a monotonic clock, and the time of day.
type Clock func() (time.Duration, time.Time)

// systemClock returns a Clock that reads the clocks of the system.
func systemClock() Clock {
	start := time.Now()
	return func() (time.Duration, time.Time) { return time.Since(start), time.Now() }
}

// clockMonitor measures the time that must not count for any player: while the process is suspended, and when
// the clock of the machine is set. It is safe for concurrent use.
type clockMonitor struct {
	read Clock

	mu sync.Mutex
	// run and wall are the last reading. due is the expected time of the next tick.
	run  time.Duration
	wall time.Time
	due  time.Duration
	// skipped is the time since the start that must not count for any player.
	skipped time.Duration
}

func newClockMonitor(read Clock, next time.Duration) *clockMonitor {
	m := &clockMonitor{read: read}
	m.run, m.wall = read()
	m.due = m.run + next
	return m
}

// runTicks ticks after next and then after every interval, until stop is closed.
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

// tick reads the clocks. The next tick is expected after next.
func (m *clockMonitor) tick(next time.Duration) {
	m.skippedTime()
	run, _ := m.read()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.due = run + next
}

// skippedTime returns the time since the start that must not count for any player. It is negative if
// the clock was set back.
func (m *clockMonitor) skippedTime() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	run, wall := m.read()
	elapsed := run - m.run
	if run-m.due > lateAfter {
		elapsed = 0
	}
	if skipped := wall.Round(0).Sub(m.wall.Round(0)) - elapsed; skipped.Abs() > jumpAfter {
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

// timeOf converts a time of day in milliseconds since 1970 to a time of the process, if the clock is not set
// meanwhile.
func (m *clockMonitor) timeOf(ms int64) time.Time {
	return time.Now().Add(time.Duration(ms-m.now()) * time.Millisecond)
}
