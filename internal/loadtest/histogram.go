package loadtest

import (
	"fmt"
	"math"
	"sync/atomic"
	"time"
)

// histogram counts positive numbers in buckets that are 2 % wide, in memory
// that does not grow. It is safe for use from many goroutines.
type histogram struct {
	buckets [numBuckets]atomic.Int64
	n       atomic.Int64
}

const (
	numBuckets  = 1500
	bucketWidth = 1.02
)

var logWidth = math.Log(bucketWidth)

// add counts a number; what is below 1 counts as 1.
func (h *histogram) add(value float64) {
	bucket := int(math.Log(max(1, value)) / logWidth)
	h.buckets[min(bucket, numBuckets-1)].Add(1)
	h.n.Add(1)
}

// quantile returns the number below which the part q (0 to 1) of all lies, to
// 2 %, or 0 if nothing was counted.
func (h *histogram) quantile(q float64) float64 {
	rank := int64(math.Ceil(q * float64(h.n.Load())))
	if rank == 0 {
		return 0
	}
	for bucket := range h.buckets {
		if rank -= h.buckets[bucket].Load(); rank <= 0 {
			return math.Pow(bucketWidth, float64(bucket)+0.5)
		}
	}
	return math.Pow(bucketWidth, numBuckets)
}

// addSince counts the time since start in microseconds.
func (h *histogram) addSince(start time.Time) { h.add(float64(time.Since(start).Microseconds())) }

// times describes a histogram of microseconds.
func (h *histogram) times() string {
	at := func(q float64) time.Duration {
		return (time.Duration(h.quantile(q)) * time.Microsecond).Round(10 * time.Microsecond)
	}
	return fmt.Sprintf("p50 %v, p99 %v, most %v (%d)", at(0.5), at(0.99), at(1), h.n.Load())
}
