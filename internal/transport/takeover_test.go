package transport

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/people"
	"archmage/internal/transport/api"
	"archmage/internal/transport/httpx"
)

// Somebody shares a guest by a personal link, as if it were an invitation. Who has
// taken it and keeps the name is alone with the account.
func TestASharedGuestIsNobodyElsesAccount(t *testing.T) {
	d, _, _ := newCallingHandler(t, nil)
	mallory := d.browser()
	guest := mallory.guest("Ann")
	old := mallory.cookies["__Host-archmage"]
	link := func() string {
		return read[newLink](t, mallory.does("POST", "/api/me/links", "{}"), http.StatusCreated).Secret
	}
	read[api.NoticesAnswer](t, mallory.does(
		"POST",
		"/api/account/notifications",
		`{"kind":"push","address":"https://push.example/mallory","key":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg","events":["turn"],"always":true,"lang":"en"}`,
	), http.StatusOK)
	victim := d.browser()
	secret := link()
	for range 2 {
		asked := victim.does("POST", "/api/me/links/owner", `{"link":"`+secret+`"}`)
		require.Equal(t, guest, read[httpx.Person](t, asked, http.StatusOK), "whose link it is, before it is taken")
	}
	require.Empty(t, victim.cookies)
	require.Equal(
		t,
		guest,
		read[httpx.Person](t, victim.does("POST", "/api/me", `{"link":"`+secret+`"}`), http.StatusOK),
	)
	refused(
		t,
		victim.does("POST", "/api/me/links/owner", `{"link":"`+secret+`"}`),
		http.StatusBadRequest,
		people.CodeBadLink,
	)
	behind := link()
	codes := victim.keeps("Ann").Codes

	auth := []string{"Authorization", "Bearer " + old}
	passkey := victim.account().Passkeys[0].ID
	for _, request := range [][2]string{
		{"GET", "/api/account"}, {"GET", "/api/me"}, {"POST", "/api/account/passkeys/options"}, {"DELETE", "/api/account/keys/" + passkey},
		{"DELETE", "/api/account/sessions"}, {"POST", "/api/account/codes"}, {"POST", "/api/me/links"},
	} {
		refused(t, d.ask(request[0], request[1], "{}", auth...), http.StatusUnauthorized, people.CodeNoIdentity)
	}
	for _, at := range []string{"/api/me", "/api/me/links/owner"} {
		refused(t, d.ask("POST", at, `{"link":"`+behind+`"}`), http.StatusBadRequest, people.CodeBadLink)
	}
	account := victim.account()
	require.Equal(t, []int{1, 1, 8}, []int{len(account.Passkeys), len(account.Sessions), account.Codes})
	require.Empty(
		t,
		read[api.NoticesAnswer](t, victim.does("GET", "/api/account/notifications", ""), http.StatusOK).Channels,
		"nobody else is called",
	)

	// A session by a link of the account may play, and not lock its owner out.
	phone := d.browser()
	secret = read[newLink](t, victim.does("POST", "/api/me/links", "{}"), http.StatusCreated).Secret
	require.Equal(t, http.StatusOK, phone.does("POST", "/api/me", `{"link":"`+secret+`"}`).Code)
	for _, request := range [][3]string{
		{"POST", "/api/account/passkeys/options", "{}"}, {"DELETE", "/api/account/keys/" + passkey, ""},
		{"DELETE", "/api/account/keys/" + account.Sessions[0].ID, ""}, {"DELETE", "/api/account/sessions", "{}"},
		{"POST", "/api/account/codes", "{}"}, {"DELETE", "/api/account", `{"name":"Ann"}`},
	} {
		refused(t, phone.does(request[0], request[1], request[2]), http.StatusForbidden, people.CodeSignInAgain)
	}
	require.Equal(t, http.StatusOK, phone.does("POST", "/api/sign-in/code", `{"code":"`+codes[0]+`"}`).Code)
	require.Equal(t, http.StatusOK, phone.does("DELETE", "/api/account/sessions", "{}").Code)
}

// Asking whose link it is counts as an attempt to sign in.
func TestLinkOwnersAreLimited(t *testing.T) {
	d := newPublicHandler(t, func(o *Options) { o.Limits.SignIns = 2 })
	for range 2 {
		refused(t, d.ask("POST", "/api/me/links/owner", `{"link":"x"}`), http.StatusBadRequest, people.CodeBadLink)
	}
	refused(t, d.ask("POST", "/api/me/links/owner", `{"link":"x"}`), http.StatusTooManyRequests, httpx.CodeTooMany)
	refused(
		t,
		d.ask("POST", "/api/me/links/owner", `{"link":"x"}`, "Origin", "https://evil.example"),
		http.StatusForbidden,
		httpx.CodeBadOrigin,
	)
}
