package people

import (
	"context"
	"errors"
	"slices"
	"time"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// Keys has the credentials of a person and the other data of the account page.
type Keys struct {
	// Created is the time at which the identity was added.
	Created time.Time
	// About is the line of text that the person shows on the profile.
	About string
	// NoFollowers is true if the person cannot be followed.
	NoFollowers bool
	// Presence says who sees that the person is here.
	Presence Presence
	// Passkeys, Providers, Sessions and Tokens have the oldest key first. Tokens includes
	// the API tokens of the person's bots.
	Passkeys, Providers, Sessions, Tokens []Key
	// Password is the password, or nil if the person has none.
	Password *Key
	// Codes is the number of unused recovery codes.
	Codes int
}

// Key is a credential of a person, without its secret.
type Key struct {
	// ID is unique among the keys of the person.
	ID string
	// Device is the device that made a passkey or a session. It is not set for other keys. Name is
	// the name of an API token or of a provider.
	Device Device
	Name   string
	// Bot is the id of the bot that an API token belongs to; "" for the person's own keys.
	Bot           string
	Created, Used time.Time
	key           store.CredentialKey
	identity      string
}

// Keys returns the credentials of a person, without sessions that have ended. It fails with
// CodeNoIdentity.
func (p *Accounts) Keys(ctx context.Context, person string) (Keys, error) {
	identity, err := p.store.Identity(ctx, person)
	if errors.Is(err, store.ErrNotFound) {
		return Keys{}, errNoIdentity()
	} else if err != nil {
		return Keys{}, err
	}
	all, err := p.store.Credentials(ctx, person)
	if err != nil {
		return Keys{}, err
	}
	keys := Keys{
		Created:     identity.Created,
		About:       identity.About,
		NoFollowers: identity.NoFollowers,
		Presence:    presenceOf(&identity),
	}
	for i := range all {
		c := &all[i]
		key := Key{
			ID:       keyName(c.CredentialKey),
			Device:   parseDevice(c.Label),
			Created:  c.Created,
			Used:     c.Used,
			key:      c.CredentialKey,
			identity: c.Identity,
		}
		if c.Identity != person {
			key.Bot = c.Identity
		}
		switch c.Kind {
		case kindPasskey:
			keys.Passkeys = append(keys.Passkeys, key)
		case kindProvider:
			key.Name, key.Device = c.Label, Device{}
			keys.Providers = append(keys.Providers, key)
		case kindSession:
			if time.Since(c.Used) <= p.options.TokenTime {
				keys.Sessions = append(keys.Sessions, key)
			}
		case kindAPI:
			key.Name, key.Device = c.Label, Device{}
			keys.Tokens = append(keys.Tokens, key)
		case kindPassword:
			key.ID = passwordKey
			keys.Password = &key
		case kindCode:
			keys.Codes++
		}
	}
	return keys, nil
}

// passwordKey is the ID of every password among the keys of a person. Its credential is replaced when
// the person signs in with a hash of an earlier cost.
const passwordKey = "password"

// RemoveKey removes a passkey, a password, a provider, a session or an API token. It fails with
// CodeNoKey, CodeLastKey, CodeNotStored and, unless the key is an API token,
// CodeSignInAgain.
func (p *Accounts) RemoveKey(ctx context.Context, session Session, id string) error {
	lock := p.writeLocks.of(session.ID)
	lock.Lock()
	defer lock.Unlock()
	keys, err := p.Keys(ctx, session.ID)
	if err != nil {
		return err
	}
	var passwords []Key
	if keys.Password != nil {
		passwords = []Key{*keys.Password}
	}
	for _, list := range [][]Key{keys.Passkeys, passwords, keys.Providers, keys.Sessions, keys.Tokens} {
		for i := range list {
			if list[i].ID != id {
				continue
			}
			if list[i].key.Kind != kindAPI {
				if err := session.CheckProof(); err != nil {
					return err
				}
			}
			return p.removeKey(ctx, &keys, &list[i])
		}
	}
	return errNoKey()
}

func (p *Accounts) removeKey(ctx context.Context, keys *Keys, key *Key) error {
	change := store.IdentityChange{Remove: []store.CredentialKey{key.key}}
	switch key.key.Kind {
	case kindPassword:
		change = store.IdentityChange{Clear: []string{kindPassword}}
		fallthrough
	case kindPasskey, kindProvider:
		if keys.signInCount() == 1 {
			return coded.Errorf(CodeLastKey, "without that nobody could sign in to your account; add another one first")
		}
	}
	err := p.store.ChangeIdentity(ctx, key.identity, change)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return errNoKey()
	case err != nil:
		return NotStored(err)
	}
	return nil
}

