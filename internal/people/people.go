// Package people keeps identities: guests, accounts and bots. [New] returns its three parts:
//   - [Accounts]: names, sessions and every way to sign in (accounts.go, sessions.go, passkeys.go …);
//   - [Social]: who follows, blocks and invites whom, and who is online (social.go, follows.go …);
//   - [Profiles]: what accounts show, ratings, leaderboards and standings (profile.go, ratings.go …).
//
// It must not import a room, a match or a socket: of the project it imports only the database, the
// method of ratings, avatars, coded errors and background work.
package people

import (
	"context"
	"hash/maphash"
	"sync"
	"time"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// Kind says what somebody is.
type Kind string

// The kinds of people.
const (
	// Guest is somebody with a token and nothing else.
	Guest Kind = "guest"
	// Account is somebody who keeps a name and can sign in.
	Account Kind = "account"
	// Bot is a program that belongs to an account.
	Bot Kind = "bot"
)

// Person is somebody who can be recognised.
type Person struct {
	// ID is public. It does not prove who somebody is; the token does.
	ID   string
	Name string
	Kind Kind
	// Face is the face that an account has chosen; "" stands for the one that follows
	// from its name.
	Avatar string
}

// Check returns an error with coded.Malformed if the person has no id.
func (p Person) Check() error {
	if p.ID == "" {
		return coded.Malformedf("a person has an id")
	}
	return nil
}

func personOf(identity *store.Identity) Person {
	return Person{ID: identity.ID, Name: identity.Name, Kind: Kind(identity.Kind), Avatar: identity.Avatar}
}

// Store is what people need of the database.
type Store interface {
	AccountStore
	SocialStore
	ProfileStore
}

// IdentityStore finds identities.
type IdentityStore interface {
	Identity(ctx context.Context, id string) (store.Identity, error)
	IdentityBySkeleton(ctx context.Context, skeleton string) (store.Identity, error)
	Known(ctx context.Context, ids []string) (map[string]store.Identity, error)
}

// StoreOf returns what people need of a database.
func StoreOf(db *store.DB) Store {
	return struct {
		store.Identities
		store.Careers
		store.Ratings
		store.Results
		store.Blocks
		store.Follows
		store.Invitations
	}{db.Identities, db.Careers, db.Ratings, db.Results, db.Blocks, db.Follows, db.Invitations}
}

// Options of people. The zero value is fit for tests.
type Options struct {
	// PublicURL is the address that visitors use, as in "https://play.example". If it is
	// "", there are no passkeys and no provider.
	PublicURL string
	// SiteName is what the server is called where browsers keep passkeys; nil means
	// the program's name.
	SiteName func() string
	// Reserved returns names that only the operator may give, besides those of staff; nil
	// means none.
	Reserved func() []string
	// TokenTime is how long an unused token lasts; 0 means DefaultTokenTime.
	TokenTime time.Duration
	// Provider is a provider by which people can sign in; the zero Provider means none.
	Provider Provider
	// Ceremonies keeps sign-ins that have begun; nil means in memory.
	Ceremonies Ceremonies
	// Online is where several servers share who is online; nil for a server that runs
	// alone.
	Online OnlineStore
}

// DefaultTokenTime is how long an unused token lasts by default.
const DefaultTokenTime = 365 * 24 * time.Hour

// People are everybody who can be recognised.
type People struct {
	Accounts *Accounts
	Social   *Social
	Profiles *Profiles
}

// locks are locks for ids. The hash of an id selects its lock.
type locks struct {
	all  [64]sync.Mutex
	seed maphash.Seed
}

func newLocks() *locks { return &locks{seed: maphash.MakeSeed()} }

// of returns the lock of an id.
func (l *locks) of(id string) *sync.Mutex {
	return &l.all[maphash.String(l.seed, id)%uint64(len(l.all))]
}

// New returns the people whose identities the store keeps.
func New(db Store, options Options) *People {
	if options.TokenTime == 0 {
		options.TokenTime = DefaultTokenTime
	}
	accounts := &Accounts{store: db, options: options, writing: newLocks()}
	accounts.passkeys.ceremonies.shared = options.Ceremonies
	accounts.provider.Provider, accounts.provider.publicURL = options.Provider, options.PublicURL
	accounts.provider.ceremonies.shared = options.Ceremonies
	social := &Social{store: db, accounts: accounts, writing: newLocks(), presence: presence{shared: options.Online}}
	return &People{Accounts: accounts, Social: social, Profiles: &Profiles{store: db, accounts: accounts}}
}
