// Package transport serves rooms to the world: requests over HTTP and a
// WebSocket for whoever watches a room. It knows who asks, keeps everybody
// within limits, and translates between frames and what the lobby understands.
//
// It owns the protocol (docs/protocol.md), the identities' cookies and tokens,
// and the limits. It knows no rules, and no game but by its description; it
// imports the lobby and the contract of games, and never the event log.
//
// On a WebSocket one goroutine reads the client's frames and does what they
// ask, one after the other; another one writes what the room tells and the
// answers. A room never waits for a client: one that does not read in time is
// cut off, comes back, and goes on from what it has seen last.
package transport
