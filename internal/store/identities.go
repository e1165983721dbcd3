package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Identities is the part of a [DB] that keeps identities and the credentials by which
// they are recognised. Of a secret, only the hash is stored.
type Identities struct{ db *engine }

// Identity is somebody who can be recognised.
type Identity struct {
	ID   string
	Name string
	// Kind says what sort of identity it is; it means nothing to the store.
	Kind string
	// Skeleton is a form of the name that is the same for all names that look alike. No two
	// identities have the same; empty reserves none.
	Skeleton string
	// Owner is the identity that a bot belongs to, or empty.
	Owner string
	// Face is the picture that the identity has chosen, About what it says of itself.
	// Either may be empty, and neither means anything to the store.
	Avatar, About string
	// Discreet identities cannot be followed.
	NoFollowers bool
	// Created and Seen are when the identity was added and last seen. A zero Created
	// means now, a zero Seen the same as Created.
	Created, Seen time.Time
}

// IdentityChange is a change of an identity. A field that is zero changes nothing.
type IdentityChange struct {
	// Identity replaces all fields but ID, Owner and Created.
	Identity *Identity
	// Clear are kinds of credentials that are all removed.
	Clear []string
	// Remove are credentials that are removed, Add credentials that are added; the
	// Identity of the latter is ignored.
	Remove []CredentialKey
	Add    []Credential
}

// SkeletonQuery selects identities whose skeleton contains a text.
type SkeletonQuery struct {
	Part  string
	After Cursor
	Limit int
}

// UnseenQuery selects identities of a kind that were not seen since a time, and have
// neither a seat in a room nor a match.
type UnseenQuery struct {
	Since time.Time
	// Kind keeps only the identities of that kind.
	Kind  string
	After Cursor
	Limit int
}

