package people

import (
	"context"
	"errors"
	"time"

	"archmage/internal/eventlog"
)

// LinkTime is how long a personal link can be used.
const LinkTime = 10 * time.Minute

// NewLink returns the secret of a personal link, 128 random bits in base64url,
// and when the link ends. With it a second device becomes the same person, once.
// The person's older link ends now. It fails with CodeNoIdentity and
// CodeNotStored.
func (p *People) NewLink(ctx context.Context, person string) (secret string, until time.Time, err error) {
	secret = newSecret()
	link := newCredential(kindLink, hash(secret), "")
	link.Created = time.UnixMilli(link.Created.UnixMilli())
	err = p.store.ChangeIdentity(ctx, person, eventlog.IdentityChange{Clear: kindLink, Add: []eventlog.Credential{link}})
	switch {
	case errors.Is(err, eventlog.ErrNotFound):
		return "", time.Time{}, errNoIdentity()
	case err != nil:
		return "", time.Time{}, notStored(err)
	}
	return secret, link.Created.Add(LinkTime), nil
}

// ByLink uses up a personal link. It returns the person whose link it was and a
// further token of that person. It fails with CodeBadLink and CodeNotStored.
func (p *People) ByLink(ctx context.Context, secret string, before Session, userAgent string) (Person, string, error) {
	if !isSecret(secret) {
		return Person{}, "", errBadLink()
	}
	key := eventlog.CredentialKey{Kind: kindLink, ID: hash(secret)}
	link, identity, err := p.store.Credential(ctx, key)
	switch {
	case errors.Is(err, eventlog.ErrNotFound):
		return Person{}, "", errBadLink()
	case err != nil:
		return Person{}, "", err
	}
	use := eventlog.IdentityChange{Remove: []eventlog.CredentialKey{key}}
	if time.Since(link.Created) >= LinkTime {
		// An error here is ignored: the link has ended anyway.
		_ = p.store.ChangeIdentity(ctx, identity.ID, use)
		return Person{}, "", errBadLink()
	}
	person, token, err := p.signIn(ctx, &identity, before, userAgent, use)
	if isBadSignIn(err) {
		return Person{}, "", errBadLink()
	}
	return person, token, err
}
