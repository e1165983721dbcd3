package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
)

// identities is the part of a [DB] that keeps who is who. An identity has
// credentials, by which it is recognised. Secrets are never stored, only their
// hashes.
type identities struct{ *store }

// Identity is somebody who can be recognised.
type Identity struct {
	ID   string
	Name string
	// Kind says what the identity is; it means nothing to the log.
	Kind string
	// Look is what the name looks like, if no other identity may look so, or
	// empty.
	Look string
	// Owner is the identity that a bot belongs to, or empty.
	Owner string
	// Face is the one that was chosen, About what it says of itself, or empty; they
	// mean nothing to the log.
	Face, About string
	// Discreet identities are not followed.
	Discreet bool
	// Created and Seen are when the identity was added and was seen last. A
	// zero Created means the present, a zero Seen the same as Created.
	Created, Seen time.Time
}

// IdentityChange says what changes about an identity. What is zero stays.
type IdentityChange struct {
	// Identity replaces all but the id, the owner and the time when it was added.
	Identity *Identity
	// Clear are kinds of which all credentials are removed.
	Clear []string
	// Remove are credentials that are removed, Add those that are added, whose
	// Identity is ignored.
	Remove []CredentialKey
	Add    []Credential
}

// LookQuery asks for identities that have a look, with that part in it.
type LookQuery struct {
	Part  string
	After Cursor
	Limit int
}

// UnseenQuery asks for identities of a kind that were not seen since a time, and have neither
// a seat in a room nor a match.
type UnseenQuery struct {
	Since time.Time
	// Kind keeps only the identities of that kind.
	Kind  string
	After Cursor
	Limit int
}

