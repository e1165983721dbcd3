package store

import (
	"context"
	"time"
)

// Node is one of several servers that share a database.
type Node struct {
	// ID identifies one run of the server; each start gets a new one. The owner of a room is the
	// ID of a node.
	ID string
	// Name is the display name: the one in the settings, or the name of the machine.
	Name string
	// Addr is the host:port at which the other nodes reach this one. It is empty for a server that
	// runs alone.
	Addr string
	// Key is the hash of the key with which this node proves its identity to other nodes. It is
	// empty for a server that runs alone.
	Key string
	// Version determines which other nodes this node can work with.
	Version string
	// Lease is the time after the last heartbeat until the other nodes take the node's rooms.
	Lease time.Duration
	// Beat changes with each heartbeat.
	Beat uint64
	// Rooms is the number of rooms that the node has in memory.
	Rooms int
	// Draining is true while the node hands over its rooms and takes no new ones.
	Draining bool
	// Leader is true for the node that runs the tasks which only one node runs.
	Leader bool
}

// Signal is a message from a node to all others.
type Signal struct {
	Number uint64
	Node   string
	Data   []byte
}

// Nodes is the storage that coordinates several servers: the list of nodes, the distribution of rooms,
// and the signals between nodes. [Postgres] implements it.
type Nodes interface {
	Join(ctx context.Context, node Node) error
	Beat(ctx context.Context, id string, beat uint64, rooms int) (bool, error)
	Nodes(ctx context.Context) ([]Node, error)
	RemoveDead(ctx context.Context, id string, beat uint64) (bool, error)
	Leave(ctx context.Context, id string) error
	Drain(ctx context.Context, id string) error
	Elect(ctx context.Context, id string) error
	TakeDue(ctx context.Context, id string, at time.Time, limit int) ([]Wakeup, error)
	PendingTurnsOf(ctx context.Context, id string, includeOrphans bool, at time.Time, limit int) ([]PendingTurn, error)
	Signal(ctx context.Context, node string, data []byte) error
	Signals(ctx context.Context, after uint64) ([]Signal, error)
	LastSignal(ctx context.Context) (uint64, error)
}
