package transport

import (
	"bytes"
	"context"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/stream"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/socket"
)

// largeBuffer is the size of buffers that never fill up.
const largeBuffer = 4 << 20

func TestGarbage(t *testing.T) {
	tests := []struct {
		name   string
		kind   int
		frame  string
		status int
	}{
		{"not JSON", websocket.TextMessage, `leave`, websocket.CloseInvalidFramePayloadData},
		{"half an object", websocket.TextMessage, `{"type":"leave","id":"1"`, websocket.CloseInvalidFramePayloadData},
		{
			name:   "two objects",
			kind:   websocket.TextMessage,
			frame:  `{"type":"leave","id":"1"}{"type":"leave","id":"2"}`,
			status: websocket.CloseInvalidFramePayloadData,
		},
		{
			name:   "a name twice",
			kind:   websocket.TextMessage,
			frame:  `{"type":"leave","id":"1","id":"2"}`,
			status: websocket.CloseInvalidFramePayloadData,
		},
		{"null", websocket.TextMessage, `null`, websocket.CloseInvalidFramePayloadData},
		{
			name:   "not UTF-8",
			kind:   websocket.TextMessage,
			frame:  "{\"type\":\"chat\",\"id\":\"1\",\"text\":\"\xc3\"}",
			status: websocket.CloseInvalidFramePayloadData,
		},
		{"no id", websocket.TextMessage, `{"type":"leave"}`, websocket.CloseInvalidFramePayloadData},
		{
			name:   "a long id",
			kind:   websocket.TextMessage,
			frame:  `{"type":"leave","id":"` + strings.Repeat("i", 65) + `"}`,
			status: websocket.CloseInvalidFramePayloadData,
		},
		{"a number as id", websocket.TextMessage, `{"type":"leave","id":1}`, websocket.CloseInvalidFramePayloadData},
		{"bytes", websocket.BinaryMessage, `{"type":"leave","id":"1"}`, websocket.CloseUnsupportedData},
		{
			name:   "too long",
			kind:   websocket.TextMessage,
			frame:  `{"type":"chat","id":"1","text":"` + strings.Repeat("x", 1<<10) + `"}`,
			status: websocket.CloseMessageTooBig,
		},
		{"very long", websocket.TextMessage, strings.Repeat("x", 1<<20), websocket.CloseMessageTooBig},
		{"another hello", websocket.TextMessage, `{"type":"hello","v":1}`, websocket.ClosePolicyViolation},
	}
	inBubble(t, largeBuffer, func(o *Options) { o.Limits.Message = 1 << 10 }, func(g *testServer) {
		room, _, _ := g.openWatchedRoom()
		bob := g.visitor("Bob")
		for _, test := range tests {
			c := bob.join(room)
			require.NoError(g.t, c.ws.WriteMessage(test.kind, []byte(test.frame)), test.name)
			bye, status := c.readToEnd()
			require.Equal(g.t, coded.Malformed, bye.Code, test.name)
			require.Nil(g.t, bye.RetryAfter, test.name)
			require.Equal(g.t, test.status, status, test.name)
		}
		// A frame that is rejected ends nothing.
		c := bob.join(room)
		c.send(`{"type":"leave","id":"1","more":1}`)
		require.Equal(g.t, coded.Malformed, c.readUntil("reject").Code)
		require.Empty(g.t, g.rooms.commands)
		c.mustDo("claim", map[string]any{"seat": 1})
	})
}

