package transport

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/descope/virtualwebauthn"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/people/passkeytest"
	"archmage/internal/room"
	"archmage/internal/transport/api"
	"archmage/internal/transport/httpx"
)

const publicURL = "https://play.example"

// newPublicHandler returns a server with a public URL.
func newPublicHandler(t *testing.T, change func(*Options)) *testHandler {
	return newTestHandler(t, func(o *Options) {
		if o.PublicURL = publicURL; change != nil {
			change(o)
		}
	})
}

// browser is a browser with cookies and a passkey.
type browser struct {
	*testHandler
	cookies map[string]string
	device  virtualwebauthn.Authenticator
	key     virtualwebauthn.Credential
}

func (d *testHandler) browser() *browser {
	return &browser{d, map[string]string{}, virtualwebauthn.NewAuthenticator(), passkeytest.New()}
}

// send sends a request as a page of the server does, and stores the cookies of the response.
func (b *browser) send(method, path, body string, head ...string) *httptest.ResponseRecorder {
	b.t.Helper()
	var cookies []string
	for name, value := range b.cookies {
		cookies = append(cookies, name+"="+value)
	}
	head = append(head, "Cookie", strings.Join(cookies, "; "))
	if method != "GET" {
		head = append(head, "Origin", publicURL)
	}
	w := b.ask(method, path, body, head...)
	for _, cookie := range w.Result().Cookies() {
		require.True(
			b.t,
			cookie.HttpOnly && cookie.Secure && cookie.SameSite == http.SameSiteLaxMode &&
				strings.HasPrefix(cookie.Name, "__Host-"),
		)
		if b.cookies[cookie.Name] = cookie.Value; cookie.MaxAge < 0 {
			delete(b.cookies, cookie.Name)
		}
	}
	return w
}

func (b *browser) guest(name string) httpx.Person {
	b.t.Helper()
	return read[httpx.Person](b.t, b.send("POST", "/api/me", `{"name":"`+name+`"}`), http.StatusCreated)
}

var relyingParty = virtualwebauthn.RelyingParty{ID: "play.example", Name: "Archmage", Origin: publicURL}

// createAccount makes the guest an account with a passkey.
func (b *browser) createAccount(name string) api.KeysKept {
	b.t.Helper()
	w := b.send("POST", "/api/account/passkeys/options", `{"name":"`+name+`"}`)
	require.Equal(b.t, http.StatusOK, w.Code, w.Body)
	options, err := virtualwebauthn.ParseAttestationOptions(w.Body.String())
	require.NoError(b.t, err)
	b.device.Options.UserHandle = []byte(b.me().ID)
	made := virtualwebauthn.CreateAttestationResponse(relyingParty, b.device, b.key, *options)
	return read[api.KeysKept](
		b.t,
		b.send("POST", "/api/account/passkeys", `{"credential":`+made+`}`),
		http.StatusCreated,
	)
}

// signIn signs in with the passkey.
func (b *browser) signIn() *httptest.ResponseRecorder {
	b.t.Helper()
	w := b.send("POST", "/api/sign-in/options", `{}`)
	require.Equal(b.t, http.StatusOK, w.Code, w.Body)
	options, err := virtualwebauthn.ParseAssertionOptions(w.Body.String())
	require.NoError(b.t, err)
	used := virtualwebauthn.CreateAssertionResponse(relyingParty, b.device, b.key, *options)
	return b.send("POST", "/api/sign-in/passkey", `{"credential":`+used+`}`)
}

func (b *browser) me() httpx.Person {
	b.t.Helper()
	return read[httpx.Person](b.t, b.send("GET", "/api/me", ""), http.StatusOK)
}

func (b *browser) account() api.AccountAnswer {
	b.t.Helper()
	return read[api.AccountAnswer](b.t, b.send("GET", "/api/account", ""), http.StatusOK)
}

