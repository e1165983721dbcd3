package transport

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/lobby"
	"archmage/internal/people"
)

func TestFollows(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann, bob := d.browser(), d.browser()
	bob.guest("Bob")
	annIs, bobIs := ann.guest("Ann"), bob.keeps("Bob").person
	require.Empty(t, read[followsAnswer](t, ann.does("GET", "/api/follows", ""), http.StatusOK).Followed)
	followed := func(w []followedAnswer, doing lobby.Doing) {
		t.Helper()
		require.Len(t, w, 1)
		require.Equal(t, []any{bobIs.ID, doing}, []any{w[0].ID, w[0].Doing})
	}
	followed(read[followsAnswer](t, ann.does("POST", "/api/follows", `{"person":"`+bobIs.ID+`"}`), http.StatusOK).Followed, lobby.Away)
	require.True(t, read[profileAnswer](t, ann.does("GET", "/api/people?name=Bob", ""), http.StatusOK).Followed)
	bob.does("GET", "/api/news", "")
	followed(read[followsAnswer](t, ann.does("GET", "/api/follows", ""), http.StatusOK).Followed, lobby.Here)
	require.Contains(t, ann.does("GET", "/api/account/data", "").Body.String(), `"followed":[{"id":"`+bobIs.ID)
	for _, path := range []string{"/api/account", "/api/account/data", "/api/follows", "/api/people?name=Bob"} {
		require.NotContains(t, bob.does("GET", path, "").Body.String(), annIs.ID, "nobody is told who follows them")
	}

	refused(t, ann.does("POST", "/api/follows", `{"person":"nobody"}`), http.StatusNotFound, people.CodeNoPerson)
	refused(t, bob.does("POST", "/api/follows", `{"person":"`+annIs.ID+`"}`), http.StatusNotFound, people.CodeNoPerson)
	require.Equal(t, http.StatusOK, bob.does("PATCH", "/api/me", `{"discreet":true}`).Code)
	require.True(t, read[accountAnswer](t, bob.does("GET", "/api/account", ""), http.StatusOK).Discreet)
	followed(read[followsAnswer](t, ann.does("GET", "/api/follows", ""), http.StatusOK).Followed, lobby.Away)
	require.Empty(t, read[followsAnswer](t, ann.does("DELETE", "/api/follows/"+bobIs.ID, ""), http.StatusOK).Followed)
	refused(t, ann.does("DELETE", "/api/follows/"+bobIs.ID, ""), http.StatusNotFound, people.CodeNoPerson)
	refused(t, ann.does("POST", "/api/follows", `{"person":"`+bobIs.ID+`"}`), http.StatusForbidden, people.CodeNotFollowed)
	refused(t, ann.does("PATCH", "/api/me", `{"discreet":true}`), http.StatusForbidden, people.CodeNoAccount)
	require.Equal(t, http.StatusBadRequest, bob.does("PATCH", "/api/me", `{"discreet":true,"name":"Rob"}`).Code)
}

// The page of somebody at a table says where.
func TestWhereFollowedPeopleAre(t *testing.T) {
	at := map[string][]string{"ann": nil, "bob": nil}
	k := &sockets{present: map[presence]int{{"ann", "a"}: 1, {"ann", "b"}: 2, {"eve", "a"}: 1}}
	k.findAll(at)
	require.ElementsMatch(t, []string{"a", "b"}, at["ann"])
	require.Empty(t, at["bob"])
	require.Len(t, at, 2)
}

func TestSearchPeople(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann, bob := d.browser(), d.browser()
	ann.guest("Ann")
	bob.guest("Bob")
	bobIs := bob.keeps("Bob").person
	require.Equal(t, []person{bobIs}, read[foundAnswer](t, ann.does("GET", "/api/people/search?name=bo", ""), http.StatusOK).People)
	require.Empty(t, read[foundAnswer](t, ann.does("GET", "/api/people/search?name=an", ""), http.StatusOK).People, "guests have no page")
	for _, wrong := range []string{"", strings.Repeat("x", people.MaxName+1)} {
		refused(t, ann.does("GET", "/api/people/search?name="+wrong, ""), http.StatusBadRequest, people.CodeBadName)
	}
	refused(t, d.browser().does("GET", "/api/people/search?name=bo", ""), http.StatusUnauthorized, people.CodeNoIdentity)
}
