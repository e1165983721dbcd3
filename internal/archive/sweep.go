package archive

import (
	"errors"
	"time"

	"go.uber.org/zap"

	"archmage/internal/store"
)

const (
	// sweepFirst is how long after its start an archive first looks for matches to delete;
	// sweepEvery is how often it does so afterwards.
	sweepFirst = time.Minute
	sweepEvery = 10 * time.Minute
	// sweepPause is the pause between two deletions, so that moves in matches do not wait for them.
	sweepPause = 20 * time.Millisecond
	// sweepPage is how many matches are read at once.
	sweepPage = 100
)

// sweepAll deletes, from time to time, what is no longer to be kept.
func (a *Archive) sweepAll() {
	timer := time.NewTimer(sweepFirst)
	defer timer.Stop()
	for {
		select {
		case <-a.live.Done():
			return
		case <-timer.C:
		}
		if a.options.Sweeps() {
			matches, err := a.sweepMatches(time.Now())
			files, failure := a.sweepFiles(time.Now())
			if matches+files > 0 {
				a.options.Logger.Info("old matches deleted", zap.Int("matches", matches), zap.Int("files", files))
			}
			if err = errors.Join(err, failure); err != nil && a.live.Err() == nil {
				a.options.Logger.Error("old matches could not be deleted", zap.Error(err))
			}
		}
		timer.Reset(sweepEvery)
	}
}

// sweepMatches deletes the matches that are too old at that time, and returns how many it has
// deleted.
func (a *Archive) sweepMatches(now time.Time) (deleted int, err error) {
	if a.options.Keep == 0 {
		return 0, nil
	}
	since := now.Add(-a.options.Keep)
	query := store.MatchQuery{Oldest: true, Limit: sweepPage}
	for {
		page, err := a.store.Matches(a.live, query)
		if err != nil {
			return deleted, err
		}
		for i := range page.Items {
			if !page.Items[i].Ended.Before(since) || !a.rest() {
				return deleted, nil
			}
			if err := a.store.DeleteMatch(a.live, page.Items[i].ID); err == nil {
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
func (a *Archive) sweepFiles(now time.Time) (deleted int, err error) {
	for {
		n, err := a.store.ExpireFiles(a.live, now, sweepPage)
		if deleted += n; err != nil || n < sweepPage {
			return deleted, err
		}
	}
}

// rest waits for sweepPause. It returns false if the archive closes meanwhile.
func (a *Archive) rest() bool {
	timer := time.NewTimer(sweepPause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-a.live.Done():
		return false
	}
}
