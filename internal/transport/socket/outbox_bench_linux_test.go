package socket

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
)

// countingConn counts the system calls that write to a connection.
type countingConn struct {
	net.Conn
	writes int
}

func (c *countingConn) Write(data []byte) (int, error) {
	c.writes++
	return c.Conn.Write(data)
}

// hijacked is a response whose hijacked connection is counted.
type hijacked struct {
	http.ResponseWriter
	conn *countingConn
}

// Hijack implements http.Hijacker.
func (w *hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, both, err := http.NewResponseController(w.ResponseWriter).Hijack()
	w.conn = &countingConn{Conn: conn}
	return w.conn, both, err
}

// BenchmarkOutbox measures the cost of the server, without the client, of sending the update and
// the ok to the player who has moved, or one update to the others. It compares an outbox with plain
// writes.
func BenchmarkOutbox(b *testing.B) {
	update := []byte(`{"type":"update","patch":"` + strings.Repeat("x", 370) + `"}`)
	ok := []byte(`{"type":"ok","id":"0b9b3a2e-17"}`)
	prepared, err := websocket.NewPreparedMessage(websocket.TextMessage, update)
	require.NoError(b, err)
	write := func(ws *websocket.Conn, frame []byte) error {
		return ws.WriteMessage(websocket.TextMessage, frame)
	}
	ways := []struct {
		name string
		send func(*websocket.Conn, []byte) error
	}{
		{"outbox", func(ws *websocket.Conn, frame []byte) error {
			ws.NetConn().(*outbox).writeText(frame)
			return nil
		}},
		{"outbox, WriteMessage", write},
		{"WriteMessage", write},
		{"PreparedMessage", func(ws *websocket.Conn, frame []byte) error {
			if len(frame) == len(update) {
				return ws.WritePreparedMessage(prepared)
			}
			return write(ws, frame)
		}},
		{"NextWriter", func(ws *websocket.Conn, frame []byte) error {
			w, err := ws.NextWriter(websocket.TextMessage)
			if err != nil {
				return err
			}
			if _, err := w.Write(frame); err != nil {
				return err
			}
			return w.Close()
		}},
	}
	for _, turn := range []struct {
		name   string
		frames [][]byte
	}{{"update and ok", [][]byte{update, ok}}, {"update", [][]byte{update}}} {
		for _, way := range ways {
			b.Run(turn.name+"/"+way.name, func(b *testing.B) {
				ws, counted, out := serverSide(b, strings.HasPrefix(way.name, "outbox"))
				// The thread's CPU time is the server's; the client has another.
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				cpu, writes, n := threadTime(b), counted.writes, 0
				b.ReportAllocs()
				for b.Loop() {
					if out == nil {
						_ = ws.SetWriteDeadline(time.Now().Add(time.Minute))
					}
					for _, frame := range turn.frames {
						require.NoError(b, way.send(ws, frame))
					}
					if out != nil {
						require.NoError(b, out.flush(time.Now().Add(time.Minute)))
					}
					n += len(turn.frames)
				}
				b.ReportMetric(float64(threadTime(b)-cpu)/float64(n), "cpu-ns/frame")
				b.ReportMetric(float64(counted.writes-writes)/float64(n), "writes/frame")
			})
		}
	}
}

// serverSide returns the server's side of a WebSocket whose client reads everything.
func serverSide(b *testing.B, boxed bool) (ws *websocket.Conn, counted *countingConn, out *outbox) {
	upgraded := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		upgrader := websocket.Upgrader{WriteBufferSize: writeBuffer}
		counting := &hijacked{ResponseWriter: w}
		response := outboxWriter{ResponseWriter: counting}
		var err error
		if boxed {
			ws, err = upgrader.Upgrade(&response, r, nil)
			out = response.out
			_ = out.flush(time.Time{})
		} else {
			ws, err = upgrader.Upgrade(counting, r, nil)
		}
		if err != nil {
			b.Error(err)
		}
		counted = counting.conn
		close(upgraded)
	}))
	b.Cleanup(server.Close)
	client, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(server.URL, "http"), nil)
	require.NoError(b, err)
	<-upgraded
	go func() { _, _ = io.Copy(io.Discard, client.NetConn()) }()
	b.Cleanup(func() {
		_ = ws.Close()
		_ = client.Close()
	})
	return ws, counted, out
}

// threadTime returns the CPU time that this thread has taken, in nanoseconds.
func threadTime(b *testing.B) int64 {
	var used syscall.Rusage
	const thread = 1 // RUSAGE_THREAD
	require.NoError(b, syscall.Getrusage(thread, &used))
	return used.Utime.Nano() + used.Stime.Nano()
}
