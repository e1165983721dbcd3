// Package cluster makes several servers that share a PostgreSQL database into one:
// it knows which of them are alive, and takes what is done in a room to the node that
// has the room.
//
// The lobby decides which rooms this node has and is safe by itself, because the log
// refuses what a former owner writes.
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
)

// Node is one of the servers.
type Node = store.Node

// Protocol is the version of what nodes say to each other. Nodes with another one do
// not work together.
const Protocol = 2

// The parts of a lease. A node beats so many times in its lease, and stops a part of it
// earlier than others may take its rooms, for clocks that do not run alike.
const (
	beatsInLease = 6
	safetyPart   = 10
)

// Options of nodes.
type Options struct {
	// Several: the node works with others. A server that runs alone only shows that
	// it is there.
	Several bool
	// Rooms returns how many rooms this node has in memory; nil means none.
	Rooms func() int
	// Heed is called with what other nodes tell, in order, and with nil at the
	// beginning and when some of it may have been missed; nil ignores it.
	Heed func(ctx context.Context, data []byte)
	// Gone is called with the id of a node that is not alive any more; nil ignores it.
	Gone   func(id string)
	Logger *zap.Logger
	// Clock never stands still, also not while the machine sleeps; nil means that of
	// the system.
	Clock func() time.Duration
}

// Nodes is what a node knows of all nodes, itself included. It is safe for use from
// many goroutines.
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

	// missed: what others have told may have been missed.
	missed atomic.Bool
	// signal is the number of the last signal; deaf: signals could not be read the last
	// time. Only the goroutine that heeds uses them.
	signal uint64
	deaf   bool

	// Only the goroutine that beats uses the fields below.

	beat uint64
	seen map[string]sighting
	// failing: the last beat could not be stored.
	failing bool
}

// sighting is a beat and since when it was the node's last one, by this node's clock.
type sighting struct {
	beat  uint64
	since time.Time
}

// ErrOtherNodes says that living nodes cannot work with this one.
var ErrOtherNodes = errors.New("this server cannot join the nodes that use the database")

// New returns the nodes of a store, to which this one does not belong yet.
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
	if options.Heed == nil {
		options.Heed = func(context.Context, []byte) {}
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

// Join adds this node to the others. It fails with ErrOtherNodes if a living one has
// another version, or if that one or this one runs alone. It waits as long as it does
// not know whether such a node is alive.
func (n *Nodes) Join(ctx context.Context) error {
	if err := n.refuse(ctx); err != nil {
		return err
	}
	last, err := n.store.LastSignal(ctx)
	if err != nil {
		return err
	}
	n.signal = last
	if !n.tick(ctx) {
		return errors.New("this node cannot be added to the others")
	}
	live, stop := context.WithCancel(context.Background())
	n.stop = stop
	n.running.Go(func() { n.repeat(live, beatsInLease, func() { n.tick(live) }) })
	n.running.Go(func() { n.repeat(live, 4*beatsInLease, n.watchLease) })
	if n.options.Several {
		n.running.Go(func() { n.repeat(live, beatsInLease, func() { n.heed(live) }) })
	}
	// Another one may have come at the same time.
	if err := n.refuse(ctx); err != nil {
		return errors.Join(err, n.Close(context.WithoutCancel(ctx)))
	}
	return nil
}

// repeat calls do so often in a lease until the context ends.
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

// fits returns why this node cannot work with another one, or "".
func (n *Nodes) fits(other *Node) string {
	switch {
	case other.ID == n.self.ID:
		return ""
	case other.Addr == "" && !n.options.Several:
		// As with two servers that are started with one database by mistake: the last
		// one to start has the rooms.
		return ""
	case other.Addr == "":
		return "runs without -node-addr"
	case !n.options.Several:
		return "is one of several: set -node-addr here too"
	case other.Version != n.self.Version:
		return fmt.Sprintf("has the version %q, and this one has %q: stop all nodes before you start another version", other.Version, n.self.Version)
	}
	return ""
}

// refuse returns ErrOtherNodes if a node that does not fit is alive. It removes those
// that are dead.
func (n *Nodes) refuse(ctx context.Context) error {
	seen := map[string]sighting{}
	for {
		asked := time.Now()
		list, err := n.store.Nodes(ctx)
		if err != nil {
			return err
		}
		waits := false
		for i := range list {
			other := &list[i]
			why := n.fits(other)
			if why == "" {
				continue
			}
			before, known := seen[other.ID]
			switch {
			case !known:
				seen[other.ID] = sighting{other.Beat, time.Now()}
				waits = true
			case before.beat != other.Beat:
				return fmt.Errorf("%w: %s %s", ErrOtherNodes, other.Name, why)
			case asked.Sub(before.since) < other.Lease:
				waits = true
			default:
				if _, err := n.store.Bury(ctx, other.ID, other.Beat); err != nil {
					return err
				}
				waits = true // until it is gone
			}
		}
		if !waits {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(n.self.Lease / beatsInLease):
		}
	}
}

// watchLease ends a lease that has passed.
func (n *Nodes) watchLease() {
	if lease := n.lease.Load(); !lease.Holds() {
		n.lose(lease)
	}
}

// lose ends a lease, once.
func (n *Nodes) lose(lease *Lease) {
	if lease.end() && n.options.Several {
		n.lapsed.Add(1)
		n.log.Warn("this node has lost its rooms: it could not show in time that it is alive")
	}
}

// tick gives a sign of life and looks at those of the others. It reports whether this
// node could show that it is alive.
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
		// The others could not be seen either.
		now := time.Now()
		for id, last := range n.seen {
			n.seen[id] = sighting{last.beat, now}
		}
	}
	n.failing = false
	until := before + n.self.Lease - n.self.Lease/safetyPart
	lease := n.lease.Load()
	if !listed || !lease.renew(until) {
		// Others have taken its rooms, or may have.
		n.lose(lease)
		n.lease.Store(newLease(n.options.Clock, until))
		n.missed.Store(true)
	}
	n.look(within)
	return true
}

