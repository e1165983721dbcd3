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
	"archmage/internal/lobby/directory"
)

// LinkOptions are the settings of [NewLinks].
type LinkOptions struct {
	// Identity is the identity of this node, whose row has its key.
	Identity Identity
	// Nodes is the list of nodes; the nodes in it are trusted.
	Nodes *Nodes
	// Lobby has the rooms of this node.
	Lobby  *lobby.Lobby
	Logger *zap.Logger
	// Dial connects to an address; nil means TCP.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
}

// Links are the connections to the other nodes: HTTP over TLS, in which both sides show the
// certificate that the list of nodes has of them. People's requests about a room of another node
// are passed on to that node, including WebSockets. Besides, nodes ask each other what [calls]
// lists. Links are safe for use from many goroutines.
type Links struct {
	options   LinkOptions
	client    *http.Client
	transport *http.Transport
	server    *http.Server
	sessions  tls.ClientSessionCache
	metrics   linkMetrics
	// passed is how many WebSockets are passed on at the moment.
	passed atomic.Int64
	// connections is the function that Serve got.
	connections func(rooms []string) []directory.Connection

	mu sync.Mutex
	// peers are the other nodes to which something was sent, by id.
	peers   map[string]*peer
	stopped bool
}

// peer is another node.
type peer struct {
	// ctx is the context of everything that is under way to the node.
	ctx context.Context
	end context.CancelFunc
	// failed is the error of the last request, nil if it succeeded. Until the time until, no
	// further request is tried.
	failed error
	until  time.Time
}

const (
	// openWithin bounds the time to connect, and to begin a WebSocket.
	openWithin = 3 * time.Second
	// callWithin bounds the time for a request and its answer.
	callWithin = 15 * time.Second
	// failingFor is how long no request is sent to a node that could not be reached.
	failingFor = 200 * time.Millisecond
	// idleFor is how long a connection stays open without a request.
	idleFor = time.Minute
	// longestCall is the maximum length of a request, longestAnswer that of an answer, in bytes.
	longestCall   = 1 << 20
	longestAnswer = 32 << 20
)

// NewLinks returns the links of a node.
func NewLinks(options LinkOptions) *Links {
	if options.Logger == nil {
		options.Logger = zap.NewNop()
	}
	if options.Dial == nil {
		options.Dial = (&net.Dialer{Timeout: openWithin}).DialContext
	}
	l := &Links{
		options:  options,
		metrics:  newLinkMetrics(),
		sessions: tls.NewLRUClientSessionCache(0),
		peers:    map[string]*peer{},
	}
	l.transport = &http.Transport{
		DialTLSContext: l.dial, DisableCompression: true, MaxIdleConnsPerHost: 16, IdleConnTimeout: idleFor,
		ReadBufferSize: tunnelBuffer, WriteBufferSize: tunnelBuffer,
	}
	l.client = &http.Client{Transport: l.transport}
	return l
}

// dial connects to a node. The address has the node's id in place of a host, so that another
// program at the node's address is not taken for the node.
func (l *Links) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, openWithin)
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

// Serve answers the other nodes until Close. public answers people's requests that they pass on.
// connections returns who is connected to rooms by this node.
func (l *Links) Serve(
	listener net.Listener,
	public http.Handler,
	connections func(rooms []string) []directory.Connection,
) error {
	routes := http.NewServeMux()
	routes.HandleFunc("POST /call/{name}", l.serveCall)
	routes.Handle("/", public)
	only := new(http.Protocols)
	only.SetHTTP1(true)                                                // HTTP/2 has no WebSockets here.
	complaints, _ := zap.NewStdLogAt(l.options.Logger, zap.DebugLevel) // fails only for unknown levels
	l.mu.Lock()
	l.connections = connections
	l.server = &http.Server{
		Handler: routes, TLSConfig: l.options.Identity.config(l.options.Nodes.Trusts), Protocols: only,
		ReadHeaderTimeout: openWithin, IdleTimeout: 2 * idleFor, ErrorLog: complaints,
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

// Stop ends all requests and WebSockets under way to other nodes, and starts no new ones.
func (l *Links) Stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stopped = true
	for _, there := range l.peers {
		there.end()
	}
}

// isStopped reports whether Stop was called.
func (l *Links) isStopped() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stopped
}

// Close calls Stop, waits until the requests of other nodes are answered or ctx is done, and closes
// every connection.
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

// OnNodeLost ends everything that is under way to a node that is no longer alive.
func (l *Links) OnNodeLost(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if there, ok := l.peers[id]; ok {
		there.end()
		delete(l.peers, id)
	}
}

// to returns the peer of a node.
func (l *Links) to(id string) *peer {
	l.mu.Lock()
	defer l.mu.Unlock()
	there := l.peers[id]
	if there == nil {
		there = &peer{}
		there.ctx, there.end = context.WithCancel(context.Background())
		l.peers[id] = there
	}
	if l.stopped {
		there.end()
	}
	return there
}

// failing returns the error of the last request to a node, if it failed a moment ago, so that many
// who wait for the node do not all try.
func (l *Links) failing(node Node) error {
	there := l.to(node.ID)
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Now().Before(there.until) {
		return &unreachableError{node, there.failed}
	}
	return nil
}

// record records whether a request has reached a node, and logs the first one that has not.
func (l *Links) record(node Node, err error) {
	there := l.to(node.ID)
	l.mu.Lock()
	before := there.failed
	there.failed, there.until = err, time.Time{}
	if err != nil {
		there.until = time.Now().Add(failingFor)
	}
	l.mu.Unlock()
	if err != nil && before == nil {
		l.options.Logger.Warn(
			"a node cannot be asked",
			zap.String("node", node.Name),
			zap.String("addr", node.Addr),
			zap.Error(err),
		)
	}
}

// unreachableError says that a node could not be reached, or has not answered.
type unreachableError struct {
	node Node
	err  error
}

// Error implements error.
func (e *unreachableError) Error() string {
	return fmt.Sprintf("the node %s at %s cannot be asked: %v", e.node.Name, e.node.Addr, e.err)
}

// Unwrap returns the cause.
func (e *unreachableError) Unwrap() error { return e.err }

// post sends a request to a node and returns the body of the answer.
func (l *Links) post(ctx context.Context, node Node, path string, body []byte) ([]byte, error) {
	if err := l.failing(node); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, callWithin)
	defer cancel()
	defer context.AfterFunc(l.to(node.ID).ctx, cancel)()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+node.ID+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	var text []byte
	response, err := l.client.Do(request)
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(response.Body, longestAnswer))
		_ = response.Body.Close()
		if err == nil && response.StatusCode != http.StatusOK {
			err = fmt.Errorf("%s: %.200s", response.Status, bytes.TrimSpace(text))
		}
	}
	if ctx.Err() == nil {
		l.record(node, err)
	}
	if err != nil {
		return nil, &unreachableError{node, err}
	}
	return text, nil
}

// Collectors returns the metrics of the links.
func (l *Links) Collectors() []prometheus.Collector {
	return []prometheus.Collector{
		l.metrics.sent, l.metrics.received,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Namespace: "archmage",
			Name:      "forwarded_connections",
			Help:      "Connections of people that this node passes on to nodes that have their rooms.",
		}, func() float64 { return float64(l.passed.Load()) }),
	}
}
