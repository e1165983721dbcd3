package cluster

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby"
	"archmage/internal/work"
)

// LinkOptions are the settings of [NewLinks].
type LinkOptions struct {
	// Self is this node, of which the id and the version are used.
	Self Node
	// TLS is what LoadCertificate returns.
	TLS *tls.Config
	// Lobby has the rooms of this node.
	Lobby  *lobby.Lobby
	Logger *zap.Logger
	// Dial connects to an address; nil means TCP.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
}

// Links are the connections to the other nodes: HTTP/2 over TLS in which both sides
// show a certificate. What is done in a room is a request with an answer; the frames
// of a room are a stream of their own ([trunk]), so that one that nobody reads stops
// no other. They are safe for use from many goroutines.
type Links struct {
	options LinkOptions
	client  *http.Client
	server  *http.Server
	metrics linkMetrics
	// stopping is closed when this node stops; serving are the requests of other
	// nodes.
	stopping chan struct{}
	serving  sync.WaitGroup

	mu sync.Mutex
	// relays are by room; trunks by the id that the other node has given.
	relays map[string]*relay
	trunks map[string]*trunk
	// nodes are the other nodes to which something has gone, by id.
	nodes   map[string]*peer
	stopped bool
}

// peer is another node.
type peer struct {
	// ctx is that of everything that is under way to the node.
	ctx context.Context
	end context.CancelFunc
	// failed is why the last request could not be made, nil if it could; until is
	// how long no other one is tried.
	failed error
	until  time.Time
}

const (
	// A node that does not answer a ping within pingWithin, sent when nothing has come
	// for pingAfter, has lost the connection.
	pingAfter  = 2 * time.Second
	pingWithin = 3 * time.Second
	// openWithin bounds the time to connect and to begin a stream.
	openWithin = 3 * time.Second
	// callWithin bounds the time of a request.
	callWithin = 15 * time.Second
	// failingFor is how long a node that could not be asked is not asked again.
	failingFor = 200 * time.Millisecond
	// longestCall bounds a request, longestAnswer an answer, in bytes.
	longestCall   = 1 << 20
	longestAnswer = 32 << 20
)

// The headers of every request: the versions of both sides must be the same, and the
// node must be the one that is meant.
const (
	headerVersion = "Archmage-Version"
	headerNode    = "Archmage-Node"
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
		options: options, metrics: newLinkMetrics(), stopping: make(chan struct{}),
		relays: map[string]*relay{}, trunks: map[string]*trunk{}, nodes: map[string]*peer{},
	}
	only := new(http.Protocols)
	only.SetHTTP2(true)
	l.client = &http.Client{Transport: &http.Transport{
		TLSClientConfig: options.TLS.Clone(), Protocols: only, TLSHandshakeTimeout: openWithin, DisableCompression: true,
		HTTP2: &http.HTTP2Config{SendPingTimeout: pingAfter, PingTimeout: pingWithin, MaxReceiveBufferPerStream: busyTrunk},
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := options.Dial(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			return &countedConn{conn, &l.metrics}, nil
		},
	}}
	complaints, _ := zap.NewStdLogAt(options.Logger, zap.DebugLevel) // it fails for other levels alone
	routes := http.NewServeMux()
	routes.HandleFunc("POST /call/{name}", l.serveCall)
	routes.HandleFunc("POST /trunk/{room}/{id}", l.serveTrunk)
	l.server = &http.Server{
		Handler: l.checked(routes), TLSConfig: options.TLS.Clone(), Protocols: only, ReadHeaderTimeout: openWithin, ErrorLog: complaints,
		HTTP2: &http.HTTP2Config{MaxConcurrentStreams: 1 << 16, SendPingTimeout: pingAfter, PingTimeout: pingWithin},
	}
	return l
}

