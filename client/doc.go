// Package client is a client of the server in Go. It depends only on the protocol of
// docs/protocol.md. Bots, tests of the whole program and load tests use it.
//
//	me, err := client.NewGuest(ctx, "http://127.0.0.1:8080", "Robby")
//	room, err := me.CreateRoom(ctx, client.Settings{Game: "seasons", Seats: 2})
//	conn, err := me.Dial(ctx, room, client.Options{})
//	result, err := conn.Play(ctx, func(state *client.State, decision *client.Decision) []client.Pick {
//		return client.RandomAnswer(decision, nil)
//	})
//
// Play is a bot's whole match. Wait and Send are for programs that do it themselves.
//
// It imports the types that the protocol shares with the server (packages coded, game, match and
// room) and package patch, and no other package of the server.
package client

import (
	"archmage/internal/coded"
	"archmage/internal/game"
)

// Types of internal packages, under names that other modules can use.
type (
	// Decision is a question to a player (docs/decisions.md). An answer is a list of Picks.
	Decision = game.DecisionText
	Pick     = game.PickText
	// Event is something that has happened in a match (docs/match-events.md).
	Event = game.EventText
	// SeatNumber is the number of a seat, from 0, or NoSeat.
	SeatNumber = game.Seat
	// Error is a refusal by the server. The page /docs of a server lists the values of Code.
	Error = coded.Error
)

// NoSeat means that there is no seat, as for a spectator.
const NoSeat = game.NoSeat
