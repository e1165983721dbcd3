// Package transport serves the program over HTTP. It builds one handler for the public address, one
// for the operator's address and one for the other nodes, from the packages below it: the players'
// JSON API (api), the requests of the operator and of moderators (operator), WebSockets (socket) and
// pages (pages). Package httpx has the code that all handlers share: it finds the person who makes a
// request, enforces the limits, and sends answers.
//
// The packages below own the protocol (docs/protocol.md). This package owns the routes, the headers
// of every response, and the metrics. None of these packages imports the database or a game.
//
// Begin at New and Handler in transport.go.
package transport
