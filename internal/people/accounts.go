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

// Accounts manages guests, accounts and bots, and signs them in. A newcomer becomes a guest with a
// token that identifies the person. Only the hashes of secrets are stored. Accounts is safe for
// concurrent use.
type Accounts struct {
	store    AccountStore
	options  Options
	passkeys passkeys
	provider provider
	hasher   *hasher
	// admissions decides which guests can become accounts.
	admissions *Admissions
	// writeLocks has a lock for each identity that is read, changed and written back.
	writeLocks *locks
}

// AccountStore is the part of the database that Accounts uses.
type AccountStore interface {
	IdentityStore
	JoinStore
	CreateIdentity(ctx context.Context, identity store.Identity, first store.Credential) error
	ChangeIdentity(ctx context.Context, id string, change store.IdentityChange) error
	RecordUse(ctx context.Context, key store.CredentialKey, at time.Time, data []byte) error
	DeleteIdentity(ctx context.Context, id string) error
	Erasures(ctx context.Context, limit int) ([]string, error)
	EndErasure(ctx context.Context, id string) error
	Avatars(ctx context.Context, skeletons []string) (map[string]string, error)
	BySkeleton(ctx context.Context, query store.SkeletonQuery) (store.Page[store.Identity], error)
	Credential(ctx context.Context, key store.CredentialKey) (store.Credential, store.Identity, error)
	Credentials(ctx context.Context, identity string) ([]store.Credential, error)
	Setting(ctx context.Context, name string) (string, error)
	InitSetting(ctx context.Context, name, value string) (string, error)
	Unseen(ctx context.Context, query store.UnseenQuery) (store.Page[store.Identity], error)
}

// seenInterval is the least time between two updates of a token's last use.
const seenInterval = 24 * time.Hour

// NewGuest adds a guest and returns the guest's token: 128 random bits in base64url. It fails
// with CodeBadName, CodeNameReserved and CodeNotStored.
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

// Rename gives the person of a session another name. A room shows the new name once the person
// connects to the room again or takes a seat there. It fails with CodeSignInAgain, CodeBadName,
// CodeNameReserved, CodeNameTaken, CodeNoIdentity and CodeNotStored.
func (p *Accounts) Rename(ctx context.Context, session Session, name string) (Person, error) {
	if err := session.CheckProof(); err != nil {
		return Person{}, err
	}
	name, err := newName(name, p.options.Reserved)
	if coded.Of(err) == CodeNameReserved && Skeleton(name) == Skeleton(session.Name) {
		// The operator has given the person this name.
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

// SetAvatar stores the avatar that an account has chosen, in the form of [avatar.Face.String]; ""
// goes back to the avatar that follows from its name. It fails with [coded.Malformed],
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

// MaxAvatars bounds the names in one call of [Accounts.Avatars].
const MaxAvatars = 60

// Avatars returns the avatars that the accounts with these names have chosen, by name. It fails
// with coded.Malformed for more than MaxAvatars names.
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

// ListedPerson is a person as moderators see it in a list. Seen is the day on which the person last
// used the server.
type ListedPerson struct {
	Person
	Created, Seen time.Time
}

// List returns at most limit accounts whose name skeleton contains the skeleton of part, in the
// order of names. after is the value of next from the previous page, or "" for the first page.
func (p *Accounts) List(
	ctx context.Context,
	part, after string,
	limit int,
) (list []ListedPerson, next string, err error) {
	page, err := p.store.BySkeleton(
		ctx,
		store.SkeletonQuery{Part: Skeleton(part), After: store.Cursor(after), Limit: limit},
	)
	if errors.Is(err, store.ErrInvalid) {
		return nil, "", coded.Malformedf("there is no such place in the list")
	}
	for i := range page.Items {
		list = append(list, ListedPerson{personOf(&page.Items[i]), page.Items[i].Created, page.Items[i].Seen})
	}
	return list, string(page.Next), err
}

// update lets edit change an identity, marks the identity as seen now, and writes it together with
// the further changes that edit returns. It fails with CodeNameTaken, CodeNoIdentity, CodeNoKey if a
// key that edit removes no longer exists, CodeNotStored, and the errors of edit.
func (p *Accounts) update(
	ctx context.Context, id string, edit func(*store.Identity) (store.IdentityChange, error),
) (Person, error) {
	lock := p.writeLocks.of(id)
	lock.Lock()
	defer lock.Unlock()
	identity, err := p.store.Identity(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return Person{}, errNoIdentity()
	} else if err != nil {
		return Person{}, err
	}
	changes, err := edit(&identity)
	if err != nil {
		return Person{}, err
	}
	identity.Seen = time.Now()
	changes.Identity = &identity
	switch err := p.store.ChangeIdentity(ctx, id, changes); {
	case errors.Is(err, store.ErrExists):
		return Person{}, errNameTaken()
	case errors.Is(err, store.ErrUsedUp):
		return Person{}, errBadJoinCode()
	case errors.Is(err, store.ErrNotFound):
		return Person{}, errNoKey()
	case err != nil:
		return Person{}, NotStored(err)
	}
	if p.options.Changed != nil {
		p.options.Changed(id)
	}
	return personOf(&identity), nil
}

// secretBytes is the length of a token or of a link's secret, before encoding.
const secretBytes = 16

func newSecret() string {
	var secret [secretBytes]byte
	_, _ = rand.Read(secret[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(secret[:])
}

// isSecret reports whether a text has the length of an encoded secret.
func isSecret(text string) bool {
	return len(text) == base64.RawURLEncoding.EncodedLen(secretBytes)
}

// hash returns the hash that is stored instead of a secret.
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

// FindAll returns the people with these ids, by id. Ids of no person are left out.
func (p *Accounts) FindAll(ctx context.Context, ids []string) (map[string]Person, error) {
	slices.Sort(ids)
	people := map[string]Person{}
	for part := range slices.Chunk(slices.Compact(ids), store.MaxPage) {
		found, err := p.store.IdentitiesByID(ctx, part)
		if err != nil {
			return nil, err
		}
		for id, identity := range found {
			people[id] = personOf(&identity)
		}
	}
	return people, nil
}
