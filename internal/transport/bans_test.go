package transport

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/store/storetest"
	"archmage/internal/transport/httpx"
)

// keepBans gives a server bans, in a log of their own.
func keepBans(t testing.TB) func(*Options) {
	t.Helper()
	bans, err := moderation.NewBans(t.Context(), storetest.Open(t))
	require.NoError(t, err)
	return func(o *Options) { o.Bans = bans }
}

// bans asks for a ban and returns it.
func (g *testServer) bans(body string) moderation.Ban {
	g.t.Helper()
	w := g.askAdmin("POST", "/bans", body)
	require.Equal(g.t, http.StatusCreated, w.Code, w.Body.String())
	var ban moderation.Ban
	require.NoError(g.t, json.Unmarshal(w.Body.Bytes(), &ban))
	require.Equal(g.t, "/bans/"+ban.ID, w.Header().Get("Location"))
	return ban
}

// refusedSocket returns the answer to a request for a WebSocket that fails.
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
	g := newTestServer(t, keepBans(t))
	room, ann, eve := g.watched()
	silent := eve.visitor.dial(room) // has not said hello
	g.until(func() bool { return g.counts()[0] == 3 })
	ban := g.bans(`{"identity":"` + eve.visitor.person.ID + `","reason":"insult","words":"rude"}`)
	for _, c := range []*tab{eve, silent} {
		bye, status := c.ended()
		require.Equal(t, moderation.CodeBanned, bye.Code)
		require.Equal(t, &httpx.Explained{Reason: people.ReasonInsult, Words: "rude", Until: 0}, bye.Explanation)
		require.Nil(t, bye.RetryAfter)
		require.Equal(t, websocket.ClosePolicyViolation, status)
	}
	ann.sees(func() bool { return ann.watchers == 1 })
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
	ann.quiet("room")

	list := read[struct{ Bans []moderation.Ban }](t, g.askAdmin("GET", "/bans", ""), http.StatusOK)
	require.Equal(t, []moderation.Ban{ban}, list.Bans)
	require.Equal(t, http.StatusNoContent, g.askAdmin("DELETE", "/bans/"+ban.ID, "").Code)
	refused(t, g.askAdmin("DELETE", "/bans/"+ban.ID, ""), http.StatusNotFound, coded.NotFound)
	eve.visitor.join(room)
}

func TestAnAddressIsBanned(t *testing.T) {
	g := newTestServer(t, keepBans(t))
	_, ann, bob := g.watched()
	ban := g.bans(`{"address":"127.0.0.0/8"}`)
	for _, c := range []*tab{ann, bob} {
		bye, _ := c.ended()
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
	// No token is needed for that.
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
	d := newTestHandler(t, keepBans(t))
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

// askAdminBody returns the status of the answer to a request with a body.
func (d *testHandler) askAdminBody(method, path, body string) int {
	g := testServer{t: d.t, server: d.server}
	return g.askAdmin(method, path, body).Code
}

// Somebody who comes in while the ban is added is sent away too.
func TestABanMeetsANewConnection(t *testing.T) {
	keep := keepBans(t)
	g := newTestServer(t, keep)
	eve := g.visitor("Eve")
	room := eve.opens()
	// The request was let in; the ban comes before the connection is counted.
	done := make(chan struct{})
	go func() {
		defer close(done)
		g.bans(`{"identity":"` + eve.person.ID + `"}`)
	}()
	ws, _, answer, err := eve.requestSocket(room, nil)
	if err != nil {
		requireRefusal(t, answer, http.StatusForbidden, moderation.CodeBanned)
	} else {
		c := &tab{t: t, visitor: eve, ws: ws}
		_ = ws.WriteMessage(websocket.TextMessage, []byte(`{"type":"hello","v":1}`))
		bye, _ := c.ended()
		require.Equal(t, moderation.CodeBanned, bye.Code)
	}
	<-done
}
