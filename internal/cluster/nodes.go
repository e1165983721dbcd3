// Package cluster lets several servers that share a PostgreSQL database act as one. It knows which
// of them are alive, and passes requests about a room on to the node that has the room.
//
// Which rooms this node has is decided in package lobby. That is safe without this package, because
// the log refuses the writes of a former owner.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"archmage/internal/lobby"
	"archmage/internal/store"
	"archmage/internal/work"
)

// Node is one of the servers.
type Node = store.Node

// Protocol is the version of the requests between nodes. Nodes with different versions do not work
// together.
const Protocol = 3

// A node gives beatsInLease signs of life during its lease. It stops 1/safetyPart of the lease
// before other nodes may take its rooms, because clocks do not all run at the same speed.
const (
	beatsInLease = 6
	safetyPart   = 10
)

// Options are the settings of [New].
type Options struct {
	// Several says that the node works with others. A server that runs alone only records that it
	// is alive.
	Several bool
	// Rooms returns how many rooms this node has in memory; nil means none.
	Rooms func() int
	// Receive is called with the data that other nodes broadcast, in order. It is called with nil at
	// the beginning, and when some data may have been missed. If Receive is nil, broadcasts are ignored.
	Receive func(ctx context.Context, data []byte)
	// OnNodeLost is called with the id of a node that is no longer alive; nil means no call.
	OnNodeLost func(id string)
	Logger     *zap.Logger
	// Clock never stands still, not even while the machine sleeps; nil means the system's clock.
	Clock func() time.Duration
}

// Nodes is what a node knows of all nodes, including itself. It is safe for use from many
// goroutines.
type Nodes struct {
	store   store.Nodes
	self    Node
	options Options
	log     *zap.Logger

	lease  atomic.Pointer[Lease]
	leader atomic.Bool
	list   atomic.Pointer[[]Node]
	buried atomic.Uint64
	lapsed atomic.Uint64

	drain    chan struct{}
	draining sync.Once
	stop     context.CancelFunc
	running  sync.WaitGroup

	// missed says that broadcasts may have been missed.
	missed atomic.Bool
	// signal is the number of the last broadcast. unreadable says that the last attempt to read
	// broadcasts failed. Only the goroutine that calls receive uses them.
	signal     uint64
	unreadable bool

	// Only the goroutine that calls tick uses the fields below.

	beat uint64
	seen map[string]sighting
	// failing says that the last beat could not be stored.
	failing bool
}

// sighting is the last beat of a node, and since when it has been the last, by this node's clock.
type sighting struct {
	beat  uint64
	since time.Time
}

// New returns the nodes of a store. This node is not one of them until Join.
func New(db store.Nodes, self Node, options Options) *Nodes {
	if options.Logger == nil {
		options.Logger = zap.NewNop()
	}
	if options.Clock == nil {
		options.Clock = sinceBoot
	}
	if options.Rooms == nil {
		options.Rooms = func() int { return 0 }
	}
	if options.Receive == nil {
		options.Receive = func(context.Context, []byte) {}
	}
	n := &Nodes{
		store: db, self: self, options: options, log: options.Logger, drain: make(chan struct{}),
		seen: map[string]sighting{}, beat: self.Beat,
	}
	n.list.Store(&[]Node{})
	lost := newLease(options.Clock, 0)
	lost.end()
	n.lease.Store(lost)
	return n
}

// repeat calls do that many times per lease until ctx is done.
func (n *Nodes) repeat(ctx context.Context, times time.Duration, do func()) {
	ticker := time.NewTicker(n.self.Lease / times)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			do()
		}
	}
}

// watchLease ends the lease if it has expired.
func (n *Nodes) watchLease() {
	if lease := n.lease.Load(); !lease.Holds() {
		n.lose(lease)
	}
}

// lose ends a lease, and logs that once.
func (n *Nodes) lose(lease *Lease) {
	if lease.end() && n.options.Several {
		n.lapsed.Add(1)
		n.log.Warn("this node has lost its rooms: it could not show in time that it is alive")
	}
}

