package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"archmage/client"
	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/matchmaking"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/store/storetest"
	"archmage/internal/strict"
	"archmage/internal/transport"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/operator"
	"archmage/internal/work"
	"archmage/test/conformance"
)

// world is a number of nodes over one store, with links between them, in a synctest bubble. Their
// connections are in memory.
type world struct {
	t     *testing.T
	ctx   context.Context
	db    storetest.Shared
	began time.Time
	rng   *rand.Rand
	nodes []*testNode
	// room is the room of the test.
	room   string
	guests []*guest
}

// testNode is one of the nodes, as the program puts it together.
type testNode struct {
	Node
	w       *world
	nodes   *Nodes
	lobby   *lobby.Lobby
	archive *archive.Archive
	workers *work.Pool
	links   *Links
	rooms   foundRooms
	server  *transport.Server
	public  *http.Server
	// people and others are where players and other nodes connect.
	people, others *memory
	stopped        sync.Once
}

// foundRooms are the rooms of all nodes, and what finds them.
type foundRooms struct {
	*Rooms
	*directory.Directory
	*matchmaking.Matchmaker
}

// operated has the nodes and rooms in the form that package transport needs.
type operated struct {
	*Nodes
	*Rooms
}

func (operated) List() []operator.NodeInfo { return nil }
func (operated) Ready() error              { return nil }

// inWorld runs a test with so many nodes.
func inWorld(t *testing.T, nodes int, do func(*world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{
			t:     t,
			ctx:   t.Context(),
			db:    storetest.NewShared(t),
			began: time.Now(),
			rng:   rand.New(rand.NewPCG(1, 2)),
		}
		for i := range nodes {
			n := w.add(fmt.Sprint("node", i))
			require.NoError(t, n.nodes.Join(w.ctx))
		}
		time.Sleep(testLease) // The nodes learn of each other.
		defer w.stop()
		do(w)
	})
}

// add makes another node, which has not joined.
func (w *world) add(name string) *testNode {
	w.t.Helper()
	identity, err := NewIdentity()
	require.NoError(w.t, err)
	n := &testNode{
		Node: Node{
			ID:      "id-of-" + name,
			Name:    name,
			Addr:    name + ":7000",
			Key:     identity.Key(),
			Version: "1",
			Lease:   testLease,
		},
		w:       w,
		people:  newMemory(),
		others:  newMemory(),
		workers: work.NewPool(1, nil),
	}
	n.nodes = New(w.db.Nodes, n.Node, Options{
		Clustered:  true,
		Clock:      func() time.Duration { return time.Since(w.began) },
		OnNodeLost: func(id string) { n.links.NodeLost(id) },
	})
	games := game.Modules{{Rules: conformance.Toy(), Bots: []game.Bot{bot.NewRandom()}}}
	replays := replay.NewService(1, replay.DefaultBytes)
	n.archive = archive.New(w.db, games, archive.Options{Workers: n.workers, Replays: replays})
	n.lobby = lobby.New(
		w.db,
		games,
		lobby.Options{NodeID: n.ID, Cluster: n.nodes, Workers: n.workers, Replays: replays, Archive: n.archive},
	)
	n.links = NewLinks(LinkOptions{Identity: identity, Nodes: n.nodes, Lobby: n.lobby, Dial: w.dial})
	rooms := NewRooms(n.lobby, n.nodes, n.links)
	n.rooms = foundRooms{rooms, directory.New(w.db, rooms, nil), matchmaking.New(w.db, games, rooms, nil)}
	known := people.New(w.db, people.Options{})
	n.server, err = transport.New(n.rooms, n.archive, known, transport.Options{
		Records: moderation.NewRecords(w.db, known),
		Options: httpx.Options{Limits: httpx.DefaultLimits().Unlimited(), Logger: zap.NewNop()},
		Nodes:   operated{n.nodes, rooms},
		Static: func() (map[string][]byte, error) {
			return map[string][]byte{"index.html": nil, "404.html": nil}, nil
		},
	})
	require.NoError(w.t, err)
	n.public = &http.Server{Handler: n.server.Handler()}
	go func() { _ = n.public.Serve(n.people) }()
	go func() { _ = n.links.Serve(n.others, n.server.FromNodes(), n.server.Connections) }()
	w.nodes = append(w.nodes, n)
	return n
}

