package transport

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/transport/api"
	"archmage/internal/transport/httpx"
)

func TestFollows(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann, bob := d.browser(), d.browser()
	bob.guest("Bob")
	annIs, bobIs := ann.guest("Ann"), bob.createAccount("Bob").Person
	require.Empty(t, read[api.FollowsAnswer](t, ann.send("GET", "/api/follows", ""), http.StatusOK).Followed)
	followed := func(w []api.FollowedAnswer, doing directory.Doing) {
		t.Helper()
		require.Len(t, w, 1)
		require.Equal(t, []any{bobIs.ID, doing}, []any{w[0].ID, w[0].Doing})
	}
	followed(
		read[api.FollowsAnswer](
			t,
			ann.send("POST", "/api/follows", `{"person":"`+bobIs.ID+`"}`),
			http.StatusOK,
		).Followed,
		directory.Away,
	)
	require.True(t, read[api.ProfileAnswer](t, ann.send("GET", "/api/people?name=Bob", ""), http.StatusOK).Followed)
	bob.send("GET", "/api/news", "")
	followed(read[api.FollowsAnswer](t, ann.send("GET", "/api/follows", ""), http.StatusOK).Followed, directory.Online)
	require.Contains(t, ann.send("GET", "/api/account/data", "").Body.String(), `"followed":[{"id":"`+bobIs.ID)
	for _, path := range []string{"/api/account", "/api/account/data", "/api/follows", "/api/people?name=Bob"} {
		require.NotContains(t, bob.send("GET", path, "").Body.String(), annIs.ID, "nobody is told who follows them")
	}

	refused(t, ann.send("POST", "/api/follows", `{"person":"nobody"}`), http.StatusNotFound, people.CodeNoPerson)
	refused(t, bob.send("POST", "/api/follows", `{"person":"`+annIs.ID+`"}`), http.StatusNotFound, people.CodeNoPerson)
	require.Equal(t, http.StatusOK, bob.send("PATCH", "/api/me", `{"noFollowers":true}`).Code)
	require.True(t, read[api.AccountAnswer](t, bob.send("GET", "/api/account", ""), http.StatusOK).NoFollowers)
	followed(read[api.FollowsAnswer](t, ann.send("GET", "/api/follows", ""), http.StatusOK).Followed, directory.Away)
	require.Empty(
		t,
		read[api.FollowsAnswer](t, ann.send("DELETE", "/api/follows/"+bobIs.ID, ""), http.StatusOK).Followed,
	)
	refused(t, ann.send("DELETE", "/api/follows/"+bobIs.ID, ""), http.StatusNotFound, people.CodeNoPerson)
	refused(
		t,
		ann.send("POST", "/api/follows", `{"person":"`+bobIs.ID+`"}`),
		http.StatusForbidden,
		people.CodeNotFollowed,
	)
	refused(t, ann.send("PATCH", "/api/me", `{"noFollowers":true}`), http.StatusForbidden, people.CodeNoAccount)
	require.Equal(t, http.StatusBadRequest, bob.send("PATCH", "/api/me", `{"noFollowers":true,"name":"Rob"}`).Code)
}

func TestSearchPeople(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann, bob := d.browser(), d.browser()
	ann.guest("Ann")
	bob.guest("Bob")
	bobIs := bob.createAccount("Bob").Person
	require.Equal(
		t,
		[]httpx.Person{bobIs},
		read[api.FoundAnswer](t, ann.send("GET", "/api/people/search?name=bo", ""), http.StatusOK).People,
	)
	require.Empty(
		t,
		read[api.FoundAnswer](t, ann.send("GET", "/api/people/search?name=an", ""), http.StatusOK).People,
		"guests have no page",
	)
	for _, wrong := range []string{"", strings.Repeat("x", people.MaxName+1)} {
		refused(t, ann.send("GET", "/api/people/search?name="+wrong, ""), http.StatusBadRequest, people.CodeBadName)
	}
	refused(
		t,
		d.browser().send("GET", "/api/people/search?name=bo", ""),
		http.StatusUnauthorized,
		people.CodeNoIdentity,
	)
}

// Results of matches are in standings, in comparisons of two people, and in profiles.
func TestCareers(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann := d.browser()
	ann.guest("Ann")
	annIs := ann.createAccount("Ann").Person
	require.Equal(
		t,
		api.TogetherAnswer{Person: annIs},
		read[api.TogetherAnswer](t, ann.send("GET", "/api/people/head-to-head?name=Ann", ""), http.StatusOK),
	)
	refused(t, ann.send("GET", "/api/people/head-to-head?name=Nobody", ""), http.StatusNotFound, people.CodeNoPerson)
	refused(
		t,
		d.browser().send("GET", "/api/people/head-to-head?name=Ann", ""),
		http.StatusUnauthorized,
		people.CodeNoIdentity,
	)
	week := read[api.StandingsAnswer](t, ann.send("GET", "/api/standings?game=toy&weeks=0&seats=2", ""), http.StatusOK)
	require.Empty(t, week.Standings)
	require.Positive(t, week.Begins)
	require.Zero(t, read[api.StandingsAnswer](t, ann.send("GET", "/api/standings?game=toy", ""), http.StatusOK).Begins)
	for _, wrong := range []string{"weeks=-1", "weeks=8", "seats=x", "limit=0", "limit=201", "after=x"} {
		require.Equal(t, http.StatusBadRequest, ann.send("GET", "/api/standings?game=toy&"+wrong, "").Code, wrong)
	}

	require.Equal(t, http.StatusOK, ann.send("PATCH", "/api/me", `{"about":" Tea.\n"}`).Code)
	require.Equal(t, "Tea.", read[api.AccountAnswer](t, ann.send("GET", "/api/account", ""), http.StatusOK).About)
	require.Equal(
		t,
		"Tea.",
		read[api.ProfileAnswer](t, ann.send("GET", "/api/people?name=Ann", ""), http.StatusOK).About,
	)
	require.Contains(t, ann.send("GET", "/api/account/data", "").Body.String(), `"about":"Tea.","followed":false`)
	require.Equal(
		t,
		http.StatusBadRequest,
		ann.send("PATCH", "/api/me", `{"about":"`+strings.Repeat("x", people.MaxAbout+1)+`"}`).Code,
	)
}