// CreateIdentity adds an identity with its first credential, whose Identity is ignored.
// It fails with ErrExists if the id, the skeleton or the credential is taken.
func (s Identities) CreateIdentity(ctx context.Context, identity Identity, first Credential) error {
	identity, first = identityInMilli(identity), credentialInMilli(first)
	if err := cmp.Or(
		checkID("the identity", identity.ID),
		checkIdentity(&identity),
		checkCredential(&first),
	); err != nil {
		return err
	}
	return s.db.change(ctx, "create an identity", func(t *tx) error {
		if err := t.checkCredentials(first); err != nil {
			return err
		}
		err := t.addOne(
			identity.ID,
			`INSERT INTO identities (id, name, kind, look, owner, face, about, discreet, created, seen)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			identity.ID,
			identity.Name,
			identity.Kind,
			textOrNull(identity.Skeleton),
			textOrNull(identity.Owner),
			identity.Avatar,
			identity.About,
			identity.NoFollowers,
			identity.Created.UnixMilli(),
			identity.Seen.UnixMilli(),
		)
		if err != nil {
			return err
		}
		t.Wrote(len(identity.ID) + len(identity.Name))
		return t.putCredential(identity.ID, &first)
	})
}

// ChangeIdentity changes an identity and its credentials in one transaction. It fails
// with ErrNotFound if there is no such identity or it lacks a credential that is to be
// removed, and with ErrExists if the skeleton or a credential to be added is taken.
func (s Identities) ChangeIdentity(ctx context.Context, id string, change IdentityChange) error {
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
	return s.db.change(ctx, "change an identity", func(t *tx) error { return t.change(id, &change) })
}

// change changes an identity. It checks everything first, as a refused write must have
// changed nothing.
func (t *tx) change(id string, change *IdentityChange) error {
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
		changed, err := t.count(
			`UPDATE identities SET name = ?1, kind = ?2, look = ?3, seen = ?4, face = ?6, about = ?7, discreet = ?8
			WHERE id = ?5 AND NOT EXISTS (SELECT 1 FROM identities WHERE look = ?3 AND id <> ?5)`,
			is.Name,
			is.Kind,
			textOrNull(is.Skeleton),
			is.Seen.UnixMilli(),
			id,
			is.Avatar,
			is.About,
			is.NoFollowers,
		)
		if err != nil {
			return err
		} else if changed == 0 {
			return fmt.Errorf("the skeleton %q: %w", is.Skeleton, ErrExists)
		}
	}
	for _, kind := range change.Clear {
		if _, err := t.Exec(`DELETE FROM credentials WHERE identity = ? AND kind = ?`, id, kind); err != nil {
			return err
		}
	}
	for _, key := range change.Remove {
		if _, err := t.Exec(
			`DELETE FROM credentials WHERE kind = ? AND id = ? AND identity = ?`,
			key.Kind,
			blob(key.ID),
			id,
		); err != nil {
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

// deleteIdentity removes an identity and its bots with their credentials and sums. Bots
// block, invite and follow nobody. The identities go last, as the other statements find
// the bots by them.
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
	// Companions are stored both ways, so this finds the rows of others by those of the
	// identity.
	`DELETE FROM companions
		WHERE identity IN (SELECT other FROM companions WHERE identity IN (` + identityAndBots + `))
		AND other IN (` + identityAndBots + `)`,
	`DELETE FROM companions WHERE identity IN (` + identityAndBots + `)`,
	`DELETE FROM standings WHERE identity IN (` + identityAndBots + `)`,
	`DELETE FROM identities WHERE id = ?1 OR owner = ?1`,
}

const identityAndBots = `SELECT ?1 UNION ALL SELECT id FROM identities WHERE owner = ?1`

// DeleteIdentity removes the identity and the bots that it owns, with their credentials,
// sums, roles, and the blocks, follows and invitations by them and of them, as well as
// the reports and the words of acts about them. Rooms, matches and bans that name the id
// stay as they are, and Erasures returns the id until EndErasure. DeleteIdentity fails with
// ErrNotFound if there is no such identity.
func (s Identities) DeleteIdentity(ctx context.Context, id string) error {
	return s.db.change(ctx, "delete an identity", func(t *tx) error {
		if _, err := t.identity(id); err != nil {
			return err
		}
		if _, err := t.Exec(addErasures, id); err != nil {
			return err
		}
		if err := t.hideRatings(id); err != nil {
			return err
		}
		if err := t.execAll(
			slices.Concat(forgetModeration[:], deleteChannelsAndNotifications[:], deleteIdentity[:]),
			id,
		); err != nil {
			return err
		}
		_, err := t.Exec(`UPDATE files SET until = 0 WHERE owner = ?`, id)
		return err
	})
}

// Identity returns the identity with the id, or ErrNotFound.
func (s Identities) Identity(ctx context.Context, id string) (Identity, error) {
	return s.identity(ctx, `identities i WHERE i.id = ?`, id)
}

// IdentityBySkeleton returns the identity with the skeleton, or ErrNotFound.
func (s Identities) IdentityBySkeleton(ctx context.Context, skeleton string) (Identity, error) {
	return s.identity(ctx, identityBySkeleton, skeleton)
}

const identityBySkeleton = `identities i WHERE i.look = ?`

func (s Identities) identity(ctx context.Context, from string, arg any) (Identity, error) {
	return find(ctx, s.db, "an identity", scanIdentity, selectIdentity+from, arg)
}

// scanIdentity reads a row of identityFields.
func scanIdentity(rows *sql.Rows, identity *Identity) error {
	return rows.Scan(identityColumns(identity)...)
}

// selectBySkeleton is in the order of the index of names.
const selectBySkeleton = `SELECT ` + identityFields + ` FROM identities i
	WHERE i.look IS NOT NULL AND lower(i.name) >= lower(?1) AND (lower(i.name) > lower(?1) OR i.look > ?2)
	AND i.look LIKE ?3 ESCAPE '\' ORDER BY lower(i.name), i.look LIMIT ?4`

// nameCursor returns the place of an identity in the order of names.
func nameCursor(identity *Identity) Cursor {
	return Cursor(base64.RawURLEncoding.EncodeToString([]byte(identity.Skeleton + "\n" + identity.Name)))
}

// name returns the skeleton and the name in the cursor, or "" for the first page.
func (c Cursor) name() (skeleton, name string, err error) {
	text, err := base64.RawURLEncoding.DecodeString(string(c))
	skeleton, name, there := strings.Cut(string(text), "\n")
	if err != nil || there != (c != "") {
		return "", "", invalid("cursor %q", c)
	}
	return skeleton, name, cmp.Or(checkText("the skeleton", skeleton), checkText("the name", name))
}

// BySkeleton returns the identities that the query selects, in the order of their names.
func (s Identities) BySkeleton(ctx context.Context, query SkeletonQuery) (Page[Identity], error) {
	skeleton, name, err := query.After.name()
	if err := cmp.Or(checkLimit(&query.Limit), checkText("the skeleton", query.Part), err); err != nil {
		return Page[Identity]{}, err
	}
	part := "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(query.Part) + "%"
	return listPage(ctx, s.db, "identities", query.Limit, func(rows *sql.Rows, one *Identity) (Cursor, error) {
		err := scanIdentity(rows, one)
		return nameCursor(one), err
	}, selectBySkeleton, name, skeleton, part, query.Limit+1)
}

// selectBeginning is in the order of the index of skeletons. No skeleton has a character above
// the last one of Unicode.
const selectBeginning = `SELECT ` + identityFields + ` FROM identities i
	WHERE i.look >= ?1 AND i.look < ?2 ORDER BY i.look LIMIT ?3`

// Beginning returns at most limit identities whose skeletons begin with a text, in the order
// of their skeletons.
func (s Identities) Beginning(ctx context.Context, beginning string, limit int) ([]Identity, error) {
	if err := cmp.Or(checkLimit(&limit), checkID("the skeleton", beginning)); err != nil {
		return nil, err
	}
	return list(
		ctx,
		s.db,
		"names",
		scanIdentity,
		selectBeginning,
		beginning,
		beginning+string(unicode.MaxRune),
		limit,
	)
}

// selectUnseen selects identities together with the numbers of their rows.
const selectUnseen = `SELECT ` + identityFields + `, i.number FROM identities i
	WHERE (i.seen, i.number) > (?, ?) AND i.seen < ? AND i.kind = ?
	AND NOT EXISTS (SELECT 1 FROM members WHERE identity = i.id)
	AND NOT EXISTS (SELECT 1 FROM match_persons WHERE identity = i.id)
	ORDER BY i.seen, i.number LIMIT ?`

// Unseen returns the identities that the query selects, the one seen longest ago first.
func (s Identities) Unseen(ctx context.Context, query UnseenQuery) (Page[Identity], error) {
	query.Since = toMilli(query.Since)
	at, number, err := query.After.wake()
	if err := cmp.Or(checkLimit(&query.Limit), err); err != nil {
		return Page[Identity]{}, err
	}
	return listPage(ctx, s.db, "identities", query.Limit, func(rows *sql.Rows, one *Identity) (Cursor, error) {
		var number int64
		err := rows.Scan(append(identityColumns(one), &number)...)
		return wakeCursor(one.Seen.UnixMilli(), number), err
	}, selectUnseen, at, number, query.Since.UnixMilli(), query.Kind, query.Limit+1)
}

// Known returns the identities with these ids that exist, by id. There may be at most
// MaxPage ids.
func (s Identities) Known(ctx context.Context, ids []string) (map[string]Identity, error) {
	if len(ids) > MaxPage {
		return nil, invalid("%d ids, more than %d", len(ids), MaxPage)
	}
	known := map[string]Identity{}
	if len(ids) == 0 {
		return known, ctx.Err()
	}
	list, err := list(ctx, s.db, "identities", scanIdentity, selectKnown(len(ids)), anys(ids)...)
	for _, identity := range list {
		known[identity.ID] = identity
	}
	return known, err
}

// Faces returns the faces of the identities with these skeletons, by skeleton, without identities
// that have chosen none. There may be at most MaxPage skeletons.
func (s Identities) Avatars(ctx context.Context, skeletons []string) (map[string]string, error) {
	if len(skeletons) > MaxPage {
		return nil, invalid("%d skeletons, more than %d", len(skeletons), MaxPage)
	}
	faces := map[string]string{}
	if len(skeletons) == 0 {
		return faces, ctx.Err()
	}
	list, err := list(
		ctx,
		s.db,
		"faces",
		func(rows *sql.Rows, one *Identity) error { return rows.Scan(&one.Skeleton, &one.Avatar) },
		selectFaces(len(skeletons)),
		anys(skeletons)...)
	for _, one := range list {
		faces[one.Skeleton] = one.Avatar
	}
	return faces, err
}

// selectFaces returns the statement for n skeletons.
func selectFaces(n int) string {
	return `SELECT i.look, i.face FROM identities i WHERE i.look IN (` + placeholders(n) + `) AND i.face <> ''`
}

// selectKnown returns the statement for n ids.
func selectKnown(n int) string {
	return selectIdentity + `identities i WHERE i.id IN (` + placeholders(n) + `)`
}

// Setting returns what the server has stored under a name, or ErrNotFound.
func (s Identities) Setting(ctx context.Context, name string) (string, error) {
	return find(ctx, s.db, fmt.Sprintf("the setting %q", name), scanOne[string], selectSetting, name)
}

const selectSetting = `SELECT value FROM settings WHERE name = ?`

// KeepSetting stores a value under a name unless the name has one already, and returns
// the value that the name then has.
func (s Identities) KeepSetting(ctx context.Context, name, value string) (kept string, err error) {
	if err := cmp.Or(checkID("the setting", name), checkText("its value", value)); err != nil {
		return "", err
	}
	err = s.db.change(ctx, "keep a setting", func(t *tx) error {
		if _, err := t.Exec(
			`INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING`,
			name,
			value,
		); err != nil {
			return err
		}
		return t.QueryRow(selectSetting, name).Scan(&kept)
	})
	return kept, err
}

const (
	identityFields = `i.id, i.name, i.kind, coalesce(i.look, ''), coalesce(i.owner, ''),
		i.face, i.about, i.discreet, i.created, i.seen`
	credentialFields = `c.kind, c.id, c.identity, c.label, c.data, c.created, c.used`
	selectIdentity   = `SELECT ` + identityFields + ` FROM `
	selectCredential = `SELECT ` + credentialFields + ` FROM credentials c WHERE c.kind = ? AND c.id = ?`

	credentialWithIdentity = `SELECT ` + credentialFields + `, ` + identityFields +
		` FROM credentials c JOIN identities i ON i.id = c.identity WHERE c.kind = ? AND c.id = ?`
	credentialsOf = `SELECT ` + credentialFields + ` FROM credentials c
		WHERE c.identity IN (` + identityAndBots + `) ORDER BY c.created, c.id`
)

// identityColumns returns the destinations of a row's columns.
func identityColumns(identity *Identity) []any {
	return []any{
		&identity.ID,
		&identity.Name,
		&identity.Kind,
		&identity.Skeleton,
		&identity.Owner,
		&identity.Avatar,
		&identity.About,
		&identity.NoFollowers,
		(*milli)(&identity.Created),
		(*milli)(&identity.Seen),
	}
}

// identity returns the identity, or ErrNotFound.
func (t *tx) identity(id string) (identity Identity, err error) {
	err = t.QueryRow(selectIdentity+`identities i WHERE i.id = ?`, id).Scan(identityColumns(&identity)...)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("identity %q: %w", id, ErrNotFound)
	}
	return identity, err
}

// maxAbout bounds the length of About, in bytes.
const maxAbout = 1 << 10

func checkIdentity(identity *Identity) error {
	return cmp.Or(
		checkText("the name", identity.Name),
		checkText("the kind", identity.Kind),
		checkText("the skeleton", identity.Skeleton),
		checkText("the owner", identity.Owner),
		checkText("the face", identity.Avatar),
		checkTextTo("what it says", identity.About, maxAbout),
	)
}

// identityInMilli returns the identity with its times as they are stored.
func identityInMilli(identity Identity) Identity {
	identity.Created = presentIfZero(identity.Created)
	identity.Seen = toMilli(cmp.Or(identity.Seen, identity.Created))
	return identity
}
