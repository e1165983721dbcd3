package lobby

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"hash/maphash"
	"sync"
	"time"

	"github.com/google/uuid"

	"archmage/internal/eventlog"
)

// People are all who can be recognised. Whoever comes is a guest at first and
// gets a token; whoever brings the token is the same person. Only the token's
// hash is stored. It is safe for use from many goroutines.
type People struct {
	log eventlog.Identities
	// writing are the locks under which an identity is read and written back,
	// by the hash of its id.
	writing [64]sync.Mutex
	seed    maphash.Seed
}

const (
	// tokenBytes is the length of a token before it is written as text.
	tokenBytes = 16
	// seenEvery is how exactly it is known when somebody was seen last.
	seenEvery = 24 * time.Hour
)

// NewPeople returns the people whose identities the log keeps.
func NewPeople(log eventlog.Identities) *People {
	return &People{log: log, seed: maphash.MakeSeed()}
}

// NewGuest makes somebody known under the name, and returns the token by which
// to come back: 128 random bits in base64url. It fails with CodeBadName and
// CodeNotStored.
func (p *People) NewGuest(ctx context.Context, name string) (User, string, error) {
	name, err := personName(name)
	if err != nil {
		return User{}, "", err
	}
	var secret [tokenBytes]byte
	// It never fails (crypto/rand).
	_, _ = rand.Read(secret[:])
	token := base64.RawURLEncoding.EncodeToString(secret[:])
	user := User{ID: uuid.NewString(), Name: name}
	if err := p.log.CreateIdentity(ctx, tokenHash(token), eventlog.Identity{ID: user.ID, Name: name}); err != nil {
		return User{}, "", notStored(err)
	}
	return user, token, nil
}

// ByToken returns whose token it is. It fails with CodeNoIdentity if it is
// nobody's.
func (p *People) ByToken(ctx context.Context, token string) (User, error) {
	if base64.RawURLEncoding.DecodedLen(len(token)) != tokenBytes {
		return User{}, errNoIdentity()
	}
	found, err := p.log.IdentityByToken(ctx, tokenHash(token))
	if errors.Is(err, eventlog.ErrNotFound) {
		return User{}, errNoIdentity()
	} else if err != nil {
		return User{}, err
	}
	if time.Since(found.Seen) > seenEvery {
		// When somebody was seen is worth no failure.
		_, _ = p.update(ctx, found.ID, func(*eventlog.Identity) {})
	}
	return User{ID: found.ID, Name: found.Name}, nil
}

// Rename gives a person another name, which rooms learn when the person next
// does something in them. It fails with CodeBadName, CodeNoIdentity and
// CodeNotStored.
func (p *People) Rename(ctx context.Context, id, name string) (User, error) {
	name, err := personName(name)
	if err != nil {
		return User{}, err
	}
	return p.update(ctx, id, func(identity *eventlog.Identity) { identity.Name = name })
}

// update changes an identity, which has been seen at this moment.
func (p *People) update(ctx context.Context, id string, change func(*eventlog.Identity)) (User, error) {
	lock := &p.writing[maphash.String(p.seed, id)%uint64(len(p.writing))]
	lock.Lock()
	defer lock.Unlock()
	identity, err := p.log.Identity(ctx, id)
	if errors.Is(err, eventlog.ErrNotFound) {
		return User{}, errNoIdentity()
	} else if err != nil {
		return User{}, err
	}
	change(&identity)
	identity.Seen = time.Now()
	if err := p.log.UpdateIdentity(ctx, identity); err != nil {
		return User{}, notStored(err)
	}
	return User{ID: identity.ID, Name: identity.Name}, nil
}

// personName returns the name as it is shown.
func personName(name string) (string, error) {
	if name = cleanName(name); name == "" {
		return "", errorf(CodeBadName, "a name has 1 to %d characters", MaxName)
	}
	return name, nil
}

func tokenHash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

func errNoIdentity() error {
	return errorf(CodeNoIdentity, "nobody is known by that token; ask for one first")
}

// notStored returns the error for a person whose identity could not be written.
func notStored(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w (%w)", errorf(CodeNotStored, "that could not be stored; try again"), err)
}
