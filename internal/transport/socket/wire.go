package socket

import (
	"archmage/internal/coded"
	"archmage/internal/transport/httpx"
)

// Version is the version of the protocol that WebSockets speak.
const Version = 1

// Frame is a frame of a client.
type Frame struct {
	Type string
	// ID is chosen by the client; the reply repeats it.
	ID string
	// Body is the rest of the frame: *Hello, *ChatLine, a room.Action, or nil for a ping.
	Body any
}

// Hello is the first frame of a client. Sequence and Seq name the last frame of the room that the
// client has received.
type Hello struct {
	V        int    `json:"v"`
	Sequence string `json:"sequence,omitempty"`
	Seq      uint64 `json:"seq,omitempty"`
	Overlay  bool   `json:"overlay,omitempty"`
}

// ping requests a pong. It may have an id.
type ping struct{}

// ChatLine is a line of the chat that a client sends.
type ChatLine struct {
	Text string `json:"text"`
}

// The types of frames that are not commands. The type of a command is its room.Kind.
const (
	TypeHello = "hello"
	TypePing  = "ping"
	TypeChat  = "chat"
)

// WelcomeFrame is the first frame that the server sends on a connection to a room.
type WelcomeFrame struct {
	Type string       `json:"type"` // "welcome"
	V    int          `json:"v"`
	You  httpx.Person `json:"you"`
	Room string       `json:"room"`
	// Now is the server's time, in milliseconds since 1970.
	Now    int64         `json:"now"`
	Limits WelcomeLimits `json:"limits"`
}

// WelcomeLimits are the limits that a client has to observe.
type WelcomeLimits struct {
	// Message is the maximum length of a frame in bytes; 0 means no limit. Chat is the maximum length of a
	// chat line in characters.
	Message int `json:"message"`
	Chat    int `json:"chat"`
}

// PongFrame answers a ping.
type PongFrame struct {
	Type string `json:"type"` // "pong"
	ID   string `json:"id,omitempty"`
}

// ByeFrame is the last frame of a connection that the server ends.
type ByeFrame struct {
	Type string     `json:"type"` // "bye"
	Code coded.Code `json:"code"`
	// RetryAfter is the time after which the client may connect again, in milliseconds. If it is
	// absent, the client must not connect again by itself.
	RetryAfter int64 `json:"retryAfter,omitempty"`
	// Explanation is the reason if a moderator or the host has ended the connection.
	Explanation *httpx.Explained `json:"explanation,omitempty"`
}

// NewsFrame means that the answer to GET /api/news has changed.
type NewsFrame struct {
	Type string `json:"type"` // "news"
}
