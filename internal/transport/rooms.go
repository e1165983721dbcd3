package transport

import (
	"context"
	"net/http"

	"archmage/internal/transport/api"
	"archmage/internal/transport/operator"
	"archmage/internal/transport/pages"
	"archmage/internal/transport/socket"
)

// LiveRooms is what clients, the operator and moderators do with rooms. Package lobby
// implements it. Errors that a client may see are coded; for any other error the client gets
// coded.Internal.
type LiveRooms interface {
	api.LiveRooms
	operator.LiveRooms
	socket.Rooms
	// CloseRoom deletes a room, RemoveLine removes a line of its chat.
	CloseRoom(ctx context.Context, id string) error
	RemoveLine(ctx context.Context, id string, line uint64) error
	// Loaded returns how many rooms are in memory.
	Loaded() int
}

// Rooms are the rooms of a server. Package directory implements what LiveRooms and
// api.Matchmaker do not have.
type Rooms interface {
	LiveRooms
	api.Directory
	api.Matchmaker
	pages.Rooms
}

// Archive has the matches that have ended. Package archive implements it. A method returns
// what the person may see, or what everybody may see if the person is zero.
type Archive interface {
	api.Archive
	operator.Archive
	pages.Archive
}

// Nodes are the servers that share a database.
type Nodes interface {
	operator.Nodes
	socket.Nodes
	// Ready returns why this node cannot serve clients now, or nil.
	Ready() error
	// Route lets the node that has a room answer a request about it; here answers if that
	// is this node, or no node has it. If Route fails, nothing was answered.
	Route(w http.ResponseWriter, r *http.Request, room string, here http.Handler) error
	// HasRoom reports whether this node has a room.
	HasRoom(ctx context.Context, room string) bool
}
