// Package cluster makes several servers that share a PostgreSQL database act as one. It tracks which of them
// are alive, and forwards requests about a room to the node that owns the room.
//
// Package lobby decides which rooms this node owns. That is safe without this package, because the log refuses
// the writes of a node that has lost a room.
//
// There is no message broker between the nodes, such as Redis or NATS, and no cluster of actors. What nodes
// need of each other is small, because a room is one goroutine at one node and a frame for a player is for
// nobody else. What is hard is that two nodes never write to one room. The database decides that in the
// transaction of the write itself, and every broker would need the same fence, and would be one more service
// to run. Passing whole connections on costs a third less than frames over links of our own.
//
// The package imports lobby and must not import transport. Start reading at [Nodes.Join], which starts the
// heartbeats, and [Rooms.Route], which forwards a request.
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

// Node is one of the servers on a database.
type Node = store.Node

// Protocol is the version of the requests between nodes. Nodes with different versions are incompatible.
const Protocol = 3

// A node sends heartbeatsPerLease heartbeats during its lease. It stops 1/safetyFraction of the lease
// before other nodes can take over its rooms, because clocks do not all run at the same speed.
const (
	heartbeatsPerLease = 6
	safetyFraction     = 10
)

// Options are the settings of [New].
type Options struct {
	// Clustered is true if the node works with others. A node without a cluster only records that
	// it is alive.
	Clustered bool
	// Rooms returns the number of rooms that this node has in memory. nil means none.
	Rooms func() int
	// OnBroadcast is called with the data that other nodes broadcast, in order. It is called with nil at the
	// start, and when broadcasts were possibly missed. If it is nil, broadcasts are ignored.
	OnBroadcast func(ctx context.Context, data []byte)
	// OnNodeLost is called with the id of a dead node, unless it is nil.
	OnNodeLost func(id string)
	Logger     *zap.Logger
	// Clock must go on while the machine is suspended. nil means the system's clock.
	Clock func() time.Duration
}

// Nodes sends the heartbeats of this node and tracks all nodes, including itself. It is safe for concurrent
// use.
type Nodes struct {
	store   store.Nodes
	self    Node
	options Options
	log     *zap.Logger

	lease      atomic.Pointer[Lease]
	leader     atomic.Bool
	list       atomic.Pointer[[]Node]
	deadNodes  atomic.Uint64
	leasesLost atomic.Uint64

	drain    chan struct{}
	draining sync.Once
	stop     context.CancelFunc
	running  sync.WaitGroup

	// missedBroadcasts is true if broadcasts were possibly missed.
	missedBroadcasts atomic.Bool
	// lastBroadcast is the number of the last broadcast. broadcastsFailing is true if the last
	// attempt to read broadcasts failed. Only the goroutine of receiveBroadcasts uses them.
	lastBroadcast     uint64
	broadcastsFailing bool

	// Only the goroutine of sendHeartbeat uses the fields below.

	heartbeat      uint64
	lastHeartbeats map[string]seenHeartbeat
	// heartbeatFailing is true if the last heartbeat could not be stored.
	heartbeatFailing bool
}

// seenHeartbeat is the last heartbeat of a node, with the time at which this node first saw it.
type seenHeartbeat struct {
	number uint64
	since  time.Time
}

// New returns the nodes in a store. This node is not one of them before Join.
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
	if options.OnBroadcast == nil {
		options.OnBroadcast = func(context.Context, []byte) {}
	}
	n := &Nodes{
		store: db, self: self, options: options, log: options.Logger, drain: make(chan struct{}),
		lastHeartbeats: map[string]seenHeartbeat{}, heartbeat: self.Beat,
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
		n.endLease(lease)
	}
}

// endLease ends a lease, and logs that once.
func (n *Nodes) endLease(lease *Lease) {
	if lease.end() && n.options.Clustered {
		n.leasesLost.Add(1)
		n.log.Warn("lease expired: this node has lost its rooms")
	}
}

