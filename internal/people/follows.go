package people

import (
	"context"
	"errors"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/store"
)

const (
	// MaxFollows is the number of people that a person can follow.
	MaxFollows = 200
	// MaxFound is the largest number of people that a search by name returns.
	MaxFound = 20
)

// Followed is a person whom another person follows.
type Followed struct {
	Person Person
	// Online is true if the followed person has a page open. It is always false if one of the
	// two has blocked the other, or the followed person allows no followers.
	Online bool
}

// Follow records that a person wants to see when an account is online. A second call changes nothing,
// and the account is not notified. If the account has blocked the person, Follow returns no error,
// but the person never sees the account as online. Follow fails with coded.Malformed if person and
// other are the same, with CodeNoPerson if other is not an account, and with CodeNotFollowed if the
// person has blocked the account or the account allows no followers. It also fails with
// CodeManyFollows and CodeNotStored.
func (s *Social) Follow(ctx context.Context, person, other string) error {
	if person == other {
		return coded.Malformedf("a person cannot follow themselves")
	}
	lock := s.writeLocks.of(person)
	lock.Lock()
	defer lock.Unlock()
	identity, err := s.store.Identity(ctx, other)
	if errors.Is(err, store.ErrNotFound) || err == nil && Kind(identity.Kind) != Account {
		return errNoPerson()
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
	switch err := s.store.AddFollow(ctx, store.Follow{Follower: person, Followed: other}); {
	case errors.Is(err, store.ErrNotFound):
		return errNoPerson()
	case err != nil:
		return NotStored(err)
	}
	return nil
}

// Unfollow removes a follow. It fails with CodeNoPerson if there is none, and with
// CodeNotStored.
func (s *Social) Unfollow(ctx context.Context, person, other string) error {
	switch err := s.store.DeleteFollow(ctx, person, other); {
	case errors.Is(err, store.ErrNotFound):
		return errNoPerson()
	case err != nil:
		return NotStored(err)
	}
	return nil
}

// Followed returns the people whom a person follows, the latest first.
func (s *Social) Followed(ctx context.Context, person string) ([]Followed, error) {
	follows, err := s.store.FollowsOf(ctx, person)
	if err != nil || len(follows) == 0 {
		return nil, err
	}
	ids := make([]string, len(follows))
	for i := range follows {
		ids[i] = follows[i].Followed
	}
	identities, err := s.store.IdentitiesByID(ctx, ids)
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
		if identity, ok := identities[id]; ok {
			list = append(
				list,
				Followed{personOf(&identity), !blocked[id] && !identity.NoFollowers && s.presence.isOnline(id)},
			)
		}
	}
	return list, nil
}

// SetNoFollowers stores whether an account allows no followers. If it allows none, it cannot be
// followed, and its present followers no longer see when it is online. They are not notified. It
// fails with CodeNoAccount, CodeNoIdentity and CodeNotStored.
func (s *Social) SetNoFollowers(ctx context.Context, id string, noFollowers bool) (Person, error) {
	return s.accounts.update(ctx, id, func(identity *store.Identity) (store.IdentityChange, error) {
		if Kind(identity.Kind) != Account {
			return store.IdentityChange{}, errNoAccount()
		}
		identity.NoFollowers = noFollowers
		return store.IdentityChange{}, nil
	})
}

// Search returns at most MaxFound accounts whose name skeleton begins with the skeleton of prefix, in
// the order of skeletons. It fails with CodeBadName if prefix is not a valid name.
func (s *Social) Search(ctx context.Context, prefix string) ([]Person, error) {
	name, err := checkName(prefix)
	if err != nil {
		return nil, err
	}
	found, err := s.store.BySkeletonPrefix(ctx, Skeleton(name), MaxFound)
	if err != nil {
		return nil, err
	}
	var list []Person
	for i := range found {
		list = append(list, personOf(&found[i]))
	}
	return list, nil
}
