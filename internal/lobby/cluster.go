package lobby

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// Cluster gives a lobby information about the other nodes that share its log. The log has the owner
// of each room.
type Cluster interface {
	// Lease returns the lease of this node.
	Lease() Lease
	// Lookup returns the node with that id, or false if there is none that can be alive.
	Lookup(ctx context.Context, id string) (store.Node, bool)
	// Available returns the node with that id if it is alive and accepts rooms. It makes no query.
	Available(id string) (store.Node, bool)
	// IsAlone reports whether no other node accepts rooms.
	IsAlone() bool
	// Leader reports whether this node runs the tasks that only one node runs.
	Leader() bool
	// TakeDue makes this node the owner of at most limit rooms that no node has and whose wake-up is due. It
	// returns the due wake-ups of all rooms of this node.
	TakeDue(ctx context.Context, at time.Time, limit int) ([]store.Wakeup, error)
}

// Lease is the time during which no other node can take over the rooms of this one. An expired lease is not
// renewed.
type Lease interface {
	// Holds reports whether the lease is still valid. It is cheap.
	Holds() bool
	// Lost returns a channel that is closed when the lease expires.
	Lost() <-chan struct{}
}

// maxNodes is the maximum number of rooms whose nodes a lobby remembers.
const maxNodes = 1 << 16

// leaseRoom gives the lease of this node to a room that is being loaded.
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

// holds reports whether this node still owns the room.
func (r *liveRoom) holds() bool { return r.lease == nil || r.lease.Holds() }

// abandon unloads the room without storing anything, because another node can have it now.
func (r *liveRoom) abandon() {
	r.abandoned = true
	r.unload(CodeMoved)
}

// fencedCode returns the code that ends subscriptions when another process has taken over the room.
func (r *liveRoom) fencedCode() coded.Code {
	if r.lease != nil {
		return CodeMoved
	}
	return coded.Busy
}

// releaseWithin bounds the time to release a room in the log. If the release fails, other nodes refer
// clients to this node until they notice that it has stopped.
const releaseWithin = 2 * time.Second

// handOver releases the room, so that another node can take it over.
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
		end = CodeMoved // The match and its clocks go on at another node.
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

// lookUpNode returns the node with that id, which owns a room, if it can be alive. The lobby remembers it as
// the room's node.
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

// NodeOf returns the node that has a room. It sets only the id if that is this node. It returns the zero Node
// if no node has the room, or its node is dead. It does not load the room.
func (l *Lobby) NodeOf(ctx context.Context, id string) (store.Node, error) {
	l.mu.Lock()
	isHere := l.rooms[id] != nil || l.loading[id] != nil
	node, remembered := l.rememberedNode(id)
	l.mu.Unlock()
	switch {
	case isHere:
		return store.Node{ID: l.options.NodeID}, nil
	case remembered:
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

// ReleaseIdle releases a room without connections, so that another node can take it over. It reports
// whether it has done so.
func (l *Lobby) ReleaseIdle(ctx context.Context, id string) bool {
	l.mu.Lock()
	r := l.rooms[id]
	l.mu.Unlock()
	if r == nil {
		return false
	}
	err := r.ask(ctx, "", func(r *liveRoom) error {
		if r.frozen || !r.isIdle() {
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

// rememberedNode returns the node of a room if the lobby remembers it. The caller must hold l.mu.
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

// Moved records that the node of an ElsewhereError does not have the room. Next time, the lobby reads the owner
// from the log.
func (l *Lobby) Moved(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.nodes, id)
}

const (
	// maxTaken is the number of rooms without a node that a node takes in one query, so that other
	// nodes get their share. takeRounds is the number of such queries in a row.
	maxTaken   = 2 * maxLoading
	takeRounds = 16
)

// loadDueShare loads this node's share of the rooms whose wake-up is due: those that it owns or can take.
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

// deletesOldData reports whether this node deletes rooms that are too old.
func (l *Lobby) deletesOldData() bool { return l.options.Cluster == nil || l.options.Cluster.Leader() }

// takeOwnership makes this node the owner of a room that is not in memory, so that it can delete the room. It
// returns false if another node has the room, or the room has changed.
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

// isOnOtherNode reports whether an error means that another node has the room.
func isOnOtherNode(err error) bool { return errors.As(err, new(*ElsewhereError)) }

// IsNotHere reports whether an error means that another node has the room, or that this node is
// stopping. A request with such an error has changed nothing.
func IsNotHere(err error) bool { return isOnOtherNode(err) || coded.Of(err) == CodeClosing }

// errMoved ends requests to a room that another node has possibly taken over. It is unknown whether their
// changes were stored.
var errMoved = coded.Errorf(coded.Busy, "the room moves to another server; try again")
