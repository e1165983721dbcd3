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
	// Key is the hash by which the other nodes know it, empty for a server that runs
	// alone.
	Key string
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
	// Leader: the node does what one node does for all.
	Leader bool
}

// Signal is something that has happened on a node and concerns the others.
type Signal struct {
	Number uint64
	Node   string
	Data   []byte
}

// Nodes is what several servers share besides rooms and people: the list of them, the
// rooms that they take, and what they tell each other. [Postgres] has it.
type Nodes interface {
	Join(ctx context.Context, node Node) error
	Beat(ctx context.Context, id string, beat uint64, rooms int) (bool, error)
	Nodes(ctx context.Context) ([]Node, error)
	Bury(ctx context.Context, id string, beat uint64) (bool, error)
	Leave(ctx context.Context, id string) error
	Drain(ctx context.Context, id string) error
	Elect(ctx context.Context, id string) error
	TakeDue(ctx context.Context, id string, at time.Time, limit int) ([]Wakeup, error)
	AwaitedOf(ctx context.Context, id string, orphans bool, at time.Time, limit int) ([]Awaited, error)
	Signal(ctx context.Context, node string, data []byte) error
	Signals(ctx context.Context, after uint64) ([]Signal, error)
	LastSignal(ctx context.Context) (uint64, error)
}
