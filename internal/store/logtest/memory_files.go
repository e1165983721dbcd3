package logtest

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"archmage/internal/store"
)

// archive adds a match of a room; the log is locked.
func (m *memory) archive(archived memoryMatch, room string) {
	m.lastMatch++
	archived.match, archived.record = cloneMatch(archived.match), bytes.Clone(archived.record)
	archived.match.Number, archived.match.Room = m.lastMatch, room
	m.matches = append(m.matches, archived)
	m.addRated(&archived.match)
}

func (m *memory) AddFile(ctx context.Context, file store.File, most store.Quota) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if _, err := m.match(file.Match.ID); err == nil {
		return fmt.Errorf("match %q: %w", file.Match.ID, store.ErrExists)
	}
	left := most
	for i := range m.matches {
		if m.matches[i].owner == file.Owner {
			left.Matches--
			left.Bytes -= int64(len(m.matches[i].record))
		}
	}
	if left.Matches < 1 || left.Bytes < int64(len(file.Record)) {
		return store.ErrQuota
	}
	m.archive(memoryMatch{match: file.Match, record: file.Record, owner: file.Owner, until: file.Until}, "")
	return nil
}

func (m *memory) DeleteFile(ctx context.Context, owner, match string) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	before := len(m.matches)
	m.matches = slices.DeleteFunc(m.matches, func(one memoryMatch) bool {
		return one.owner != "" && one.owner == owner && one.match.ID == match
	})
	if len(m.matches) == before {
		return fmt.Errorf("file %q: %w", match, store.ErrNotFound)
	}
	return nil
}

func (m *memory) ExpireFiles(ctx context.Context, now time.Time, most int) (int, error) {
	if err := m.enter(ctx); err != nil {
		return 0, err
	}
	defer m.mu.Unlock()
	expired := 0
	m.matches = slices.DeleteFunc(m.matches, func(one memoryMatch) bool {
		over := one.owner != "" && !one.until.After(now) && expired < most
		if over {
			expired++
		}
		return over
	})
	return expired, nil
}
