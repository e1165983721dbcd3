package transport

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/stream"
	"archmage/internal/transport/frame"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/socket"
)

const nowhere = "8c1d2a3e-0000-4000-8000-000000000000"

func TestHello(t *testing.T) {
	g := newTestServer(t, nil)
	ann := g.visitor("Ann")
	room := ann.openRoom()
	c := ann.dial(room)
	c.send(`{"type":"hello","v":1,"sequence":"17.1.0","seq":4,"overlay":true}`)
	welcome := c.next()
	require.InDelta(t, time.Now().UnixMilli(), welcome.Now, 60_000)
	require.Equal(t, message{
		Type: "welcome", V: 1, You: httpx.AsPerson(ann.person), Room: room, Now: welcome.Now,
		Limits: frame.WelcomeLimits{Message: g.server.options.Limits.Message, Chat: lobby.MaxChat},
	}, welcome)
	require.Equal(t, message{Type: "room", ID: room, Host: ann.person.ID}, c.next())
	require.Equal(t, "presence", c.next().Type)
	c.requireSilence()
	ann.join(room)
	require.Equal(t, []stream.Hello{{Sequence: "17.1.0", Seq: 4, Overlay: true}, {}}, g.rooms.hellos)
}

func TestHelloIsRefused(t *testing.T) {
	g := newTestServer(t, nil)
	ann, bob := g.visitor("Ann"), g.visitor("Bob")
	open, closed, frozen := ann.openRoom(), ann.openRoom(), ann.openRoom()
	g.rooms.with(closed, func(r *fakeRoom) { r.refuses = lobby.CodeNoSpectators })
	g.rooms.with(frozen, func(r *fakeRoom) { r.refuses = lobby.CodeFrozen })
	const hello = `{"type":"hello","v":1}`

	tests := []struct {
		name   string
		room   string
		kind   int
		frame  string
		code   coded.Code
		status int
	}{
		{"garbage", open, websocket.TextMessage, `hello`, coded.Malformed, websocket.CloseInvalidFramePayloadData},
		{"an empty frame", open, websocket.TextMessage, ``, coded.Malformed, websocket.CloseInvalidFramePayloadData},
		{
			name:   "a list",
			room:   open,
			kind:   websocket.TextMessage,
			frame:  `[{"type":"hello"}]`,
			code:   coded.Malformed,
			status: websocket.CloseInvalidFramePayloadData,
		},
		{
			name:   "not UTF-8",
			room:   open,
			kind:   websocket.TextMessage,
			frame:  "{\"type\":\"hello\",\"v\":1,\"sequence\":\"\xff\"}",
			code:   coded.Malformed,
			status: websocket.CloseInvalidFramePayloadData,
		},
		{"bytes", open, websocket.BinaryMessage, hello, coded.Malformed, websocket.CloseUnsupportedData},
		{
			name:   "too long",
			room:   open,
			kind:   websocket.TextMessage,
			frame:  `{"type":"hello","v":1,"sequence":"` + strings.Repeat("x", 16<<10) + `"}`,
			code:   coded.Malformed,
			status: websocket.CloseMessageTooBig,
		},
		{
			name:   "a command",
			room:   open,
			kind:   websocket.TextMessage,
			frame:  `{"type":"leave","id":"1"}`,
			code:   coded.Malformed,
			status: websocket.ClosePolicyViolation,
		},
		{"a ping", open, websocket.TextMessage, `{"type":"ping"}`, coded.Malformed, websocket.ClosePolicyViolation},
		{
			name:   "another field",
			room:   open,
			kind:   websocket.TextMessage,
			frame:  `{"type":"hello","v":1,"room":"` + open + `"}`,
			code:   coded.Malformed,
			status: websocket.ClosePolicyViolation,
		},
		{
			name:   "no version",
			room:   open,
			kind:   websocket.TextMessage,
			frame:  `{"type":"hello"}`,
			code:   coded.Malformed,
			status: websocket.ClosePolicyViolation,
		},
		{
			name:   "a later version",
			room:   open,
			kind:   websocket.TextMessage,
			frame:  `{"type":"hello","v":2,"more":[]}`,
			code:   socket.CodeUnknownVersion,
			status: websocket.ClosePolicyViolation,
		},
		{
			name:   "version 0",
			room:   open,
			kind:   websocket.TextMessage,
			frame:  `{"type":"hello","v":0}`,
			code:   socket.CodeUnknownVersion,
			status: websocket.ClosePolicyViolation,
		},
		{
			name:   "a room that is not there",
			room:   nowhere,
			kind:   websocket.TextMessage,
			frame:  hello,
			code:   directory.CodeNoRoom,
			status: websocket.ClosePolicyViolation,
		},
		{
			name:   "a path as a room",
			room:   url.PathEscape("../../etc/passwd"),
			kind:   websocket.TextMessage,
			frame:  hello,
			code:   directory.CodeNoRoom,
			status: websocket.ClosePolicyViolation,
		},
		{
			name:   "a room for its players only",
			room:   closed,
			kind:   websocket.TextMessage,
			frame:  hello,
			code:   lobby.CodeNoSpectators,
			status: websocket.ClosePolicyViolation,
		},
		{"a frozen room", frozen, websocket.TextMessage, hello, lobby.CodeFrozen, websocket.CloseInternalServerErr},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := bob.dial(test.room)
			require.NoError(t, c.ws.WriteMessage(test.kind, []byte(test.frame)))
			bye, status := c.readToEnd()
			require.Equal(t, test.code, bye.Code)
			require.Nil(t, bye.RetryAfter, "it would be refused again")
			require.Equal(t, test.status, status)
			require.Len(t, c.got, 1)
		})
	}
	require.Empty(t, g.rooms.hellos, "nobody has come to watch")
}

