package transport

import (
	"context"
	"net/http"

	"archmage/internal/transport/api"
	"archmage/internal/transport/operator"
	"archmage/internal/transport/pages"
	"archmage/internal/transport/socket"
)

// LiveRooms has the rooms in memory, and loads others when they are needed. Package lobby
// implements it. Errors that a client may see are coded. For any other error the client gets
// coded.Internal.
type LiveRooms interface {
	api.LiveRooms
	operator.LiveRooms
	socket.Rooms
	// CloseRoom deletes a room. RemoveLine removes a line of a room's chat.
	CloseRoom(ctx context.Context, id string) error
	RemoveLine(ctx context.Context, id string, line uint64) error
	// Loaded returns the number of rooms in memory.
	Loaded() int
}

// Rooms has the rooms of a server. Package directory implements api.Directory and pages.Rooms.
// Package matchmaking implements api.Matchmaker.
type Rooms interface {
	LiveRooms
	api.Directory
	api.Matchmaker
	pages.Rooms
}

// Archive has the finished matches. Package archive implements it. A method returns only data that
// the person may see, or public data if the person is zero.
type Archive interface {
	api.Archive
	operator.Archive
	pages.Archive
}

// Nodes are the servers that share a database.
type Nodes interface {
	operator.Nodes
	socket.Nodes
	// Ready returns an error if this node cannot serve clients now.
	Ready() error
	// Route passes a request about a room on to the node that has the room. If that is this node,
	// or if no node has the room, local answers the request. If Route fails, it has not sent an
	// answer.
	Route(w http.ResponseWriter, r *http.Request, room string, local http.Handler) error
	// HasRoom reports whether this node has a room.
	HasRoom(ctx context.Context, room string) bool
}
