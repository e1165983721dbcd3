package lobby

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/faulty"
	"archmage/internal/store/retention"
	"archmage/internal/store/storetest"
	"archmage/internal/stream"
)

// fakeLease is a lease that expires when a test says so.
type fakeLease struct {
	passed atomic.Bool
	lost   chan struct{}
}

func newFakeLease() *fakeLease { return &fakeLease{lost: make(chan struct{})} }

func (l *fakeLease) Holds() bool           { return !l.passed.Load() }
func (l *fakeLease) Lost() <-chan struct{} { return l.lost }

// fakeNode is what a lobby knows of the nodes of a store.
type fakeNode struct {
	id     string
	nodes  storetest.Nodes
	lease  atomic.Pointer[fakeLease]
	leader atomic.Bool
}

func (n *fakeNode) Lease() Lease { return n.lease.Load() }
func (n *fakeNode) Leader() bool { return n.leader.Load() }

func (n *fakeNode) list() []store.Node {
	list, _ := n.nodes.Nodes(context.Background()) // one in memory does not fail
	return list
}

func (n *fakeNode) Lookup(_ context.Context, id string) (store.Node, bool) {
	list := n.list()
	at := slices.IndexFunc(list, func(one store.Node) bool { return one.ID == id })
	if at < 0 {
		return store.Node{}, false
	}
	return list[at], true
}

func (n *fakeNode) Available(id string) (store.Node, bool) {
	one, ok := n.Lookup(context.Background(), id)
	return one, ok && !one.Draining
}

func (n *fakeNode) IsAlone() bool {
	return !slices.ContainsFunc(n.list(), func(one store.Node) bool { return one.ID != n.id && !one.Draining })
}

func (n *fakeNode) TakeDue(ctx context.Context, at time.Time, limit int) ([]store.Wakeup, error) {
	return n.nodes.TakeDue(ctx, n.id, at, limit)
}

// nodes are the two lobbies of a test over one log. The world's own is the first.
type nodes struct {
	*world
	shared        storetest.Shared
	faults        *faultyLog
	first, second *fakeNode
	other         *server
}

// inNodes runs a test with two lobbies.
func inNodes(t *testing.T, options Options, do func(*nodes)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		shared := storetest.NewShared(t)
		n := &nodes{shared: shared, faults: newFaulty(shared)}
		node := func(id string) *fakeNode {
			one := &fakeNode{id: id, nodes: shared.Nodes}
			require.NoError(t, shared.Join(context.Background(), store.Node{ID: id, Name: id, Addr: id + ":7000"}))
			return one
		}
		n.first, n.second = node("n1"), node("n2")
		options.NodeID, options.Cluster = "n1", n.first
		n.first.lease.Store(newFakeLease())
		n.second.lease.Store(newFakeLease())
		kept := newRecordingLog(n.faults)
		w := newWorld(t, kept, options, 1)
		n.world = w
		mine := w.lobby
		options.NodeID, options.Cluster, options.Logger, options.PollInterval = "n2", n.second, w.logger, w.pace.Next
		options.Random = repeatable(2)
		n.other = newServer(kept, w.games, options)
		defer func() { n.other.Close(); mine.Close() }()
		do(n)
		n.other.Close()
		mine.Close()
		w.stop()
		if !w.fails {
			require.Empty(t, w.logs.All())
		}
	})
}

// at sends people's requests to this lobby from now on.
func (n *nodes) at(l *server) { n.lobby = l }

// elsewhere requires an error that names a node.
func (n *nodes) elsewhere(id string, err error, what ...any) {
	n.t.Helper()
	var elsewhere *ElsewhereError
	require.ErrorAs(n.t, err, &elsewhere, what...)
	require.Equal(n.t, id, elsewhere.Node.ID)
	require.Equal(n.t, id+":7000", elsewhere.Node.Addr)
	require.Equal(n.t, n.room, elsewhere.Room)
}

// owner returns the node that has the room, as the log says.
func (n *nodes) owner() string {
	n.t.Helper()
	stored, err := n.log.Room(n.ctx, n.room)
	require.NoError(n.t, err)
	return stored.Owner
}

// pass lets the lease of a node expire.
func (n *nodes) pass(node *fakeNode) {
	lease := node.lease.Load()
	lease.passed.Store(true)
	close(lease.lost)
	n.after(0)
}

// bury makes a node dead in the eyes of the others.
func (n *nodes) bury(id string) {
	n.t.Helper()
	dead, err := n.shared.Bury(n.ctx, id, 0)
	require.NoError(n.t, err)
	require.True(n.t, dead)
}

