package transport

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/internal/lobby"
)

func TestTheServerStops(t *testing.T) {
	g := newStage(t, nil)
	_, ann, bob := g.playing(lobby.Settings{})
	mute := g.visitor("Mute").dial()
	require.Eventually(t, func() bool { return g.counts()[0] == 3 }, patience, time.Millisecond)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		g.close()
	}()
	for _, c := range []*tab{ann, bob, mute} {
		bye, status := c.ended()
		require.Equal(t, lobby.CodeRestart, bye.Code)
		require.Positive(t, *bye.RetryAfter)
		require.Equal(t, websocket.CloseServiceRestart, status)
		require.Equal(t, "bye", c.got[len(c.got)-1].Type)
	}
	<-stopped
	bye, _ := g.visitor("Late").dial().ended()
	require.Equal(t, lobby.CodeRestart, bye.Code, "who comes too late is told the same")
}

func TestHelloWhileTheServerStops(t *testing.T) {
	g := newStage(t, nil)
	ann := g.visitor("Ann")
	room := ann.opens(lobby.Settings{})
	c := ann.dial()
	g.lobby.Close()
	c.send(`{"type":"hello","v":1,"room":"` + room + `"}`)
	bye, status := c.ended()
	require.Equal(t, lobby.CodeRestart, bye.Code)
	require.Positive(t, *bye.RetryAfter)
	require.Equal(t, websocket.CloseServiceRestart, status)
}

func TestWhoDoesNotGoIsCutOffAtTheEnd(t *testing.T) {
	g := newStage(t, nil)
	// They neither read nor close.
	g.playing(lobby.Settings{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g.lobby.Close()
	g.server.closeSockets(ctx)
	require.Eventually(t, func() bool { return g.counts() == [3]int{} }, patience, time.Millisecond)
	g.closed = true
}

func TestWhoDisconnectsIsGoneAtOnce(t *testing.T) {
	g := newStage(t, nil)
	room, ann, bob := g.seated(lobby.Settings{})
	second := bob.visitor.join(room)
	require.NoError(t, bob.raw.Close())
	ann.quiet("room")
	require.True(t, ann.room.Seats[1].Present, "another tab is there still")
	require.NoError(t, second.raw.Close())
	ann.sees(func() bool { return !ann.room.Seats[1].Present })
	bob.visitor.join(room)
	ann.sees(func() bool { return ann.room.Seats[1].Present })
}

func TestSpectatorsAreSentAway(t *testing.T) {
	g := newStage(t, nil)
	room, ann, bob := g.seated(lobby.Settings{})
	eve := g.visitor("Eve").join(room)
	ann.does("start", nil)
	bye, status := eve.ended()
	require.Equal(t, lobby.CodeNoSpectators, bye.Code)
	require.Nil(t, bye.RetryAfter)
	require.Equal(t, websocket.ClosePolicyViolation, status)
	bob.sees(func() bool { return bob.decision != nil })
}

func TestARoomThatFreezesKeepsItsConnections(t *testing.T) {
	g := newStage(t, nil)
	_, ann, bob := g.playing(lobby.Settings{Options: map[string]string{"panic": "on"}})
	m := ann.ask("answer", map[string]any{"decision": ann.decision.ID, "choice": []string{"panic"}})
	require.Equal(t, lobby.CodeFrozen, m.Code)
	bob.sees(func() bool { return bob.room.Status == lobby.StatusFrozen })
	require.Equal(t, lobby.CodeFrozen, bob.ask("undo", nil).Code)
	_, cy, _ := g.playing(lobby.Settings{})
	cy.answers()
}

func TestGoodbyesOverTLS(t *testing.T) {
	g := newStage(t, nil)
	web := httptest.NewTLSServer(g.server.Handler())
	t.Cleanup(web.Close)
	ann := g.visitor("Ann")
	room := ann.opens(lobby.Settings{})
	dialer := websocket.Dialer{TLSClientConfig: web.Client().Transport.(*http.Transport).TLSClientConfig}
	ws, answer, err := dialer.Dial("wss"+strings.TrimPrefix(web.URL, "https")+"/ws", http.Header{"Authorization": {"Bearer " + ann.token}})
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	c := &tab{t: t, visitor: ann, ws: ws}
	c.send(`{"type":"hello","v":1,"room":"` + room + `"}`)
	c.until("room")
	// More than the server reads.
	for range 100 {
		c.send(`{"type":"ping"}`)
	}
	bye, status := c.ended()
	require.Equal(t, lobby.CodeTooFast, bye.Code)
	require.Equal(t, websocket.ClosePolicyViolation, status)
}
