package socket

import (
	"net"
	"net/netip"
	"slices"
	"sync"

	"archmage/internal/transport/httpx"
)

// Listener returns a listener that closes new connections of an address that has too many open.
// Connections of trusted proxies do not count, because they carry the requests of many clients.
func (s *Sockets) Listener(inner net.Listener) net.Listener {
	return &listener{inner, s, httpx.NewInFlight(s.limits.SocketsLimit(), 0)}
}

// listener limits the connections of each address.
type listener struct {
	net.Listener
	sockets *Sockets
	open    *httpx.InFlight
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		tcp, ok := conn.(*net.TCPConn)
		if !ok {
			return conn, nil
		}
		peer, _ := netip.ParseAddrPort(conn.RemoteAddr().String())
		addr := peer.Addr().Unmap().WithZone("")
		if slices.ContainsFunc(l.sockets.trustedProxies, func(p netip.Prefix) bool { return p.Contains(addr) }) {
			return conn, nil
		}
		if end, ok := l.open.Begin(httpx.ClientPrefix(addr)); ok {
			return &countedConn{TCPConn: tcp, end: sync.OnceFunc(end)}, nil
		}
		l.sockets.Refused.WithLabelValues("sockets").Inc()
		// Nothing was read, so a reset loses nothing, and the other side notices it immediately.
		_ = tcp.SetLinger(0)
		_ = tcp.Close()
	}
}

// countedConn is a connection that counts for its address until it is closed.
type countedConn struct {
	*net.TCPConn
	end func()
}

// Close implements net.Conn.
func (c *countedConn) Close() error {
	c.end()
	return c.TCPConn.Close()
}
