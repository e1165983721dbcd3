package transport

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

func TestBodies(t *testing.T) {
	d := newTestHandler(t, func(o *Options) { o.Limits.Body = 200 })
	for body, code := range map[string]coded.Code{
		``:                             coded.Malformed,
		`name=Ann`:                     coded.Malformed,
		`"Ann"`:                        coded.Malformed,
		`{"name":"Ann"`:                coded.Malformed,
		`{"name":"Ann"} {}`:            coded.Malformed,
		`{"name":1}`:                   coded.Malformed,
		`{"name":"Ann","admin":true}`:  coded.Malformed,
		`{"name":"Ann","name":"Bob"}`:  coded.Malformed,
		`{"Name":"Ann"}`:               coded.Malformed,
		`{"name":"` + "\\u0000" + `"}`: coded.Malformed,
		`{"name":"` + "\\u202e" + `"}`: people.CodeBadName,
		`{}`:                           people.CodeBadName,
	} {
		refused(t, d.ask("POST", "/api/me", body), http.StatusBadRequest, code)
	}
	refused(
		t,
		d.ask("POST", "/api/me", `{"name":"`+strings.Repeat("x", 200)+`"}`),
		http.StatusRequestEntityTooLarge,
		httpx.CodeTooLarge,
	)
}

func TestAddressesThatAreNotThere(t *testing.T) {
	d := newTestHandler(t, nil)
	for _, path := range []string{
		"/api/nothing", "/api/results", "/api/games/chess/catalogue", "/api/games/bare/catalogue", "/ws",
		"/ws/a/b",
	} {
		refused(t, d.ask("GET", path, ""), http.StatusNotFound, coded.NotFound)
	}
	refused(t, d.ask("GET", "/api", "", "Accept", "text/html"), http.StatusNotFound, coded.NotFound)
	refused(t, d.ask("POST", "/api/nothing", ""), http.StatusNotFound, coded.NotFound)
	for path, allowed := range map[string]string{
		"/api/me": "GET, PATCH, POST", "/api/me/links": "POST", "/api/rooms": "GET, POST",
		"/api/games": "GET", "/api/matches": "GET, POST",
		"/healthz": "GET", "/": "GET", "/r/a-room": "GET", "/ws/a-room": "GET",
	} {
		w := d.ask("DELETE", path, "")
		refused(t, w, http.StatusMethodNotAllowed, httpx.CodeBadMethod)
		require.Equal(t, allowed, w.Header().Get("Allow"), path)
	}
}

func TestErrorsOfTheServer(t *testing.T) {
	d := newTestHandler(t, nil)
	d.rooms.err = errors.New("the disk at /var/lib is on fire")
	w := d.ask("GET", "/api/rooms", "")
	refused(t, w, http.StatusInternalServerError, coded.Internal)
	require.NotContains(t, w.Body.String(), "fire")
	require.Contains(t, d.logged.String(), "on fire")

	// An error of the client is not logged, except for the line of the request.
	before := d.logged.String()
	refused(t, d.ask("GET", "/api/rooms?limit=x", ""), http.StatusBadRequest, coded.Malformed)
	require.NotContains(t, strings.TrimPrefix(d.logged.String(), before), "failed")

	d.rooms.err = context.DeadlineExceeded
	w = d.ask("GET", "/api/rooms", "")
	refused(t, w, http.StatusServiceUnavailable, coded.Busy)
	require.Equal(t, "1", w.Header().Get("Retry-After"))

	d.rooms.panics = true
	w = d.ask("GET", "/api/rooms", "")
	refused(t, w, http.StatusInternalServerError, coded.Internal)
	require.NotContains(t, w.Body.String(), "today")
	require.Contains(t, d.logged.String(), "no rooms today")
	require.Contains(t, d.logged.String(), "api/rooms.go")
	require.NotEmpty(t, w.Header().Get("Content-Security-Policy"))
	before = d.logged.String()
	refused(t, d.askAdmin("GET", "/rooms"), http.StatusInternalServerError, coded.Internal)
	require.Contains(t, strings.TrimPrefix(d.logged.String(), before), "no rooms today")

	// The server still answers.
	d.rooms.err, d.rooms.panics = nil, false
	read[directory.RoomPage](t, d.ask("GET", "/api/rooms", ""), http.StatusOK)
}

func TestTheLogHoldsNoSecretsOfRequests(t *testing.T) {
	d := newTestHandler(t, nil)
	robot, auth := d.newPerson("Robot")
	w := d.ask("POST", "/api/me", `{"name":"Ann"}`)
	cookie := w.Result().Cookies()[0].Value
	id := d.newRoom(auth, "")
	for _, w := range []*httptest.ResponseRecorder{
		d.ask("GET", "/api/me?token="+robot.Token, "", "Authorization", auth),
		d.ask("GET", "/r/"+id+"?link=a-secret-of-a-link", "", "Cookie", "archmage="+cookie),
		d.ask("POST", "/api/me", `{"link":"a-secret-of-a-link"}`),
		d.ask("GET", "/api/rooms?after=a-secret-of-a-link", "", "Referer", "http://example.com/?a-secret-of-a-link"),
		d.ask("GET", "/api/nothing?a-secret-of-a-link", ""),
	} {
		require.NotZero(t, w.Code)
	}
	said := d.logged.String()
	require.Contains(t, said, `"path":"/api/me","status":201`)
	require.Contains(t, said, `"addr":"192.0.2.1"`)
	require.NotContains(t, said, robot.Token)
	require.NotContains(t, said, cookie)
	require.NotContains(t, said, "a-secret-of-a-link")
}
