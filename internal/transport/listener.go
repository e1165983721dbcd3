package transport

import (
	"net"
	"net/netip"
	"slices"
	"sync"

	"archmage/internal/transport/web"
)

// Listener returns a listener that closes a connection at once if its address has too
// many open. Connections of trusted proxies do not count, since they stand for many
// clients.
func (s *Server) Listener(inner net.Listener) net.Listener {
	return &listener{Listener: inner, server: s, open: map[netip.Addr]int{}}
}

// listener counts the connections of each address.
type listener struct {
	net.Listener
	server *Server

	mu   sync.Mutex
	open map[netip.Addr]int
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		tcp, ok := conn.(*net.TCPConn)
		most := l.server.options.Limits.SocketsOfAddress()
		if !ok || most == 0 {
			return conn, nil
		}
		peer, _ := netip.ParseAddrPort(conn.RemoteAddr().String())
		addr := peer.Addr().Unmap().WithZone("")
		if slices.ContainsFunc(l.server.options.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(addr) }) {
			return conn, nil
		}
		if addr = web.Household(addr); l.add(addr, most) {
			return &countedConn{TCPConn: tcp, listener: l, addr: addr}, nil
		}
		l.server.Refused.WithLabelValues("sockets").Inc()
		// Nothing was read, so a reset loses nothing and tells the other side at once.
		_ = tcp.SetLinger(0)
		_ = tcp.Close()
	}
}

// add counts a connection, or returns false if that is one too many.
func (l *listener) add(addr netip.Addr, most int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[addr] >= most {
		return false
	}
	l.open[addr]++
	return true
}

// countedConn is a connection that counts for an address until it is closed.
type countedConn struct {
	*net.TCPConn
	listener *listener
	addr     netip.Addr
	closed   sync.Once
}

// Close implements net.Conn.
func (c *countedConn) Close() error {
	c.closed.Do(func() {
		c.listener.mu.Lock()
		defer c.listener.mu.Unlock()
		countDown(c.listener.open, c.addr)
	})
	return c.TCPConn.Close()
}
