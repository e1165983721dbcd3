package store

import (
	"context"
	"database/sql"
	"fmt"
)

const insertBan = `INSERT INTO bans (id, identity, address, scope, reason, words, created, until)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`

// AddBan implements [Bans].
func (s *store) AddBan(ctx context.Context, ban Ban) error {
	return s.change(ctx, "add a ban", func(t *tables) error {
		added, err := t.count(insertBan, ban.ID, ban.Identity, ban.Address, ban.Scope, ban.Reason, ban.Words, ban.Created.UnixMilli(), timeOrNull(ban.Until))
		if err == nil && added == 0 {
			err = fmt.Errorf("%q: %w", ban.ID, ErrExists)
		}
		return err
	})
}

// DeleteBan implements [Bans].
func (s *store) DeleteBan(ctx context.Context, id string) error {
	return s.change(ctx, "delete a ban", func(t *tables) error {
		removed, err := t.count(`DELETE FROM bans WHERE id = ?`, id)
		if err == nil && removed == 0 {
			err = fmt.Errorf("%q: %w", id, ErrNotFound)
		}
		return err
	})
}

// Bans implements [Bans].
func (s *store) Bans(ctx context.Context) ([]Ban, error) {
	var list []Ban
	err := s.query(ctx, func(rows *sql.Rows) error {
		var ban Ban
		var created int64
		var until sql.NullInt64
		if err := rows.Scan(&ban.ID, &ban.Identity, &ban.Address, &ban.Scope, &ban.Reason, &ban.Words, &created, &until); err != nil {
			return err
		}
		ban.Created = fromMilli(created)
		if until.Valid {
			ban.Until = fromMilli(until.Int64)
		}
		list = append(list, ban)
		return nil
	}, `SELECT id, identity, address, scope, reason, words, created, until FROM bans ORDER BY number`)
	if err != nil {
		return nil, fmt.Errorf("list bans: %w", err)
	}
	return list, nil
}
