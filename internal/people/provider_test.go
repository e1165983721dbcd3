package people

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/coreos/go-oidc/v3/oidc/oidctest"
	"github.com/stretchr/testify/require"

	"archmage/internal/store/storetest"
)

// testProvider is a provider of OpenID Connect that accepts every person.
type testProvider struct {
	*httptest.Server
	keys *oidctest.Server
	key  *rsa.PrivateKey

	mu sync.Mutex
	// codeRequests are the requests for codes, by code. claims changes the claims of a token. down
	// makes every request fail.
	codeRequests map[string]url.Values
	claims       func(map[string]any)
	down         bool
}

func newTestProvider(t *testing.T) *testProvider {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	p := &testProvider{
		key: key, codeRequests: map[string]url.Values{}, claims: func(map[string]any) {},
		keys: &oidctest.Server{
			PublicKeys: []oidctest.PublicKey{
				{PublicKey: key.Public(), KeyID: "key", Algorithm: oidc.RS256},
			},
			Algorithms: []string{oidc.RS256},
		},
	}
	p.Server = httptest.NewServer(http.HandlerFunc(p.serve))
	t.Cleanup(p.Close)
	p.keys.SetIssuer(p.URL)
	return p
}

func (p *testProvider) options() Options {
	return Options{
		PublicURL: address,
		Provider:  Provider{Issuer: p.URL, ID: "archmage", Secret: "secret", Name: "Club"},
	}
}

func (p *testProvider) serve(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.down:
		http.Error(w, "down", http.StatusBadGateway)
	case r.URL.Path == "/token":
		p.token(w, r)
	default:
		p.keys.ServeHTTP(w, r)
	}
}

// token answers the request for the token of a code. Each code works once.
func (p *testProvider) token(w http.ResponseWriter, r *http.Request) {
	code := r.FormValue("code")
	asked := p.codeRequests[code]
	delete(p.codeRequests, code)
	verifier := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if asked == nil || asked.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(verifier[:]) ||
		r.FormValue("redirect_uri") != asked.Get("redirect_uri") {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":"invalid_grant"}`)
		return
	}
	claims := map[string]any{
		"iss": p.URL, "aud": "archmage", "sub": asked.Get("subject"), "nonce": asked.Get("nonce"),
		"exp": time.Now().Add(time.Hour).Unix(), "iat": time.Now().Unix(),
	}
	p.claims(claims)
	text, _ := json.Marshal(claims)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"access_token": "x",
		"token_type":   "Bearer",
		"id_token":     oidctest.SignIDToken(crypto.PrivateKey(p.key), "key", oidc.RS256, string(text)),
	})
}

// visit signs a person in at the provider, and returns the code and the state that the browser brings
// back.
func (p *testProvider) visit(t *testing.T, at, subject string) (code, state string) {
	t.Helper()
	asked, err := url.Parse(at)
	require.NoError(t, err)
	query := asked.Query()
	require.Equal(
		t,
		[]string{"archmage", "openid", "S256", address + ProviderPath},
		[]string{
			query.Get("client_id"),
			query.Get("scope"),
			query.Get("code_challenge_method"),
			query.Get("redirect_uri"),
		},
	)
	query.Set("subject", subject)
	p.mu.Lock()
	defer p.mu.Unlock()
	code = fmt.Sprint("code ", len(p.codeRequests), time.Now().UnixNano())
	p.codeRequests[code] = query
	return code, query.Get("state")
}

