package cluster

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"

	"archmage/internal/lobby"
	"archmage/internal/lobby/club"
	"archmage/internal/lobby/directory"
)

// LinkOptions are the settings of [NewLinks].
type LinkOptions struct {
	// Identity is the identity of this node, whose row has its key.
	Identity Identity
	// Nodes is the list of nodes. The nodes in it are trusted.
	Nodes *Nodes
	// Lobby has the rooms of this node.
	Lobby *lobby.Lobby
	// Club has the people of this node. nil means that other nodes see none of them.
	Club   *club.Club
	Logger *zap.Logger
	// Dial connects to an address. nil means TCP.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
}

// Links are the connections to other nodes. They use HTTP over TLS, and both sides must show the certificate
// that is in the list of nodes. A node forwards requests of people about a room of another node to that node,
// including WebSockets. Nodes also send each other the requests in [nodeRequests]. Links are safe for
// concurrent use.
type Links struct {
	options   LinkOptions
	client    *http.Client
	transport *http.Transport
	server    *http.Server
	sessions  tls.ClientSessionCache
	metrics   linkMetrics
	// forwarded is the number of WebSockets that are being forwarded.
	forwarded atomic.Int64
	// connections returns the connections of this node to rooms. Serve sets it.
	connections func(rooms []string) []directory.Connection

	mu sync.Mutex
	// peers has the other nodes to which something was sent, by id.
	peers   map[string]*peer
	stopped bool
}

// peer is the state of the connections to another node.
type peer struct {
	// ctx is the context of everything that is in flight to the node.
	ctx    context.Context
	cancel context.CancelFunc
	// lastErr is the error of the last request, nil if it succeeded. No further request is tried until retryAt.
	lastErr error
	retryAt time.Time
}

const (
	// connectTimeout bounds the time to connect, and to open a WebSocket.
	connectTimeout = 3 * time.Second
	// requestTimeout bounds the time for a request and its response.
	requestTimeout = 15 * time.Second
	// retryNodeAfter is the pause before the next request to a node that could not be reached.
	retryNodeAfter = 200 * time.Millisecond
	// idleTimeout is the time for which a connection stays open without a request.
	idleTimeout = time.Minute
	// maxRequestBytes and maxResponseBytes are the maximum lengths of a request and a response, in bytes.
	maxRequestBytes  = 1 << 20
	maxResponseBytes = 32 << 20
)

// NewLinks returns the links of a node.
func NewLinks(options LinkOptions) *Links {
	if options.Logger == nil {
		options.Logger = zap.NewNop()
	}
	if options.Dial == nil {
		options.Dial = (&net.Dialer{Timeout: connectTimeout}).DialContext
	}
	l := &Links{
		options:  options,
		metrics:  newLinkMetrics(),
		sessions: tls.NewLRUClientSessionCache(0),
		peers:    map[string]*peer{},
	}
	l.transport = &http.Transport{
		DialTLSContext: l.dial, DisableCompression: true, MaxIdleConnsPerHost: 16, IdleConnTimeout: idleTimeout,
		ReadBufferSize: tunnelBuffer, WriteBufferSize: tunnelBuffer,
	}
	l.client = &http.Client{Transport: l.transport}
	return l
}

// dial connects to a node. The address has the node's id in place of a host, so that the connection is refused
// if another program runs at the node's address.
func (l *Links) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	id, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	node, ok := l.options.Nodes.Lookup(ctx, id)
	if !ok {
		return nil, fmt.Errorf("%w %s", ErrNoNode, id)
	}
	conn, err := l.options.Dial(ctx, network, node.Addr)
	if err != nil {
		return nil, err
	}
	boundBuffer(conn)
	config := l.options.Identity.config(func(key string) bool { return key == node.Key })
	config.ServerName, config.ClientSessionCache = id, l.sessions
	secured := tls.Client(&countedConn{conn, &l.metrics}, config)
	if err := secured.HandshakeContext(ctx); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return secured, nil
}

