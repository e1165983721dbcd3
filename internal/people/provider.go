package people

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// Provider is a service by which people sign in, with OpenID Connect.
type Provider struct {
	// Issuer is the provider's address; "" means that there is no provider. ID and Secret
	// identify this server to it. Name is its name for people.
	Issuer, ID, Secret, Name string
}

// ProviderPath is the path, under the public address, to which the provider sends people
// back.
const ProviderPath = "/sign-in/provider"

const (
	// providerWait bounds each request to a provider.
	providerWait = 10 * time.Second
	// providerRest is how long a provider that did not answer is not asked again.
	providerRest = 10 * time.Second
)

// provider checks what the Provider says of people. It asks the Provider for its
// addresses when it is first needed, once for everybody who then waits.
type provider struct {
	Provider
	// publicURL is the address of this server.
	publicURL  string
	ceremonies ceremonies
	// transport sends requests to the provider; nil means http.DefaultTransport.
	transport http.RoundTripper
	asking    singleflight.Group

	mu    sync.Mutex
	found *oidc.Provider
	// failure is why the provider was not found, until rested.
	failure error
	rested  time.Time
}

// ProviderName returns the name of the provider. It returns "" if there is none, or if
// the provider could not send people back.
func (p *Accounts) ProviderName() string { return p.provider.name() }

func (p *provider) name() string {
	if _, missing := SecureHost(p.publicURL); missing != MissingNothing || p.Issuer == "" {
		return ""
	}
	return p.Name
}

// oauth returns the configuration with which people are sent to the provider. It fails
// with CodeNoProvider and CodeProviderDown.
func (p *provider) oauth(ctx context.Context) (*oauth2.Config, *oidc.Provider, error) {
	if p.name() == "" {
		return nil, nil, coded.Errorf(CodeNoProvider, "no sign-in provider is configured")
	}
	found, err := p.find(ctx)
	if err != nil {
		return nil, nil, err
	}
	return &oauth2.Config{
		ClientID: p.ID, ClientSecret: p.Secret,
		Endpoint: found.Endpoint(), RedirectURL: p.publicURL + ProviderPath, Scopes: []string{oidc.ScopeOpenID},
	}, found, nil
}

// find returns the provider with its addresses. It fails with CodeProviderDown, and with
// the error of the context if that ends first.
func (p *provider) find(ctx context.Context) (*oidc.Provider, error) {
	if found, err := p.known(); found != nil || err != nil {
		return found, err
	}
	asked := p.asking.DoChan("", func() (any, error) { return p.ask() })
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case answer := <-asked:
		if answer.Err != nil {
			return nil, answer.Err
		}
		return answer.Val.(*oidc.Provider), nil
	}
}

// known returns the provider, or why it was not found a short time ago, or neither.
func (p *provider) known() (*oidc.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found == nil && time.Now().Before(p.rested) {
		return nil, p.failure
	}
	return p.found, nil
}

// ask asks the provider for its addresses.
func (p *provider) ask() (*oidc.Provider, error) {
	if found, err := p.known(); found != nil || err != nil {
		return found, err
	}
	// The provider fetches keys later, when this request is over, so its context must
	// not end.
	found, err := oidc.NewProvider(p.context(context.Background()), p.Issuer)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.failure, p.rested = p.down(err), time.Now().Add(providerRest)
		return nil, p.failure
	}
	p.found = found
	return found, nil
}

// context bounds requests to the provider.
func (p *provider) context(ctx context.Context) context.Context {
	return oidc.ClientContext(ctx, &http.Client{Timeout: providerWait, Transport: p.transport})
}

func (p *provider) down(cause error) error {
	refusal := coded.Errorf(CodeProviderDown, "%s does not answer; sign in another way, or try again later", p.Name)
	return fmt.Errorf("%w (%w)", refusal, cause)
}

