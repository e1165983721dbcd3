package transport

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
)

func TestGarbage(t *testing.T) {
	g := newStage(t, func(o *Options) { o.Limits.Message = 1 << 10 })
	ann, bob := g.visitor("Ann"), g.visitor("Bob")
	room := ann.opens(lobby.Settings{})
	host := ann.join(room)
	tests := []struct {
		name   string
		kind   int
		frame  string
		status int
	}{
		{"no JSON", websocket.TextMessage, `leave`, websocket.CloseInvalidFramePayloadData},
		{"half an object", websocket.TextMessage, `{"type":"leave","id":"1"`, websocket.CloseInvalidFramePayloadData},
		{"two objects", websocket.TextMessage, `{"type":"leave","id":"1"}{"type":"leave","id":"2"}`, websocket.CloseInvalidFramePayloadData},
		{"null", websocket.TextMessage, `null`, websocket.CloseInvalidFramePayloadData},
		{"not UTF-8", websocket.TextMessage, "{\"type\":\"chat\",\"id\":\"1\",\"text\":\"\xc3\"}", websocket.CloseInvalidFramePayloadData},
		{"no id", websocket.TextMessage, `{"type":"leave"}`, websocket.CloseInvalidFramePayloadData},
		{"a long id", websocket.TextMessage, `{"type":"leave","id":"` + strings.Repeat("i", 65) + `"}`, websocket.CloseInvalidFramePayloadData},
		{"a number as id", websocket.TextMessage, `{"type":"leave","id":1}`, websocket.CloseInvalidFramePayloadData},
		{"bytes", websocket.BinaryMessage, `{"type":"leave","id":"1"}`, websocket.CloseUnsupportedData},
		{"too long", websocket.TextMessage, `{"type":"chat","id":"1","text":"` + strings.Repeat("x", 1<<10) + `"}`, websocket.CloseMessageTooBig},
		{"very long", websocket.TextMessage, strings.Repeat("x", 1<<20), websocket.CloseMessageTooBig},
		{"another hello", websocket.TextMessage, `{"type":"hello","v":1,"room":"` + room + `"}`, websocket.ClosePolicyViolation},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := bob.join(room)
			require.NoError(t, c.ws.WriteMessage(test.kind, []byte(test.frame)))
			bye, status := c.ended()
			require.Equal(t, coded.Malformed, bye.Code)
			require.Nil(t, bye.RetryAfter)
			require.Equal(t, test.status, status)
		})
	}
	t.Run("a rejected frame ends nothing", func(t *testing.T) {
		c := bob.join(room)
		c.send(`{"type":"leave","id":"1","more":1}`)
		require.Equal(t, coded.Malformed, c.until("reject").Code)
		c.does("claim", map[string]any{"seat": 1})
	})
	host.quiet("room")
}

func TestFramesThatAreNone(t *testing.T) {
	g := newStage(t, func(o *Options) { o.Limits.Write = 300 * time.Millisecond })
	ann, bob := g.visitor("Ann"), g.visitor("Bob")
	room := ann.opens(lobby.Settings{})
	host := ann.join(room)
	tests := []struct {
		name   string
		bytes  []byte
		bye    coded.Code
		status int
	}{
		// Masked text frames of 10 bytes, of which fewer come.
		{"half a frame", []byte{0x81, 0x8a, 1, 2, 3, 4, 'x'}, coded.Malformed, websocket.ClosePolicyViolation},
		{"a frame without its last part", []byte{0x01, 0x81, 0, 0, 0, 0, '{'}, coded.Malformed, websocket.ClosePolicyViolation},
		{"a frame without a mask", []byte{0x81, 0x02, '{', '}'}, "", websocket.CloseProtocolError},
		{"reserved bits", []byte{0xf1, 0x82, 0, 0, 0, 0, '{', '}'}, "", websocket.CloseProtocolError},
		{"an unknown kind", []byte{0x83, 0x80, 0, 0, 0, 0}, "", websocket.CloseProtocolError},
		{"a continuation of nothing", []byte{0x80, 0x80, 0, 0, 0, 0}, "", websocket.CloseProtocolError},
		{"a long ping", []byte{0x89, 0xfe, 1, 0, 0, 0, 0, 0}, "", websocket.CloseProtocolError},
		{"a frame of 2^63 bytes", []byte{0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "", 0},
		{"a frame of 2^62 bytes", append([]byte{0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, make([]byte, 20<<10)...), coded.Malformed, websocket.CloseMessageTooBig},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := bob.join(room)
			_, err := c.raw.Write(test.bytes)
			require.NoError(t, err)
			bye, status := c.ended()
			if test.status != 0 {
				require.Equal(t, test.bye, bye.Code)
				require.Equal(t, test.status, status)
			}
		})
	}
	t.Run("half a head", func(t *testing.T) {
		c := bob.join(room)
		_, err := c.raw.Write([]byte{0x81})
		require.NoError(t, err)
		host.quiet("room")
	})
}

