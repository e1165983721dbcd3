package people

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"archmage/internal/coded"
	"archmage/internal/store"
)

const (
	// maxPasskeys is how many passkeys an account has at most.
	maxPasskeys = 20
	// ceremonyTime is how long somebody may take to use a passkey, or to come
	// back from a provider.
	ceremonyTime = 5 * time.Minute
	// maxCeremonies bounds how many ceremonies may be open at once.
	maxCeremonies = 10_000
	// settingDomain is the setting that holds the domain of the passkeys.
	settingDomain = "passkey domain"
)

// Missing says why there are no passkeys.
type Missing string

// Why there are no passkeys.
const (
	// MissingNothing: nothing is missing, there are passkeys.
	MissingNothing Missing = ""
	// MissingAddress: the server does not know its public address.
	MissingAddress Missing = "address"
	// MissingTLS: the address is neither https nor this machine.
	MissingTLS Missing = "tls"
	// MissingDomain: the passkeys were made for another domain.
	MissingDomain Missing = "domain"
)

// passkeys checks passkeys.
type passkeys struct {
	ceremonies ceremonies
	mu         sync.Mutex
	// checker is nil until it is needed, and while the domain is not fixed.
	checker *webauthn.WebAuthn
}

// SecureHost returns the host of an address where browsers allow passkeys, or
// what is missing.
func SecureHost(publicURL string) (string, Missing) {
	at, err := url.Parse(publicURL)
	switch {
	case publicURL == "" || err != nil:
		return "", MissingAddress
	case at.Scheme != "https" && at.Hostname() != "localhost":
		return "", MissingTLS
	}
	return at.Hostname(), MissingNothing
}

// PasskeysMissing returns what this server lacks for passkeys.
func (p *Accounts) PasskeysMissing(ctx context.Context) (Missing, error) {
	_, missing, err := p.checker(ctx)
	return missing, err
}

// checker returns the checker of passkeys, or what is missing.
func (p *Accounts) checker(ctx context.Context) (*webauthn.WebAuthn, Missing, error) {
	p.passkeys.mu.Lock()
	defer p.passkeys.mu.Unlock()
	if p.passkeys.checker != nil {
		return p.passkeys.checker, MissingNothing, nil
	}
	host, missing := SecureHost(p.options.PublicURL)
	if missing != MissingNothing {
		return nil, missing, nil
	}
	domain, err := p.store.Setting(ctx, settingDomain)
	fixed := err == nil
	switch {
	case errors.Is(err, store.ErrNotFound):
		domain = host
	case err != nil:
		return nil, "", err
	case domain != host && !strings.HasSuffix(host, "."+domain):
		return nil, MissingDomain, nil
	}
	checker, err := webauthn.New(&webauthn.Config{
		RPID: domain, RPDisplayName: "Archmage", RPOrigins: []string{p.options.PublicURL},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationPreferred,
		},
	})
	if err == nil && fixed {
		p.passkeys.checker = checker
	}
	return checker, MissingNothing, err
}

// passkeyChecker is checker, but fails with CodeNoPasskeys if something is missing.
func (p *Accounts) passkeyChecker(ctx context.Context) (*webauthn.WebAuthn, error) {
	checker, missing, err := p.checker(ctx)
	if err == nil && missing != MissingNothing {
		err = coded.Errorf(
			CodeNoPasskeys,
			"this server has no passkeys: its operator has to set --public-url to an https address, "+
				"always of the same domain",
		)
	}
	return checker, err
}

// keyHolder is a person in the form that the library of passkeys takes.
type keyHolder struct {
	identity *store.Identity
	keys     []webauthn.Credential
}

var _ webauthn.User = (*keyHolder)(nil)

// WebAuthnID implements [webauthn.User].
func (k *keyHolder) WebAuthnID() []byte { return []byte(k.identity.ID) }

// WebAuthnName implements [webauthn.User].
func (k *keyHolder) WebAuthnName() string { return k.identity.Name }

// WebAuthnDisplayName implements [webauthn.User].
func (k *keyHolder) WebAuthnDisplayName() string { return k.identity.Name }

// WebAuthnCredentials implements [webauthn.User].
func (k *keyHolder) WebAuthnCredentials() []webauthn.Credential { return k.keys }