// tick gives a sign of life and looks at those of the other nodes. It reports whether this node
// could show that it is alive.
func (n *Nodes) tick(ctx context.Context) bool {
	within, cancel := context.WithTimeout(ctx, n.self.Lease/2)
	defer cancel()
	before := n.options.Clock()
	n.beat++
	listed, err := n.store.Beat(within, n.self.ID, n.beat, n.options.Rooms())
	if err == nil && !listed {
		self := n.self
		self.Beat = n.beat
		err = n.store.Join(within, self)
	}
	if err != nil {
		if !n.failing && ctx.Err() == nil {
			n.log.Warn("this node cannot show that it is alive", zap.Error(err))
		}
		n.failing = true
		return false
	}
	if n.failing {
		// During that time the others could not be seen either.
		now := time.Now()
		for id, last := range n.seen {
			n.seen[id] = sighting{last.beat, now}
		}
	}
	n.failing = false
	until := before + n.self.Lease - n.self.Lease/safetyPart
	lease := n.lease.Load()
	if !listed || !lease.renew(until) {
		// Other nodes have taken this node's rooms, or may have.
		n.lose(lease)
		n.lease.Store(newLease(n.options.Clock, until))
		n.missed.Store(true)
	}
	n.look(within)
	return true
}

// look reads the list of nodes.
func (n *Nodes) look(ctx context.Context) {
	asked := time.Now()
	list, err := n.store.Nodes(ctx)
	if err == nil {
		err = n.update(ctx, list, asked)
	}
	if err != nil && ctx.Err() == nil {
		n.log.Warn("the other nodes cannot be looked at", zap.Error(err))
	}
}

// update takes a list of nodes that was requested at the time asked, and removes the dead ones from
// it and from the store.
func (n *Nodes) update(ctx context.Context, list []Node, asked time.Time) error {
	now, leader := time.Now(), false
	var living []Node
	for i := range list {
		other := &list[i]
		before, known := n.seen[other.ID]
		if !known || before.beat != other.Beat {
			before = sighting{other.Beat, now}
			n.seen[other.ID] = before
		}
		if other.ID != n.self.ID && asked.Sub(before.since) >= other.Lease {
			dead, err := n.store.RemoveDead(ctx, other.ID, other.Beat)
			if err != nil {
				return err
			}
			if dead {
				n.buried.Add(1)
				n.log.Warn(
					"a node is dead: its rooms are free",
					zap.String("node", other.Name),
					zap.String("id", other.ID),
				)
				continue
			}
		}
		leader = leader || other.Leader
		if living = append(living, *other); other.ID == n.self.ID {
			n.leader.Store(other.Leader)
			if other.Draining {
				n.draining.Do(func() { close(n.drain) })
			}
		}
	}
	for id := range n.seen {
		if !slices.ContainsFunc(living, func(other Node) bool { return other.ID == id }) {
			delete(n.seen, id)
			if n.options.OnNodeLost != nil {
				n.options.OnNodeLost(id)
			}
		}
	}
	n.list.Store(&living)
	if !leader && n.options.Several {
		return n.store.Elect(ctx, n.self.ID)
	}
	return nil
}

// receive reads the broadcasts of the other nodes and passes them to Options.Receive.
func (n *Nodes) receive(ctx context.Context) {
	signals, err := n.store.Signals(ctx, n.signal)
	if err != nil {
		if !n.unreadable && ctx.Err() == nil {
			n.log.Warn("what other nodes tell cannot be read", zap.Error(err))
		}
		n.unreadable = true
		return
	}
	n.unreadable = false
	if n.missed.Swap(false) {
		n.pass(ctx, nil)
	}
	for i := range signals {
		n.signal = signals[i].Number
		if signals[i].Node != n.self.ID {
			n.pass(ctx, signals[i].Data)
		}
	}
}

// pass passes a broadcast to Options.Receive, which may panic.
func (n *Nodes) pass(ctx context.Context, data []byte) {
	err := work.Catch(func() error {
		n.options.Receive(ctx, data)
		return nil
	})
	if err != nil {
		n.log.Error("what another node broadcast could not be done", zap.Error(err))
	}
}

// Self returns this node.
func (n *Nodes) Self() Node { return n.self }

// Lease returns the lease of this node, which may have expired.
func (n *Nodes) Lease() lobby.Lease { return n.lease.Load() }

// Holds reports whether this node may answer for its rooms now.
func (n *Nodes) Holds() bool { return n.lease.Load().Holds() }

// Leader reports whether this node does what one node does for all.
func (n *Nodes) Leader() bool { return n.leader.Load() && n.Holds() }

