// Package api answers the requests of players below /api: identities and accounts, rooms, invitations,
// finished matches and their replays, ratings, reports.
//
// Each handler declares the interfaces that it needs next to itself. The package owns the JSON of these
// requests; the comment of each handler is its description at /docs. It never imports the packages of sockets,
// pages and the operator, nor a game or the database.
//
// Begin at Mount in api.go, which lists the requests.
package api
