package httpx

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
)

// newBase returns a Base with limits as change leaves them.
func newBase(change func(*Limits)) *Base {
	limits := DefaultLimits()
	change(&limits)
	return New(&Options{Limits: limits, Logger: zap.NewNop()}, nil)
}

// from returns a request from an address.
func from(t *testing.T, addr string) *http.Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	r.RemoteAddr = netip.AddrPortFrom(netip.MustParseAddr(addr), 1).String()
	return r
}

// The requests in flight of an address are limited. One more is refused immediately, and other
// addresses are not affected.
func TestRequestsUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = 3
		for _, limit := range []struct {
			with func(*Base) func(http.Handler) http.Handler
			most int
		}{
			{func(s *Base) func(http.Handler) http.Handler { return s.LimitRequests }, most},
			{func(s *Base) func(http.Handler) http.Handler { return s.LimitFiles }, FilesShare * most},
		} {
			s := newBase(func(l *Limits) { l.InFlight = most })
			release := make(chan struct{})
			handler := limit.with(s)(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
			for range limit.most {
				go handler.ServeHTTP(httptest.NewRecorder(), from(t, "192.0.2.1"))
			}
			synctest.Wait()
			asked := time.Now()
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, from(t, "192.0.2.1"))
			require.Equal(t, http.StatusTooManyRequests, w.Code)
			require.Equal(t, "1", w.Header().Get("Retry-After"))
			require.Zero(t, time.Since(asked), "what is refused is not held")
			other := make(chan struct{})
			go func() {
				defer close(other)
				handler.ServeHTTP(httptest.NewRecorder(), from(t, "192.0.2.2"))
			}()
			synctest.Wait()
			close(release)
			<-other
			synctest.Wait()
			w = httptest.NewRecorder()
			handler.ServeHTTP(w, from(t, "192.0.2.1"))
			require.Equal(t, http.StatusOK, w.Code, "the others are over")
		}
	})
}

// Only some refusals of an address are delayed by RefusedPause. The others are sent immediately.
func TestRefusalsThatAreHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newBase(func(l *Limits) { l.Read, l.InFlight = 0.2, 0 })
		handler := s.LimitRequests(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		handler.ServeHTTP(httptest.NewRecorder(), from(t, "192.0.2.1"))
		const sent = 1000
		codes := make(chan int, sent)
		for range sent {
			go func() {
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, from(t, "192.0.2.1"))
				codes <- w.Code
			}()
		}
		synctest.Wait()
		require.Len(t, codes, sent-maxDelayedPerAddress)
		time.Sleep(RefusedPause)
		synctest.Wait()
		require.Len(t, codes, sent)
		for range sent {
			require.Equal(t, http.StatusTooManyRequests, <-codes)
		}
	})
}

// The delayed refusals of all addresses together are limited.
func TestRefusalsHeldInAll(t *testing.T) {
	u := NewInFlight(maxDelayedPerAddress, maxDelayedTotal)
	held := 0
	for i := range maxDelayedTotal + 100 {
		if _, ok := u.Begin(testAddr(i)); ok {
			held++
		}
	}
	require.Equal(t, maxDelayedTotal, held)
}

// The networks of an IPv6 /48 together may have as many as eight addresses.
func TestUnderWayInAWideNetwork(t *testing.T) {
	u := NewInFlight(2, 0)
	var ends []func()
	for i := range 20 {
		addr := netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, 0, 1, 0, byte(i)})
		for range 2 {
			end, ok := u.Begin(addr)
			require.Equal(t, i < Prefix48Share, ok, i)
			ends = append(ends, end)
		}
	}
	elsewhere := netip.MustParseAddr("2001:db8:2::")
	end, ok := u.Begin(elsewhere)
	require.True(t, ok)
	end()
	for _, end := range ends {
		end()
	}
	require.Empty(t, u.perAddress)
	require.Empty(t, u.perPrefix48)
	require.Zero(t, u.total)
}
