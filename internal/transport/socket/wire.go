package socket

import (
	"archmage/internal/coded"
	"archmage/internal/transport/frame"
	"archmage/internal/transport/httpx"
)

// WelcomeFrame is the first frame that the server sends on a connection.
type WelcomeFrame struct {
	Type string `json:"type"` // "welcome"
	// V is the version of the protocol.
	V int `json:"v"`
	// You is the client's identity.
	You httpx.Person `json:"you"`
	// Room is the id of the room, "" on a connection to the club.
	Room string `json:"room"`
	// Now is the server's time, in milliseconds since 1970.
	Now int64 `json:"now"`
	// Limits are the limits that the client has to observe.
	Limits frame.WelcomeLimits `json:"limits"`
}

// ByeFrame is the last frame of a connection that the server ends. The guide to the protocol lists the codes.
type ByeFrame struct {
	Type string     `json:"type"` // "bye"
	Code coded.Code `json:"code"`
	// RetryAfter is the time after which the client may connect again, in milliseconds. If it is
	// absent, the client must not connect again by itself.
	RetryAfter int64 `json:"retryAfter,omitempty"`
	// Explanation is the reason if a moderator or the host has ended the connection.
	Explanation *httpx.Explained `json:"explanation,omitempty"`
}

// NewsFrame means that the answer to `GET /api/news` has changed, or invitations to or by the person. The
// client asks within some seconds.
type NewsFrame struct {
	Type string `json:"type"` // "news"
}
