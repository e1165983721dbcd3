package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// CreateIdentity implements [Identities].
func (s *store) CreateIdentity(ctx context.Context, identity Identity, first Credential) error {
	return s.change(ctx, "create an identity", func(t *tables) error {
		if err := t.checkCredentials(first); err != nil {
			return err
		}
		added, err := t.count(`INSERT INTO identities (id, name, kind, look, owner, face, created, seen)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, identity.ID, identity.Name, identity.Kind, textOrNull(identity.Look),
			textOrNull(identity.Owner), identity.Face, identity.Created.UnixMilli(), identity.Seen.UnixMilli())
		if err != nil {
			return err
		}
		if added == 0 {
			return fmt.Errorf("%q: %w", identity.ID, ErrExists)
		}
		t.written += len(identity.ID) + len(identity.Name)
		return t.putCredential(identity.ID, &first)
	})
}

// ChangeIdentity implements [Identities].
func (s *store) ChangeIdentity(ctx context.Context, id string, change IdentityChange) error {
	err := s.submit(ctx, func(t *tables) error { return t.change(id, &change) })
	if err != nil {
		return fmt.Errorf("change an identity: %w", err)
	}
	return nil
}

// change changes an identity. A write that is refused has changed nothing, so it
// checks everything first.
func (t *tables) change(id string, change *IdentityChange) error {
	if _, err := t.identity(id); err != nil {
		return err
	}
	for _, key := range change.Remove {
		found, err := t.credential(key)
		if err != nil {
			return err
		} else if found.Identity != id {
			return fmt.Errorf("a credential of another identity: %w", ErrNotFound)
		}
	}
	if err := t.checkCredentials(change.Add...); err != nil {
		return err
	}
	if is := change.Identity; is != nil {
		changed, err := t.count(`UPDATE identities SET name = ?1, kind = ?2, look = ?3, seen = ?4, face = ?6 WHERE id = ?5
			AND NOT EXISTS (SELECT 1 FROM identities WHERE look = ?3 AND id <> ?5)`, is.Name, is.Kind, textOrNull(is.Look), is.Seen.UnixMilli(), id, is.Face)
		if err != nil {
			return err
		} else if changed == 0 {
			return fmt.Errorf("the look %q: %w", is.Look, ErrExists)
		}
	}
	for _, kind := range change.Clear {
		if _, err := t.exec(`DELETE FROM credentials WHERE identity = ? AND kind = ?`, id, kind); err != nil {
			return err
		}
	}
	for _, key := range change.Remove {
		if _, err := t.exec(`DELETE FROM credentials WHERE kind = ? AND id = ? AND identity = ?`, key.Kind, blob(key.ID), id); err != nil {
			return err
		}
	}
	for i := range change.Add {
		if err := t.putCredential(id, &change.Add[i]); err != nil {
			return err
		}
	}
	return nil
}

// NoteUse implements [Identities].
func (s *store) NoteUse(ctx context.Context, key CredentialKey, at time.Time, data []byte) error {
	return s.change(ctx, "note the use of a credential", func(t *tables) error {
		var identity string
		err := t.queryRow(`UPDATE credentials SET used = ? WHERE kind = ? AND id = ? RETURNING identity`, at.UnixMilli(), key.Kind, blob(key.ID)).Scan(&identity)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("a credential: %w", ErrNotFound)
		} else if err != nil {
			return err
		}
		if data != nil {
			if _, err := t.exec(`UPDATE credentials SET data = ? WHERE kind = ? AND id = ?`, data, key.Kind, blob(key.ID)); err != nil {
				return err
			}
		}
		_, err = t.exec(`UPDATE identities SET seen = ? WHERE id = ?`, at.UnixMilli(), identity)
		return err
	})
}

// deleteIdentity removes an identity, the credentials and the results of it and
// of its bots, which block and invite nobody. The identities go last: they say
// which bots there are.
var deleteIdentity = [...]string{
	`DELETE FROM identities WHERE id = ?1 OR owner = ?1`,
	`DELETE FROM credentials WHERE identity IN (` + identityAndBots + `)`,
	`DELETE FROM results WHERE identity IN (` + identityAndBots + `)`,
	`DELETE FROM blocks WHERE identity = ?1 OR blocked = ?1`,
	`DELETE FROM invitations WHERE inviter = ?1 OR invited = ?1`,
}

const identityAndBots = `SELECT ?1 UNION ALL SELECT id FROM identities WHERE owner = ?1`

// DeleteIdentity implements [Identities].
func (s *store) DeleteIdentity(ctx context.Context, id string) error {
	return s.change(ctx, "delete an identity", func(t *tables) error {
		if _, err := t.identity(id); err != nil {
			return err
		}
		if err := t.hideRatings(id); err != nil {
			return err
		}
		for _, stmt := range append(forgetModeration[:], deleteIdentity[3], deleteIdentity[4], deleteNotices[0], deleteNotices[1], deleteIdentity[1], deleteIdentity[2], deleteIdentity[0]) {
			if _, err := t.exec(stmt, id); err != nil {
				return err
			}
		}
		_, err := t.exec(`UPDATE files SET until = 0 WHERE owner = ?`, id)
		return err
	})
}

// Identity implements [Identities].
func (s *store) Identity(ctx context.Context, id string) (Identity, error) {
	return s.identity(ctx, `identities i WHERE i.id = ?`, id)
}

// IdentityByLook implements [Identities].
func (s *store) IdentityByLook(ctx context.Context, look string) (Identity, error) {
	return s.identity(ctx, identityByLook, look)
}

const identityByLook = `identities i WHERE i.look = ?`

func (s *store) identity(ctx context.Context, from string, arg any) (Identity, error) {
	var identity Identity
	err := s.query(ctx, func(rows *sql.Rows) error { return rows.Scan(identityColumns(&identity)...) }, selectIdentity+from, arg)
	if err != nil {
		return Identity{}, fmt.Errorf("look up an identity: %w", err)
	}
	if identity.ID == "" {
		return Identity{}, fmt.Errorf("identity: %w", ErrNotFound)
	}
	return identity, nil
}

// selectLooks is in the order of the index of looks.
const selectLooks = `SELECT ` + identityFields + ` FROM identities i
	WHERE i.look > ? AND i.look LIKE ? ESCAPE '\' ORDER BY i.look LIMIT ?`

// Looks implements [Identities].
func (s *store) Looks(ctx context.Context, query LookQuery) (Page[Identity], error) {
	part := "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(query.Part) + "%"
	var p pager[Identity]
	err := s.query(ctx, func(rows *sql.Rows) error {
		var one Identity
		if err := rows.Scan(identityColumns(&one)...); err != nil {
			return err
		}
		if !p.full(query.Limit) {
			p.add(one, Cursor(one.Look))
		}
		return nil
	}, selectLooks, string(query.After), part, query.Limit+1)
	if err != nil {
		return Page[Identity]{}, fmt.Errorf("list looks: %w", err)
	}
	return p.page(), nil
}

// selectUnseen asks for identities with their rows' numbers.
const selectUnseen = `SELECT ` + identityFields + `, i.number FROM identities i
	WHERE (i.seen, i.number) > (?, ?) AND i.seen < ? AND i.kind = ?
	AND NOT EXISTS (SELECT 1 FROM members WHERE identity = i.id)
	AND NOT EXISTS (SELECT 1 FROM match_persons WHERE identity = i.id)
	ORDER BY i.seen, i.number LIMIT ?`

// Unseen implements [Identities].
func (s *store) Unseen(ctx context.Context, query UnseenQuery) (Page[Identity], error) {
	at, number, err := query.After.wake()
	if err != nil {
		return Page[Identity]{}, err
	}
	var p pager[Identity]
	err = s.query(ctx, func(rows *sql.Rows) error {
		var one Identity
		var number int64
		if err := rows.Scan(append(identityColumns(&one), &number)...); err != nil {
			return err
		}
		if !p.full(query.Limit) {
			p.add(one, wakeCursor(one.Seen.UnixMilli(), number))
		}
		return nil
	}, selectUnseen, at, number, query.Since.UnixMilli(), query.Kind, query.Limit+1)
	if err != nil {
		return Page[Identity]{}, fmt.Errorf("list identities: %w", err)
	}
	return p.page(), nil
}

// Known implements [Identities].
func (s *store) Known(ctx context.Context, ids []string) (map[string]Identity, error) {
	known := map[string]Identity{}
	if len(ids) == 0 {
		return known, ctx.Err()
	}
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	err := s.query(ctx, func(rows *sql.Rows) error {
		var identity Identity
		err := rows.Scan(identityColumns(&identity)...)
		known[identity.ID] = identity
		return err
	}, selectKnown(len(ids)), args...)
	if err != nil {
		return nil, fmt.Errorf("look up identities: %w", err)
	}
	return known, nil
}

// selectKnown returns the statement for so many ids.
func selectKnown(n int) string {
	return selectIdentity + `identities i WHERE i.id IN (` + placeholders(n) + `)`
}

// Faces implements [Identities].
func (s *store) Faces(ctx context.Context, looks []string) (map[string]string, error) {
	faces := map[string]string{}
	if len(looks) == 0 {
		return faces, ctx.Err()
	}
	args := make([]any, len(looks))
	for i, look := range looks {
		args[i] = look
	}
	err := s.query(ctx, func(rows *sql.Rows) error {
		var look, face string
		err := rows.Scan(&look, &face)
		faces[look] = face
		return err
	}, selectFaces(len(looks)), args...)
	if err != nil {
		return nil, fmt.Errorf("look up faces: %w", err)
	}
	return faces, nil
}

// selectFaces returns the statement for so many looks.
func selectFaces(n int) string {
	return `SELECT i.look, i.face FROM identities i WHERE i.look IN (` + placeholders(n) + `) AND i.face <> ''`
}

// Credential implements [Identities].
func (s *store) Credential(ctx context.Context, key CredentialKey) (Credential, Identity, error) {
	var credential Credential
	var identity Identity
	err := s.query(ctx, func(rows *sql.Rows) error {
		return rows.Scan(append(credentialColumns(&credential), identityColumns(&identity)...)...)
	}, credentialWithIdentity, key.Kind, blob(key.ID))
	if err != nil {
		return Credential{}, Identity{}, fmt.Errorf("look up a credential: %w", err)
	}
	if identity.ID == "" {
		return Credential{}, Identity{}, fmt.Errorf("a credential: %w", ErrNotFound)
	}
	return credential, identity, nil
}

// Credentials implements [Identities].
func (s *store) Credentials(ctx context.Context, identity string) ([]Credential, error) {
	var list []Credential
	err := s.query(ctx, func(rows *sql.Rows) error {
		var credential Credential
		err := rows.Scan(credentialColumns(&credential)...)
		list = append(list, credential)
		return err
	}, credentialsOf, identity)
	if err != nil {
		return nil, fmt.Errorf("list credentials: %w", err)
	}
	return list, nil
}

// Setting implements [Identities].
func (s *store) Setting(ctx context.Context, name string) (string, error) {
	value, found := "", false
	err := s.query(ctx, func(rows *sql.Rows) error { found = true; return rows.Scan(&value) }, selectSetting, name)
	if err == nil && !found {
		err = fmt.Errorf("%q: %w", name, ErrNotFound)
	}
	if err != nil {
		return "", fmt.Errorf("look up a setting: %w", err)
	}
	return value, nil
}

const selectSetting = `SELECT value FROM settings WHERE name = ?`

// KeepSetting implements [Identities].
func (s *store) KeepSetting(ctx context.Context, name, value string) (kept string, err error) {
	err = s.submit(ctx, func(t *tables) error {
		if _, err := t.exec(`INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING`, name, value); err != nil {
			return err
		}
		return t.queryRow(selectSetting, name).Scan(&kept)
	})
	if err != nil {
		return "", fmt.Errorf("keep a setting: %w", err)
	}
	return kept, nil
}

const (
	identityFields   = `i.id, i.name, i.kind, coalesce(i.look, ''), coalesce(i.owner, ''), i.face, i.created, i.seen`
	credentialFields = `c.kind, c.id, c.identity, c.label, c.data, c.created, c.used`
	selectIdentity   = `SELECT ` + identityFields + ` FROM `
	selectCredential = `SELECT ` + credentialFields + ` FROM credentials c WHERE c.kind = ? AND c.id = ?`

	credentialWithIdentity = `SELECT ` + credentialFields + `, ` + identityFields +
		` FROM credentials c JOIN identities i ON i.id = c.identity WHERE c.kind = ? AND c.id = ?`
	credentialsOf = `SELECT ` + credentialFields + ` FROM credentials c WHERE c.identity IN (` + identityAndBots + `) ORDER BY c.created, c.id`
)

// identityColumns returns where the fields of a row go.
func identityColumns(identity *Identity) []any {
	return []any{&identity.ID, &identity.Name, &identity.Kind, &identity.Look, &identity.Owner, &identity.Face,
		(*milli)(&identity.Created), (*milli)(&identity.Seen)}
}

// credentialColumns returns where the fields of a row go.
func credentialColumns(c *Credential) []any {
	return []any{&c.Kind, &c.ID, &c.Identity, &c.Label, &c.Data, (*milli)(&c.Created), (*milli)(&c.Used)}
}

// milli is a time that is stored in milliseconds.
type milli time.Time

var _ sql.Scanner = (*milli)(nil)

// Scan implements [sql.Scanner].
func (m *milli) Scan(value any) error {
	number, ok := value.(int64)
	if !ok {
		return fmt.Errorf("a time is stored as %T", value)
	}
	*m = milli(fromMilli(number))
	return nil
}

// textOrNull returns NULL for an empty text.
func textOrNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// identity returns the identity, or ErrNotFound.
func (t *tables) identity(id string) (identity Identity, err error) {
	err = t.queryRow(selectIdentity+`identities i WHERE i.id = ?`, id).Scan(identityColumns(&identity)...)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("identity %q: %w", id, ErrNotFound)
	}
	return identity, err
}

// credential returns the credential, or ErrNotFound.
func (t *tables) credential(key CredentialKey) (credential Credential, err error) {
	err = t.queryRow(selectCredential, key.Kind, blob(key.ID)).Scan(credentialColumns(&credential)...)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("a credential: %w", ErrNotFound)
	}
	return credential, err
}

// checkCredentials refuses credentials that are there already.
func (t *tables) checkCredentials(credentials ...Credential) error {
	for i := range credentials {
		_, err := t.credential(credentials[i].CredentialKey)
		switch {
		case err == nil:
			return fmt.Errorf("a credential: %w", ErrExists)
		case !errors.Is(err, ErrNotFound):
			return err
		}
	}
	return nil
}

// putCredential adds a credential to an identity.
func (t *tables) putCredential(identity string, c *Credential) error {
	added, err := t.count(`INSERT INTO credentials (kind, id, identity, label, data, created, used)
			VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, c.Kind, c.ID, identity, c.Label, c.Data, c.Created.UnixMilli(), c.Used.UnixMilli())
	if err == nil && added == 0 {
		err = fmt.Errorf("a credential: %w", ErrExists)
	}
	return err
}