// A request that needs a room of another node fails with an error that says which node has it.
func TestARoomThatIsElsewhere(t *testing.T) {
	inNodes(t, Options{}, func(n *nodes) {
		ann := n.open("ann", toyTable())
		require.Equal(t, "n1", n.owner())
		bob, l, ctx, id := n.newClient("bob").person, n.other, n.ctx, n.room
		for name, ask := range map[string]func() error{
			"watch":       func() error { _, err := l.Watch(ctx, id, bob, stream.Hello{}); return err },
			"do":          func() error { return l.Do(ctx, id, bob, "", &room.Claim{Seat: 1}) },
			"say":         func() error { return l.sayAs(ctx, id, bob, "", "hello") },
			"lines":       func() error { _, err := l.Lines(ctx, id, bob, 0); return err },
			"remove line": func() error { return l.RemoveLine(ctx, id, 1) },
			"events":      func() error { _, err := l.Events(ctx, id, bob, 0, 10); return err },
			"live steps":  func() error { _, err := l.LiveSteps(ctx, id, bob, 0); return err },
			"board":       func() error { _, err := l.Board(ctx, id, bob); return err },
			"hint":        func() error { _, err := l.Hint(ctx, id, bob); return err },
			"sit":         func() error { return l.Sit(ctx, id, bob) },
			"inspect":     func() error { _, err := l.Inspect(ctx, id); return err },
			"close":       func() error { return l.CloseRoom(ctx, id) },
		} {
			n.elsewhere("n1", ask(), name)
		}
		require.False(t, n.other.IsLoaded(n.room))
		require.True(t, ann.here())
		n.must(ann, &room.ChangeSettings{Settings: room.Settings{Game: "toy", Seats: 3}})

		// The lobby asks the log once, and again when the room has moved.
		asked := n.faults.Calls(faulty.TakeOver)
		for range 5 {
			n.elsewhere("n1", n.other.Sit(n.ctx, n.room, bob))
		}
		require.Equal(t, asked, n.faults.Calls(faulty.TakeOver))
		n.other.Moved(n.room)
		n.elsewhere("n1", n.other.Sit(n.ctx, n.room, bob))
		require.Equal(t, asked+1, n.faults.Calls(faulty.TakeOver))
	})
}

// A room that leaves memory can be taken by any node.
func TestARoomThatNobodyUsesIsReleased(t *testing.T) {
	inNodes(t, Options{IdleAfter: time.Minute}, func(n *nodes) {
		ann := n.open("ann", toyTable())
		n.elsewhere("n1", n.other.Sit(n.ctx, n.room, n.newClient("bob").person))
		ann.leave()
		n.after(2 * time.Minute)
		require.False(t, n.inMemory())
		require.Empty(t, n.owner())
		n.other.Moved(n.room)
		n.at(n.other)
		n.join(ann)
		require.Equal(t, "n2", n.owner())
		require.True(t, n.other.IsLoaded(n.room))
	})
}

// When a node dies, another node takes its rooms as soon as somebody needs them, and continues
// where the first one was.
func TestTheRoomsOfADeadNode(t *testing.T) {
	inNodes(t, Options{}, func(n *nodes) {
		list := n.playing(toyTable(), "ann", "bob")
		n.elsewhere("n1", n.other.sayAs(n.ctx, n.room, list[0].person, "", "hello"))
		before := n.head()
		n.bury("n1")
		n.at(n.other)
		n.join(list...)
		require.Equal(t, "n2", n.owner())
		require.Equal(t, before.Seq, n.head().Seq)
		require.NotEqual(t, before.Epoch, n.head().Epoch)
		n.play(list...)
		require.NotNil(t, list[0].result)
		n.check()
	})
}

// A node whose lease has expired acknowledges nothing and shows nothing more. It tells its clients
// to return at once.
func TestANodeWithoutALease(t *testing.T) {
	inNodes(t, Options{}, func(n *nodes) {
		list := n.playing(toyTable(), "ann", "bob")
		n.pass(n.first)
		for _, c := range list {
			require.False(t, c.here())
			require.Equal(t, CodeMoved, c.bye)
		}
		require.False(t, n.inMemory())
		require.Equal(t, "n1", n.owner(), "it writes nothing more")
		n.requireCode(coded.Busy, n.lobby.sayAs(n.ctx, n.room, list[0].person, "", "hello"))
		_, err := n.lobby.Watch(n.ctx, n.room, list[0].person, stream.Hello{})
		n.requireCode(coded.Busy, err)

		// With another lease the node continues.
		n.first.lease.Store(newFakeLease())
		n.join(list...)
		n.play(list...)
		n.check()
	})
}

