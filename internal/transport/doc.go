// Package transport serves the program over HTTP: it builds one handler from WebSockets
// (socket), pages (pages), the JSON API and the API of operators and moderators. What all
// handlers share is in httpx: who asks, the limits, and how answers are sent.
//
// It owns the protocol (docs/protocol.md). It sees rooms through the interface [Rooms]. Of
// a game it knows only the description. It never imports the database or a game.
//
// Begin at New and Handler in transport.go.
package transport
