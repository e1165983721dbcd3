package transport

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/people/notify/notifytest"
	"archmage/internal/transport/api"
	"archmage/internal/transport/httpx"
)

// newNotifyingHandler returns a server that sends notifications, also by e-mail.
func newNotifyingHandler(t *testing.T, change func(*Options)) (*testHandler, *notify.Notifier, *notifytest.Mail) {
	mail := notifytest.NewMail(t)
	var n *notify.Notifier
	d := newTestHandlerOn(t, func(people *failingStore, o *Options) {
		if o.PublicURL = publicURL; change != nil {
			change(o)
		}
		var err error
		n, err = notify.New(t.Context(), people, notify.Options{
			PublicURL: publicURL, SMTP: notify.SMTP{Addr: mail.Addr(), From: "play@play.example", TLS: notify.TLSNone},
		})
		require.NoError(t, err)
		o.Notices = n
	})
	return d, n, mail
}

const annsMail = "ann@mail.example"

// A person adds an e-mail address, confirms it, chooses, and unsubscribes as mail
// programs do.
func TestNoticesByMail(t *testing.T) {
	d, n, mail := newNotifyingHandler(t, nil)
	b := d.browser()
	b.guest("Ann")
	refused(
		t,
		b.send(
			"POST",
			"/api/account/notifications",
			`{"kind":"mail","address":"ann@mail.example","events":["turn"],"always":false,"lang":"en"}`,
		),
		http.StatusForbidden,
		people.CodeNoAccount,
	)
	b.createAccount("Ann")
	answer := read[api.NoticesAnswer](t, b.send("GET", "/api/account/notifications", ""), http.StatusOK)
	require.True(t, answer.Mail)
	require.NotEmpty(t, answer.Key)
	require.Empty(t, answer.Missing)
	answer = read[api.NoticesAnswer](
		t,
		b.send(
			"POST",
			"/api/account/notifications",
			`{"kind":"mail","address":"ann@mail.example","events":["turn"],"always":false,"lang":"en"}`,
		),
		http.StatusOK,
	)
	require.Len(t, answer.Channels, 1)
	require.False(t, answer.Channels[0].Confirmed)
	n.SendDue(t.Context())
	letters := mail.Letters(annsMail)
	require.Len(t, letters, 1)
	refused(
		t,
		d.ask("POST", "/api/notifications/confirm", `{"token":"wrong.wrong"}`),
		http.StatusBadRequest,
		people.CodeBadLink,
	)
	require.Equal(
		t,
		http.StatusNoContent,
		d.ask("POST", "/api/notifications/confirm", `{"token":"`+secretIn(t, letters[0].Text)+`"}`).Code,
	)

	channel := "/api/account/notifications/" + answer.Channels[0].ID
	answer = read[api.NoticesAnswer](
		t,
		b.send("PATCH", channel, `{"events":["turn","end"],"always":true}`),
		http.StatusOK,
	)
	require.True(t, answer.Channels[0].Confirmed && answer.Channels[0].Always)
	require.Equal(t, []notify.Event{notify.Turn, notify.End}, answer.Channels[0].Events)
	refused(t, b.send("PATCH", channel, `{"events":["dinner"],"always":true}`), http.StatusBadRequest, coded.Malformed)
	read[api.NoticesAnswer](t, b.send("POST", channel+"/test", `{}`), http.StatusOK)
	n.SendDue(t.Context())
	letters = mail.Letters(annsMail)
	require.Len(t, letters, 2)
	data := b.send("GET", "/api/account/data", "").Body.String()
	require.Contains(t, data, annsMail)

	// GET requests, and POST requests with another body than that of mail programs, change nothing.
	// The right request needs no cookie and no origin.
	off := strings.Trim(letters[1].Header.Get("List-Unsubscribe"), "<>")
	path := strings.TrimPrefix(off, publicURL)
	require.Equal(t, http.StatusOK, d.ask("GET", path, "", "Accept", "text/html").Code)
	form := []string{"Content-Type", "application/x-www-form-urlencoded", "Origin", "https://mail.example"}
	refused(t, d.ask("POST", path, "", form...), http.StatusBadRequest, coded.Malformed)
	refused(
		t,
		d.ask("POST", "/notices/off?t=wrong", "List-Unsubscribe=One-Click", form...),
		http.StatusBadRequest,
		people.CodeBadLink,
	)
	require.Len(
		t,
		read[api.NoticesAnswer](t, b.send("GET", "/api/account/notifications", ""), http.StatusOK).Channels,
		1,
	)
	for range 2 {
		require.Equal(t, http.StatusNoContent, d.ask("POST", path, "List-Unsubscribe=One-Click", form...).Code)
	}
	require.Empty(
		t,
		read[api.NoticesAnswer](t, b.send("GET", "/api/account/notifications", ""), http.StatusOK).Channels,
	)
	refused(t, b.send("DELETE", channel, ""), http.StatusNotFound, notify.CodeNoChannel)
	for _, secret := range []string{annsMail, url.QueryEscape(secretIn(t, letters[1].Text)), off} {
		require.NotContains(t, d.logged.String(), secret)
	}
}

// secretIn returns the secret of the only link with a secret in an e-mail.
func secretIn(t *testing.T, text string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, "?t=")
	require.True(t, found)
	secret, err := url.QueryUnescape(strings.Fields(rest)[0])
	require.NoError(t, err)
	return secret
}

