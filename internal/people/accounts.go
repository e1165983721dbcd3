package people

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"archmage/internal/coded"
	"archmage/internal/people/avatar"
	"archmage/internal/store"
)

// Accounts are guests, accounts and bots, and how they sign in. A newcomer becomes a guest with a
// token that identifies the person. Only the hashes of secrets are stored. Accounts is safe for
// concurrent use.
type Accounts struct {
	store    AccountStore
	options  Options
	passkeys passkeys
	provider provider
	// writing are the locks under which an identity is read and written back.
	writing *locks
}

// AccountStore is what accounts need of the database.
type AccountStore interface {
	IdentityStore
	CreateIdentity(ctx context.Context, identity store.Identity, first store.Credential) error
	ChangeIdentity(ctx context.Context, id string, change store.IdentityChange) error
	NoteUse(ctx context.Context, key store.CredentialKey, at time.Time, data []byte) error
	DeleteIdentity(ctx context.Context, id string) error
	Erasures(ctx context.Context, limit int) ([]string, error)
	EndErasure(ctx context.Context, id string) error
	Avatars(ctx context.Context, skeletons []string) (map[string]string, error)
	BySkeleton(ctx context.Context, query store.SkeletonQuery) (store.Page[store.Identity], error)
	Credential(ctx context.Context, key store.CredentialKey) (store.Credential, store.Identity, error)
	Credentials(ctx context.Context, identity string) ([]store.Credential, error)
	Setting(ctx context.Context, name string) (string, error)
	KeepSetting(ctx context.Context, name, value string) (string, error)
	Unseen(ctx context.Context, query store.UnseenQuery) (store.Page[store.Identity], error)
}

// seenEvery is how often the time of a token's last use is updated.
const seenEvery = 24 * time.Hour

// NewGuest adds a guest, and returns the token by which the guest is recognised: 128
// random bits in base64url. It fails with CodeBadName, CodeNameReserved and
// CodeNotStored.
func (p *Accounts) NewGuest(ctx context.Context, name, userAgent string) (Person, string, error) {
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
func (p *Accounts) Rename(ctx context.Context, session Session, name string) (Person, error) {
	if err := session.Proved(); err != nil {
		return Person{}, err
	}
	name, err := newName(name, p.options.Reserved)
	if coded.Of(err) == CodeNameReserved && Skeleton(name) == Skeleton(session.Name) {
		// The operator has given it.
		err = nil
	}
	if err != nil {
		return Person{}, err
	}
	return p.rename(ctx, session.ID, name)
}

func (p *Accounts) rename(ctx context.Context, id, name string) (Person, error) {
	return p.update(ctx, id, func(identity *store.Identity) (store.IdentityChange, error) {
		if identity.Name = name; Kind(identity.Kind) == Account {
			identity.Skeleton = Skeleton(name)
		}
		return store.IdentityChange{}, nil
	})
}

// SetFace stores the face that an account has chosen, as [avatar.Face.String] writes it; ""
// stands for the face that follows from its name. It fails with [coded.Malformed],
// CodeNoAccount, CodeNoIdentity and CodeNotStored.
func (p *Accounts) SetAvatar(ctx context.Context, id, chosen string) (Person, error) {
	if _, err := avatar.Parse(chosen); chosen != "" && err != nil {
		return Person{}, coded.Malformedf("unknown avatar %.40q", chosen)
	}
	return p.update(ctx, id, func(identity *store.Identity) (store.IdentityChange, error) {
		if Kind(identity.Kind) != Account {
			return store.IdentityChange{}, errNoAccount()
		}
		identity.Avatar = chosen
		return store.IdentityChange{}, nil
	})
}

// MaxFaces is how many names [People.Faces] looks up at once.
const MaxAvatars = 60

// Faces returns the faces that the accounts with these names have chosen, by name.
func (p *Accounts) Avatars(ctx context.Context, names []string) (map[string]string, error) {
	if len(names) > MaxAvatars {
		return nil, coded.Malformedf("%d names, more than %d", len(names), MaxAvatars)
	}
	var skeletons []string
	for _, name := range names {
		skeletons = append(skeletons, Skeleton(name))
	}
	chosen, err := p.store.Avatars(ctx, skeletons)
	if err != nil {
		return nil, err
	}
	faces := map[string]string{}
	for i, name := range names {
		if chosen[skeletons[i]] != "" {
			faces[name] = chosen[skeletons[i]]
		}
	}
	return faces, nil
}

// Seen is a person, with when the person first came and was last here, to the day.
type Seen struct {
	Person
	Created, Seen time.Time
}

// List returns at most limit accounts whose name skeletons contain that of part, in the
// order of names. after is the next of the page before, or "".
func (p *Accounts) List(ctx context.Context, part, after string, limit int) (list []Seen, next string, err error) {
	page, err := p.store.BySkeleton(
		ctx,
		store.SkeletonQuery{Part: Skeleton(part), After: store.Cursor(after), Limit: limit},
	)
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
func (p *Accounts) update(
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
func (p *Accounts) Find(ctx context.Context, id string) (Person, error) {
	identity, err := p.store.Identity(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return Person{}, coded.Errorf(CodeNoPerson, "there is no such person")
	}
	return personOf(&identity), err
}

// FindName returns the account whose name has the same skeleton. It fails with CodeNoPerson.
func (p *Accounts) FindName(ctx context.Context, name string) (Person, error) {
	identity, err := p.store.IdentityBySkeleton(ctx, Skeleton(name))
	if errors.Is(err, store.ErrNotFound) {
		return Person{}, coded.Errorf(CodeNoPerson, "no account is named %.40q", name)
	}
	return personOf(&identity), err
}

// Known returns the people with these ids who exist, by id.
func (p *Accounts) Known(ctx context.Context, ids []string) (map[string]Person, error) {
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
