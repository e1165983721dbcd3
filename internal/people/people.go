// Package people keeps identities: guests, accounts and bots, the keys by which they are
// recognised, their ratings and profiles, and who has blocked, followed or invited whom.
//
// Of the project it imports only the database, the method of ratings, faces and coded
// errors.
package people

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"hash/maphash"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"archmage/internal/coded"
	"archmage/internal/people/avatar"
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
	Face string
}

// Check returns an error with coded.Malformed if the person has no id.
func (p Person) Check() error {
	if p.ID == "" {
		return coded.Malformedf("a person has an id")
	}
	return nil
}

func personOf(identity *store.Identity) Person {
	return Person{ID: identity.ID, Name: identity.Name, Kind: Kind(identity.Kind), Face: identity.Face}
}

// Store is where identities are kept.
type Store interface {
	CreateIdentity(ctx context.Context, identity store.Identity, first store.Credential) error
	ChangeIdentity(ctx context.Context, id string, change store.IdentityChange) error
	NoteUse(ctx context.Context, key store.CredentialKey, at time.Time, data []byte) error
	DeleteIdentity(ctx context.Context, id string) error
	Erasures(ctx context.Context, limit int) ([]string, error)
	EndErasure(ctx context.Context, id string) error
	Identity(ctx context.Context, id string) (store.Identity, error)
	IdentityByLook(ctx context.Context, look string) (store.Identity, error)
	Faces(ctx context.Context, looks []string) (map[string]string, error)
	Looks(ctx context.Context, query store.LookQuery) (store.Page[store.Identity], error)
	Known(ctx context.Context, ids []string) (map[string]store.Identity, error)
	Credential(ctx context.Context, key store.CredentialKey) (store.Credential, store.Identity, error)
	Credentials(ctx context.Context, identity string) ([]store.Credential, error)
	Setting(ctx context.Context, name string) (string, error)
	KeepSetting(ctx context.Context, name, value string) (string, error)
	Unseen(ctx context.Context, query store.UnseenQuery) (store.Page[store.Identity], error)
	CareerStore
	RatingStore
	AddBlock(ctx context.Context, block store.Block) error
	DeleteBlock(ctx context.Context, identity, blocked string) error
	BlocksOf(ctx context.Context, identity string) ([]store.Block, error)
	BlocksBetween(ctx context.Context, identity string, others []string) ([]store.Block, error)
	AddFollow(ctx context.Context, follow store.Follow) error
	DeleteFollow(ctx context.Context, identity, followed string) error
	FollowsOf(ctx context.Context, identity string) ([]store.Follow, error)
	IsFollowed(ctx context.Context, identity, followed string) (bool, error)
	Beginning(ctx context.Context, beginning string, limit int) ([]store.Identity, error)
	AddInvitation(ctx context.Context, invitation store.Invitation) error
	AnswerInvitation(ctx context.Context, id, answer string) error
	ListInvitations(ctx context.Context, query store.InvitationQuery) ([]store.Invitation, error)
	DeleteInvitations(ctx context.Context, before time.Time) error
}

// StoreOf returns what people use of a database.
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

// CareerStore is where the sums of people's matches are kept.
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
	// Attendance is where several servers share who is here; nil for a server that runs
	// alone.
	Attendance Attendance
}

// DefaultTokenTime is how long an unused token lasts by default.
const DefaultTokenTime = 365 * 24 * time.Hour

// People are everybody who can be recognised. A newcomer becomes a guest with a token
// that identifies the person. Only the hashes of secrets are stored. People is safe for
// concurrent use.
type People struct {
	store    Store
	options  Options
	passkeys passkeys
	provider provider
	// writing are the locks under which an identity is read and written back.
	writing locks
	here    attendance
}

// locks are locks for ids. The hash of an id selects its lock.
type locks struct {
	all  [64]sync.Mutex
	seed maphash.Seed
}

// of returns the lock of an id.
func (l *locks) of(id string) *sync.Mutex {
	return &l.all[maphash.String(l.seed, id)%uint64(len(l.all))]
}

// seenEvery is how often the time of a token's last use is updated.
const seenEvery = 24 * time.Hour

// New returns the people whose identities the store keeps.
func New(db Store, options Options) *People {
	if options.TokenTime == 0 {
		options.TokenTime = DefaultTokenTime
	}
	p := &People{store: db, options: options, writing: locks{seed: maphash.MakeSeed()}}
	p.here.shared = options.Attendance
	p.passkeys.ceremonies.shared = options.Ceremonies
	p.provider.Provider, p.provider.publicURL = options.Provider, options.PublicURL
	p.provider.ceremonies.shared = options.Ceremonies
	return p
}

// NewGuest adds a guest, and returns the token by which the guest is recognised: 128
// random bits in base64url. It fails with CodeBadName, CodeNameReserved and
// CodeNotStored.
func (p *People) NewGuest(ctx context.Context, name, userAgent string) (Person, string, error) {
	name, err := newName(name, p.options.Reserved)
	if err != nil {
		return Person{}, "", err
	}
	token := newSecret()
	identity := store.Identity{ID: uuid.NewString(), Name: name, Kind: string(Guest)}
	if err := p.store.CreateIdentity(ctx, identity, newSession(token, userAgent, noProof)); err != nil {
		return Person{}, "", NotStored(err)
	}
	return personOf(&identity), token, nil
}

// Rename gives the person of a session another name. A room learns it when the person
// next connects to it or takes a seat. It fails with CodeSignInAgain, CodeBadName,
// CodeNameReserved, CodeNameTaken, CodeNoIdentity and CodeNotStored.
func (p *People) Rename(ctx context.Context, session Session, name string) (Person, error) {
	if err := session.Proved(); err != nil {
		return Person{}, err
	}
	name, err := newName(name, p.options.Reserved)
	if coded.Of(err) == CodeNameReserved && Look(name) == Look(session.Name) {
		// The operator has given it.
		err = nil
	}
	if err != nil {
		return Person{}, err
	}
	return p.rename(ctx, session.ID, name)
}