// dial connects another node to a node.
func (w *world) dial(ctx context.Context, _, addr string) (net.Conn, error) {
	for _, n := range w.nodes {
		if n.Addr == addr {
			return n.others.dial(ctx, "203.0.113.1:1")
		}
	}
	return nil, fmt.Errorf("there is nobody at %s", addr)
}

// stop stops all nodes.
func (w *world) stop() {
	for _, g := range w.guests {
		g.leave()
	}
	for _, n := range w.nodes {
		n.stop()
	}
	time.Sleep(time.Minute) // Time out everything that waits for connections that are gone.
	synctest.Wait()
}

// stop ends a node as the program does. It stays in the list.
func (n *testNode) stop() {
	n.stopped.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		n.server.Stop()
		n.nodes.Retire(ctx)
		n.lobby.Close()
		n.archive.Close()
		n.workers.Close()
		n.links.Stop()
		n.server.Close(ctx)
		n.others.cut() // A connection in memory has no buffer, so the side that closes it may wait for the other one.
		n.links.Close(ctx)
		_ = n.public.Close()
		n.die()
	})
}

// die stops the heartbeats of a node. Everything else in the node continues.
func (n *testNode) die() {
	if n.nodes.stop != nil { // It has joined.
		n.nodes.stop()
		n.nodes.running.Wait()
	}
}

// memory is a listener for connections in memory.
type memory struct {
	accepts chan net.Conn
	closing chan struct{}
	close   sync.Once

	mu    sync.Mutex
	conns []net.Conn
	// unreachable says that new connections fail.
	unreachable bool
}

func newMemory() *memory { return &memory{accepts: make(chan net.Conn), closing: make(chan struct{})} }

// cameFrom is a connection with the address of the side that has made it.
type cameFrom struct {
	net.Conn
	addr net.Addr
}

func (c cameFrom) RemoteAddr() net.Addr { return c.addr }

// dial connects from an address.
func (m *memory) dial(ctx context.Context, from string) (net.Conn, error) {
	m.mu.Lock()
	unreachable := m.unreachable
	m.mu.Unlock()
	if unreachable {
		return nil, fmt.Errorf("nobody answers")
	}
	addr, err := net.ResolveTCPAddr("tcp", from)
	if err != nil {
		return nil, err
	}
	here, there := net.Pipe()
	select {
	case m.accepts <- cameFrom{there, addr}:
	case <-m.closing:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.conns = append(m.conns, here)
	return here, nil
}

// cut ends every connection.
func (m *memory) cut() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, conn := range m.conns {
		_ = conn.Close()
	}
	m.conns = nil
}

// hear sets whether new connections succeed.
func (m *memory) hear(hears bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.unreachable = !hears
}