// List returns the nodes that this node believes to be alive, including itself, by name.
func (n *Nodes) List() []Node { return *n.list.Load() }

// Alone reports whether no other node takes rooms.
func (n *Nodes) Alone() bool {
	return !slices.ContainsFunc(n.List(), func(other Node) bool { return other.ID != n.self.ID && !other.Draining })
}

// Lookup returns a living node by its id. It asks the store if it does not know the id.
func (n *Nodes) Lookup(ctx context.Context, id string) (Node, bool) {
	is := func(other Node) bool { return other.ID == id }
	list := n.List()
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i], true
	}
	list, err := n.store.Nodes(ctx)
	if err != nil {
		n.log.Warn("the nodes cannot be listed", zap.Error(err))
	}
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i], true
	}
	return Node{}, false
}

// Trusts reports whether a key belongs to a node that this node believes to be alive.
func (n *Nodes) Trusts(key string) bool {
	return slices.ContainsFunc(n.List(), func(other Node) bool { return other.Key == key && key != "" })
}

// Living returns a node by its id, if this node knows that the node is alive and takes rooms.
func (n *Nodes) Living(id string) (Node, bool) {
	list := n.List()
	i := slices.IndexFunc(list, func(other Node) bool { return other.ID == id && !other.Draining })
	if i < 0 {
		return Node{}, false
	}
	return list[i], true
}

// TakeDue gives this node at most limit of the rooms that no node has and whose wake-up is due. It
// returns the wake-ups that are due of all rooms that this node has.
func (n *Nodes) TakeDue(ctx context.Context, at time.Time, limit int) ([]store.Wakeup, error) {
	return n.store.TakeDue(ctx, n.self.ID, at, limit)
}

// Broadcast sends data to the other nodes, whose Options.Receive gets it within a second.
func (n *Nodes) Broadcast(ctx context.Context, data []byte) error {
	return n.store.Signal(ctx, n.self.ID, data)
}

// Drain tells a node to hand its rooms over and to end. name is the node's id, or its name if only
// one node has that name. It fails with ErrNoNode.
func (n *Nodes) Drain(ctx context.Context, name string) error {
	list, err := n.store.Nodes(ctx)
	if err != nil {
		return err
	}
	id := ""
	for i := range list {
		switch {
		case list[i].ID == name:
			return n.drainNode(ctx, name)
		case list[i].Name == name && id != "":
			return fmt.Errorf("%w: several have the name %s; use the id", ErrNoNode, name)
		case list[i].Name == name:
			id = list[i].ID
		}
	}
	if id == "" {
		return fmt.Errorf("%w %s", ErrNoNode, name)
	}
	return n.drainNode(ctx, id)
}

func (n *Nodes) drainNode(ctx context.Context, id string) error {
	err := n.store.Drain(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("%w %s", ErrNoNode, id)
	}
	return err
}

// ErrNoNode says that the node does not exist.
var ErrNoNode = errors.New("there is no node")

// Drained returns a channel that is closed when Drain was called for this node.
func (n *Nodes) Drained() <-chan struct{} { return n.drain }

// Retire tells the others that this node takes no more rooms and is not the leader. The node keeps
// the rooms that it has.
func (n *Nodes) Retire(ctx context.Context) {
	n.leader.Store(false)
	if err := n.store.Drain(ctx, n.self.ID); err != nil && !errors.Is(err, store.ErrNotFound) {
		n.log.Warn("the other nodes could not be told that this one ends", zap.Error(err))
	}
}

// Close removes this node from the list. Any node may take its rooms then.
func (n *Nodes) Close(ctx context.Context) error {
	if n.stop == nil {
		return nil // The node has never joined.
	}
	n.stop()
	n.running.Wait()
	n.lease.Load().end()
	return n.store.Leave(ctx, n.self.ID)
}

// Stats counts what has happened since the node was started.
type Stats struct {
	// Buried is how many nodes this node has found dead; Lapsed is how often it has lost its own
	// rooms.
	Buried, Lapsed uint64
	// LeaseLeft is how long the lease lasts without another sign of life; negative if it has
	// expired.
	LeaseLeft time.Duration
}

// Stats returns what this node has counted.
func (n *Nodes) Stats() Stats {
	return Stats{Buried: n.buried.Load(), Lapsed: n.lapsed.Load(), LeaseLeft: n.lease.Load().left()}
}
