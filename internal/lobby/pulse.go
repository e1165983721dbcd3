package lobby

import (
	"sync"
	"time"
)

const (
	// lateAfter is how late the pulse may be before the process counts as having stood still since the beat before:
	// it was stopped, or its machine slept.
	lateAfter = 3 * time.Second
	// jumpAfter is by how much the time of day and the time of the process must differ between two looks for the
	// clock of the machine to count as set.
	jumpAfter = time.Second
)

// Clock returns for how long the process has run, by a clock that nobody sets, and the time of day.
type Clock func() (time.Duration, time.Time)

// systemClock returns a Clock with the clocks of the system.
func systemClock() Clock {
	start := time.Now()
	return func() (time.Duration, time.Time) { return time.Since(start), time.Now() }
}

// pulse finds out which time counts for no player: while the process stands still, and when the clock of the machine
// is set. It is safe for use from many goroutines.
type pulse struct {
	clock Clock

	mu sync.Mutex
	// run and wall are the times at which somebody last looked, due is when the next beat is expected.
	run  time.Duration
	wall time.Time
	due  time.Duration
	// skipped is by how much the time of day has advanced without counting.
	skipped time.Duration
}

func newPulse(clock Clock, next time.Duration) *pulse {
	p := &pulse{clock: clock}
	p.run, p.wall = clock()
	p.due = p.run + next
	return p
}

// beat is called regularly, the next time after next.
func (p *pulse) beat(next time.Duration) {
	p.look()
	run, _ := p.clock()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.due = run + next
}

// look returns by how much the time of day has advanced since the start without counting; less than 0 if the clock was
// set back.
func (p *pulse) look() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	run, wall := p.clock()
	counts := run - p.run
	if run-p.due > lateAfter {
		counts = 0
	}
	if skipped := wall.Round(0).Sub(p.wall.Round(0)) - counts; skipped.Abs() > jumpAfter {
		p.skipped += skipped
	}
	p.run, p.wall = run, wall
	return p.skipped
}

// now returns the time of day in milliseconds since 1970.
func (l *Lobby) now() int64 {
	_, wall := l.pulse.clock()
	return wall.UnixMilli()
}

// timeOf returns when the process reaches a time of day in milliseconds since 1970, if nobody sets the clock.
func (l *Lobby) timeOf(at int64) time.Time {
	return time.Now().Add(time.Duration(at-l.now()) * time.Millisecond)
}

// beats keeps the pulse until the lobby closes.
func (l *Lobby) beats(next time.Duration) {
	timer := time.NewTimer(next)
	defer timer.Stop()
	for {
		select {
		case <-l.stop:
			return
		case <-timer.C:
		}
		next = l.options.Every()
		l.pulse.beat(next)
		timer.Reset(next)
	}
}