// Accept implements net.Listener.
func (m *memory) Accept() (net.Conn, error) {
	select {
	case conn := <-m.accepts:
		return conn, nil
	case <-m.closing:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (m *memory) Close() error {
	m.close.Do(func() { close(m.closing) })
	return nil
}

// Addr implements net.Listener.
func (*memory) Addr() net.Addr { return &net.TCPAddr{} }

// guest is a person who uses a node.
type guest struct {
	w      *world
	node   *testNode
	person people.Person
	token  string
	addr   string
	conn   *client.Conn
}

// guest returns a new person at a node.
func (w *world) guest(n *testNode, name string) *guest {
	w.t.Helper()
	g := &guest{w: w, node: n, addr: fmt.Sprintf("192.0.2.%d:1000", len(w.guests)+1)}
	var me struct{ ID, Name, Token string }
	g.must(http.MethodPost, "/api/me", map[string]any{"name": name, "token": true}, &me)
	g.person, g.token = people.Person{ID: me.ID, Name: me.Name, Kind: people.Guest}, me.Token
	w.guests = append(w.guests, g)
	return g
}

// dial connects to the node of the guest.
func (g *guest) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	return g.node.people.dial(ctx, g.addr)
}

// request makes a request to the node of the guest.
func (g *guest) request(method, path string, body any, header http.Header) (status int, text []byte) {
	g.w.t.Helper()
	var in io.Reader
	if body != nil {
		in = bytes.NewReader(strict.Encode(body))
	}
	r, err := http.NewRequestWithContext(g.w.ctx, method, "http://play.example"+path, in)
	require.NoError(g.w.t, err)
	if header != nil {
		r.Header = header
	}
	if g.token != "" {
		r.Header.Set("Authorization", "Bearer "+g.token)
	}
	web := http.Client{Transport: &http.Transport{DialContext: g.dial, DisableKeepAlives: true}}
	response, err := web.Do(r)
	require.NoError(g.w.t, err)
	defer response.Body.Close()
	text, err = io.ReadAll(response.Body)
	require.NoError(g.w.t, err)
	return response.StatusCode, text
}

// must makes a request that must succeed, and decodes the answer into result unless that is nil.
func (g *guest) must(method, path string, body, result any) {
	g.w.t.Helper()
	status, text := g.request(method, path, body, nil)
	require.Less(g.w.t, status, 300, "%s", text)
	if result != nil {
		require.NoError(g.w.t, json.Unmarshal(text, result))
	}
}

// open opens the room of the test at the node of the guest, who then watches it.
func (g *guest) open(settings client.Settings) {
	g.w.t.Helper()
	var made struct{ ID string }
	g.must(http.MethodPost, "/api/rooms", map[string]any{"settings": settings}, &made)
	g.w.room = made.ID
	g.join()
}

func toyTable() client.Settings {
	return client.Settings{Game: "toy", Seats: 2, Spectators: true, Listed: true}
}

// join watches the room, from the last frame that the guest has seen.
func (g *guest) join() {
	g.w.t.Helper()
	require.NoError(g.w.t, g.tryJoin())
}

func (g *guest) tryJoin() (err error) {
	ctx, cancel := context.WithTimeout(g.w.ctx, time.Minute)
	defer cancel()
	if g.conn != nil {
		return g.conn.Reconnect(ctx)
	}
	g.conn, err = client.Dial(ctx, "http://play.example", g.token, g.w.room, client.Options{NetDial: g.dial})
	return err
}

// leave ends the guest's connection.
func (g *guest) leave() {
	if g.conn != nil {
		g.conn.Close()
	}
	synctest.Wait()
}

// over reports whether the connection has ended, and returns the server's last frame.
func (g *guest) over() (bye *client.Bye, over bool) {
	synctest.Wait()
	select {
	case <-g.conn.Done():
		g.conn.Inspect(func(s *client.State) { bye = s.Bye })
		return bye, true
	default:
		return nil, false
	}
}

// do carries out a command.
func (g *guest) do(command client.Command) {
	g.w.t.Helper()
	require.NoError(g.w.t, g.conn.Send(g.w.ctx, command))
}

// seen is what the server has sent to a guest.
type seen struct {
	sequence        string
	seq             uint64
	public, private string
	asked           *game.DecisionText
	here            []string
}

func (g *guest) sees() (s seen) {
	synctest.Wait()
	g.conn.Inspect(func(state *client.State) {
		public, private, err := state.Documents()
		require.NoError(g.w.t, err)
		s = seen{
			state.Sequence,
			state.Seq,
			string(public),
			string(private),
			state.OpenDecision(),
			state.Presence.Connected,
		}
	})
	return s
}

// begin seats the second player and starts the match.
func (w *world) begin(host, other *guest) {
	w.t.Helper()
	other.do(client.Claim(1))
	host.do(client.Do("start"))
	require.NotEmpty(w.t, other.sees().private)
}

// play lets the players answer that many times.
func (w *world) play(times int, players ...*guest) {
	w.t.Helper()
	for range times {
		for _, g := range players {
			if asked := g.sees().asked; asked != nil {
				g.do(client.Answer(asked.ID, client.RandomAnswer(asked, w.rng)))
				break
			}
		}
	}
}

// has requires that one node has the room.
func (w *world) has(n *testNode) {
	w.t.Helper()
	synctest.Wait()
	for _, one := range w.nodes {
		require.Equal(w.t, one == n, one.lobby.IsLoaded(w.room), one.Name)
	}
}
