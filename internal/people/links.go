package people

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"archmage/internal/coded"
	"archmage/internal/store"
)

const (
	// LinkTime is how long a personal link can be used.
	LinkTime = 10 * time.Minute
	// OperatorLinkTime is how long a link of the operator can be used. It is longer, as
	// the operator has to bring the link to the person.
	OperatorLinkTime = 24 * time.Hour
)

// linkTimes are how long the links of a kind can be used.
var linkTimes = map[string]time.Duration{kindLink: LinkTime, kindOperatorLink: OperatorLinkTime}

// NewLink returns the secret of a personal link, 128 random bits in base64url, and when
// the link ends. A second device that uses the link, once, becomes the same person. An
// older link of the person ends. It fails with CodeSignInAgain, CodeNoIdentity and
// CodeNotStored.
func (p *Accounts) NewLink(ctx context.Context, session Session) (secret string, until time.Time, err error) {
	if err := session.Proved(); err != nil {
		return "", time.Time{}, err
	}
	return p.newLink(ctx, kindLink, session.ID)
}

// NewOperatorLink is NewLink for an account whose owner cannot sign in. To use such a
// link counts as proof of who one is. It fails with CodeNoIdentity, CodeNoAccount and
// CodeNotStored.
func (p *Accounts) NewOperatorLink(ctx context.Context, person string) (secret string, until time.Time, err error) {
	switch identity, err := p.store.Identity(ctx, person); {
	case errors.Is(err, store.ErrNotFound):
		return "", time.Time{}, errNoIdentity()
	case err != nil:
		return "", time.Time{}, err
	case Kind(identity.Kind) != Account:
		return "", time.Time{}, coded.Errorf(CodeNoAccount, "that is not an account")
	}
	return p.newLink(ctx, kindOperatorLink, person)
}

func (p *Accounts) newLink(ctx context.Context, kind, person string) (secret string, until time.Time, err error) {
	secret = newSecret()
	link := newLinkCredential(kind, secret)
	err = p.store.ChangeIdentity(
		ctx,
		person,
		store.IdentityChange{Clear: []string{kind}, Add: []store.Credential{link}},
	)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return "", time.Time{}, errNoIdentity()
	case err != nil:
		return "", time.Time{}, NotStored(err)
	}
	return secret, link.Created.Add(linkTimes[kind]), nil
}

func newLinkCredential(kind, secret string) store.Credential {
	link := newCredential(kind, hash(secret), "")
	link.Created = time.UnixMilli(link.Created.UnixMilli())
	return link
}

// NewAccount adds an account that can be signed in to only by a link of the operator. It
// returns the secret of that link and when the link ends. It fails with CodeBadName,
// CodeNameTaken and CodeNotStored.
func (p *Accounts) NewAccount(
	ctx context.Context,
	name string,
) (person Person, secret string, until time.Time, err error) {
	if name, err = checkNewName(name); err != nil {
		return Person{}, "", time.Time{}, err
	}
	secret = newSecret()
	link := newLinkCredential(kindOperatorLink, secret)
	identity := store.Identity{ID: uuid.NewString(), Name: name, Kind: string(Account), Skeleton: Skeleton(name)}
	switch err := p.store.CreateIdentity(ctx, identity, link); {
	case errors.Is(err, store.ErrExists):
		return Person{}, "", time.Time{}, errNameTaken()
	case err != nil:
		return Person{}, "", time.Time{}, NotStored(err)
	}
	return personOf(&identity), secret, link.Created.Add(linkTimes[kindOperatorLink]), nil
}

// link returns the link with a secret, if it can still be used, and its identity. It
// fails with CodeBadLink.
func (p *Accounts) link(ctx context.Context, secret string) (store.CredentialKey, store.Identity, error) {
	if !isSecret(secret) {
		return store.CredentialKey{}, store.Identity{}, errBadLink()
	}
	for kind, within := range linkTimes {
		key := store.CredentialKey{Kind: kind, ID: hash(secret)}
		link, identity, err := p.store.Credential(ctx, key)
		switch {
		case errors.Is(err, store.ErrNotFound):
			continue
		case err != nil:
			return key, identity, err
		case time.Since(link.Created) >= within:
			// An error here is ignored: the link has ended anyway.
			_ = p.store.ChangeIdentity(ctx, identity.ID, store.IdentityChange{Remove: []store.CredentialKey{key}})
			return key, identity, errBadLink()
		}
		return key, identity, nil
	}
	return store.CredentialKey{}, store.Identity{}, errBadLink()
}

// LinkOwner returns the person to whom a personal link belongs. It does not use the link
// up. It fails with CodeBadLink.
func (p *Accounts) LinkOwner(ctx context.Context, secret string) (Person, error) {
	_, identity, err := p.link(ctx, secret)
	if err != nil {
		return Person{}, err
	}
	return personOf(&identity), nil
}

// ByLink uses up a personal link. It returns the person to whom it belonged and a new
// token of that person. It fails with CodeBadLink and CodeNotStored.
func (p *Accounts) ByLink(
	ctx context.Context,
	secret string,
	before Session,
	userAgent string,
) (Person, string, error) {
	key, identity, err := p.link(ctx, secret)
	if err != nil {
		return Person{}, "", err
	}
	proves := noProof
	if key.Kind == kindOperatorLink {
		proves = proof
	}
	person, token, err := p.signIn(
		ctx,
		&identity,
		before,
		userAgent,
		proves,
		store.IdentityChange{Remove: []store.CredentialKey{key}},
	)
	if coded.Of(err) == CodeBadSignIn {
		return Person{}, "", errBadLink()
	}
	return person, token, err
}
