package store

import "time"

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
