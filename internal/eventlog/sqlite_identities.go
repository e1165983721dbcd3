package eventlog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// CreateIdentity implements [Identities].
func (s *store) CreateIdentity(ctx context.Context, tokenHash []byte, identity Identity) error {
	err := s.submit(ctx, func(t *tables) error {
		if err := t.checkCredential(tokenHash); err != nil {
			return err
		}
		added, err := count(t.addIdentity, identity.ID, identity.Name, identity.Created.UnixMilli(), identity.Seen.UnixMilli())
		if err != nil {
			return err
		}
		if added == 0 {
			return fmt.Errorf("%q: %w", identity.ID, ErrExists)
		}
		t.written += len(tokenHash) + 2*len(identity.ID) + len(identity.Name)
		_, err = t.addCredential.Exec(tokenHash, identity.ID, identity.Created.UnixMilli())
		return err
	})
	if err != nil {
		return fmt.Errorf("create an identity: %w", err)
	}
	return nil
}

// AddCredential implements [Identities].
func (s *store) AddCredential(ctx context.Context, tokenHash []byte, identity string) error {
	err := s.submit(ctx, func(t *tables) error {
		if _, err := t.identity(identity); err != nil {
			return err
		}
		return t.credential(tokenHash, identity)
	})
	if err != nil {
		return fmt.Errorf("add a credential: %w", err)
	}
	return nil
}

// AddLink implements [Identities].
func (s *store) AddLink(ctx context.Context, linkHash []byte, identity string, until time.Time) error {
	err := s.submit(ctx, func(t *tables) error {
		if _, err := t.identity(identity); err != nil {
			return err
		}
		owner, _, err := t.link(linkHash)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		if err == nil && owner != identity {
			return fmt.Errorf("a link: %w", ErrExists)
		}
		if _, err := t.delEndedLinks.Exec(time.Now().UnixMilli()); err != nil {
			return err
		}
		_, err = t.addLink.Exec(identity, linkHash, until.UnixMilli())
		return err
	})
	if err != nil {
		return fmt.Errorf("add a link: %w", err)
	}
	return nil
}

// TakeLink implements [Identities].
func (s *store) TakeLink(ctx context.Context, linkHash []byte, now time.Time, tokenHash []byte) (Identity, error) {
	var identity Identity
	var ended bool
	err := s.submit(ctx, func(t *tables) error {
		owner, until, err := t.link(linkHash)
		if err != nil {
			return err
		}
		if ended = until <= now.UnixMilli(); !ended {
			if identity, err = t.identity(owner); err != nil {
				return err
			}
			if err := t.credential(tokenHash, owner); err != nil {
				return err
			}
		}
		_, err = t.delLink.Exec(owner)
		return err
	})
	if err == nil && ended {
		err = fmt.Errorf("the link has ended: %w", ErrNotFound)
	}
	if err != nil {
		return Identity{}, fmt.Errorf("take a link: %w", err)
	}
	return identity, nil
}

// selectUnseen asks for identities with their rows' numbers.
const selectUnseen = `SELECT i.id, i.name, i.created, i.seen, i.rowid FROM identities i
	WHERE (i.seen, i.rowid) > (?, ?) AND i.seen < ?
	AND NOT EXISTS (SELECT 1 FROM members WHERE identity = i.id)
	AND NOT EXISTS (SELECT 1 FROM match_persons WHERE identity = i.id)
	ORDER BY i.seen, i.rowid LIMIT ?`

// Unseen implements [Identities].
func (s *store) Unseen(ctx context.Context, query UnseenQuery) (Page[Identity], error) {
	at, number, err := query.After.wake()
	if err != nil {
		return Page[Identity]{}, err
	}
	var p pager[Identity]
	err = s.query(ctx, func(rows *sql.Rows) error {
		var one Identity
		var created, seen, number int64
		if err := rows.Scan(&one.ID, &one.Name, &created, &seen, &number); err != nil {
			return err
		}
		if !p.full(query.Limit) {
			one.Created, one.Seen = fromMilli(created), fromMilli(seen)
			p.add(one, wakeCursor(seen, number))
		}
		return nil
	}, selectUnseen, at, number, query.Since.UnixMilli(), query.Limit+1)
	if err != nil {
		return Page[Identity]{}, fmt.Errorf("list identities: %w", err)
	}
	return p.page(), nil
}

