package store

import (
	"context"
	"encoding/json"
	"time"
)

// Notices is the part of a [Log] that keeps where people want to be called, whom
// rooms wait for, and which calls are still to be sent.
type Notices interface {
	// AddChannel adds a channel. It fails with ErrExists if there is one with the
	// id, with ErrNotFound if there is no such identity, and with ErrQuota if the
	// identity has so many channels already.
	AddChannel(ctx context.Context, channel Channel, most int) error
	// SetChannel replaces the data of a channel. It fails with ErrNotFound.
	SetChannel(ctx context.Context, id string, data json.RawMessage) error
	// DeleteChannel removes a channel and its calls. It fails with ErrNotFound.
	DeleteChannel(ctx context.Context, id string) error
	// Channel returns a channel, or ErrNotFound.
	Channel(ctx context.Context, id string) (Channel, error)
	// Channels returns the channels of an identity, the oldest first.
	Channels(ctx context.Context, identity string) ([]Channel, error)
	// Reachable returns the identities that have a channel, in their order.
	Reachable(ctx context.Context) ([]string, error)

	// Awaited returns what a room has written of whom it waits for, or
	// ErrNotFound.
	Awaited(ctx context.Context, room string) (Awaited, error)
	// AwaitedDue returns what is due at that time or before, the earliest first.
	AwaitedDue(ctx context.Context, at time.Time, limit int) ([]Awaited, error)
	// NoteAwaited writes Noted and Due of what a room waits for, together with the
	// calls that it leads to. It fails with ErrFenced if the room has written
	// since, and with ErrNotFound.
	NoteAwaited(ctx context.Context, awaited Awaited, calls []Call) error

	// AddCalls adds calls.
	AddCalls(ctx context.Context, calls []Call) error
	// CallsDue returns the calls that are due at that time or before, the earliest
	// first, of each identity only its first ones.
	CallsDue(ctx context.Context, at time.Time, each, limit int) ([]Call, error)
	// SetCall replaces the time and the data of the call with the key and the time
	// Made. It fails with ErrNotFound.
	SetCall(ctx context.Context, call Call) error
	// EndCall removes the call with the key and the time Made. It fails with
	// ErrNotFound.
	EndCall(ctx context.Context, call Call) error
	// EndCalls removes the calls of an identity about a room. It fails with
	// ErrNotFound if there are none.
	EndCalls(ctx context.Context, identity, room string) error
}

// Channel is where somebody wants to be called.
type Channel struct {
	ID       string
	Identity string
	// Data is JSON and means nothing to the log.
	Data json.RawMessage
	// Created is when it was added; zero means the present.
	Created time.Time
}

// Awaited says whom a room waits for.
type Awaited struct {
	Room string
	// Seq is the number of the last entry of the batch with which it was written.
	Seq uint64
	// Data is JSON that the room writes, and Noted JSON, or empty, about what has
	// been done. Neither means anything to the log.
	Data, Noted json.RawMessage
	// Due is when it has to be looked at; the zero time means not before the room
	// writes again. It is rounded up to the millisecond.
	Due time.Time
}

// Awaiting is what a batch says of whom its room waits for.
type Awaiting struct {
	Data json.RawMessage
	Due  time.Time
}

// CallKey names a call: a channel has one of each topic about a room.
type CallKey struct{ Channel, Room, Topic string }

// Call is something to be sent to a channel.
type Call struct {
	CallKey
	Identity string
	// Made tells a call from a later one with the same key. Due is when it is to be
	// sent. Both are rounded up to the millisecond.
	Made, Due time.Time
	// Data is JSON and means nothing to the log.
	Data json.RawMessage
	// Once: if there is a call with the key, that one stays, and this one is not
	// added. Otherwise it is replaced.
	Once bool
}
