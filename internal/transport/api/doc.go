// Package api answers the requests of players below /api: identities and accounts, rooms, invitations,
// finished matches and their replays, ratings, reports.
//
// Each handler declares the interfaces of what it uses beside itself. The package owns the JSON of
// these requests (docs/protocol.md, HTTP). It never imports the sockets, the pages or the
// operator's part, and no game or database.
//
// Begin at Mount in api.go, which lists the requests.
package api
