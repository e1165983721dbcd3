package dealer

import (
	"context"
	"time"

	"archmage/internal/daily"
)

// counted are the results of a deal at a time.
type counted struct {
	results *daily.Distribution
	at      time.Time
}

const (
	// todayFor and pastFor are the times for which counts of results are used again.
	todayFor = 2 * time.Second
	pastFor  = time.Minute
	// maxCounted bounds the counts in memory.
	maxCounted = 1000
)

// count reads the results of a deal.
func (d *Dealer) count(ctx context.Context, key dayDeal) (*daily.Distribution, error) {
	rows, err := d.store.CountTries(ctx, int(key.day), key.deal)
	if err != nil {
		return &daily.Distribution{}, err
	}
	results := &daily.Distribution{}
	for _, row := range rows {
		switch {
		case !row.Ranked:
			results.Visitors += row.Count
		case row.Points == nil:
			results.Unscored += row.Count
		default:
			results.Scores = append(results.Scores, daily.ScoreCount{Points: *row.Points, Count: row.Count})
		}
	}
	return results, nil
}

// countOf returns the results of a deal: those of today as they are now, and those of an earlier day as they were a
// moment ago.
func (d *Dealer) countOf(ctx context.Context, key dayDeal) (*daily.Distribution, error) {
	if key.day == d.Today() {
		return d.count(ctx, key)
	}
	return d.recent(ctx, key)
}

// recent returns the results of a deal as they were a moment ago.
func (d *Dealer) recent(ctx context.Context, key dayDeal) (*daily.Distribution, error) {
	now, keep := d.options.Now(), pastFor
	if key.day == d.Today() {
		keep = todayFor
	}
	d.mu.Lock()
	known, ok := d.counts[key]
	d.mu.Unlock()
	if ok && now.Sub(known.at) < keep {
		return known.results, nil
	}
	results, err := d.count(ctx, key)
	if err != nil {
		return results, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.counts) >= maxCounted {
		clear(d.counts)
	}
	d.counts[key] = counted{results, now}
	return results, nil
}

// forget reads the results of a deal anew the next time.
func (d *Dealer) forget(key dayDeal) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.counts, key)
}
