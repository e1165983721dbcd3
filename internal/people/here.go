package people

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// hereFor is how long somebody counts as here after a page of theirs has asked for
// news; pages that are looked at ask every minute.
const hereFor = 150 * time.Second

// countEvery is how often it is counted who is here: nobody minds a few seconds, and a
// crowd is not counted anew for each of its pages.
const countEvery = hereFor / 50

// Attendance is who is here, as several servers keep it together.
type Attendance interface {
	// Attend notes that some are here, and counts who was within the time before.
	Attend(ctx context.Context, ids []string, within time.Duration) (int, error)
	// Attending returns those who are, who came last first.
	Attending(ctx context.Context, within time.Duration, limit int) ([]string, error)
}

// attendance is who is on the server now. It is in memory alone.
type attendance struct {
	mu sync.Mutex
	// last is when each person's page asked for news last.
	last map[string]time.Time
	// counted is when those who have gone were removed last, and the other servers were
	// asked.
	counted time.Time
	// came are those who have come since then, and others how many people there were with
	// those of the other servers.
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

// CameBy notes that a page of a person is open, and returns how many people are here
// now. The zero Person and bots do not count.
func (p *People) CameBy(ctx context.Context, who Person) int {
	a, now := &p.here, time.Now()
	a.mu.Lock()
	defer a.mu.Unlock()
	if who.ID != "" && who.Kind != Bot {
		if a.last == nil {
			a.last = map[string]time.Time{}
		}
		a.last[who.ID] = now
		if p.options.Attendance != nil {
			a.came = append(a.came, who.ID)
		}
	}
	if now.Sub(a.counted) > countEvery {
		a.counted = now
		for id, at := range a.last {
			if now.Sub(at) > hereFor {
				delete(a.last, id)
			}
		}
		p.countWithOthers(ctx)
	}
	return max(len(a.last), a.others)
}

// countWithOthers tells the other servers who has come, and counts with them. It gives
// the lock back meanwhile. If they cannot be asked, those who came are told later.
func (p *People) countWithOthers(ctx context.Context) {
	if p.options.Attendance == nil {
		return
	}
	a := &p.here
	came := a.came
	a.came = nil
	a.mu.Unlock()
	slices.Sort(came)
	came = slices.Compact(came)
	count, err := p.options.Attendance.Attend(ctx, came, hereFor)
	a.mu.Lock()
	if a.others = count; err != nil {
		a.others, a.came = 0, append(a.came, came...)
	}
}

// Here returns people who are here, at most limit, who came last first, but for those who
// do not want to be seen.
func (p *People) Here(ctx context.Context, limit int) ([]Person, error) {
	ids, err := p.hereIDs(ctx, limit)
	if err != nil {
		return nil, err
	}
	known, err := p.store.Known(ctx, ids)
	if err != nil {
		return nil, err
	}
	list := []Person{}
	for _, id := range ids {
		if who, ok := known[id]; ok && !who.Discreet {
			list = append(list, personOf(&who))
		}
	}
	return list, nil
}

func (p *People) hereIDs(ctx context.Context, limit int) (ids []string, err error) {
	if p.options.Attendance != nil {
		return p.options.Attendance.Attending(ctx, hereFor, limit)
	}
	a, now := &p.here, time.Now()
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
