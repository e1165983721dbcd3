package people

import (
	"context"
	"errors"
	"slices"
	"time"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// Keys are the ways by which a person is recognised.
type Keys struct {
	// Created is when the person first came.
	Created time.Time
	// About is what the person says of itself.
	About string
	// Discreet is true if nobody may follow the person.
	NoFollowers bool
	// Passkeys, Providers and Sessions have a device or a name. Tokens are the API tokens
	// of the person and of the person's bots. Each list is in the order of time.
	Passkeys, Providers, Sessions, Tokens []Key
	// Codes is how many recovery codes are left.
	Codes int
}

// Key is one way by which a person is recognised.
type Key struct {
	// ID names the key among the keys of the person.
	ID string
	// Device is the device with which the key was made. Name is the name of an API token
	// or a provider.
	Device Device
	Name   string
	// Bot is the id of the bot to which the token belongs, or "".
	Bot           string
	Created, Used time.Time
	key           store.CredentialKey
	identity      string
}

// Keys returns the ways by which a person is recognised.
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
	keys := Keys{Created: identity.Created, About: identity.About, NoFollowers: identity.NoFollowers}
	for i := range all {
		c := &all[i]
		key := Key{
			ID:       keyName(c.CredentialKey),
			Device:   deviceIn(c.Label),
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
		case kindCode:
			keys.Codes++
		}
	}
	return keys, nil
}

// RemoveKey removes a passkey, a provider, a session or an API token. It fails with
// CodeNoKey, CodeLastKey, CodeNotStored and, unless the key is an API token,
// CodeSignInAgain.
func (p *Accounts) RemoveKey(ctx context.Context, session Session, id string) error {
	lock := p.writing.of(session.ID)
	lock.Lock()
	defer lock.Unlock()
	keys, err := p.Keys(ctx, session.ID)
	if err != nil {
		return err
	}
	for _, list := range [][]Key{keys.Passkeys, keys.Providers, keys.Sessions, keys.Tokens} {
		for i := range list {
			if list[i].ID != id {
				continue
			}
			if list[i].key.Kind != kindAPI {
				if err := session.Proved(); err != nil {
					return err
				}
			}
			return p.removeKey(ctx, &keys, &list[i])
		}
	}
	return errNoKey()
}

func (p *Accounts) removeKey(ctx context.Context, keys *Keys, key *Key) error {
	if key.key.Kind == kindPasskey || key.key.Kind == kindProvider {
		if len(keys.Passkeys)+len(keys.Providers) == 1 {
			return coded.Errorf(CodeLastKey, "without that nobody could sign in to your account; add another one first")
		}
	}
	err := p.store.ChangeIdentity(ctx, key.identity, store.IdentityChange{Remove: []store.CredentialKey{key.key}})
	switch {
	case errors.Is(err, store.ErrNotFound):
		return errNoKey()
	case err != nil:
		return NotStored(err)
	}
	return nil
}

// EndOthers ends every other session of a person and the person's personal links. If
// programs is true, it also removes the API tokens of the person and of the person's
// bots. It returns the names of the sessions and tokens that have ended, and fails with
// CodeSignInAgain and CodeNotStored.
func (p *Accounts) EndOthers(ctx context.Context, session Session, programs bool) (ended []string, err error) {
	if err := session.Proved(); err != nil {
		return nil, err
	}
	keys, err := p.Keys(ctx, session.ID)
	if err != nil {
		return nil, err
	}
	// The sessions end first, as a person can make no more tokens without one.
	changes := []string{session.ID}
	removed := map[string][]store.CredentialKey{}
	remove := func(key *Key) {
		if !slices.Contains(changes, key.identity) {
			changes = append(changes, key.identity)
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
		if programs {
			remove(&keys.Tokens[i])
		}
	}
	for _, identity := range changes {
		change := store.IdentityChange{Clear: []string{kindLink}, Remove: removed[identity]}
		if err := p.store.ChangeIdentity(ctx, identity, change); errors.Is(err, store.ErrNotFound) {
			return nil, errNoKey()
		} else if err != nil {
			return nil, NotStored(err)
		}
	}
	return ended, nil
}

// Delete removes a person, and the person's bots, with everything that is stored under
// their ids. Matches stay, with a nameless seat. Delete returns the ids of everybody
// removed, whose seats and names in matches are still to be removed: they are in Unerased
// until Erased is called. It fails with CodeNoIdentity and CodeNotStored.
func (p *Accounts) Delete(ctx context.Context, person string) (gone []string, err error) {
	keys, err := p.Keys(ctx, person)
	if err != nil {
		return nil, err
	}
	gone = []string{person}
	for i := range keys.Tokens {
		if bot := keys.Tokens[i].Bot; bot != "" {
			gone = append(gone, bot)
		}
	}
	switch err := p.store.DeleteIdentity(ctx, person); {
	case errors.Is(err, store.ErrNotFound):
		return nil, errNoIdentity()
	case err != nil:
		return nil, NotStored(err)
	}
	return gone, nil
}

// Unerased returns the ids of deleted people whose seats and names in matches may still be
// there, at most store.MaxPage of them.
func (p *Accounts) Unerased(ctx context.Context) ([]string, error) {
	return p.store.Erasures(ctx, store.MaxPage)
}

// Erased records that nothing of a deleted person is left. It fails with CodeNotStored.
func (p *Accounts) Erased(ctx context.Context, id string) error {
	if err := p.store.EndErasure(ctx, id); err != nil && !errors.Is(err, store.ErrNotFound) {
		return NotStored(err)
	}
	return nil
}
