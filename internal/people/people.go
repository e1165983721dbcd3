// Package people manages guests, accounts and bots. [New] returns its four parts:
//   - [Accounts]: names, sessions and every way to sign in (accounts.go, sessions.go, passkeys.go …);
//   - [Admissions]: who can create an account, and the codes by which owners invite people (joining.go);
//   - [Social]: follows, blocks, invitations and who is online (social.go, follows.go …);
//   - [Profiles]: profiles, ratings, leaderboards and standings (profile.go, ratings.go …).
//
// The package must not import rooms, matches or sockets.
package people

import (
	"context"
	"hash/maphash"
	"sync"
	"time"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// Kind is the kind of a person.
type Kind string

// The kinds of people.
const (
	// Guest is a person who has only a token.
	Guest Kind = "guest"
	// Account is a person who has a name of their own and can sign in.
	Account Kind = "account"
	// Bot is a program that belongs to an account.
	Bot Kind = "bot"
)

// Person is a guest, an account or a bot.
type Person struct {
	// ID is public. Only a token proves that a request comes from the person.
	ID   string
	Name string
	Kind Kind
	// Avatar is the avatar that an account has chosen; "" means the avatar that follows from its
	// name.
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

// Store is the part of the database that this package uses.
type Store interface {
	AccountStore
	SocialStore
	ProfileStore
}

// IdentityStore looks up identities.
type IdentityStore interface {
	Identity(ctx context.Context, id string) (store.Identity, error)
	IdentityBySkeleton(ctx context.Context, skeleton string) (store.Identity, error)
	IdentitiesByID(ctx context.Context, ids []string) (map[string]store.Identity, error)
}

// StoreOf returns the Store of a database.
func StoreOf(db *store.DB) Store {
	return struct {
		store.Identities
		store.Careers
		store.Ratings
		store.Results
		store.Blocks
		store.Follows
		store.Invitations
		store.JoinCodes
	}{db.Identities, db.Careers, db.Ratings, db.Results, db.Blocks, db.Follows, db.Invitations, db.JoinCodes}
}

// Options are the settings of [New]. The zero value works for tests.
type Options struct {
	// PublicURL is the address that visitors use, as in "https://play.example". Without it
	// there are no passkeys and no provider.
	PublicURL string
	// SiteName returns the server's name, which browsers show next to a passkey; nil means the
	// name of the program.
	SiteName func() string
	// Reserved returns further names that only the operator can give, in addition to the names
	// of staff; nil means none.
	Reserved func() []string
	// Admission returns who can create an account; nil means everybody.
	Admission func() Admission
	// TokenTime is the time after its last use at which a token expires; 0 means DefaultTokenTime.
	TokenTime time.Duration
	// Provider is a service for signing in; the zero Provider means none.
	Provider Provider
	// Ceremonies stores the ceremonies that have begun; nil keeps them in memory.
	Ceremonies Ceremonies
	// Online stores the people who are online, for several servers; nil for a server that runs
	// alone.
	Online OnlineStore
	// Arrived is called when a person has come who was not online before; nil if nothing listens. It must
	// not block.
	Arrived func()
	// Changed is called when a person has another name, kind, face or presence; nil if nothing listens. It must
	// not block.
	Changed func(person string)
}

// DefaultTokenTime is the default of Options.TokenTime.
const DefaultTokenTime = 365 * 24 * time.Hour

// People has the four parts of this package.
type People struct {
	Accounts   *Accounts
	Social     *Social
	Profiles   *Profiles
	Admissions *Admissions
}

// locks is a set of locks for ids. The hash of an id selects its lock, so two ids can share one.
type locks struct {
	all  [64]sync.Mutex
	seed maphash.Seed
}

func newLocks() *locks { return &locks{seed: maphash.MakeSeed()} }

func (l *locks) of(id string) *sync.Mutex {
	return &l.all[maphash.String(l.seed, id)%uint64(len(l.all))]
}

// New returns the people of a store.
func New(db Store, options Options) *People {
	if options.TokenTime == 0 {
		options.TokenTime = DefaultTokenTime
	}
	accounts := &Accounts{store: db, options: options, hasher: newHasher(), writeLocks: newLocks()}
	accounts.admissions = &Admissions{store: db, admission: options.Admission, accounts: accounts}
	accounts.passkeys.ceremonies.shared = options.Ceremonies
	accounts.provider.Provider, accounts.provider.publicURL = options.Provider, options.PublicURL
	accounts.provider.ceremonies.shared = options.Ceremonies
	social := &Social{
		store: db, accounts: accounts, writeLocks: newLocks(),
		presence: presence{shared: options.Online, arrived: options.Arrived},
	}
	return &People{
		Accounts: accounts, Social: social, Profiles: &Profiles{store: db, accounts: accounts},
		Admissions: accounts.admissions,
	}
}
