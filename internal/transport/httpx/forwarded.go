package httpx

import (
	"net/http"
	"net/netip"
	"strings"
	"time"

	"go.uber.org/zap"
)

// forwardedFor is the header in which proxies name the client's address.
const forwardedFor = "X-Forwarded-For"

// warnEvery is how often the server warns of a proxy that it does not trust.
const warnEvery = time.Minute

// Forwarded removes the ports that some proxies add to the addresses in the header. If a
// peer that is not trusted sends the header, Forwarded warns: behind such a proxy all
// visitors count as one address.
func (s *Base) NormalizeForwardedFor(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		lines := r.Header[forwardedFor]
		switch {
		case len(lines) == 0:
		case s.IsFromProxy(r):
			r.Header[forwardedFor] = []string{withoutPorts(strings.Join(lines, ","))}
		default:
			s.warnOfProxy(r)
		}
		next.ServeHTTP(w, r)
	})
}

// withoutPorts returns a list of addresses without their ports.
func withoutPorts(list string) string {
	entries := strings.Split(list, ",")
	for i, entry := range entries {
		entries[i] = strings.TrimSpace(entry)
		if at, err := netip.ParseAddrPort(entries[i]); err == nil {
			entries[i] = at.Addr().String()
		}
	}
	return strings.Join(entries, ", ")
}

// warnOfProxy logs that a peer passes requests on and is not trusted.
func (s *Base) warnOfProxy(r *http.Request) {
	now := time.Now().UnixNano()
	last := s.lastWarning.Load()
	if now-last < int64(warnEvery) || !s.lastWarning.CompareAndSwap(last, now) {
		return
	}
	s.Log.Warn(
		"a peer that is not trusted sends X-Forwarded-For: if it is your proxy, "+
			"all its visitors share the limits and bans of one address; set --trusted-proxies",
		zap.Stringer("peer", PeerAddr(r)),
	)
}
