package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"archmage/internal/client"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/gametest"
	"archmage/internal/lobby"
	"archmage/internal/patch"
	"archmage/internal/people"
	"archmage/internal/replay"
	"archmage/internal/room"
	"archmage/internal/store/storetest"
	"archmage/internal/stream"
	"archmage/internal/work"
)

// world are some nodes over one log, with links between them, in a synctest bubble.
// Their connections are in memory.
type world struct {
	t     *testing.T
	ctx   context.Context
	log   storetest.Shared
	began time.Time
	certs string
	rng   *rand.Rand
	nodes []*testNode
	// room is the room of the test.
	room string
	all  []*viewer
}

// testNode is one of the nodes.
type testNode struct {
	Node
	nodes   *Nodes
	lobby   *lobby.Lobby
	workers *work.Pool
	links   *Links
	rooms   *Rooms
	// accepts are connections to this node; conns are their other ends.
	accepts chan net.Conn
	closing chan struct{}
	close   sync.Once
	mu      sync.Mutex
	conns   []net.Conn
	// deaf: connections to it fail.
	deaf bool
	dead sync.Once
}

// inWorld runs a test with so many nodes.
func inWorld(t *testing.T, nodes int, do func(*world)) {
	t.Helper()
	certs := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, ctx: t.Context(), log: storetest.NewShared(t), began: time.Now(), certs: certs, rng: rand.New(rand.NewPCG(1, 2))}
		for i := range nodes {
			n := w.add(fmt.Sprint("node", i), "1")
			require.NoError(t, n.nodes.Join(w.ctx))
		}
		time.Sleep(testLease) // They know each other.
		defer w.stop()
		do(w)
	})
}

// add makes another node, which has not joined.
func (w *world) add(name, version string) *testNode {
	w.t.Helper()
	folder := w.certs + "/" + name
	require.NoError(w.t, MakeCertificate(w.certs, folder, []string{name}))
	config, err := LoadCertificate(folder)
	require.NoError(w.t, err)
	random := rand.New(rand.NewPCG(uint64(len(w.nodes)), 3))
	var turn sync.Mutex
	n := &testNode{
		Node:    Node{ID: "id of " + name, Name: name, Addr: name + ":7000", Version: version, Lease: testLease},
		accepts: make(chan net.Conn), closing: make(chan struct{}), workers: work.NewPool(1),
	}
	n.nodes = New(w.log.Nodes, n.Node, Options{
		Several: true, Clock: func() time.Duration { return time.Since(w.began) }, Gone: func(id string) { n.links.Lost(id) },
	})
	games := game.Modules{{Rules: gametest.Toy(), Bots: []game.Bot{bot.NewRandom()}}}
	n.lobby = lobby.New(w.log, games, lobby.Options{Owner: n.ID, Cluster: n.nodes, Workers: n.workers, Replays: replay.NewService(1, replay.DefaultBytes), Random: func(b []byte) {
		turn.Lock()
		defer turn.Unlock()
		for i := range b {
			b[i] = byte(random.Uint32())
		}
	}})
	n.links = NewLinks(LinkOptions{Self: n.Node, TLS: config, Lobby: n.lobby, Logger: zap.NewNop(), Dial: w.dial})
	n.rooms = NewRooms(n.lobby, n.links, n.nodes.Known)
	go func() { _ = n.links.Serve(pipeListener{n}) }()
	w.nodes = append(w.nodes, n)
	return n
}

// stop stops all nodes.
func (w *world) stop() {
	for _, n := range w.nodes {
		n.lobby.Close()
		n.workers.Close()
	}
	for _, n := range w.nodes {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		n.links.Close(ctx)
		cancel()
	}
	for _, n := range w.nodes {
		n.cut()
		n.die()
	}
	// What waits for connections that are gone.
	time.Sleep(time.Minute)
	synctest.Wait()
}

