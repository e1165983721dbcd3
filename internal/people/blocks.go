package people

import (
	"context"
	"errors"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// MaxBlocks is how many people a person may block.
const MaxBlocks = 200

// Block stores that a person does not want to play with another one. A second call
// changes nothing. It fails with CodeNoPerson, CodeManyBlocks and CodeNotStored.
func (p *People) Block(ctx context.Context, person, other string) error {
	if person == other {
		return coded.Malformedf("nobody can block themselves")
	}
	lock := p.writing.of(person)
	lock.Lock()
	defer lock.Unlock()
	blocks, err := p.store.BlocksOf(ctx, person)
	if err != nil {
		return err
	}
	if len(blocks) >= MaxBlocks {
		return coded.Errorf(CodeManyBlocks, "you have blocked %d people already", len(blocks))
	}
	switch err := p.store.AddBlock(ctx, store.Block{Identity: person, Blocked: other}); {
	case errors.Is(err, store.ErrNotFound):
		return errNobody()
	case err != nil:
		return NotStored(err)
	}
	return nil
}

// Unblock ends what Block has begun. It fails with CodeNoPerson and
// CodeNotStored.
func (p *People) Unblock(ctx context.Context, person, other string) error {
	switch err := p.store.DeleteBlock(ctx, person, other); {
	case errors.Is(err, store.ErrNotFound):
		return errNobody()
	case err != nil:
		return NotStored(err)
	}
	return nil
}

// Blocked returns whom a person has blocked, the latest first.
func (p *People) Blocked(ctx context.Context, person string) ([]Person, error) {
	blocks, err := p.store.BlocksOf(ctx, person)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(blocks))
	for i := range blocks {
		ids[i] = blocks[i].Blocked
	}
	return p.persons(ctx, ids)
}

// persons returns the people with these ids who still exist, in the same order.
func (p *People) persons(ctx context.Context, ids []string) ([]Person, error) {
	known, err := p.store.Known(ctx, ids)
	if err != nil {
		return nil, err
	}
	var list []Person
	for _, id := range ids {
		if identity, ok := known[id]; ok {
			list = append(list, personOf(&identity))
		}
	}
	return list, nil
}

func errNobody() error { return coded.Errorf(CodeNoPerson, "there is no such person") }