// Serve handles requests of other nodes until Close. public handles the requests of people that they forward.
// connections returns the connections of this node to rooms.
func (l *Links) Serve(
	listener net.Listener,
	public http.Handler,
	connections func(rooms []string) []directory.Connection,
) error {
	routes := http.NewServeMux()
	routes.HandleFunc("POST /call/{name}", l.serveRequest)
	routes.Handle("/", public)
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)                                         // HTTP/2 has no WebSockets here.
	errorLog, _ := zap.NewStdLogAt(l.options.Logger, zap.DebugLevel) // fails only for unknown levels
	l.mu.Lock()
	l.connections = connections
	l.server = &http.Server{
		Handler: routes, TLSConfig: l.options.Identity.config(l.options.Nodes.Trusts), Protocols: protocols,
		ReadHeaderTimeout: connectTimeout, IdleTimeout: 2 * idleTimeout, ErrorLog: errorLog,
	}
	stopped := l.stopped
	l.mu.Unlock()
	if stopped {
		return listener.Close()
	}
	err := l.server.ServeTLS(countedListener{listener, &l.metrics}, "", "")
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// Stop ends all requests and WebSockets in flight to other nodes, and starts no new ones.
func (l *Links) Stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stopped = true
	for _, p := range l.peers {
		p.cancel()
	}
}

// isStopped reports whether Stop was called.
func (l *Links) isStopped() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stopped
}

// Close calls Stop, waits until the requests of other nodes are handled or ctx is done, and closes all
// connections.
func (l *Links) Close(ctx context.Context) {
	l.Stop()
	l.mu.Lock()
	server := l.server
	l.mu.Unlock()
	if server != nil && server.Shutdown(ctx) != nil {
		_ = server.Close()
	}
	l.transport.CloseIdleConnections()
}

// NodeLost ends everything that is in flight to a dead node.
func (l *Links) NodeLost(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p, ok := l.peers[id]; ok {
		p.cancel()
		delete(l.peers, id)
	}
}

// peerOf returns the peer of a node.
func (l *Links) peerOf(id string) *peer {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.peers[id]
	if p == nil {
		p = &peer{}
		p.ctx, p.cancel = context.WithCancel(context.Background())
		l.peers[id] = p
	}
	if l.stopped {
		p.cancel()
	}
	return p
}

// recentFailure returns the error of the last request to a node if it failed a moment ago, so that the requests
// that wait do not all try the node.
func (l *Links) recentFailure(node Node) error {
	p := l.peerOf(node.ID)
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Now().Before(p.retryAt) {
		return &unreachableError{node, p.lastErr}
	}
	return nil
}

// recordReach records whether a request has reached a node, and logs the first failure.
func (l *Links) recordReach(node Node, err error) {
	p := l.peerOf(node.ID)
	l.mu.Lock()
	before := p.lastErr
	p.lastErr, p.retryAt = err, time.Time{}
	if err != nil {
		p.retryAt = time.Now().Add(retryNodeAfter)
	}
	l.mu.Unlock()
	if err != nil && before == nil {
		l.options.Logger.Warn(
			"node is unreachable",
			zap.String("node", node.Name),
			zap.String("addr", node.Addr),
			zap.Error(err),
		)
	}
}

// unreachableError means that a node could not be reached or did not respond.
type unreachableError struct {
	node Node
	err  error
}

// Error implements error.
func (e *unreachableError) Error() string {
	return fmt.Sprintf("node %s at %s is unreachable: %v", e.node.Name, e.node.Addr, e.err)
}

// Unwrap returns the cause.
func (e *unreachableError) Unwrap() error { return e.err }

// post sends a request to a node and returns the body of the response.
func (l *Links) post(ctx context.Context, node Node, path string, body []byte) ([]byte, error) {
	if err := l.recentFailure(node); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	defer context.AfterFunc(l.peerOf(node.ID).ctx, cancel)()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+node.ID+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	var data []byte
	response, err := l.client.Do(request)
	if err == nil {
		data, err = io.ReadAll(io.LimitReader(response.Body, maxResponseBytes))
		_ = response.Body.Close()
		if err == nil && response.StatusCode != http.StatusOK {
			err = fmt.Errorf("%s: %.200s", response.Status, bytes.TrimSpace(data))
		}
	}
	if ctx.Err() == nil {
		l.recordReach(node, err)
	}
	if err != nil {
		return nil, &unreachableError{node, err}
	}
	return data, nil
}

// Collectors returns the metrics of the links.
func (l *Links) Collectors() []prometheus.Collector {
	return []prometheus.Collector{
		l.metrics.sent, l.metrics.received,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Namespace: "archmage",
			Name:      "forwarded_connections",
			Help:      "Connections of people that this node passes on to nodes that have their rooms.",
		}, func() float64 { return float64(l.forwarded.Load()) }),
	}
}
