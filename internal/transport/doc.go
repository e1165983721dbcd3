// Package transport serves rooms to clients: HTTP requests, and a WebSocket for each room
// that somebody watches. It translates between frames and commands. What its handlers
// share is in the package web: who asks, the limits, and how answers are sent.
//
// It owns the protocol (docs/protocol.md). It sees rooms through the interface [Rooms]. Of a game it knows only the
// description. It never imports the database or a game.
//
// On a WebSocket one goroutine reads the client's frames and does what they ask, one
// after the other. The goroutine that has frames for the client writes them. A room never
// waits for a client: a client that does not read in time is cut off, comes back, and
// goes on from the last frame that it has seen.
package transport
