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

// Identities stores identities, their credentials, and settings that keep their first value. It
// stores the hashes of secrets, not the secrets.
type Identities struct{ db *engine }

// Identity is a guest, an account or a bot.
type Identity struct {
	ID   string
	Name string
	// Kind is the kind of the identity. The store does not interpret it.
	Kind string
	// Skeleton is a form of the name that is the same for names that look alike. No two identities
	// have the same skeleton, but any number of them can have an empty one.
	Skeleton string
	// Owner is the identity that a bot belongs to, or empty.
	Owner string
	// Avatar is the chosen avatar. About is the line of text on the profile. Both can be empty.
	// The store does not interpret them.
	Avatar, About string
	// NoFollowers is true if the identity cannot be followed.
	NoFollowers bool
	// Presence says who sees when the identity is here. The store does not interpret it.
	Presence string
	// Created is the time at which the identity was added; zero means now. Seen is the time at
	// which it was last seen; zero means the same as Created.
	Created, Seen time.Time
}

// IdentityChange is a change of an identity. Zero fields change nothing.
type IdentityChange struct {
	// Identity replaces all fields but ID, Owner and Created.
	Identity *Identity
	// Clear lists kinds of credentials. All credentials of these kinds are removed from the
	// identity.
	Clear []string
	// Remove lists credentials to remove. Add lists credentials to add; their Identity field is
	// ignored.
	Remove []CredentialKey
	Add    []Credential
	// JoinCode is the hash of the code with which the identity becomes an account; nil means none.
	// The code is used at the time Identity.Seen.
	JoinCode []byte
}

// SkeletonQuery selects identities whose skeleton contains a text.
type SkeletonQuery struct {
	Part  string
	After Cursor
	Limit int
}

// UnseenQuery selects identities of a kind that were not seen since a time and have neither a seat in
// a room nor a match.
type UnseenQuery struct {
	Since time.Time
	Kind  string
	After Cursor
	Limit int
}

// CreateIdentity adds an identity with its first credential, whose Identity field is ignored. It fails
// with ErrExists if the id, the skeleton or the credential is taken.
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
			`INSERT INTO identities
			(id, name, kind, look, folded, owner, face, about, discreet, presence, created, seen)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			identity.ID,
			identity.Name,
			identity.Kind,
			textOrNull(identity.Skeleton),
			foldedOrNull(&identity),
			textOrNull(identity.Owner),
			identity.Avatar,
			identity.About,
			identity.NoFollowers,
			identity.Presence,
			identity.Created.UnixMilli(),
			identity.Seen.UnixMilli(),
		)
		if err != nil {
			return err
		}
		t.RecordBytes(len(identity.ID) + len(identity.Name))
		return t.addCredential(identity.ID, &first)
	})
}

// ChangeIdentity changes an identity and its credentials in one transaction. It fails with
// ErrNotFound if there is no such identity or a credential in Remove is not one of the identity's. It
// fails with ErrExists if the skeleton or a credential in Add is taken, and with ErrUsedUp if the code
// JoinCode cannot be used.
func (s Identities) ChangeIdentity(ctx context.Context, id string, change IdentityChange) error {
	if change.Identity != nil {
		identity := identityInMilli(*change.Identity)
		if err := checkIdentity(&identity); err != nil {
			return err
		}
		change.Identity = &identity
	} else if change.JoinCode != nil {
		return invalid("a code changes no identity")
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
	return s.db.change(ctx, "change an identity", func(t *tx) error { return t.changeIdentity(id, &change) })
}

// changeIdentity changes an identity. It makes all checks first, because a refused write must not have
// changed anything.
func (t *tx) changeIdentity(id string, change *IdentityChange) error {
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
	if change.JoinCode != nil {
		if err := t.useJoinCode(change.JoinCode, change.Identity.Seen); err != nil {
			return err
		}
	}
	if identity := change.Identity; identity != nil {
		changed, err := t.count(
			`UPDATE identities SET name = ?1, kind = ?2, look = ?3, seen = ?4, face = ?6, about = ?7, discreet = ?8,
			presence = ?9, folded = ?10
			WHERE id = ?5 AND NOT EXISTS (SELECT 1 FROM identities WHERE look = ?3 AND id <> ?5)`,
			identity.Name,
			identity.Kind,
			textOrNull(identity.Skeleton),
			identity.Seen.UnixMilli(),
			id,
			identity.Avatar,
			identity.About,
			identity.NoFollowers,
			identity.Presence,
			foldedOrNull(identity),
		)
		if err != nil {
			return err
		} else if changed == 0 {
			if change.JoinCode != nil {
				if _, err := t.Exec(giveJoinCodeBack, blob(change.JoinCode)); err != nil {
					return err
				}
			}
			return fmt.Errorf("the skeleton %q: %w", identity.Skeleton, ErrExists)
		}
	}
	if change.JoinCode != nil {
		if _, err := t.Exec(addJoinUse, id, change.Identity.Seen.UnixMilli(), blob(change.JoinCode)); err != nil {
			return err
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
		if err := t.addCredential(id, &change.Add[i]); err != nil {
			return err
		}
	}
	return nil
}

// deleteIdentity removes an identity and its bots with their credentials and totals. Bots have no
// blocks, invitations and follows. The rows of identities are deleted last, because the other
// statements read the bots from them.
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
	// Companions are stored in both directions, so the identity's rows name the other identities
	// whose rows are to be deleted.
	`DELETE FROM companions
		WHERE identity IN (SELECT other FROM companions WHERE identity IN (` + identityAndBots + `))
		AND other IN (` + identityAndBots + `)`,
	`DELETE FROM companions WHERE identity IN (` + identityAndBots + `)`,
	`DELETE FROM standings WHERE identity IN (` + identityAndBots + `)`,
	deleteUsesOfPerson,
	deleteClubLinesOf,
	`DELETE FROM identities WHERE id = ?1 OR owner = ?1`,
}

const identityAndBots = `SELECT ?1 UNION ALL SELECT id FROM identities WHERE owner = ?1`

// DeleteIdentity removes an identity and its bots with their credentials, totals and roles, all blocks,
// follows and invitations in which they appear, their appointments and answers, their roles in tournaments, and the
// reports and the explanations of acts about them. Rooms, matches and bans that name the id do not change, and Erasures
// returns the id until EndErasure. DeleteIdentity fails with ErrNotFound if there is no such identity.
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
			slices.Concat(
				deleteModerationData[:], deleteChannelsAndNotifications[:], deleteAppointmentsOf[:], deleteEventsOf[:],
				deleteTriesOf[:], deletePuzzlesOf[:], deleteIdentity[:],
			),
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

// scanIdentity scans a row of identityFields.
func scanIdentity(rows *sql.Rows, identity *Identity) error {
	return rows.Scan(identityColumns(identity)...)
}

// selectBySkeleton reads the index of names in its order.
const selectBySkeleton = `SELECT ` + identityFields + ` FROM identities i
	WHERE i.look IS NOT NULL AND lower(i.name) >= lower(?1) AND (lower(i.name) > lower(?1) OR i.look > ?2)
	AND i.look LIKE ?3 ESCAPE '\' ORDER BY lower(i.name), i.look LIMIT ?4`