// Serve answers the other nodes until Close.
func (l *Links) Serve(listener net.Listener) error {
	err := l.server.ServeTLS(countedListener{listener, &l.metrics}, "", "")
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// Stop ends what goes to other nodes: those who watch their rooms here are told to
// come back at once, to another node. What rooms of this node have sent is still sent.
func (l *Links) Stop() {
	l.mu.Lock()
	if l.stopped {
		l.mu.Unlock()
		return
	}
	l.stopped = true
	close(l.stopping)
	var relays []*relay
	for _, r := range l.relays {
		relays = append(relays, r)
	}
	l.mu.Unlock()
	for _, r := range relays {
		r.end(lobby.CodeMoved)
	}
}

// lastWords is how long connections stay open after the last request, for what is
// still in their buffers.
const lastWords = 100 * time.Millisecond

// Close stops, waits until what rooms have sent has left, or until the context ends,
// and ends every connection.
func (l *Links) Close(ctx context.Context) {
	l.Stop()
	served := make(chan struct{})
	go func() {
		defer close(served)
		l.serving.Wait()
	}()
	select {
	case <-served:
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(ctx, lastWords)
	defer cancel()
	if err := l.server.Shutdown(ctx); err != nil {
		_ = l.server.Close()
	}
	l.client.CloseIdleConnections()
}

// serve counts a request of another node, or reports that this node stops.
func (l *Links) serve() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stopped {
		return false
	}
	l.serving.Add(1)
	return true
}

// Lost ends everything that is under way to a node that is not alive any more.
func (l *Links) Lost(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if node, ok := l.nodes[id]; ok {
		node.end()
		delete(l.nodes, id)
	}
}

// to returns what is known of a node.
func (l *Links) to(node Node) *peer {
	l.mu.Lock()
	defer l.mu.Unlock()
	there := l.nodes[node.ID]
	if there == nil {
		there = &peer{}
		there.ctx, there.end = context.WithCancel(context.Background())
		l.nodes[node.ID] = there
	}
	return there
}

// failing returns why a request to a node failed a moment ago, so that many who wait
// for the node do not all try.
func (l *Links) failing(node Node) error {
	there := l.to(node)
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Now().Before(there.until) {
		return there.failed
	}
	return nil
}

// note notes whether a request could be made, and logs the first one that could not.
func (l *Links) note(node Node, err error) {
	there := l.to(node)
	l.mu.Lock()
	before := there.failed
	there.failed = err
	if err != nil {
		there.until = time.Now().Add(failingFor)
	}
	l.mu.Unlock()
	if err != nil && before == nil {
		l.options.Logger.Warn("a node cannot be asked", zap.String("node", node.Name), zap.String("addr", node.Addr), zap.Error(err))
	}
}

// unreachableError says that a node could not be asked, or has not answered.
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

// post sends a request to a node.
func (l *Links) post(ctx context.Context, node Node, path string, body io.Reader) (*http.Response, error) {
	if err := l.failing(node); err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+node.Addr+path, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set(headerVersion, l.options.Self.Version)
	request.Header.Set(headerNode, node.ID)
	response, err := l.client.Do(request)
	if err == nil && response.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(response.Body, 1<<10))
		_ = response.Body.Close()
		err = fmt.Errorf("%s: %s", response.Status, bytes.TrimSpace(text))
	}
	if ctx.Err() == nil {
		l.note(node, err)
	}
	if err != nil {
		return nil, err
	}
	return response, nil
}

// answer is what a node answers to a request.
type answer struct {
	Failure *failure        `json:"failure,omitempty"`
	Value   json.RawMessage `json:"value,omitempty"`
	// Work is how much processor time that took, in nanoseconds.
	Work time.Duration `json:"work,omitempty"`
}

// call asks a node to do something, and decodes what it returns. It fails with
// unreachableError, errMoved, or what was wrong at the other node.
func (l *Links) call(ctx context.Context, node Node, name string, q *request, into any) error {
	ctx, cancel := context.WithTimeout(ctx, callWithin)
	defer cancel()
	defer context.AfterFunc(l.to(node).ctx, cancel)()
	response, err := l.post(ctx, node, "/call/"+name, bytes.NewReader(encodeShort(q)))
	var a answer
	if err == nil {
		var text []byte
		if text, err = io.ReadAll(io.LimitReader(response.Body, longestAnswer)); err == nil {
			err = decode(text, &a)
		}
		_ = response.Body.Close()
	}
	if err != nil {
		return &unreachableError{node, err}
	}
	work.Add(ctx, a.Work)
	if a.Failure != nil {
		return a.Failure.err()
	}
	l.moved(q.Room, node.ID)
	if into == nil {
		return nil
	}
	return decode(a.Value, into)
}

// relay returns the relay of a room, or nil if nobody watches it by one.
func (l *Links) relay(room string) *relay {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.relays[room]
}

// moved ends the relay of a room that a node has, if it is to another one, which may
// stand still: those who watch by it are not shown what is done now.
func (l *Links) moved(room, node string) {
	if r := l.relay(room); r != nil && r.node.ID != node {
		r.end(lobby.CodeMoved)
	}
}

// watch lets somebody watch a room that a node has.
func (l *Links) watch(ctx context.Context, node Node, room string, who joining) (lobby.Subscription, error) {
	for {
		r := l.relayTo(node, room)
		if r == nil {
			return nil, errClosing
		}
		sub, err := r.watch(ctx, who)
		if !errors.Is(err, errRelayOver) || ctx.Err() != nil {
			return sub, err
		}
	}
}

var errClosing = coded.Errorf(lobby.CodeClosing, "the server is stopping; come back in a moment")

// relayTo returns the relay of a room to a node, which may be new, or nil if this
// node stops.
func (l *Links) relayTo(node Node, room string) *relay {
	there := l.to(node)
	l.moved(room, node.ID)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stopped {
		return nil
	}
	if r := l.relays[room]; r != nil && r.node.ID == node.ID && !r.isOver() {
		return r
	}
	body, up := io.Pipe()
	ctx, cancel := context.WithCancel(there.ctx)
	r := &relay{
		links: l, node: node, room: room, id: rand.Text(), opened: make(chan struct{}), up: up, cancel: cancel,
		watching: map[uint64]*watcher{}, audiences: map[game.Seat]map[*watcher]struct{}{},
	}
	l.relays[room] = r
	go r.run(ctx, body)
	return r
}