// BeginProvider returns the address at the provider where somebody signs in, and a secret
// that the same browser has to bring back. If keep is true, the provider becomes a way to
// sign in to the person's account, and a guest becomes an account with the name. It fails
// with CodeNoProvider, CodeProviderDown, and for keep as BeginPasskey does.
func (p *Accounts) BeginProvider(
	ctx context.Context,
	session Session,
	keep bool,
	name string,
) (address, state string, err error) {
	begun := ceremony{Nonce: newSecret(), Verifier: oauth2.GenerateVerifier()}
	if keep {
		if begun.Name, err = p.checkKeeping(ctx, session, name); err != nil {
			return "", "", err
		}
		begun.Person = session.ID
	}
	config, _, err := p.provider.oauth(ctx)
	if err != nil {
		return "", "", err
	}
	state = newSecret()
	if err := p.provider.ceremonies.begin(ctx, state, begun); err != nil {
		return "", "", err
	}
	return config.AuthCodeURL(state, oidc.Nonce(begun.Nonce), oauth2.S256ChallengeOption(begun.Verifier)), state, nil
}

// FinishProvider finishes a sign-in when the provider has sent a browser back. It returns
// the person that the browser then is, and a token if it is a new one. state is the
// secret from the provider, given the one from the browser; they must be the same. It
// fails with CodeBadSignIn, CodeSignInAgain, CodeNoProvider, CodeProviderDown,
// CodeProviderTaken, CodeNameTaken and CodeNotStored.
func (p *Accounts) FinishProvider(
	ctx context.Context,
	code, state, given string,
	before Session,
	userAgent string,
) (Kept, error) {
	begun, ok, err := p.provider.ceremonies.finish(ctx, state)
	if err != nil {
		return Kept{}, err
	}
	if !ok || subtle.ConstantTimeCompare([]byte(state), []byte(given)) != 1 ||
		begun.Person != "" && begun.Person != before.ID {
		return Kept{}, badSignIn(errors.New("an unknown state"))
	}
	subject, err := p.provider.subject(ctx, code, &begun)
	if err != nil {
		return Kept{}, err
	}
	id := sha256.Sum256([]byte(p.provider.Issuer + "\x00" + subject))
	added := newCredential(kindProvider, id[:], p.provider.Name)
	_, identity, err := p.store.Credential(ctx, added.CredentialKey)
	switch {
	case errors.Is(err, store.ErrNotFound) && begun.Person == "":
		return Kept{}, badSignIn(errors.New("the provider's person has no account"))
	case errors.Is(err, store.ErrNotFound):
		return p.keep(ctx, before, begun.Name, added, userAgent)
	case err != nil:
		return Kept{}, err
	case begun.Person != "" && begun.Person != identity.ID:
		return Kept{}, coded.Errorf(
			CodeProviderTaken,
			"another account is kept by that already; sign in to it, or use another",
		)
	}
	if err := p.store.NoteUse(ctx, added.CredentialKey, time.Now(), nil); err != nil {
		return Kept{}, NotStored(err)
	}
	person, token, err := p.signIn(ctx, &identity, before, userAgent, proof, store.IdentityChange{})
	return Kept{Person: person, Token: token}, err
}

// subject returns the provider's id of the person who has signed in there.
func (p *provider) subject(ctx context.Context, code string, begun *ceremony) (string, error) {
	config, found, err := p.oauth(ctx)
	if err != nil {
		return "", err
	}
	ctx = p.context(ctx)
	tokens, err := config.Exchange(ctx, code, oauth2.VerifierOption(begun.Verifier))
	if refused := (*oauth2.RetrieveError)(
		nil,
	); errors.As(err, &refused) &&
		refused.Response.StatusCode < http.StatusInternalServerError {
		return "", badSignIn(fmt.Errorf("the provider refuses: %s", refused.ErrorCode))
	} else if err != nil {
		return "", p.down(err)
	}
	raw, _ := tokens.Extra("id_token").(string)
	token, err := found.Verifier(&oidc.Config{ClientID: config.ClientID}).Verify(ctx, raw)
	switch {
	case err != nil:
		return "", badSignIn(err)
	case subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(begun.Nonce)) != 1:
		return "", badSignIn(errors.New("another nonce"))
	}
	return token.Subject, nil
}
