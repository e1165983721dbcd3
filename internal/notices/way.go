package notices

import (
	"context"
	"net/url"
	"sync"

	"archmage/internal/store"
)

// How many calls are on their way at once: to a person, to a host, and in all. So
// addresses that never answer delay the calls to themselves, and nobody else's.
const (
	atOncePerson = 2
	atOnceHost   = 8
	atOnceInAll  = 256
)

// way is what is on its way. Its zero value is nothing.
type way struct {
	mu      sync.Mutex
	calls   map[store.CallKey]bool
	persons map[string]int
	hosts   map[string]int
}

// leave notes that a call goes to a host, unless too many do.
func (w *way) leave(c *store.Call, host string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.calls == nil {
		w.calls, w.persons, w.hosts = map[store.CallKey]bool{}, map[string]int{}, map[string]int{}
	}
	if w.calls[c.CallKey] || len(w.calls) >= atOnceInAll || w.persons[c.Identity] >= atOncePerson || w.hosts[host] >= atOnceHost {
		return false
	}
	w.calls[c.CallKey] = true
	w.persons[c.Identity]++
	w.hosts[host]++
	return true
}

// arrive notes that a call is not on its way any more.
func (w *way) arrive(c *store.Call, host string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.calls, c.CallKey)
	countDown(w.persons, c.Identity)
	countDown(w.hosts, host)
}

func countDown(counts map[string]int, key string) {
	if counts[key]--; counts[key] <= 0 {
		delete(counts, key)
	}
}

// has reports whether a call is on its way, or its person has as many as may be.
func (w *way) has(c *store.Call) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.calls[c.CallKey] || w.persons[c.Identity] >= atOncePerson
}

// begin sends a call, unless it is on its way or too many are. Then it stays due, and is
// begun when one of them has arrived.
func (n *Notices) begin(ctx context.Context, stored *store.Call) {
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

// hostOf returns where a channel's calls go: all mail goes to the operator's server.
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