func TestNoHello(t *testing.T) {
	inBubble(t, 64<<10, nil, func(g *testServer) {
		ann := g.visitor("Ann")
		c := ann.dial(ann.openRoom())
		began := time.Now()
		bye, status := c.readToEnd()
		require.Equal(t, coded.Malformed, bye.Code)
		require.Equal(t, websocket.ClosePolicyViolation, status)
		require.Equal(t, httpx.DefaultLimits().HelloTimeout, time.Since(began))
	})
}

func TestHandshakeIsRefused(t *testing.T) {
	g := newTestServer(t, nil)
	ann := g.visitor("Ann")
	room := ann.openRoom()
	tests := []struct {
		name   string
		header http.Header
		status int
		code   coded.Code
	}{
		{"without a token", http.Header{}, http.StatusUnauthorized, people.CodeNoIdentity},
		{
			name:   "with a token of nobody",
			header: http.Header{"Authorization": {"Bearer AAAAAAAAAAAAAAAAAAAAAA"}},
			status: http.StatusUnauthorized,
			code:   people.CodeNoIdentity,
		},
		{
			name:   "from a page of another site",
			header: http.Header{"Cookie": {"archmage=" + ann.token}, "Origin": {"https://evil.example"}},
			status: http.StatusForbidden,
			code:   httpx.CodeBadOrigin,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, answer, err := ann.requestSocket(room, test.header)
			require.ErrorIs(t, err, websocket.ErrBadHandshake)
			requireRefusal(t, answer, test.status, test.code)
		})
	}
	t.Run("without a room", func(t *testing.T) {
		_, _, answer, err := ann.requestSocket("", nil)
		require.ErrorIs(t, err, websocket.ErrBadHandshake)
		requireRefusal(t, answer, http.StatusNotFound, coded.NotFound)
	})
	t.Run("without a WebSocket", func(t *testing.T) {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, g.url+"/ws/"+room, nil)
		require.NoError(t, err)
		request.Header.Set("Authorization", "Bearer "+ann.token)
		answer, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		requireRefusal(t, answer, http.StatusBadRequest, coded.Malformed)
	})
	t.Run("from the server's own page", func(t *testing.T) {
		ws, _, answer, err := ann.requestSocket(
			room,
			http.Header{"Cookie": {"archmage=" + ann.token}, "Origin": {g.url}},
		)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.NoError(t, ws.Close())
	})
}