// The lease expires while a move is being stored. The move is neither acknowledged nor shown, and
// if it is sent again to the next owner it is not made twice.
func TestALeasePassesWhileAMoveIsStored(t *testing.T) {
	inNodes(t, Options{}, func(n *nodes) {
		ann := n.open("ann", toyTable())
		stored := make(chan struct{})
		n.faults.Inject(faulty.Append, faulty.Stalled(stored))
		rename := room.Command{ID: "1", Body: &room.ChangeSettings{Settings: room.Settings{Game: "toy", Seats: 4}}}
		done := make(chan error, 1)
		go func() { done <- n.lobby.Do(n.ctx, n.room, ann.person, rename.ID, rename.Body) }()
		synctest.Wait()
		frames := len(ann.frames)
		lease := n.first.lease.Load()
		lease.passed.Store(true) // nobody has noticed yet
		close(stored)
		n.requireCode(coded.Busy, <-done)
		n.after(0)
		require.Len(t, ann.frames, frames)
		require.Equal(t, CodeMoved, ann.bye)

		n.bury("n1")
		n.at(n.other)
		entries := n.head().Seq
		n.join(ann)
		require.Len(t, ann.room.Seats, 4, "it was stored")
		n.mustAs(rename.ID, ann, rename.Body)
		require.Equal(t, entries, n.head().Seq)
	})
}

// A chat line that a former owner of a room accepts is not stored.
func TestAFormerOwnerCannotSayAnything(t *testing.T) {
	inNodes(t, Options{}, func(n *nodes) {
		ann := n.open("ann", toyTable())
		n.bury("n1")
		bob := n.newClient("bob")
		first := n.lobby
		n.at(n.other)
		require.NoError(t, bob.join())
		n.after(0)
		n.at(first)
		n.requireCode(coded.Busy, n.lobby.sayAs(n.ctx, n.room, ann.person, "", "hello"))
		n.after(0)
		require.Empty(t, ann.chat)
		require.Empty(t, bob.chat)
		require.False(t, ann.here())
	})
}

// A node that ends hands its rooms over before it tells their clients, so that a client that
// returns at once finds the room at another node. The clocks keep running.
func TestANodeHandsItsRoomsOver(t *testing.T) {
	inNodes(t, Options{}, func(n *nodes) {
		settings := toyTable()
		settings.Clock = room.Clock{Mode: room.ClockBank, Seconds: 600}
		list := n.playing(settings, "ann", "bob")
		require.NoError(t, n.shared.Drain(n.ctx, "n1"))
		came := make(chan error, 1)
		ended := list[0].ended
		go func() {
			<-ended
			_, err := n.other.Watch(n.ctx, n.room, list[0].person, stream.Hello{})
			came <- err
		}()
		n.lobby.Close()
		require.NoError(t, <-came)
		n.after(0)
		require.Equal(t, CodeMoved, list[1].bye)
		require.Equal(t, "n2", n.owner())
		require.NotEqual(t, room.KindStop, n.lastKind())
		n.at(n.other)
		n.join(list...)
		n.play(list...)
		n.check()
	})
}

// The last node stops the clocks, as a server that runs alone does.
func TestTheLastNodeStopsTheClocks(t *testing.T) {
	inNodes(t, Options{}, func(n *nodes) {
		settings := toyTable()
		settings.Clock = room.Clock{Mode: room.ClockBank, Seconds: 600}
		list := n.playing(settings, "ann", "bob")
		n.other.Close()
		require.NoError(t, n.shared.Leave(n.ctx, "n2"))
		n.lobby.Close()
		n.after(0)
		require.Equal(t, room.KindStop, n.lastKind())
		require.Equal(t, CodeRestart, list[0].bye)
		require.Empty(t, n.owner())
	})
}

// Rooms whose clocks run out while their node is dead are divided among the other nodes: each is
// woken by one node.
func TestDueRoomsAreSharedOut(t *testing.T) {
	inNodes(t, Options{IdleAfter: time.Hour}, func(n *nodes) {
		settings := toyTable()
		settings.Clock = room.Clock{Mode: room.ClockDays, Seconds: 24 * 60 * 60}
		const count = 12
		var ids []string
		for range count {
			list := n.playing(settings, "ann", "bob")
			ids = append(ids, n.room)
			for _, c := range list {
				c.leave()
			}
			n.people = nil
		}
		n.after(2 * time.Hour)
		require.Zero(t, n.lobby.Loaded())
		opened, taken := n.lobby.Opened()+n.other.Opened(), n.faults.Calls(faulty.TakeOver)
		n.after(24 * time.Hour)
		for _, id := range ids {
			stored, err := n.log.Room(n.ctx, id)
			require.NoError(t, err)
			require.True(t, stored.Wake.IsZero() || stored.Wake.After(time.Now()), "its clock has run out")
		}
		require.Equal(t, uint64(count), n.lobby.Opened()+n.other.Opened()-opened)
		require.Equal(t, taken+count, n.faults.Calls(faulty.TakeOver), "each once")
	})
}

