package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
	"archmage/test/programtest"
)

// TestWireAbuse checks that abuse of a connection ends only that connection.
func TestWireAbuse(t *testing.T) {
	t.Parallel()
	server := startChild(t, t.TempDir(), "--limits", "on")
	// The players of the room notice nothing, before and after.
	tab := toyTable(t, server.Base, nil).start()
	before := tab.players[0].knows()
	t.Run("at once", func(t *testing.T) {
		t.Run("a match elsewhere", func(t *testing.T) {
			t.Parallel()
			tab := toyTable(t, server.Base, nil).start()
			tab.play(never, nil)
			tab.compare()
		})
		t.Run("frames that are none", func(t *testing.T) {
			t.Parallel()
			for _, bad := range []struct {
				name   string
				kind   int
				data   string
				code   coded.Code
				status int
			}{
				{
					"garbage",
					websocket.TextMessage,
					"\x00\x01garbage",
					coded.Malformed,
					websocket.CloseInvalidFramePayloadData,
				},
				{
					"no object",
					websocket.TextMessage,
					`["answer"]`,
					coded.Malformed,
					websocket.CloseInvalidFramePayloadData,
				},
				{"nothing", websocket.TextMessage, "", coded.Malformed, websocket.CloseInvalidFramePayloadData},
				{
					"no id",
					websocket.TextMessage,
					`{"type":"start"}`,
					coded.Malformed,
					websocket.CloseInvalidFramePayloadData,
				},
				{"binary", websocket.BinaryMessage, `{"type":"ping"}`, coded.Malformed, websocket.CloseUnsupportedData},
				{
					"another hello",
					websocket.TextMessage,
					`{"type":"hello","v":1}`,
					coded.Malformed,
					websocket.ClosePolicyViolation,
				},
			} {
				p := newConnectedPlayer(t, server.Base, tab.room, bad.name)
				require.NoError(t, p.conn.WriteRaw(bad.kind, []byte(bad.data)), bad.name)
				p.ends(t, bad.code, bad.status)
			}
		})
		// The test writes in one piece, because the server closes the connection before it has read
		// everything, and later writes fail.
		t.Run("a frame that is too long", func(t *testing.T) {
			t.Parallel()
			conn, in := rawSocket(t, server.Base, tab.room)
			_, err := conn.Write(append(rawFrame(`{"type":"hello","v":1}`), rawFrame(strings.Repeat(" ", 20_000))...))
			require.NoError(t, err)
			rest, err := io.ReadAll(in)
			require.NoError(t, err)
			require.Contains(t, string(rest), `"code":"malformed"`)
		})
		t.Run("a flood", func(t *testing.T) {
			t.Parallel()
			conn, in := rawSocket(t, server.Base, tab.room)
			_, err := conn.Write(
				append(rawFrame(`{"type":"hello","v":1}`), bytes.Repeat(rawFrame(`{"type":"ping"}`), 1000)...),
			)
			require.NoError(t, err)
			rest, err := io.ReadAll(in)
			require.NoError(t, err)
			require.Contains(t, string(rest), `"code":"too_fast"`)
		})
		t.Run("half a request", func(t *testing.T) {
			t.Parallel()
			conn := rawDial(t, server.Base)
			_, err := io.WriteString(conn, "GET /ws/"+tab.room+" HTTP/1.1\r\nHost: x\r\nUpg")
			require.NoError(t, err)
			require.NoError(t, conn.Close())
		})
		t.Run("half a frame", func(t *testing.T) {
			t.Parallel()
			conn, _ := rawSocket(t, server.Base, tab.room)
			_, err := conn.Write(rawFrame(`{"type":"hello","v":1}`)[:10])
			require.NoError(t, err)
			require.NoError(t, conn.Close())
		})
		t.Run("a frame that is not masked", func(t *testing.T) {
			t.Parallel()
			conn, in := rawSocket(t, server.Base, tab.room)
			_, err := conn.Write(append([]byte{0x81, 15}, `{"type":"ping"}`...))
			require.NoError(t, err)
			_, err = io.ReadAll(in)
			require.NoError(t, err, "the connection is closed")
		})
		t.Run("no hello", func(t *testing.T) {
			t.Parallel()
			impatient := startChildWith(
				t,
				t.TempDir(),
				func(l *httpx.Limits) { l.HelloTimeout = 100 * time.Millisecond },
			)
			_, in := rawSocket(t, impatient.Base, "a-room")
			rest, err := io.ReadAll(in)
			require.NoError(t, err)
			require.Contains(t, string(rest), `"code":"malformed"`)
		})
		t.Run("no such room", func(t *testing.T) {
			t.Parallel()
			guest, err := client.NewGuest(programtest.Within(t), server.Base, "lost")
			require.NoError(t, err)
			_, err = guest.Dial(programtest.Within(t), "00000000-0000-0000-0000-000000000000", client.Options{})
			requireCode(t, directory.CodeNoRoom, err)
			_, err = guest.Dial(programtest.Within(t), "../../etc/passwd", client.Options{})
			requireCode(t, directory.CodeNoRoom, err)
		})
		t.Run("nobody", func(t *testing.T) {
			t.Parallel()
			for _, token := range []string{"", "x", "AAAAAAAAAAAAAAAAAAAAAA"} {
				_, err := client.Dial(programtest.Within(t), server.Base, token, tab.room, client.Options{})
				requireCode(t, people.CodeNoIdentity, err)
			}
		})
		t.Run("a page of another site", func(t *testing.T) {
			t.Parallel()
			guest, err := client.NewGuest(programtest.Within(t), server.Base, "visitor")
			require.NoError(t, err)
			for origin, status := range map[string]int{
				"https://evil.example": http.StatusForbidden, server.Base: http.StatusSwitchingProtocols,
			} {
				header := http.Header{"Origin": {origin}, "Cookie": {"archmage=" + guest.Token}}
				socket, response, err := websocket.DefaultDialer.DialContext(
					programtest.Within(t),
					strings.Replace(server.Base, "http", "ws", 1)+"/ws/"+tab.room,
					header,
				)
				require.NotNil(t, response, "%v", err)
				require.Equal(t, status, response.StatusCode, origin)
				if err == nil {
					require.NoError(t, socket.Close())
				}
			}
		})
	})
	require.Equal(t, before, tab.players[0].knows())
	tab.play(never, nil)
	tab.compare()
}

