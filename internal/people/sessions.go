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
	// kindSession: the id is the hash of the token of a browser or a program.
	kindSession = "session"
	// kindAPI: the id is the hash of an API token, which a person makes on the account page.
	kindAPI = "api"
	// kindLink, kindOperatorLink: the id is the hash of the secret of a personal link, or of a
	// link of the operator.
	kindLink         = "link"
	kindOperatorLink = "operator link"
	// kindPasskey: the id is the id of the passkey. The data is a webauthn.Credential as JSON.
	kindPasskey = "passkey"
	// kindPassword: the id is random. The data is the hash of the password in the PHC string format.
	kindPassword = "password"
	// kindCode: the id is the hash of a recovery code.
	kindCode = "code"
	// kindProvider: the id is the hash of a provider's issuer and of the person's subject there.
	kindProvider = "provider"
)

// maxSessions bounds the sessions of a person. A further session ends the least recently used one.
const maxSessions = 50

// Session is the person of a request, with the token of the request.
type Session struct {
	Person
	// Key is the ID of the token among the person's [Keys].
	Key string
	// API is true for an API token, which cannot change the account.
	API bool
	key store.CredentialKey
	// provedAt is the time at which the person proved their identity in this session, or zero.
	provedAt time.Time
}

// ProofTime is the time for which a session can change the keys of an account after the person has
// signed in with a passkey, a password, a recovery code, a provider or the operator's link.
const ProofTime = 5 * time.Minute

// CheckProof fails with CodeSignInAgain if the person is an account and has not signed in within
// ProofTime. It never fails for guests, who cannot sign in.
func (s Session) CheckProof() error {
	if s.Kind == Account && time.Since(s.provedAt) >= ProofTime {
		return errSignInAgain()
	}
	return nil
}

// The data of a session credential: proof if the person proved their identity when the session began,
// and noProof otherwise.
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

// keyName returns the public id of a credential, which is unique among the person's credentials.
func keyName(key store.CredentialKey) string {
	return base64.RawURLEncoding.EncodeToString(hash(key.Kind + " " + string(key.ID))[:12])
}

// SessionByToken returns the session of a token. It fails with CodeNoIdentity if the token is
// unknown or was not used for Options.TokenTime.
func (p *Accounts) SessionByToken(ctx context.Context, token string) (Session, error) {
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
			// The token is not deleted, because the clock of the machine can be wrong.
			return Session{}, errNoIdentity()
		case unused > seenInterval:
			// An error is ignored: the next request tries again.
			_ = p.store.RecordUse(ctx, key, time.Now(), nil)
		}
		session := Session{Person: personOf(&identity), Key: keyName(key), API: kind == kindAPI, key: key}
		if kind == kindSession && found.Data != nil {
			session.provedAt = found.Created
		}
		return session, nil
	}
	return Session{}, errNoIdentity()
}

// signIn gives a person a new token and makes the given change in the same write. It ends the
// browser's previous session if that belonged to the same person or to another account. proof is
// stored as the data of the new session.
func (p *Accounts) signIn(
	ctx context.Context,
	identity *store.Identity,
	previous Session,
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
	if previous.ID == identity.ID && !previous.API {
		change.Remove = append(change.Remove, previous.key)
	}
	sessions := slices.DeleteFunc(all, func(c store.Credential) bool {
		return c.Kind != kindSession || c.Identity != identity.ID || bytes.Equal(c.ID, previous.key.ID)
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
	if previous.Kind == Account && previous.ID != identity.ID && !previous.API {
		// An error is ignored: the browser no longer uses the old token.
		_ = p.SignOut(ctx, previous)
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

// Device describes a browser and its system, so that people recognise the device in lists.
type Device struct {
	// Browser is the program, as in "Firefox". System is the operating system, as in "Linux". An
	// unknown one is "".
	Browser string `json:"browser"`
	System  string `json:"system"`
}

// DeviceOf returns the device that a User-Agent header describes, with no more detail than a person
// needs to recognise the device.
func DeviceOf(userAgent string) Device {
	const maxLength = 512
	agent := useragent.Parse(userAgent[:min(len(userAgent), maxLength)])
	name := agent.Name
	if agent.OS == "" {
		name, _, _ = strings.Cut(name, "/")
	}
	short := func(text string) string {
		runes := []rune(strings.ReplaceAll(CleanName(text), deviceSeparator, " "))
		return string(runes[:min(len(runes), MaxName)])
	}
	return Device{Browser: short(cmp.Or(name, "")), System: short(agent.OS)}
}

// deviceSeparator separates browser and system in the label of a credential.
const deviceSeparator = " / "

func (d Device) label() string { return d.Browser + deviceSeparator + d.System }

func parseDevice(label string) Device {
	browser, system, _ := strings.Cut(label, deviceSeparator)
	return Device{Browser: browser, System: system}
}
