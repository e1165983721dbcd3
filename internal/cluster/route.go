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
	// tunnelBuffer is how many bytes of each direction of a passed-on WebSocket this program holds.
	// socketBuffer is how many bytes the operating system may hold; it is small, so that the node
	// with the room notices a client that does not read.
	tunnelBuffer = 2 << 10
	socketBuffer = 64 << 10
	// writeTimeout bounds the time in which a client must take what was sent to it. closeTimeout bounds
	// the time from the end of the connection until the client closes its side.
	writeTimeout = 10 * time.Second
	closeTimeout = time.Second
)

// discardLog logs nothing: a failing node is logged once elsewhere.
var discardLog = log.New(io.Discard, "", 0)

// Route answers a request about a room at the node that has the room. If that is this node, or no
// node has the room, here answers it. Route waits while a room passes from one node to another, and
// while the room's node is dead and no other node may take the room yet. If it returns an error, no
// node could be asked and nothing was answered. The request must be able to give its body again
// (GetBody).
func (r *Rooms) Route(w http.ResponseWriter, q *http.Request, room string, here http.Handler) error {
	until := time.Now().Add(moveTimeout)
	for again := false; ; {
		owner, err := r.NodeOf(q.Context(), room)
		if err != nil || owner.ID == "" || owner.ID == r.self || r.links.isStopped() {
			// This node may have the room, or here says why not.
			here.ServeHTTP(w, q)
			return nil
		}
		err = r.links.forward(w, q, owner)
		if err == nil || q.Context().Err() != nil {
			return nil
		}
		if errors.Is(err, errMoved) {
			r.Moved(room)
			if !again {
				again = true
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

// HasRoom reports whether this node has a room. It is called for a request that another node has
// passed on.
func (r *Rooms) HasRoom(ctx context.Context, room string) bool {
	owner, err := r.NodeOf(ctx, room)
	return err != nil || owner.ID == r.self
}

// forward passes a request on to a node, and passes the node's answer back. It fails with errMoved if
// the node does not have the room, and with unreachableError if the node could not be asked. In
// both cases nothing was answered.
func (l *Links) forward(w http.ResponseWriter, q *http.Request, node Node) error {
	if err := l.recentFailure(node); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(q.Context())
	defer cancel()
	defer context.AfterFunc(l.peerOf(node.ID).ctx, cancel)()
	out := q.Clone(ctx)
	if q.GetBody != nil {
		out.Body, _ = q.GetBody() // the body is in memory, so this cannot fail
	}
	within, socket := requestTimeout, q.Header.Get("Upgrade") != ""
	if socket {
		within, w = connectTimeout, &tunnelWriter{w}
	}
	late := time.AfterFunc(within, cancel)
	defer late.Stop()
	var failed error
	answered := false
	proxy := httputil.ReverseProxy{
		Transport: l.transport, ErrorLog: discardLog,
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL.Scheme, p.Out.URL.Host = "https", node.ID
			keepNodeHeaders(p)
		},
		ModifyResponse: func(answer *http.Response) error {
			late.Stop()
			l.recordReach(node, nil)
			if answer.StatusCode == http.StatusMisdirectedRequest {
				return errMoved
			}
			answered = true
			clear(w.Header()) // The other node has set its own headers.
			if socket && answer.StatusCode != http.StatusSwitchingProtocols {
				answer.Header.Set("Connection", "close") // old proxies take it for a tunnel
			}
			return nil
		},
		ErrorHandler: func(_ http.ResponseWriter, _ *http.Request, err error) { failed = err },
	}
	if socket {
		l.forwarded.Add(1)
		defer l.forwarded.Add(-1)
	}
	proxy.ServeHTTP(w, out)
	switch {
	case answered:
		return nil
	case errors.Is(failed, errMoved):
		return errMoved
	case q.Context().Err() == nil:
		l.recordReach(node, failed)
	}
	return &unreachableError{node, failed}
}

// nodeHeaderPrefix is how the names of headers for other nodes begin.
const nodeHeaderPrefix = "Archmage-"

// keepNodeHeaders restores the headers for the node. The proxy has removed those that the client
// names in Connection.
func keepNodeHeaders(p *httputil.ProxyRequest) {
	for name, values := range p.In.Header {
		if strings.HasPrefix(name, nodeHeaderPrefix) {
			p.Out.Header[name] = values
		}
	}
}

// tunnelWriter gives a hijacked connection small buffers.
type tunnelWriter struct{ http.ResponseWriter }

// Unwrap is for [http.ResponseController].
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

// tunnel is the connection to a client whose WebSocket is passed on.
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

// CloseWrite tells the client that nothing more comes, and gives the client closeTimeout to close its
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

// boundBuffer bounds what the operating system buffers for a connection.
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
