// Package operator answers the requests of the people who run the server: of the operator at a
// separate address, of owners on the host's page, and of moderators. It lists rooms, accounts,
// bans, reports, acts of moderation and nodes, and sends backups and runtime profiles.
//
// Package moderation decides who may do what. Each handler declares the interfaces that it needs
// next to itself. The package never imports the packages of sockets, pages and the players' API,
// nor a game or the database.
//
// Begin at mountAdmin and mountModeration in operator.go, which list the requests.
package operator
