package web

import (
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestMetersForget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMeters[netip.Addr](1, 10)
		for i := range 1000 {
			m.Allow(netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}))
		}
		require.Len(t, m.each, 1000)
		busy := netip.MustParseAddr("192.0.2.1")
		time.Sleep(sweepEvery - time.Second)
		for range 10 {
			_, ok := m.Allow(busy)
			require.True(t, ok)
		}
		wait, ok := m.Allow(busy)
		require.False(t, ok)
		require.Equal(t, time.Second, wait)
		time.Sleep(time.Second)
		m.Allow(netip.MustParseAddr("192.0.2.2"))
		require.Len(t, m.each, 2)
		require.Contains(t, m.each, busy)
	})
}

func TestMetersHoldOnlySoMany(t *testing.T) {
	m := NewMeters[netip.Addr](1, 1)
	for i := range maxMeters + 10 {
		_, ok := m.Allow(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}))
		require.True(t, ok)
	}
	require.Len(t, m.each, maxMeters)
}

func TestMetersWithoutARate(t *testing.T) {
	m := NewMeters[int](0, 1)
	for range 50 {
		_, ok := m.Allow(1)
		require.True(t, ok)
	}
	require.Empty(t, m.each, "nothing is counted")
}
