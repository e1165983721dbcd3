package transport

import (
	"bufio"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/store/storetest"
	"archmage/internal/transport/httpx"
)

// withBans gives a server bans, with a store of their own.
func withBans(t testing.TB) func(*Options) {
	t.Helper()
	bans, err := moderation.NewBans(t.Context(), storetest.Open(t))
	require.NoError(t, err)
	return func(o *Options) { o.Bans = bans }
}

// bans adds a ban and returns it.
func (g *testServer) bans(body string) moderation.Ban {
	g.t.Helper()
	w := g.askAdmin("POST", "/bans", body)
	require.Equal(g.t, http.StatusCreated, w.Code, w.Body.String())
	var ban moderation.Ban
	require.NoError(g.t, json.Unmarshal(w.Body.Bytes(), &ban))
	require.Equal(g.t, "/bans/"+ban.ID, w.Header().Get("Location"))
	return ban
}

// refusedSocket returns the response to a request for a WebSocket that is refused.
func (p *visitor) refusedSocket() *http.Response {
	p.t.Helper()
	ws, _, answer, err := p.requestSocket("a-room", nil)
	if err == nil {
		_ = ws.Close()
	}
	require.Error(p.t, err)
	return answer
}

func TestAPersonIsBanned(t *testing.T) {
	g := newTestServer(t, withBans(t))
	room, ann, eve := g.openWatchedRoom()
	silent := eve.visitor.dial(room) // has not said hello
	g.waitFor(func() bool { return g.counts()[0] == 3 })
	ban := g.bans(`{"identity":"` + eve.visitor.person.ID + `","reason":"insult","words":"rude"}`)
	for _, c := range []*tab{eve, silent} {
		bye, status := c.readToEnd()
		require.Equal(t, moderation.CodeBanned, bye.Code)
		require.Equal(t, &httpx.Explained{Reason: people.ReasonInsult, Words: "rude", Until: 0}, bye.Explanation)
		require.Nil(t, bye.RetryAfter)
		require.Equal(t, websocket.ClosePolicyViolation, status)
	}
	ann.readUntilTrue(func() bool { return ann.watchers == 1 })
	requireRefusal(t, eve.visitor.refusedSocket(), http.StatusForbidden, moderation.CodeBanned)
	rest := func(p *visitor) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), "GET", g.url+"/api/me", nil)
		require.NoError(t, err)
		r.Header.Set("Authorization", "Bearer "+p.token)
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		return answer
	}
	requireRefusal(t, rest(eve.visitor), http.StatusForbidden, moderation.CodeBanned)
	answer := rest(ann.visitor)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode)
	ann.requireSilence("room")

	list := read[struct{ Bans []moderation.Ban }](t, g.askAdmin("GET", "/bans", ""), http.StatusOK)
	require.Equal(t, []moderation.Ban{ban}, list.Bans)
	require.Equal(t, http.StatusNoContent, g.askAdmin("DELETE", "/bans/"+ban.ID, "").Code)
	refused(t, g.askAdmin("DELETE", "/bans/"+ban.ID, ""), http.StatusNotFound, coded.NotFound)
	eve.visitor.join(room)
}

func TestAnAddressIsBanned(t *testing.T) {
	g := newTestServer(t, withBans(t))
	_, ann, bob := g.openWatchedRoom()
	ban := g.bans(`{"address":"127.0.0.0/8"}`)
	for _, c := range []*tab{ann, bob} {
		bye, _ := c.readToEnd()
		require.Equal(t, moderation.CodeBanned, bye.Code)
	}
	requireRefusal(t, ann.visitor.refusedSocket(), http.StatusForbidden, moderation.CodeBanned)
	get := func(path string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, g.url+path, nil)
		require.NoError(t, err)
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		return answer
	}
	// These paths need no token.
	for _, path := range []string{"/api/games", "/api/me", "/ws/a-room", "/api/rooms"} {
		requireRefusal(t, get(path), http.StatusForbidden, moderation.CodeBanned)
	}
	answer := get("/healthz")
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode)
	require.Contains(t, g.askAdmin("GET", "/metrics", "").Body.String(), `archmage_refused_total{limit="ban"} 5`)
	require.Equal(t, http.StatusNoContent, g.askAdmin("DELETE", "/bans/"+ban.ID, "").Code)
	ann.visitor.dial("a-room")
}

func TestBansThatMakeNoSense(t *testing.T) {
	d := newTestHandler(t, withBans(t))
	ask := func(body string) int { return d.askAdminBody("POST", "/bans", body) }
	for _, body := range []string{
		``, `{}`, `{"address":"somewhere"}`, `{"address":"0.0.0.0/0"}`,
		`{"identity":"x","until":"2001-01-01T00:00:00Z"}`,
		`{"identity":"x","until":"tomorrow"}`, `{"identity":"x","more":1}`,
	} {
		require.Equal(t, http.StatusBadRequest, ask(body), body)
	}
	require.Equal(t, http.StatusCreated, ask(`{"address":"2001:db8::1","until":"2999-01-01T00:00:00Z"}`))
	require.Contains(t, d.askAdmin("GET", "/bans").Body.String(), `"address":"2001:db8::/64"`)

	none := newTestHandler(t, nil)
	refused(t, none.askAdmin("GET", "/bans"), http.StatusNotFound, coded.NotFound)
	require.Equal(t, http.StatusNotFound, none.askAdminBody("POST", "/bans", `{"identity":"x"}`))
	refused(t, none.askAdmin("DELETE", "/bans/x"), http.StatusNotFound, coded.NotFound)
}

// askAdminBody sends a request with a body to the admin address and returns the status.
func (d *testHandler) askAdminBody(method, path, body string) int {
	g := testServer{t: d.t, server: d.server}
	return g.askAdmin(method, path, body).Code
}

// hijackHook is a response writer that calls before when a request is upgraded to a WebSocket.
type hijackHook struct {
	http.ResponseWriter
	before func()
}

// Hijack implements [http.Hijacker].
func (h hijackHook) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	h.before()
	return http.NewResponseController(h.ResponseWriter).Hijack()
}

// A ban that is added after a request was accepted, and before its connection is counted, ends the connection.
func TestABanMeetsANewConnection(t *testing.T) {
	g := newTestServer(t, withBans(t))
	eve := g.visitor("Eve")
	room := eve.openRoom()
	upgraded := 0
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.server.Handler().ServeHTTP(hijackHook{w, func() {
			upgraded++
			g.bans(`{"identity":"` + eve.person.ID + `"}`)
		}}, r)
	}))
	t.Cleanup(web.Close)
	g.url = web.URL
	ws, _, _, err := eve.requestSocket(room, nil)
	require.NoError(t, err)
	require.Equal(t, 1, upgraded)
	c := &tab{t: t, visitor: eve, ws: ws}
	bye, _ := c.readToEnd()
	require.Equal(t, moderation.CodeBanned, bye.Code)
}