func TestBytesThatAreNotFrames(t *testing.T) {
	tests := []struct {
		name   string
		bytes  []byte
		bye    coded.Code
		status int
	}{
		// Masked text frames of 10 bytes, of which fewer come.
		{"half a frame", []byte{0x81, 0x8a, 1, 2, 3, 4, 'x'}, coded.Malformed, websocket.ClosePolicyViolation},
		{
			name:   "a frame without its last part",
			bytes:  []byte{0x01, 0x81, 0, 0, 0, 0, '{'},
			bye:    coded.Malformed,
			status: websocket.ClosePolicyViolation,
		},
		{"half a head", []byte{0x81}, socket.CodeIdle, websocket.CloseNormalClosure},
		{"a frame without a mask", []byte{0x81, 0x02, '{', '}'}, coded.Malformed, websocket.CloseProtocolError},
		{"reserved bits", []byte{0xf1, 0x82, 0, 0, 0, 0, '{', '}'}, coded.Malformed, websocket.CloseProtocolError},
		{"an unknown kind", []byte{0x83, 0x80, 0, 0, 0, 0}, coded.Malformed, websocket.CloseProtocolError},
		{"a continuation of nothing", []byte{0x80, 0x80, 0, 0, 0, 0}, coded.Malformed, websocket.CloseProtocolError},
		{"a long ping", []byte{0x89, 0xfe, 1, 0, 0, 0, 0, 0}, coded.Malformed, websocket.CloseProtocolError},
		{"a frame of 2^63 bytes", []byte{0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "", 0},
		{
			name:   "a frame of 2^62 bytes",
			bytes:  append([]byte{0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, make([]byte, 20<<10)...),
			bye:    coded.Malformed,
			status: websocket.CloseMessageTooBig,
		},
	}
	inBubble(t, largeBuffer, nil, func(g *testServer) {
		room, _, _ := g.openWatchedRoom()
		bob := g.visitor("Bob")
		for _, test := range tests {
			c := bob.join(room)
			c.ws.SetPingHandler(func(string) error { return nil })
			_, err := c.raw.Write(test.bytes)
			require.NoError(g.t, err)
			bye, status := c.readToEnd()
			if test.status != 0 {
				require.Equal(g.t, test.bye, bye.Code, test.name)
				require.Equal(g.t, test.status, status, test.name)
			}
		}
	})
}

// pings returns n ping frames as a client sends them.
func pings(n int) []byte {
	const frame = `{"type":"ping"}`
	return bytes.Repeat(append([]byte{0x81, 0x80 | byte(len(frame)), 0, 0, 0, 0}, frame...), n)
}

func TestFlood(t *testing.T) {
	flood := map[string][]byte{
		"frames": pings(2 * framesAtOnce),
		"pings":  bytes.Repeat([]byte{0x89, 0x80, 0, 0, 0, 0}, 2*framesAtOnce),
		"pongs":  bytes.Repeat([]byte{0x8a, 0x80, 0, 0, 0, 0}, 2*framesAtOnce),
	}
	for name, frames := range flood {
		t.Run(name, func(t *testing.T) {
			inBubble(t, largeBuffer, nil, func(g *testServer) {
				_, host, c := g.openWatchedRoom()
				_, err := c.raw.Write(frames)
				require.NoError(g.t, err)
				bye, status := c.readToEnd()
				require.Equal(g.t, coded.TooFast, bye.Code)
				require.Positive(g.t, *bye.RetryAfter)
				require.Equal(g.t, websocket.ClosePolicyViolation, status)
				pongs := 0
				for _, m := range c.got {
					if m.Type == "pong" {
						pongs++
					}
				}
				require.Less(g.t, pongs, framesAtOnce, "one was the hello")
				host.readUntilTrue(func() bool { return host.watchers == 1 })
			})
		})
	}
}

func TestTooManyConnections(t *testing.T) {
	tests := []struct {
		name  string
		limit func(*httpx.Limits)
		retry bool
		same  bool // the same person comes again
	}{
		{"in all", func(l *httpx.Limits) { l.Connections = 2 }, true, false},
		{"from one address", func(l *httpx.Limits) { l.ConnectionsPerAddress = 2 }, true, false},
		{"of one person in a room", func(l *httpx.Limits) { l.ConnectionsPerPerson = 2 }, false, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := newTestServer(t, func(o *Options) { test.limit(&o.Limits) })
			ann, bob := g.visitor("Ann"), g.visitor("Bob")
			room := ann.openRoom()
			first, second := ann.join(room), ann.join(room)
			if test.same {
				bob = ann
				elsewhere := ann.join(ann.openRoom())
				require.NoError(t, elsewhere.ws.Close())
				g.visitor("Cy").join(room)
			}
			before := g.counts()[0]
			bye, _ := bob.dial(room).readToEnd()
			require.Equal(t, httpx.CodeTooMany, bye.Code)
			require.Equal(t, test.retry, bye.RetryAfter != nil)

			require.NoError(t, second.ws.Close())
			g.waitFor(func() bool { return g.counts()[0] < before })
			bob.join(room)
			first.requireSilence("presence", "room")
		})
	}
}

func TestAReaderThatNeverReads(t *testing.T) {
	inBubble(t, 1<<10, func(o *Options) { o.Limits.Read, o.Limits.Write = 0, 0 }, func(g *testServer) {
		room, ann, bob := g.openWatchedRoom()
		require.NoError(g.t, bob.ws.Close())
		ann.readUntilTrue(func() bool { return ann.watchers == 1 })
		slow := g.visitor("Slow").dial(room)
		slow.send(`{"type":"hello","v":1}`)
		ann.readUntilTrue(func() bool { return ann.watchers == 2 })
		began := time.Now()
		for range 20 { // more than the connection holds
			ann.mustDo("leave", nil)
		}
		ann.readUntilTrue(func() bool { return ann.watchers == 1 })
		require.Equal(g.t, httpx.DefaultLimits().WriteTimeout, time.Since(began))
		synctest.Wait()
		require.EqualValues(g.t, 1, g.counted("archmage_connections_cut_total", "reason", "slow"))
	})
}

func TestAReaderThatReadsTooLate(t *testing.T) {
	inBubble(
		t,
		1<<10,
		func(o *Options) { o.Limits.WriteTimeout, o.Limits.Read, o.Limits.Write = time.Hour, 0, 0 },
		func(g *testServer) {
			room, ann, bob := g.openWatchedRoom()
			require.NoError(g.t, bob.ws.Close())
			ann.readUntilTrue(func() bool { return ann.watchers == 1 })
			slow := g.visitor("Slow").dial(room)
			slow.send(`{"type":"hello","v":1}`)
			ann.readUntilTrue(func() bool { return ann.watchers == 2 })
			for ann.watchers == 2 {
				ann.mustDo("leave", nil)
			}
			bye, status := slow.readToEnd()
			require.Equal(g.t, stream.CodeSlow, bye.Code)
			require.Positive(g.t, *bye.RetryAfter)
			require.Equal(g.t, websocket.ClosePolicyViolation, status)
			require.Greater(g.t, slow.room.Matches, queued-10, "it gets what was queued")
		},
	)
}

// The goroutine of a room writes to all clients. If a socket does not take everything, another
// goroutine writes the rest, so that no other client waits and the frames stay in order.
func TestARoomWaitsForNoReader(t *testing.T) {
	g := newTestServer(
		t,
		func(o *Options) { o.Limits.WriteTimeout, o.Limits.Read, o.Limits.Write = time.Hour, 0, 0 },
	)
	room, ann, bob := g.openWatchedRoom()
	require.NoError(t, bob.ws.Close())
	ann.readUntilTrue(func() bool { return ann.watchers == 1 })
	dial := g.dialer
	g.dialer = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial(ctx, network, addr)
		if err == nil {
			err = conn.(*net.TCPConn).SetReadBuffer(4 << 10)
		}
		return conn, err
	}
	slow := g.visitor("Slow").dial(room)
	slow.send(`{"type":"hello","v":1}`)
	ann.readUntilTrue(func() bool { return ann.watchers == 2 })
	for ann.watchers == 2 {
		ann.mustDo("leave", nil)
	}
	bye, _ := slow.readToEnd()
	require.Equal(t, stream.CodeSlow, bye.Code)
	number := 0
	for _, m := range slow.got {
		if m.Type == "room" {
			require.Equal(t, number, m.Matches)
			number++
		}
	}
	require.Greater(t, number, queued, "more than the queue holds has gone into the socket")
}

