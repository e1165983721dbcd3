package people

import (
	"context"
	"errors"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// MaxBlocks is the number of people that a person can block.
const MaxBlocks = 200

// Block records that a person does not want to play with another one. A second call changes nothing.
// It fails with coded.Malformed if person and other are the same, and with CodeNoPerson,
// CodeManyBlocks and CodeNotStored.
func (s *Social) Block(ctx context.Context, person, other string) error {
	if person == other {
		return coded.Malformedf("a person cannot block themselves")
	}
	lock := s.writeLocks.of(person)
	lock.Lock()
	defer lock.Unlock()
	blocks, err := s.store.BlocksOf(ctx, person)
	if err != nil {
		return err
	}
	if len(blocks) >= MaxBlocks {
		return coded.Errorf(CodeManyBlocks, "you have blocked %d people already", len(blocks))
	}
	switch err := s.store.AddBlock(ctx, store.Block{Identity: person, Blocked: other}); {
	case errors.Is(err, store.ErrNotFound):
		return errNoPerson()
	case err != nil:
		return NotStored(err)
	}
	return nil
}

// Unblock removes a block. It fails with CodeNoPerson if there is none, and with CodeNotStored.
func (s *Social) Unblock(ctx context.Context, person, other string) error {
	switch err := s.store.DeleteBlock(ctx, person, other); {
	case errors.Is(err, store.ErrNotFound):
		return errNoPerson()
	case err != nil:
		return NotStored(err)
	}
	return nil
}

// Blocked returns the people whom a person has blocked, the latest first.
func (s *Social) Blocked(ctx context.Context, person string) ([]Person, error) {
	blocks, err := s.store.BlocksOf(ctx, person)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(blocks))
	for i := range blocks {
		ids[i] = blocks[i].Blocked
	}
	return s.persons(ctx, ids)
}

// persons returns the people with these ids in the same order, without deleted ones.
func (s *Social) persons(ctx context.Context, ids []string) ([]Person, error) {
	identities, err := s.store.IdentitiesByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	var list []Person
	for _, id := range ids {
		if identity, ok := identities[id]; ok {
			list = append(list, personOf(&identity))
		}
	}
	return list, nil
}

func errNoPerson() error { return coded.Errorf(CodeNoPerson, "there is no such person") }

// HasBlocked reports whether a person has blocked another one.
func (s *Social) HasBlocked(ctx context.Context, person, other string) (bool, error) {
	blocks, err := s.store.BlocksBetween(ctx, person, []string{other})
	return slices.ContainsFunc(blocks, func(b store.Block) bool { return b.Identity == person }), err
}
