package logtest

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"archmage/internal/store"
)

// identity returns the identity with the id, or ErrNotFound; the log is locked.
func (m *memory) identity(id string) (*store.Identity, error) {
	identity := m.identities[id]
	if identity == nil {
		return nil, fmt.Errorf("identity %q: %w", id, store.ErrNotFound)
	}
	return identity, nil
}

// credential returns the place of a credential, or -1; the log is locked.
func (m *memory) credential(key store.CredentialKey) int {
	return slices.IndexFunc(m.credentials, func(c store.Credential) bool { return c.Kind == key.Kind && bytes.Equal(c.ID, key.ID) })
}

// lookTaken reports whether the name of another identity looks like that; the
// log is locked.
func (m *memory) lookTaken(look, id string) bool {
	for _, other := range m.identities {
		if look != "" && other.Look == look && other.ID != id {
			return true
		}
	}
	return false
}

// addCredential adds a credential to an identity; the log is locked.
func (m *memory) addCredential(identity string, c store.Credential) {
	c.Identity = identity
	m.credentials = append(m.credentials, cloneCredential(c))
}

func cloneCredential(c store.Credential) store.Credential {
	c.ID, c.Data = bytes.Clone(c.ID), bytes.Clone(c.Data)
	return c
}

func (m *memory) CreateIdentity(ctx context.Context, identity store.Identity, first store.Credential) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if m.identities[identity.ID] != nil || m.lookTaken(identity.Look, identity.ID) || m.credential(first.CredentialKey) >= 0 {
		return fmt.Errorf("identity %q: %w", identity.ID, store.ErrExists)
	}
	m.addCredential(identity.ID, first)
	m.identities[identity.ID] = &identity
	return nil
}

func (m *memory) ChangeIdentity(ctx context.Context, id string, change store.IdentityChange) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	known, err := m.identity(id)
	if err != nil {
		return err
	}
	for _, key := range change.Remove {
		if at := m.credential(key); at < 0 || m.credentials[at].Identity != id {
			return fmt.Errorf("a credential: %w", store.ErrNotFound)
		}
	}
	for i := range change.Add {
		if m.credential(change.Add[i].CredentialKey) >= 0 {
			return fmt.Errorf("a credential: %w", store.ErrExists)
		}
	}
	if is := change.Identity; is != nil {
		if m.lookTaken(is.Look, id) {
			return fmt.Errorf("the look %q: %w", is.Look, store.ErrExists)
		}
		known.Name, known.Kind, known.Look, known.Face, known.Seen = is.Name, is.Kind, is.Look, is.Face, is.Seen
	}
	m.credentials = slices.DeleteFunc(m.credentials, func(c store.Credential) bool {
		return c.Identity == id && slices.Contains(change.Clear, c.Kind)
	})
	for _, key := range change.Remove {
		if at := m.credential(key); at >= 0 {
			m.credentials = slices.Delete(m.credentials, at, at+1)
		}
	}
	for _, c := range change.Add {
		m.addCredential(id, c)
	}
	return nil
}

func (m *memory) NoteUse(ctx context.Context, key store.CredentialKey, at time.Time, data []byte) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	place := m.credential(key)
	if place < 0 {
		return fmt.Errorf("a credential: %w", store.ErrNotFound)
	}
	c := &m.credentials[place]
	if c.Used = at; data != nil {
		c.Data = bytes.Clone(data)
	}
	if identity := m.identities[c.Identity]; identity != nil {
		identity.Seen = at
	}
	return nil
}

func (m *memory) DeleteIdentity(ctx context.Context, id string) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if _, err := m.identity(id); err != nil {
		return err
	}
	gone := m.withBots(id)
	m.forgetModeration(gone)
	for _, id := range gone {
		delete(m.identities, id)
	}
	m.credentials = slices.DeleteFunc(m.credentials, func(c store.Credential) bool { return slices.Contains(gone, c.Identity) })
	m.removeNotices(gone)
	m.blocks = slices.DeleteFunc(m.blocks, func(b store.Block) bool {
		return slices.Contains(gone, b.Identity) || slices.Contains(gone, b.Blocked)
	})
	m.invitations = slices.DeleteFunc(m.invitations, func(i store.Invitation) bool {
		return slices.Contains(gone, i.From) || slices.Contains(gone, i.To)
	})
	for i := range m.matches {
		if m.matches[i].owner == id {
			m.matches[i].until = time.Time{}
		}
		results := &m.matches[i].match.Results
		*results = slices.DeleteFunc(slices.Clone(*results), func(r store.Result) bool { return slices.Contains(gone, r.Person) })
	}
	return nil
}

// withBots returns an identity and the bots that it owns; the log is locked.
func (m *memory) withBots(id string) []string {
	list := []string{id}
	for _, other := range m.identities {
		if id != "" && other.Owner == id {
			list = append(list, other.ID)
		}
	}
	return list
}

func (m *memory) Identity(ctx context.Context, id string) (store.Identity, error) {
	if err := m.enter(ctx); err != nil {
		return store.Identity{}, err
	}
	defer m.mu.Unlock()
	identity, err := m.identity(id)
	if err != nil {
		return store.Identity{}, err
	}
	return *identity, nil
}

