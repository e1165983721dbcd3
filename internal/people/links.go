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
	// LinkTime is the time for which a personal link can be used.
	LinkTime = 10 * time.Minute
	// OperatorLinkTime is the time for which a link of the operator can be used. It is longer than
	// LinkTime, because the operator has to send the link to the person.
	OperatorLinkTime = 24 * time.Hour
)

// linkLifetimes has the time for which a link of each kind can be used.
var linkLifetimes = map[string]time.Duration{kindLink: LinkTime, kindOperatorLink: OperatorLinkTime}

// NewLink returns the secret of a personal link, 128 random bits in base64url, and the time at which
// the link expires. A personal link works once: it signs a second device in as the same person. An
// older link of the person is removed. NewLink fails with CodeSignInAgain, CodeNoIdentity and
// CodeNotStored.
func (p *Accounts) NewLink(ctx context.Context, session Session) (secret string, until time.Time, err error) {
	if err := session.CheckProof(); err != nil {
		return "", time.Time{}, err
	}
	return p.newLink(ctx, kindLink, session.ID)
}

// NewOperatorLink returns the secret of a link for an account whose owner cannot sign in, and the
// time at which the link expires. Unlike a personal link, it proves who the person is. It fails with
// CodeNoIdentity, CodeNoAccount and CodeNotStored.
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
	return secret, link.Created.Add(linkLifetimes[kind]), nil
}

func newLinkCredential(kind, secret string) store.Credential {
	link := newCredential(kind, hash(secret), "")
	link.Created = time.UnixMilli(link.Created.UnixMilli())
	return link
}

// NewAccount adds an account that has only a link of the operator to sign in with. It returns the
// secret of the link and the time at which the link expires. It fails with CodeBadName, CodeNameTaken
// and CodeNotStored.
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
	return personOf(&identity), secret, link.Created.Add(linkLifetimes[kindOperatorLink]), nil
}

// link returns the key of the usable link with a secret, and its identity. It fails with
// CodeBadLink.
func (p *Accounts) link(ctx context.Context, secret string) (store.CredentialKey, store.Identity, error) {
	if !isSecret(secret) {
		return store.CredentialKey{}, store.Identity{}, errBadLink()
	}
	for kind, lifetime := range linkLifetimes {
		key := store.CredentialKey{Kind: kind, ID: hash(secret)}
		link, identity, err := p.store.Credential(ctx, key)
		switch {
		case errors.Is(err, store.ErrNotFound):
			continue
		case err != nil:
			return key, identity, err
		case time.Since(link.Created) >= lifetime:
			// An error is ignored, because the link cannot be used again in any case.
			_ = p.store.ChangeIdentity(ctx, identity.ID, store.IdentityChange{Remove: []store.CredentialKey{key}})
			return key, identity, errBadLink()
		}
		return key, identity, nil
	}
	return store.CredentialKey{}, store.Identity{}, errBadLink()
}

// LinkOwner returns the person to whom a personal link belongs. The link can still be used
// afterwards. LinkOwner fails with CodeBadLink.
func (p *Accounts) LinkOwner(ctx context.Context, secret string) (Person, error) {
	_, identity, err := p.link(ctx, secret)
	if err != nil {
		return Person{}, err
	}
	return personOf(&identity), nil
}

// SignInByLink uses up a personal link. It returns the person to whom the link belonged, and a
// new token. It fails with CodeBadLink and CodeNotStored.
func (p *Accounts) SignInByLink(
	ctx context.Context,
	secret string,
	previous Session,
	userAgent string,
) (Person, string, error) {
	key, identity, err := p.link(ctx, secret)
	if err != nil {
		return Person{}, "", err
	}
	sessionProof := noProof
	if key.Kind == kindOperatorLink {
		sessionProof = proof
	}
	person, token, err := p.signIn(
		ctx,
		&identity,
		previous,
		userAgent,
		sessionProof,
		store.IdentityChange{Remove: []store.CredentialKey{key}},
	)
	if coded.Of(err) == CodeBadSignIn {
		return Person{}, "", errBadLink()
	}
	return person, token, err
}
