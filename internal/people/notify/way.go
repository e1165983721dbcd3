package notify

import (
	"context"
	"net/url"
	"sync"

	"archmage/internal/store"
	"archmage/internal/work"
)

// Bounds of how many calls are on their way at once: to a person, to a host, and in all.
// So addresses that never answer delay only their own calls.
const (
	atOncePerson = 2
	atOnceHost   = 8
	atOnceInAll  = 256
)

const (
	// pagesAtOnce is how many pages of atOnceInAll calls are looked at before a pause. The
	// next look goes on after them, so calls that have to wait hide none that need not.
	pagesAtOnce = 4
	// maxHosts bounds how many channels' hosts are remembered.
	maxHosts = 10_000
)

// way is the set of calls on their way. Its zero value is empty.
type way struct {
	mu      sync.Mutex
	calls   map[store.NotificationKey]bool
	persons map[string]int
	hosts   map[string]int
	// leads are the hosts of channels, which do not change.
	leads map[string]string
}

// leave adds a call to a host, or returns false if too many are on their way.
func (w *way) leave(c *store.Notification, host string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.calls == nil {
		w.calls, w.persons, w.hosts = map[store.NotificationKey]bool{}, map[string]int{}, map[string]int{}
		w.leads = map[string]string{}
	}
	if len(w.leads) >= maxHosts {
		clear(w.leads)
	}
	if host != "" {
		w.leads[c.Channel] = host
	}
	if w.calls[c.NotificationKey] || len(w.calls) >= atOnceInAll || w.persons[c.Identity] >= atOncePerson ||
		w.hosts[host] >= atOnceHost {
		return false
	}
	w.calls[c.NotificationKey] = true
	w.persons[c.Identity]++
	w.hosts[host]++
	return true
}

// arrive removes a call.
func (w *way) arrive(c *store.Notification, host string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.calls, c.NotificationKey)
	work.Decrement(w.persons, c.Identity)
	work.Decrement(w.hosts, host)
}

// has reports whether a call is under way, or cannot start because its person or its host, if known,
// has reached its limit.
func (w *way) has(c *store.Notification) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	host, known := w.leads[c.Channel]
	return w.calls[c.NotificationKey] || w.persons[c.Identity] >= atOncePerson || known && w.hosts[host] >= atOnceHost
}

// full reports whether as many calls are on their way as allowed in all.
func (w *way) full() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.calls) >= atOnceInAll
}

// begin sends a call, unless it or too many others are on their way. In that case it
// stays due, and is sent when one of them has arrived.
func (n *Notices) begin(ctx context.Context, stored *store.Notification) {
	if n.way.has(stored) {
		return
	}
	c, err := n.channel(ctx, stored.Channel)
	host := hostOf(&c)
	if !n.way.leave(stored, host) {
		return
	}
	n.sending.Go(func() {
		defer func() {
			n.way.arrive(stored, host)
			select {
			case n.arrived <- struct{}{}:
			default:
			}
		}()
		n.send(ctx, stored, c, err)
	})
}

// hostOf returns the host to which a channel's calls go. All mail goes to the operator's
// server.
func hostOf(c *Channel) string {
	if c.Kind == Mail {
		return "mail"
	}
	at, err := url.Parse(c.Address.Address)
	if err != nil {
		return ""
	}
	return at.Hostname()
}