func TestSilence(t *testing.T) {
	inBubble(t, largeBuffer, nil, func(g *testServer) {
		room, c, bob := g.openWatchedRoom()
		pings := 0
		reply := c.ws.PingHandler()
		c.ws.SetPingHandler(func(data string) error {
			pings++
			return reply(data)
		})
		silent := g.visitor("Silent").join(room)
		silent.ws.SetPingHandler(func(string) error { return nil })
		c.readUntilTrue(func() bool { return c.watchers == 3 })
		began := time.Now()
		// Bob, who does not even read, goes too.
		c.readUntilTrue(func() bool { return c.watchers == 1 })
		require.Equal(g.t, httpx.DefaultLimits().IdleTimeout, time.Since(began))
		require.LessOrEqual(g.t, httpx.DefaultLimits().IdleTimeout, 10*time.Second, "a dead line is told soon")
		require.NotZero(g.t, pings)
		bye, status := silent.readToEnd()
		require.Equal(g.t, socket.CodeIdle, bye.Code)
		require.Positive(g.t, *bye.RetryAfter)
		require.Equal(g.t, websocket.CloseNormalClosure, status)
		_ = bob.ws.Close()
		time.Sleep(time.Second) // lingerFor of package socket
		synctest.Wait()
		require.Equal(g.t, 1, g.counts()[0])
		c.requireSilence("presence")
	})
}

// A client that disconnects without a close frame is forgotten completely.
func TestEveryConnectionEndsByItself(t *testing.T) {
	g := newTestServer(t, nil)
	ann := g.visitor("Ann")
	room := ann.openRoom()
	for range 3 {
		_ = ann.dial(room).raw.Close()
		c := ann.join(room)
		c.send(`{"type":"ready","id":"1","ready":false}`)
		_ = c.raw.Close()
		c = ann.join(room)
		require.NoError(t, c.raw.(*net.TCPConn).SetLinger(0))
		_ = c.raw.Close() // with a reset
		c = ann.join(room)
		require.NoError(
			t,
			c.ws.WriteControl(
				websocket.CloseMessage,
				websocket.FormatCloseMessage(1000, ""),
				time.Now().Add(testTimeout),
			),
		)
		_, status := c.readToEnd()
		require.Equal(t, websocket.CloseNormalClosure, status)
		g.waitFor(func() bool { return g.counts() == [3]int{} })
	}
	sub, err := g.rooms.Watch(context.Background(), room, ann.person, stream.Hello{})
	require.NoError(t, err)
	sub.Close()
	require.False(t, g.rooms.IsLoaded(room), "every subscription was closed")
}

// A command that the room does not answer is canceled when its client has left.
func TestACommandOfAClientThatHasGone(t *testing.T) {
	g := newTestServer(t, nil)
	room, _, bob := g.openWatchedRoom()
	g.rooms.mu.Lock()
	g.rooms.gate = make(chan struct{})
	g.rooms.mu.Unlock()
	bob.send(`{"type":"leave","id":"1"}`)
	g.rooms.with(room, func(r *fakeRoom) { r.subs[1].end(stream.CodeSlow) })
	bye, _ := bob.readToEnd()
	require.Equal(t, stream.CodeSlow, bye.Code)
	g.waitFor(func() bool { return g.counts()[0] == 1 })
	require.Empty(t, g.rooms.commands)
}
