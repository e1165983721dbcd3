// Package people keeps identities: the people who can be recognised by a token,
// the links by which a second device becomes the same person, and who is
// banned.
//
// It imports the event log and nothing else of the project but coded errors.
package people

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"hash/maphash"
	"sync"
	"time"

	"github.com/google/uuid"

	"archmage/internal/eventlog"
)

// Person is a person who can be recognised.
type Person struct {
	// ID is public. It does not identify the person to the server; the token
	// does.
	ID   string
	Name string
}

// Store is where identities are kept. Its methods fail as those of
// eventlog.Identities do.
type Store interface {
	CreateIdentity(ctx context.Context, tokenHash []byte, identity eventlog.Identity) error
	Identity(ctx context.Context, id string) (eventlog.Identity, error)
	IdentityByToken(ctx context.Context, tokenHash []byte) (eventlog.Identity, error)
	UpdateIdentity(ctx context.Context, identity eventlog.Identity) error
	DeleteIdentity(ctx context.Context, id string) error
	// AddLink gives an identity a link in place of the one before.
	AddLink(ctx context.Context, linkHash []byte, identity string, until time.Time) error
	// TakeLink removes a link that has not ended, and adds a token to its
	// identity.
	TakeLink(ctx context.Context, linkHash []byte, now time.Time, tokenHash []byte) (eventlog.Identity, error)
}

// People are all who can be recognised. A newcomer becomes a guest with a
// token, which identifies that person. Only the hashes of tokens and links are
// stored. People is safe for concurrent use.
type People struct {
	store Store
	// writing are the locks under which an identity is read and written back,
	// by the hash of its id.
	writing [64]sync.Mutex
	seed    maphash.Seed
}

// seenEvery is how often the time when a person was seen last is updated.
const seenEvery = 24 * time.Hour

// New returns the people whose identities the store keeps.
func New(store Store) *People { return &People{store: store, seed: maphash.MakeSeed()} }

// NewGuest adds a person with that name, and returns the token by which the
// person is recognised: 128 random bits in base64url. It fails with CodeBadName
// and CodeNotStored.
func (p *People) NewGuest(ctx context.Context, name string) (Person, string, error) {
	name, err := checkName(name)
	if err != nil {
		return Person{}, "", err
	}
	token := newSecret()
	person := Person{ID: uuid.NewString(), Name: name}
	if err := p.store.CreateIdentity(ctx, hash(token), eventlog.Identity{ID: person.ID, Name: name}); err != nil {
		return Person{}, "", notStored(err)
	}
	return person, token, nil
}

// ByToken returns the person whose token it is. It fails with CodeNoIdentity.
func (p *People) ByToken(ctx context.Context, token string) (Person, error) {
	if !isSecret(token) {
		return Person{}, errNoIdentity()
	}
	found, err := p.store.IdentityByToken(ctx, hash(token))
	if errors.Is(err, eventlog.ErrNotFound) {
		return Person{}, errNoIdentity()
	} else if err != nil {
		return Person{}, err
	}
	if time.Since(found.Seen) > seenEvery {
		// An error here is ignored: the next request tries again.
		_, _ = p.update(ctx, found.ID, func(*eventlog.Identity) {})
	}
	return Person{ID: found.ID, Name: found.Name}, nil
}

// Rename gives a person another name. A room learns it when the person next
// connects to it or takes a seat. It fails with CodeBadName, CodeNoIdentity and
// CodeNotStored.
func (p *People) Rename(ctx context.Context, id, name string) (Person, error) {
	name, err := checkName(name)
	if err != nil {
		return Person{}, err
	}
	return p.update(ctx, id, func(identity *eventlog.Identity) { identity.Name = name })
}

// Remove forgets a person: no token is that person's any more, and finished matches
// do not name the person. It fails with CodeNoIdentity.
func (p *People) Remove(ctx context.Context, id string) error {
	err := p.store.DeleteIdentity(ctx, id)
	if errors.Is(err, eventlog.ErrNotFound) {
		return errNoIdentity()
	} else if err != nil {
		return notStored(err)
	}
	return nil
}

// update changes an identity and notes that it was seen now.
func (p *People) update(ctx context.Context, id string, change func(*eventlog.Identity)) (Person, error) {
	lock := &p.writing[maphash.String(p.seed, id)%uint64(len(p.writing))]
	lock.Lock()
	defer lock.Unlock()
	identity, err := p.store.Identity(ctx, id)
	if errors.Is(err, eventlog.ErrNotFound) {
		return Person{}, errNoIdentity()
	} else if err != nil {
		return Person{}, err
	}
	change(&identity)
	identity.Seen = time.Now()
	if err := p.store.UpdateIdentity(ctx, identity); err != nil {
		return Person{}, notStored(err)
	}
	return Person{ID: identity.ID, Name: identity.Name}, nil
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

// isSecret reports whether a text is as long as a secret.
func isSecret(text string) bool {
	return len(text) == base64.RawURLEncoding.EncodedLen(secretBytes)
}

// hash returns what is stored of a secret.
func hash(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}
