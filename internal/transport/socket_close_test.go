package transport

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
)

func TestTheServerStops(t *testing.T) {
	g := newTestServer(t, nil)
	room, ann, bob := g.openWatchedRoom()
	mute := g.visitor("Mute").dial(room)
	g.waitFor(func() bool { return g.counts()[0] == 3 })
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		g.close()
	}()
	for _, c := range []*tab{ann, bob, mute} {
		bye, status := c.readToEnd()
		require.Equal(t, lobby.CodeRestart, bye.Code)
		require.Positive(t, *bye.RetryAfter)
		require.Equal(t, websocket.CloseServiceRestart, status)
		require.Equal(t, "bye", c.got[len(c.got)-1].Type)
	}
	<-stopped
	bye, _ := g.visitor("Late").dial(room).readToEnd()
	require.Equal(t, lobby.CodeRestart, bye.Code, "a client that comes too late is told the same")
}

func TestHelloWhileTheServerStops(t *testing.T) {
	g := newTestServer(t, nil)
	ann := g.visitor("Ann")
	c := ann.dial(ann.openRoom())
	g.rooms.Close()
	c.send(`{"type":"hello","v":1}`)
	bye, status := c.readToEnd()
	require.Equal(t, lobby.CodeRestart, bye.Code)
	require.Positive(t, *bye.RetryAfter)
	require.Equal(t, websocket.CloseServiceRestart, status)
}

func TestClientsThatDoNotGoAreCutOffAtTheEnd(t *testing.T) {
	g := newTestServer(t, nil)
	// These clients neither read nor close.
	g.openWatchedRoom()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g.rooms.Close()
	g.server.sockets.Close(ctx)
	g.waitFor(func() bool { return g.counts() == [3]int{} })
}

func TestAClientThatDisconnectsIsGoneAtOnce(t *testing.T) {
	g := newTestServer(t, nil)
	room, ann, bob := g.openWatchedRoom()
	second := bob.visitor.join(room)
	ann.readUntilTrue(func() bool { return ann.watchers == 3 })
	require.NoError(t, bob.raw.Close())
	ann.readUntilTrue(func() bool { return ann.watchers == 2 })
	require.NoError(t, second.raw.Close())
	ann.readUntilTrue(func() bool { return ann.watchers == 1 })
}

// Frames of the room for a client that closes are sent before the answer to its close frame.
func TestNothingFollowsTheAnswerToAClose(t *testing.T) {
	g := newTestServer(t, nil)
	ann := g.visitor("Ann")
	room := ann.openRoom()
	for range 8 {
		c := ann.join(room)
		flooded := make(chan struct{})
		go func() {
			defer close(flooded)
			for here := true; here; {
				g.rooms.with(room, func(r *fakeRoom) {
					if here = len(r.subs) > 0; here && r.subs[0].behind.Load() < 9 {
						r.broadcast(r.presence())
					}
				})
			}
		}()
		require.NoError(
			t,
			c.ws.WriteControl(
				websocket.CloseMessage,
				websocket.FormatCloseMessage(websocket.CloseGoingAway, ""),
				time.Now().Add(testTimeout),
			),
		)
		_ = c.raw.SetReadDeadline(time.Now().Add(testTimeout))
		sent, err := io.ReadAll(c.raw)
		require.NoError(t, err)
		answer := append(
			[]byte{0x80 | websocket.CloseMessage, 2},
			binary.BigEndian.AppendUint16(nil, websocket.CloseGoingAway)...)
		require.True(t, bytes.HasSuffix(sent, answer), "%q", sent)
		require.Equal(t, 1, bytes.Count(sent, answer))
		<-flooded
	}
}

// The client gets the code with which its subscription ended after all frames.
func TestTheRoomEndsASubscription(t *testing.T) {
	g := newTestServer(t, nil)
	room, _, bob := g.openWatchedRoom()
	for code, status := range map[string]int{
		"no_spectators": websocket.ClosePolicyViolation, "closed": websocket.ClosePolicyViolation,
		"frozen": websocket.CloseInternalServerErr,
	} {
		eve := g.visitor("Eve").join(room)
		g.rooms.with(room, func(r *fakeRoom) {
			r.changes = 77
			r.broadcast(r.frame())
			r.subs[len(r.subs)-1].end(coded.Code(code))
		})
		bye, got := eve.readToEnd()
		require.Equal(t, coded.Code(code), bye.Code)
		require.Nil(t, bye.RetryAfter)
		require.Equal(t, status, got)
		require.Equal(t, 77, eve.room.Matches)
	}
	bob.mustDo("leave", nil)
}

func TestARoomThatPanics(t *testing.T) {
	var log logBuffer
	g := newTestServer(t, func(o *Options) { o.Logger = log.logger() })
	room, ann, bob := g.openWatchedRoom()
	g.rooms.mu.Lock()
	g.rooms.panics = true
	g.rooms.mu.Unlock()
	bob.send(`{"type":"leave","id":"1"}`)
	bye, status := bob.readToEnd()
	require.Equal(t, coded.Internal, bye.Code)
	require.Positive(t, *bye.RetryAfter)
	require.Equal(t, websocket.CloseInternalServerErr, status)
	require.Contains(t, log.String(), "no rooms today")
	g.rooms.mu.Lock()
	g.rooms.panics = false
	g.rooms.err = errors.New("the disk is on fire")
	g.rooms.mu.Unlock()
	m := ann.ask("leave", nil)
	require.Equal(t, coded.Internal, m.Code)
	require.NotContains(t, m.Message, "fire")
	require.Contains(t, log.String(), "on fire")
	bob.visitor.join(room)
}

func TestByeOverTLS(t *testing.T) {
	g := newTestServer(t, nil)
	web := httptest.NewTLSServer(g.server.Handler())
	t.Cleanup(web.Close)
	ann := g.visitor("Ann")
	room := ann.openRoom()
	dialer := websocket.Dialer{TLSClientConfig: web.Client().Transport.(*http.Transport).TLSClientConfig}
	ws, answer, err := dialer.Dial(
		"wss"+strings.TrimPrefix(web.URL, "https")+"/ws/"+room,
		http.Header{"Authorization": {"Bearer " + ann.token}},
	)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	c := &tab{t: t, visitor: ann, ws: ws}
	c.send(`{"type":"hello","v":1}`)
	c.readUntil("room")
	// This is more than the server reads after its last frame.
	_, err = ws.NetConn().Write(pings(1000))
	require.NoError(t, err)
	bye, status := c.readToEnd()
	require.Equal(t, coded.TooFast, bye.Code)
	require.Equal(t, websocket.ClosePolicyViolation, status)
}

// An idle connection has one goroutine, which reads.
func TestAnIdleConnectionOnlyReads(t *testing.T) {
	g := newTestServer(t, nil)
	_, ann, bob := g.openWatchedRoom()
	doing := func(what string) int {
		stacks := make([]byte, 1<<20)
		return bytes.Count(stacks[:runtime.Stack(stacks, true)], []byte("socket.(*conn)."+what+"("))
	}
	g.waitFor(func() bool { return doing("readAll") == 2 && doing("write") == 0 && doing("run") == 0 })
	ann.send(`{"type":"ping","id":"1"}`)
	ann.readUntilTrue(func() bool { return ann.got[len(ann.got)-1].Type == "pong" })
	g.waitFor(func() bool { return doing("readAll") == 2 && doing("write") == 0 })
	require.NoError(t, bob.raw.Close())
	g.waitFor(func() bool { return doing("readAll") == 1 })
}
