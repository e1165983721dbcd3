// Package socket serves WebSockets: one for each room that somebody watches. It owns the
// frames of the protocol (docs/protocol.md) and translates them to commands, and it knows
// who is connected where. It never imports the other handlers, the store or a game, and
// sees rooms through the interface [Rooms].
//
// Begin at ServeHTTP in socket.go, which makes a conn. One goroutine reads its frames and
// does what they ask, one after the other (read.go). The goroutine that has frames for the
// client writes them (write.go). A room never waits for a client: a client that does not
// read in time is cut off, comes back, and goes on from the last frame that it has seen.
package socket
