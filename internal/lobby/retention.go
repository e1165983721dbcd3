package lobby

import (
	"context"
	"errors"
	"slices"
	"time"

	"archmage/internal/store"
	"archmage/internal/store/retention"
	"archmage/internal/work"
)

// Retention says how long rooms are kept. The age of a room is the time without a new entry or a
// new chat line. A room with a match in progress, or with somebody in it, is never deleted. Matches
// stay when their room is deleted. Zero means that nothing is deleted.
type Retention struct {
	// Finished is for rooms whose match is over; Open is for rooms in which no match has begun.
	Finished, Open time.Duration
	// MaxFinished is the maximum number of rooms whose match is over. The rooms opened first are
	// deleted first.
	MaxFinished int
}

// roomDeleter deletes the rooms of a lobby that its Retention does not keep.
type roomDeleter struct{ lobby *Lobby }

// deleteOld deletes the rooms that Retention does not keep at that time, and returns how many it has
// deleted.
func (d roomDeleter) deleteOld(_ context.Context, now time.Time) (deleted int, err error) {
	l := d.lobby
	keep := &l.options.Retention
	do := func(s *stale, most int) {
		n, failure := d.deleteStale(s, most)
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
		if over := counts[store.StatusFinished] - keep.MaxFinished; over > 0 {
			do(&stale{finished, now}, over)
		}
	}
	return deleted, err
}

// stale selects the rooms with a status and no activity since a time.
type stale struct {
	statuses []store.Status
	since    time.Time
}

// includes reports whether a room is stale, by its row in the database.
func (s *stale) includes(room *store.Room) bool {
	return slices.Contains(s.statuses, room.Status) && room.Updated.Before(s.since)
}

// deleteStale deletes at most most stale rooms, in the order in which they were opened. It looks
// only at rooms that were opened before the stale time.
func (d roomDeleter) deleteStale(s *stale, most int) (deleted int, err error) {
	l := d.lobby
	query := store.ListQuery{Statuses: s.statuses, Oldest: true, Limit: retention.Page}
	for {
		page, err := l.log.List(l.liveCtx, query)
		if err != nil {
			return deleted, err
		}
		for i := range page.Items {
			room := &page.Items[i]
			if deleted == most || !room.Created.Before(s.since) {
				return deleted, nil
			}
			if !s.includes(room) {
				continue
			}
			if work.Sleep(l.liveCtx, retention.Pause) != nil {
				return deleted, nil
			}
			done, err := d.deleteUnloaded(room.Room, s)
			if err != nil {
				return deleted, err
			}
			if done {
				deleted++
			}
		}
		if query.After = page.Next; page.Next == "" {
			return deleted, nil
		}
	}
}

// deleteUnloaded deletes a room that is not in memory, if it is stale, and reports whether it has. The
// room cannot be loaded meanwhile.
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
		// Another program has the room.
		return false, nil
	} else if err != nil {
		return false, err
	}
	return true, nil
}

// claim keeps a room from being loaded until release is called. It returns false if the room is in
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
