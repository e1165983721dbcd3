package eventlog

import (
	"context"
	"time"
)

// Identities is the part of a [Log] that keeps who is who. An identity has one
// credential or more, each the hash of a token, and at most one link, by which
// it gets a further credential. Tokens and links themselves are never stored,
// only their hashes.
type Identities interface {
	// CreateIdentity adds an identity with its first credential. It fails with
	// ErrExists if there is one with the id or the credential.
	CreateIdentity(ctx context.Context, tokenHash []byte, identity Identity) error
	// AddCredential adds a credential to the identity with the id. It fails
	// with ErrNotFound if there is no such identity, and with ErrExists if the
	// credential belongs to an identity already.
	AddCredential(ctx context.Context, tokenHash []byte, identity string) error
	// AddLink gives the identity a link that ends at that time, in place of
	// the one before, and removes all links that have ended. It fails with
	// ErrNotFound if there is no such identity, and with ErrExists if the link
	// belongs to another identity.
	AddLink(ctx context.Context, linkHash []byte, identity string, until time.Time) error
	// TakeLink uses a link up: it removes the link, adds the credential to the
	// identity that the link belongs to, and returns that identity. It fails
	// with ErrNotFound if there is no such link or if the link has ended by
	// now, and with ErrExists if the credential belongs to an identity already;
	// then the link stays. Of several calls with one link at most one succeeds.
	TakeLink(ctx context.Context, linkHash []byte, now time.Time, tokenHash []byte) (Identity, error)

	// Identity returns the identity with the id, or ErrNotFound.
	Identity(ctx context.Context, id string) (Identity, error)
	// IdentityByToken returns the identity with that credential, or
	// ErrNotFound.
	IdentityByToken(ctx context.Context, tokenHash []byte) (Identity, error)
	// Names returns the names, by id, of those of the identities that exist;
	// at most MaxPage ids are asked for.
	Names(ctx context.Context, ids []string) (map[string]string, error)

	// Unseen returns the identities that the query asks for, the one seen longest ago
	// first.
	Unseen(ctx context.Context, query UnseenQuery) (Page[Identity], error)

	// UpdateIdentity changes the name and the time when the identity was seen
	// last. It fails with ErrNotFound.
	UpdateIdentity(ctx context.Context, identity Identity) error
	// DeleteIdentity removes the identity with its credentials and its link.
	// Rooms, matches and bans that name its id stay as they are. It fails with
	// ErrNotFound.
	DeleteIdentity(ctx context.Context, id string) error
}

// Identity is a person who can be recognised.
type Identity struct {
	ID   string
	Name string
	// Created and Seen are when the identity was added and was seen last. A
	// zero Created means the present, a zero Seen the same as Created.
	Created, Seen time.Time
}

// UnseenQuery asks for identities that were not seen since a time, and have neither
// a seat in a room nor a match.
type UnseenQuery struct {
	Since time.Time
	After Cursor
	Limit int
}
