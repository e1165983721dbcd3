// Package cluster makes several servers that share a PostgreSQL database into one:
// it knows which of them are alive, and takes what is done in a room to the node that
// has the room.
//
// The lobby decides which rooms this node has and is safe by itself, because the log
// refuses what a former owner writes.
package cluster

import "archmage/internal/eventlog"

// Node is one of the servers.
type Node = eventlog.Node
