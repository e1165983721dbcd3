package client_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/coded"
	"archmage/internal/game"
)

// script is a server that follows the script of a test.
type script struct {
	t       *testing.T
	base    string
	sockets chan *websocket.Conn
}

func newScript(t *testing.T) *script {
	s := &script{t: t, sockets: make(chan *websocket.Conn, 4)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ws/r1", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer secret" {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = w.Write([]byte(`{"code":"no_identity","message":"who are you?"}`))
			return
		}
		socket, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err == nil {
			s.sockets <- socket
		}
	})
	mux.HandleFunc("POST /api/me", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write([]byte(`{"id":"u1","name":"Ann","token":"secret"}`))
	})
	mux.HandleFunc("POST /api/rooms", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusBadGateway)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.base = server.URL
	return s
}

// dial connects a client. The script reads its hello and sends the welcome.
func (s *script) dial(options client.Options) (*client.Conn, *websocket.Conn, map[string]any) {
	s.t.Helper()
	var socket *websocket.Conn
	greeting := make(chan map[string]any, 1)
	go func() {
		socket = <-s.sockets
		var hello map[string]any
		_ = socket.ReadJSON(&hello)
		for _, frame := range []string{
			`{"type":"welcome","v":1,"you":{"id":"u1","name":"Ann"},"room":"r1","limits":{"message":100,"chat":300}}`,
			`{"type":"room","id":"r1","status":"playing","host":"u2","seats":[{"player":"u2"},{"player":"u1"}],` +
				`"match":{"id":"m1","number":1}}`,
		} {
			_ = socket.WriteMessage(websocket.TextMessage, []byte(frame))
		}
		greeting <- hello
	}()
	conn, err := client.Dial(soon(s.t), s.base, "secret", "r1", options)
	require.NoError(s.t, err)
	s.t.Cleanup(conn.Close)
	return conn, socket, <-greeting
}

func tell(t *testing.T, socket *websocket.Conn, frames ...string) {
	t.Helper()
	for _, frame := range frames {
		require.NoError(t, socket.WriteMessage(websocket.TextMessage, []byte(frame)))
	}
}