// dial connects to a node.
func (w *world) dial(ctx context.Context, _, addr string) (net.Conn, error) {
	at := slices.IndexFunc(w.nodes, func(n *testNode) bool { return n.Addr == addr })
	n := w.nodes[at]
	n.mu.Lock()
	deaf := n.deaf
	n.mu.Unlock()
	if deaf {
		return nil, fmt.Errorf("nobody answers at %s", addr)
	}
	here, there := net.Pipe()
	select {
	case n.accepts <- there:
	case <-n.closing:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	n.mu.Lock()
	n.conns = append(n.conns, here)
	n.mu.Unlock()
	return here, nil
}

// cut ends every connection to the node.
func (n *testNode) cut() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, conn := range n.conns {
		_ = conn.Close()
	}
	n.conns = nil
}

// hear makes new connections to the node fail or not.
func (n *testNode) hear(hears bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.deaf = !hears
}

// pipeListener takes the connections to a node.
type pipeListener struct{ n *testNode }

func (l pipeListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.n.accepts:
		return conn, nil
	case <-l.n.closing:
		return nil, net.ErrClosed
	}
}

func (l pipeListener) Close() error {
	l.n.close.Do(func() { close(l.n.closing) })
	return nil
}

func (l pipeListener) Addr() net.Addr { return pipeAddr{} }

type pipeAddr struct{}

func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return "pipe" }

// die stops the signs of life of a node, which goes on otherwise.
func (n *testNode) die() {
	n.dead.Do(func() {
		if n.nodes.stop != nil { // It has joined.
			n.nodes.stop()
			n.nodes.running.Wait()
		}
	})
}

// viewer is somebody who watches the room at a node.
type viewer struct {
	w      *world
	node   *testNode
	person people.Person
	sub    lobby.Subscription

	inbox *inbox
	// stuck: nothing is read.
	stuck chan struct{}

	sequence        string
	seq             uint64
	public, private []byte
	decisions       []game.DecisionText
	info            room.Info
	here            []string
	chat            []string
	count           map[string]int
}

// inbox is what has come by one subscription.
type inbox struct {
	mu     sync.Mutex
	frames [][]byte
	closed bool
}

// open opens the room of the test at a node, and lets its host watch it there.
func (w *world) open(n *testNode, host string, settings room.Settings) *viewer {
	w.t.Helper()
	v := w.person(n, host)
	var err error
	w.room, err = n.rooms.Create(w.ctx, v.person, settings)
	require.NoError(w.t, err)
	v.join()
	return v
}

// played opens the room at the first node, for two who are at the second and the third,
// and lets them play a little.
func (w *world) played() (ann, bob *viewer) {
	w.t.Helper()
	ann = w.open(w.nodes[0], "ann", toyTable())
	ann.sub.Close()
	ann.node = w.nodes[1]
	ann.join()
	bob = w.watcher(w.nodes[2], "bob")
	w.begin(ann, bob)
	w.play(3, ann, bob)
	return ann, bob
}

func toyTable() room.Settings {
	return room.Settings{Game: "toy", Seats: 2, Spectators: true, Undo: true, Listed: true}
}

// person returns somebody who is connected to a node.
func (w *world) person(n *testNode, name string) *viewer {
	v := &viewer{w: w, node: n, person: people.Person{ID: name, Name: "The " + name, Kind: people.Guest}, count: map[string]int{}}
	w.all = append(w.all, v)
	return v
}

// watcher returns somebody who watches the room at a node.
func (w *world) watcher(n *testNode, name string) *viewer {
	w.t.Helper()
	v := w.person(n, name)
	v.join()
	return v
}

// join watches the room from what was seen last.
func (v *viewer) join() {
	v.w.t.Helper()
	sub, err := v.node.rooms.Watch(v.w.ctx, v.w.room, v.person, stream.Hello{Sequence: v.sequence, Seq: v.seq})
	require.NoError(v.w.t, err)
	v.take(sub)
}

func (v *viewer) take(sub lobby.Subscription) {
	v.read() // what came by the last one
	v.sub, v.inbox, v.chat = sub, &inbox{}, nil
	v.count = map[string]int{}
	stuck, in := v.stuck, v.inbox
	go func() {
		if stuck != nil {
			<-stuck
		}
		for frame := range sub.Frames() {
			in.mu.Lock()
			in.frames = append(in.frames, frame)
			in.mu.Unlock()
		}
		in.mu.Lock()
		in.closed = true
		in.mu.Unlock()
	}()
	v.read()
}

