package lobby

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// Cluster is what a lobby knows of the other servers with which it shares its log. The
// log knows which of them has a room.
type Cluster interface {
	// Lease returns the lease of this node.
	Lease() Lease
	// Lookup returns a node that may be alive.
	Lookup(ctx context.Context, id string) (store.Node, bool)
	// Living returns a node that is alive and takes rooms, and answers at once.
	Living(id string) (store.Node, bool)
	// Alone reports whether no other node takes rooms.
	Alone() bool
	// Leader reports whether this node does what one node does for all.
	Leader() bool
	// TakeDue gives this node some of the rooms that are due to wake up and that no
	// node has, at most limit, and returns all of its own that are due.
	TakeDue(ctx context.Context, at time.Time, limit int) ([]store.Wakeup, error)
}

// Lease is the time during which no other node takes the rooms of this one. Once it has
// passed it stays so.
type Lease interface {
	// Holds reports whether it has not passed. It is cheap.
	Holds() bool
	// Lost returns a channel that is closed when it has passed.
	Lost() <-chan struct{}
}

// maxOwners bounds of how many rooms a lobby remembers which node has them.
const maxOwners = 1 << 16

// leaseRoom gives a room that is loaded the lease of this node.
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

// drop makes the room leave memory because another node may have it. Nothing is stored.
func (r *liveRoom) drop() {
	r.dropped = true
	r.leave(CodeMoved)
}

// fencedBye is what clients of a room are told that another writer has taken over.
func (r *liveRoom) fencedBye() coded.Code {
	if r.lease != nil {
		return CodeMoved
	}
	return CodeBusy
}

// releaseWithin bounds the time in which a room is released. If it is not, this node is
// asked for it until another one knows that this one has gone.
const releaseWithin = 2 * time.Second

// handOver lets other nodes have the room.
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

// stopped is what a room does when the lobby closes.
func (r *liveRoom) stopped() {
	end := CodeRestart
	if c := r.lobby.options.Cluster; c != nil && !c.Alone() {
		end = CodeMoved // The match goes on elsewhere, and so do the clocks.
	} else {
		r.guard((*liveRoom).pause)
	}
	r.handOver()
	r.subs.end(end)
	r.ending = true
}

// findOwner returns the node that has a room, by its id, if it may be alive, and
// remembers it.
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

// Owner returns the node that has a room: this one, of which it knows only the id,
// another one that may be alive, or none, which is the zero Node. It wakes no room.
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

// Yield releases a room in which nobody is, so that another node can have it, and
// reports whether it has.
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
		r.handOver()
		r.ending = true
		return nil
	})
	return err == nil
}

// ownerOf returns the node that has a room, as far as the lobby remembers one. The
// lobby is locked.
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

// Moved says that the node of an ElsewhereError does not have the room: the log is
// asked the next time.
func (l *Lobby) Moved(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.owners, id)
}

const (
	// takeAtOnce is how many of the rooms that no node has a node takes together, so
	// that others get their share; takeTimes is how often it does so in a row.
	takeAtOnce = 2 * wakeAtOnce
	takeTimes  = 16
)

// wakeShare loads rooms whose wake-up is due and that no other node has.
func (l *Lobby) wakeShare() {
	for range takeTimes {
		if !l.options.Cluster.Lease().Holds() || l.live.Err() != nil {
			return
		}
		due, err := l.options.Cluster.TakeDue(l.storing, time.Now(), takeAtOnce)
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

// sweeps reports whether this lobby deletes what is not kept.
func (l *Lobby) sweeps() bool { return l.options.Cluster == nil || l.options.Cluster.Leader() }

// own takes a room that is not in memory, so that it can be deleted. It returns false if
// another node has it.
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

// isElsewhere reports whether another node has the room that an error is about.
func isElsewhere(err error) bool { return errors.As(err, new(*ElsewhereError)) }

// IsAway reports whether an error says that this node does not have the room, or gives
// it up because it stops. Nothing was done.
func IsAway(err error) bool { return isElsewhere(err) || hasCode(err, CodeClosing) }

// errMoved ends what was asked of a room that another node may have. Whether it is
// stored is not known.
var errMoved = coded.Errorf(CodeBusy, "the room moves to another server; try again")
