package notify

import (
	"context"
	"net/url"
	"sync"

	"archmage/internal/store"
	"archmage/internal/work"
)

// Bounds of how many notifications are in flight at once: to a person, to a host, and in all.
// So addresses that never answer delay only their own notifications.
const (
	maxInFlightPerPerson = 2
	maxInFlightPerHost   = 8
	maxInFlight          = 256
)

const (
	// maxPages is how many pages of maxInFlight notifications are looked at before a pause. The
	// next look goes on after them, so notifications that have to wait do not hide others.
	maxPages = 4
	// maxHosts bounds how many channels' hosts are remembered.
	maxHosts = 10_000
)

// inFlight is the set of notifications in flight. Its zero value is empty.
type inFlight struct {
	mu        sync.Mutex
	keys      map[store.NotificationKey]bool
	perPerson map[string]int
	perHost   map[string]int
	// hostByChannel are the hosts of channels, which do not change.
	hostByChannel map[string]string
}

// acquire adds a notification to a host, or returns false if too many are in flight.
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

// release removes a notification.
func (w *inFlight) release(notification *store.Notification, host string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.keys, notification.NotificationKey)
	work.Decrement(w.perPerson, notification.Identity)
	work.Decrement(w.perHost, host)
}

// busy reports whether a notification is in flight, or cannot start because its person or its host, if known,
// has reached its limit.
func (w *inFlight) isBusy(notification *store.Notification) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	host, known := w.hostByChannel[notification.Channel]
	return w.keys[notification.NotificationKey] || w.perPerson[notification.Identity] >= maxInFlightPerPerson ||
		known && w.perHost[host] >= maxInFlightPerHost
}

// full reports whether as many notifications are in flight as allowed in all.
func (w *inFlight) isFull() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.keys) >= maxInFlight
}

// start sends a notification, unless it or too many others are in flight. In that case it
// stays due, and is sent when one of them has arrived.
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

// hostOf returns the host to which a channel's notifications go. All mail goes to the operator's
// server.
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
