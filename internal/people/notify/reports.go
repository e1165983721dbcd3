package notify

import (
	"context"
	"time"

	"archmage/internal/store"
)

// reportsEvery is the least time between two notices about reports. At its end one
// notice covers the reports of the meantime.
const reportsEvery = 10 * time.Minute

// NotifyModerators notifies moderators, by every channel that they have, of a new report. It
// fails with people.CodeNotStored.
func (n *Notifier) NotifyModerators(ctx context.Context, moderators []string) error {
	due := n.nextReportTime(time.Now())
	var calls []store.Call
	for _, person := range moderators {
		if !n.HasChannel(person) {
			continue
		}
		channels, err := n.Channels(ctx, person)
		if err != nil {
			return err
		}
		for i := range channels {
			if c := &channels[i]; c.Confirmed {
				call := newNotification(c, "", notification{Event: eventReport})
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

// nextReportTime returns when moderators are notified of a report that arrives now.
func (n *Notifier) nextReportTime(now time.Time) time.Time {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.lastReport.After(now) {
		n.lastReport = later(now, n.lastReport.Add(reportsEvery))
	}
	return n.lastReport
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
