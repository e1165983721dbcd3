package people

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"archmage/internal/coded"
	"archmage/internal/store"
)

const (
	// MaxAbout bounds the line of text that an account shows on its profile, in characters.
	MaxAbout = 140
	// maxCompanions bounds the companions in a profile. maxFavourites bounds the favourite cards
	// or spells of each game.
	maxCompanions, maxFavourites = 8, 6
	// CalendarDays is the number of days in the calendar of a profile.
	CalendarDays = 53 * 7
)

// Profiles reads and changes the profiles of accounts, and reads ratings, leaderboards and
// standings. It is safe for concurrent use.
type Profiles struct {
	store    ProfileStore
	accounts *Accounts
}

// ProfileStore is the part of the database that Profiles uses.
type ProfileStore interface {
	IdentityStore
	CareerStore
	RatingStore
	IsFollowing(ctx context.Context, follower, followed string) (bool, error)
}

// CareerStore reads the totals of people's matches.
type CareerStore interface {
	Tallies(ctx context.Context, query store.CareerQuery) ([]store.Tally, error)
	Companions(ctx context.Context, query store.CareerQuery, limit int) ([]store.Companion, error)
	Together(ctx context.Context, person, other string) (store.Companion, error)
	Days(ctx context.Context, query store.CareerQuery, from time.Time) ([]store.Day, error)
	Streaks(ctx context.Context, query store.CareerQuery) ([]store.Streak, error)
	Favourites(ctx context.Context, query store.CareerQuery) ([]store.Favourite, error)
	Feats(ctx context.Context, query store.CareerQuery) ([]store.Feat, error)
	Standings(ctx context.Context, query store.StandingQuery) (store.Page[store.Standing], error)
	StandingOf(ctx context.Context, query store.StandingQuery, identity string) (store.Standing, int, error)
}

// Profile is the profile of an account. The account itself sees the totals of all its matches. Other
// viewers see only those of matches at public tables.
type Profile struct {
	Person  Person
	Created time.Time
	// About is the line of text that the account shows, or "".
	About string
	// Followed is true if the viewer follows the account.
	Followed bool
	Tallies  []store.Tally
	// Days are the days with a match among the last CalendarDays, oldest first.
	Days    []store.Day
	Streaks []store.Streak
	// Favourites are the cards and spells that the account had most often at the end of
	// matches, by game.
	Favourites []store.Favourite
	Feats      []store.Feat
	// Ratings has the account's rating in each game with rated matches.
	Ratings []ProfileRating
	// Companions are the people with whom the account has played most often.
	Companions []Companion
}

// Companion is a person with whom an account has played.
type Companion struct {
	Person Person
	// Matches is the number of matches that the two have played. Ahead is the number of those in
	// which the account had the better place.
	Matches, Ahead int
}

// Profile returns the profile of the account whose name has the same skeleton, as a viewer sees
// it. viewer is the id of a person, or "". Profile fails with CodeNoPerson.
func (p *Profiles) Profile(ctx context.Context, name string, viewer string) (Profile, error) {
	identity, err := p.accountNamed(ctx, name)
	if err != nil {
		return Profile{}, err
	}
	return p.profileOf(ctx, &identity, viewer)
}

// Own returns a person's own profile. The person can be a guest. It fails with CodeNoIdentity.
func (p *Profiles) Own(ctx context.Context, person string) (Profile, error) {
	identity, err := p.store.Identity(ctx, person)
	if errors.Is(err, store.ErrNotFound) {
		return Profile{}, errNoIdentity()
	} else if err != nil {
		return Profile{}, err
	}
	return p.profileOf(ctx, &identity, person)
}