func TestAccounts(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann := d.browser()
	guest := ann.guest("Ann")
	before := ann.cookies["__Host-archmage"]
	kept := ann.createAccount("Anna")
	require.Equal(t, httpx.Person{ID: guest.ID, Name: "Anna", Kind: people.Account}, kept.Person)
	require.Len(t, kept.Codes, 8)
	require.NotEqual(t, before, ann.cookies["__Host-archmage"])
	refused(
		t,
		d.ask("GET", "/api/me", "", "Authorization", "Bearer "+before),
		http.StatusUnauthorized,
		people.CodeNoIdentity,
	)

	// Another browser is a guest, signs in, signs out, and is the same guest again.
	other := d.browser()
	other.device, other.key = ann.device, ann.key
	bob := other.guest("Bob")
	require.Equal(t, kept.Person, read[httpx.Person](t, other.signIn(), http.StatusOK))
	require.Equal(t, kept.Person, other.me())
	account := other.account()
	require.Equal(t, []int{1, 2, 8}, []int{len(account.Passkeys), len(account.Sessions), account.Codes})
	require.Equal(t, http.StatusNoContent, other.send("POST", "/api/sign-out", "{}").Code)
	require.Equal(t, bob, other.me())
	require.Len(t, ann.account().Sessions, 1)
	refused(t, other.send("POST", "/api/sign-out", "{}"), http.StatusForbidden, people.CodeNoAccount)
	// A browser that had no guest before has no identity after it signs out.
	code := d.browser()
	require.Equal(
		t,
		kept.Person,
		read[httpx.Person](t, code.send("POST", "/api/sign-in/code", `{"code":"`+kept.Codes[0]+`"}`), http.StatusOK),
	)
	require.Equal(t, http.StatusNoContent, code.send("POST", "/api/sign-out", "{}").Code)
	require.Empty(t, code.cookies)
	refused(
		t,
		code.send("POST", "/api/sign-in/code", `{"code":"`+kept.Codes[0]+`"}`),
		http.StatusBadRequest,
		people.CodeBadSignIn,
	)

	// A second person signs in with the same browser. The session of the first one ends.
	cat := d.browser()
	cat.guest("Cat")
	cats := cat.createAccount("Cat")
	cat.cookies = map[string]string{"__Host-archmage": ann.cookies["__Host-archmage"]}
	require.Equal(t, cats.Person, read[httpx.Person](t, cat.signIn(), http.StatusOK))
	refused(t, ann.send("GET", "/api/me", ""), http.StatusUnauthorized, people.CodeNoIdentity)
	require.Equal(t, http.StatusOK, ann.signIn().Code)

	// The refused request is logged, without the recovery code.
	require.Contains(t, d.logged.String(), "unknown recovery code")
	for _, secret := range append(kept.Codes, before, ann.cookies["__Host-archmage"]) {
		require.NotContains(t, d.logged.String(), secret)
	}
	data := ann.send("GET", "/api/account/data", "")
	require.Equal(t, http.StatusOK, data.Code)
	require.Contains(t, data.Header().Get("Content-Disposition"), "attachment")
	require.Contains(t, data.Body.String(), guest.ID)
	require.NotContains(t, data.Body.String(), ann.cookies["__Host-archmage"])
}

func TestAnAccountIsDeletedWithItsBots(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann := d.browser()
	ann.guest("Ann")
	kept := ann.createAccount("Ann")
	w := ann.send("POST", "/api/account/tokens", `{"name":"Fizz","bot":true}`)
	token := read[struct{ Token string }](t, w, http.StatusCreated).Token
	fizz := read[httpx.Person](t, d.ask("GET", "/api/me", "", "Authorization", "Bearer "+token), http.StatusOK)
	require.Equal(t, []any{"Fizz", people.Bot}, []any{fizz.Name, fizz.Kind})
	id := d.newRoom("Bearer "+ann.cookies["__Host-archmage"], "")

	refused(t, ann.send("DELETE", "/api/account", `{"name":"Bob"}`), http.StatusBadRequest, people.CodeBadName)
	require.Equal(t, http.StatusNoContent, ann.send("DELETE", "/api/account", `{"name":"Ann"}`).Code)
	require.Empty(t, ann.cookies)
	require.ElementsMatch(t, []string{kept.ID, fizz.ID}, d.rooms.removedNames)
	var left []string
	for _, done := range d.rooms.commands {
		require.Equal(t, room.KindLeave, done.arg.Body.Kind())
		left = append(left, done.person.ID)
	}
	require.Contains(t, left, kept.ID, id)
	refused(
		t,
		d.ask("GET", "/api/me", "", "Authorization", "Bearer "+token),
		http.StatusUnauthorized,
		people.CodeNoIdentity,
	)
	refused(t, d.ask("GET", "/api/people?name=Ann", ""), http.StatusNotFound, people.CodeNoPerson)
}

