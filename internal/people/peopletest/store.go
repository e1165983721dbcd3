// Package peopletest has a store of identities and bans in memory, for tests.
package peopletest

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"archmage/internal/eventlog"
)

// Store keeps identities and bans in memory. It is safe for concurrent use, but
// for its exported fields.
type Store struct {
	mu         sync.Mutex
	identities map[string]eventlog.Identity
	tokens     map[string]string // the identity by the hash of a token
	links      map[string]link
	bans       []eventlog.Ban
	// ReadErr and WriteErr are what reads and writes fail with, if not nil.
	ReadErr, WriteErr error
}

type link struct {
	identity string
	until    time.Time
}

// New returns an empty store.
func New() *Store {
	return &Store{identities: map[string]eventlog.Identity{}, tokens: map[string]string{}, links: map[string]link{}}
}

// CreateIdentity implements people.Store.
func (s *Store) CreateIdentity(_ context.Context, tokenHash []byte, identity eventlog.Identity) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.WriteErr != nil {
		return s.WriteErr
	}
	identity.Created = time.Now()
	identity.Seen = identity.Created
	s.identities[identity.ID], s.tokens[string(tokenHash)] = identity, identity.ID
	return nil
}

// Identity implements people.Store.
func (s *Store) Identity(_ context.Context, id string) (eventlog.Identity, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	identity, ok := s.identities[id]
	if !ok {
		return identity, eventlog.ErrNotFound
	}
	return identity, s.ReadErr
}

// IdentityByToken implements people.Store.
func (s *Store) IdentityByToken(_ context.Context, tokenHash []byte) (eventlog.Identity, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ReadErr != nil {
		return eventlog.Identity{}, s.ReadErr
	}
	identity, ok := s.identities[s.tokens[string(tokenHash)]]
	if !ok {
		return identity, eventlog.ErrNotFound
	}
	return identity, nil
}

// UpdateIdentity implements people.Store.
func (s *Store) UpdateIdentity(_ context.Context, identity eventlog.Identity) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.WriteErr != nil {
		return s.WriteErr
	}
	s.identities[identity.ID] = identity
	return nil
}

// AddLink implements people.Store.
func (s *Store) AddLink(_ context.Context, linkHash []byte, identity string, until time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.WriteErr != nil {
		return s.WriteErr
	}
	if _, ok := s.identities[identity]; !ok {
		return eventlog.ErrNotFound
	}
	for hash, old := range s.links {
		if old.identity == identity {
			delete(s.links, hash)
		}
	}
	s.links[string(linkHash)] = link{identity, until}
	return nil
}

// TakeLink implements people.Store.
func (s *Store) TakeLink(_ context.Context, linkHash []byte, now time.Time, tokenHash []byte) (eventlog.Identity, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.WriteErr != nil {
		return eventlog.Identity{}, s.WriteErr
	}
	found, ok := s.links[string(linkHash)]
	if !ok || !now.Before(found.until) {
		return eventlog.Identity{}, eventlog.ErrNotFound
	}
	delete(s.links, string(linkHash))
	s.tokens[string(tokenHash)] = found.identity
	return s.identities[found.identity], nil
}

// Links returns how many links there are.
func (s *Store) Links() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.links)
}

// Names implements people.Store.
func (s *Store) Names(_ context.Context, ids []string) (map[string]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := map[string]string{}
	for _, id := range ids {
		if identity, ok := s.identities[id]; ok {
			names[id] = identity.Name
		}
	}
	return names, s.ReadErr
}

// AddBan implements eventlog.Bans.
func (s *Store) AddBan(_ context.Context, ban eventlog.Ban) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.WriteErr != nil {
		return s.WriteErr
	}
	if strings.Contains(ban.Identity, "\x00") {
		return eventlog.ErrInvalid
	}
	s.bans = append(s.bans, ban)
	return nil
}

// DeleteBan implements eventlog.Bans.
func (s *Store) DeleteBan(_ context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := len(s.bans)
	s.bans = slices.DeleteFunc(s.bans, func(b eventlog.Ban) bool { return b.ID == id })
	if len(s.bans) == before {
		return eventlog.ErrNotFound
	}
	return s.WriteErr
}

// Bans implements eventlog.Bans.
func (s *Store) Bans(context.Context) ([]eventlog.Ban, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.bans), s.ReadErr
}
