package store

import (
	"context"
	"time"
)

// Identities is the part of a [Log] that keeps who is who. An identity has
// credentials, by which it is recognised. Secrets are never stored, only their
// hashes.
type Identities interface {
	// CreateIdentity adds an identity with its first credential, whose Identity
	// is ignored. It fails with ErrExists if there is one with the id, the look
	// or the credential.
	CreateIdentity(ctx context.Context, identity Identity, first Credential) error
	// ChangeIdentity changes an identity and its credentials in one transaction.
	// It fails with ErrNotFound if there is no such identity, or if it does not
	// have a credential that is to be removed, and with ErrExists if the look is
	// another identity's or there is a credential that is to be added.
	ChangeIdentity(ctx context.Context, id string, change IdentityChange) error
	// NoteUse stores when a credential was used and that its identity was seen
	// then. If data is not nil, it replaces the credential's. It fails with
	// ErrNotFound.
	NoteUse(ctx context.Context, key CredentialKey, at time.Time, data []byte) error
	// DeleteIdentity removes the identity with its credentials, results, role, blocks
	// and invitations, by whomever they are, and the bots that it owns with theirs, as
	// well as the reports and the words of acts about them. Rooms, matches and bans that name its id
	// stay as they are. It fails with ErrNotFound.
	DeleteIdentity(ctx context.Context, id string) error

	// Identity returns the identity with the id, or ErrNotFound.
	Identity(ctx context.Context, id string) (Identity, error)
	// IdentityByLook returns the identity whose name looks like that, or
	// ErrNotFound.
	IdentityByLook(ctx context.Context, look string) (Identity, error)
	// Faces returns the faces of those identities with one of the looks that have
	// chosen one, by look; at most MaxPage looks are asked for.
	Faces(ctx context.Context, looks []string) (map[string]string, error)
	// Looks returns the identities that the query asks for, in the order of their looks.
	Looks(ctx context.Context, query LookQuery) (Page[Identity], error)
	// Known returns those of the identities that exist, by id; at most MaxPage
	// ids are asked for.
	Known(ctx context.Context, ids []string) (map[string]Identity, error)
	// Credential returns a credential and whose it is, or ErrNotFound.
	Credential(ctx context.Context, key CredentialKey) (Credential, Identity, error)
	// Credentials returns the credentials of an identity and of the bots that it
	// owns, the oldest first; none if there is no such identity.
	Credentials(ctx context.Context, identity string) ([]Credential, error)

	// Setting returns what the server has stored under a name, or ErrNotFound.
	Setting(ctx context.Context, name string) (string, error)
	// KeepSetting stores a value under a name unless there is one, and returns
	// the one that is stored then.
	KeepSetting(ctx context.Context, name, value string) (string, error)

	// Unseen returns the identities that the query asks for, the one seen longest ago
	// first.
	Unseen(ctx context.Context, query UnseenQuery) (Page[Identity], error)
}

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
	// Face is the one that was chosen, or empty; it means nothing to the log.
	Face string
	// Created and Seen are when the identity was added and was seen last. A
	// zero Created means the present, a zero Seen the same as Created.
	Created, Seen time.Time
}

// CredentialKey names a credential.
type CredentialKey struct {
	// Kind says what the credential is; it means nothing to the log.
	Kind string
	// ID is a hash, or an id that proves nothing by itself; at most
	// MaxCredential bytes.
	ID []byte
}

// MaxCredential is the length of a credential's id, in bytes: that of a passkey
// at most.
const MaxCredential = 1023

// Credential is something by which an identity is recognised.
type Credential struct {
	CredentialKey
	// Identity is whose it is.
	Identity string
	// Label is for its owner, who has several.
	Label string
	// Data is what is needed to check it, opaque to the log; nil if nothing is.
	Data []byte
	// Created and Used are when it was added and was used last. A zero Created
	// means the present, a zero Used the same as Created.
	Created, Used time.Time
}

// IdentityChange says what changes about an identity. What is zero stays.
type IdentityChange struct {
	// Identity replaces name, kind, look, face and the time when it was seen last.
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
