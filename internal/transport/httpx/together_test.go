package httpx

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/work"
)

// twoCores are the default limits of a machine with two processor cores.
func twoCores() Limits {
	limits := DefaultLimits()
	limits.TotalCostly = 2 * totalCostlyShare
	return limits
}

// network returns the IPv6 /64 with the number i in a /48.
func network(wide, i int) netip.Addr {
	return netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, byte(wide >> 8), byte(wide), byte(i >> 8), byte(i)})
}

// costlyOf makes costly requests from addresses, as many as they may make in a time span. It
// returns how many seconds of processor time they took.
func costlyOf(l *Limiter, span, each time.Duration, addrs []netip.Addr) (seconds float64) {
	for end := time.Now().Add(span); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		for _, addr := range addrs {
			if release, _, ok := l.Reserve(Costs, addr, Light); ok {
				if together, _, ok := l.ReserveShared(addr, Light); ok {
					l.Charge(Costs, addr, each)
					l.ChargeShared(addr, each)
					seconds += each.Seconds()
					together()
				}
				release()
			}
		}
	}
	return seconds
}

// takenOf returns how often the networks of one /48 together can take from a budget, at most limit times each.
func takenOf(l *Limiter, b Budget, limit int) int {
	taken := 0
	for i := range 4 * Prefix48Share {
		for range limit {
			if _, ok := l.Take(b, network(1, i)); !ok {
				break
			}
			taken++
		}
	}
	return taken
}

// An IPv6 /48 may do at most Prefix48Share times as much as one address, in every budget.
func TestWideNetworksAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := twoCores()
		l := NewLimiter(&limits)
		for b, one := range limits.perAddress() {
			if b := Budget(b); b == Costs || b == Analyses {
				// These budgets count microseconds, which are charged.
				for i := range 4 * Prefix48Share {
					l.Charge(b, network(1, i), one.window)
				}
			} else {
				require.Equal(t, Prefix48Share*one.burst(), takenOf(l, b, 2*Prefix48Share*one.burst()), b)
			}
			_, ok := l.Take(Budget(b), network(1, 1000))
			require.False(t, ok, Budget(b))
			_, ok = l.Take(Budget(b), network(2, 1))
			require.True(t, ok, "%s: another /48", Budget(b))
		}
		require.Zero(t, l.Delay(Frames, network(3, 1)))
		require.Positive(t, l.Delay(Frames, network(1, 2000)), "frames of a /48 wait for each other")
	})
}

// An address that sends too many requests uses up its own budget, and not that of its /48.
func TestARefusedNetworkCostsItsNeighboursNothing(t *testing.T) {
	limits := twoCores()
	limits.Guests = 2
	l := NewLimiter(&limits)
	for range 100 * Prefix48Share {
		l.Take(Guests, network(1, 1))
	}
	_, ok := l.Take(Guests, network(1, 2))
	require.True(t, ok)
}

// A client with many networks takes at most a quarter of the cores, and other clients are still
// answered.
func TestCostlyRequestsOfAWideNetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := twoCores()
		l := NewLimiter(&limits)
		var networks []netip.Addr
		for i := range 30 {
			networks = append(networks, network(1, i))
		}
		const span = 30 * time.Second
		taken := costlyOf(l, span, 20*time.Millisecond, networks)
		require.LessOrEqual(t, taken/span.Seconds(), 0.5*limits.TotalCostly+0.15)
		require.Greater(t, taken/span.Seconds(), 0.4*limits.TotalCostly, "what is promised is given")
		for _, other := range []netip.Addr{network(2, 1), netip.MustParseAddr("192.0.2.1")} {
			require.Positive(t, costlyOf(l, time.Millisecond, 20*time.Millisecond, []netip.Addr{other}))
		}
	})
}

// All addresses together take at most half of the cores.
func TestCostlyRequestsTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := twoCores()
		l := NewLimiter(&limits)
		var addrs []netip.Addr
		for i := range 40 {
			addrs = append(addrs, testAddr(i))
		}
		const span = 30 * time.Second
		taken := costlyOf(l, span, 20*time.Millisecond, addrs)
		require.LessOrEqual(t, taken/span.Seconds(), limits.TotalCostly+0.15)
		require.Greater(t, taken/span.Seconds(), 0.9*limits.TotalCostly)
		// They are not in debt for long.
		time.Sleep(2 * sharedWindow)
		_, _, ok := l.ReserveShared(netip.MustParseAddr("192.0.2.1"), Heavy)
		require.True(t, ok)
	})
}

// A reservation counts until it is released.
func TestWhatIsSetAsideTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := twoCores()
		l := NewLimiter(&limits)
		most := int(limits.TotalCostly * sharedWindow.Seconds() / time.Duration(Heavy).Seconds())
		var held []func()
		for i := range 100 {
			release, wait, ok := l.ReserveShared(testAddr(i), Heavy)
			require.Equal(t, i < most, ok, i)
			require.Equal(t, ok, wait == 0)
			held = append(held, release)
		}
		for _, release := range held {
			release()
		}
		_, _, ok := l.ReserveShared(testAddr(0), Heavy)
		require.True(t, ok)
	})
}

// Without a limit on costs there is no shared limit.
func TestTogetherWithoutALimit(t *testing.T) {
	limits := twoCores()
	limits.Costly = 0
	l := NewLimiter(&limits)
	for range 1000 {
		_, _, ok := l.ReserveShared(testAddr(1), Heavy)
		require.True(t, ok)
		l.ChargeShared(testAddr(1), time.Hour)
	}
}

// Costly requests are charged to the shared budget, other requests are not.
func TestWhatCountsTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newBase(func(l *Limits) { *l = twoCores() })
		others := 0
		spend := func(w http.ResponseWriter, r *http.Request) error {
			work.Add(r.Context(), time.Second)
			return nil
		}
		for _, do := range []Endpoint{spend, s.Costly(Light, spend)} {
			handler := s.LimitRequests(s.HandlerOf(do))
			for i := range 50 {
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, from(t, testAddr(i).String()))
				if w.Code == http.StatusServiceUnavailable {
					others++
					require.Equal(t, "1", w.Header().Get("Retry-After"))
				}
			}
		}
		// Two seconds at once, with 1.4 times what is measured.
		require.Equal(t, 50-2, others)
	})
}