func (p *Profiles) profileOf(
	ctx context.Context,
	identity *store.Identity,
	viewer string,
) (profile Profile, err error) {
	db := p.store
	profile = Profile{Person: personOf(identity), Created: identity.Created, About: identity.About}
	query := store.CareerQuery{Person: identity.ID, Listed: viewer != identity.ID}
	var favourites []store.Favourite
	for _, read := range []func() error{
		func() error {
			if viewer == "" {
				return nil
			}
			profile.Followed, err = db.IsFollowing(ctx, viewer, identity.ID)
			return err
		},
		func() error { profile.Tallies, err = db.Tallies(ctx, query); return err },
		func() error {
			profile.Days, err = db.Days(ctx, query, time.Now().AddDate(0, 0, 1-CalendarDays))
			return err
		},
		func() error { profile.Streaks, err = db.Streaks(ctx, query); return err },
		func() error { favourites, err = db.Favourites(ctx, query); return err },
		func() error { profile.Feats, err = db.Feats(ctx, query); return err },
		func() error { profile.Ratings, err = p.RatingsOf(ctx, identity.ID); return err },
		func() error { profile.Companions, err = p.companions(ctx, query); return err },
	} {
		if err := read(); err != nil {
			return Profile{}, err
		}
	}
	shown := map[string]int{}
	for _, f := range favourites {
		if shown[f.Game]++; shown[f.Game] <= maxFavourites {
			profile.Favourites = append(profile.Favourites, f)
		}
	}
	return profile, nil
}

// Account returns the account whose name has the same skeleton. It fails with CodeNoPerson.
func (p *Profiles) Account(ctx context.Context, name string) (Person, error) {
	identity, err := p.accountNamed(ctx, name)
	if err != nil {
		return Person{}, err
	}
	return personOf(&identity), nil
}

// accountNamed returns the account whose name has the same skeleton. It fails with CodeNoPerson.
func (p *Profiles) accountNamed(ctx context.Context, name string) (store.Identity, error) {
	identity, err := p.store.IdentityBySkeleton(ctx, Skeleton(name))
	if errors.Is(err, store.ErrNotFound) {
		err = coded.Errorf(CodeNoPerson, "no account is named %.40q", name)
	}
	return identity, err
}

func (p *Profiles) companions(ctx context.Context, query store.CareerQuery) (list []Companion, err error) {
	companions, err := p.store.Companions(ctx, query, maxCompanions)
	if err != nil {
		return nil, err
	}
	var ids []string
	for i := range companions {
		ids = append(ids, companions[i].Person)
	}
	identities, err := p.store.IdentitiesByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, c := range companions {
		if other, ok := identities[c.Person]; ok {
			list = append(list, Companion{Person: personOf(&other), Matches: c.Matches, Ahead: c.Ahead})
		}
	}
	return list, nil
}

// Together counts the matches of a viewer with another person.
type Together struct {
	// Person is the other person.
	Person Person
	// Matches is the number of matches that the two have played. Ahead is the number of those in
	// which the viewer had the better place. Behind is the number in which the other person had
	// it.
	Matches, Ahead, Behind int
}

// Together counts the matches of a person with the account that has the name, including matches
// at private tables. It fails with CodeNoPerson.
func (p *Profiles) Together(ctx context.Context, person, name string) (Together, error) {
	identity, err := p.accountNamed(ctx, name)
	if err != nil {
		return Together{}, err
	}
	c, err := p.store.Together(ctx, person, identity.ID)
	return Together{personOf(&identity), c.Matches, c.Ahead, c.Behind}, err
}

// SetAbout stores the line of text that an account shows on its profile; "" removes it. It fails
// with coded.Malformed, CodeNoAccount, CodeNoIdentity and CodeNotStored.
func (p *Profiles) SetAbout(ctx context.Context, id, about string) (Person, error) {
	about = cleanAbout(strings.Join(strings.Fields(about), " "))
	if utf8.RuneCountInString(about) > MaxAbout {
		return Person{}, coded.Malformedf("a line has at most %d characters", MaxAbout)
	}
	return p.accounts.update(ctx, id, func(identity *store.Identity) (store.IdentityChange, error) {
		if Kind(identity.Kind) != Account {
			return store.IdentityChange{}, errNoAccount()
		}
		identity.About = about
		return store.IdentityChange{}, nil
	})
}
