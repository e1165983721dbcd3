package people

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// onlineFor is how long a person counts as online after one of their pages has asked for news.
// Visible pages ask every minute.
const onlineFor = 150 * time.Second

// countEvery is how often the people who are online are counted. A number that is a few
// seconds old is good enough, and counting for each request would be slow.
const countEvery = onlineFor / 50

// OnlineStore is where several servers share who is online.
type OnlineStore interface {
	// TouchOnline records that people are online now, and returns how many were recorded within
	// the last duration.
	TouchOnline(ctx context.Context, ids []string, within time.Duration) (int, error)
	// Online returns at most limit people who were recorded within the last duration,
	// the latest first.
	Online(ctx context.Context, within time.Duration, limit int) ([]string, error)
}

// presence is who is online, in memory.
type presence struct {
	// shared is where several servers share who is online, or nil.
	shared OnlineStore
	mu     sync.Mutex
	// last is when a page of each person last asked for news.
	last map[string]time.Time
	// counted is when people who are no longer online were last removed, and the other servers
	// last asked.
	counted time.Time
	// touched are the people who have been online since counted. others is the number of people who were
	// online on all servers at that time.
	touched []string
	others  int
}

// isOnline reports whether a page of a person is open.
func (p *presence) isOnline(person string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	at, ok := p.last[person]
	return ok && time.Since(at) <= onlineFor
}

// Touch records that a page of a person is open, and returns how many people are online
// now. The zero Person and bots do not count.
func (s *Social) Touch(ctx context.Context, by Person) int {
	p, now := &s.presence, time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	if by.ID != "" && by.Kind != Bot {
		if p.last == nil {
			p.last = map[string]time.Time{}
		}
		p.last[by.ID] = now
		if p.shared != nil {
			p.touched = append(p.touched, by.ID)
		}
	}
	if now.Sub(p.counted) > countEvery {
		p.counted = now
		for id, at := range p.last {
			if now.Sub(at) > onlineFor {
				delete(p.last, id)
			}
		}
		p.countWithOthers(ctx)
	}
	return max(len(p.last), p.others)
}

// countWithOthers tells the other servers who has been online and gets the count of all. It
// unlocks meanwhile. If the other servers cannot be reached, it tells them the next time.
func (p *presence) countWithOthers(ctx context.Context) {
	if p.shared == nil {
		return
	}
	touched := p.touched
	p.touched = nil
	p.mu.Unlock()
	slices.Sort(touched)
	touched = slices.Compact(touched)
	count, err := p.shared.TouchOnline(ctx, touched, onlineFor)
	p.mu.Lock()
	if p.others = count; err != nil {
		p.others, p.touched = 0, append(p.touched, touched...)
	}
}

// Online returns at most limit people who are online, the latest first, without discreet
// ones.
func (s *Social) Online(ctx context.Context, limit int) ([]Person, error) {
	ids, err := s.presence.latest(ctx, limit)
	if err != nil {
		return nil, err
	}
	known, err := s.store.Known(ctx, ids)
	if err != nil {
		return nil, err
	}
	list := []Person{}
	for _, id := range ids {
		if one, ok := known[id]; ok && !one.NoFollowers {
			list = append(list, personOf(&one))
		}
	}
	return list, nil
}

// latest returns the ids of at most limit people who are online, the latest first.
func (p *presence) latest(ctx context.Context, limit int) (ids []string, err error) {
	if p.shared != nil {
		return p.shared.Online(ctx, onlineFor, limit)
	}
	now := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, at := range p.last {
		if now.Sub(at) <= onlineFor {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(one, other string) int {
		return cmp.Or(p.last[other].Compare(p.last[one]), cmp.Compare(one, other))
	})
	return ids[:min(len(ids), limit)], nil
}
