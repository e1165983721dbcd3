// Package client is a client of the server: it speaks the protocol of
// docs/protocol.md and knows nothing else of the server. Tests of the whole
// program, load tests and bots in Go use it.
//
// It imports the contract of games for the text forms of decisions and events,
// package patch to bring documents up to date, and no other part of the project.
package client
