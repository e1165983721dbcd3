package lobby

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// Cluster gives a lobby what it needs to know of the other nodes with which it shares the log.
// Which of them has a room is in the log.
type Cluster interface {
	// Lease returns the lease of this node.
	Lease() Lease
	// Lookup returns a node that may be alive, or false if there is none with that id.
	Lookup(ctx context.Context, id string) (store.Node, bool)
	// Available returns a node that is alive and takes rooms. It answers without a query.
	Available(id string) (store.Node, bool)
	// IsAlone reports whether no other node takes rooms.
	IsAlone() bool
	// Leader reports whether this node does the tasks that one node does for all.
	Leader() bool
	// TakeDue gives this node at most limit of the rooms that no node has and whose wake-up is due.
	// It returns the wake-ups that are due of all rooms that this node has.
	TakeDue(ctx context.Context, at time.Time, limit int) ([]store.Wakeup, error)
}

// Lease is the time during which no other node takes the rooms of this one. A lease that has
// expired is not renewed.
type Lease interface {
	// Holds reports whether the lease has not expired. It is cheap.
	Holds() bool
	// Lost returns a channel that is closed when the lease has expired.
	Lost() <-chan struct{}
}

// maxNodes bounds of how many rooms a lobby remembers the node.
const maxNodes = 1 << 16

// leaseRoom gives a room that is being loaded the lease of this node.
func (l *Lobby) leaseRoom(r *liveRoom) error {
	if l.options.Cluster == nil {
		return nil
	}
	if r.lease = l.options.Cluster.Lease(); !r.lease.Holds() {
		return errBusy
	}
	r.lost = r.lease.Lost()
	return nil
}

// holds reports whether this node may answer for the room.
func (r *liveRoom) holds() bool { return r.lease == nil || r.lease.Holds() }

// abandon removes the room from memory because another node may have it. It stores nothing.
func (r *liveRoom) abandon() {
	r.abandoned = true
	r.unload(CodeMoved)
}

// fencedCode returns the code that ends subscriptions when another writer has taken the room over.
func (r *liveRoom) fencedCode() coded.Code {
	if r.lease != nil {
		return CodeMoved
	}
	return coded.Busy
}

// releaseWithin bounds the time to release a room in the log. If that fails, people are sent to
// this node until another node knows that this one has gone.
const releaseWithin = 2 * time.Second

// handOver releases the room, so that other nodes can take it.
func (r *liveRoom) handOver() {
	if r.lease == nil || r.abandoned {
		return
	}
	r.abandoned = true
	ctx, cancel := context.WithTimeout(r.lobby.storeCtx, releaseWithin)
	defer cancel()
	err := r.lobby.log.Release(ctx, r.head)
	if err != nil && !errors.Is(err, store.ErrFenced) && !errors.Is(err, store.ErrNotFound) {
		r.log.Warn("releasing a room failed", zap.Error(err))
	}
}

// onShutdown ends the room when the lobby closes.
func (r *liveRoom) onShutdown() {
	end := CodeRestart
	if c := r.lobby.options.Cluster; c != nil && !c.IsAlone() {
		end = CodeMoved // The match goes on elsewhere, and so do the clocks.
		if !r.frozen {
			r.guard(func(r *liveRoom) { r.compensation.recordUnload() })
		}
	} else {
		r.guard(func(r *liveRoom) { r.clock.stop() })
	}
	r.handOver()
	r.subs.end(end)
	r.ending = true
}

// lookUpNode returns the node with that id, which has a room, if it may be alive. The lobby
// remembers it as the room's owner.
func (l *Lobby) lookUpNode(ctx context.Context, room, id string) (store.Node, bool) {
	node, ok := l.options.Cluster.Lookup(ctx, id)
	if !ok {
		return node, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.nodes) >= maxNodes {
		clear(l.nodes)
	}
	l.nodes[room] = node.ID
	return node, true
}

