package transport

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/lobby"
)

// thin is a connection of a client that costs next to nothing itself.
type thin struct {
	net.Conn
	frames *bufio.Reader
}

// thinly connects, says hello and reads the first two frames.
func (p *visitor) thinly(room string) *thin {
	p.t.Helper()
	raw, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	require.NoError(p.t, err)
	_, err = fmt.Fprintf(raw, "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer %s\r\n\r\n", p.token)
	require.NoError(p.t, err)
	c := &thin{raw, bufio.NewReader(raw)}
	answer, err := http.ReadResponse(c.frames, nil)
	require.NoError(p.t, err)
	require.NoError(p.t, answer.Body.Close())
	require.Equal(p.t, http.StatusSwitchingProtocols, answer.StatusCode)
	hello := fmt.Sprintf(`{"type":"hello","v":1,"room":"%s"}`, room)
	require.Less(p.t, len(hello), 126)
	// The mask is all zeros.
	_, err = raw.Write(append([]byte{0x81, 0x80 | byte(len(hello)), 0, 0, 0, 0}, hello...))
	require.NoError(p.t, err)
	for range 2 { // welcome, room
		_, err = c.frame()
		require.NoError(p.t, err)
	}
	return c
}

// frame reads a frame, which stays as it is until the next one.
func (c *thin) frame() ([]byte, error) {
	head, err := c.frames.Peek(2)
	if err != nil {
		return nil, err
	}
	skip, length := 2, int(head[1])
	if length == 126 {
		if head, err = c.frames.Peek(4); err != nil {
			return nil, err
		}
		skip, length = 4, int(binary.BigEndian.Uint16(head[2:]))
	}
	frame, err := c.frames.Peek(skip + length)
	if err != nil {
		return nil, err
	}
	_, err = c.frames.Discard(skip + length)
	return frame[skip:], err
}

// BenchmarkFanOut measures how long it takes until 100 connections to a room
// have what one intent has changed. The clients are in the same process.
func BenchmarkFanOut(b *testing.B) {
	const watching = 100
	g := newStage(b, func(o *Options) { o.Limits = o.Limits.Unlimited() })
	room, ann, bob := g.playing(lobby.Settings{Spectators: true})
	_, _ = ann.ws.Close(), bob.ws.Close()
	var reading, told sync.WaitGroup
	var clients [watching]*thin
	size := 0
	for i := range clients {
		c := g.visitor(fmt.Sprint("Watcher ", i)).thinly(room)
		clients[i] = c
		reading.Go(func() {
			// Each intent is a vote, which turns from no to yes and back.
			voted := false
			for {
				frame, err := c.frame()
				if err != nil {
					return
				}
				if bytes.HasPrefix(frame, []byte(`{"type":"room"`)) && bytes.Contains(frame, []byte(`"abandon":true`)) != voted {
					voted = !voted
					if c == clients[0] {
						size = len(frame)
					}
					told.Done()
				}
			}
		})
	}
	n := 0
	for b.Loop() {
		told.Add(watching)
		n++
		err := g.lobby.Do(b.Context(), room, ann.visitor.user, lobby.Intent{Kind: lobby.KindAbandon, Ready: n%2 == 1})
		require.NoError(b, err)
		told.Wait()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n*watching), "ns/frame")
	b.ReportMetric(float64(size), "bytes/frame")
	for _, c := range clients {
		_ = c.Close()
	}
	reading.Wait()
}

// BenchmarkIdleConnections measures the memory of 2,000 connections that do
// nothing, four to a room, with all that belongs to them in this process:
// goroutines, buffers, subscriptions and their share of a room. What the
// client's end of a connection takes is in it too.
func BenchmarkIdleConnections(b *testing.B) {
	const rooms, each = 500, 4
	g := newStage(b, func(o *Options) { o.Limits = o.Limits.Unlimited() })
	ann := g.visitor("Ann")
	for b.Loop() {
		ids := make([]string, rooms)
		for i := range ids {
			ids[i] = ann.opens(lobby.Settings{})
		}
		before := memory()
		clients := make([]net.Conn, 0, rooms*each)
		for i := range rooms * each {
			clients = append(clients, ann.thinly(ids[i/each]).Conn)
		}
		used := memory() - before
		b.ReportMetric(float64(used)/(rooms*each), "bytes/connection")
		require.Equal(b, rooms*each, g.counts()[0])
		for _, c := range clients {
			require.NoError(b, c.Close())
		}
		require.Eventually(b, func() bool { return g.counts()[0] == 0 }, patience, time.Millisecond)
	}
	b.ReportMetric(0, "ns/op")
}

// memory returns the bytes in use for the heap and for stacks.
func memory() uint64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc + stats.StackInuse
}
