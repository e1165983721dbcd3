package loadtest

import (
	"fmt"
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// maxValue is the largest value that a histogram records exactly: ten minutes in microseconds.
const maxValue = int64(10 * time.Minute / time.Microsecond)

// histogram records numbers from 1 to maxValue with three significant digits, in constant memory. Smaller numbers
// are recorded as 1, and larger numbers as maxValue. It is safe for concurrent use.
type histogram struct {
	mu     sync.Mutex
	counts *hdrhistogram.Histogram
}

func newHistogram() *histogram {
	return &histogram{counts: hdrhistogram.New(1, maxValue, 3)}
}

func (h *histogram) add(value int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	// A value between the bounds is always recorded.
	_ = h.counts.RecordValue(min(max(value, 1), maxValue))
}

// addTime records a time in microseconds.
func (h *histogram) addTime(d time.Duration) { h.add(d.Microseconds()) }

// percentile returns the value at a percentile from 0 to 100, or 0 if nothing was recorded.
func (h *histogram) percentile(percent float64) int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.counts.ValueAtPercentile(percent)
}

// count returns the number of recorded values.
func (h *histogram) count() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.counts.TotalCount()
}

// summary describes a histogram of microseconds in one line.
func (h *histogram) summary() string {
	percentile := func(percent float64) time.Duration {
		return (time.Duration(h.percentile(percent)) * time.Microsecond).Round(10 * time.Microsecond)
	}
	return fmt.Sprintf("p50 %v, p99 %v, most %v (%d)", percentile(50), percentile(99), percentile(100), h.count())
}
