package socket

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"archmage/internal/coded"
	"archmage/internal/event/runner"
	"archmage/internal/lobby"
	"archmage/internal/lobby/club"
	"archmage/internal/lobby/directory"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/stream"
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

// Options of sockets. Base, Limits and Rooms are required.
type Options struct {
	Base   *httpx.Base
	Limits *httpx.Limits
	Rooms  Rooms
	// TrustedProxies are the proxies whose connections carry the requests of many clients.
	TrustedProxies []netip.Prefix
	// Bans is nil if this server has no bans.
	Bans *moderation.Bans
	// Nodes are the servers that share the database; nil if there is only this one.
	Nodes Nodes
	// Club has the live document of the server.
	Club *club.Club
	// Events are the events that clients watch; nil if this server has none.
	Events Events
}

// Events are the events that clients watch. [runner.Runner] implements it.
type Events interface {
	// Watch subscribes to an event.
	Watch(ctx context.Context, id string, person people.Person) (*runner.Subscription, error)
}

// Rooms are the rooms that clients watch.
type Rooms interface {
	// Watch subscribes to a room.
	Watch(ctx context.Context, id string, person people.Person, hello stream.Hello) (lobby.Subscription, error)
	// IsLoaded reports whether a room is in memory.
	IsLoaded(id string) bool
}

// Nodes are the servers that share a database.
type Nodes interface {
	// ReleaseIdle gives a room up if no person is in it, and reports whether it did.
	ReleaseIdle(ctx context.Context, room string) bool
	// Connections returns the connections to rooms at the other nodes.
	Connections(ctx context.Context, rooms []string) []directory.Connection
}

// Sockets are the open WebSockets of this node. It is safe for use from many goroutines.
type Sockets struct {
	*httpx.Base
	rooms          Rooms
	club           *club.Club
	events         Events
	nodes          Nodes
	bans           *moderation.Bans
	limits         *httpx.Limits
	trustedProxies []netip.Prefix
	metrics        *metrics

	upgrader websocket.Upgrader
	// buffers has the buffers into which frames are read.
	buffers sync.Pool
	// stopping is true after Stop: new connections are refused.
	stopping atomic.Bool

	mu        sync.Mutex
	conns     map[*conn]struct{}
	addresses map[netip.Addr]int
	// presences counts the connections of each person to each room.
	presences map[presence]int
	// closed is true after Close. drained is closed when no connection is left after that.
	closed  bool
	drained chan struct{}
}

// noRoom is the room of connections to the club and to events.
const noRoom = ""

// presence is a person in a room, by id.
type presence struct{ person, room string }

// New returns Sockets without connections.
func New(options Options) *Sockets {
	s := &Sockets{
		Base:           options.Base,
		rooms:          options.Rooms,
		club:           options.Club,
		events:         options.Events,
		nodes:          options.Nodes,
		bans:           options.Bans,
		limits:         options.Limits,
		trustedProxies: options.TrustedProxies,
		metrics:        newMetrics(),
		buffers:        sync.Pool{New: func() any { return new(bytes.Buffer) }},
		conns:          map[*conn]struct{}{}, addresses: map[netip.Addr]int{}, presences: map[presence]int{},
		drained: make(chan struct{}),
	}
	s.upgrader = websocket.Upgrader{
		HandshakeTimeout: s.limits.WriteTimeout,
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
	}
	return s
}

// Stop makes the server refuse further connections.
func (s *Sockets) Stop() { s.stopping.Store(true) }

// IsStopping reports whether Stop was called.
func (s *Sockets) IsStopping() bool { return s.stopping.Load() }

// add counts a connection, or returns why it must end and the name of the limit that it
// exceeds.
func (s *Sockets) add(c *conn, limits *httpx.Limits) (end ending, limit string) {
	most := limits.ConnectionsLimit()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return endingFor(lobby.CodeRestart), ""
	case limits.Connections > 0 && len(s.conns) >= limits.Connections:
		return endingFor(httpx.CodeTooMany), "connections"
	case most > 0 && s.addresses[c.addr] >= most:
		return endingFor(httpx.CodeTooMany), "connections_per_address"
	case limits.ConnectionsPerPerson > 0 && s.presences[c.presence()] >= limits.ConnectionsPerPerson:
		// The person's own tabs take up the limit. They do not go away by themselves, so
		// the client must not try again.
		return ending{code: httpx.CodeTooMany, status: websocket.ClosePolicyViolation}, "connections_per_person"
	}
	s.conns[c] = struct{}{}
	s.addresses[c.addr]++
	s.presences[c.presence()]++
	return endNone, ""
}

// leave stops counting a connection for its person and room, so that the person can connect again
// while the old connection lingers.
func (s *Sockets) leave(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, added := s.conns[c]; added && !c.hasLeft {
		c.hasLeft = true
		work.Decrement(s.presences, c.presence())
	}
}

// remove forgets a connection that was added.
func (s *Sockets) remove(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
	work.Decrement(s.addresses, c.addr)
	if !c.hasLeft {
		c.hasLeft = true
		work.Decrement(s.presences, c.presence())
	}
	if s.closed && len(s.conns) == 0 {
		close(s.drained)
	}
}

