// Package transport serves the program over HTTP. It builds one handler for the public address, one for
// the operator's address and one for the other nodes, from the packages below it: the players' JSON API
// (api), the requests of the operator and of moderators (operator), WebSockets (socket) and pages
// (pages). What all handlers share is in httpx: who makes a request, the limits, and how answers are sent.
//
// The packages below own the protocol (docs/protocol.md), this one the routes, the headers of every
// response, and the metrics. None of them imports the database or a game.
//
// Begin at New and Handler in transport.go.
package transport
