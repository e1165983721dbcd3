package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"time"
)

// JoinCodes stores the codes with which people create accounts. It stores the hashes of the codes, not
// the codes.
type JoinCodes struct{ db *engine }

// JoinCode is a code with which a number of people can create an account each.
type JoinCode struct {
	ID   string
	Hash []byte
	// Kind is the kind of the code, and Label a part of it that people see in lists. The store
	// interprets neither.
	Kind, Label string
	// People is the number of accounts that can be created with the code. Used is the number that
	// was created; AddJoinCodes ignores it.
	People, Used int
	// Created is the time at which the code was made; zero means now. At Until the code ends.
	Created, Until time.Time
}

// JoinUse is the creation of an account with a code.
type JoinUse struct {
	// Identity is the account, and Code the id of the code.
	Identity, Code string
	At             time.Time
}

// AddJoinCodes adds codes. It fails with ErrExists if an id or a hash is taken, and with ErrQuota if
// there would be more than limit codes.
func (s JoinCodes) AddJoinCodes(ctx context.Context, codes []JoinCode, limit int) error {
	for i := range codes {
		c := &codes[i]
		c.Created = nowIfZero(c.Created)
		if err := cmp.Or(
			checkID("the code", c.ID),
			checkID("the kind of a code", c.Kind),
			checkText("the label", c.Label),
		); err != nil {
			return err
		}
		if len(c.Hash) == 0 || len(c.Hash) > MaxCredential || c.People < 1 {
			return invalid("a code for %d people with a hash of %d bytes", c.People, len(c.Hash))
		}
	}
	return s.db.change(ctx, "add codes", func(t *tx) error {
		var count int
		if err := t.QueryRow(`SELECT count(*) FROM join_codes`).Scan(&count); err != nil {
			return err
		} else if count+len(codes) > limit {
			return fmt.Errorf("%d codes: %w", count, ErrQuota)
		}
		for i := range codes {
			var taken int
			err := t.QueryRow(`SELECT count(*) FROM join_codes WHERE id = ? OR hash = ?`, codes[i].ID, codes[i].Hash).
				Scan(&taken)
			if err != nil {
				return err
			} else if taken > 0 {
				return fmt.Errorf("a code: %w", ErrExists)
			}
		}
		for i := range codes {
			c := &codes[i]
			if _, err := t.Exec(
				`INSERT INTO join_codes (id, hash, kind, label, people, used, created, until)
				VALUES (?, ?, ?, ?, ?, 0, ?, ?)`,
				c.ID, c.Hash, c.Kind, c.Label, c.People, c.Created.UnixMilli(), c.Until.UnixMilli(),
			); err != nil {
				return err
			}
		}
		return nil
	})
}

const (
	joinCodeFields  = `id, hash, kind, label, people, used, created, until`
	selectJoinCode  = `SELECT ` + joinCodeFields + ` FROM join_codes WHERE hash = ?`
	selectJoinCodes = `SELECT ` + joinCodeFields + ` FROM join_codes WHERE created <= ?
		ORDER BY created DESC, id DESC LIMIT ?`
	selectJoinUses     = `SELECT identity, code, at FROM join_uses ORDER BY code, at, identity LIMIT ?`
	selectJoinUse      = `SELECT identity, code, at FROM join_uses WHERE identity = ?`
	useJoinCode        = `UPDATE join_codes SET used = used + 1 WHERE hash = ? AND used < people AND until > ?`
	giveJoinCodeBack   = `UPDATE join_codes SET used = used - 1 WHERE hash = ?`
	addJoinUse         = `INSERT INTO join_uses (identity, code, at) SELECT ?, id, ? FROM join_codes WHERE hash = ?`
	deleteEndedUses    = `DELETE FROM join_uses WHERE code IN (SELECT id FROM join_codes WHERE until < ?)`
	deleteEndedCodes   = `DELETE FROM join_codes WHERE until < ?`
	deleteUnusedCode   = `DELETE FROM join_codes WHERE id = ? AND used = 0`
	endJoinCode        = `UPDATE join_codes SET until = ?1 WHERE id = ?2 AND until > ?1`
	deleteUsesOfPerson = `DELETE FROM join_uses WHERE identity = ?1`
)

func scanJoinCode(rows *sql.Rows, c *JoinCode) error {
	return rows.Scan(
		&c.ID, &c.Hash, &c.Kind, &c.Label, &c.People, &c.Used, (*milli)(&c.Created), (*milli)(&c.Until),
	)
}

func scanJoinUse(rows *sql.Rows, use *JoinUse) error {
	return rows.Scan(&use.Identity, &use.Code, (*milli)(&use.At))
}

// JoinCode returns the code with a hash, or ErrNotFound.
func (s JoinCodes) JoinCode(ctx context.Context, hash []byte) (JoinCode, error) {
	return find(ctx, s.db, "a code", scanJoinCode, selectJoinCode, blob(hash))
}

// JoinUse returns the code with which an account was created, or ErrNotFound.
func (s JoinCodes) JoinUse(ctx context.Context, identity string) (JoinUse, error) {
	return find(ctx, s.db, "the use of a code", scanJoinUse, selectJoinUse, identity)
}

// ListJoinCodes returns at most limit codes, the latest first.
func (s JoinCodes) ListJoinCodes(ctx context.Context, limit int) ([]JoinCode, error) {
	return list(ctx, s.db, "codes", scanJoinCode, selectJoinCodes, math.MaxInt64, limit)
}

// ListJoinUses returns at most limit uses of codes, in the order of codes and of time.
func (s JoinCodes) ListJoinUses(ctx context.Context, limit int) ([]JoinUse, error) {
	return list(ctx, s.db, "uses of codes", scanJoinUse, selectJoinUses, limit)
}

// EndJoinCode ends a code at a time. It removes a code that nobody has used. It fails with ErrNotFound
// if there is no such code, or if the code has ended.
func (s JoinCodes) EndJoinCode(ctx context.Context, id string, at time.Time) error {
	return s.db.change(ctx, "end a code", func(t *tx) error {
		deleted, err := t.count(deleteUnusedCode, id)
		if err != nil || deleted > 0 {
			return err
		}
		return t.changeOne("code "+id, endJoinCode, at.UnixMilli(), id)
	})
}

// DeleteJoinCodes removes the codes that ended before a time, and their uses.
func (s JoinCodes) DeleteJoinCodes(ctx context.Context, before time.Time) error {
	before = ceilMilli(before)
	return s.db.change(ctx, "delete codes", func(t *tx) error {
		return t.execAll([]string{deleteEndedUses, deleteEndedCodes}, before.UnixMilli())
	})
}

// useJoinCode counts a use of a code at a time. It fails with ErrUsedUp if the code cannot be used.
func (t *tx) useJoinCode(hash []byte, at time.Time) error {
	used, err := t.count(useJoinCode, blob(hash), at.UnixMilli())
	if err == nil && used == 0 {
		err = fmt.Errorf("a code: %w", ErrUsedUp)
	}
	return err
}
