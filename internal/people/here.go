package people

import (
	"sync"
	"time"
)

// hereFor is how long somebody counts as here after a page of theirs has asked for
// news; pages that are looked at ask every minute.
const hereFor = 150 * time.Second

// attendance is who is on the server now. It is in memory alone.
type attendance struct {
	mu sync.Mutex
	// last is when each person's page asked for news last.
	last map[string]time.Time
	// swept is when those who have gone were removed last.
	swept time.Time
}

// has reports whether a page of a person is open.
func (a *attendance) has(person string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	at, ok := a.last[person]
	return ok && time.Since(at) <= hereFor
}

// CameBy notes that a page of a person is open, and returns how many people are here
// now. The zero Person and bots do not count.
func (p *People) CameBy(who Person) int {
	a, now := &p.here, time.Now()
	a.mu.Lock()
	defer a.mu.Unlock()
	if who.ID != "" && who.Kind != Bot {
		if a.last == nil {
			a.last = map[string]time.Time{}
		}
		a.last[who.ID] = now
	}
	// Nobody minds a few seconds, and a crowd is not counted anew for each of its pages.
	if now.Sub(a.swept) > hereFor/50 {
		a.swept = now
		for id, at := range a.last {
			if now.Sub(at) > hereFor {
				delete(a.last, id)
			}
		}
	}
	return len(a.last)
}
