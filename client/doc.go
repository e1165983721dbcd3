// Package client is a client of the server. It speaks the protocol of docs/protocol.md
// and knows nothing else of the server. Bots in Go, tests of the whole program and load
// tests use it.
//
//	me, err := client.NewGuest(ctx, "http://127.0.0.1:8080", "Robby")
//	room, err := me.CreateRoom(ctx, client.Settings{Game: "seasons", Seats: 2})
//	conn, err := me.Dial(ctx, room, client.Options{})
//	err = conn.Wait(ctx, func(s *client.State) bool { return s.Asked() != nil })
//	err = conn.Send(ctx, client.Answer(decision.ID, client.RandomAnswer(decision, random)))
//
// It imports the contract of games for the text forms of decisions and events,
// package patch to bring documents up to date, and no other part of the project.
package client

import (
	"archmage/internal/coded"
	"archmage/internal/game"
)

// The types of the project in the protocol, under names that other modules can import.
type (
	// Decision is a question, as docs/decisions.md describes it; Pick is a choice of an
	// answer.
	Decision = game.DecisionText
	Pick     = game.PickText
	// Event is something that has happened in a match (docs/events.md).
	Event = game.EventText
	// SeatNumber is the number of a seat, from 0, or NoSeat.
	SeatNumber = game.Seat
	// Error is a refusal by the server. docs/protocol.md lists the values of Code.
	Error = coded.Error
)

// NoSeat is the number of no seat.
const NoSeat = game.NoSeat