// settle waits until nothing happens any more.
func (w *world) settle() {
	time.Sleep(time.Millisecond)
	synctest.Wait()
}

// read takes in every frame that has come.
func (v *viewer) read() {
	v.w.t.Helper()
	v.w.settle()
	if v.inbox == nil {
		return
	}
	v.inbox.mu.Lock()
	frames := v.inbox.frames
	v.inbox.frames = nil
	v.inbox.mu.Unlock()
	for _, frame := range frames {
		v.see(frame)
	}
}

// ended returns whether the subscription has ended, and why.
func (v *viewer) ended() (coded.Code, bool) {
	v.read()
	v.inbox.mu.Lock()
	defer v.inbox.mu.Unlock()
	if !v.inbox.closed {
		return "", false
	}
	return v.sub.Ended(), true
}

// see takes in a frame. Frames of the match follow each other without gaps.
func (v *viewer) see(data []byte) {
	t := v.w.t
	t.Helper()
	var f struct {
		Type      string              `json:"type"`
		Sequence  string              `json:"sequence"`
		Seq       uint64              `json:"seq"`
		Public    json.RawMessage     `json:"public"`
		Private   json.RawMessage     `json:"private"`
		Decisions []game.DecisionText `json:"decisions"`
		Here      []string            `json:"here"`
		Text      string              `json:"text"`
	}
	require.NoError(t, json.Unmarshal(data, &f), "%s", data)
	v.count[f.Type]++
	switch f.Type {
	case "room":
		v.info = room.Info{}
		require.NoError(t, json.Unmarshal(data, &v.info))
	case "presence":
		v.here = f.Here
	case "chat":
		v.chat = append(v.chat, f.Text)
	case "snapshot":
		v.sequence, v.seq, v.public, v.private, v.decisions = f.Sequence, f.Seq, f.Public, f.Private, f.Decisions
	case "update":
		require.Equal(t, v.seq+1, f.Seq, "%s: a gap", v.person.ID)
		v.seq = f.Seq
		v.public, v.private = patched(t, v.public, f.Public), patched(t, v.private, f.Private)
		if f.Decisions != nil {
			v.decisions = f.Decisions
		}
	}
}

func patched(t *testing.T, document, change []byte) []byte {
	t.Helper()
	if change == nil {
		return document
	}
	after, err := patch.Apply(document, change)
	require.NoError(t, err)
	return after
}

// do carries out a command at the node of the viewer, by the subscription if there is
// one.
func (v *viewer) do(body room.Action) error { return v.doAs("", body) }

// doAs is do with an id of the command.
func (v *viewer) doAs(id string, body room.Action) error {
	if v.sub == nil {
		return v.node.rooms.Do(v.w.ctx, v.w.room, v.person, id, body)
	}
	return v.sub.Do(v.w.ctx, id, body)
}

// say adds a line to the chat.
func (v *viewer) say(id, text string) error { return v.sub.Say(v.w.ctx, id, text) }

func (v *viewer) must(body room.Action) { v.mustAs("", body) }

func (v *viewer) mustAs(id string, body room.Action) {
	v.w.t.Helper()
	require.NoError(v.w.t, v.doAs(id, body))
	for _, one := range v.w.all {
		if one.sub != nil {
			one.read()
		}
	}
}

// begin seats the second player and starts the match.
func (w *world) begin(host, guest *viewer) {
	w.t.Helper()
	guest.must(&room.Claim{Seat: 1})
	host.must(&room.Start{})
	require.NotEmpty(w.t, guest.private)
}

// answer returns a random answer to what the viewer is asked, or nil if that is
// nothing.
func (v *viewer) answer() *room.Answer {
	if len(v.decisions) == 0 || v.decisions[0].Answered {
		return nil
	}
	choice, err := json.Marshal(client.RandomAnswer(&v.decisions[0], v.w.rng))
	require.NoError(v.w.t, err)
	return &room.Answer{Decision: v.decisions[0].ID, Choice: choice}
}

// play lets players answer so many times.
func (w *world) play(times int, players ...*viewer) {
	w.t.Helper()
	for range times {
		for _, v := range players {
			if c := v.answer(); c != nil {
				v.must(c)
				break
			}
		}
	}
}