// closeWithin is the time for sending the bye frames when the server stops.
const closeWithin = 2 * time.Second

// Close sends every client a bye frame and waits until all connections
// have ended. It closes those that remain after closeWithin, or when the context
// ends. The rooms must be closed before.
func (s *Sockets) Close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, closeWithin)
	defer cancel()
	end := endingFor(lobby.CodeRestart)
	if s.nodes != nil {
		end = endingFor(lobby.CodeMoved)
	}
	s.mu.Lock()
	if !s.closed && len(s.conns) == 0 {
		close(s.drained)
	}
	s.closed = true
	for c := range s.conns {
		c.stop(end)
	}
	s.mu.Unlock()
	select {
	case <-s.drained:
		return
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		_ = c.ws.Close()
	}
}

// list returns the open connections. Callers use the list without the mutex, so that new
// connections need not wait.
func (s *Sockets) list() []*conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.conns))
}

// endBanned ends the connections of banned people and addresses, and returns their number.
func (s *Sockets) endBanned(bans *moderation.Bans) (ended int) {
	for _, c := range s.list() {
		banned := (*moderation.BanError)(nil)
		if errors.As(bans.Check(c.person, c.addr), &banned) {
			c.setReason(httpx.Explain(&banned.Ban))
			c.stop(endingFor(moderation.CodeBanned))
			ended++
		}
	}
	return ended
}

// networksOf returns the addresses from which a person is connected, as networks.
func (s *Sockets) networksOf(person string) (list []netip.Prefix) {
	for _, c := range s.list() {
		network := netip.PrefixFrom(c.addr, c.addr.BitLen())
		if c.person.ID == person && c.addr.IsValid() && !slices.Contains(list, network) {
			list = append(list, network)
		}
	}
	return list
}

// RoomsOf returns the rooms to which a person is connected.
func (s *Sockets) RoomsOf(person string) (list []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key := range s.presences {
		if key.person == person && key.room != noRoom {
			list = append(list, key.room)
		}
	}
	return list
}

// setReason sets the reason in the bye frames of the connections for which matches returns true.
func (s *Sockets) setReason(matches func(*conn) bool, why *httpx.Explained) {
	for _, c := range s.list() {
		if matches(c) {
			c.setReason(why)
		}
	}
}

// sendNews sends a news frame on the connections for which matches returns true.
func (s *Sockets) sendNews(matches func(*conn) bool) {
	for _, c := range s.list() {
		if matches(c) {
			c.hasNews.Store(true)
			c.wake()
		}
	}
}

// reconnect ends the connections of a person, so that the clients reconnect and get the person's
// new name.
func (s *Sockets) reconnect(person string) {
	for _, c := range s.list() {
		if c.person.ID == person {
			c.stop(endingFor(coded.Busy))
		}
	}
}

// endPerson ends the connections of a person who was removed, and returns their
// number.
func (s *Sockets) endPerson(id string) (ended int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		if c.person.ID == id {
			c.stop(endingFor(people.CodeNoIdentity))
			ended++
		}
	}
	return ended
}

// Connections returns the connections to rooms at this node.
func (s *Sockets) Connections(rooms []string) []directory.Connection {
	list := []directory.Connection{}
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		if !c.hasLeft && slices.Contains(rooms, c.room) {
			list = append(list, directory.Connection{Room: c.room, Person: c.person, Address: c.addr})
		}
	}
	return list
}

// endSessions ends the connections of sessions and API tokens that have ended.
func (s *Sockets) endSessions(keys ...string) {
	ended := map[string]bool{}
	for _, key := range keys {
		ended[key] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		if ended[c.session] {
			c.stop(endingFor(people.CodeNoIdentity))
		}
	}
}

// maxRoomsOfPerson is the maximum number of rooms of one person that FillRooms returns.
const maxRoomsOfPerson = 4

// FillRooms fills in the rooms to which people are connected, at most maxRoomsOfPerson for each id
// that is a key of the map.
func (s *Sockets) FillRooms(people map[string][]string) {
	if len(people) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for key := range s.presences {
		if rooms, wanted := people[key.person]; wanted && key.room != noRoom && len(rooms) < maxRoomsOfPerson {
			people[key.person] = append(rooms, key.room)
		}
	}
}

// endAll ends all connections.
func (s *Sockets) endAll(end ending) {
	for _, c := range s.list() {
		c.stop(end)
	}
}

// AllConnections returns the connections to rooms at all nodes.
func (s *Sockets) AllConnections(ctx context.Context, rooms ...string) []directory.Connection {
	list := s.Connections(rooms)
	if s.nodes != nil {
		list = append(list, s.nodes.Connections(ctx, rooms)...)
	}
	return list
}

// Counts returns the numbers of connections, of their addresses, and of the people in rooms. All
// are 0 when the last connection has ended.
func (s *Sockets) Counts() [3]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return [3]int{len(s.conns), len(s.addresses), len(s.presences)}
}
