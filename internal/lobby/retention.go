package lobby

import (
	"context"
	"errors"
	"slices"
	"time"

	"archmage/internal/lobby/club"
	"archmage/internal/store"
	"archmage/internal/store/retention"
	"archmage/internal/work"
)

// Retention has the ages at which rooms are deleted. The age of a room is the time since its last
// entry or chat line. A room in memory or with a match in progress is never deleted. Matches stay
// when their room is deleted. A zero field deletes no rooms.
type Retention struct {
	// Finished applies to rooms whose match is over. Open applies to rooms in which no match has started.
	Finished, Open time.Duration
	// MaxFinished is the maximum number of rooms whose match is over. The rooms opened first are
	// deleted first.
	MaxFinished int
}

// roomDeleter deletes the rooms of a lobby that are too old by its Retention.
type roomDeleter struct{ lobby *Lobby }

// deleteOld deletes the rooms that are too old at the time now. It returns the number of deleted rooms.
func (d roomDeleter) deleteOld(_ context.Context, now time.Time) (deleted int, err error) {
	l := d.lobby
	keep := &l.options.Retention
	do := func(s *stale, limit int) {
		n, failure := d.deleteStale(s, limit)
		deleted += n
		err = errors.Join(err, failure)
	}
	const all = 1<<31 - 1
	finished := []store.Status{store.StatusFinished}
	if keep.Finished > 0 {
		do(&stale{finished, now.Add(-keep.Finished)}, all)
	}
	if keep.Open > 0 {
		do(&stale{[]store.Status{store.StatusOpen, store.StatusSeated}, now.Add(-keep.Open)}, all)
	}
	if keep.MaxFinished > 0 {
		counts, failure := l.log.Count(l.liveCtx)
		err = errors.Join(err, failure)
		if excess := counts[store.StatusFinished] - keep.MaxFinished; excess > 0 {
			do(&stale{finished, now}, excess)
		}
	}
	return deleted, err
}

// stale selects the rooms that have one of several statuses and no activity since a time.
type stale struct {
	statuses []store.Status
	since    time.Time
}

// includes reports whether a room is stale according to its row in the database.
func (s *stale) includes(room *store.Room) bool {
	return slices.Contains(s.statuses, room.Status) && room.Updated.Before(s.since)
}

// deleteStale deletes stale rooms, at most limit, in the order in which they were opened. It skips rooms that
// were opened after the stale time.
func (d roomDeleter) deleteStale(s *stale, limit int) (deleted int, err error) {
	l := d.lobby
	query := store.ListQuery{Statuses: s.statuses, Oldest: true, Limit: retention.Page}
	for {
		page, err := l.log.List(l.liveCtx, query)
		if err != nil {
			return deleted, err
		}
		for i := range page.Items {
			room := &page.Items[i]
			if deleted == limit || !room.Created.Before(s.since) {
				return deleted, nil
			}
			if !s.includes(room) {
				continue
			}
			if work.Sleep(l.liveCtx, retention.Pause) != nil {
				return deleted, nil
			}
			ok, err := d.deleteUnloaded(room.Room, s)
			if err != nil {
				return deleted, err
			}
			if ok {
				deleted++
			}
		}
		if query.After = page.Next; page.Next == "" {
			return deleted, nil
		}
	}
}

// deleteUnloaded deletes a room if it is stale and not in memory. It reports whether it has done so.
// The room cannot be loaded meanwhile.
func (d roomDeleter) deleteUnloaded(id string, s *stale) (bool, error) {
	l := d.lobby
	release, ok := l.claim(id)
	if !ok {
		return false, nil
	}
	defer release()
	room, err := l.log.Room(l.liveCtx, id)
	if errors.Is(err, store.ErrNotFound) || err == nil && !s.includes(&room) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	lines, err := l.log.Chat(l.liveCtx, id, 0, 1)
	if err != nil {
		return false, err
	}
	if len(lines) > 0 && !lines[0].Time.Before(s.since) {
		return false, nil
	}
	if ok, err := l.takeOwnership(&room); !ok || err != nil {
		return false, err
	}
	if err := l.log.Delete(l.liveCtx, room.Head); errors.Is(err, store.ErrFenced) {
		// Another process has taken over the room.
		return false, nil
	} else if err != nil {
		return false, err
	}
	if room.Listed {
		l.options.Changed(club.Change{Tables: true})
	}
	return true, nil
}

// claim prevents loads of a room until release is called. It returns false if the room is in
// memory or is being loaded.
func (l *Lobby) claim(id string) (release func(), ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closing || l.rooms[id] != nil || l.loading[id] != nil {
		return nil, false
	}
	claimed := make(chan struct{})
	l.loading[id] = claimed
	return func() {
		l.mu.Lock()
		delete(l.loading, id)
		l.mu.Unlock()
		close(claimed)
	}, true
}
