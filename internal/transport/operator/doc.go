// Package operator answers the requests of those who run the server: the operator at an address of
// its own, owners on the host's page, and moderators. It has lists of rooms, accounts, bans, reports
// and acts, backups, profiles and the servers that share the database.
//
// Who may do what is decided in moderation. Each handler declares the interfaces of what it uses
// beside itself. The package never imports the sockets, the pages or the players' API, and no game
// or database.
//
// Begin at mountAdmin and mountModeration in operator.go, which list the requests.
package operator