// holder returns a person with those of the credentials that are passkeys.
func holder(identity *store.Identity, credentials []store.Credential) (*keyHolder, error) {
	k := &keyHolder{identity: identity}
	for i := range credentials {
		if credentials[i].Kind != kindPasskey {
			continue
		}
		var key webauthn.Credential
		if err := json.Unmarshal(credentials[i].Data, &key); err != nil {
			return nil, err
		}
		k.keys = append(k.keys, key)
	}
	return k, nil
}

// BeginPasskey returns what a browser needs to make a passkey for a person, in the form
// that browsers know. A guest becomes an account with that name when the passkey is
// added. It fails with CodeNoPasskeys, CodeNoAccount, CodeSignInAgain, CodeBadName,
// CodeNameTaken and CodeTooManyKeys.
func (p *Accounts) BeginPasskey(ctx context.Context, session Session, name string) (json.RawMessage, error) {
	checker, err := p.passkeyChecker(ctx)
	if err != nil {
		return nil, err
	}
	name, err = p.checkKeeping(ctx, session, name)
	if err != nil {
		return nil, err
	}
	identity := store.Identity{ID: session.ID, Name: name}
	credentials, err := p.store.Credentials(ctx, session.ID)
	if err != nil {
		return nil, err
	}
	user, err := holder(&identity, credentials)
	if err != nil {
		return nil, err
	}
	if len(user.keys) >= maxPasskeys {
		return nil, coded.Errorf(CodeTooManyKeys, "an account has at most %d passkeys", maxPasskeys)
	}
	creation, begun, err := checker.BeginRegistration(
		user,
		webauthn.WithExclusions(webauthn.Credentials(user.keys).CredentialDescriptors()),
	)
	if err != nil {
		return nil, err
	}
	if p.options.SiteName != nil {
		creation.Response.RelyingParty.Name = p.options.SiteName()
	}
	err = p.passkeys.ceremonies.begin(ctx, begun.Challenge, ceremony{Passkey: *begun, Person: session.ID, Name: name})
	if err != nil {
		return nil, err
	}
	return json.Marshal(creation.Response)
}

// Kept is a person who has one more way to sign in.
type Kept struct {
	Person
	// Codes and Token are the recovery codes and the new token of a guest who has become
	// an account, whose earlier sessions have all ended. Otherwise they are empty.
	Codes []string
	Token string
	Ended []string
}

