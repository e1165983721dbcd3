package transport

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/people"
	"archmage/internal/transport/api"
	"archmage/internal/transport/httpx"
)

func TestPasswords(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann := d.browser()
	guest := ann.guest("Ann")
	refused(
		t,
		ann.send("POST", "/api/account/password", `{"name":"Anna","password":"short"}`),
		http.StatusBadRequest,
		people.CodeWeakPassword,
	)
	kept := read[api.KeysKept](
		t,
		ann.send("POST", "/api/account/password", `{"name":"Anna","password":"green tea at four"}`),
		http.StatusCreated,
	)
	require.Equal(t, httpx.Person{ID: guest.ID, Name: "Anna", Kind: people.Account}, kept.Person)
	require.Len(t, kept.Codes, 8)
	require.NotNil(t, ann.account().Password)

	// Another browser is a guest, signs in, changes the password and signs out.
	other := d.browser()
	bob := other.guest("Bob")
	w := other.send("POST", "/api/sign-in/password", `{"name":"anna","password":"green tea at four"}`)
	require.Equal(t, kept.Person, read[httpx.Person](t, w, http.StatusOK))
	w = other.send("POST", "/api/account/password", `{"password":"coffee at half past five"}`)
	require.Empty(t, read[api.KeysKept](t, w, http.StatusCreated).Codes)
	require.Equal(t, http.StatusNoContent, other.send("POST", "/api/sign-out", "{}").Code)
	require.Equal(t, bob, other.me())
	refused(
		t,
		other.send("POST", "/api/sign-in/password", `{"name":"Anna","password":"green tea at four"}`),
		http.StatusBadRequest,
		people.CodeWrongPassword,
	)
	refused(
		t,
		ann.send("DELETE", "/api/account/keys/"+ann.account().Password.ID, ""),
		http.StatusBadRequest,
		people.CodeLastKey,
	)
	data := ann.send("GET", "/api/account/data", "")
	require.Contains(t, data.Body.String(), `"password":{"id":"password"`)
	require.NotContains(t, data.Body.String(), "argon2id")
	require.NotContains(t, d.logged.String(), "green tea")
}

// After too many wrong passwords for a name, from whichever addresses, no password is checked for it, whether or
// not it is the name of an account. Right ones do not count.
func TestWrongPasswordsOfAName(t *testing.T) {
	d := newPublicHandler(t, func(o *Options) { o.Limits.Passwords = 3 })
	ann := d.browser()
	ann.guest("Ann")
	ann.send("POST", "/api/account/password", `{"name":"Ann","password":"green tea at four"}`)
	attempt := func(name, password string) int {
		return d.ask("POST", "/api/sign-in/password", `{"name":"`+name+`","password":"`+password+`"}`).Code
	}
	for range 5 {
		require.Equal(t, http.StatusOK, attempt("Ann", "green tea at four"))
	}
	for _, name := range []string{"Ann", "Nobody"} {
		for range 3 {
			require.Equal(t, http.StatusBadRequest, attempt(name, "wrong"))
		}
		require.Equal(t, http.StatusTooManyRequests, attempt(name, "wrong"))
	}
	w := d.ask("POST", "/api/sign-in/password", `{"name":"ANN","password":"green tea at four"}`)
	refused(t, w, http.StatusTooManyRequests, httpx.CodeManyPasswords)
	require.NotEmpty(t, w.Header().Get("Retry-After"))
	require.Equal(t, http.StatusBadRequest, attempt("Ben", "wrong"))
}
