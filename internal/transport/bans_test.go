package transport

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/internal/eventlog/logtest"
	"archmage/internal/lobby"
)

// keepBans lets a server keep bans in a log of their own.
func keepBans(t testing.TB) func(*Options) {
	t.Helper()
	bans, err := lobby.NewBans(t.Context(), logtest.NewMemory())
	require.NoError(t, err)
	return func(o *Options) { o.Bans = bans }
}

// bans asks for a ban and returns it.
func (g *stage) bans(body string) lobby.Ban {
	g.t.Helper()
	w := g.askAdmin("POST", "/bans", body)
	require.Equal(g.t, http.StatusCreated, w.Code, w.Body.String())
	var ban lobby.Ban
	require.NoError(g.t, json.Unmarshal(w.Body.Bytes(), &ban))
	require.Equal(g.t, "/bans/"+ban.ID, w.Header().Get("Location"))
	return ban
}

// knocks asks for a WebSocket and returns the refusal.
func (p *visitor) knocks() *http.Response {
	p.t.Helper()
	ws, answer, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(p.url, "http")+"/ws", http.Header{"Authorization": {"Bearer " + p.token}})
	if err == nil {
		_ = ws.Close()
	}
	require.Error(p.t, err)
	return answer
}

func TestAPersonIsBanned(t *testing.T) {
	g := newStage(t, keepBans(t))
	room, ann, eve := g.playing(lobby.Settings{})
	silent := eve.visitor.dial() // has not said hello
	require.Eventually(t, func() bool { return g.counts()[0] == 3 }, patience, time.Millisecond)
	ban := g.bans(`{"identity":"` + eve.visitor.user.ID + `","reason":"rude"}`)
	for _, c := range []*tab{eve, silent} {
		bye, status := c.ended()
		require.Equal(t, lobby.CodeBanned, bye.Code)
		require.Nil(t, bye.RetryAfter)
		require.Equal(t, websocket.ClosePolicyViolation, status)
	}
	ann.sees(func() bool { return !ann.room.Seats[1].Present })
	requireRefusal(t, eve.visitor.knocks(), http.StatusForbidden, lobby.CodeBanned)
	rest := func(p *visitor) *http.Response {
		t.Helper()
		r, err := http.NewRequest("GET", g.url+"/api/me", nil)
		require.NoError(t, err)
		r.Header.Set("Authorization", "Bearer "+p.token)
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		return answer
	}
	requireRefusal(t, rest(eve.visitor), http.StatusForbidden, lobby.CodeBanned)
	answer := rest(ann.visitor)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode)
	ann.quiet("room")

	list := read[struct{ Bans []lobby.Ban }](t, g.askAdmin("GET", "/bans", ""), http.StatusOK)
	require.Equal(t, []lobby.Ban{ban}, list.Bans)
	require.Equal(t, http.StatusNoContent, g.askAdmin("DELETE", "/bans/"+ban.ID, "").Code)
	refused(t, g.askAdmin("DELETE", "/bans/"+ban.ID, ""), http.StatusNotFound, CodeNotFound)
	back := eve.visitor.join(room)
	back.sees(func() bool { return back.decision != nil })
}

func TestAnAddressIsBanned(t *testing.T) {
	g := newStage(t, keepBans(t))
	_, ann, bob := g.playing(lobby.Settings{})
	ban := g.bans(`{"address":"127.0.0.0/8"}`)
	for _, c := range []*tab{ann, bob} {
		bye, _ := c.ended()
		require.Equal(t, lobby.CodeBanned, bye.Code)
	}
	requireRefusal(t, ann.visitor.knocks(), http.StatusForbidden, lobby.CodeBanned)
	// Nobody needs to be known for that.
	for _, path := range []string{"/api/games", "/api/me", "/ws", "/api/rooms"} {
		answer, err := http.Get(g.url + path)
		require.NoError(t, err)
		requireRefusal(t, answer, http.StatusForbidden, lobby.CodeBanned)
	}
	answer, err := http.Get(g.url + "/healthz")
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode)
	require.Contains(t, g.askAdmin("GET", "/metrics", "").Body.String(), `archmage_refused_total{limit="ban"} 5`)
	require.Equal(t, http.StatusNoContent, g.askAdmin("DELETE", "/bans/"+ban.ID, "").Code)
	ann.visitor.dial()
}

func TestBansThatMakeNoSense(t *testing.T) {
	d := newDesk(t, keepBans(t))
	ask := func(body string) int { return d.askAdminBody("POST", "/bans", body) }
	for _, body := range []string{
		``, `{}`, `{"address":"somewhere"}`, `{"address":"0.0.0.0/0"}`, `{"identity":"x","until":"2001-01-01T00:00:00Z"}`,
		`{"identity":"x","until":"tomorrow"}`, `{"identity":"x","more":1}`,
	} {
		require.Equal(t, http.StatusBadRequest, ask(body), body)
	}
	require.Equal(t, http.StatusCreated, ask(`{"address":"2001:db8::1","until":"2999-01-01T00:00:00Z"}`))
	require.Contains(t, d.askAdmin("GET", "/bans").Body.String(), `"address":"2001:db8::/64"`)

	none := newDesk(t, nil)
	refused(t, none.askAdmin("GET", "/bans"), http.StatusNotFound, CodeNotFound)
	require.Equal(t, http.StatusNotFound, none.askAdminBody("POST", "/bans", `{"identity":"x"}`))
	refused(t, none.askAdmin("DELETE", "/bans/x"), http.StatusNotFound, CodeNotFound)
}

// askAdminBody returns the status of the answer to a request with a body.
func (d *desk) askAdminBody(method, path, body string) int {
	g := stage{t: d.t, server: d.server}
	return g.askAdmin(method, path, body).Code
}

// Who comes in while the ban is made is sent away too.
func TestABanMeetsANewConnection(t *testing.T) {
	keep := keepBans(t)
	g := newStage(t, keep)
	eve := g.visitor("Eve")
	room := eve.opens(lobby.Settings{})
	// The request was let in; the ban comes before the connection is counted.
	done := make(chan struct{})
	go func() {
		defer close(done)
		g.bans(`{"identity":"` + eve.user.ID + `"}`)
	}()
	header := http.Header{"Authorization": {"Bearer " + eve.token}}
	ws, answer, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(g.url, "http")+"/ws", header)
	if err != nil {
		requireRefusal(t, answer, http.StatusForbidden, lobby.CodeBanned)
	} else {
		c := &tab{t: t, visitor: eve, ws: ws}
		_ = ws.WriteMessage(websocket.TextMessage, []byte(`{"type":"hello","v":1,"room":"`+room+`"}`))
		bye, _ := c.ended()
		require.Equal(t, lobby.CodeBanned, bye.Code)
	}
	<-done
}
