package loadtest

import (
	"fmt"
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// maxValue is the highest number that a histogram counts as it is: ten minutes in microseconds.
const maxValue = int64(10 * time.Minute / time.Microsecond)

// histogram counts numbers from 1 to maxValue to three digits, in memory that
// does not grow. A number outside counts as the nearest one. It is safe for
// use from many goroutines.
type histogram struct {
	mu     sync.Mutex
	counts *hdrhistogram.Histogram
}

func newHistogram() *histogram {
	return &histogram{counts: hdrhistogram.New(1, maxValue, 3)}
}

// add counts a number.
func (h *histogram) add(value int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	// It does not fail between the bounds.
	_ = h.counts.RecordValue(min(max(value, 1), maxValue))
}

// addTime counts a time in microseconds.
func (h *histogram) addTime(d time.Duration) { h.add(d.Microseconds()) }

// percentile returns the value at a percentile, 0 to 100, or 0 if nothing was counted.
func (h *histogram) percentile(percent float64) int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.counts.ValueAtPercentile(percent)
}

// count returns how many numbers were counted.
func (h *histogram) count() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.counts.TotalCount()
}

// summary describes a histogram of microseconds.
func (h *histogram) summary() string {
	percentile := func(percent float64) time.Duration {
		return (time.Duration(h.percentile(percent)) * time.Microsecond).Round(10 * time.Microsecond)
	}
	return fmt.Sprintf("p50 %v, p99 %v, most %v (%d)", percentile(50), percentile(99), percentile(100), h.count())
}
