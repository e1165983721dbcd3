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
	until = time.UnixMilli(time.Now().Add(LinkTime).UnixMilli())
	switch err := p.store.AddLink(ctx, hash(secret), person, until); {
	case errors.Is(err, eventlog.ErrNotFound):
		return "", time.Time{}, errNoIdentity()
	case err != nil:
		return "", time.Time{}, notStored(err)
	}
	return secret, until, nil
}

// ByLink uses up a personal link. It returns the person whose link it was and a
// further token of that person. It fails with CodeBadLink and CodeNotStored.
func (p *People) ByLink(ctx context.Context, secret string) (Person, string, error) {
	if !isSecret(secret) {
		return Person{}, "", errBadLink()
	}
	token := newSecret()
	identity, err := p.store.TakeLink(ctx, hash(secret), time.Now(), hash(token))
	switch {
	case errors.Is(err, eventlog.ErrNotFound):
		return Person{}, "", errBadLink()
	case err != nil:
		return Person{}, "", notStored(err)
	}
	return Person{ID: identity.ID, Name: identity.Name}, token, nil
}
