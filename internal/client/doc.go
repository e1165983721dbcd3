// Package client is somebody at a table seen from outside: it speaks the
// protocol of docs/protocol.md with a server and knows nothing else of it. Tests
// of the whole program, load tests and bots in Go stand on it.
//
// It imports the contract of games for the text forms of decisions and events,
// package patch to bring documents up to date, and no other part of the project.
package client