// FinishPasskey adds the passkey that a browser has made. A guest becomes an
// account by the first one. It fails with CodeBadSignIn, CodeSignInAgain,
// CodeNameTaken, CodeNoPasskeys and CodeNotStored.
func (p *Accounts) FinishPasskey(
	ctx context.Context,
	session Session,
	response []byte,
	userAgent string,
) (Kept, error) {
	checker, err := p.passkeyChecker(ctx)
	if err != nil {
		return Kept{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(response)
	if err != nil {
		return Kept{}, badSignIn(err)
	}
	begun, ok, err := p.passkeys.ceremonies.finish(ctx, parsed.Response.CollectedClientData.Challenge)
	if err != nil {
		return Kept{}, err
	}
	if !ok || begun.Person != session.ID {
		return Kept{}, badSignIn(errors.New("an unknown challenge"))
	}
	identity := store.Identity{ID: session.ID, Name: begun.Name}
	key, err := checker.CreateCredential(&keyHolder{identity: &identity}, begun.Passkey, parsed)
	if err != nil {
		return Kept{}, badSignIn(err)
	}
	if err := keepDomain(ctx, p.store, checker.Config.RPID); err != nil {
		return Kept{}, err
	}
	data, err := json.Marshal(key)
	if err != nil {
		return Kept{}, err
	}
	added := newCredential(kindPasskey, key.ID, DeviceOf(userAgent).label())
	added.Data = data
	return p.keep(ctx, session, begun.Name, added, userAgent)
}

// localDomain is the domain of a server that is tried out on one machine.
const localDomain = "localhost"

// keepDomain makes the domain of the first passkey the domain of all later ones. localDomain does
// not count, as it cannot stay.
func keepDomain(ctx context.Context, db AccountStore, used string) error {
	if used == localDomain {
		return nil
	}
	domain, err := db.KeepSetting(ctx, settingDomain, used)
	if err != nil {
		return NotStored(err)
	} else if domain != used {
		return badSignIn(errors.New("the domain of the passkeys has changed"))
	}
	return nil
}

// BeginSignIn returns what a browser needs to use a passkey, in the form that
// browsers know. It fails with CodeNoPasskeys.
func (p *Accounts) BeginSignIn(ctx context.Context) (json.RawMessage, error) {
	checker, err := p.passkeyChecker(ctx)
	if err != nil {
		return nil, err
	}
	assertion, begun, err := checker.BeginDiscoverableLogin()
	if err != nil {
		return nil, err
	}
	if err := p.passkeys.ceremonies.begin(ctx, begun.Challenge, ceremony{Passkey: *begun}); err != nil {
		return nil, err
	}
	return json.Marshal(assertion.Response)
}

// ByPasskey returns the person whose passkey a browser has used, and a new token. It
// fails with CodeBadSignIn, CodeNoPasskeys and CodeNotStored.
func (p *Accounts) ByPasskey(
	ctx context.Context,
	response []byte,
	before Session,
	userAgent string,
) (Person, string, error) {
	checker, err := p.passkeyChecker(ctx)
	if err != nil {
		return Person{}, "", err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(response)
	if err != nil {
		return Person{}, "", badSignIn(err)
	}
	begun, ok, err := p.passkeys.ceremonies.finish(ctx, parsed.Response.CollectedClientData.Challenge)
	if err != nil {
		return Person{}, "", err
	}
	if !ok || begun.Person != "" {
		return Person{}, "", badSignIn(errors.New("an unknown challenge"))
	}
	var identity store.Identity
	stored := store.CredentialKey{Kind: kindPasskey, ID: parsed.RawID}
	find := func(_, handle []byte) (webauthn.User, error) {
		credential, owner, err := p.store.Credential(ctx, stored)
		if err != nil {
			return nil, err
		} else if owner.ID != string(handle) {
			return nil, errors.New("the passkey of another person")
		}
		identity = owner
		return holder(&identity, []store.Credential{credential})
	}
	_, key, err := checker.ValidatePasskeyLogin(find, begun.Passkey, parsed)
	switch {
	case err != nil:
		return Person{}, "", badSignIn(err)
	case key.Authenticator.CloneWarning:
		return Person{}, "", badSignIn(errors.New("the passkey has been copied"))
	}
	data, err := json.Marshal(key)
	if err != nil {
		return Person{}, "", err
	}
	if err := p.store.NoteUse(ctx, stored, time.Now(), data); err != nil {
		return Person{}, "", NotStored(err)
	}
	return p.signIn(ctx, &identity, before, userAgent, proof, store.IdentityChange{})
}

// checkKeeping returns the name that a person will have after adding a key: for a guest
// the given one, for an account its own. It fails if the session may not add keys.
func (p *Accounts) checkKeeping(ctx context.Context, session Session, name string) (string, error) {
	switch session.Kind {
	case Account:
		return session.Name, session.Proved()
	case Guest:
	default:
		return "", errNoAccount()
	}
	name, err := newName(name, p.options.Reserved)
	if err != nil {
		return "", err
	}
	_, err = p.store.IdentityBySkeleton(ctx, Skeleton(name))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return name, nil
	case err == nil:
		err = errNameTaken()
	}
	return "", err
}

// keep adds a credential to a person. A guest becomes an account of that name, and the
// guest's other tokens and personal links end.
func (p *Accounts) keep(
	ctx context.Context,
	session Session,
	name string,
	added store.Credential,
	userAgent string,
) (kept Kept, err error) {
	kept.Person, err = p.update(ctx, session.ID, func(identity *store.Identity) (store.IdentityChange, error) {
		change := store.IdentityChange{Add: []store.Credential{added}}
		if _, _, err := p.store.Credential(ctx, added.CredentialKey); err == nil {
			return change, badSignIn(errors.New("that belongs to an account already"))
		}
		if session.Person = personOf(identity); session.Kind == Account {
			return change, session.Proved()
		}
		before, err := p.Keys(ctx, session.ID)
		if err != nil {
			return change, err
		}
		for i := range before.Sessions {
			kept.Ended = append(kept.Ended, before.Sessions[i].ID)
		}
		identity.Kind, identity.Name, identity.Skeleton = string(Account), name, Skeleton(name)
		var codes []store.Credential
		kept.Codes, codes = newCodes()
		kept.Token = newSecret()
		change.Clear = []string{kindCode, kindSession, kindLink}
		change.Add = slices.Concat(change.Add, codes, []store.Credential{newSession(kept.Token, userAgent, proof)})
		// Removing the session's own key makes the change fail if that has ended
		// meanwhile.
		change.Remove = []store.CredentialKey{session.key}
		return change, nil
	})
	if err != nil {
		return Kept{}, err
	}
	return kept, nil
}
