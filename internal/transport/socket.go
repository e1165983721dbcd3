package transport

import (
	"bytes"
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/gorilla/websocket"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/moderation"
	"archmage/internal/transport/httpx"
	"archmage/internal/work"
)

// readBuffer and writeBuffer are the sizes of the buffers for frames, in bytes. A
// client's frame has about 100 bytes, an update about 250; longer ones work too. A
// connection has a write buffer only while it writes.
const (
	readBuffer  = 1 << 10
	writeBuffer = 1 << 10
)

// sendBuffer is how many bytes the operating system may hold for a client that
// does not read. Without a bound it would take megabytes, and the server would
// notice the silence late.
const sendBuffer = 64 << 10

// sockets are the open WebSockets.
type sockets struct {
	upgrader websocket.Upgrader
	// buffers are for frames while they are read.
	buffers sync.Pool

	mu        sync.Mutex
	all       map[*conn]struct{}
	addresses map[netip.Addr]int
	// present counts the connections of each person to each room.
	present map[presence]int
	// closed is true once the server stops. empty is closed when no connections are left
	// after that.
	closed bool
	empty  chan struct{}
}

// presence is a person in a room, by their ids.
type presence struct{ person, room string }

func newSockets(s *Server) *sockets {
	return &sockets{
		upgrader: websocket.Upgrader{
			HandshakeTimeout: s.options.Limits.WriteTimeout,
			ReadBufferSize:   readBuffer,
			WriteBufferSize:  writeBuffer,
			WriteBufferPool:  &sync.Pool{},
			// The origin was checked before.
			CheckOrigin: func(*http.Request) bool { return true },
			Error: func(w http.ResponseWriter, r *http.Request, _ int, _ error) {
				s.Fail(w, r, coded.Malformedf("this address speaks the WebSocket protocol, version 13"))
			},
			// Compressing updates of 250 bytes would cost more than it saves.
			EnableCompression: false,
		},
		buffers: sync.Pool{New: func() any { return new(bytes.Buffer) }},
		all:     map[*conn]struct{}{}, addresses: map[netip.Addr]int{}, present: map[presence]int{},
		empty: make(chan struct{}),
	}
}

// socket answers the request for a WebSocket. A client that has too many gets
// CodeTooMany on the WebSocket itself, because browsers do not tell pages why
// the server refused one.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	session, err := s.Session(r)
	by := session.Person
	if err == nil {
		err = s.CheckBan(by, s.ClientAddr(r))
	}
	if err == nil && s.stopping.Load() {
		err = coded.Errorf(lobby.CodeClosing, "the server is stopping; come back in a moment")
	}
	room := chi.URLParam(r, "room")
	if err == nil && httpx.IsPassedOn(r) && s.options.Nodes.ReleaseIdle(r.Context(), room) {
		// Another node passed the request on, but nobody is in the room, so that node can
		// take it.
		err = httpx.ErrAway
	}
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	response := outboxWriter{ResponseWriter: w}
	ws, err := s.sockets.upgrader.Upgrade(&response, r, nil)
	if err != nil {
		s.Log.Debug("no WebSocket", zap.Stringer("addr", s.ClientAddr(r)), zap.Error(err))
		return
	}
	boundSendBuffer(response.out.Conn)
	c := newConn(s, ws, response.out, session, s.ClientAddr(r), room)
	if err := c.flush(); err != nil {
		_ = ws.Close()
		return
	}
	if end, limit := s.sockets.add(c, &s.options.Limits); end != endNone {
		if limit != "" {
			s.Refused.WithLabelValues(limit).Inc()
		}
		c.bye(end)
		_ = ws.Close()
		return
	}
	if err := s.CheckBan(by, c.addr); err != nil {
		// The ban was added after the request was let in.
		c.stop(endFor(moderation.CodeBanned))
	}
	if _, err := s.Session(r); err != nil {
		// The session was ended after the request was let in, or could not be read.
		refusal, _ := coded.Refusal(err)
		c.stop(endFor(refusal.Code))
	}
	s.metrics.connections.Inc()
	s.Log.Debug("a connection begins", zap.String("person", by.ID), zap.Stringer("addr", c.addr))
	// In a new goroutine, so that the request can be freed.
	go c.run()
}

func boundSendBuffer(socket net.Conn) {
	if secured, ok := socket.(*tls.Conn); ok {
		socket = secured.NetConn()
	}
	if tcp, ok := socket.(interface{ SetWriteBuffer(int) error }); ok {
		// An error here is ignored: without the bound, the server only notices a silent
		// client later.
		_ = tcp.SetWriteBuffer(sendBuffer)
	}
}

// add counts a connection, or returns why it must end and the name of the limit that it
// exceeds.
func (k *sockets) add(c *conn, limits *httpx.Limits) (end ending, limit string) {
	most := limits.ConnectionsOfAddress()
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case k.closed:
		return endFor(lobby.CodeRestart), ""
	case limits.Connections > 0 && len(k.all) >= limits.Connections:
		return endFor(httpx.CodeTooMany), "connections"
	case most > 0 && k.addresses[c.addr] >= most:
		return endFor(httpx.CodeTooMany), "connections_per_address"
	case limits.ConnectionsPerPerson > 0 && k.present[c.presence()] >= limits.ConnectionsPerPerson:
		// The person's own tabs take up the limit. They do not go away by themselves, so
		// the client must not try again.
		return ending{code: httpx.CodeTooMany, status: websocket.ClosePolicyViolation}, "connections_per_person"
	}
	k.all[c] = struct{}{}
	k.addresses[c.addr]++
	k.present[c.presence()]++
	return endNone, ""
}

// leave stops counting a connection to its room, so that the person may connect
// again while the old connection lingers.
func (k *sockets) leave(c *conn) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, added := k.all[c]; added && !c.left {
		c.left = true
		work.Decrement(k.present, c.presence())
	}
}

// remove forgets a connection that was added.
func (k *sockets) remove(c *conn) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.all, c)
	work.Decrement(k.addresses, c.addr)
	if !c.left {
		c.left = true
		work.Decrement(k.present, c.presence())
	}
	if k.closed && len(k.all) == 0 {
		close(k.empty)
	}
}

// closeWithin bounds the time to send bye frames when the server stops.
const closeWithin = 2 * time.Second

// closeSockets sends every client a bye frame and waits until all connections
// have ended. It closes those that remain after closeWithin, or when the context
// ends. The rooms must be closed before.
func (s *Server) closeSockets(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, closeWithin)
	defer cancel()
	end := endFor(lobby.CodeRestart)
	if s.options.Nodes != nil {
		end = endFor(lobby.CodeMoved)
	}
	k := s.sockets
	k.mu.Lock()
	if !k.closed && len(k.all) == 0 {
		close(k.empty)
	}
	k.closed = true
	for c := range k.all {
		c.stop(end)
	}
	k.mu.Unlock()
	select {
	case <-k.empty:
		return
	case <-ctx.Done():
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for c := range k.all {
		_ = c.ws.Close()
	}
}