// look reads the list of nodes and what they have told.
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

// update takes a list of nodes that was asked for at a time, and removes those that are
// dead.
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
			dead, err := n.store.Bury(ctx, other.ID, other.Beat)
			if err != nil {
				return err
			}
			if dead {
				n.buried.Add(1)
				n.log.Warn("a node is dead: its rooms are free", zap.String("node", other.Name), zap.String("id", other.ID))
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
			if n.options.Gone != nil {
				n.options.Gone(id)
			}
		}
	}
	n.list.Store(&living)
	if !leader && n.options.Several {
		return n.store.Elect(ctx, n.self.ID)
	}
	return nil
}

// heed reads what the other nodes have told, and heeds it.
func (n *Nodes) heed(ctx context.Context) {
	signals, err := n.store.Signals(ctx, n.signal)
	if err != nil {
		if !n.deaf && ctx.Err() == nil {
			n.log.Warn("what other nodes tell cannot be read", zap.Error(err))
		}
		n.deaf = true
		return
	}
	n.deaf = false
	if n.missed.Swap(false) {
		n.options.Heed(ctx, nil)
	}
	for i := range signals {
		n.signal = signals[i].Number
		if signals[i].Node != n.self.ID {
			n.options.Heed(ctx, signals[i].Data)
		}
	}
}

// Self returns this node.
func (n *Nodes) Self() Node { return n.self }

// Lease returns the lease of this node, which may have passed.
func (n *Nodes) Lease() lobby.Lease { return n.lease.Load() }

// Holds reports whether this node may answer for its rooms now.
func (n *Nodes) Holds() bool { return n.lease.Load().Holds() }

// Leader reports whether this node does what one node does for all.
func (n *Nodes) Leader() bool { return n.leader.Load() && n.Holds() }

// List returns the nodes that are alive as far as this one knows, by name, itself
// included.
func (n *Nodes) List() []Node { return *n.list.Load() }

// Alone reports whether there is no other node that takes rooms.
func (n *Nodes) Alone() bool {
	return !slices.ContainsFunc(n.List(), func(other Node) bool { return other.ID != n.self.ID && !other.Draining })
}

// Lookup returns a living node by its id, and asks the store for one that is new.
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

// Trusts reports whether a key is that of a node that is alive as far as this one
// knows.
func (n *Nodes) Trusts(key string) bool {
	return slices.ContainsFunc(n.List(), func(other Node) bool { return other.Key == key && key != "" })
}

// Living returns a node by its id if this node knows that it is alive and takes rooms.
func (n *Nodes) Living(id string) (Node, bool) {
	list := n.List()
	i := slices.IndexFunc(list, func(other Node) bool { return other.ID == id && !other.Draining })
	if i < 0 {
		return Node{}, false
	}
	return list[i], true
}

// TakeDue gives this node some of the rooms that are due to wake up and that no node
// has, and returns all of its own that are due.
func (n *Nodes) TakeDue(ctx context.Context, at time.Time, limit int) ([]store.Wakeup, error) {
	return n.store.TakeDue(ctx, n.self.ID, at, limit)
}

// Broadcast sends something to the other nodes, which heed it within a second.
func (n *Nodes) Broadcast(ctx context.Context, data []byte) error {
	return n.store.Signal(ctx, n.self.ID, data)
}

// Drain notes that a node is to hand its rooms over and to end: the one with the id, or
// the only one with the name. It fails with ErrNoNode.
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

// ErrNoNode says that there is no such node.
var ErrNoNode = errors.New("there is no node")

// Drained returns a channel that is closed when somebody wants this node to hand its
// rooms over.
func (n *Nodes) Drained() <-chan struct{} { return n.drain }

// Retire tells the others that this node takes no more rooms and is not the leader. It
// keeps those that it has.
func (n *Nodes) Retire(ctx context.Context) {
	n.leader.Store(false)
	if err := n.store.Drain(ctx, n.self.ID); err != nil && !errors.Is(err, store.ErrNotFound) {
		n.log.Warn("the other nodes could not be told that this one ends", zap.Error(err))
	}
}

// Close takes this node out of the list. Its rooms are anybody's then.
func (n *Nodes) Close(ctx context.Context) error {
	if n.stop == nil {
		return nil // It has never joined.
	}
	n.stop()
	n.running.Wait()
	n.lease.Load().end()
	return n.store.Leave(ctx, n.self.ID)
}

// Stats counts what has happened since the node was started.
type Stats struct {
	// Buried is how many nodes it has found dead, Lapsed how often it has lost its
	// own rooms.
	Buried, Lapsed uint64
	// LeaseLeft is how long its lease lasts without another sign of life; negative if
	// it has passed.
	LeaseLeft time.Duration
}

// Stats returns what this node has counted.
func (n *Nodes) Stats() Stats {
	return Stats{Buried: n.buried.Load(), Lapsed: n.lapsed.Load(), LeaseLeft: n.lease.Load().left()}
}