// CreateIdentity adds an identity with its first credential, whose Identity
// is ignored. It fails with ErrExists if there is one with the id, the look
// or the credential.
func (s identities) CreateIdentity(ctx context.Context, identity Identity, first Credential) error {
	identity, first = identityInMilli(identity), credentialInMilli(first)
	if err := firstError(checkID("the identity", identity.ID), checkIdentity(&identity), checkCredential(&first)); err != nil {
		return err
	}
	return s.change(ctx, "create an identity", func(t *tables) error {
		if err := t.checkCredentials(first); err != nil {
			return err
		}
		added, err := t.count(`INSERT INTO identities (id, name, kind, look, owner, face, about, discreet, created, seen)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, identity.ID, identity.Name, identity.Kind, textOrNull(identity.Look),
			textOrNull(identity.Owner), identity.Face, identity.About, identity.Discreet, identity.Created.UnixMilli(), identity.Seen.UnixMilli())
		if err != nil {
			return err
		}
		if added == 0 {
			return fmt.Errorf("%q: %w", identity.ID, ErrExists)
		}
		t.Wrote(len(identity.ID) + len(identity.Name))
		return t.putCredential(identity.ID, &first)
	})
}

// ChangeIdentity changes an identity and its credentials in one transaction.
// It fails with ErrNotFound if there is no such identity, or if it does not
// have a credential that is to be removed, and with ErrExists if the look is
// another identity's or there is a credential that is to be added.
func (s identities) ChangeIdentity(ctx context.Context, id string, change IdentityChange) error {
	if change.Identity != nil {
		identity := identityInMilli(*change.Identity)
		if err := checkIdentity(&identity); err != nil {
			return err
		}
		change.Identity = &identity
	}
	if len(change.Remove)+len(change.Add) > MaxMembers {
		return invalid("%d credentials change at once", len(change.Remove)+len(change.Add))
	}
	change.Add = slices.Clone(change.Add)
	for i := range change.Add {
		change.Add[i] = credentialInMilli(change.Add[i])
		if err := checkCredential(&change.Add[i]); err != nil {
			return err
		}
		same := func(other Credential) bool { return sameKey(other.CredentialKey, change.Add[i].CredentialKey) }
		if slices.ContainsFunc(change.Add[:i], same) {
			return invalid("a credential is added twice")
		}
	}
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
		changed, err := t.count(`UPDATE identities SET name = ?1, kind = ?2, look = ?3, seen = ?4, face = ?6, about = ?7, discreet = ?8 WHERE id = ?5
			AND NOT EXISTS (SELECT 1 FROM identities WHERE look = ?3 AND id <> ?5)`, is.Name, is.Kind, textOrNull(is.Look), is.Seen.UnixMilli(), id,
			is.Face, is.About, is.Discreet)
		if err != nil {
			return err
		} else if changed == 0 {
			return fmt.Errorf("the look %q: %w", is.Look, ErrExists)
		}
	}
	for _, kind := range change.Clear {
		if _, err := t.Exec(`DELETE FROM credentials WHERE identity = ? AND kind = ?`, id, kind); err != nil {
			return err
		}
	}
	for _, key := range change.Remove {
		if _, err := t.Exec(`DELETE FROM credentials WHERE kind = ? AND id = ? AND identity = ?`, key.Kind, blob(key.ID), id); err != nil {
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

// deleteIdentity removes an identity, the credentials and the sums of it and
// of its bots, which block, invite and follow nobody. The identities go last: they say
// which bots there are.
var deleteIdentity = [...]string{
	`DELETE FROM credentials WHERE identity IN (` + identityAndBots + `)`,
	`DELETE FROM tallies WHERE identity IN (` + identityAndBots + `)`,
	`DELETE FROM blocks WHERE identity = ?1 OR blocked = ?1`,
	`DELETE FROM invitations WHERE inviter = ?1 OR invited = ?1`,
	`DELETE FROM follows WHERE identity = ?1 OR followed = ?1`,
	`DELETE FROM days WHERE identity IN (` + identityAndBots + `)`,
	`DELETE FROM streaks WHERE identity IN (` + identityAndBots + `)`,
	`DELETE FROM favourites WHERE identity IN (` + identityAndBots + `)`,
	`DELETE FROM feats WHERE identity IN (` + identityAndBots + `)`,
	// Who has played with somebody is among those with whom somebody has played.
	`DELETE FROM companions WHERE identity IN (SELECT other FROM companions WHERE identity IN (` + identityAndBots + `)) AND other IN (` + identityAndBots + `)`,
	`DELETE FROM companions WHERE identity IN (` + identityAndBots + `)`,
	`DELETE FROM standings WHERE identity IN (` + identityAndBots + `)`,
	`DELETE FROM identities WHERE id = ?1 OR owner = ?1`,
}

const identityAndBots = `SELECT ?1 UNION ALL SELECT id FROM identities WHERE owner = ?1`

// DeleteIdentity removes the identity with its credentials, sums, role, blocks,
// follows and invitations, by whomever they are, and the bots that it owns with theirs, as
// well as the reports and the words of acts about them. Rooms, matches and bans that name its id
// stay as they are. It fails with ErrNotFound.
func (s identities) DeleteIdentity(ctx context.Context, id string) error {
	return s.change(ctx, "delete an identity", func(t *tables) error {
		if _, err := t.identity(id); err != nil {
			return err
		}
		if err := t.hideRatings(id); err != nil {
			return err
		}
		if err := t.execAll(slices.Concat(forgetModeration[:], deleteNotices[:], deleteIdentity[:]), id); err != nil {
			return err
		}
		_, err := t.Exec(`UPDATE files SET until = 0 WHERE owner = ?`, id)
		return err
	})
}

// Identity returns the identity with the id, or ErrNotFound.
func (s identities) Identity(ctx context.Context, id string) (Identity, error) {
	return s.identity(ctx, `identities i WHERE i.id = ?`, id)
}

// IdentityByLook returns the identity whose name looks like that, or
// ErrNotFound.
func (s identities) IdentityByLook(ctx context.Context, look string) (Identity, error) {
	return s.identity(ctx, identityByLook, look)
}

const identityByLook = `identities i WHERE i.look = ?`

func (s identities) identity(ctx context.Context, from string, arg any) (Identity, error) {
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

// Looks returns the identities that the query asks for, in the order of their looks.
func (s identities) Looks(ctx context.Context, query LookQuery) (Page[Identity], error) {
	if err := firstError(checkLimit(&query.Limit), checkText("the look", query.Part), checkText("the cursor", string(query.After))); err != nil {
		return Page[Identity]{}, err
	}
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

// selectBeginning is in the order of the index of looks. No look has a character above
// the last one of Unicode.
const selectBeginning = `SELECT ` + identityFields + ` FROM identities i WHERE i.look >= ?1 AND i.look < ?2 ORDER BY i.look LIMIT ?3`

// Beginning returns the identities whose looks begin so, in their order, at most limit.
func (s identities) Beginning(ctx context.Context, beginning string, limit int) ([]Identity, error) {
	if err := firstError(checkLimit(&limit), checkID("the look", beginning)); err != nil {
		return nil, err
	}
	var list []Identity
	err := s.query(ctx, func(rows *sql.Rows) error {
		var one Identity
		err := rows.Scan(identityColumns(&one)...)
		list = append(list, one)
		return err
	}, selectBeginning, beginning, beginning+string(unicode.MaxRune), limit)
	if err != nil {
		return nil, fmt.Errorf("find names: %w", err)
	}
	return list, nil
}

// selectUnseen asks for identities with their rows' numbers.
const selectUnseen = `SELECT ` + identityFields + `, i.number FROM identities i
	WHERE (i.seen, i.number) > (?, ?) AND i.seen < ? AND i.kind = ?
	AND NOT EXISTS (SELECT 1 FROM members WHERE identity = i.id)
	AND NOT EXISTS (SELECT 1 FROM match_persons WHERE identity = i.id)
	ORDER BY i.seen, i.number LIMIT ?`

// Unseen returns the identities that the query asks for, the one seen longest ago
// first.
func (s identities) Unseen(ctx context.Context, query UnseenQuery) (Page[Identity], error) {
	if err := checkLimit(&query.Limit); err != nil {
		return Page[Identity]{}, err
	}
	query.Since = toMilli(query.Since)
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

// Known returns those of the identities that exist, by id; at most MaxPage
// ids are asked for.
func (s identities) Known(ctx context.Context, ids []string) (map[string]Identity, error) {
	if len(ids) > MaxPage {
		return nil, invalid("%d ids, more than %d", len(ids), MaxPage)
	}
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

// Faces returns the faces of those identities with one of the looks that have
// chosen one, by look; at most MaxPage looks are asked for.
func (s identities) Faces(ctx context.Context, looks []string) (map[string]string, error) {
	if len(looks) > MaxPage {
		return nil, invalid("%d looks, more than %d", len(looks), MaxPage)
	}
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

// selectKnown returns the statement for so many ids.
func selectKnown(n int) string {
	return selectIdentity + `identities i WHERE i.id IN (` + placeholders(n) + `)`
}

// Setting returns what the server has stored under a name, or ErrNotFound.
func (s identities) Setting(ctx context.Context, name string) (string, error) {
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

// KeepSetting stores a value under a name unless there is one, and returns
// the one that is stored then.
func (s identities) KeepSetting(ctx context.Context, name, value string) (kept string, err error) {
	if err := firstError(checkID("the setting", name), checkText("its value", value)); err != nil {
		return "", err
	}
	err = s.submit(ctx, func(t *tables) error {
		if _, err := t.Exec(`INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING`, name, value); err != nil {
			return err
		}
		return t.QueryRow(selectSetting, name).Scan(&kept)
	})
	if err != nil {
		return "", fmt.Errorf("keep a setting: %w", err)
	}
	return kept, nil
}

const (
	identityFields   = `i.id, i.name, i.kind, coalesce(i.look, ''), coalesce(i.owner, ''), i.face, i.about, i.discreet, i.created, i.seen`
	credentialFields = `c.kind, c.id, c.identity, c.label, c.data, c.created, c.used`
	selectIdentity   = `SELECT ` + identityFields + ` FROM `
	selectCredential = `SELECT ` + credentialFields + ` FROM credentials c WHERE c.kind = ? AND c.id = ?`

	credentialWithIdentity = `SELECT ` + credentialFields + `, ` + identityFields +
		` FROM credentials c JOIN identities i ON i.id = c.identity WHERE c.kind = ? AND c.id = ?`
	credentialsOf = `SELECT ` + credentialFields + ` FROM credentials c WHERE c.identity IN (` + identityAndBots + `) ORDER BY c.created, c.id`
)

// identityColumns returns where the fields of a row go.
func identityColumns(identity *Identity) []any {
	return []any{&identity.ID, &identity.Name, &identity.Kind, &identity.Look, &identity.Owner, &identity.Face, &identity.About, &identity.Discreet,
		(*milli)(&identity.Created), (*milli)(&identity.Seen)}
}

// identity returns the identity, or ErrNotFound.
func (t *tables) identity(id string) (identity Identity, err error) {
	err = t.QueryRow(selectIdentity+`identities i WHERE i.id = ?`, id).Scan(identityColumns(&identity)...)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("identity %q: %w", id, ErrNotFound)
	}
	return identity, err
}

// maxAbout is how many bytes an identity says of itself.
const maxAbout = 1 << 10

func checkIdentity(identity *Identity) error {
	return firstError(checkText("the name", identity.Name), checkText("the kind", identity.Kind), checkText("the look", identity.Look),
		checkText("the owner", identity.Owner), checkText("the face", identity.Face), checkTextTo("what it says", identity.About, maxAbout))
}

// identityInMilli returns the identity with its times as they are stored.
func identityInMilli(identity Identity) Identity {
	if identity.Created.IsZero() {
		identity.Created = time.Now()
	}
	if identity.Seen.IsZero() {
		identity.Seen = identity.Created
	}
	identity.Created, identity.Seen = toMilli(identity.Created), toMilli(identity.Seen)
	return identity
}