func (m *memory) IdentityByLook(ctx context.Context, look string) (store.Identity, error) {
	if err := m.enter(ctx); err != nil {
		return store.Identity{}, err
	}
	defer m.mu.Unlock()
	for _, identity := range m.identities {
		if look != "" && identity.Look == look {
			return *identity, nil
		}
	}
	return store.Identity{}, fmt.Errorf("the look %q: %w", look, store.ErrNotFound)
}

func (m *memory) Known(ctx context.Context, ids []string) (map[string]store.Identity, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	known := map[string]store.Identity{}
	for _, id := range ids {
		if identity := m.identities[id]; identity != nil {
			known[id] = *identity
		}
	}
	return known, nil
}

func (m *memory) Faces(ctx context.Context, looks []string) (map[string]string, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	faces := map[string]string{}
	for _, identity := range m.identities {
		if identity.Look != "" && identity.Face != "" && slices.Contains(looks, identity.Look) {
			faces[identity.Look] = identity.Face
		}
	}
	return faces, nil
}

func (m *memory) Looks(ctx context.Context, query store.LookQuery) (store.Page[store.Identity], error) {
	if err := m.enter(ctx); err != nil {
		return store.Page[store.Identity]{}, err
	}
	defer m.mu.Unlock()
	var list []store.Identity
	for _, one := range m.identities {
		if one.Look > string(query.After) && strings.Contains(one.Look, query.Part) {
			list = append(list, *one)
		}
	}
	slices.SortFunc(list, func(a, b store.Identity) int { return strings.Compare(a.Look, b.Look) })
	return page(list, query.Limit, func(one store.Identity) (store.Identity, string) { return one, one.Look }), nil
}

func (m *memory) Unseen(ctx context.Context, query store.UnseenQuery) (store.Page[store.Identity], error) {
	if err := m.enter(ctx); err != nil {
		return store.Page[store.Identity]{}, err
	}
	defer m.mu.Unlock()
	var list []store.Identity
	for _, one := range m.identities {
		busy := slices.ContainsFunc(m.matches, func(a memoryMatch) bool { return slices.Contains(a.match.Persons, one.ID) })
		for _, r := range m.rooms {
			busy = busy || slices.Contains(r.room.Members, one.ID)
		}
		if !busy && one.Kind == query.Kind && one.Seen.Before(query.Since) {
			list = append(list, *one)
		}
	}
	slices.SortFunc(list, func(a, b store.Identity) int {
		return cmp.Or(a.Seen.Compare(b.Seen), strings.Compare(a.ID, b.ID))
	})
	cursor := func(one store.Identity) string { return fmt.Sprintf("%d %s", one.Seen.UnixMilli(), one.ID) }
	if at := slices.IndexFunc(list, func(one store.Identity) bool { return cursor(one) == string(query.After) }); at >= 0 {
		list = list[at+1:]
	}
	return page(list, query.Limit, func(one store.Identity) (store.Identity, string) { return one, cursor(one) }), nil
}

func (m *memory) Credential(ctx context.Context, key store.CredentialKey) (store.Credential, store.Identity, error) {
	if err := m.enter(ctx); err != nil {
		return store.Credential{}, store.Identity{}, err
	}
	defer m.mu.Unlock()
	at := m.credential(key)
	if at < 0 {
		return store.Credential{}, store.Identity{}, fmt.Errorf("a credential: %w", store.ErrNotFound)
	}
	return cloneCredential(m.credentials[at]), *m.identities[m.credentials[at].Identity], nil
}

func (m *memory) Credentials(ctx context.Context, identity string) ([]store.Credential, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	var list []store.Credential
	ids := m.withBots(identity)
	for _, c := range m.credentials {
		if slices.Contains(ids, c.Identity) {
			list = append(list, cloneCredential(c))
		}
	}
	slices.SortStableFunc(list, func(a, b store.Credential) int {
		return cmp.Or(a.Created.Compare(b.Created), bytes.Compare(a.ID, b.ID))
	})
	return list, nil
}

func (m *memory) Setting(ctx context.Context, name string) (string, error) {
	if err := m.enter(ctx); err != nil {
		return "", err
	}
	defer m.mu.Unlock()
	value, ok := m.settings[name]
	if !ok {
		return "", fmt.Errorf("%q: %w", name, store.ErrNotFound)
	}
	return value, nil
}

func (m *memory) KeepSetting(ctx context.Context, name, value string) (string, error) {
	if err := m.enter(ctx); err != nil {
		return "", err
	}
	defer m.mu.Unlock()
	if _, ok := m.settings[name]; !ok {
		m.settings[name] = value
	}
	return m.settings[name], nil
}

func (m *memory) AddBan(ctx context.Context, ban store.Ban) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if m.banAt(ban.ID) >= 0 {
		return fmt.Errorf("ban %q: %w", ban.ID, store.ErrExists)
	}
	m.bans = append(m.bans, ban)
	return nil
}

func (m *memory) DeleteBan(ctx context.Context, id string) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	at := m.banAt(id)
	if at < 0 {
		return fmt.Errorf("ban %q: %w", id, store.ErrNotFound)
	}
	m.bans = slices.Delete(m.bans, at, at+1)
	return nil
}

func (m *memory) Bans(ctx context.Context) ([]store.Ban, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	return slices.Clone(m.bans), nil
}

func (m *memory) banAt(id string) int {
	return slices.IndexFunc(m.bans, func(ban store.Ban) bool { return ban.ID == id })
}
