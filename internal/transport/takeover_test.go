package transport

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/people"
	"archmage/internal/transport/api"
	"archmage/internal/transport/httpx"
)

// A guest shares a personal link as if it were an invitation. When one of the browsers makes an
// account of the guest, the others lose it.
func TestASharedGuestIsNobodyElsesAccount(t *testing.T) {
	d, _, _ := newNotifyingHandler(t, nil)
	mallory := d.browser()
	guest := mallory.guest("Ann")
	old := mallory.cookies["__Host-archmage"]
	link := func() string {
		return read[newLink](t, mallory.send("POST", "/api/me/links", "{}"), http.StatusCreated).Secret
	}
	read[api.NoticesAnswer](t, mallory.send(
		"POST",
		"/api/account/notifications",
		`{"kind":"push","address":"https://push.example/mallory",`+
			`"key":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",`+
			`"auth":"BTBZMqHH6r4Tts7J_aSIgg","events":["turn"],"always":true,"lang":"en"}`,
	), http.StatusOK)
	victim := d.browser()
	secret := link()
	for range 2 {
		asked := victim.send("POST", "/api/me/links/owner", `{"link":"`+secret+`"}`)
		require.Equal(t, guest, read[httpx.Person](t, asked, http.StatusOK), "whose link it is, before it is taken")
	}
	require.Empty(t, victim.cookies)
	require.Equal(
		t,
		guest,
		read[httpx.Person](t, victim.send("POST", "/api/me", `{"link":"`+secret+`"}`), http.StatusOK),
	)
	refused(
		t,
		victim.send("POST", "/api/me/links/owner", `{"link":"`+secret+`"}`),
		http.StatusBadRequest,
		people.CodeBadLink,
	)
	behind := link()
	codes := victim.createAccount("Ann").Codes

	auth := []string{"Authorization", "Bearer " + old}
	passkey := victim.account().Passkeys[0].ID
	for _, request := range [][2]string{
		{"GET", "/api/account"},
		{"GET", "/api/me"},
		{"POST", "/api/account/passkeys/options"},
		{"DELETE", "/api/account/keys/" + passkey},
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
		read[api.NoticesAnswer](t, victim.send("GET", "/api/account/notifications", ""), http.StatusOK).Channels,
		"nobody else is called",
	)

	// A session that began with a link of the account can play, but cannot lock the owner out.
	phone := d.browser()
	secret = read[newLink](t, victim.send("POST", "/api/me/links", "{}"), http.StatusCreated).Secret
	require.Equal(t, http.StatusOK, phone.send("POST", "/api/me", `{"link":"`+secret+`"}`).Code)
	for _, request := range [][3]string{
		{"POST", "/api/account/passkeys/options", "{}"}, {"DELETE", "/api/account/keys/" + passkey, ""},
		{"DELETE", "/api/account/keys/" + account.Sessions[0].ID, ""}, {"DELETE", "/api/account/sessions", "{}"},
		{"POST", "/api/account/codes", "{}"}, {"DELETE", "/api/account", `{"name":"Ann"}`},
	} {
		refused(t, phone.send(request[0], request[1], request[2]), http.StatusForbidden, people.CodeSignInAgain)
	}
	require.Equal(t, http.StatusOK, phone.send("POST", "/api/sign-in/code", `{"code":"`+codes[0]+`"}`).Code)
	require.Equal(t, http.StatusOK, phone.send("DELETE", "/api/account/sessions", "{}").Code)
}

// A request for the owner of a link counts as an attempt to sign in.
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