// nameCursor returns the cursor of the page that begins after an identity, in the order of names.
func nameCursor(identity *Identity) Cursor {
	return Cursor(base64.RawURLEncoding.EncodeToString([]byte(identity.Skeleton + "\n" + identity.Name)))
}

// name returns the skeleton and the name in the cursor, or "" for the first page.
func (c Cursor) name() (skeleton, name string, err error) {
	text, err := base64.RawURLEncoding.DecodeString(string(c))
	skeleton, name, found := strings.Cut(string(text), "\n")
	if err != nil || found != (c != "") {
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
	return listPage(ctx, s.db, "identities", query.Limit, func(rows *sql.Rows, identity *Identity) (Cursor, error) {
		err := scanIdentity(rows, identity)
		return nameCursor(identity), err
	}, selectBySkeleton, name, skeleton, part, query.Limit+1)
}

// selectBySkeletonPrefix reads the index of skeletons in its order. Its second argument is the prefix
// followed by the last character of Unicode.
const selectBySkeletonPrefix = `SELECT ` + identityFields + ` FROM identities i
	WHERE i.look >= ?1 AND i.look < ?2 ORDER BY i.look LIMIT ?3`

// BySkeletonPrefix returns at most limit identities whose skeleton begins with prefix, in the order of
// skeletons.
func (s Identities) BySkeletonPrefix(ctx context.Context, prefix string, limit int) ([]Identity, error) {
	if err := cmp.Or(checkLimit(&limit), checkID("the skeleton", prefix)); err != nil {
		return nil, err
	}
	return list(
		ctx,
		s.db,
		"names",
		scanIdentity,
		selectBySkeletonPrefix,
		prefix,
		prefix+string(unicode.MaxRune),
		limit,
	)
}

// selectUnseen selects identities together with the numbers of their rows.
const selectUnseen = `SELECT ` + identityFields + `, i.number FROM identities i
	WHERE (i.seen, i.number) > (?, ?) AND i.seen < ? AND i.kind = ?
	AND NOT EXISTS (SELECT 1 FROM members WHERE identity = i.id)
	AND NOT EXISTS (SELECT 1 FROM match_persons WHERE identity = i.id)
	ORDER BY i.seen, i.number LIMIT ?`

// Unseen returns the identities that the query selects. Those that were seen longest ago come first.
func (s Identities) Unseen(ctx context.Context, query UnseenQuery) (Page[Identity], error) {
	query.Since = toMilli(query.Since)
	after, number, err := query.After.timeAndNumber()
	if err := cmp.Or(checkLimit(&query.Limit), err); err != nil {
		return Page[Identity]{}, err
	}
	return listPage(ctx, s.db, "identities", query.Limit, func(rows *sql.Rows, identity *Identity) (Cursor, error) {
		var number int64
		err := rows.Scan(append(identityColumns(identity), &number)...)
		return timeCursor(identity.Seen.UnixMilli(), number), err
	}, selectUnseen, after, number, query.Since.UnixMilli(), query.Kind, query.Limit+1)
}

// IdentitiesByID returns the identities with these ids, by id. Ids of no identity are left out. It
// takes at most MaxPage ids.
func (s Identities) IdentitiesByID(ctx context.Context, ids []string) (map[string]Identity, error) {
	if len(ids) > MaxPage {
		return nil, invalid("%d ids, more than %d", len(ids), MaxPage)
	}
	byID := map[string]Identity{}
	if len(ids) == 0 {
		return byID, ctx.Err()
	}
	list, err := list(ctx, s.db, "identities", scanIdentity, selectIdentities(len(ids)), toAnySlice(ids)...)
	for _, identity := range list {
		byID[identity.ID] = identity
	}
	return byID, err
}

// Avatars returns the chosen avatars of the identities with these skeletons, by skeleton. Identities
// without a chosen avatar are left out. It takes at most MaxPage skeletons.
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
		func(rows *sql.Rows, identity *Identity) error { return rows.Scan(&identity.Skeleton, &identity.Avatar) },
		selectAvatars(len(skeletons)),
		toAnySlice(skeletons)...)
	for _, identity := range list {
		faces[identity.Skeleton] = identity.Avatar
	}
	return faces, err
}

