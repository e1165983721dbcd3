package transport

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// answers sends data on one connection and returns for each response whether it closes the
// connection.
func answers(t *testing.T, sent string) (list []bool) {
	t.Helper()
	server := httptest.NewServer(newTestHandler(t, nil).public)
	defer server.Close()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, sent)
	require.NoError(t, err)
	for from := bufio.NewReader(conn); ; {
		answer, err := http.ReadResponse(from, nil)
		if err != nil {
			return list
		}
		_, err = io.Copy(io.Discard, answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		list = append(list, answer.Close)
	}
}

// After a request whose end a proxy may find elsewhere, the connection is closed.
func TestConnectionsAreClosed(t *testing.T) {
	const (
		next    = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
		upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
			"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
		post = "POST /api/me HTTP/1.1\r\nHost: a\r\n"
	)
	for first, want := range map[string]int{
		"GET /ws/room HTTP/1.1\r\nHost: a\r\n" + upgrade + "\r\n":                            1,
		"GET /ws/room HTTP/1.1\r\nHost: a\r\n\r\n":                                           1,
		post + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n":                      1,
		post + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n": 1,
		post + "Content-Length: 2\r\n\r\n{}":                                                 2,
		"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n":                                           2,
	} {
		list := answers(t, first+next)
		require.Len(t, list, want, "%q", strings.SplitAfter(first, "\r\n"))
		require.Equal(t, want == 1, list[0])
	}
}
