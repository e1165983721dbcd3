package lobby

import (
	"slices"
	"time"

	"archmage/internal/game"
)

// crowd is who watches a room without a seat.
type crowd struct {
	// names are in alphabetical order, at most maxNamed.
	names  []string
	people int
}

const (
	// maxNamed is how many of those who watch a room's frame names.
	maxNamed = 20
	// fewSubs is how many subscriptions are told at once who comes and goes.
	fewSubs = 50
	// crowdPause is how long the others wait for that news. Each costs a frame
	// for everybody, so telling all of many about each would take the square.
	crowdPause = time.Second
)

// countCrowd names everybody who watches without a seat once, on however many
// devices.
func (a *actor) countCrowd() *crowd {
	c := &crowd{names: []string{}}
	named := map[string]bool{}
	for sub := range a.subs {
		if sub.seat == game.NoSeat && !named[sub.user.ID] {
			named[sub.user.ID] = true
			c.names = append(c.names, cleanName(sub.user.Name))
		}
	}
	c.people = len(c.names)
	slices.Sort(c.names)
	c.names = slices.Clip(c.names[:min(c.people, maxNamed)])
	return c
}

// tellCrowd tells of somebody who has come (newcomer) or gone (nil).
func (a *actor) tellCrowd(newcomer *Subscription) {
	if len(a.subs) <= fewSubs {
		a.crowdDue = time.Time{}
		a.tellRoom(newcomer)
		return
	}
	if newcomer != nil {
		a.showRoom(newcomer)
	}
	if a.crowdDue.IsZero() {
		a.crowdDue = time.Now().Add(crowdPause)
	}
}

// tellCrowdDue tells everybody what has waited long enough.
func (a *actor) tellCrowdDue(now time.Time) {
	if !a.crowdDue.IsZero() && !now.Before(a.crowdDue) {
		a.crowdDue = time.Time{}
		a.tellRoom(nil)
	}
}