func TestFlood(t *testing.T) {
	limited := func(o *Options) { o.Limits.MessageRate, o.Limits.MessageBurst = 0.1, 10 }
	flood := map[string]func(*tab){
		"frames": func(c *tab) {
			for range 50 {
				c.send(`{"type":"ping"}`)
			}
		},
		"pings": func(c *tab) {
			for range 50 {
				require.NoError(c.t, c.ws.WriteControl(websocket.PingMessage, nil, time.Now().Add(patience)))
			}
		},
		"pongs": func(c *tab) {
			for range 50 {
				require.NoError(c.t, c.ws.WriteControl(websocket.PongMessage, nil, time.Now().Add(patience)))
			}
		},
	}
	for name, send := range flood {
		t.Run(name, func(t *testing.T) {
			g := newStage(t, limited)
			ann, bob := g.visitor("Ann"), g.visitor("Bob")
			room := ann.opens(lobby.Settings{})
			host, c := ann.join(room), bob.join(room)
			send(c)
			bye, status := c.ended()
			require.Equal(t, lobby.CodeTooFast, bye.Code)
			require.Positive(t, *bye.RetryAfter)
			require.Equal(t, websocket.ClosePolicyViolation, status)
			pongs := 0
			for _, m := range c.got {
				if m.Type == "pong" {
					pongs++
				}
			}
			require.LessOrEqual(t, pongs, 9, "one of ten was the hello")
			host.sees(func() bool { return host.room.Watchers == 0 })
			host.quiet("room")
		})
	}
}

func TestTooManyConnections(t *testing.T) {
	tests := []struct {
		name  string
		limit func(*Limits)
		retry bool
		same  bool // the same person comes again
		found bool // the limit is known only after the hello
	}{
		{"in all", func(l *Limits) { l.Connections = 2 }, true, false, false},
		{"from one address", func(l *Limits) { l.ConnectionsPerAddress = 2 }, true, false, false},
		{"of one person in a room", func(l *Limits) { l.ConnectionsPerPerson = 2 }, false, true, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := newStage(t, func(o *Options) { test.limit(&o.Limits) })
			ann, bob := g.visitor("Ann"), g.visitor("Bob")
			room := ann.opens(lobby.Settings{})
			first, second := ann.join(room), ann.join(room)
			if test.same {
				bob = ann
				elsewhere := ann.join(ann.opens(lobby.Settings{}))
				require.NoError(t, elsewhere.ws.Close())
			}
			c := bob.dial()
			if test.found {
				c.send(`{"type":"hello","v":1,"room":"` + room + `"}`)
			}
			bye, _ := c.ended()
			require.Equal(t, CodeTooMany, bye.Code)
			require.Equal(t, test.retry, bye.RetryAfter != nil)

			require.NoError(t, second.ws.Close())
			require.Eventually(t, func() bool { return g.counts()[0] == 1 }, patience, time.Millisecond)
			bob.join(room)
			first.quiet("room")
		})
	}
}