// forget removes a relay.
func (l *Links) forget(r *relay) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.relays[r.room] == r {
		delete(l.relays, r.room)
	}
}

// run opens the trunk of a relay and hands on what comes until it ends.
func (r *relay) run(ctx context.Context, body io.Reader) {
	late := time.AfterFunc(openWithin, r.cancel)
	response, err := r.links.post(ctx, r.node, "/trunk/"+url.PathEscape(r.room)+"/"+r.id, body)
	if !late.Stop() && err == nil {
		err = context.DeadlineExceeded
		_ = response.Body.Close()
	}
	if err != nil {
		r.failed = &unreachableError{r.node, err}
		close(r.opened)
		r.end(lobby.CodeBusy)
		return
	}
	close(r.opened)
	err = r.read(response.Body)
	_ = response.Body.Close()
	if err != nil && ctx.Err() == nil {
		r.links.options.Logger.Warn("a node's frames have ended", zap.String("node", r.node.Name), zap.String("room", r.room), zap.Error(err))
	}
	r.end(lobby.CodeBusy)
}

// checked refuses other nodes that do not fit.
func (l *Links) checked(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		self := &l.options.Self
		switch version := r.Header.Get(headerVersion); {
		case version != self.Version:
			http.Error(w, fmt.Sprintf("this node has version %.60s, the other one %.60s", self.Version, version), http.StatusConflict)
		case r.Header.Get(headerNode) != self.ID:
			http.Error(w, "another node is here now", http.StatusMisdirectedRequest)
		case !l.serve():
			http.Error(w, "this node stops", http.StatusServiceUnavailable)
		default:
			defer l.serving.Done()
			next.ServeHTTP(w, r)
		}
	})
}

// serveCall answers a request of another node.
func (l *Links) serveCall(w http.ResponseWriter, r *http.Request) {
	do, ok := calls[r.PathValue("name")]
	if !ok {
		http.Error(w, "there is no such request", http.StatusNotFound)
		return
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestCall))
	var q request
	if err == nil {
		err = decode(text, &q)
	}
	if err != nil {
		http.Error(w, "the request cannot be read", http.StatusBadRequest)
		return
	}
	var spent atomic.Int64
	ctx := work.With(r.Context(), func(cpu time.Duration) { spent.Add(int64(cpu)) })
	var value any
	if q.Trunk != "" {
		q.sub, err = l.subscription(&q)
	}
	if err == nil {
		value, err = do(ctx, l.options.Lobby, &q)
	}
	a := answer{Failure: failureOf(err), Work: time.Duration(spent.Load())}
	if err == nil && value != nil {
		a.Value = encode(value)
	}
	// An error here is ignored: the other node has left.
	_, _ = w.Write(encode(a))
}

// subscription returns the subscription by which a request comes. It fails with
// errMoved if that is over.
func (l *Links) subscription(q *request) (lobby.Subscription, error) {
	l.mu.Lock()
	t := l.trunks[q.Trunk]
	l.mu.Unlock()
	if t != nil {
		if sub := t.subscription(q.Number); sub != nil {
			return sub, nil
		}
	}
	return nil, errMoved
}

// serveTrunk sends the frames of a room to another node.
func (l *Links) serveTrunk(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	t := newTrunk(r.PathValue("room"), func() { _ = control.SetWriteDeadline(time.Unix(1, 0)) })
	defer t.finish()
	id := r.PathValue("id")
	l.mu.Lock()
	_, taken := l.trunks[id]
	if !taken {
		l.trunks[id] = t
	}
	l.mu.Unlock()
	if taken {
		http.Error(w, "that id is taken", http.StatusConflict)
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	received := make(chan error, 1)
	go func() {
		defer cancel()
		received <- t.receive(ctx, l.options.Lobby, r.Body)
	}()
	err := control.Flush()
	if err == nil {
		err = t.write(ctx, w, l.stopping)
	}
	cancel()
	slow := t.end()
	_ = r.Body.Close()
	err = errors.Join(err, <-received)
	l.mu.Lock()
	delete(l.trunks, id)
	l.mu.Unlock()
	t.leaveLater()
	if slow {
		l.metrics.cut.Inc()
	}
	l.options.Logger.Debug("a trunk ends", zap.String("room", t.room), zap.Bool("slow", slow), zap.Error(err))
}

// Collectors are what the links count.
func (l *Links) Collectors() []prometheus.Collector {
	gauge := func(name, help string, of func(*relay) int) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "archmage", Name: name, Help: help}, func() float64 {
			l.mu.Lock()
			defer l.mu.Unlock()
			n := 0
			for _, r := range l.relays {
				n += of(r)
			}
			return float64(n)
		})
	}
	return append(l.metrics.collectors(),
		gauge("forwarded_audiences", "Audiences here of rooms that other nodes have, each of which gets its frames once.", func(r *relay) int {
			audiences, _ := r.size()
			return audiences
		}),
		gauge("forwarded_connections", "Connections here to rooms that other nodes have.", func(r *relay) int {
			_, connections := r.size()
			return connections
		}),
	)
}
