package transport

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
)

func TestHello(t *testing.T) {
	g := newStage(t, nil)
	ann := g.visitor("Ann")
	room := ann.opens(lobby.Settings{})
	c := ann.dial()
	c.send(`{"type":"hello","v":1,"room":"` + room + `"}`)
	welcome := c.next()
	require.Equal(t, message{
		Type: "welcome", V: 1, You: person{ann.user.ID, "Ann"}, Room: room,
		Limits: welcomeLimits{Message: g.server.options.Limits.Message, Chat: lobby.MaxChat},
	}, welcome)
	now := c.next()
	require.Equal(t, "room", now.Type)
	require.Equal(t, room, now.ID)
	require.Equal(t, ann.user.ID, now.Seats[0].Player)
	require.True(t, now.Seats[0].Present)
	c.quiet()
}

func TestHelloIsRefused(t *testing.T) {
	g := newStage(t, func(o *Options) { o.Limits.Hello = 200 * time.Millisecond })
	ann, bob := g.visitor("Ann"), g.visitor("Bob")
	open := ann.opens(lobby.Settings{})
	closed := ann.opens(lobby.Settings{})
	host := ann.join(closed)
	host.does("bot", map[string]any{"seat": 1, "bot": "random"})
	host.does("start", nil)

	tests := []struct {
		name   string
		kind   int
		frame  string
		code   coded.Code
		status int
	}{
		{"nothing", 0, "", coded.Malformed, websocket.ClosePolicyViolation},
		{"garbage", websocket.TextMessage, `hello`, coded.Malformed, websocket.CloseInvalidFramePayloadData},
		{"an empty frame", websocket.TextMessage, ``, coded.Malformed, websocket.CloseInvalidFramePayloadData},
		{"a list", websocket.TextMessage, `[{"type":"hello"}]`, coded.Malformed, websocket.CloseInvalidFramePayloadData},
		{"not UTF-8", websocket.TextMessage, "{\"type\":\"hello\",\"v\":1,\"room\":\"\xff\"}", coded.Malformed, websocket.CloseInvalidFramePayloadData},
		{"bytes", websocket.BinaryMessage, `{"type":"hello","v":1,"room":"` + open + `"}`, coded.Malformed, websocket.CloseUnsupportedData},
		{"too long", websocket.TextMessage, `{"type":"hello","v":1,"room":"` + strings.Repeat("x", 16<<10) + `"}`, coded.Malformed, websocket.CloseMessageTooBig},
		{"an intent", websocket.TextMessage, `{"type":"leave","id":"1"}`, coded.Malformed, websocket.ClosePolicyViolation},
		{"a ping", websocket.TextMessage, `{"type":"ping"}`, coded.Malformed, websocket.ClosePolicyViolation},
		{"another field", websocket.TextMessage, `{"type":"hello","v":1,"room":"` + open + `","x":1}`, coded.Malformed, websocket.ClosePolicyViolation},
		{"no room", websocket.TextMessage, `{"type":"hello","v":1}`, coded.Malformed, websocket.ClosePolicyViolation},
		{"no version", websocket.TextMessage, `{"type":"hello","room":"` + open + `"}`, coded.Malformed, websocket.ClosePolicyViolation},
		{"a later version", websocket.TextMessage, `{"type":"hello","v":2,"room":"` + open + `","more":[]}`, CodeUnknownVersion, websocket.ClosePolicyViolation},
		{"version 0", websocket.TextMessage, `{"type":"hello","v":0,"room":"` + open + `"}`, CodeUnknownVersion, websocket.ClosePolicyViolation},
		{"a room that is not there", websocket.TextMessage, `{"type":"hello","v":1,"room":"8c1d2a3e-0000-4000-8000-000000000000"}`, lobby.CodeNoRoom, websocket.ClosePolicyViolation},
		{"a room for its players only", websocket.TextMessage, `{"type":"hello","v":1,"room":"` + closed + `"}`, lobby.CodeNoSpectators, websocket.ClosePolicyViolation},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := bob.dial()
			if test.kind != 0 {
				require.NoError(t, c.ws.WriteMessage(test.kind, []byte(test.frame)))
			}
			bye, status := c.ended()
			require.Equal(t, test.code, bye.Code)
			require.Nil(t, bye.RetryAfter, "it would be refused again")
			require.Equal(t, test.status, status)
			require.Len(t, c.got, 1)
		})
	}
	host.quiet("room", "update")
}

func TestHandshakeIsRefused(t *testing.T) {
	g := newStage(t, nil)
	ann := g.visitor("Ann")
	tests := []struct {
		name   string
		header http.Header
		status int
		code   coded.Code
	}{
		{"without a token", http.Header{}, http.StatusUnauthorized, "no_identity"},
		{"with a token of nobody", http.Header{"Authorization": {"Bearer AAAAAAAAAAAAAAAAAAAAAA"}}, http.StatusUnauthorized, "no_identity"},
		{"from a page of another site", http.Header{"Cookie": {"archmage=" + ann.token}, "Origin": {"https://evil.example"}}, http.StatusForbidden, "bad_origin"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, answer, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(g.url, "http")+"/ws", test.header)
			require.ErrorIs(t, err, websocket.ErrBadHandshake)
			requireRefusal(t, answer, test.status, test.code)
		})
	}
	t.Run("without a WebSocket", func(t *testing.T) {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, g.url+"/ws", nil)
		require.NoError(t, err)
		request.Header.Set("Authorization", "Bearer "+ann.token)
		answer, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		requireRefusal(t, answer, http.StatusBadRequest, "malformed")
	})
	t.Run("from the server's own page", func(t *testing.T) {
		ws, answer, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(g.url, "http")+"/ws", http.Header{
			"Cookie": {"archmage=" + ann.token}, "Origin": {g.url},
		})
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.NoError(t, ws.Close())
	})
}
