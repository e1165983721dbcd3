package cluster

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"strings"
	"time"

	"archmage/internal/work"
)

const (
	// tunnelBuffer is the number of bytes that this program buffers for each direction of a forwarded
	// WebSocket. socketBuffer is the number of bytes that the operating system buffers. It is small, so that
	// the node with the room notices a client that does not read.
	tunnelBuffer = 2 << 10
	socketBuffer = 64 << 10
	// writeTimeout bounds the time for a client to accept data. closeTimeout bounds the time from the end of
	// the connection until the client closes its side.
	writeTimeout = 10 * time.Second
	closeTimeout = time.Second
)

// discardLog logs nothing, because recordReach already logs a failing node once.
var discardLog = log.New(io.Discard, "", 0)

// Route forwards a request about a room to the node that has the room. If that is this node, or no node has the
// room, local handles the request. Route waits while a room moves from one node to another, and while the room's
// node is dead but no other node can take the room over yet. If it returns an error, no response was written.
// The request needs a GetBody if it has a body.
func (r *Rooms) Route(w http.ResponseWriter, q *http.Request, room string, local http.Handler) error {
	until := time.Now().Add(moveTimeout)
	for moved := false; ; {
		owner, err := r.NodeOf(q.Context(), room)
		if err != nil || owner.ID == "" || owner.ID == r.self || r.links.isStopped() {
			// This node has the room, or local writes an error.
			local.ServeHTTP(w, q)
			return nil
		}
		err = r.links.forward(w, q, owner)
		if err == nil || q.Context().Err() != nil {
			return nil
		}
		if errors.Is(err, errMoved) {
			r.Moved(room)
			if !moved {
				moved = true
				continue
			}
		}
		if time.Now().After(until) {
			return errUnreachable
		}
		if work.Sleep(q.Context(), movePoll) != nil {
			return nil
		}
	}
}

// HasRoom reports whether this node owns a room. It is called for a request that another node has
// forwarded.
func (r *Rooms) HasRoom(ctx context.Context, room string) bool {
	owner, err := r.NodeOf(ctx, room)
	return err != nil || owner.ID == r.self
}

// forward forwards a request to a node, and the node's response to the client. It fails with errMoved if the
// node does not have the room, and with unreachableError if the node did not respond. In both cases no response
// was written.
func (l *Links) forward(w http.ResponseWriter, q *http.Request, node Node) error {
	if err := l.recentFailure(node); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(q.Context())
	defer cancel()
	defer context.AfterFunc(l.peerOf(node.ID).ctx, cancel)()
	out := q.Clone(ctx)
	if q.GetBody != nil {
		out.Body, _ = q.GetBody() // cannot fail, because the body is in memory
	}
	timeout, isWebSocket := requestTimeout, q.Header.Get("Upgrade") != ""
	if isWebSocket {
		timeout, w = connectTimeout, &tunnelWriter{w}
	}
	timer := time.AfterFunc(timeout, cancel)
	defer timer.Stop()
	var failure error
	responded := false
	proxy := httputil.ReverseProxy{
		Transport: l.transport, ErrorLog: discardLog,
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL.Scheme, p.Out.URL.Host = "https", node.ID
			keepNodeHeaders(p)
		},
		ModifyResponse: func(answer *http.Response) error {
			timer.Stop()
			l.recordReach(node, nil)
			if answer.StatusCode == http.StatusMisdirectedRequest {
				return errMoved
			}
			responded = true
			clear(w.Header()) // The other node sets all headers.
			if isWebSocket && answer.StatusCode != http.StatusSwitchingProtocols {
				answer.Header.Set("Connection", "close") // old proxies take it for a tunnel
			}
			return nil
		},
		ErrorHandler: func(_ http.ResponseWriter, _ *http.Request, err error) { failure = err },
	}
	if isWebSocket {
		l.forwarded.Add(1)
		defer l.forwarded.Add(-1)
	}
	proxy.ServeHTTP(w, out)
	switch {
	case responded:
		return nil
	case errors.Is(failure, errMoved):
		return errMoved
	case q.Context().Err() == nil:
		l.recordReach(node, failure)
	}
	return &unreachableError{node, failure}
}

// nodeHeaderPrefix is the prefix of headers for other nodes.
const nodeHeaderPrefix = "Archmage-"

// keepNodeHeaders restores the headers for the node. The proxy has removed the ones that the client listed in
// Connection.
func keepNodeHeaders(p *httputil.ProxyRequest) {
	for name, values := range p.In.Header {
		if strings.HasPrefix(name, nodeHeaderPrefix) {
			p.Out.Header[name] = values
		}
	}
}

// tunnelWriter gives hijacked connections small buffers.
type tunnelWriter struct{ http.ResponseWriter }

// Unwrap returns the wrapped writer, for [http.ResponseController].
func (w *tunnelWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Hijack implements http.Hijacker.
func (w *tunnelWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, both, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	boundBuffer(conn)
	return tunnel{conn}, both, nil
}

// tunnel is the connection to a client whose WebSocket is forwarded.
type tunnel struct{ net.Conn }

// Write implements net.Conn.
func (t tunnel) Write(data []byte) (int, error) {
	_ = t.SetWriteDeadline(time.Now().Add(writeTimeout))
	return t.Conn.Write(data)
}

// ReadFrom implements io.ReaderFrom.
func (t tunnel) ReadFrom(from io.Reader) (int64, error) { return copySmall(onlyWriter{t}, from) }

// WriteTo implements io.WriterTo.
func (t tunnel) WriteTo(to io.Writer) (int64, error) { return copySmall(to, onlyReader{t}) }

// CloseWrite closes the sending side of the connection, and gives the client closeTimeout to close the other
// side.
func (t tunnel) CloseWrite() error {
	_ = t.SetReadDeadline(time.Now().Add(closeTimeout))
	if half, ok := t.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

type (
	onlyWriter struct{ io.Writer }
	onlyReader struct{ io.Reader }
)

func copySmall(to io.Writer, from io.Reader) (int64, error) {
	return io.CopyBuffer(to, from, make([]byte, tunnelBuffer))
}

// boundBuffer limits the buffers of the operating system for a connection.
func boundBuffer(conn net.Conn) {
	if tcp, ok := conn.(interface {
		SetReadBuffer(int) error
		SetWriteBuffer(int) error
	}); ok {
		// Ignore errors: the connection works without the bound.
		_ = tcp.SetReadBuffer(socketBuffer)
		_ = tcp.SetWriteBuffer(socketBuffer)
	}
}
