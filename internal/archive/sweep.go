package archive

import (
	"context"
	"errors"
	"time"

	"archmage/internal/sleep"
	"archmage/internal/store"
	"archmage/internal/sweep"
)

// sweepMatches deletes the matches that are too old at that time, and returns how many it has
// deleted.
func (a *Archive) sweepMatches(ctx context.Context, now time.Time) (deleted int, err error) {
	if a.options.Keep == 0 {
		return 0, nil
	}
	since := now.Add(-a.options.Keep)
	query := store.MatchQuery{Oldest: true, Limit: sweep.Page}
	for {
		page, err := a.store.Matches(ctx, query)
		if err != nil {
			return deleted, err
		}
		for i := range page.Items {
			if !page.Items[i].Ended.Before(since) || sleep.For(ctx, sweep.Pause) != nil {
				return deleted, nil
			}
			if err := a.store.DeleteMatch(ctx, page.Items[i].ID); err == nil {
				deleted++
			} else if !errors.Is(err, store.ErrNotFound) {
				return deleted, err
			}
		}
		if query.After = page.Next; page.Next == "" {
			return deleted, nil
		}
	}
}

// sweepFiles deletes the files whose time is over, and returns how many it has deleted.
func (a *Archive) sweepFiles(ctx context.Context, now time.Time) (deleted int, err error) {
	for {
		n, err := a.store.ExpireFiles(ctx, now, sweep.Page)
		if deleted += n; err != nil || n < sweep.Page {
			return deleted, err
		}
	}
}
