package appointment

import (
	"context"
	"slices"
	"sync"
	"time"

	"archmage/internal/store"
)

// soon caches the appointments that begin soon or have just begun. Open pages ask for them often, and there are
// few of them.
type soon struct {
	mu      sync.Mutex
	read    time.Time
	list    []Appointment
	answers map[string][]Given
}

const (
	// soonTime is the time for which the cache is valid.
	soonTime = 10 * time.Second
	// soonAfter is the time for which a page shows an appointment that has begun.
	soonAfter = 15 * time.Minute
	// maxSoon bounds the cached appointments.
	maxSoon = 200
)

// Soon returns the first appointment of a person that begins within RemindBefore or has just begun, if the
// person comes, or comes perhaps. It can be some seconds old.
func (p *Planner) Soon(ctx context.Context, person string) (a Appointment, found bool, err error) {
	p.soon.mu.Lock()
	defer p.soon.mu.Unlock()
	now := p.options.Now()
	if age := now.Sub(p.soon.read); age < 0 || age >= soonTime {
		if err := p.readSoon(ctx, now); err != nil {
			return a, false, err
		}
	}
	for _, a := range p.soon.list {
		comes := func(given Given) bool { return given.Person == person && given.Answer != No }
		if slices.ContainsFunc(p.soon.answers[a.Code], comes) {
			return a, true, nil
		}
	}
	return a, false, nil
}

// readSoon fills the cache. The caller has locked it.
func (p *Planner) readSoon(ctx context.Context, now time.Time) error {
	page, err := p.store.ListAppointments(ctx, store.AppointmentQuery{
		All: true, From: now.Add(-soonAfter), Until: now.Add(RemindBefore + time.Second), Limit: maxSoon,
	})
	if err != nil {
		return err
	}
	p.soon.list = nil
	var codes []string
	for i := range page.Items {
		a, err := decode(&page.Items[i])
		if err != nil {
			return err
		}
		if a.State != Cancelled {
			p.soon.list, codes = append(p.soon.list, a), append(codes, a.Code)
		}
	}
	if p.soon.answers, err = p.Answers(ctx, codes...); err != nil {
		return err
	}
	p.soon.read = now
	return nil
}

// forgetSoon makes the next Soon read the appointments again.
func (p *Planner) forgetSoon() {
	p.soon.mu.Lock()
	defer p.soon.mu.Unlock()
	p.soon.read = time.Time{}
}
