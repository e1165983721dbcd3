package notify

import (
	"context"
	"time"

	"archmage/internal/store"
)

// reportInterval is the least time between two notifications about reports. The later one is about all
// reports in between.
const reportInterval = 10 * time.Minute

// NotifyModerators notifies moderators of a new report by all their confirmed channels. It fails with
// people.CodeNotStored.
func (n *Notifier) NotifyModerators(ctx context.Context, moderators []string) error {
	due := n.nextReportTime(time.Now())
	var notifications []store.Notification
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
				report := newNotification(c, "", notification{Event: eventReport})
				report.Due = due
				notifications = append(notifications, report)
			}
		}
	}
	if len(notifications) == 0 {
		return nil
	}
	return n.queue(ctx, notifications...)
}

// nextReportTime returns the time at which moderators are notified of a report that arrives now.
func (n *Notifier) nextReportTime(now time.Time) time.Time {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.lastReport.After(now) {
		n.lastReport = later(now, n.lastReport.Add(reportInterval))
	}
	return n.lastReport
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
