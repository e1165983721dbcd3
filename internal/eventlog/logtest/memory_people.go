package logtest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"archmage/internal/eventlog"
)

type memoryLink struct {
	hash  string
	until time.Time
}

// identity returns the identity with the id, or ErrNotFound; the log is locked.
func (m *memory) identity(id string) (*eventlog.Identity, error) {
	identity := m.identities[id]
	if identity == nil {
		return nil, fmt.Errorf("identity %q: %w", id, eventlog.ErrNotFound)
	}
	return identity, nil
}

// addCredential adds a credential, unless it is somebody's; the log is locked.
func (m *memory) addCredential(tokenHash []byte, identity string) error {
	if _, ok := m.credentials[string(tokenHash)]; ok {
		return fmt.Errorf("a credential: %w", eventlog.ErrExists)
	}
	m.credentials[string(tokenHash)] = identity
	return nil
}

func (m *memory) CreateIdentity(ctx context.Context, tokenHash []byte, identity eventlog.Identity) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if m.identities[identity.ID] != nil {
		return fmt.Errorf("identity %q: %w", identity.ID, eventlog.ErrExists)
	}
	if err := m.addCredential(tokenHash, identity.ID); err != nil {
		return err
	}
	m.identities[identity.ID] = &identity
	return nil
}

func (m *memory) AddCredential(ctx context.Context, tokenHash []byte, identity string) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if _, err := m.identity(identity); err != nil {
		return err
	}
	return m.addCredential(tokenHash, identity)
}

// linkOwner returns whose link it is, or "" if it is nobody's; the log is
// locked.
func (m *memory) linkOwner(linkHash []byte) string {
	for identity, link := range m.links {
		if link.hash == string(linkHash) {
			return identity
		}
	}
	return ""
}

func (m *memory) AddLink(ctx context.Context, linkHash []byte, identity string, until time.Time) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if _, err := m.identity(identity); err != nil {
		return err
	}
	if owner := m.linkOwner(linkHash); owner != "" && owner != identity {
		return fmt.Errorf("a link: %w", eventlog.ErrExists)
	}
	maps.DeleteFunc(m.links, func(_ string, link memoryLink) bool { return !link.until.After(time.Now()) })
	m.links[identity] = memoryLink{string(linkHash), until}
	return nil
}

func (m *memory) TakeLink(ctx context.Context, linkHash []byte, now time.Time, tokenHash []byte) (eventlog.Identity, error) {
	if err := m.enter(ctx); err != nil {
		return eventlog.Identity{}, err
	}
	defer m.mu.Unlock()
	owner := m.linkOwner(linkHash)
	if owner == "" {
		return eventlog.Identity{}, fmt.Errorf("a link: %w", eventlog.ErrNotFound)
	}
	if !m.links[owner].until.After(now) {
		delete(m.links, owner)
		return eventlog.Identity{}, fmt.Errorf("the link has ended: %w", eventlog.ErrNotFound)
	}
	if err := m.addCredential(tokenHash, owner); err != nil {
		return eventlog.Identity{}, err
	}
	delete(m.links, owner)
	return *m.identities[owner], nil
}

func (m *memory) Identity(ctx context.Context, id string) (eventlog.Identity, error) {
	if err := m.enter(ctx); err != nil {
		return eventlog.Identity{}, err
	}
	defer m.mu.Unlock()
	identity, err := m.identity(id)
	if err != nil {
		return eventlog.Identity{}, err
	}
	return *identity, nil
}

func (m *memory) IdentityByToken(ctx context.Context, tokenHash []byte) (eventlog.Identity, error) {
	if err := m.enter(ctx); err != nil {
		return eventlog.Identity{}, err
	}
	defer m.mu.Unlock()
	identity, err := m.identity(m.credentials[string(tokenHash)])
	if err != nil {
		return eventlog.Identity{}, err
	}
	return *identity, nil
}

func (m *memory) Names(ctx context.Context, ids []string) (map[string]string, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	names := map[string]string{}
	for _, id := range ids {
		if identity := m.identities[id]; identity != nil {
			names[id] = identity.Name
		}
	}
	return names, nil
}

func (m *memory) Unseen(ctx context.Context, query eventlog.UnseenQuery) (eventlog.Page[eventlog.Identity], error) {
	if err := m.enter(ctx); err != nil {
		return eventlog.Page[eventlog.Identity]{}, err
	}
	defer m.mu.Unlock()
	var list []eventlog.Identity
	for _, one := range m.identities {
		busy := slices.ContainsFunc(m.matches, func(a memoryMatch) bool { return slices.Contains(a.match.Persons, one.ID) })
		for _, r := range m.rooms {
			busy = busy || slices.Contains(r.room.Members, one.ID)
		}
		if !busy && one.Seen.Before(query.Since) {
			list = append(list, *one)
		}
	}
	slices.SortFunc(list, func(a, b eventlog.Identity) int {
		return cmp.Or(a.Seen.Compare(b.Seen), strings.Compare(a.ID, b.ID))
	})
	cursor := func(one eventlog.Identity) string { return fmt.Sprintf("%d %s", one.Seen.UnixMilli(), one.ID) }
	if at := slices.IndexFunc(list, func(one eventlog.Identity) bool { return cursor(one) == string(query.After) }); at >= 0 {
		list = list[at+1:]
	}
	return page(list, query.Limit, func(one eventlog.Identity) (eventlog.Identity, string) { return one, cursor(one) }), nil
}

func (m *memory) UpdateIdentity(ctx context.Context, identity eventlog.Identity) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	known, err := m.identity(identity.ID)
	if err != nil {
		return err
	}
	known.Name, known.Seen = identity.Name, identity.Seen
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
	delete(m.identities, id)
	delete(m.links, id)
	for i := range m.matches {
		if m.matches[i].owner == id {
			m.matches[i].until = time.Time{}
		}
	}
	maps.DeleteFunc(m.credentials, func(_, identity string) bool { return identity == id })
	return nil
}

func (m *memory) AddBan(ctx context.Context, ban eventlog.Ban) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if m.banAt(ban.ID) >= 0 {
		return fmt.Errorf("ban %q: %w", ban.ID, eventlog.ErrExists)
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
		return fmt.Errorf("ban %q: %w", id, eventlog.ErrNotFound)
	}
	m.bans = slices.Delete(m.bans, at, at+1)
	return nil
}

func (m *memory) Bans(ctx context.Context) ([]eventlog.Ban, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	return slices.Clone(m.bans), nil
}

func (m *memory) banAt(id string) int {
	return slices.IndexFunc(m.bans, func(ban eventlog.Ban) bool { return ban.ID == id })
}
