// Package frame has the frames of the protocol that do not depend on how they are carried: a WebSocket, or the
// channel to the rules in a browser. It decodes what clients send. It imports no socket and no clock. Start
// reading at [Decode].
package frame

import (
	"archmage/internal/coded"
	"archmage/internal/room"
	"archmage/internal/strict"
)

// Version is the version of the protocol.
const Version = 1

// Frame is a frame of a client.
type Frame struct {
	Type string
	// ID is chosen by the client; the reply repeats it.
	ID string
	// Body is the rest of the frame: *Hello, *ChatLine, a room.Action, or nil for a ping.
	Body any
}

// Hello is the first frame of a client: it joins the room, the club or the event of the address. The client
// has received every frame up to `seq` of `sequence`; an empty `sequence` and `seq` 0 mean none.
type Hello struct {
	// V is the version of the protocol, 1.
	V int `json:"v"`
	// Sequence is the `sequence` of the last snapshot that the client has received. Seq is the `seq` of the
	// last snapshot or update.
	Sequence string `json:"sequence,omitempty"`
	Seq      uint64 `json:"seq,omitempty"`
	// Overlay is true for the overlay of a broadcast: no player is present by such a connection, and a
	// spectator is named with `stream` true.
	Overlay bool `json:"overlay,omitempty"`
}

// ping requests a `pong`. The `id` is optional, and comes back in the answer.
type ping struct{}

// ChatLine adds a line to the chat, at most 6 in 10 seconds.
type ChatLine struct {
	// Text has 1 to 300 characters. A line of 👍, 😄, 😮 or 😬 alone is a reaction, which clients draw.
	Text string `json:"text"`
}

// The types of frames that are not commands. The type of a command is its room.Kind.
const (
	TypeHello = "hello"
	TypePing  = "ping"
	TypeChat  = "chat"
)

// WelcomeLimits are the limits that a client has to observe.
type WelcomeLimits struct {
	// Message is the maximum length of a frame in bytes; 0 means no limit. Chat is the maximum length of a
	// chat line in characters.
	Message int `json:"message"`
	Chat    int `json:"chat"`
}

// PongFrame answers a `ping`, with its `id` if it had one. It comes after everything that the room had sent
// when the server read the `ping`.
type PongFrame struct {
	Type string `json:"type"` // "pong"
	ID   string `json:"id,omitempty"`
}

// MaxID is the greatest length of the id that a client gives a command or a search, in bytes.
const MaxID = 64

// Decode decodes a frame of a client. It is strict: one JSON object with exactly the fields of
// its type, each once, none of them null. It fails with coded.Malformed, and with
// room.CodeUnknownCommand for an unknown type. With an error it returns the part that it could
// read. If that has an id, the frame can be answered.
func Decode(data []byte) (Frame, error) {
	var f Frame
	fields, ok := strict.ReadObject(data)
	if !ok {
		return f, coded.Malformedf("a frame is one JSON object in UTF-8, with each name once")
	}
	if fields.Has("id") {
		err := fields.Take("id", &f.ID)
		if err == nil && (len(f.ID) == 0 || len(f.ID) > MaxID) {
			f.ID, err = "", coded.Malformedf("an id has 1 to %d bytes", MaxID)
		}
		if err != nil {
			return f, err
		}
	}
	if err := fields.Take("type", &f.Type); err != nil {
		return f, err
	}
	var err error
	switch f.Type {
	case TypeHello:
		f.Body = new(Hello)
		err = fields.Decode(f.Body)
	case TypeChat:
		f.Body = new(ChatLine)
		err = fields.Decode(f.Body)
	case TypePing:
		err = fields.Decode(new(ping))
	default:
		f.Body, err = room.DecodeAction(room.Kind(f.Type), &fields)
	}
	switch {
	case err != nil:
		return f, err
	case f.Type == TypeHello && f.ID != "":
		return f, coded.Malformedf("a hello has no id")
	case f.Type != TypeHello && f.Type != TypePing && f.ID == "":
		return f, coded.Malformedf("a frame of type %q has an id", f.Type)
	}
	return f, nil
}
