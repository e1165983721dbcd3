package people

import (
	"context"
	"errors"
	"time"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// maxCompanions is how many people a profile names.
const maxCompanions = 8

// Profile is what an account shows to others: what came of its matches at public
// tables, or to itself: of all.
type Profile struct {
	Person  Person
	Created time.Time
	// Followed: the one who looks follows the account.
	Followed bool
	Tallies  []store.Tally
	// Ratings are those of the games in which the account has played matches that
	// count.
	Ratings []ProfileRating
	// Companions are those with whom the account plays most.
	Companions []Companion
}

// Companion is somebody with whom an account has played.
type Companion struct {
	Person Person
	// Matches counts the matches of both, Ahead those in which the account had a
	// better place.
	Matches, Ahead int
}

// Profile returns the profile of the account with a name that looks like that
// one, as the person by sees it. It fails with CodeNoPerson.
func (p *People) Profile(ctx context.Context, name string, by string) (Profile, error) {
	identity, err := p.store.IdentityByLook(ctx, Look(name))
	if errors.Is(err, store.ErrNotFound) {
		return Profile{}, coded.Errorf(CodeNoPerson, "nobody keeps the name %.40q", name)
	} else if err != nil {
		return Profile{}, err
	}
	profile := Profile{Person: personOf(&identity), Created: identity.Created}
	query := store.ResultQuery{Person: identity.ID}
	if by != "" {
		if profile.Followed, err = p.store.IsFollowed(ctx, by, identity.ID); err != nil {
			return Profile{}, err
		}
	}
	if by != identity.ID {
		query.Listed, query.At = true, time.Now()
	}
	if profile.Tallies, err = p.store.Tallies(ctx, query); err != nil {
		return Profile{}, err
	}
	if profile.Ratings, err = p.RatingsOf(ctx, identity.ID); err != nil {
		return Profile{}, err
	}
	// Some of them may be gone.
	companions, err := p.store.Companions(ctx, query, 2*maxCompanions)
	if err != nil {
		return Profile{}, err
	}
	var ids []string
	for i := range companions {
		ids = append(ids, companions[i].Person)
	}
	known, err := p.store.Known(ctx, ids)
	if err != nil {
		return Profile{}, err
	}
	for _, c := range companions {
		if other, ok := known[c.Person]; ok && len(profile.Companions) < maxCompanions {
			profile.Companions = append(profile.Companions, Companion{Person: personOf(&other), Matches: c.Matches, Ahead: c.Ahead})
		}
	}
	return profile, nil
}