func TestAProviderVouchesForPeople(t *testing.T) {
	provider := newTestProvider(t)
	s := newServer(t, storetest.Open(t), provider.options())
	require.Equal(t, "Club", s.Accounts.ProviderName())
	guest := s.guest("Ann")
	begin := func(session Session, keep bool, name, subject string) (code, state string) {
		t.Helper()
		at, state, err := s.Accounts.BeginProvider(t.Context(), session, keep, Joining{Name: name})
		require.NoError(t, err)
		code, got := provider.visit(t, at, subject)
		require.Equal(t, state, got)
		return code, state
	}
	finish := func(code, state string, before Session) (Session, error) {
		kept, err := s.Accounts.FinishProvider(t.Context(), code, state, state, before, "")
		if err != nil {
			return Session{}, err
		}
		session := s.session(kept.Token)
		require.Equal(t, kept.Person, session.Person)
		return session, nil
	}
	code, state := begin(guest, false, "", "1")
	_, err := finish(code, state, guest)
	requireCode(t, CodeBadSignIn, err, "not known yet")
	code, state = begin(guest, true, "Anna", "1")
	ann, err := finish(code, state, guest)
	require.NoError(t, err)
	require.Equal(t, Person{ID: guest.ID, Name: "Anna", Kind: Account}, ann.Person)
	_, err = finish(code, state, ann)
	requireCode(t, CodeBadSignIn, err, "used already")

	// Another browser signs in.
	code, state = begin(Session{}, false, "", "1")
	again, err := finish(code, state, Session{})
	require.NoError(t, err)
	require.Equal(t, ann.Person, again.Person)
	// No other guest can become an account with the same person of the provider.
	bob := s.guest("Bob")
	code, state = begin(bob, true, "Bob", "1")
	_, err = finish(code, state, bob)
	requireCode(t, CodeProviderTaken, err)
	code, state = begin(bob, true, "Bob", "2")
	_, err = finish(code, state, bob)
	require.NoError(t, err)

	// An account with a passkey adds the provider, which then can be the last key.
	cat, _ := s.device().createAccount(s.guest("Cat"), "Cat")
	code, state = begin(cat, true, "", "3")
	second, err := s.Accounts.FinishProvider(t.Context(), code, state, state, cat, "")
	require.NoError(t, err)
	require.Equal(t, SignInResult{Person: cat.Person}, second)
	keys, err := s.Accounts.Keys(t.Context(), cat.ID)
	require.NoError(t, err)
	require.Equal(t, []int{1, 1}, []int{len(keys.Passkeys), len(keys.Providers)})
	require.NoError(t, s.Accounts.RemoveKey(t.Context(), cat, keys.Passkeys[0].ID))
	requireCode(t, CodeLastKey, s.Accounts.RemoveKey(t.Context(), cat, keys.Providers[0].ID))
}

func TestWhatAProviderSaysIsChecked(t *testing.T) {
	provider := newTestProvider(t)
	s := newServer(t, storetest.Open(t), provider.options())
	guest := s.guest("Ann")
	type request struct {
		code, state, kept string
		before            Session
	}
	begin := func() request {
		t.Helper()
		at, state, err := s.Accounts.BeginProvider(t.Context(), guest, true, Joining{Name: "Ann"})
		require.NoError(t, err)
		code, _ := provider.visit(t, at, "1")
		return request{code, state, state, guest}
	}
	for name, forge := range map[string]func(*request){
		"another browser":     func(r *request) { r.kept = "" },
		"a state of others":   func(r *request) { r.kept = newSecret() },
		"an unknown state":    func(r *request) { r.state = newSecret(); r.kept = r.state },
		"another person":      func(r *request) { r.before = s.guest("Bob") },
		"nobody":              func(r *request) { r.before = Session{} },
		"an unknown code":     func(r *request) { r.code = "x" },
		"no code":             func(r *request) { r.code = "" },
		"a code of another":   func(r *request) { r.code = begin().code },
		"a token for another": func(*request) { provider.claims = func(c map[string]any) { c["aud"] = "other" } },
		"a token of another": func(*request) {
			provider.claims = func(c map[string]any) { c["iss"] = "https://evil.example" }
		},
		"another nonce":        func(*request) { provider.claims = func(c map[string]any) { c["nonce"] = "x" } },
		"a token that is over": func(*request) { provider.claims = func(c map[string]any) { c["exp"] = 1 } },
	} {
		t.Run(name, func(t *testing.T) {
			r := begin()
			forge(&r)
			_, err := s.Accounts.FinishProvider(t.Context(), r.code, r.state, r.kept, r.before, "")
			requireCode(t, CodeBadSignIn, err)
			provider.claims = func(map[string]any) {}
		})
	}
	require.Equal(t, Guest, s.guest("Ann").Kind)
	r := begin()
	_, err := s.Accounts.FinishProvider(t.Context(), r.code, r.state, r.kept, r.before, "")
	require.NoError(t, err)
}

