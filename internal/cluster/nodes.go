// Package cluster lets several servers that share a PostgreSQL database act as one. It knows which
// of them are alive, and passes requests about a room on to the node that has the room.
//
// Which rooms this node has is decided in package lobby. That is safe without this package, because
// the log refuses the writes of a node that has lost a room.
//
// The package imports the lobby, never transport. Begin with [Nodes.Join], which starts the heartbeats, and
// [Rooms.Route], which forwards a request.
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

// A node sends heartbeatsPerLease heartbeats during its lease. It stops 1/safetyFraction of the lease
// before other nodes may take its rooms, because clocks do not all run at the same speed.
const (
	heartbeatsPerLease = 6
	safetyFraction     = 10
)

// Options are the settings of [New].
type Options struct {
	// Clustered says that the node works with others. A server that runs alone only records that it
	// is alive.
	Clustered bool
	// Rooms returns how many rooms this node has in memory; nil means none.
	Rooms func() int
	// OnBroadcast is called with the data that other nodes broadcast, in order. It is called with nil at
	// the beginning, and when some data may have been missed. If OnBroadcast is nil, broadcasts are ignored.
	OnBroadcast func(ctx context.Context, data []byte)
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

	lease      atomic.Pointer[Lease]
	leader     atomic.Bool
	list       atomic.Pointer[[]Node]
	deadNodes  atomic.Uint64
	leasesLost atomic.Uint64

	drain    chan struct{}
	draining sync.Once
	stop     context.CancelFunc
	running  sync.WaitGroup

	// missedBroadcasts says that broadcasts may have been missed.
	missedBroadcasts atomic.Bool
	// lastBroadcast is the number of the last broadcast. broadcastsFailing says that the last attempt to read
	// broadcasts failed. Only the goroutine that calls receive uses them.
	lastBroadcast     uint64
	broadcastsFailing bool

	// Only the goroutine that calls sendHeartbeat uses the fields below.

	heartbeat      uint64
	lastHeartbeats map[string]seenHeartbeat
	// heartbeatFailing says that the last heartbeat could not be stored.
	heartbeatFailing bool
}

// seenHeartbeat is the last heartbeat of a node, and since when it has been the last, by this node's clock.
type seenHeartbeat struct {
	number uint64
	since  time.Time
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

// sendHeartbeat stores a heartbeat and reads those of the other nodes. It reports whether the heartbeat
// was stored.
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
		// During that time the others could not be seen either.
		now := time.Now()
		for id, last := range n.lastHeartbeats {
			n.lastHeartbeats[id] = seenHeartbeat{last.number, now}
		}
	}
	n.heartbeatFailing = false
	until := before + n.self.Lease - n.self.Lease/safetyFraction
	lease := n.lease.Load()
	if !listed || !lease.renew(until) {
		// Other nodes have taken this node's rooms, or may have.
		n.endLease(lease)
		n.lease.Store(newLease(n.options.Clock, until))
		n.missedBroadcasts.Store(true)
	}
	n.refresh(within)
	return true
}

// refresh reads the list of nodes.
func (n *Nodes) refresh(ctx context.Context) {
	asked := time.Now()
	list, err := n.store.Nodes(ctx)
	if err == nil {
		err = n.update(ctx, list, asked)
	}
	if err != nil && ctx.Err() == nil {
		n.log.Warn("listing nodes failed", zap.Error(err))
	}
}

// update takes a list of nodes that was requested at the time asked, and removes the dead ones from
// it and from the store.
func (n *Nodes) update(ctx context.Context, list []Node, asked time.Time) error {
	now, leader := time.Now(), false
	var living []Node
	for i := range list {
		other := &list[i]
		before, known := n.lastHeartbeats[other.ID]
		if !known || before.number != other.Beat {
			before = seenHeartbeat{other.Beat, now}
			n.lastHeartbeats[other.ID] = before
		}
		if other.ID != n.self.ID && asked.Sub(before.since) >= other.Lease {
			dead, err := n.store.Bury(ctx, other.ID, other.Beat)
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

// deliver passes a broadcast to Options.OnBroadcast, which may panic.
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

// Lease returns the lease of this node, which may have expired.
func (n *Nodes) Lease() lobby.Lease { return n.lease.Load() }

// Holds reports whether this node may answer for its rooms now.
func (n *Nodes) Holds() bool { return n.lease.Load().Holds() }

// Leader reports whether this node does the tasks that one node does for all.
func (n *Nodes) Leader() bool { return n.leader.Load() && n.Holds() }

// List returns the nodes that this node believes to be alive, including itself, by name.
func (n *Nodes) List() []Node { return *n.list.Load() }

// IsAlone reports whether no other node takes rooms.
func (n *Nodes) IsAlone() bool {
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
		n.log.Warn("listing nodes failed", zap.Error(err))
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

// Available returns a node by its id, if this node knows that the node is alive and takes rooms.
func (n *Nodes) Available(id string) (Node, bool) {
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

// Broadcast sends data to the other nodes, whose Options.OnBroadcast gets it within a second.
func (n *Nodes) Broadcast(ctx context.Context, data []byte) error {
	return n.store.Signal(ctx, n.self.ID, data)
}

// Drain asks a node to hand its rooms over and to end. name is the node's id, or its name if only
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
var ErrNoNode = errors.New("no such node")

// Draining returns a channel that is closed when Drain was called for this node.
func (n *Nodes) Draining() <-chan struct{} { return n.drain }

// Retire marks this node as one that takes no more rooms and is not the leader. The node keeps
// the rooms that it has.
func (n *Nodes) Retire(ctx context.Context) {
	n.leader.Store(false)
	if err := n.store.Drain(ctx, n.self.ID); err != nil && !errors.Is(err, store.ErrNotFound) {
		n.log.Warn("marking this node as draining failed", zap.Error(err))
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
	// DeadNodes counts the dead nodes that this node has removed; LeasesLost counts how often it has lost its own
	// rooms.
	DeadNodes, LeasesLost uint64
	// LeaseLeft is how long the lease lasts without another heartbeat; negative if it has
	// expired.
	LeaseLeft time.Duration
}

// Stats returns what this node has counted.
func (n *Nodes) Stats() Stats {
	return Stats{DeadNodes: n.deadNodes.Load(), LeasesLost: n.leasesLost.Load(), LeaseLeft: n.lease.Load().left()}
}
