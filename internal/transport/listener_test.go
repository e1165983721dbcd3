package transport

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// dialOpen opens a connection and reports whether the server keeps it open.
func dialOpen(t *testing.T, addr string) (net.Conn, bool) {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", addr)
	if errors.Is(err, syscall.ECONNRESET) {
		return nil, false
	}
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	_, _ = io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(time.Minute)))
	n, _ := conn.Read(make([]byte, 1))
	return conn, n == 1
}

// listenWith serves on a Listener of the server and returns its address.
func listenWith(t *testing.T, change func(*Options)) string {
	t.Helper()
	d := newTestHandler(t, change)
	inner, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	web := &http.Server{Handler: d.server.Handler()}
	go func() { _ = web.Serve(d.server.Listener(inner)) }()
	t.Cleanup(func() { _ = web.Close() })
	return inner.Addr().String()
}

// Connections of one address are limited before they send anything. When one has ended, another can
// begin.
func TestSocketsOfAnAddress(t *testing.T) {
	addr := listenWith(t, func(o *Options) { o.Limits.Sockets = 3 })
	var first net.Conn
	for range 3 {
		conn, ok := dialOpen(t, addr)
		require.True(t, ok)
		first = conn
	}
	_, ok := dialOpen(t, addr)
	require.False(t, ok)
	require.NoError(t, first.Close())
	require.Eventually(t, func() bool { _, ok := dialOpen(t, addr); return ok }, time.Minute, time.Millisecond)
}

// Connections of a trusted proxy are not limited.
func TestSocketsOfAProxy(t *testing.T) {
	addr := listenWith(t, func(o *Options) {
		o.Limits.Sockets = 1
		o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	for range 3 {
		_, ok := dialOpen(t, addr)
		require.True(t, ok)
	}
}
