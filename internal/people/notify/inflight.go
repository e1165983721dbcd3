package notify

import (
	"context"
	"net/url"
	"sync"

	"archmage/internal/store"
	"archmage/internal/work"
)

// Bounds of the notifications that are in flight at the same time. With these bounds, addresses that
// never answer delay only their own notifications.
const (
	maxInFlightPerPerson = 2
	maxInFlightPerHost   = 8
	maxInFlight          = 256
)

const (
	// maxPages is the number of pages of maxInFlight due notifications that one poll reads. The
	// next poll continues after these pages, so that notifications that have to wait do not hide
	// later ones.
	maxPages = 4
	// maxHosts bounds inFlight.hostByChannel.
	maxHosts = 10_000
)

// inFlight is the set of notifications in flight. Its zero value is empty.
type inFlight struct {
	mu        sync.Mutex
	keys      map[store.NotificationKey]bool
	perPerson map[string]int
	perHost   map[string]int
	// hostByChannel caches the hosts of channels, which never change.
	hostByChannel map[string]string
}

// acquire adds a notification to the set. It returns false if the notification is already in the set,
// or if too many are in flight.
func (w *inFlight) acquire(notification *store.Notification, host string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.keys == nil {
		w.keys, w.perPerson, w.perHost = map[store.NotificationKey]bool{}, map[string]int{}, map[string]int{}
		w.hostByChannel = map[string]string{}
	}
	if len(w.hostByChannel) >= maxHosts {
		clear(w.hostByChannel)
	}
	if host != "" {
		w.hostByChannel[notification.Channel] = host
	}
	if w.keys[notification.NotificationKey] || len(w.keys) >= maxInFlight ||
		w.perPerson[notification.Identity] >= maxInFlightPerPerson ||
		w.perHost[host] >= maxInFlightPerHost {
		return false
	}
	w.keys[notification.NotificationKey] = true
	w.perPerson[notification.Identity]++
	w.perHost[host]++
	return true
}

// release removes a notification from the set.
func (w *inFlight) release(notification *store.Notification, host string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.keys, notification.NotificationKey)
	work.Decrement(w.perPerson, notification.Identity)
	work.Decrement(w.perHost, host)
}

// isBusy reports whether a notification is in flight, or cannot start because its person or its host
// has reached a limit. A host that is not cached counts as free.
func (w *inFlight) isBusy(notification *store.Notification) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	host, cached := w.hostByChannel[notification.Channel]
	return w.keys[notification.NotificationKey] || w.perPerson[notification.Identity] >= maxInFlightPerPerson ||
		cached && w.perHost[host] >= maxInFlightPerHost
}

// isFull reports whether maxInFlight notifications are in flight.
func (w *inFlight) isFull() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.keys) >= maxInFlight
}

// start sends a notification in a new goroutine. If the notification or too many others are in
// flight, it does nothing, and the notification stays due.
func (n *Notifier) start(ctx context.Context, stored *store.Notification) {
	if n.inFlight.isBusy(stored) {
		return
	}
	c, err := n.channel(ctx, stored.Channel)
	host := hostOf(&c)
	if !n.inFlight.acquire(stored, host) {
		return
	}
	n.sending.Go(func() {
		defer func() {
			n.inFlight.release(stored, host)
			select {
			case n.finished <- struct{}{}:
			default:
			}
		}()
		n.send(ctx, stored, c, err)
	})
}

// hostOf returns the host to which a channel's notifications are sent. All mail counts as one host.
func hostOf(c *Channel) string {
	if c.Kind == Mail {
		return "mail"
	}
	parsed, err := url.Parse(c.Address.Address)
	if err != nil {
		return ""
	}
	return parsed.Hostname()
}
