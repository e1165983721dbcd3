package transport

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/transport/api"
	"archmage/internal/transport/httpx"
)

func TestGuests(t *testing.T) {
	d := newTestHandler(t, nil)
	refused(t, d.ask("GET", "/api/me", ""), http.StatusUnauthorized, people.CodeNoIdentity)

	w := d.ask("POST", "/api/me", `{"name":" Ann "}`)
	ann := read[httpx.Person](t, w, http.StatusCreated)
	require.Equal(t, "Ann", ann.Name)
	require.NotEmpty(t, ann.ID)
	cookies := w.Result().Cookies()
	require.Len(t, cookies, 1)
	require.Equal(t, &http.Cookie{
		Name:     "archmage",
		Value:    cookies[0].Value,
		Path:     "/",
		MaxAge:   365 * 24 * 3600,
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
		Raw:      cookies[0].Raw,
	}, cookies[0])
	cookie := "archmage=" + cookies[0].Value

	w = d.ask("GET", "/api/me", "", "Cookie", cookie)
	require.Equal(t, ann, read[httpx.Person](t, w, http.StatusOK))
	// Each visit renews the cookie for a year.
	require.Equal(t, cookies[0].Value, w.Result().Cookies()[0].Value)
	require.Equal(t, "no-store", w.Header().Get("Cache-Control"))

	// A browser with a cookie stays the same person. A program that requests a token gets a new
	// one.
	w = d.ask("POST", "/api/me", `{"name":"Else"}`, "Cookie", cookie)
	require.Equal(t, ann, read[httpx.Person](t, w, http.StatusOK))
	w = d.ask("POST", "/api/me", `{"name":"Else","token":true}`, "Cookie", cookie)
	require.NotEqual(t, ann.ID, read[api.Identity](t, w, http.StatusCreated).ID)
	w = d.ask("POST", "/api/me", `{"name":"Else"}`, "Cookie", "archmage=unknown")
	require.NotEqual(t, ann.ID, read[api.Identity](t, w, http.StatusCreated).ID)

	renamed := read[httpx.Person](t, d.ask("PATCH", "/api/me", `{"name":"Bea"}`, "Cookie", cookie), http.StatusOK)
	require.Equal(t, httpx.Person{ID: ann.ID, Name: "Bea", Kind: people.Guest}, renamed)
	refused(t, d.ask("PATCH", "/api/me", `{"name":"Bea"}`), http.StatusUnauthorized, people.CodeNoIdentity)
	refused(t, d.ask("PATCH", "/api/me", `{"name":""}`, "Cookie", cookie), http.StatusBadRequest, people.CodeBadName)
	refused(t, d.ask("PATCH", "/api/me", `{"id":"x"}`, "Cookie", cookie), http.StatusBadRequest, coded.Malformed)
	refused(
		t,
		d.ask("PATCH", "/api/me", `{"name":"Bea","avatar":"owl-3"}`, "Cookie", cookie),
		http.StatusBadRequest,
		coded.Malformed,
	)
	refused(
		t,
		d.ask("PATCH", "/api/me", `{"avatar":"owl-3"}`, "Cookie", cookie),
		http.StatusForbidden,
		people.CodeNoAccount,
	)
	// The token works in the header as well.
	w = d.ask("GET", "/api/me", "", "Authorization", "bearer "+cookies[0].Value)
	require.Equal(t, renamed, read[httpx.Person](t, w, http.StatusOK))
	require.Empty(t, w.Result().Cookies())
}

func TestPrograms(t *testing.T) {
	d := newTestHandler(t, nil)
	w := d.ask("POST", "/api/me", `{"name":"Robot","token":true}`)
	require.Empty(t, w.Result().Cookies())
	robot := read[api.Identity](t, w, http.StatusCreated)
	require.NotEmpty(t, robot.Token)
	got := read[httpx.Person](t, d.ask("GET", "/api/me", "", "Authorization", "Bearer "+robot.Token), http.StatusOK)
	require.Equal(t, robot.Person, got)

	for _, auth := range []string{"Bearer", "Bearer x", "Bearer " + robot.ID, "Basic " + robot.Token, robot.Token} {
		w := d.ask("GET", "/api/me", "", "Authorization", auth)
		refused(t, w, http.StatusUnauthorized, people.CodeNoIdentity)
		require.Equal(t, "Bearer", w.Header().Get("WWW-Authenticate"))
	}
	// A valid cookie does not help if the header is wrong.
	w = d.ask("GET", "/api/me", "", "Authorization", "Bearer x", "Cookie", "archmage="+robot.Token)
	refused(t, w, http.StatusUnauthorized, people.CodeNoIdentity)
}

