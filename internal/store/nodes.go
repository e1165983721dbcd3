package store

import (
	"context"
	"time"
)

// Node is a server among several that share a log.
type Node struct {
	// ID is another one for each start of the server. A room's owner is such an id.
	ID string
	// Name is for people: the name of the host, or what the settings say.
	Name string
	// Addr is where the other nodes reach it, as host:port. It is empty for a server
	// that runs alone.
	Addr string
	// Version says with which other nodes it can work.
	Version string
	// Lease is how long others wait without a sign of life before they take its
	// rooms.
	Lease time.Duration
	// Beat is another number with each sign of life.
	Beat uint64
	// Rooms is how many rooms it has in memory.
	Rooms int
	// Draining: the node hands its rooms over and takes no more.
	Draining bool
	// Keeper: the node does what one node does for all.
	Keeper bool
}

// Signal is something that has happened on a node and concerns the others.
type Signal struct {
	Number uint64
	Node   string
	Data   []byte
}

// Nodes is the part of a log by which several servers share it.
//
// A node that is not in the list of nodes owns no room: [Rooms].TakeOver gives its
// rooms to any other one. So to take a node out of the list is to say that it is dead.
type Nodes interface {
	// Join adds a node to the list.
	Join(ctx context.Context, node Node) error
	// Beat stores a node's sign of life and how many rooms it has. It reports
	// whether the node is in the list.
	Beat(ctx context.Context, id string, beat uint64, rooms int) (bool, error)
	// Nodes returns the list, by name.
	Nodes(ctx context.Context) ([]Node, error)
	// Bury takes a node out of the list if this is still its beat, and reports
	// whether it has.
	Bury(ctx context.Context, id string, beat uint64) (bool, error)
	// Leave takes a node out of the list.
	Leave(ctx context.Context, id string) error
	// Drain notes that a node hands its rooms over, and is not the keeper any more.
	// It fails with ErrNotFound.
	Drain(ctx context.Context, id string) error
	// Keep makes a node the keeper unless there is one.
	Keep(ctx context.Context, id string) error

	// TakeDue gives a node some of the rooms that are due to wake up and that no
	// node owns, at most limit, and returns the wake-ups of all its rooms that are
	// due, the earliest first, at most MaxPage.
	TakeDue(ctx context.Context, id string, at time.Time, limit int) ([]Wakeup, error)
	// AwaitedOf is [Notices].AwaitedDue for the rooms of a node and, if others is
	// true, for those that no node owns.
	AwaitedOf(ctx context.Context, id string, others bool, at time.Time, limit int) ([]Awaited, error)

	// Signal tells all nodes something. Signals are kept for a minute.
	Signal(ctx context.Context, node string, data []byte) error
	// Signals returns what was told after the signal with that number, oldest first,
	// and LastSignal the number of the last one.
	Signals(ctx context.Context, after uint64) ([]Signal, error)
	LastSignal(ctx context.Context) (uint64, error)

	// PutCeremony keeps something under a key for some time, and TakeCeremony returns
	// it once. It fails with ErrNotFound.
	PutCeremony(ctx context.Context, key string, data []byte, within time.Duration) error
	TakeCeremony(ctx context.Context, key string) ([]byte, error)
}

var _ Nodes = (*Postgres)(nil)