// An account chooses a face, which is found by its name in upper or lower case. Guests have none.
func TestFaces(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann := d.browser()
	ann.guest("Ann")
	ann.createAccount("Ann")
	d.browser().guest("Bob")
	seen := func(query string) map[string]string {
		t.Helper()
		return read[api.AvatarsAnswer](t, d.ask("GET", "/api/avatars"+query, ""), http.StatusOK).Avatars
	}
	require.Empty(t, seen("?name=Ann"))
	require.Equal(
		t,
		"owl-3",
		read[httpx.Person](t, ann.send("PATCH", "/api/me", `{"avatar":"owl-3"}`), http.StatusOK).Avatar,
	)
	require.Equal(
		t,
		map[string]string{"Ann": "owl-3", "ANN": "owl-3"},
		seen("?name=Ann&name=Bob&name=ANN&name=Nobody&name="),
	)
	require.Empty(t, seen(""))
	for _, wrong := range []string{"unicorn-1", "owl-6", "<b>", strings.Repeat("o", 5000)} {
		refused(t, ann.send("PATCH", "/api/me", `{"avatar":"`+wrong+`"}`), http.StatusBadRequest, coded.Malformed)
	}
	require.Equal(t, "owl-3", read[httpx.Person](t, ann.send("GET", "/api/me", ""), http.StatusOK).Avatar)
	require.Contains(t, ann.send("GET", "/api/account/data", "").Body.String(), `"avatar":"owl-3"`)
	require.Empty(t, read[httpx.Person](t, ann.send("PATCH", "/api/me", `{"avatar":""}`), http.StatusOK).Avatar)
	require.Empty(t, seen("?name=Ann"))
	refused(
		t,
		d.ask("GET", "/api/avatars?name=a"+strings.Repeat("&name=a", people.MaxAvatars), ""),
		http.StatusBadRequest,
		coded.Malformed,
	)
}

// An API token can play, but cannot change its account.
func TestAPITokensChangeNoAccount(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann := d.browser()
	ann.guest("Ann")
	ann.createAccount("Ann")
	for _, bot := range []string{"true", "false"} {
		w := ann.send("POST", "/api/account/tokens", `{"name":"Fizz","bot":`+bot+`}`)
		auth := "Bearer " + read[struct{ Token string }](t, w, http.StatusCreated).Token
		d.newRoom(auth, "")
		for _, request := range []string{
			"GET /api/account", "DELETE /api/account", "GET /api/account/data",
			"POST /api/account/passkeys/options", "POST /api/account/passkeys",
			"POST /api/account/codes", "POST /api/account/tokens", "POST /api/account/provider",
			"POST /api/account/password",
			"DELETE /api/account/sessions",
			"DELETE /api/account/keys/x", "POST /api/sign-out", "PATCH /api/me", "POST /api/me/links",
		} {
			method, path, _ := strings.Cut(request, " ")
			refused(t, d.ask(method, path, `{}`, "Authorization", auth), http.StatusForbidden, people.CodeSignIn)
		}
	}
	for _, token := range ann.account().Tokens {
		require.Equal(t, http.StatusOK, ann.send("DELETE", "/api/account/keys/"+token.ID, "").Code)
	}
	require.Empty(t, ann.account().Tokens)
	refused(t, ann.send("DELETE", "/api/account/keys/x", ""), http.StatusNotFound, people.CodeNoKey)
	refused(
		t,
		ann.send("DELETE", "/api/account/keys/"+ann.account().Passkeys[0].ID, ""),
		http.StatusBadRequest,
		people.CodeLastKey,
	)
}

// A page of another site cannot sign a person in, or change an account.
func TestSignInFromElsewhere(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann := d.browser()
	ann.guest("Ann")
	kept := ann.createAccount("Ann")
	evil := []string{"Origin", "https://evil.example", "Cookie", "__Host-archmage=" + ann.cookies["__Host-archmage"]}
	for _, request := range []string{
		"POST /api/sign-in/options", "POST /api/sign-in/passkey", "POST /api/sign-in/code",
		"POST /api/sign-in/password", "POST /api/account/password",
		"POST /api/sign-in/provider", "POST /api/sign-out",
		"DELETE /api/account", "GET /api/account", "POST /api/account/codes", "POST /api/account/tokens",
		"DELETE /api/account/sessions",
	} {
		method, path, _ := strings.Cut(request, " ")
		refused(
			t,
			d.ask(method, path, `{"code":"`+kept.Codes[0]+`"}`, evil...),
			http.StatusForbidden,
			httpx.CodeBadOrigin,
		)
	}
	require.Equal(t, 8, ann.account().Codes)
}

