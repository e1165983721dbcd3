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

	"github.com/stretchr/testify/require"
)

// rawClient is a client's connection that costs very little memory and time.
type rawClient struct {
	net.Conn
	frames *bufio.Reader
}

// dialRaw connects, sends hello and reads the first three frames.
func (p *visitor) dialRaw(room string) *rawClient {
	p.t.Helper()
	raw, err := new(net.Dialer).DialContext(p.t.Context(), "tcp", strings.TrimPrefix(p.url, "http://"))
	require.NoError(p.t, err)
	_, err = fmt.Fprintf(raw, "GET /ws/%s HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"+
		"Authorization: Bearer %s\r\n\r\n", room, p.token)
	require.NoError(p.t, err)
	c := &rawClient{raw, bufio.NewReader(raw)}
	answer, err := http.ReadResponse(c.frames, nil)
	require.NoError(p.t, err)
	require.NoError(p.t, answer.Body.Close())
	require.Equal(p.t, http.StatusSwitchingProtocols, answer.StatusCode)
	const hello = `{"type":"hello","v":1}`
	// The mask is all zeros.
	_, err = raw.Write(append([]byte{0x81, 0x80 | byte(len(hello)), 0, 0, 0, 0}, hello...))
	require.NoError(p.t, err)
	for range 3 { // welcome, room, presence
		_, err = c.frame()
		require.NoError(p.t, err)
	}
	return c
}

// frame reads a frame, which is valid until the next call.
func (c *rawClient) frame() ([]byte, error) {
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

// BenchmarkFanOut measures how long it takes to send an update of 400 bytes to 100 connections to a
// room. The clients are in the same process.
func BenchmarkFanOut(b *testing.B) {
	const watching = 100
	g := newTestServer(b, func(o *Options) { o.Limits = o.Limits.Unlimited() })
	ann := g.visitor("Ann")
	id := ann.openRoom()
	var reading, received sync.WaitGroup
	var clients [watching]*rawClient
	update := append(
		[]byte(`{"type":"update","seq":5,"public":{"round":`),
		append(bytes.Repeat([]byte{'1'}, 330), "},\"undo\":false}"...)...)
	for i := range clients {
		c := g.visitor(fmt.Sprint("Watcher ", i)).dialRaw(id)
		clients[i] = c
		reading.Go(func() {
			for {
				frame, err := c.frame()
				if err != nil {
					return
				}
				if bytes.HasPrefix(frame, update) {
					received.Done()
				}
			}
		})
	}
	n := 0
	for b.Loop() {
		received.Add(watching)
		n++
		g.rooms.with(id, func(r *fakeRoom) { r.broadcast(update) })
		received.Wait()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n*watching), "ns/frame")
	b.ReportMetric(float64(len(update)), "bytes/frame")
	for _, c := range clients {
		_ = c.Close()
	}
	reading.Wait()
}

// BenchmarkIdleConnections measures the memory of 2,000 idle connections, four to a room:
// goroutines, buffers, subscriptions, and the client's end of each connection.
func BenchmarkIdleConnections(b *testing.B) {
	const rooms, each = 500, 4
	g := newTestServer(b, func(o *Options) { o.Limits = o.Limits.Unlimited() })
	ann := g.visitor("Ann")
	for b.Loop() {
		ids := make([]string, rooms)
		for i := range ids {
			ids[i] = ann.openRoom()
		}
		before := memory()
		clients := make([]net.Conn, 0, rooms*each)
		for i := range rooms * each {
			clients = append(clients, ann.dialRaw(ids[i/each]).Conn)
		}
		used := memory() - before
		b.ReportMetric(float64(used)/(rooms*each), "bytes/connection")
		require.Equal(b, rooms*each, g.counts()[0])
		for _, c := range clients {
			require.NoError(b, c.Close())
		}
		g.waitFor(func() bool { return g.counts()[0] == 0 })
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
