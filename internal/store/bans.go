package store

import (
	"cmp"
	"context"
	"database/sql"
	"time"
)

// Bans stores bans. Package moderation decides to whom a ban applies.
type Bans struct{ db *engine }

// Ban excludes an identity or an address from the server.
type Ban struct {
	ID string
	// Identity and Address are the banned identity and the banned address. One of the two can be
	// empty.
	Identity, Address string
	// Scope is the part of the server that the ban applies to. The store does not interpret it.
	Scope string
	// Reason is a code. Explanation is a text of at most MaxLongText bytes.
	Reason, Explanation string
	// Created is the time at which the ban began; zero means now. Until is the time at which the
	// ban ends, rounded up to the millisecond; zero means never.
	Created, Until time.Time
}

const insertBan = `INSERT INTO bans (id, identity, address, scope, reason, words, created, until)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`

// AddBan adds a ban. It fails with ErrExists if there is one with the id.
func (s Bans) AddBan(ctx context.Context, ban Ban) error {
	err := cmp.Or(
		checkID("the ban's id", ban.ID),
		checkText("the identity", ban.Identity),
		checkText("the address", ban.Address),
		checkText("the scope", ban.Scope),
		checkText("the reason", ban.Reason),
		checkLongText(ban.Explanation),
	)
	if err != nil {
		return err
	}
	ban.Created, ban.Until = nowIfZero(ban.Created), ceilMilli(ban.Until)
	return s.db.change(ctx, "add a ban", func(t *tx) error {
		return t.addOne(
			ban.ID, insertBan, ban.ID, ban.Identity, ban.Address, ban.Scope, ban.Reason, ban.Explanation,
			ban.Created.UnixMilli(), milliOrNull(ban.Until),
		)
	})
}

// DeleteBan removes the ban with the id, or fails with ErrNotFound.
func (s Bans) DeleteBan(ctx context.Context, id string) error {
	return s.db.changeOne(ctx, "delete a ban", "ban "+id, `DELETE FROM bans WHERE id = ?`, id)
}

// ListBans returns every ban, in the order in which they were added.
func (s Bans) ListBans(ctx context.Context) ([]Ban, error) {
	return list(ctx, s.db, "bans", func(rows *sql.Rows, b *Ban) error {
		return rows.Scan(
			&b.ID,
			&b.Identity,
			&b.Address,
			&b.Scope,
			&b.Reason,
			&b.Explanation,
			(*milli)(&b.Created),
			(*milli)(&b.Until),
		)
	}, `SELECT id, identity, address, scope, reason, words, created, until FROM bans ORDER BY number`)
}
