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

// newCallingHandler returns a server that calls people, by e-mail too.
func newCallingHandler(t *testing.T, change func(*Options)) (*testHandler, *notify.Notifier, *notifytest.Mail) {
	mail := notifytest.NewMail(t)
	var n *notify.Notifier
	d := newTestHandlerOn(t, func(people *fullLog, o *Options) {
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
	d, n, mail := newCallingHandler(t, nil)
	b := d.browser()
	b.guest("Ann")
	refused(
		t,
		b.does(
			"POST",
			"/api/account/notifications",
			`{"kind":"mail","address":"ann@mail.example","events":["turn"],"always":false,"lang":"en"}`,
		),
		http.StatusForbidden,
		people.CodeNoAccount,
	)
	b.keeps("Ann")
	answer := read[api.NoticesAnswer](t, b.does("GET", "/api/account/notifications", ""), http.StatusOK)
	require.True(t, answer.Mail)
	require.NotEmpty(t, answer.Key)
	require.Empty(t, answer.Missing)
	answer = read[api.NoticesAnswer](
		t,
		b.does(
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
	answer = read[api.NoticesAnswer](t, b.does("PATCH", channel, `{"events":["turn","end"],"always":true}`), http.StatusOK)
	require.True(t, answer.Channels[0].Confirmed && answer.Channels[0].Always)
	require.Equal(t, []notify.Event{notify.Turn, notify.End}, answer.Channels[0].Events)
	refused(t, b.does("PATCH", channel, `{"events":["dinner"],"always":true}`), http.StatusBadRequest, coded.Malformed)
	read[api.NoticesAnswer](t, b.does("POST", channel+"/test", `{}`), http.StatusOK)
	n.SendDue(t.Context())
	letters = mail.Letters(annsMail)
	require.Len(t, letters, 2)
	data := b.does("GET", "/api/account/data", "").Body.String()
	require.Contains(t, data, annsMail)

	// A look at the address of the header changes nothing, and neither does a post
	// that is not a mail program's. The right one needs no cookie and no origin.
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
	require.Len(t, read[api.NoticesAnswer](t, b.does("GET", "/api/account/notifications", ""), http.StatusOK).Channels, 1)
	for range 2 {
		require.Equal(t, http.StatusNoContent, d.ask("POST", path, "List-Unsubscribe=One-Click", form...).Code)
	}
	require.Empty(t, read[api.NoticesAnswer](t, b.does("GET", "/api/account/notifications", ""), http.StatusOK).Channels)
	refused(t, b.does("DELETE", channel, ""), http.StatusNotFound, notify.CodeNoChannel)
	for _, secret := range []string{annsMail, url.QueryEscape(secretIn(t, letters[1].Text)), off} {
		require.NotContains(t, d.said.String(), secret)
	}
}

// secretIn returns the secret of the only link with one in a letter.
func secretIn(t *testing.T, text string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, "?t=")
	require.True(t, found)
	secret, err := url.QueryUnescape(strings.Fields(rest)[0])
	require.NoError(t, err)
	return secret
}

// Nobody learns whether somebody else has an address, and addresses are added at
// a bounded rate.
func TestAddressesTellNothing(t *testing.T) {
	d, _, _ := newCallingHandler(t, func(o *Options) { o.Limits.Channels = 3 })
	ann, bob := d.browser(), d.browser()
	ann.guest("Ann")
	ann.keeps("Ann")
	bob.guest("Bob")
	bob.keeps("Bob")
	const body = `{"kind":"mail","address":"ann@mail.example","events":["turn"],"always":false,"lang":"en"}`
	first := read[api.NoticesAnswer](t, ann.does("POST", "/api/account/notifications", body), http.StatusOK)
	second := read[api.NoticesAnswer](t, bob.does("POST", "/api/account/notifications", body), http.StatusOK)
	first.Channels[0].ID, first.Channels[0].Created = second.Channels[0].ID, second.Channels[0].Created
	require.Equal(t, first, second)
	refused(
		t,
		bob.does("PATCH", "/api/account/notifications/x", `{"events":[],"always":false}`),
		http.StatusNotFound,
		notify.CodeNoChannel,
	)
	require.Equal(t, http.StatusOK, ann.does("POST", "/api/account/notifications", body).Code)
	refused(t, bob.does("POST", "/api/account/notifications", body), http.StatusTooManyRequests, httpx.CodeTooMany)
	const push = `{"kind":"push","address":"https://push.example/1","key":"k","auth":"a",
		"events":["turn"],"always":false,"lang":"en"}`
	refused(t, bob.does("POST", "/api/account/notifications", push), http.StatusTooManyRequests, httpx.CodeTooMany)
}

// A program with an API token changes nothing of it, and a server without notices
// says so.
func TestNoticesAreForPeople(t *testing.T) {
	d := newPublicHandler(t, nil)
	b := d.browser()
	b.guest("Ann")
	require.Equal(
		t,
		people.MissingAddress,
		read[api.NoticesAnswer](t, b.does("GET", "/api/account/notifications", ""), http.StatusOK).Missing,
	)
	refused(t, b.does("POST", "/api/account/notifications", `{}`), http.StatusBadRequest, notify.CodeNoNotifications)
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

// A session without a fresh sign-in makes nothing that would outlive it, and its owner
// ends what programs have with the other sessions.
func TestAStolenSessionMakesNothingThatStays(t *testing.T) {
	d, _, _ := newCallingHandler(t, nil)
	ann := d.browser()
	ann.guest("Ann")
	ann.keeps("Ann")
	const webhook = `{"kind":"webhook","address":"https://hooks.example/x","events":[],"always":false,"lang":"en"}`
	require.Equal(t, http.StatusOK, ann.does("POST", "/api/account/notifications", webhook).Code)
	token := read[struct{ Token string }](
		t, ann.does("POST", "/api/account/tokens", `{"name":"Fizz","bot":true}`), http.StatusCreated,
	).Token
	link := read[struct {
		Secret string
		Until  int64
	}](t, ann.does("POST", "/api/me/links", ""), http.StatusCreated).Secret
	thief := d.browser()
	read[httpx.Person](t, thief.does("POST", "/api/me", `{"link":"`+link+`"}`), http.StatusOK)

	for path, body := range map[string]string{
		"POST /api/account/tokens":                `{"name":"Buzz","bot":false}`,
		"POST /api/account/notifications":         strings.Replace(webhook, "/x", "/y", 1),
		"POST /api/me/links":                      "",
		"PATCH /api/me":                           `{"name":"Mallory"}`,
		"DELETE /api/account/sessions?programs=1": "",
	} {
		method, at, _ := strings.Cut(path, " ")
		refused(t, thief.does(method, at, body), http.StatusForbidden, people.CodeSignInAgain)
	}
	require.Equal(t, "Ann", ann.me().Name)

	channels := func() []api.ChannelAnswer {
		return read[api.NoticesAnswer](t, ann.does("GET", "/api/account/notifications", ""), http.StatusOK).Channels
	}
	require.Len(t, read[api.AccountAnswer](t, ann.does("DELETE", "/api/account/sessions", ""), http.StatusOK).Tokens, 1)
	require.Len(t, channels(), 1)
	refused(t, thief.does("GET", "/api/me", ""), http.StatusUnauthorized, people.CodeNoIdentity)
	account := read[api.AccountAnswer](t, ann.does("DELETE", "/api/account/sessions?programs=1", ""), http.StatusOK)
	require.Empty(t, account.Tokens)
	require.Empty(t, channels())
	refused(
		t,
		d.ask("GET", "/api/me", "", "Authorization", "Bearer "+token),
		http.StatusUnauthorized,
		people.CodeNoIdentity,
	)
}
