package people

import (
	"context"
	"errors"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/store"
)

const (
	// MaxFollows is how many people a person may follow.
	MaxFollows = 200
	// MaxFound is how many people a search by name finds.
	MaxFound = 20
)

// Followed is somebody whom a person follows.
type Followed struct {
	Person Person
	// Here is true if the followed person has a page open. It is false if the follower
	// may not know that: one of the two has blocked the other, or the followed person is
	// discreet.
	Online bool
}

// Follow stores that a person wants to see where another one is. A second call changes
// nothing. Only accounts can be followed, and they are not told. Somebody whom the other
// one has blocked gets the same answer as everybody, and never sees the other one here.
// Follow fails with CodeNoPerson, CodeManyFollows and CodeNotStored, and with
// CodeNotFollowed if the person has blocked the other one, or that one is discreet.
func (s *Social) Follow(ctx context.Context, person, other string) error {
	if person == other {
		return coded.Malformedf("a person cannot follow themselves")
	}
	lock := s.writing.of(person)
	lock.Lock()
	defer lock.Unlock()
	identity, err := s.store.Identity(ctx, other)
	if errors.Is(err, store.ErrNotFound) || err == nil && Kind(identity.Kind) != Account {
		return errNobody()
	} else if err != nil {
		return err
	}
	blocks, err := s.store.BlocksBetween(ctx, person, []string{other})
	if err != nil {
		return err
	}
	own := func(block store.Block) bool { return block.Identity == person }
	if identity.NoFollowers || slices.ContainsFunc(blocks, own) {
		return coded.Errorf(CodeNotFollowed, "that person cannot be followed")
	}
	list, err := s.store.FollowsOf(ctx, person)
	if err != nil {
		return err
	}
	if len(list) >= MaxFollows {
		return coded.Errorf(CodeManyFollows, "you follow %d people already", len(list))
	}
	switch err := s.store.AddFollow(ctx, store.Follow{Identity: person, Followed: other}); {
	case errors.Is(err, store.ErrNotFound):
		return errNobody()
	case err != nil:
		return NotStored(err)
	}
	return nil
}

// Unfollow ends what Follow has begun. It fails with CodeNoPerson and CodeNotStored.
func (s *Social) Unfollow(ctx context.Context, person, other string) error {
	switch err := s.store.DeleteFollow(ctx, person, other); {
	case errors.Is(err, store.ErrNotFound):
		return errNobody()
	case err != nil:
		return NotStored(err)
	}
	return nil
}

// Followed returns whom a person follows, the latest first.
func (s *Social) Followed(ctx context.Context, person string) ([]Followed, error) {
	follows, err := s.store.FollowsOf(ctx, person)
	if err != nil || len(follows) == 0 {
		return nil, err
	}
	ids := make([]string, len(follows))
	for i := range follows {
		ids[i] = follows[i].Followed
	}
	known, err := s.store.Known(ctx, ids)
	if err != nil {
		return nil, err
	}
	blocks, err := s.store.BlocksBetween(ctx, person, ids)
	if err != nil {
		return nil, err
	}
	blocked := map[string]bool{}
	for _, block := range blocks {
		blocked[block.Identity], blocked[block.Blocked] = true, true
	}
	var list []Followed
	for _, id := range ids {
		if identity, ok := known[id]; ok {
			list = append(
				list,
				Followed{personOf(&identity), !blocked[id] && !identity.NoFollowers && s.presence.isOnline(id)},
			)
		}
	}
	return list, nil
}

// SetDiscreet stores whether an account cannot be followed. Those who follow it already
// see nothing more of it, and are not told. It fails with CodeNoAccount, CodeNoIdentity
// and CodeNotStored.
func (s *Social) SetNoFollowers(ctx context.Context, id string, discreet bool) (Person, error) {
	return s.accounts.update(ctx, id, func(identity *store.Identity) (store.IdentityChange, error) {
		if Kind(identity.Kind) != Account {
			return store.IdentityChange{}, errNoAccount()
		}
		identity.NoFollowers = discreet
		return store.IdentityChange{}, nil
	})
}

// Search returns at most MaxFound accounts whose name skeletons begin with the skeleton of a text, in
// the order of skeletons. It fails with CodeBadName for a text that no name begins with.
func (s *Social) Search(ctx context.Context, beginning string) ([]Person, error) {
	name, err := checkName(beginning)
	if err != nil {
		return nil, err
	}
	found, err := s.store.Beginning(ctx, Skeleton(name), MaxFound)
	if err != nil {
		return nil, err
	}
	var list []Person
	for i := range found {
		list = append(list, personOf(&found[i]))
	}
	return list, nil
}