func TestAProviderThatIsDown(t *testing.T) {
	provider := newTestProvider(t)
	s := newServer(t, storetest.Open(t), provider.options())
	ann, codes := s.device().createAccount(s.guest("Ann"), "Ann")
	provider.down = true
	_, _, err := s.Accounts.BeginProvider(t.Context(), ann, true, Joining{})
	requireCode(t, CodeProviderDown, err)
	_, _, err = s.Accounts.SignInByCode(t.Context(), codes[0], Session{}, "")
	require.NoError(t, err, "the other ways work")
	provider.down = false
	_, _, err = s.Accounts.BeginProvider(t.Context(), ann, true, Joining{})
	requireCode(t, CodeProviderDown, err, "it is not asked again at once")
	s.Accounts.provider.retryAt = time.Time{}
	at, state, err := s.Accounts.BeginProvider(t.Context(), ann, true, Joining{})
	require.NoError(t, err)
	code, _ := provider.visit(t, at, "1")
	provider.down = true
	_, err = s.Accounts.FinishProvider(t.Context(), code, state, state, ann, "")
	requireCode(t, CodeProviderDown, err)
	require.Equal(t, ann.Person, s.requirePerson(ann))

	// Without a provider or a secure public address there is no sign-in with a provider.
	for _, options := range []Options{{PublicURL: address}, {Provider: Provider{Issuer: provider.URL, Name: "Club"}}} {
		none := New(storetest.Open(t), options)
		require.Empty(t, none.Accounts.ProviderName())
		_, _, err = none.Accounts.BeginProvider(t.Context(), Session{}, false, Joining{})
		requireCode(t, CodeNoProvider, err)
	}
}

// hangingTransport is a transport to a provider that never answers.
type hangingTransport struct{ requests atomic.Int32 }

func (h *hangingTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	h.requests.Add(1)
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// A provider that hangs gets one request for all callers, and no further one for a while. A caller whose
// context ends does not wait.
func TestAProviderThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, storetest.Open(t), Options{
			Provider: Provider{Issuer: "https://club.example", ID: "archmage", Name: "Club"},
		})
		var club hangingTransport
		s.Accounts.provider.transport = &club
		began := time.Now()
		var group sync.WaitGroup
		for range 30 {
			group.Go(func() {
				_, _, err := s.Accounts.BeginProvider(t.Context(), Session{}, false, Joining{})
				requireCode(t, CodeProviderDown, err)
				require.Equal(t, providerTimeout, time.Since(began))
			})
		}
		ctx, leave := context.WithCancel(t.Context())
		group.Go(func() {
			_, _, err := s.Accounts.BeginProvider(ctx, Session{}, false, Joining{})
			require.ErrorIs(t, err, context.Canceled)
			require.Zero(t, time.Since(began))
		})
		synctest.Wait()
		leave()
		group.Wait()
		require.EqualValues(t, 1, club.requests.Load())

		_, _, err := s.Accounts.BeginProvider(t.Context(), Session{}, false, Joining{})
		requireCode(t, CodeProviderDown, err)
		require.EqualValues(t, 1, club.requests.Load(), "the failure is remembered")
		time.Sleep(providerRetryDelay)
		_, _, err = s.Accounts.BeginProvider(t.Context(), Session{}, false, Joining{})
		requireCode(t, CodeProviderDown, err)
		require.EqualValues(t, 2, club.requests.Load())
	})
}

// requirePerson checks that a session has not ended, and returns its person.
func (s *server) requirePerson(session Session) Person {
	s.t.Helper()
	_, identity, err := s.store.Credential(s.t.Context(), session.key)
	require.NoError(s.t, err)
	return personOf(&identity)
}
