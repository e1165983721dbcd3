package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// bans is the part of a [DB] that keeps bans. Whom a ban applies to is decided elsewhere.
type bans struct{ *store }

// Ban excludes an identity or an address from the server.
type Ban struct {
	ID string
	// Identity and Address say who is banned; either may be empty.
	Identity, Address string
	// Scope says what the person is kept from; it means nothing to the store.
	Scope string
	// Reason and Words say why; Words has at most MaxWords bytes.
	Reason, Words string
	// Created is when the ban began; zero means now. Until is when it ends, rounded up to
	// the millisecond; zero means never.
	Created, Until time.Time
}

const insertBan = `INSERT INTO bans (id, identity, address, scope, reason, words, created, until)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`

// AddBan adds a ban. It fails with ErrExists if there is one with the id.
func (s bans) AddBan(ctx context.Context, ban Ban) error {
	err := firstError(
		checkID("the ban's id", ban.ID),
		checkText("the identity", ban.Identity),
		checkText("the address", ban.Address),
		checkText("the scope", ban.Scope),
		checkText("the reason", ban.Reason),
		checkWords(ban.Words),
	)
	if err != nil {
		return err
	}
	ban.Created, ban.Until = presentIfZero(ban.Created), roundedUp(ban.Until)
	return s.change(ctx, "add a ban", func(t *tables) error {
		added, err := t.count(insertBan, ban.ID, ban.Identity, ban.Address, ban.Scope, ban.Reason, ban.Words, ban.Created.UnixMilli(), timeOrNull(ban.Until))
		if err == nil && added == 0 {
			err = fmt.Errorf("%q: %w", ban.ID, ErrExists)
		}
		return err
	})
}

// DeleteBan removes the ban with the id, or fails with ErrNotFound.
func (s bans) DeleteBan(ctx context.Context, id string) error {
	return s.change(ctx, "delete a ban", func(t *tables) error {
		removed, err := t.count(`DELETE FROM bans WHERE id = ?`, id)
		if err == nil && removed == 0 {
			err = fmt.Errorf("%q: %w", id, ErrNotFound)
		}
		return err
	})
}

// Bans returns every ban, in the order in which they were added.
func (s bans) Bans(ctx context.Context) ([]Ban, error) {
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