// UpdateIdentity implements [Identities].
func (s *store) UpdateIdentity(ctx context.Context, identity Identity) error {
	err := s.submit(ctx, func(t *tables) error {
		changed, err := count(t.setIdentity, identity.Name, identity.Seen.UnixMilli(), identity.ID)
		if err == nil && changed == 0 {
			err = fmt.Errorf("%q: %w", identity.ID, ErrNotFound)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("update an identity: %w", err)
	}
	return nil
}

// DeleteIdentity implements [Identities].
func (s *store) DeleteIdentity(ctx context.Context, id string) error {
	err := s.submit(ctx, func(t *tables) error {
		removed, err := count(t.delIdentity, id)
		if err != nil {
			return err
		}
		if removed == 0 {
			return fmt.Errorf("%q: %w", id, ErrNotFound)
		}
		if _, err := t.delCredentials.Exec(id); err != nil {
			return err
		}
		if _, err := t.delLink.Exec(id); err != nil {
			return err
		}
		_, err = t.endFiles.Exec(id)
		return err
	})
	if err != nil {
		return fmt.Errorf("delete an identity: %w", err)
	}
	return nil
}

// Identity implements [Identities].
func (s *store) Identity(ctx context.Context, id string) (Identity, error) {
	return s.identity(ctx, `identities i WHERE i.id = ?`, id)
}

// IdentityByToken implements [Identities].
func (s *store) IdentityByToken(ctx context.Context, tokenHash []byte) (Identity, error) {
	return s.identity(ctx, identityByToken, blob(tokenHash))
}

const identityByToken = `credentials c JOIN identities i ON i.id = c.identity WHERE c.token_hash = ?`

func (s *store) identity(ctx context.Context, from string, arg any) (Identity, error) {
	var identity Identity
	err := s.query(ctx, func(rows *sql.Rows) error { return scanIdentity(rows, &identity) }, selectIdentity+from, arg)
	if err != nil {
		return Identity{}, fmt.Errorf("look up an identity: %w", err)
	}
	if identity.ID == "" {
		return Identity{}, fmt.Errorf("identity: %w", ErrNotFound)
	}
	return identity, nil
}

// Names implements [Identities].
func (s *store) Names(ctx context.Context, ids []string) (map[string]string, error) {
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	names := map[string]string{}
	err := s.query(ctx, func(rows *sql.Rows) error {
		var id, name string
		if err := rows.Scan(&id, &name); err != nil {
			return err
		}
		names[id] = name
		return nil
	}, selectNames(len(ids)), args...)
	if err != nil {
		return nil, fmt.Errorf("look up names: %w", err)
	}
	return names, nil
}

// selectNames returns the statement for so many ids.
func selectNames(n int) string {
	return `SELECT id, name FROM identities WHERE id IN (` + placeholders(n) + `)`
}

const selectIdentity = `SELECT i.id, i.name, i.created, i.seen FROM `

// scanIdentity reads a row of selectIdentity.
func scanIdentity(row interface{ Scan(...any) error }, identity *Identity) error {
	var created, seen int64
	if err := row.Scan(&identity.ID, &identity.Name, &created, &seen); err != nil {
		return err
	}
	identity.Created, identity.Seen = fromMilli(created), fromMilli(seen)
	return nil
}

// deleteEndedLinks removes the links that have ended by a time.
const deleteEndedLinks = `DELETE FROM links WHERE until <= ?`

// identity returns the identity, or ErrNotFound.
func (t *tables) identity(id string) (identity Identity, err error) {
	err = scanIdentity(t.getIdentity.QueryRow(id), &identity)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("identity %q: %w", id, ErrNotFound)
	}
	return identity, err
}

// link returns the identity of a link and when the link ends, or ErrNotFound.
func (t *tables) link(hash []byte) (identity string, until int64, err error) {
	err = t.findLink.QueryRow(blob(hash)).Scan(&identity, &until)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("a link: %w", ErrNotFound)
	}
	return identity, until, err
}

// checkCredential refuses a credential that belongs to an identity already.
func (t *tables) checkCredential(tokenHash []byte) error {
	err := t.findCredential.QueryRow(tokenHash).Scan(new(string))
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	} else if err != nil {
		return err
	}
	return fmt.Errorf("a credential: %w", ErrExists)
}

// credential adds a credential to an identity.
func (t *tables) credential(tokenHash []byte, identity string) error {
	added, err := count(t.addCredential, tokenHash, identity, time.Now().UnixMilli())
	if err == nil && added == 0 {
		err = fmt.Errorf("a credential: %w", ErrExists)
	}
	return err
}
