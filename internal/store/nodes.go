package store

import (
	"context"
	"time"
)

// Node is one of several servers that share a database.
type Node struct {
	// ID is new at each start of the server. The owner of a room is the ID of a node.
	ID string
	// Name is the name of the machine or the one in the settings, for people.
	Name string
	// Addr is the host:port at which the other nodes reach this one. It is empty for a server that
	// runs alone.
	Addr string
	// Key is the hash of the key with which this node proves its identity to other nodes. It is
	// empty for a server that runs alone.
	Key string
	// Version determines with which other nodes this one can work.
	Version string
	// Lease is how long the node can be without a heartbeat before the other nodes take its rooms.
	Lease time.Duration
	// Beat changes with each heartbeat.
	Beat uint64
	// Rooms is the number of rooms that the node has in memory.
	Rooms int
	// Draining is true while the node hands over its rooms and takes no others.
	Draining bool
	// Leader is true for the node that does the tasks that one node does for all.
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
	PendingTurnsOf(ctx context.Context, id string, orphans bool, at time.Time, limit int) ([]PendingTurn, error)
	Signal(ctx context.Context, node string, data []byte) error
	Signals(ctx context.Context, after uint64) ([]Signal, error)
	LastSignal(ctx context.Context) (uint64, error)
}