// dialNarrow watches a room and reads nothing but the welcome.
func (p *visitor) dialNarrow(room string) *tab {
	p.t.Helper()
	c := p.dial()
	require.NoError(p.t, c.raw.(*net.TCPConn).SetReadBuffer(1<<10))
	c.send(`{"type":"hello","v":1,"room":"` + room + `"}`)
	require.Equal(p.t, "welcome", c.next().Type)
	return c
}

func TestASlowReader(t *testing.T) {
	tests := []struct {
		name  string
		write time.Duration
		reads bool
	}{
		{"that reads again", time.Minute, true},
		{"that never reads", 200 * time.Millisecond, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := newStage(t, func(o *Options) { o.Limits.Write, o.Limits.MessageRate = test.write, 0 })
			room, ann, bob := g.playing(lobby.Settings{Spectators: true})
			require.NoError(t, bob.ws.Close())
			slow := g.visitor("Slow").dialNarrow(room)
			ann.sees(func() bool { return ann.room.Watchers == 1 })
			for n := 0; ann.room.Watchers > 0; n++ {
				ann.does("abandon", map[string]any{"ready": n%2 == 0})
			}
			ann.answers()
			if !test.reads {
				require.Eventually(t, func() bool { return g.counts()[0] == 1 }, patience, time.Millisecond)
				return
			}
			require.NoError(t, slow.raw.(*net.TCPConn).SetReadBuffer(1<<20))
			bye, status := slow.ended()
			require.Equal(t, lobby.CodeSlow, bye.Code)
			require.Positive(t, *bye.RetryAfter)
			require.Equal(t, websocket.ClosePolicyViolation, status)

			back := slow.visitor.dial()
			back.send(map[string]any{"type": "hello", "v": 1, "room": room, "life": slow.life, "seq": slow.seq})
			require.Equal(t, slow.seq+1, back.until("snapshot").Seq, "an answer is missing")
		})
	}
}

func TestSilence(t *testing.T) {
	g := newStage(t, func(o *Options) { o.Limits.Idle = 300 * time.Millisecond })
	ann, bob := g.visitor("Ann"), g.visitor("Bob")
	room := ann.opens(lobby.Settings{})
	c, silent := ann.join(room), bob.join(room)
	pings := 0
	reply := c.ws.PingHandler()
	c.ws.SetPingHandler(func(data string) error {
		pings++
		return reply(data)
	})
	silent.ws.SetPingHandler(func(string) error { return nil })
	c.sees(func() bool { return c.room.Watchers == 1 })
	c.sees(func() bool { return c.room.Watchers == 0 })
	require.NotZero(t, pings)
	c.quiet()

	bye, status := silent.ended()
	require.Equal(t, CodeIdle, bye.Code)
	require.Positive(t, *bye.RetryAfter)
	require.Equal(t, websocket.CloseNormalClosure, status)
}

// TestEveryConnectionEndsByItself makes sure that nothing of a client is left
// that goes without a word, whatever it was doing.
func TestEveryConnectionEndsByItself(t *testing.T) {
	g := newStage(t, nil)
	ann := g.visitor("Ann")
	room := ann.opens(lobby.Settings{})
	for range 3 {
		_ = ann.dial().raw.Close()
		c := ann.join(room)
		c.send(`{"type":"ready","id":"1","ready":false}`)
		_ = c.raw.Close()
		c = ann.join(room)
		require.NoError(t, c.raw.(*net.TCPConn).SetLinger(0))
		_ = c.raw.Close() // with a reset
		c = ann.join(room)
		require.NoError(t, c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(1000, ""), time.Now().Add(patience)))
		_, status := c.ended()
		require.Equal(t, websocket.CloseNormalClosure, status)
	}
	require.Eventually(t, func() bool { return g.counts() == [3]int{} }, patience, time.Millisecond)
	_, err := g.lobby.Watch(context.Background(), room, ann.user, lobby.Resume{})
	require.NoError(t, err)
}