// An answer does not reveal whether another person has an address, and the rate of new addresses is
// limited.
func TestAddressesTellNothing(t *testing.T) {
	d, _, _ := newNotifyingHandler(t, func(o *Options) { o.Limits.Channels = 3 })
	ann, bob := d.browser(), d.browser()
	ann.guest("Ann")
	ann.createAccount("Ann")
	bob.guest("Bob")
	bob.createAccount("Bob")
	const body = `{"kind":"mail","address":"ann@mail.example","events":["turn"],"always":false,"lang":"en"}`
	first := read[api.NoticesAnswer](t, ann.send("POST", "/api/account/notifications", body), http.StatusOK)
	second := read[api.NoticesAnswer](t, bob.send("POST", "/api/account/notifications", body), http.StatusOK)
	first.Channels[0].ID, first.Channels[0].Created = second.Channels[0].ID, second.Channels[0].Created
	require.Equal(t, first, second)
	refused(
		t,
		bob.send("PATCH", "/api/account/notifications/x", `{"events":[],"always":false}`),
		http.StatusNotFound,
		notify.CodeNoChannel,
	)
	require.Equal(t, http.StatusOK, ann.send("POST", "/api/account/notifications", body).Code)
	refused(t, bob.send("POST", "/api/account/notifications", body), http.StatusTooManyRequests, httpx.CodeTooMany)
	const push = `{"kind":"push","address":"https://push.example/1","key":"k","auth":"a",
		"events":["turn"],"always":false,"lang":"en"}`
	refused(t, bob.send("POST", "/api/account/notifications", push), http.StatusTooManyRequests, httpx.CodeTooMany)
}

// API tokens cannot change channels, and a server without notifications says so.
func TestNoticesAreForPeople(t *testing.T) {
	d := newPublicHandler(t, nil)
	b := d.browser()
	b.guest("Ann")
	require.Equal(
		t,
		people.MissingAddress,
		read[api.NoticesAnswer](t, b.send("GET", "/api/account/notifications", ""), http.StatusOK).Missing,
	)
	refused(t, b.send("POST", "/api/account/notifications", `{}`), http.StatusBadRequest, notify.CodeNoNotifications)
	refused(
		t,
		d.ask(
			"POST", "/notices/off?t=x", "List-Unsubscribe=One-Click", "Content-Type",
			"application/x-www-form-urlencoded",
		),
		http.StatusBadRequest,
		notify.CodeNoNotifications,
	)
	refused(
		t,
		d.ask("POST", "/api/notifications/confirm", `{"token":"x"}`),
		http.StatusBadRequest,
		notify.CodeNoNotifications,
	)
	refused(t, d.ask("GET", "/api/account/notifications", ""), http.StatusUnauthorized, people.CodeNoIdentity)
}

// A session without a recent sign-in cannot add webhooks or tokens, which would outlive it. Ending
// the other sessions can also remove those.
func TestAStolenSessionMakesNothingThatStays(t *testing.T) {
	d, _, _ := newNotifyingHandler(t, nil)
	ann := d.browser()
	ann.guest("Ann")
	ann.createAccount("Ann")
	const webhook = `{"kind":"webhook","address":"https://hooks.example/x","events":[],"always":false,"lang":"en"}`
	require.Equal(t, http.StatusOK, ann.send("POST", "/api/account/notifications", webhook).Code)
	token := read[struct{ Token string }](
		t, ann.send("POST", "/api/account/tokens", `{"name":"Fizz","bot":true}`), http.StatusCreated,
	).Token
	link := read[struct {
		Secret string
		Until  int64
	}](t, ann.send("POST", "/api/me/links", ""), http.StatusCreated).Secret
	thief := d.browser()
	read[httpx.Person](t, thief.send("POST", "/api/me", `{"link":"`+link+`"}`), http.StatusOK)

	for path, body := range map[string]string{
		"POST /api/account/tokens":                `{"name":"Buzz","bot":false}`,
		"POST /api/account/notifications":         strings.Replace(webhook, "/x", "/y", 1),
		"POST /api/me/links":                      "",
		"PATCH /api/me":                           `{"name":"Mallory"}`,
		"DELETE /api/account/sessions?programs=1": "",
	} {
		method, at, _ := strings.Cut(path, " ")
		refused(t, thief.send(method, at, body), http.StatusForbidden, people.CodeSignInAgain)
	}
	require.Equal(t, "Ann", ann.me().Name)

	channels := func() []api.ChannelAnswer {
		return read[api.NoticesAnswer](t, ann.send("GET", "/api/account/notifications", ""), http.StatusOK).Channels
	}
	require.Len(t, read[api.AccountAnswer](t, ann.send("DELETE", "/api/account/sessions", ""), http.StatusOK).Tokens, 1)
	require.Len(t, channels(), 1)
	refused(t, thief.send("GET", "/api/me", ""), http.StatusUnauthorized, people.CodeNoIdentity)
	account := read[api.AccountAnswer](t, ann.send("DELETE", "/api/account/sessions?programs=1", ""), http.StatusOK)
	require.Empty(t, account.Tokens)
	require.Empty(t, channels())
	refused(
		t,
		d.ask("GET", "/api/me", "", "Authorization", "Bearer "+token),
		http.StatusUnauthorized,
		people.CodeNoIdentity,
	)
}