func (p *People) rename(ctx context.Context, id, name string) (Person, error) {
	return p.update(ctx, id, func(identity *store.Identity) (store.IdentityChange, error) {
		if identity.Name = name; Kind(identity.Kind) == Account {
			identity.Look = Look(name)
		}
		return store.IdentityChange{}, nil
	})
}

// SetFace stores the face that an account has chosen, as [avatar.Face.String] writes it; ""
// stands for the face that follows from its name. It fails with [coded.Malformed],
// CodeNoAccount, CodeNoIdentity and CodeNotStored.
func (p *People) SetFace(ctx context.Context, id, chosen string) (Person, error) {
	if _, err := avatar.Parse(chosen); chosen != "" && err != nil {
		return Person{}, coded.Malformedf("nobody looks like %.40q", chosen)
	}
	return p.update(ctx, id, func(identity *store.Identity) (store.IdentityChange, error) {
		if Kind(identity.Kind) != Account {
			return store.IdentityChange{}, errNoAccount()
		}
		identity.Face = chosen
		return store.IdentityChange{}, nil
	})
}

// MaxFaces is how many names [People.Faces] looks up at once.
const MaxFaces = 60

// Faces returns the faces that the accounts with these names have chosen, by name.
func (p *People) Faces(ctx context.Context, names []string) (map[string]string, error) {
	if len(names) > MaxFaces {
		return nil, coded.Malformedf("%d names, more than %d", len(names), MaxFaces)
	}
	var looks []string
	for _, name := range names {
		looks = append(looks, Look(name))
	}
	chosen, err := p.store.Faces(ctx, looks)
	if err != nil {
		return nil, err
	}
	faces := map[string]string{}
	for i, name := range names {
		if chosen[looks[i]] != "" {
			faces[name] = chosen[looks[i]]
		}
	}
	return faces, nil
}

// Seen is a person, with when the person first came and was last here, to the day.
type Seen struct {
	Person
	Created, Seen time.Time
}

// Accounts lists at most limit accounts whose looks contain the look of part, in the
// order of names. after is the next of the page before, or "".
func (p *People) Accounts(ctx context.Context, part, after string, limit int) (list []Seen, next string, err error) {
	page, err := p.store.Looks(ctx, store.LookQuery{Part: Look(part), After: store.Cursor(after), Limit: limit})
	if errors.Is(err, store.ErrInvalid) {
		return nil, "", coded.Malformedf("there is no such place in the list")
	}
	for i := range page.Items {
		list = append(list, Seen{personOf(&page.Items[i]), page.Items[i].Created, page.Items[i].Seen})
	}
	return list, string(page.Next), err
}

// update changes an identity by calling change, marks it as seen now, and writes it
// together with the rest of the change that change returns. It fails with CodeNameTaken,
// CodeNoIdentity, CodeNotStored, and as change does.
func (p *People) update(
	ctx context.Context, id string, change func(*store.Identity) (store.IdentityChange, error),
) (Person, error) {
	lock := p.writing.of(id)
	lock.Lock()
	defer lock.Unlock()
	identity, err := p.store.Identity(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return Person{}, errNoIdentity()
	} else if err != nil {
		return Person{}, err
	}
	rest, err := change(&identity)
	if err != nil {
		return Person{}, err
	}
	identity.Seen = time.Now()
	rest.Identity = &identity
	switch err := p.store.ChangeIdentity(ctx, id, rest); {
	case errors.Is(err, store.ErrExists):
		return Person{}, errNameTaken()
	case errors.Is(err, store.ErrNotFound):
		return Person{}, errNoKey()
	case err != nil:
		return Person{}, NotStored(err)
	}
	return personOf(&identity), nil
}

// secretBytes is the length of a token or of a link's secret, before it is
// written as text.
const secretBytes = 16

// newSecret returns a token, or the secret of a link.
func newSecret() string {
	var secret [secretBytes]byte
	_, _ = rand.Read(secret[:]) // it never fails
	return base64.RawURLEncoding.EncodeToString(secret[:])
}

// isSecret reports whether a text has the length of a secret.
func isSecret(text string) bool {
	return len(text) == base64.RawURLEncoding.EncodedLen(secretBytes)
}

// hash returns the hash of a secret, which is stored in its place.
func hash(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// Find returns the person with the id. It fails with CodeNoPerson.
func (p *People) Find(ctx context.Context, id string) (Person, error) {
	identity, err := p.store.Identity(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return Person{}, coded.Errorf(CodeNoPerson, "there is no such person")
	}
	return personOf(&identity), err
}

// FindName returns the account whose name has the same look. It fails with CodeNoPerson.
func (p *People) FindName(ctx context.Context, name string) (Person, error) {
	identity, err := p.store.IdentityByLook(ctx, Look(name))
	if errors.Is(err, store.ErrNotFound) {
		return Person{}, coded.Errorf(CodeNoPerson, "nobody keeps the name %.40q", name)
	}
	return personOf(&identity), err
}

// Known returns the people with these ids who exist, by id.
func (p *People) Known(ctx context.Context, ids []string) (map[string]Person, error) {
	slices.Sort(ids)
	known := map[string]Person{}
	for part := range slices.Chunk(slices.Compact(ids), store.MaxPage) {
		found, err := p.store.Known(ctx, part)
		if err != nil {
			return nil, err
		}
		for id, identity := range found {
			known[id] = personOf(&identity)
		}
	}
	return known, nil
}
