package transport

import (
	"archmage/internal/coded"
	"archmage/internal/transport/httpx"
)

// Version is the version of the protocol that WebSockets speak.
const Version = 1

// frame is a frame of a client.
type frame struct {
	Type string
	// ID is chosen by the client; the reply repeats it.
	ID string
	// Body is the rest of the frame: *hello, *chatLine, a room.Action, or nil for a ping.
	Body any
}

// hello is the first frame of a client. Sequence and Seq say up to where the client has
// already seen the room's frames.
type hello struct {
	V        int    `json:"v"`
	Sequence string `json:"sequence,omitempty"`
	Seq      uint64 `json:"seq,omitempty"`
	Overlay  bool   `json:"overlay,omitempty"`
}

// ping asks for a pong. It may have an id.
type ping struct{}

// chatLine is a line of the chat that a client sends.
type chatLine struct {
	Text string `json:"text"`
}

// The types of frames that are not commands. The type of a command is its kind.
const (
	typeHello = "hello"
	typePing  = "ping"
	typeChat  = "chat"
)

// welcomeFrame is the first frame that a client gets when it begins to watch a room.
type welcomeFrame struct {
	Type string       `json:"type"` // "welcome"
	V    int          `json:"v"`
	You  httpx.Person `json:"you"`
	Room string       `json:"room"`
	// Now is the server's time, in milliseconds since 1970.
	Now    int64         `json:"now"`
	Limits welcomeLimits `json:"limits"`
}

// welcomeLimits are the bounds that a client has to know.
type welcomeLimits struct {
	// Message is the longest frame in bytes, 0 for no limit; Chat the longest
	// line in characters.
	Message int `json:"message"`
	Chat    int `json:"chat"`
}

// pongFrame answers a ping.
type pongFrame struct {
	Type string `json:"type"` // "pong"
	ID   string `json:"id,omitempty"`
}

// byeFrame is the last frame of a connection that the server ends.
type byeFrame struct {
	Type string     `json:"type"` // "bye"
	Code coded.Code `json:"code"`
	// RetryAfter is after how many milliseconds the client may connect again. If it is
	// absent, the server would refuse the client again.
	RetryAfter int64 `json:"retryAfter,omitempty"`
	// Why says more, where a moderator has ended the connection.
	Why *httpx.Explained `json:"why,omitempty"`
}

// newsFrame says that the answer to GET /api/news has changed.
type newsFrame struct {
	Type string `json:"type"` // "news"
}