// newLink is the answer to a request for a personal link.
type newLink struct {
	Secret string
	Until  int64
}

func TestLinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestHandler(t, nil)
		ann, auth := d.newPerson("Ann")
		bob, bobAuth := d.newPerson("Bob")
		make := func(auth string) string {
			t.Helper()
			link := read[newLink](t, d.ask("POST", "/api/me/links", "", "Authorization", auth), http.StatusCreated)
			require.Len(t, link.Secret, 22)
			require.Equal(t, time.Now().Add(people.LinkTime).UnixMilli(), link.Until)
			return `{"link":"` + link.Secret + `"}`
		}
		bad := func(link string) {
			t.Helper()
			w := d.ask("POST", "/api/me", link)
			refused(t, w, http.StatusBadRequest, people.CodeBadLink)
			require.Empty(t, w.Result().Cookies())
		}
		// The second device of a browser gets a cookie.
		link := make(auth)
		w := d.ask("POST", "/api/me", link)
		require.Equal(t, ann.Person, read[httpx.Person](t, w, http.StatusOK))
		cookie := "archmage=" + w.Result().Cookies()[0].Value
		require.NotContains(t, cookie, ann.Token)
		require.Equal(
			t,
			ann.Person,
			read[httpx.Person](t, d.ask("GET", "/api/me", "", "Cookie", cookie), http.StatusOK),
		)
		bad(link)
		// A program gets the token, and somebody who is another person already
		// becomes this one.
		link = make(auth)
		w = d.ask("POST", "/api/me", link[:len(link)-1]+`,"token":true}`, "Authorization", bobAuth)
		second := read[api.Identity](t, w, http.StatusOK)
		require.Equal(t, ann.Person, second.Person)
		require.Empty(t, w.Result().Cookies())
		w = d.ask("GET", "/api/me", "", "Authorization", "Bearer "+second.Token)
		require.Equal(t, ann.Person, read[httpx.Person](t, w, http.StatusOK))
		// The devices that were that person before still are.
		w = d.ask("GET", "/api/me", "", "Authorization", bobAuth)
		require.Equal(t, bob.Person, read[httpx.Person](t, w, http.StatusOK))

		old := make(auth)
		link = make(auth)
		bad(old)
		time.Sleep(people.LinkTime)
		bad(link)
		bad(`{"link":""}`)
		bad(`{"link":"AAAAAAAAAAAAAAAAAAAAAA"}`)
		refused(
			t,
			d.ask("POST", "/api/me", `{"link":"AAAAAAAAAAAAAAAAAAAAAA","name":"Ann"}`),
			http.StatusBadRequest,
			coded.Malformed,
		)
		refused(t, d.ask("POST", "/api/me/links", ""), http.StatusUnauthorized, people.CodeNoIdentity)
		require.NotContains(t, d.logged.String(), old[9:31])
	})
}

// A banned person cannot sign in by a link.
func TestALinkOfABannedPerson(t *testing.T) {
	keep := withBans(t)
	var bans *moderation.Bans
	d := newTestHandler(t, func(o *Options) { keep(o); bans = o.Bans })
	eve, auth := d.newPerson("Eve")
	link := read[newLink](t, d.ask("POST", "/api/me/links", "", "Authorization", auth), http.StatusCreated)
	_, err := bans.Add(t.Context(), moderation.Ban{Identity: eve.ID})
	require.NoError(t, err)
	refused(t, d.ask("POST", "/api/me/links", "", "Authorization", auth), http.StatusForbidden, moderation.CodeBanned)
	w := d.ask("POST", "/api/me", `{"link":"`+link.Secret+`"}`)
	refused(t, w, http.StatusForbidden, moderation.CodeBanned)
	require.Empty(t, w.Result().Cookies())
}

func TestPeopleWhoCannotBeStored(t *testing.T) {
	d := newTestHandler(t, nil)
	d.people.full = true
	w := d.ask("POST", "/api/me", `{"name":"Ann"}`)
	refused(t, w, http.StatusServiceUnavailable, people.CodeNotStored)
	require.NotContains(t, w.Body.String(), "disk")
	require.Empty(t, w.Result().Cookies())
	// The log says what is wrong, for the operator.
	require.Contains(t, d.logged.String(), store.ErrFull.Error())
}
