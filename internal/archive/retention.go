package archive

import (
	"context"
	"errors"
	"time"

	"archmage/internal/store"
	"archmage/internal/store/retention"
	"archmage/internal/work"
)

// deleteOldMatches deletes the matches that are too old at the time now. It returns the number of deleted
// matches.
func (a *Archive) deleteOldMatches(ctx context.Context, now time.Time) (deletedCount int, err error) {
	if a.options.Retention == 0 {
		return 0, nil
	}
	since := now.Add(-a.options.Retention)
	query := store.MatchQuery{Oldest: true, Limit: retention.Page}
	for {
		page, err := a.store.Matches(ctx, query)
		if err != nil {
			return deletedCount, err
		}
		for i := range page.Items {
			if !page.Items[i].Ended.Before(since) || work.Sleep(ctx, retention.Pause) != nil {
				return deletedCount, nil
			}
			if err := a.store.DeleteMatch(ctx, page.Items[i].ID); err == nil {
				deletedCount++
			} else if !errors.Is(err, store.ErrNotFound) {
				return deletedCount, err
			}
		}
		if query.After = page.Next; page.Next == "" {
			return deletedCount, nil
		}
	}
}

// deleteExpiredFiles deletes the expired files and returns their number.
func (a *Archive) deleteExpiredFiles(ctx context.Context, now time.Time) (deletedCount int, err error) {
	for {
		n, err := a.store.ExpireImports(ctx, now, retention.Page)
		if deletedCount += n; err != nil || n < retention.Page {
			return deletedCount, err
		}
	}
}
