package notify

import (
	"context"
	"time"

	"archmage/internal/store"
)

// reportsEvery is the least time between two notices about reports. What is reported
// meanwhile is told of at its end.
const reportsEvery = 10 * time.Minute

// Reported tells moderators, by every channel that they have, that something is reported. It
// fails with people.CodeNotStored.
func (n *Notices) Reported(ctx context.Context, moderators []string) error {
	due := n.nextReport(time.Now())
	var calls []store.Notification
	for _, person := range moderators {
		if !n.Wants(person) {
			continue
		}
		channels, err := n.Channels(ctx, person)
		if err != nil {
			return err
		}
		for i := range channels {
			if c := &channels[i]; c.Confirmed {
				call := newCall(c, "", call{Event: eventReport})
				call.Due = due
				calls = append(calls, call)
			}
		}
	}
	if len(calls) == 0 {
		return nil
	}
	return n.queue(ctx, calls...)
}

// nextReport returns when moderators are told of a report that comes now.
func (n *Notices) nextReport(now time.Time) time.Time {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.reported.After(now) {
		n.reported = later(now, n.reported.Add(reportsEvery))
	}
	return n.reported
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