// sendHeartbeat stores a heartbeat and reads those of the other nodes. It returns whether the heartbeat was
// stored.
func (n *Nodes) sendHeartbeat(ctx context.Context) bool {
	within, cancel := context.WithTimeout(ctx, n.self.Lease/2)
	defer cancel()
	before := n.options.Clock()
	n.heartbeat++
	listed, err := n.store.Beat(within, n.self.ID, n.heartbeat, n.options.Rooms())
	if err == nil && !listed {
		self := n.self
		self.Beat = n.heartbeat
		err = n.store.Join(within, self)
	}
	if err != nil {
		if !n.heartbeatFailing && ctx.Err() == nil {
			n.log.Warn("heartbeat failed", zap.Error(err))
		}
		n.heartbeatFailing = true
		return false
	}
	if n.heartbeatFailing {
		// This node could not see the heartbeats of others either.
		now := time.Now()
		for id, last := range n.lastHeartbeats {
			n.lastHeartbeats[id] = seenHeartbeat{last.number, now}
		}
	}
	n.heartbeatFailing = false
	until := before + n.self.Lease - n.self.Lease/safetyFraction
	lease := n.lease.Load()
	if !listed || !lease.renew(until) {
		// Other nodes have taken over this node's rooms, or can have.
		n.endLease(lease)
		n.lease.Store(newLease(n.options.Clock, until))
		n.missedBroadcasts.Store(true)
	}
	n.refresh(within)
	return true
}

// refresh reads the list of nodes.
func (n *Nodes) refresh(ctx context.Context) {
	requested := time.Now()
	list, err := n.store.Nodes(ctx)
	if err == nil {
		err = n.update(ctx, list, requested)
	}
	if err != nil && ctx.Err() == nil {
		n.log.Warn("listing nodes failed", zap.Error(err))
	}
}