// signInCount returns the number of keys with which the person can sign in any number of times.
func (k *Keys) signInCount() int {
	count := len(k.Passkeys) + len(k.Providers)
	if k.Password != nil {
		count++
	}
	return count
}

// EndOtherSessions ends every session of a person but the given one, and removes the
// person's personal links. If apiTokens is true, it also removes the API tokens of the person
// and of the person's bots. It returns the key ids of the sessions and tokens that have ended.
// It fails with CodeSignInAgain and CodeNotStored.
func (p *Accounts) EndOtherSessions(ctx context.Context, session Session, apiTokens bool) (ended []string, err error) {
	if err := session.CheckProof(); err != nil {
		return nil, err
	}
	keys, err := p.Keys(ctx, session.ID)
	if err != nil {
		return nil, err
	}
	// The person's own keys are removed first, because no further tokens can be made without a
	// session.
	identities := []string{session.ID}
	removed := map[string][]store.CredentialKey{}
	remove := func(key *Key) {
		if !slices.Contains(identities, key.identity) {
			identities = append(identities, key.identity)
		}
		removed[key.identity] = append(removed[key.identity], key.key)
		ended = append(ended, key.ID)
	}
	for i := range keys.Sessions {
		if keys.Sessions[i].ID != session.Key {
			remove(&keys.Sessions[i])
		}
	}
	for i := range keys.Tokens {
		if apiTokens {
			remove(&keys.Tokens[i])
		}
	}
	for _, identity := range identities {
		change := store.IdentityChange{Clear: []string{kindLink}, Remove: removed[identity]}
		if err := p.store.ChangeIdentity(ctx, identity, change); errors.Is(err, store.ErrNotFound) {
			return nil, errNoKey()
		} else if err != nil {
			return nil, NotStored(err)
		}
	}
	return ended, nil
}

// Delete removes a person and the person's bots with everything that is stored under their
// ids, and returns the removed ids. Seats and names in matches are not removed yet:
// PendingErasures returns the ids until EndErasure is called. It fails with CodeNoIdentity and
// CodeNotStored.
func (p *Accounts) Delete(ctx context.Context, person string) (deleted []string, err error) {
	keys, err := p.Keys(ctx, person)
	if err != nil {
		return nil, err
	}
	deleted = []string{person}
	for i := range keys.Tokens {
		if bot := keys.Tokens[i].Bot; bot != "" {
			deleted = append(deleted, bot)
		}
	}
	switch err := p.store.DeleteIdentity(ctx, person); {
	case errors.Is(err, store.ErrNotFound):
		return nil, errNoIdentity()
	case err != nil:
		return nil, NotStored(err)
	}
	return deleted, nil
}

// PendingErasures returns the ids of at most store.MaxPage deleted people whose seats and names
// in matches may still be stored.
func (p *Accounts) PendingErasures(ctx context.Context) ([]string, error) {
	return p.store.Erasures(ctx, store.MaxPage)
}

// EndErasure records that the seats and names of a deleted person have been removed from all
// matches. It fails with CodeNotStored.
func (p *Accounts) EndErasure(ctx context.Context, id string) error {
	if err := p.store.EndErasure(ctx, id); err != nil && !errors.Is(err, store.ErrNotFound) {
		return NotStored(err)
	}
	return nil
}
