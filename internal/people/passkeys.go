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
	// maxPasskeys bounds the passkeys of an account.
	maxPasskeys = 20
	// ceremonyTime is the time that a person has to use a passkey or to return from a provider.
	ceremonyTime = 5 * time.Minute
	// maxCeremonies bounds the number of ceremonies in memory.
	maxCeremonies = 10_000
	// settingDomain is the setting that holds the domain of the passkeys.
	settingDomain = "passkey domain"
)

// Missing is a condition for passkeys that a server does not meet.
type Missing string

// The values of Missing.
const (
	// MissingNothing: passkeys work.
	MissingNothing Missing = ""
	// MissingAddress: the setting of the public address is missing.
	MissingAddress Missing = "address"
	// MissingTLS: the public address is neither https nor localhost.
	MissingTLS Missing = "tls"
	// MissingDomain: the stored passkeys belong to another domain.
	MissingDomain Missing = "domain"
)

// passkeys holds the open ceremonies and the checker of passkeys.
type passkeys struct {
	ceremonies ceremonies
	mu         sync.Mutex
	// checker is nil before its first use, and while no domain is stored.
	checker *webauthn.WebAuthn
}

// SecureHost returns the host of an address, or the reason why browsers do not allow passkeys there.
func SecureHost(publicURL string) (string, Missing) {
	parsed, err := url.Parse(publicURL)
	switch {
	case publicURL == "" || err != nil:
		return "", MissingAddress
	case parsed.Scheme != "https" && parsed.Hostname() != "localhost":
		return "", MissingTLS
	}
	return parsed.Hostname(), MissingNothing
}

// PasskeysMissing returns the condition for passkeys that this server does not meet.
func (p *Accounts) PasskeysMissing(ctx context.Context) (Missing, error) {
	_, missing, err := p.checker(ctx)
	return missing, err
}

// checker returns the checker of passkeys, or the condition for passkeys that this server does not
// meet.
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

// passkeyChecker is like checker, but fails with CodeNoPasskeys if a condition is not met.
func (p *Accounts) passkeyChecker(ctx context.Context) (*webauthn.WebAuthn, error) {
	checker, missing, err := p.checker(ctx)
	if err == nil && missing != MissingNothing {
		err = coded.Errorf(
			CodeNoPasskeys,
			"passkeys do not work at the address of this server; use a password or a recovery code",
		)
	}
	return checker, err
}

// keyHolder is a person with passkeys. It implements [webauthn.User].
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

