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

// Provider is a service for signing in with OpenID Connect.
type Provider struct {
	// Issuer is the provider's address; "" means that there is no provider. ID and Secret are this
	// server's client id and client secret. Name is the name of the provider that people see.
	Issuer, ID, Secret, Name string
}

// ProviderPath is the path of this server to which the provider redirects browsers.
const ProviderPath = "/sign-in/provider"

const (
	// providerTimeout bounds each request to a provider.
	providerTimeout = 10 * time.Second
	// providerRetryDelay is the pause after a provider has not answered.
	providerRetryDelay = 10 * time.Second
)

// provider verifies sign-ins at a Provider. It discovers the Provider's addresses at the first
// use, with one request for all callers that wait.
type provider struct {
	Provider
	// publicURL is the address of this server.
	publicURL  string
	ceremonies ceremonies
	// transport sends requests to the provider; nil means http.DefaultTransport.
	transport http.RoundTripper
	discovery singleflight.Group

	mu         sync.Mutex
	discovered *oidc.Provider
	// failure is the error of the last discovery. It is returned until retryAt.
	failure error
	retryAt time.Time
}

// ProviderName returns the name of the provider. It returns "" if there is none, or if the public
// address of this server is not secure, so that the provider cannot redirect browsers to it.
func (p *Accounts) ProviderName() string { return p.provider.name() }

func (p *provider) name() string {
	if _, missing := SecureHost(p.publicURL); missing != MissingNothing || p.Issuer == "" {
		return ""
	}
	return p.Name
}

// oauth returns the OAuth configuration and the discovered provider. It fails with CodeNoProvider
// and CodeProviderDown.
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

// find returns the discovered provider. It fails with CodeProviderDown, or with the error of the
// context if the context ends first.
func (p *provider) find(ctx context.Context) (*oidc.Provider, error) {
	if found, err := p.cached(); found != nil || err != nil {
		return found, err
	}
	result := p.discovery.DoChan("", func() (any, error) { return p.discover() })
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case answer := <-result:
		if answer.Err != nil {
			return nil, answer.Err
		}
		return answer.Val.(*oidc.Provider), nil
	}
}

// cached returns the discovered provider, or the error of a recent discovery. It returns nil, nil if
// a discovery is due.
func (p *provider) cached() (*oidc.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.discovered == nil && time.Now().Before(p.retryAt) {
		return nil, p.failure
	}
	return p.discovered, nil
}

// discover requests the provider's addresses and caches the outcome.
func (p *provider) discover() (*oidc.Provider, error) {
	if found, err := p.cached(); found != nil || err != nil {
		return found, err
	}
	// Several callers share the result, so the request does not end with the context of one of them.
	found, err := oidc.NewProvider(p.context(context.Background()), p.Issuer)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.failure, p.retryAt = p.errDown(err), time.Now().Add(providerRetryDelay)
		return nil, p.failure
	}
	p.discovered = found
	return found, nil
}

// context returns a context with the HTTP client for requests to the provider.
func (p *provider) context(ctx context.Context) context.Context {
	return oidc.ClientContext(ctx, &http.Client{Timeout: providerTimeout, Transport: p.transport})
}

func (p *provider) errDown(cause error) error {
	refusal := coded.Errorf(CodeProviderDown, "%s does not answer; sign in another way, or try again later", p.Name)
	return fmt.Errorf("%w (%w)", refusal, cause)
}

// BeginProvider starts a sign-in. It returns the provider's address to which the browser is sent, and
// a state that the same browser must present to FinishProvider. If addKey is true, the sign-in is
// added as a key to the account of the session, and a guest first becomes an account. BeginProvider
// fails with CodeNoProvider, CodeProviderDown and CodeNotStored. If addKey is true, it also fails with
// CodeNoAccount, CodeSignInAgain and the errors of checkJoining.
func (p *Accounts) BeginProvider(
	ctx context.Context,
	session Session,
	addKey bool,
	as Joining,
) (address, state string, err error) {
	begun := ceremony{Nonce: newSecret(), Verifier: oauth2.GenerateVerifier()}
	if addKey {
		checked, err := p.checkAddKey(ctx, session, as)
		if err != nil {
			return "", "", err
		}
		begun.Person, begun.Name, begun.JoinCode = session.ID, checked.name, checked.code
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

// FinishProvider finishes what BeginProvider has begun, after the provider has redirected the browser
// back. state is the secret that the provider returns. browserState is the secret that the browser
// has kept. They must be equal. FinishProvider fails with CodeBadSignIn, CodeSignInAgain,
// CodeNoProvider, CodeProviderDown, CodeProviderTaken, CodeNameTaken and CodeNotStored.
func (p *Accounts) FinishProvider(
	ctx context.Context,
	code, state, browserState string,
	previous Session,
	userAgent string,
) (SignInResult, error) {
	begun, ok, err := p.provider.ceremonies.finish(ctx, state)
	if err != nil {
		return SignInResult{}, err
	}
	if !ok || subtle.ConstantTimeCompare([]byte(state), []byte(browserState)) != 1 ||
		begun.Person != "" && begun.Person != previous.ID {
		return SignInResult{}, badSignIn(errors.New("an unknown state"))
	}
	subject, err := p.provider.subject(ctx, code, &begun)
	if err != nil {
		return SignInResult{}, err
	}
	id := sha256.Sum256([]byte(p.provider.Issuer + "\x00" + subject))
	credential := newCredential(kindProvider, id[:], p.provider.Name)
	_, identity, err := p.store.Credential(ctx, credential.CredentialKey)
	switch {
	case errors.Is(err, store.ErrNotFound) && begun.Person == "":
		return SignInResult{}, badSignIn(errors.New("the provider's person has no account"))
	case errors.Is(err, store.ErrNotFound):
		return p.addKey(ctx, previous, joining{begun.Name, begun.JoinCode}, credential, userAgent)
	case err != nil:
		return SignInResult{}, err
	case begun.Person != "" && begun.Person != identity.ID:
		return SignInResult{}, coded.Errorf(
			CodeProviderTaken,
			"another account is kept by that already; sign in to it, or use another",
		)
	}
	if err := p.store.RecordUse(ctx, credential.CredentialKey, time.Now(), nil); err != nil {
		return SignInResult{}, NotStored(err)
	}
	person, token, err := p.signIn(ctx, &identity, previous, userAgent, proof, store.IdentityChange{})
	return SignInResult{Person: person, Token: token}, err
}

// subject returns the provider's id of the person who has signed in. It fails with CodeBadSignIn
// and CodeProviderDown.
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
		return "", p.errDown(err)
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
