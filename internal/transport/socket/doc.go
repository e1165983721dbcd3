// Package socket serves WebSockets. A client has one for each room that it watches. The package
// owns the frames of the protocol (docs/protocol.md), translates them to commands, and keeps a list
// of the connections. It never imports the other handlers, the store or a game, and uses rooms
// through the interface [Rooms].
//
// Begin at ServeHTTP in socket.go, which makes a conn. One goroutine reads the frames of a client
// and carries them out, one after the other (read.go). The goroutine that has frames for the
// client, mostly that of the room, writes them (write.go). A room never waits for a client. A
// client that reads too slowly is disconnected. It connects again and goes on from the last frame
// that it has received.
package socket
