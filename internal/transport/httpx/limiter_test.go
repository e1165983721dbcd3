package httpx

import (
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// tenAtOnce allows one a second, with bursts of ten.
var tenAtOnce = allowance{1, 10 * time.Second}

func TestLimitersForget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiters[netip.Addr](tenAtOnce)
		for i := range 1000 {
			l.take(testAddr(i))
		}
		require.Len(t, l.keys, 1000)
		busy, holds := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.3")
		release, _, ok := l.reserve(holds, 1)
		require.True(t, ok)
		time.Sleep(purgeInterval - time.Second)
		for range 10 {
			_, ok := l.take(busy)
			require.True(t, ok)
		}
		wait, ok := l.take(busy)
		require.False(t, ok)
		require.Equal(t, time.Second, wait)
		time.Sleep(time.Second)
		l.take(netip.MustParseAddr("192.0.2.2"))
		require.Len(t, l.keys, 3)
		require.Contains(t, l.keys, busy)
		require.Contains(t, l.keys, holds, "what is set aside stays so")
		release()
		time.Sleep(purgeInterval)
		l.take(busy)
		require.Len(t, l.keys, 1)
	})
}

func TestLimitersHoldOnlySoMany(t *testing.T) {
	l := newLimiters[netip.Addr](allowance{1, time.Second})
	for i := range maxKeys + 10 {
		_, ok := l.take(testAddr(i))
		require.True(t, ok)
	}
	require.Len(t, l.keys, maxKeys)
}

func TestLimitersWithoutARate(t *testing.T) {
	l := newLimiters[int](allowance{})
	for range 50 {
		_, ok := l.take(1)
		require.True(t, ok)
		l.charge(1, 1000)
		release, _, ok := l.reserve(1, 1000)
		require.True(t, ok)
		release()
		require.Zero(t, l.delay(1))
	}
	require.Empty(t, l.keys, "nothing is counted")
}

// A cost is charged afterwards. A key can owe more than its burst, and then waits until the debt is
// paid off.
func TestChargesAreOwed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiters[int](tenAtOnce)
		l.charge(1, 35)
		wait, ok := l.take(1)
		require.False(t, ok)
		require.Equal(t, 26*time.Second, wait)
		_, ok = l.take(2)
		require.True(t, ok, "others owe nothing")
		time.Sleep(wait)
		_, ok = l.take(1)
		require.True(t, ok)
		_, ok = l.take(1)
		require.False(t, ok)
	})
}

// A reservation is not available for other requests until it is released. It does not refill the
// budget faster.
func TestWhatIsHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiters[int](tenAtOnce)
		first, _, ok := l.reserve(1, 6)
		require.True(t, ok)
		_, wait, ok := l.reserve(1, 6)
		require.False(t, ok)
		require.Equal(t, 2*time.Second, wait)
		first()
		all, _, ok := l.reserve(1, 100)
		require.True(t, ok, "more than may be done at once counts as that")
		_, ok = l.take(1)
		require.False(t, ok)
		time.Sleep(time.Hour)
		_, ok = l.take(1)
		require.False(t, ok)
		l.charge(1, 3)
		all()
		for range 7 {
			_, ok := l.take(1)
			require.True(t, ok)
		}
		_, ok = l.take(1)
		require.False(t, ok)
	})
}

// Delay refuses nothing. Each delay is as long as the rate requires.
func TestDelays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiters[int](tenAtOnce)
		for range 10 {
			require.Zero(t, l.delay(1))
		}
		require.Equal(t, time.Second, l.delay(1))
		require.Equal(t, 2*time.Second, l.delay(1))
		time.Sleep(3 * time.Second)
		require.Zero(t, l.delay(1))
	})
}

func testAddr(i int) netip.Addr {
	return netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})
}

func BenchmarkLimiters(b *testing.B) {
	addrs := make([]netip.Addr, 10_000)
	for i := range addrs {
		addrs[i] = testAddr(i)
	}
	many := allowance{1e9, time.Second}
	b.Run("take/one", func(b *testing.B) {
		l := newLimiters[netip.Addr](many)
		b.ReportAllocs()
		for b.Loop() {
			l.take(addrs[0])
		}
	})
	b.Run("take/many", func(b *testing.B) {
		l := newLimiters[netip.Addr](many)
		b.ReportAllocs()
		i := 0
		for b.Loop() {
			l.take(addrs[i%len(addrs)])
			i++
		}
	})
	b.Run("costly", func(b *testing.B) {
		l := newLimiters[netip.Addr](many)
		b.ReportAllocs()
		for b.Loop() {
			release, _, _ := l.reserve(addrs[0], 20_000)
			l.charge(addrs[0], 1_400)
			release()
		}
	})
	b.Run("parallel", func(b *testing.B) {
		l := newLimiters[netip.Addr](many)
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			i := 0
			for pb.Next() {
				l.take(addrs[i%len(addrs)])
				i++
			}
		})
	})
}