// A sign-in at a provider works only in the browser that has started it.
func TestFromAProviderUninvited(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann := d.browser()
	ann.guest("Ann")
	before := ann.me()
	for _, query := range []string{
		"", "?code=x&state=y", "?error=access_denied&state=", "?code=x&state=" + strings.Repeat("A", 22),
	} {
		w := ann.send("GET", "/sign-in/provider"+query, "")
		require.Equal(t, http.StatusSeeOther, w.Code)
		require.Equal(t, "/account#problem=bad_sign_in", w.Header().Get("Location"))
	}
	require.Equal(t, before, ann.me())
	refused(t, ann.send("POST", "/api/sign-in/provider", "{}"), http.StatusBadRequest, people.CodeNoProvider)
}

func TestSignInsOfAnAddress(t *testing.T) {
	d := newPublicHandler(t, func(o *Options) { o.Limits.SignIns = 3 })
	for range 3 {
		refused(t, d.ask("POST", "/api/sign-in/code", `{"code":"x"}`), http.StatusBadRequest, people.CodeBadSignIn)
	}
	w := d.ask("POST", "/api/sign-in/code", `{"code":"x"}`)
	refused(t, w, http.StatusTooManyRequests, httpx.CodeTooMany)
	require.NotEmpty(t, w.Header().Get("Retry-After"))
	refused(t, d.ask("POST", "/api/sign-in/options", `{}`), http.StatusTooManyRequests, httpx.CodeTooMany)
}

// When a session ends, its connections end, and no others.
func TestASessionEndsItsConnections(t *testing.T) {
	g := newTestServer(t, nil)
	ann := g.visitor("Ann")
	link, _, err := g.server.People.Accounts.NewLink(
		t.Context(),
		people.Session{Person: people.Person{ID: ann.person.ID}},
	)
	require.NoError(t, err)
	_, token, err := g.server.People.Accounts.SignInByLink(t.Context(), link, people.Session{}, "")
	require.NoError(t, err)
	phone := &visitor{testServer: g, person: ann.person, token: token}
	id := ann.openRoom()
	here, there := ann.join(id), phone.join(id)

	sessions := g.url + "/api/account/sessions"
	request, err := http.NewRequestWithContext(t.Context(), "DELETE", sessions, strings.NewReader("{}"))
	require.NoError(t, err)
	request.Header.Set("Authorization", "Bearer "+ann.token)
	answer, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode)
	bye, status := there.readToEnd()
	require.Equal(t, []any{people.CodeNoIdentity, websocket.ClosePolicyViolation}, []any{bye.Code, status})
	_, _, refusal, err := phone.requestSocket(id, nil)
	require.Error(t, err)
	require.Equal(t, http.StatusUnauthorized, refusal.StatusCode)
	here.send(`{"type":"ping","id":"p"}`)
	here.readUntil("pong")
}

func TestProfilesOfAccounts(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann := d.browser()
	ann.guest("Ann Lee+2 é")
	kept := ann.createAccount("Ann Lee+2 é")
	profile := read[api.ProfileAnswer](t, d.ask("GET", "/api/people?name=ann+lee%2B2+%C3%A9", ""), http.StatusOK)
	require.Equal(t, kept.Person, profile.Person)
	require.Equal(t, []any{[]api.TallyAnswer{}, []api.CompanionAnswer{}}, []any{profile.Tallies, profile.Companions})
	for _, none := range []string{"", "?name=", "?name=Bob", "?name=" + strings.Repeat("x", 1000)} {
		refused(t, d.ask("GET", "/api/people"+none, ""), http.StatusNotFound, people.CodeNoPerson)
	}
	for _, path := range []string{
		"/account", "/people", "/u/Ann/us", "/u/Ann", "/u/Ann%20Lee+2%20%C3%A9", "/u/-?name=..",
	} {
		require.Equal(t, http.StatusOK, d.ask("GET", path, "", "Accept", "text/html").Code, path)
	}
	read[struct {
		Matches []json.RawMessage
		Next    string
	}](t, d.ask("GET", "/api/matches?person="+kept.ID, ""), http.StatusOK)
	last := d.rooms.matchQueries[len(d.rooms.matchQueries)-1].arg
	require.Equal(t, []any{kept.ID, true}, []any{last.Person, last.Listed})
	ann.send("GET", "/api/matches?person="+kept.ID, "")
	last = d.rooms.matchQueries[len(d.rooms.matchQueries)-1].arg
	require.Equal(t, []any{kept.ID, false}, []any{last.Person, last.Listed})
}
