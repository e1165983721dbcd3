package people

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/mileusna/useragent"

	"archmage/internal/store"
)

// The kinds of credentials.
const (
	// kindSession is the hash of a token that a browser or a program got.
	kindSession = "session"
	// kindAPI is the hash of a token that was made on the account page.
	kindAPI = "api"
	// kindLink is the hash of a personal link's secret, kindOperatorLink of that of a
	// link that the operator has made.
	kindLink         = "link"
	kindOperatorLink = "operator link"
	// kindPasskey is the id of a passkey; its data are the public key and what
	// else it is checked with.
	kindPasskey = "passkey"
	// kindCode is the hash of a recovery code.
	kindCode = "code"
	// kindProvider is the hash of an issuer and a subject.
	kindProvider = "provider"
)

// maxSessions is how many sessions somebody has at most; a further one ends the
// one that was used longest ago.
const maxSessions = 50

// Session is a person with the token by which the person was recognised.
type Session struct {
	Person
	// Key is the public name of the token among those of the person.
	Key string
	// API: the token was made on the account page, and may not change the
	// account.
	API bool
	key store.CredentialKey
	// proved is when the person proved who it is, or zero.
	proved time.Time
}

// ProofTime is how long after a person has proved who it is, with a passkey, a
// recovery code, a provider or the operator's link, the session may change what
// opens the account.
const ProofTime = 5 * time.Minute

// Proved fails with CodeSignInAgain if the person has an account and has not proved
// within ProofTime who it is. A guest has nothing to prove it with.
func (s Session) Proved() error {
	if s.Kind == Account && time.Since(s.proved) >= ProofTime {
		return errSignInAgain()
	}
	return nil
}

// A session's data say whether the person proved who it is when the session was made.
var (
	proof   = []byte("proof")
	noProof []byte
)

func newSession(token, userAgent string, proof []byte) store.Credential {
	session := newCredential(kindSession, hash(token), DeviceOf(userAgent).label())
	session.Data = proof
	return session
}

func newCredential(kind string, id []byte, label string) store.Credential {
	now := time.Now()
	return store.Credential{CredentialKey: store.CredentialKey{Kind: kind, ID: id}, Label: label, Created: now, Used: now}
}

// keyName returns the public name of a credential among those of a person.
func keyName(key store.CredentialKey) string {
	return base64.RawURLEncoding.EncodeToString(hash(key.Kind + " " + string(key.ID))[:12])
}

// ByToken returns the person whose token it is. It fails with CodeNoIdentity.
func (p *People) ByToken(ctx context.Context, token string) (Session, error) {
	if !isSecret(token) {
		return Session{}, errNoIdentity()
	}
	id := hash(token)
	for _, kind := range []string{kindSession, kindAPI} {
		key := store.CredentialKey{Kind: kind, ID: id}
		found, identity, err := p.store.Credential(ctx, key)
		if errors.Is(err, store.ErrNotFound) {
			continue
		} else if err != nil {
			return Session{}, err
		}
		switch unused := time.Since(found.Used); {
		case unused > p.options.TokenTime:
			// An error here is ignored: the token has ended anyway.
			_ = p.store.ChangeIdentity(ctx, identity.ID, store.IdentityChange{Remove: []store.CredentialKey{key}})
			return Session{}, errNoIdentity()
		case unused > seenEvery:
			// An error here is ignored: the next request tries again.
			_ = p.store.NoteUse(ctx, key, time.Now(), nil)
		}
		session := Session{Person: personOf(&identity), Key: keyName(key), API: kind == kindAPI, key: key}
		if kind == kindSession && found.Data != nil {
			session.proved = found.Created
		}
		return session, nil
	}
	return Session{}, errNoIdentity()
}

// signIn gives a person a further token, in place of the session before it, if
// that was an account's, and with a change that is made together with it. proof says
// whether the person has proved who it is.
func (p *People) signIn(
	ctx context.Context, identity *store.Identity, before Session, userAgent string, proof []byte, change store.IdentityChange,
) (Person, string, error) {
	token := newSecret()
	all, err := p.store.Credentials(ctx, identity.ID)
	if err != nil {
		return Person{}, "", err
	}
	change.Add = append(change.Add, newSession(token, userAgent, proof))
	if before.ID == identity.ID && !before.API {
		change.Remove = append(change.Remove, before.key)
	}
	sessions := slices.DeleteFunc(all, func(c store.Credential) bool {
		return c.Kind != kindSession || c.Identity != identity.ID || bytes.Equal(c.ID, before.key.ID)
	})
	slices.SortFunc(sessions, func(a, b store.Credential) int { return a.Used.Compare(b.Used) })
	for _, old := range sessions[:max(0, len(sessions)-maxSessions+1)] {
		change.Remove = append(change.Remove, old.CredentialKey)
	}
	switch err := p.store.ChangeIdentity(ctx, identity.ID, change); {
	case errors.Is(err, store.ErrNotFound):
		return Person{}, "", badSignIn(err)
	case err != nil:
		return Person{}, "", NotStored(err)
	}
	if before.Kind == Account && before.ID != identity.ID && !before.API {
		// An error here is ignored: the token is not used any more.
		_ = p.SignOut(ctx, before)
	}
	return personOf(identity), token, nil
}

// SignOut ends a session. It fails with CodeNotStored.
func (p *People) SignOut(ctx context.Context, session Session) error {
	err := p.store.ChangeIdentity(ctx, session.ID, store.IdentityChange{Remove: []store.CredentialKey{session.key}})
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return NotStored(err)
	}
	return nil
}

// Device says what a token is used with.
type Device struct {
	// Browser is the program, as in "Firefox", and System where it runs, as in
	// "Linux"; what is not known is "".
	Browser string `json:"browser"`
	System  string `json:"system"`
}

// DeviceOf returns what the header User-Agent tells, in words, and no more than a
// person needs to know a device again.
func DeviceOf(userAgent string) Device {
	const longest = 512
	agent := useragent.Parse(userAgent[:min(len(userAgent), longest)])
	name := agent.Name
	if agent.OS == "" {
		name, _, _ = strings.Cut(name, "/")
	}
	short := func(text string) string {
		runes := []rune(strings.ReplaceAll(CleanName(text), separator, " "))
		return string(runes[:min(len(runes), MaxName)])
	}
	return Device{Browser: short(cmp.Or(name, "")), System: short(agent.OS)}
}

// separator stands between the words of a device's label.
const separator = " / "

func (d Device) label() string { return d.Browser + separator + d.System }

func deviceIn(label string) Device {
	browser, system, _ := strings.Cut(label, separator)
	return Device{Browser: browser, System: system}
}
