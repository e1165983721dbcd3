package people

import (
	"context"
	"time"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// Presence says who sees that a person is here, and what the person does at public tables.
type Presence string

// The values of Presence.
const (
	PresenceEverybody Presence = "everybody"
	PresenceMembers   Presence = "members" // people with an account
	PresenceNobody    Presence = "nobody"
)

// presenceOf returns the presence of an identity. Accounts that have chosen nothing are shown to members, but
// not those that allow no followers: these have asked not to be seen.
func presenceOf(identity *store.Identity) Presence {
	switch {
	case identity.NoFollowers:
		return PresenceNobody
	case identity.Presence == "":
		return PresenceMembers
	}
	return Presence(identity.Presence)
}

// SetPresence stores who sees that an account is here. It fails with coded.Malformed for an unknown value, and
// with CodeNoAccount, CodeNoIdentity and CodeNotStored.
func (s *Social) SetPresence(ctx context.Context, id string, presence Presence) (Person, error) {
	switch presence {
	case PresenceEverybody, PresenceMembers, PresenceNobody:
	default:
		return Person{}, coded.Malformedf("unknown presence %.40q", presence)
	}
	return s.accounts.update(ctx, id, func(identity *store.Identity) (store.IdentityChange, error) {
		if Kind(identity.Kind) != Account {
			return store.IdentityChange{}, errNoAccount()
		}
		identity.Presence = string(presence)
		return store.IdentityChange{}, nil
	})
}

// Visible is a person with the choice of who sees that the person is here.
type Visible struct {
	Person
	Presence Presence
	// New is true for an account that is new to the server.
	New bool
}

// newFor is the time for which an account is new, from the first time that its person was here.
const newFor = 7 * 24 * time.Hour

// isNew reports whether an identity is a new account.
func isNew(identity *store.Identity, now time.Time) bool {
	return Kind(identity.Kind) == Account && now.Sub(identity.Created) < newFor
}

// Visible returns the people with these ids, by id. It omits deleted people and bots.
func (s *Social) Visible(ctx context.Context, ids []string) (map[string]Visible, error) {
	found, now := map[string]Visible{}, time.Now()
	for len(ids) > 0 {
		n := min(len(ids), store.MaxPage)
		identities, err := s.store.IdentitiesByID(ctx, ids[:n])
		if err != nil {
			return nil, err
		}
		for id, identity := range identities {
			if Kind(identity.Kind) != Bot {
				found[id] = Visible{personOf(&identity), presenceOf(&identity), isNew(&identity, now)}
			}
		}
		ids = ids[n:]
	}
	return found, nil
}

// Strangers returns the ids of the people whom a person has blocked or who have blocked the person.
func (s *Social) Strangers(ctx context.Context, person string) ([]string, error) {
	blocks, err := s.store.BlocksWith(ctx, person)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, block := range blocks {
		if block.Identity == person {
			ids = append(ids, block.Blocked)
		} else {
			ids = append(ids, block.Identity)
		}
	}
	return ids, nil
}
