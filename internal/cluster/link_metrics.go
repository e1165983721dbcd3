package cluster

import (
	"net"

	"github.com/prometheus/client_golang/prometheus"
)

// linkMetrics counts the bytes of the links.
type linkMetrics struct {
	sent, received prometheus.Counter
}

func newLinkMetrics() linkMetrics {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Namespace: "archmage", Name: name, Help: help})
	}
	return linkMetrics{
		sent:     counter("link_bytes_sent_total", "Bytes sent to other nodes, as TLS has them."),
		received: counter("link_bytes_received_total", "Bytes that came from other nodes, as TLS has them."),
	}
}

// countedConn counts the bytes of a connection.
type countedConn struct {
	net.Conn
	metrics *linkMetrics
}

// Read implements net.Conn.
func (c *countedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.metrics.received.Add(float64(n))
	return n, err
}

// Write implements net.Conn.
func (c *countedConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.metrics.sent.Add(float64(n))
	return n, err
}

// countedListener counts the bytes of its connections.
type countedListener struct {
	net.Listener
	metrics *linkMetrics
}

// Accept implements net.Listener.
func (l countedListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &countedConn{conn, l.metrics}, nil
}
