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

// warnEvery is the least time between two warnings about untrusted proxies.
const warnEvery = time.Minute

// NormalizeForwardedFor removes the ports that some proxies add to the addresses in
// X-Forwarded-For. It logs a warning if an untrusted peer sends the header, because behind such a
// proxy all visitors count as one address.
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

func withoutPorts(list string) string {
	entries := strings.Split(list, ",")
	for i, entry := range entries {
		entries[i] = strings.TrimSpace(entry)
		if addrPort, err := netip.ParseAddrPort(entries[i]); err == nil {
			entries[i] = addrPort.Addr().String()
		}
	}
	return strings.Join(entries, ", ")
}

// warnOfProxy logs, at most once in warnEvery, that an untrusted peer sends X-Forwarded-For.
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