// ends requires that the server ends the connection with a code and a status.
func (p *testPlayer) ends(t *testing.T, code coded.Code, status int) {
	t.Helper()
	requireCode(t, code, p.conn.Wait(programtest.Within(t), func(*client.State) bool { return false }))
	p.conn.Inspect(func(s *client.State) {
		require.True(t, websocket.IsCloseError(s.Err, status), "%s: %v", p.guest.Name, s.Err)
	})
}

// rawDial opens a TCP connection.
func rawDial(t *testing.T, base string) net.Conn {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(base, "http://"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	deadline, _ := programtest.Within(t).Deadline()
	require.NoError(t, conn.SetDeadline(deadline))
	return conn
}

// rawSocket opens a WebSocket without a library.
func rawSocket(t *testing.T, base, room string) (net.Conn, *bufio.Reader) {
	t.Helper()
	guest, err := client.NewGuest(programtest.Within(t), base, "raw")
	require.NoError(t, err)
	conn := rawDial(t, base)
	_, err = fmt.Fprintf(conn, "GET /ws/%s HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"+
		"Authorization: Bearer %s\r\n\r\n", room, guest.Token)
	require.NoError(t, err)
	in := bufio.NewReader(conn)
	response, err := http.ReadResponse(in, nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusSwitchingProtocols, response.StatusCode)
	return conn, in
}

// rawFrame returns a text frame of a client.
func rawFrame(text string) []byte {
	head := []byte{0x81, 0x80 | byte(len(text))}
	if len(text) > 125 {
		head = binary.BigEndian.AppendUint16([]byte{0x81, 0x80 | 126}, uint16(len(text)))
	}
	return slices.Concat(head, make([]byte, 4), []byte(text)) // the mask is all zeros
}

// gate is a TCP connection whose client can stop reading.
type gate struct {
	net.Conn
	mu sync.Mutex
	// shut is closed when the client reads again. It is nil while the client reads.
	shut chan struct{}
}

func (g *gate) stopReading() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut = make(chan struct{})
}

func (g *gate) readOn() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut != nil {
		close(g.shut)
		g.shut = nil
	}
}

func (g *gate) Read(p []byte) (int, error) {
	g.mu.Lock()
	shut := g.shut
	g.mu.Unlock()
	if shut != nil {
		<-shut
	}
	return g.Conn.Read(p)
}

func (g *gate) Close() error {
	g.readOn()
	return g.Conn.Close()
}
