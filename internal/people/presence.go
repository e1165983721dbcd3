package people

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// onlineFor is the time for which a person counts as online after a call of Touch. Visible pages
// request news every minute, and each request calls Touch.
const onlineFor = 150 * time.Second

// countInterval is the least time between two counts of the people who are online. A number that
// is a few seconds old is good enough, and counting for each request would be slow.
const countInterval = onlineFor / 50

// OnlineStore stores the people who are online on several servers.
type OnlineStore interface {
	// TouchOnline records that people are online now. It returns the number of people who were
	// recorded within the last window.
	TouchOnline(ctx context.Context, ids []string, window time.Duration) (int, error)
	// Online returns the ids of at most limit people who were recorded within the last window, the
	// latest first.
	Online(ctx context.Context, window time.Duration, limit int) ([]string, error)
}

// presence has the people who are online, in memory.
type presence struct {
	// arrived is called without the lock when a person has come who was not online; nil if nothing listens.
	arrived func()
	// shared has the people who are online on all servers; nil for a server that runs alone.
	shared OnlineStore
	mu     sync.Mutex
	// lastSeen is the time of each person's last Touch.
	lastSeen map[string]time.Time
	// countedAt is the time at which people who are no longer online were last removed and the
	// count of all servers was last read.
	countedAt time.Time
	// unreported has the people who have been online on this server since countedAt. sharedCount
	// is the number of people who were online on all servers at that time.
	unreported  []string
	sharedCount int
}

// isOnline reports whether a person has a page of this server open.
func (p *presence) isOnline(person string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	seen, ok := p.lastSeen[person]
	return ok && time.Since(seen) <= onlineFor
}

// Touch records that a person has a page open, and returns the number of people who are online. The
// zero Person and bots do not count.
func (s *Social) Touch(ctx context.Context, person Person) int {
	p, now := &s.presence, time.Now()
	isNew := false
	defer func() {
		if isNew && p.arrived != nil {
			p.arrived()
		}
	}()
	p.mu.Lock()
	defer p.mu.Unlock()
	if person.ID != "" && person.Kind != Bot {
		if p.lastSeen == nil {
			p.lastSeen = map[string]time.Time{}
		}
		isNew = now.Sub(p.lastSeen[person.ID]) > onlineFor
		p.lastSeen[person.ID] = now
		if p.shared != nil {
			p.unreported = append(p.unreported, person.ID)
		}
	}
	if now.Sub(p.countedAt) > countInterval {
		p.countedAt = now
		for id, seen := range p.lastSeen {
			if now.Sub(seen) > onlineFor {
				delete(p.lastSeen, id)
			}
		}
		p.syncOnline(ctx)
	}
	return max(len(p.lastSeen), p.sharedCount)
}

// OnlineHere returns the people who have a page of this server open, and the time until which each of them
// counts as online.
func (s *Social) OnlineHere() map[string]time.Time {
	p, now := &s.presence, time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	until := make(map[string]time.Time, len(p.lastSeen))
	for id, seen := range p.lastSeen {
		if now.Sub(seen) <= onlineFor {
			until[id] = seen.Add(onlineFor)
		}
	}
	return until
}

// syncOnline writes the people who have been online on this server to the shared store, and reads the
// count of all servers. It unlocks p.mu meanwhile. After an error, the next call writes the same
// people again.
func (p *presence) syncOnline(ctx context.Context) {
	if p.shared == nil {
		return
	}
	reported := p.unreported
	p.unreported = nil
	p.mu.Unlock()
	slices.Sort(reported)
	reported = slices.Compact(reported)
	count, err := p.shared.TouchOnline(ctx, reported, onlineFor)
	p.mu.Lock()
	if p.sharedCount = count; err != nil {
		p.sharedCount, p.unreported = 0, append(p.unreported, reported...)
	}
}

// Online returns people who are online, the latest first, without those who allow no followers. It reads at most
// limit people.
func (s *Social) Online(ctx context.Context, limit int) ([]Person, error) {
	ids, err := s.presence.latest(ctx, limit)
	if err != nil {
		return nil, err
	}
	identities, err := s.store.IdentitiesByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	list := []Person{}
	for _, id := range ids {
		if identity, ok := identities[id]; ok && !identity.NoFollowers {
			list = append(list, personOf(&identity))
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
	for id, seen := range p.lastSeen {
		if now.Sub(seen) <= onlineFor {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		return cmp.Or(p.lastSeen[b].Compare(p.lastSeen[a]), cmp.Compare(a, b))
	})
	return ids[:min(len(ids), limit)], nil
}
