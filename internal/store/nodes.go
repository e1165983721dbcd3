package store

import (
	"context"
	"time"
)

// Node is a server among several that share a database.
type Node struct {
	// ID is new at each start of the server. A room's owner is such an id.
	ID string
	// Name is for people: the name of the machine, or the one in the settings.
	Name string
	// Addr is where the other nodes reach this one, as host:port. It is empty for a
	// server that runs alone.
	Addr string
	// Key is the hash of the key by which other nodes recognise this one, empty for a
	// server that runs alone.
	Key string
	// Version says with which other nodes this one can work.
	Version string
	// Lease is how long others hear nothing of the node before they take its rooms.
	Lease time.Duration
	// Beat changes with each sign of life.
	Beat uint64
	// Rooms is how many rooms the node has in memory.
	Rooms int
	// Draining is true while the node hands its rooms over and takes no more.
	Draining bool
	// Leader is true for the node that does what one node does for all.
	Leader bool
}

// Signal is something that has happened on a node and concerns the others.
type Signal struct {
	Number uint64
	Node   string
	Data   []byte
}

// Nodes is what several servers share besides rooms and people: the list of nodes, the
// rooms that each takes, and the signals between them. [Postgres] has it.
type Nodes interface {
	Join(ctx context.Context, node Node) error
	Beat(ctx context.Context, id string, beat uint64, rooms int) (bool, error)
	Nodes(ctx context.Context) ([]Node, error)
	RemoveDead(ctx context.Context, id string, beat uint64) (bool, error)
	Leave(ctx context.Context, id string) error
	Drain(ctx context.Context, id string) error
	Elect(ctx context.Context, id string) error
	TakeDue(ctx context.Context, id string, at time.Time, limit int) ([]Wakeup, error)
	PendingTurnsOf(ctx context.Context, id string, orphans bool, at time.Time, limit int) ([]PendingTurn, error)
	Signal(ctx context.Context, node string, data []byte) error
	Signals(ctx context.Context, after uint64) ([]Signal, error)
	LastSignal(ctx context.Context) (uint64, error)
}
