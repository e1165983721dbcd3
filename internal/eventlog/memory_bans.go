package eventlog

import (
	"context"
	"fmt"
	"slices"
)

// AddBan implements [Bans].
func (m *Memory) AddBan(ctx context.Context, ban Ban) error {
	if err := checkBan(ban); err != nil {
		return err
	}
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if m.banAt(ban.ID) >= 0 {
		return fmt.Errorf("ban %q: %w", ban.ID, ErrExists)
	}
	m.bans = append(m.bans, fillBan(ban))
	return nil
}

// DeleteBan implements [Bans].
func (m *Memory) DeleteBan(ctx context.Context, id string) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	at := m.banAt(id)
	if at < 0 {
		return fmt.Errorf("ban %q: %w", id, ErrNotFound)
	}
	m.bans = slices.Delete(m.bans, at, at+1)
	return nil
}

// Bans implements [Bans].
func (m *Memory) Bans(ctx context.Context) ([]Ban, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	return slices.Clone(m.bans), nil
}

func (m *Memory) banAt(id string) int {
	return slices.IndexFunc(m.bans, func(ban Ban) bool { return ban.ID == id })
}
