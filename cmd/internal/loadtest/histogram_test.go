package loadtest

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestHistogram(t *testing.T) {
	h := newHistogram()
	require.Zero(t, h.percentile(50))
	require.Equal(t, "p50 0s, p99 0s, most 0s (0)", h.summary())

	var all sync.WaitGroup
	for i := range int64(4) {
		all.Go(func() {
			for n := range int64(25_000) {
				h.add(4*n + i + 1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 100_000, h.count())
	for percent, want := range map[float64]float64{1: 1_000, 50: 50_000, 99: 99_000, 100: 100_000} {
		require.InEpsilon(t, want, h.percentile(percent), 0.001, "%v %%", percent)
	}
	require.Equal(t, "p50 50.02ms, p99 99.01ms, most 100.03ms (100000)", h.summary())
}

func TestHistogramBounds(t *testing.T) {
	h := newHistogram()
	h.addTime(0)
	require.EqualValues(t, 1, h.percentile(100))
	h.addTime(-time.Second)
	require.EqualValues(t, 1, h.percentile(100))
	h.addTime(time.Hour)
	require.EqualValues(t, 3, h.count())
	require.InEpsilon(t, float64(maxValue), h.percentile(100), 0.001)
}