func soon(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func code(t *testing.T, err error) coded.Code {
	t.Helper()
	var refusal *coded.Error
	require.ErrorAs(t, err, &refusal)
	return refusal.Code
}

const snapshot = `{"type":"snapshot","sequence":"9.1.1","seq":4,"match":"m1","public":{"b":1,"a":{"x":1,"y":2}},
	"private":{"hand":[4]},"undo":true,
	"decisions":[{"id":3,"seat":1,"kind":"bid","options":["bid:1"]}],
	"events":[["started",-1]],"eventsFrom":7}`

func TestConnKeepsWhatItIsTold(t *testing.T) {
	s := newScript(t)
	var frames int
	conn, socket, hello := s.dial(client.Options{OnFrame: func([]byte) { frames++ }})
	require.Equal(t, map[string]any{"type": "hello", "v": 1., "sequence": "", "seq": 0.}, hello)
	tell(
		t,
		socket,
		snapshot,
		`{"type":"update","seq":5,"public":{"a":{"x":null,"z":[1]}},"private":{"hand":[]},"events":[["bid",0]],`+
			`"undo":false}`,
		`{"type":"presence","connected":["u1"],"spectators":[{"player":"u2","name":"Eve"}],"spectatorCount":1}`,
		`{"type":"clock","left":[5000,6000],"running":[1]}`,
		`{"type":"chat","number":1,"at":5,"name":"Bob","seat":0,"text":"hi"}`,
		`{"type":"chat","number":1,"at":5,"name":"Bob","seat":0,"text":"hi"}`,
		`{"type":"chat","number":2,"at":6,"name":"Bob","seat":0,"text":"ho"}`,
	)
	require.NoError(t, conn.Wait(soon(t), func(s *client.State) bool { return len(s.Chat) == 2 }))
	conn.Inspect(func(s *client.State) {
		require.Equal(t, game.Seat(1), s.Seat())
		require.Equal(t, "9.1.1", s.Sequence)
		require.Equal(t, uint64(5), s.Seq)
		require.Equal(t, "m1", s.Match)
		require.Equal(
			t,
			client.Presence{
				Connected:      []string{"u1"},
				Spectators:     []client.Spectator{{Player: "u2", Name: "Eve"}},
				SpectatorCount: 1,
			},
			s.Presence,
		)
		public, private, err := s.Documents()
		require.NoError(t, err)
		require.Equal(t, `{"a":{"y":2,"z":[1]},"b":1}`, string(public))
		require.Equal(t, `{"hand":[]}`, string(private))
		require.Equal(t, uint64(3), s.OpenDecision().ID, "absent decisions have not changed")
		require.False(t, s.CanUndo)
		require.Equal(t, 7, s.EventsFrom)
		require.Len(t, s.Events, 2)
		require.Equal(t, client.Clock{Left: []int64{5000, 6000}, Running: []game.Seat{1}}, s.Clock)
	})
	tell(t, socket, `{"type":"update","seq":6,"decisions":[]}`)
	require.NoError(t, conn.Wait(soon(t), func(s *client.State) bool { return s.Seq == 6 }))
	conn.Inspect(func(s *client.State) { require.Nil(t, s.OpenDecision()) })
	conn.Close()
	require.Equal(t, 10, frames)
}

func TestConnRefusesAGap(t *testing.T) {
	s := newScript(t)
	conn, socket, _ := s.dial(client.Options{})
	tell(t, socket, snapshot, `{"type":"update","seq":6}`)
	err := conn.Wait(soon(t), func(s *client.State) bool { return s.Seq == 6 })
	require.ErrorIs(t, err, client.ErrClosed)
	require.ErrorContains(t, err, "frame 6 follows frame 4")
}

func TestConnThatOnlyCounts(t *testing.T) {
	s := newScript(t)
	conn, socket, _ := s.dial(client.Options{CountOnly: true})
	tell(t, socket, snapshot, `{"type":"update","seq":5,"public":{"b":2}}`)
	require.NoError(t, conn.Wait(soon(t), func(s *client.State) bool { return s.Seq == 5 }))
	conn.Inspect(func(s *client.State) {
		public, private, err := s.Documents()
		require.NoError(t, err)
		require.Nil(t, public)
		require.Nil(t, private)
		require.NotNil(t, s.OpenDecision())
	})
}

func TestSendWaitsForItsAnswer(t *testing.T) {
	s := newScript(t)
	conn, socket, _ := s.dial(client.Options{})
	seat := game.Seat(0)
	replies := make([]<-chan error, 3)
	for i, command := range []client.Command{client.Claim(seat), client.Answer(3, nil), client.Ready(false)} {
		reply, err := conn.Begin(command)
		require.NoError(t, err)
		replies[i] = reply
	}
	_, err := conn.Begin(client.Command{Type: "leave", ID: "twice"})
	require.NoError(t, err)
	_, err = conn.Begin(client.Command{Type: "leave", ID: "twice"})
	require.ErrorContains(t, err, "not been answered")
	var got []map[string]any
	for range replies {
		var frame map[string]any
		require.NoError(t, socket.ReadJSON(&frame))
		got = append(got, frame)
	}
	require.Equal(t, 0., got[0]["seat"], "seat 0 is told")
	require.Equal(t, []any{}, got[1]["choice"], "no choice is told")
	require.Equal(t, false, got[2]["ready"])
	for i, frame := range got {
		answer := map[string]any{"type": "ok", "id": frame["id"]}
		if i == 1 {
			answer = map[string]any{"type": "reject", "id": frame["id"], "code": "bad_count", "message": "choose 1"}
		}
		data, err := json.Marshal(answer)
		require.NoError(t, err)
		tell(t, socket, string(data))
	}
	require.NoError(t, <-replies[0])
	require.Equal(t, game.CodeBadCount, code(t, <-replies[1]))
	require.NoError(t, <-replies[2])
}

func TestReconnectGoesOn(t *testing.T) {
	s := newScript(t)
	conn, socket, _ := s.dial(client.Options{})
	tell(t, socket, snapshot)
	require.NoError(t, conn.Wait(soon(t), func(s *client.State) bool { return s.Seq == 4 }))
	lost, err := conn.Begin(client.Do("undo"))
	require.NoError(t, err)
	require.NoError(t, socket.Close())
	require.ErrorIs(t, <-lost, client.ErrClosed)
	_, err = conn.Begin(client.Do("undo"))
	require.ErrorIs(t, err, client.ErrClosed)

	hellos := make(chan map[string]any, 1)
	go func() {
		socket := <-s.sockets
		var hello map[string]any
		_ = socket.ReadJSON(&hello)
		_ = socket.WriteMessage(websocket.TextMessage, []byte(`{"type":"room","id":"r1"}`))
		hellos <- hello
	}()
	require.NoError(t, conn.Reconnect(soon(t)))
	hello := <-hellos
	require.Equal(t, []any{"9.1.1", 4.}, []any{hello["sequence"], hello["seq"]})
	conn.Inspect(func(s *client.State) {
		public, _, err := s.Documents()
		require.NoError(t, err)
		require.JSONEq(t, `{"a":{"x":1,"y":2},"b":1}`, string(public), "what was seen is kept")
	})
}

// The room moves to another node while a client connects.
func TestDialFollowsARoomThatMoves(t *testing.T) {
	s := newScript(t)
	go func() {
		for _, frame := range []string{
			`{"type":"bye","code":"restart","retryAfter":1}`, `{"type":"room","id":"r1"}`,
		} {
			socket := <-s.sockets
			var hello map[string]any
			_ = socket.ReadJSON(&hello)
			_ = socket.WriteMessage(websocket.TextMessage, []byte(frame))
		}
	}()
	conn, err := client.Dial(soon(t), s.base, "secret", "r1", client.Options{})
	require.NoError(t, err)
	conn.Close()
}

func TestByeEndsTheConnection(t *testing.T) {
	s := newScript(t)
	conn, socket, _ := s.dial(client.Options{})
	reply, err := conn.Begin(client.Do("leave"))
	require.NoError(t, err)
	tell(t, socket, `{"type":"bye","code":"restart","retryAfter":1000}`)
	require.NoError(t, socket.Close())
	err = <-reply
	require.ErrorIs(t, err, client.ErrClosed)
	require.Equal(t, coded.Code("restart"), code(t, err))
	require.Equal(t, coded.Code("restart"), code(t, conn.Wait(soon(t), func(*client.State) bool { return false })))
	<-conn.Done()
	conn.Inspect(func(s *client.State) { require.Equal(t, int64(1000), *s.Bye.RetryAfter) })
}

func TestRefusalsHaveCodes(t *testing.T) {
	s := newScript(t)
	_, err := client.Dial(soon(t), s.base, "wrong", "r1", client.Options{})
	require.Equal(t, coded.Code("no_identity"), code(t, err))
	guest, err := client.NewGuest(soon(t), s.base, "Ann")
	require.NoError(t, err)
	require.Equal(t, &client.Guest{Base: s.base, ID: "u1", Name: "Ann", Token: "secret"}, guest)
	_, err = guest.CreateRoom(soon(t), client.Settings{})
	require.ErrorContains(t, err, "status 502")
}

// A command whose context has ended can be sent again with the same id, and the connection forgets
// it.
func TestACommandIsSentAgainAfterItsContextHasEnded(t *testing.T) {
	s := newScript(t)
	conn, socket, _ := s.dial(client.Options{})
	over, cancel := context.WithCancel(t.Context())
	cancel()
	command := client.Command{ID: "mine", Type: "ready"}
	require.ErrorIs(t, conn.Send(over, command), context.Canceled)
	reply, err := conn.Begin(command)
	require.NoError(t, err)
	var sent map[string]any
	require.NoError(t, socket.ReadJSON(&sent))
	require.NoError(t, socket.ReadJSON(&sent))
	tell(t, socket, `{"type":"ok","id":"mine"}`)
	require.NoError(t, <-reply)
}
