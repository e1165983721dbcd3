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
	// kindLink is the hash of the secret of a personal link, kindOperatorLink of a link
	// that the operator has made.
	kindLink         = "link"
	kindOperatorLink = "operator link"
	// kindPasskey is the id of a passkey. Its data are the public key and what else is
	// needed to check it.
	kindPasskey = "passkey"
	// kindCode is the hash of a recovery code.
	kindCode = "code"
	// kindProvider is the hash of an issuer and a subject.
	kindProvider = "provider"
)

// maxSessions bounds the sessions of a person. A further one ends the one that was used
// longest ago.
const maxSessions = 50

// Session is a person with the token by which the person was recognised.
type Session struct {
	Person
	// Key is the public name of the token among the person's tokens.
	Key string
	// API is true for an API token, which may not change the account.
	API bool
	key store.CredentialKey
	// proved is when the person last proved who they are, or zero.
	proved time.Time
}

// ProofTime is how long a session may change the keys of an account after the person has
// signed in with a passkey, a recovery code, a provider or the operator's link.
const ProofTime = 5 * time.Minute

// Proved fails with CodeSignInAgain if the person has an account and did not sign in
// within ProofTime. It never fails for a guest, who cannot sign in.
func (s Session) Proved() error {
	if s.Kind == Account && time.Since(s.proved) >= ProofTime {
		return errSignInAgain()
	}
	return nil
}

// The data of a session say whether the person proved who they are when the session was
// made.
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
	return store.Credential{
		CredentialKey: store.CredentialKey{Kind: kind, ID: id},
		Label:         label,
		Created:       now,
		Used:          now,
	}
}

// keyName returns the public name of a credential among the person's credentials.
func keyName(key store.CredentialKey) string {
	return base64.RawURLEncoding.EncodeToString(hash(key.Kind + " " + string(key.ID))[:12])
}

// ByToken returns the session of a token. It fails with CodeNoIdentity, also if the token has not been used for
// Options.TokenTime.
func (p *Accounts) ByToken(ctx context.Context, token string) (Session, error) {
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
			// It is not deleted: the clock of the machine may be wrong.
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

// signIn gives a person a new token and makes a change in the same write. The token
// replaces the session before, if that belonged to an account. proof says whether the
// person has proved who they are.
func (p *Accounts) signIn(
	ctx context.Context,
	identity *store.Identity,
	before Session,
	userAgent string,
	proof []byte,
	change store.IdentityChange,
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
func (p *Accounts) SignOut(ctx context.Context, session Session) error {
	err := p.store.ChangeIdentity(ctx, session.ID, store.IdentityChange{Remove: []store.CredentialKey{session.key}})
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return NotStored(err)
	}
	return nil
}

// Device is the device with which a token is used.
type Device struct {
	// Browser is the program, as in "Firefox", System the operating system, as in
	// "Linux". Either is "" if it is not known.
	Browser string `json:"browser"`
	System  string `json:"system"`
}

// DeviceOf returns the device that the header User-Agent describes, with no more detail
// than a person needs to recognise it.
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