// A node does not wake a room that another living node has.
func TestDueRoomsOfOthersAreLeftAlone(t *testing.T) {
	inNodes(t, Options{IdleAfter: 100 * time.Hour}, func(n *nodes) {
		settings := toyTable()
		settings.Clock = room.Clock{Mode: room.ClockDays, Seconds: 24 * 60 * 60}
		n.playing(settings, "ann", "bob")
		n.after(25 * time.Hour)
		require.Equal(t, "n1", n.owner())
		require.Zero(t, n.other.Opened())
	})
}

// Only one node deletes what is no longer to be kept, and no room that another node has.
func TestTheLeaderDeletesOldRooms(t *testing.T) {
	options := Options{Retention: Retention{Open: 7 * time.Hour}, IdleAfter: 100 * time.Hour}
	inNodes(t, options, func(n *nodes) {
		ann := n.open("ann", toyTable())
		mine := n.room
		ann.leave() // but the room stays in memory
		id, err := n.lobby.Create(n.ctx, ann.person, toyTable())
		require.NoError(t, err)
		n.after(8 * time.Hour)
		require.Equal(t, []bool{true, true}, n.exist(mine, id), "there is no leader")
		n.second.leader.Store(true)
		n.after(retention.Every)
		require.Equal(t, []bool{true, false}, n.exist(mine, id))
		n.bury("n1")
		n.after(retention.Every)
		require.Equal(t, []bool{false, false}, n.exist(mine, id))
	})
}

// Two lobbies wake the same room at the same time. One gets it; the other one says where it is.
func TestTwoNodesWantOneRoom(t *testing.T) {
	inNodes(t, Options{}, func(n *nodes) {
		id, err := n.lobby.Create(n.ctx, people.Person{ID: "ann", Name: "Ann"}, toyTable())
		require.NoError(t, err)
		n.room = id
		errs := make(chan error, 2)
		for _, l := range []*server{n.lobby, n.other} {
			go func() {
				_, err := l.Inspect(n.ctx, id)
				errs <- err
			}()
		}
		one, two := <-errs, <-errs
		if one == nil {
			one, two = two, one
		}
		require.NoError(t, two)
		require.ErrorAs(t, one, new(*ElsewhereError))
		require.False(t, errors.As(one, new(*store.OwnedError)))
	})
}

// A lobby knows which node has a room without loading it.
func TestTheOwnerOfARoom(t *testing.T) {
	inNodes(t, Options{}, func(n *nodes) {
		owner := func(l *server) string {
			node, err := l.NodeOf(n.ctx, n.room)
			require.NoError(n.t, err)
			return node.ID
		}
		n.room = "none"
		require.Empty(t, owner(n.other))
		ann := n.newClient("ann").person
		id, err := n.lobby.Create(n.ctx, ann, toyTable())
		require.NoError(t, err)
		n.room = id
		require.Empty(t, owner(n.other), "nobody has it yet")
		require.Empty(t, owner(n.lobby))
		require.NoError(t, n.lobby.Do(n.ctx, id, ann, "", &room.SetReady{Ready: true}))
		require.Equal(t, "n1", owner(n.lobby))
		require.Equal(t, "n1", owner(n.other))
		require.Zero(t, n.other.Opened())
		// The lobby remembers the owner until that node is dead, or says that it does not have the
		// room.
		require.True(t, n.lobby.ReleaseIdle(n.ctx, id))
		require.Equal(t, "n1", owner(n.other))
		n.other.Moved(id)
		require.Empty(t, owner(n.other))
		require.NoError(t, n.lobby.Do(n.ctx, id, ann, "", &room.SetReady{Ready: false}))
		require.Equal(t, "n1", owner(n.other))
		n.bury("n1")
		require.Empty(t, owner(n.other))
	})
}

// A room is released only if nobody is connected to it, and with everything that is known of it.
func TestARoomIsYielded(t *testing.T) {
	inNodes(t, Options{}, func(n *nodes) {
		list := n.playing(toyTable(), "ann", "bob")
		require.False(t, n.lobby.ReleaseIdle(n.ctx, n.room))
		list[0].leave()
		require.False(t, n.lobby.ReleaseIdle(n.ctx, n.room))
		require.True(t, list[1].here())
		list[1].leave()
		require.False(t, n.other.ReleaseIdle(n.ctx, n.room), "who does not have it cannot give it up")
		require.True(t, n.lobby.ReleaseIdle(n.ctx, n.room))
		require.Empty(t, n.owner())
		n.after(0)
		require.False(t, n.lobby.IsLoaded(n.room))
		require.False(t, n.lobby.ReleaseIdle(n.ctx, n.room))
		require.Equal(t, room.KindAway, n.lastKind(), "since when they are away is kept")
		n.at(n.other)
		n.join(list...)
		require.Equal(t, "n2", n.owner())
		n.play(list...)
		n.check()
	})
}
