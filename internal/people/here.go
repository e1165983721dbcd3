package people

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// hereFor is how long a person counts as here after a page of theirs has asked for news.
// Visible pages ask every minute.
const hereFor = 150 * time.Second

// countEvery is how often the people who are here are counted. A number that is a few
// seconds old is good enough, and counting for each request would be slow.
const countEvery = hereFor / 50

// Attendance is storage in which several servers share who is here.
type Attendance interface {
	// Attend records that people are here now, and returns how many were recorded within
	// the last duration.
	Attend(ctx context.Context, ids []string, within time.Duration) (int, error)
	// Attending returns at most limit people who were recorded within the last duration,
	// the latest first.
	Attending(ctx context.Context, within time.Duration, limit int) ([]string, error)
}

// attendance is who is on the server now, in memory.
type attendance struct {
	// shared is where several servers share who is here, or nil.
	shared Attendance
	mu     sync.Mutex
	// last is when a page of each person last asked for news.
	last map[string]time.Time
	// counted is when people who have gone were last removed, and the other servers last
	// asked.
	counted time.Time
	// came are the people who have come since counted. others is the number of people on
	// all servers at that time.
	came   []string
	others int
}

// has reports whether a page of a person is open.
func (a *attendance) has(person string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	at, ok := a.last[person]
	return ok && time.Since(at) <= hereFor
}

// CameBy records that a page of a person is open, and returns how many people are here
// now. The zero Person and bots do not count.
func (p *People) CameBy(ctx context.Context, by Person) int {
	a, now := &p.here, time.Now()
	a.mu.Lock()
	defer a.mu.Unlock()
	if by.ID != "" && by.Kind != Bot {
		if a.last == nil {
			a.last = map[string]time.Time{}
		}
		a.last[by.ID] = now
		if a.shared != nil {
			a.came = append(a.came, by.ID)
		}
	}
	if now.Sub(a.counted) > countEvery {
		a.counted = now
		for id, at := range a.last {
			if now.Sub(at) > hereFor {
				delete(a.last, id)
			}
		}
		a.countWithOthers(ctx)
	}
	return max(len(a.last), a.others)
}

// countWithOthers tells the other servers who has come and gets the count of all. It
// unlocks meanwhile. If the other servers cannot be reached, it tells them the next time.
func (a *attendance) countWithOthers(ctx context.Context) {
	if a.shared == nil {
		return
	}
	came := a.came
	a.came = nil
	a.mu.Unlock()
	slices.Sort(came)
	came = slices.Compact(came)
	count, err := a.shared.Attend(ctx, came, hereFor)
	a.mu.Lock()
	if a.others = count; err != nil {
		a.others, a.came = 0, append(a.came, came...)
	}
}

// Here returns at most limit people who are here, the latest first, without discreet
// ones.
func (p *People) Here(ctx context.Context, limit int) ([]Person, error) {
	ids, err := p.here.latest(ctx, limit)
	if err != nil {
		return nil, err
	}
	known, err := p.store.Known(ctx, ids)
	if err != nil {
		return nil, err
	}
	list := []Person{}
	for _, id := range ids {
		if one, ok := known[id]; ok && !one.Discreet {
			list = append(list, personOf(&one))
		}
	}
	return list, nil
}

// latest returns the ids of at most limit people who are here, the latest first.
func (a *attendance) latest(ctx context.Context, limit int) (ids []string, err error) {
	if a.shared != nil {
		return a.shared.Attending(ctx, hereFor, limit)
	}
	now := time.Now()
	a.mu.Lock()
	defer a.mu.Unlock()
	for id, at := range a.last {
		if now.Sub(at) <= hereFor {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(one, other string) int {
		return cmp.Or(a.last[other].Compare(a.last[one]), cmp.Compare(one, other))
	})
	return ids[:min(len(ids), limit)], nil
}