// NodeOf returns the node that has a room. For this node, only the id is set; for a room that no
// node has, or whose node is dead, it returns the zero Node. It does not load the room.
func (l *Lobby) NodeOf(ctx context.Context, id string) (store.Node, error) {
	l.mu.Lock()
	here := l.rooms[id] != nil || l.loading[id] != nil
	node, elsewhere := l.rememberedNode(id)
	l.mu.Unlock()
	switch {
	case here:
		return store.Node{ID: l.options.NodeID}, nil
	case elsewhere:
		return node, nil
	}
	stored, err := l.log.Room(ctx, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return store.Node{}, nil
	case err != nil:
		return store.Node{}, err
	case stored.Owner == "" || stored.Owner == l.options.NodeID:
		return store.Node{ID: stored.Owner}, nil
	}
	node, _ = l.lookUpNode(ctx, id, stored.Owner)
	return node, nil
}

// ReleaseIdle releases a room that nobody is connected to, so that another node can take it, and reports
// whether it has done so.
func (l *Lobby) ReleaseIdle(ctx context.Context, id string) bool {
	l.mu.Lock()
	r := l.rooms[id]
	l.mu.Unlock()
	if r == nil {
		return false
	}
	err := r.ask(ctx, "", func(r *liveRoom) error {
		if r.frozen || !r.idle() {
			return errBusy
		}
		r.presence.storeAbsences()
		r.compensation.recordUnload()
		r.handOver()
		r.ending = true
		return nil
	})
	return err == nil
}

// rememberedNode returns the node that has a room, if the lobby remembers it. The caller has locked the
// lobby.
func (l *Lobby) rememberedNode(id string) (store.Node, bool) {
	owner, ok := l.nodes[id]
	if !ok {
		return store.Node{}, false
	}
	node, ok := l.options.Cluster.Available(owner)
	if !ok {
		delete(l.nodes, id)
	}
	return node, ok
}

// Moved records that the node of an ElsewhereError does not have the room. Next time the lobby
// reads the owner from the log.
func (l *Lobby) Moved(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.nodes, id)
}

const (
	// maxTaken is how many unowned rooms a node takes at once, so that other nodes get their
	// share; takeTimes is how often it does so in a row.
	maxTaken   = 2 * maxLoading
	takeRounds = 16
)

// loadDueShare loads the rooms whose wake-up is due and that this node has, or can take.
func (w wakeups) loadDueShare() {
	l := w.lobby
	for range takeRounds {
		if !l.options.Cluster.Lease().Holds() || l.liveCtx.Err() != nil {
			return
		}
		due, err := l.options.Cluster.TakeDue(l.storeCtx, time.UnixMilli(l.clock.now()), maxTaken)
		if err != nil {
			l.options.Logger.Error("reading due wake-ups failed", zap.Error(err))
			return
		}
		var unloaded []store.Wakeup
		for _, wakeup := range due {
			if !l.IsLoaded(wakeup.Room) {
				unloaded = append(unloaded, wakeup)
			}
		}
		w.loadAll(unloaded)
		if len(unloaded) < maxTaken {
			return
		}
	}
}

// deletesOldData reports whether this lobby deletes what is no longer to be kept.
func (l *Lobby) deletesOldData() bool { return l.options.Cluster == nil || l.options.Cluster.Leader() }

// takeOwnership makes this node the owner of a room that is not in memory, so that it can delete the room. It
// returns false if another node has the room.
func (l *Lobby) takeOwnership(room *store.Room) (bool, error) {
	if l.options.Cluster == nil {
		return true, nil
	}
	head, err := l.log.TakeOver(l.liveCtx, room.Room, l.options.NodeID)
	if errors.As(err, new(*store.OwnedError)) || errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	unchanged := head.Seq == room.Seq
	room.Head = head
	return unchanged, nil
}

// isOnOtherNode reports whether an error says that another node has the room.
func isOnOtherNode(err error) bool { return errors.As(err, new(*ElsewhereError)) }

// IsNotHere reports whether an error says that this node does not have the room, or gives it up
// because the node stops. The request has then done nothing.
func IsNotHere(err error) bool { return isOnOtherNode(err) || coded.Of(err) == CodeClosing }

// errMoved ends requests to a room that another node may have taken over. It is not known whether
// their changes were stored.
var errMoved = coded.Errorf(coded.Busy, "the room moves to another server; try again")