// update processes a list of nodes that was requested at the given time. It removes dead nodes from the list
// and from the store.
func (n *Nodes) update(ctx context.Context, list []Node, requested time.Time) error {
	now, leader := time.Now(), false
	var living []Node
	for i := range list {
		other := &list[i]
		before, known := n.lastHeartbeats[other.ID]
		if !known || before.number != other.Beat {
			before = seenHeartbeat{other.Beat, now}
			n.lastHeartbeats[other.ID] = before
		}
		if other.ID != n.self.ID && requested.Sub(before.since) >= other.Lease {
			dead, err := n.store.RemoveDead(ctx, other.ID, other.Beat)
			if err != nil {
				return err
			}
			if dead {
				n.deadNodes.Add(1)
				n.log.Warn(
					"removed a dead node: its rooms are free",
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
	for id := range n.lastHeartbeats {
		if !slices.ContainsFunc(living, func(other Node) bool { return other.ID == id }) {
			delete(n.lastHeartbeats, id)
			if n.options.OnNodeLost != nil {
				n.options.OnNodeLost(id)
			}
		}
	}
	n.list.Store(&living)
	if !leader && n.options.Clustered {
		return n.store.Elect(ctx, n.self.ID)
	}
	return nil
}

// receiveBroadcasts reads the broadcasts of the other nodes and passes them to Options.OnBroadcast.
func (n *Nodes) receiveBroadcasts(ctx context.Context) {
	signals, err := n.store.Signals(ctx, n.lastBroadcast)
	if err != nil {
		if !n.broadcastsFailing && ctx.Err() == nil {
			n.log.Warn("reading broadcasts failed", zap.Error(err))
		}
		n.broadcastsFailing = true
		return
	}
	n.broadcastsFailing = false
	if n.missedBroadcasts.Swap(false) {
		n.deliver(ctx, nil)
	}
	for i := range signals {
		n.lastBroadcast = signals[i].Number
		if signals[i].Node != n.self.ID {
			n.deliver(ctx, signals[i].Data)
		}
	}
}

// deliver passes a broadcast to Options.OnBroadcast, and recovers if that panics.
func (n *Nodes) deliver(ctx context.Context, data []byte) {
	err := work.Catch(func() error {
		n.options.OnBroadcast(ctx, data)
		return nil
	})
	if err != nil {
		n.log.Error("panic while handling a broadcast", zap.Error(err))
	}
}

// Self returns this node.
func (n *Nodes) Self() Node { return n.self }

// Lease returns the lease of this node, which can have expired.
func (n *Nodes) Lease() lobby.Lease { return n.lease.Load() }

// Holds reports whether this node still owns its rooms.
func (n *Nodes) Holds() bool { return n.lease.Load().Holds() }

// Leader reports whether this node runs the tasks that only one node runs.
func (n *Nodes) Leader() bool { return n.leader.Load() && n.Holds() }

// List returns the nodes that seem to be alive, including this one, sorted by name.
func (n *Nodes) List() []Node { return *n.list.Load() }

// IsAlone reports whether no other node accepts rooms.
func (n *Nodes) IsAlone() bool {
	return !slices.ContainsFunc(n.List(), func(other Node) bool { return other.ID != n.self.ID && !other.Draining })
}

// Lookup returns the living node with that id. It queries the store if the id is not in the list.
func (n *Nodes) Lookup(ctx context.Context, id string) (Node, bool) {
	hasID := func(other Node) bool { return other.ID == id }
	list := n.List()
	if i := slices.IndexFunc(list, hasID); i >= 0 {
		return list[i], true
	}
	list, err := n.store.Nodes(ctx)
	if err != nil {
		n.log.Warn("listing nodes failed", zap.Error(err))
	}
	if i := slices.IndexFunc(list, hasID); i >= 0 {
		return list[i], true
	}
	return Node{}, false
}

// Trusts reports whether a key belongs to a node that seems to be alive.
func (n *Nodes) Trusts(key string) bool {
	return slices.ContainsFunc(n.List(), func(other Node) bool { return other.Key == key && key != "" })
}

// Available returns the node with that id if it is in the list and accepts rooms.
func (n *Nodes) Available(id string) (Node, bool) {
	list := n.List()
	i := slices.IndexFunc(list, func(other Node) bool { return other.ID == id && !other.Draining })
	if i < 0 {
		return Node{}, false
	}
	return list[i], true
}

// TakeDue makes this node the owner of at most limit rooms that no node has and whose wake-up is due. It
// returns the due wake-ups of all rooms of this node.
func (n *Nodes) TakeDue(ctx context.Context, at time.Time, limit int) ([]store.Wakeup, error) {
	return n.store.TakeDue(ctx, n.self.ID, at, limit)
}

// Broadcast sends data to the other nodes, whose Options.OnBroadcast receives it within a second.
func (n *Nodes) Broadcast(ctx context.Context, data []byte) error {
	return n.store.Signal(ctx, n.self.ID, data)
}

// Drain makes a node hand over its rooms and stop. name is the node's id, or its name if only one node has that
// name. Drain fails with ErrNoNode.
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

// ErrNoNode means that the node does not exist.
var ErrNoNode = errors.New("no such node")

// Draining returns a channel that is closed after Drain was called for this node.
func (n *Nodes) Draining() <-chan struct{} { return n.drain }

// Retire marks this node as one that accepts no more rooms and is not the leader. The node keeps the rooms that
// it has.
func (n *Nodes) Retire(ctx context.Context) {
	n.leader.Store(false)
	if err := n.store.Drain(ctx, n.self.ID); err != nil && !errors.Is(err, store.ErrNotFound) {
		n.log.Warn("marking this node as draining failed", zap.Error(err))
	}
}

// Close removes this node from the list. Any node can then take over its rooms.
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
	// DeadNodes is the number of dead nodes that this node has removed. LeasesLost is the number
	// of times that it has lost its own rooms.
	DeadNodes, LeasesLost uint64
	// LeaseLeft is the time until the lease expires without another heartbeat, negative if it has expired.
	LeaseLeft time.Duration
}

// Stats returns what this node has counted.
func (n *Nodes) Stats() Stats {
	return Stats{DeadNodes: n.deadNodes.Load(), LeasesLost: n.leasesLost.Load(), LeaseLeft: n.lease.Load().remaining()}
}