// newKeyHolder returns a person with the passkeys among the given credentials.
func newKeyHolder(identity *store.Identity, credentials []store.Credential) (*keyHolder, error) {
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

// BeginPasskey returns the options with which a browser makes a passkey for a person, as JSON of
// the WebAuthn API. A guest becomes an account once the passkey is added. It fails with CodeNoPasskeys,
// CodeNoAccount, CodeSignInAgain, CodeTooManyKeys, CodeNotStored and the errors of checkJoining.
func (p *Accounts) BeginPasskey(ctx context.Context, session Session, as Joining) (json.RawMessage, error) {
	checker, err := p.passkeyChecker(ctx)
	if err != nil {
		return nil, err
	}
	checked, err := p.checkAddKey(ctx, session, as)
	if err != nil {
		return nil, err
	}
	identity := store.Identity{ID: session.ID, Name: checked.name}
	credentials, err := p.store.Credentials(ctx, session.ID)
	if err != nil {
		return nil, err
	}
	user, err := newKeyHolder(&identity, credentials)
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
	err = p.passkeys.ceremonies.begin(
		ctx,
		begun.Challenge,
		ceremony{Passkey: *begun, Person: session.ID, Name: checked.name, JoinCode: checked.code},
	)
	if err != nil {
		return nil, err
	}
	return json.Marshal(creation.Response)
}

// SignInResult is the person after a sign-in or after the addition of a key.
type SignInResult struct {
	Person
	// Token is the person's new token, or "" if the session goes on.
	Token string
	// Codes has the recovery codes of a guest who has become an account. Ended has the key ids of
	// the guest's sessions, which have all ended. Codes and Ended are empty for an account.
	Codes []string
	Ended []string
}

// FinishPasskey adds the passkey that a browser has made. A guest becomes an account. It fails
// with CodeBadSignIn, CodeSignInAgain, CodeNameTaken, CodeNoPasskeys and CodeNotStored.
func (p *Accounts) FinishPasskey(
	ctx context.Context,
	session Session,
	response []byte,
	userAgent string,
) (SignInResult, error) {
	checker, err := p.passkeyChecker(ctx)
	if err != nil {
		return SignInResult{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(response)
	if err != nil {
		return SignInResult{}, badSignIn(err)
	}
	begun, ok, err := p.passkeys.ceremonies.finish(ctx, parsed.Response.CollectedClientData.Challenge)
	if err != nil {
		return SignInResult{}, err
	}
	if !ok || begun.Person != session.ID {
		return SignInResult{}, badSignIn(errors.New("an unknown challenge"))
	}
	identity := store.Identity{ID: session.ID, Name: begun.Name}
	key, err := checker.CreateCredential(&keyHolder{identity: &identity}, begun.Passkey, parsed)
	if err != nil {
		return SignInResult{}, badSignIn(err)
	}
	if err := fixDomain(ctx, p.store, checker.Config.RPID); err != nil {
		return SignInResult{}, err
	}
	data, err := json.Marshal(key)
	if err != nil {
		return SignInResult{}, err
	}
	added := newCredential(kindPasskey, key.ID, DeviceOf(userAgent).label())
	added.Data = data
	return p.addKey(ctx, session, joining{begun.Name, begun.JoinCode}, added, userAgent)
}

// localDomain is the domain of a server that runs on the user's own machine for a trial.
const localDomain = "localhost"

// fixDomain stores the domain of the first passkey. All later passkeys must have the same domain. It
// ignores localDomain, because a public server gets another domain.
func fixDomain(ctx context.Context, db AccountStore, current string) error {
	if current == localDomain {
		return nil
	}
	domain, err := db.InitSetting(ctx, settingDomain, current)
	if err != nil {
		return NotStored(err)
	} else if domain != current {
		return badSignIn(errors.New("the domain of the passkeys has changed"))
	}
	return nil
}

// BeginSignIn returns the options with which a browser uses a passkey, as JSON of the WebAuthn
// API. It fails with CodeNoPasskeys and CodeNotStored.
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

// SignInByPasskey returns the person whose passkey a browser has used, and a new token. It fails
// with CodeBadSignIn, CodeNoPasskeys and CodeNotStored.
func (p *Accounts) SignInByPasskey(
	ctx context.Context,
	response []byte,
	previous Session,
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
		return newKeyHolder(&identity, []store.Credential{credential})
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
	if err := p.store.RecordUse(ctx, stored, time.Now(), data); err != nil {
		return Person{}, "", NotStored(err)
	}
	return p.signIn(ctx, &identity, previous, userAgent, proof, store.IdentityChange{})
}

// checkAddKey returns what a person has after adding a key: a guest the given name and the hash of its
// join code, an account its own name. It fails with CodeNoAccount for a bot, with CodeSignInAgain, and
// with the errors of checkJoining.
func (p *Accounts) checkAddKey(ctx context.Context, session Session, as Joining) (joining, error) {
	switch session.Kind {
	case Account:
		return joining{name: session.Name}, session.CheckProof()
	case Guest:
		return p.checkJoining(ctx, as)
	default:
		return joining{}, errNoAccount()
	}
}

// checkJoining fails with CodeBadName, CodeNameReserved, CodeNameTaken, CodeNoNewAccounts,
// CodeInvitedOnly and CodeBadJoinCode if a guest cannot become an account.
func (p *Accounts) checkJoining(ctx context.Context, as Joining) (joining, error) {
	code, err := p.admissions.check(ctx, as.Code)
	if err != nil {
		return joining{}, err
	}
	name, err := newName(as.Name, p.options.Reserved)
	if err != nil {
		return joining{}, err
	}
	_, err = p.store.IdentityBySkeleton(ctx, Skeleton(name))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return joining{name, code}, nil
	case err == nil:
		err = errNameTaken()
	}
	return joining{}, err
}

// addKey adds a credential to a person. A guest becomes an account with the given name, uses the join
// code, and the guest's sessions and personal links end.
func (p *Accounts) addKey(
	ctx context.Context,
	session Session,
	as joining,
	added store.Credential,
	userAgent string,
) (result SignInResult, err error) {
	result.Person, err = p.update(ctx, session.ID, func(identity *store.Identity) (store.IdentityChange, error) {
		change := store.IdentityChange{Add: []store.Credential{added}}
		if _, _, err := p.store.Credential(ctx, added.CredentialKey); err == nil {
			return change, badSignIn(errors.New("that belongs to an account already"))
		}
		if added.Kind == kindPassword {
			change.Clear = []string{kindPassword}
		}
		if session.Person = personOf(identity); session.Kind == Account {
			return change, session.CheckProof()
		}
		old, err := p.Keys(ctx, session.ID)
		if err != nil {
			return change, err
		}
		for i := range old.Sessions {
			result.Ended = append(result.Ended, old.Sessions[i].ID)
		}
		if admission := p.admissions.Current(); admission == AdmitNobody ||
			admission == AdmitInvited && as.code == nil {
			// An owner has closed the server since the person began.
			_, err := p.admissions.check(ctx, "")
			return change, err
		}
		identity.Kind, identity.Name, identity.Skeleton = string(Account), as.name, Skeleton(as.name)
		change.JoinCode = as.code
		var codes []store.Credential
		result.Codes, codes = newCodes()
		result.Token = newSecret()
		change.Clear = append(change.Clear, kindCode, kindSession, kindLink)
		change.Add = slices.Concat(change.Add, codes, []store.Credential{newSession(result.Token, userAgent, proof)})
		// The change also names the key of this session, so that it fails if the session has
		// ended meanwhile.
		change.Remove = []store.CredentialKey{session.key}
		return change, nil
	})
	if err != nil {
		return SignInResult{}, err
	}
	return result, nil
}