// selectAvatars returns the statement for n skeletons.
func selectAvatars(n int) string {
	return `SELECT i.look, i.face FROM identities i WHERE i.look IN (` + placeholders(n) + `) AND i.face <> ''`
}

// selectIdentities returns the statement for n ids.
func selectIdentities(n int) string {
	return selectIdentity + `identities i WHERE i.id IN (` + placeholders(n) + `)`
}

// Setting returns the value of a setting, or ErrNotFound.
func (s Identities) Setting(ctx context.Context, name string) (string, error) {
	return find(ctx, s.db, fmt.Sprintf("the setting %q", name), scanColumn[string], selectSetting, name)
}

const selectSetting = `SELECT value FROM settings WHERE name = ?`

// InitSetting sets a setting unless it has a value, and returns the setting's value.
func (s Identities) InitSetting(ctx context.Context, name, value string) (stored string, err error) {
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
		return t.QueryRow(selectSetting, name).Scan(&stored)
	})
	return stored, err
}

const (
	identityFields = `i.id, i.name, i.kind, coalesce(i.look, ''), coalesce(i.owner, ''),
		i.face, i.about, i.discreet, i.presence, i.created, i.seen`
	credentialFields = `c.kind, c.id, c.identity, c.label, c.data, c.created, c.used`
	selectIdentity   = `SELECT ` + identityFields + ` FROM `
	selectCredential = `SELECT ` + credentialFields + ` FROM credentials c WHERE c.kind = ? AND c.id = ?`

	credentialWithIdentity = `SELECT ` + credentialFields + `, ` + identityFields +
		` FROM credentials c JOIN identities i ON i.id = c.identity WHERE c.kind = ? AND c.id = ?`
	credentialsOf = `SELECT ` + credentialFields + ` FROM credentials c
		WHERE c.identity IN (` + identityAndBots + `) ORDER BY c.created, c.id`
)

// identityColumns returns the scan destinations of identityFields.
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
		&identity.Presence,
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
		checkText("the avatar", identity.Avatar),
		checkText("the presence", identity.Presence),
		checkTextUpTo("what it says", identity.About, maxAbout),
	)
}

// identityInMilli returns the identity with its times in the form in which they are stored.
func identityInMilli(identity Identity) Identity {
	identity.Created = nowIfZero(identity.Created)
	identity.Seen = toMilli(cmp.Or(identity.Seen, identity.Created))
	return identity
}
