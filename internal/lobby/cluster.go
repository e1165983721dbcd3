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
	// Living returns a node that is alive and takes rooms. It answers without a query.
	Living(id string) (store.Node, bool)
	// Alone reports whether no other node takes rooms.
	Alone() bool
	// Leader reports whether this node does what one node does for all.
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

// maxOwners is of how many rooms a lobby remembers the node that has them.
const maxOwners = 1 << 16

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

// drop removes the room from memory because another node may have it. It stores nothing.
func (r *liveRoom) drop() {
	r.dropped = true
	r.leave(CodeMoved)
}

// fencedBye returns the code that ends subscriptions when another writer has taken the room over.
func (r *liveRoom) fencedBye() coded.Code {
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
	if r.lease == nil || r.dropped {
		return
	}
	r.dropped = true
	ctx, cancel := context.WithTimeout(r.lobby.storing, releaseWithin)
	defer cancel()
	err := r.lobby.log.Release(ctx, r.head)
	if err != nil && !errors.Is(err, store.ErrFenced) && !errors.Is(err, store.ErrNotFound) {
		r.log.Warn("a room could not be released", zap.Error(err))
	}
}

// stopped ends the room when the lobby closes.
func (r *liveRoom) stopped() {
	end := CodeRestart
	if c := r.lobby.options.Cluster; c != nil && !c.Alone() {
		end = CodeMoved // The match goes on elsewhere, and so do the clocks.
		if !r.frozen {
			r.guard(func(r *liveRoom) { r.skips.rest() })
		}
	} else {
		r.guard((*liveRoom).pause)
	}
	r.handOver()
	r.subs.end(end)
	r.ending = true
}

// findOwner returns the node with that id, which has a room, if it may be alive. The lobby
// remembers it as the room's owner.
func (l *Lobby) findOwner(ctx context.Context, room, id string) (store.Node, bool) {
	node, ok := l.options.Cluster.Lookup(ctx, id)
	if !ok {
		return node, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.owners) >= maxOwners {
		clear(l.owners)
	}
	l.owners[room] = node.ID
	return node, true
}

// Owner returns the node that has a room. For this node, only the id is set; for a room that no
// node has, or whose node is dead, it returns the zero Node. It does not load the room.
func (l *Lobby) Owner(ctx context.Context, id string) (store.Node, error) {
	l.mu.Lock()
	here := l.rooms[id] != nil || l.waking[id] != nil
	node, elsewhere := l.ownerOf(id)
	l.mu.Unlock()
	switch {
	case here:
		return store.Node{ID: l.options.Owner}, nil
	case elsewhere:
		return node, nil
	}
	stored, err := l.log.Room(ctx, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return store.Node{}, nil
	case err != nil:
		return store.Node{}, err
	case stored.Owner == "" || stored.Owner == l.options.Owner:
		return store.Node{ID: stored.Owner}, nil
	}
	node, _ = l.findOwner(ctx, id, stored.Owner)
	return node, nil
}

// Yield releases a room that nobody is connected to, so that another node can take it, and reports
// whether it has done so.
func (l *Lobby) Yield(ctx context.Context, id string) bool {
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
		r.keepAway()
		r.skips.rest()
		r.handOver()
		r.ending = true
		return nil
	})
	return err == nil
}

// ownerOf returns the node that has a room, if the lobby remembers it. The caller has locked the
// lobby.
func (l *Lobby) ownerOf(id string) (store.Node, bool) {
	owner, ok := l.owners[id]
	if !ok {
		return store.Node{}, false
	}
	node, ok := l.options.Cluster.Living(owner)
	if !ok {
		delete(l.owners, id)
	}
	return node, ok
}

// Moved records that the node of an ElsewhereError does not have the room. Next time the lobby
// reads the owner from the log.
func (l *Lobby) Moved(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.owners, id)
}

const (
	// takeAtOnce is how many unowned rooms a node takes at once, so that other nodes get their
	// share; takeTimes is how often it does so in a row.
	takeAtOnce = 2 * wakeAtOnce
	takeTimes  = 16
)

// wakeShare loads the rooms whose wake-up is due and that this node has, or can take.
func (l *Lobby) wakeShare() {
	for range takeTimes {
		if !l.options.Cluster.Lease().Holds() || l.live.Err() != nil {
			return
		}
		due, err := l.options.Cluster.TakeDue(l.storing, time.UnixMilli(l.now()), takeAtOnce)
		if err != nil {
			l.options.Logger.Error("wake-ups cannot be read", zap.Error(err))
			return
		}
		var asleep []store.Wakeup
		for _, wakeup := range due {
			if !l.Awake(wakeup.Room) {
				asleep = append(asleep, wakeup)
			}
		}
		l.wakeAll(asleep)
		if len(asleep) < takeAtOnce {
			return
		}
	}
}

// deletesOldData reports whether this lobby deletes what is no longer to be kept.
func (l *Lobby) deletesOldData() bool { return l.options.Cluster == nil || l.options.Cluster.Leader() }

// own makes this node the owner of a room that is not in memory, so that it can delete the room. It
// returns false if another node has the room.
func (l *Lobby) own(room *store.Room) (bool, error) {
	if l.options.Cluster == nil {
		return true, nil
	}
	head, err := l.log.TakeOver(l.live, room.Room, l.options.Owner)
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

// isElsewhere reports whether an error says that another node has the room.
func isElsewhere(err error) bool { return errors.As(err, new(*ElsewhereError)) }

// IsAway reports whether an error says that this node does not have the room, or gives it up
// because the node stops. The request has then done nothing.
func IsAway(err error) bool { return isElsewhere(err) || coded.Of(err) == CodeClosing }

// errMoved ends requests to a room that another node may have taken over. It is not known whether
// their changes were stored.
var errMoved = coded.Errorf(coded.Busy, "the room moves to another server; try again")
