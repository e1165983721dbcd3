package archive

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Analyses of matches that have ended take no more than their share, with some time that was saved up.
func TestTimeBudget(t *testing.T) {
	now := time.UnixMilli(1e12)
	var b timeBudget
	b.init(0.1, now)
	spent := time.Duration(0)
	for b.isOpen(now) {
		b.charge(7 * time.Second)
		spent += 7 * time.Second
	}
	require.Equal(t, 63*time.Second, spent, "the first whole analysis above a minute")
	now = now.Add(29 * time.Second)
	require.False(t, b.isOpen(now))
	now = now.Add(2 * time.Second)
	require.True(t, b.isOpen(now), "31 s have paid for the 3 s")
	require.True(t, b.isOpen(now.Add(-time.Hour)), "a clock that goes back takes nothing")
	now = now.Add(24 * time.Hour)
	require.True(t, b.isOpen(now))
	b.charge(time.Minute)
	require.False(t, b.isOpen(now), "no more than a minute is saved up")

	b = timeBudget{}
	b.init(0, now)
	require.False(t, b.isOpen(now.Add(24*time.Hour)), "a share of 0 is none")
}
