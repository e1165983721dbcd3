package client

import (
	"encoding/json"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// The frames of the protocol as a client reads and writes them. docs/protocol.md
// says what each field means.

// Version is the version of the protocol that this package speaks.
const Version = 1

// Settings are what the host of a room decides.
type Settings struct {
	Game        string            `json:"game"`
	Options     game.MatchOptions `json:"options,omitempty"`
	Seats       int               `json:"seats"`
	Listed      bool              `json:"listed"`
	Spectators  bool              `json:"spectators"`
	Delay       int               `json:"delay"`
	Undo        bool              `json:"undo"`
	Clock       ClockSettings     `json:"clock"`
	Absent      string            `json:"absent,omitempty"`
	AbsentAfter int               `json:"absentAfter,omitempty"`
	OutOfTime   string            `json:"outOfTime,omitempty"`
}

// ClockSettings are how the thinking time is limited.
type ClockSettings struct {
	Mode      string `json:"mode,omitempty"`
	Seconds   int    `json:"seconds,omitempty"`
	Increment int    `json:"increment,omitempty"`
}

// Person is who the server takes the client for.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Room is the room around the match.
type Room struct {
	ID       string   `json:"id"`
	Status   string   `json:"status"`
	Host     string   `json:"host"`
	Settings Settings `json:"settings"`
	Seats    []Seat   `json:"seats"`
	Watching []string `json:"watching"`
	Watchers int      `json:"watchers"`
	Matches  int      `json:"matches"`
}

// Seat is a seat as everybody sees it.
type Seat struct {
	Player  string `json:"player"`
	Name    string `json:"name"`
	Bot     string `json:"bot"`
	Ready   bool   `json:"ready"`
	Present bool   `json:"present"`
	Lost    string `json:"lost"`
	Abandon bool   `json:"abandon"`
}

// Clock is the players' time in milliseconds, and for whom it runs.
type Clock struct {
	Left    []int64     `json:"left"`
	Running []game.Seat `json:"running"`
}

// ChatLine is a line of the chat.
type ChatLine struct {
	Number uint64    `json:"number"`
	At     int64     `json:"at"`
	Name   string    `json:"name"`
	Seat   game.Seat `json:"seat"`
	Text   string    `json:"text"`
}

// Result is how a match ended; Outcome is nil if it was abandoned.
type Result struct {
	Outcome *game.Outcome `json:"outcome"`
	Lost    []string      `json:"lost"`
	Names   []string      `json:"names"`
	Bots    []string      `json:"bots"`
	Seed    game.Seed     `json:"seed"`
}

// Bye is the last frame of a connection. RetryAfter is in milliseconds; nil
// means that coming back by itself makes no sense.
type Bye struct {
	Code       coded.Code `json:"code"`
	RetryAfter *int64     `json:"retryAfter"`
}

// Limits are what the server takes from one connection.
type Limits struct {
	// Message is the longest frame in bytes, Chat the longest line in
	// characters.
	Message int `json:"message"`
	Chat    int `json:"chat"`
}

// frame is any frame of the server.
type frame struct {
	Type string `json:"type"`

	// welcome
	You    Person          `json:"you"`
	Limits Limits          `json:"limits"`
	Room   json.RawMessage `json:"room"`

	// snapshot and update
	Life       uint64               `json:"life"`
	Seq        uint64               `json:"seq"`
	View       json.RawMessage      `json:"view"`
	Patch      json.RawMessage      `json:"patch"`
	Own        json.RawMessage      `json:"own"`
	Decisions  *[]game.DecisionText `json:"decisions"`
	Events     []json.RawMessage    `json:"events"`
	EventsFrom int                  `json:"eventsFrom"`
	Undo       bool                 `json:"undo"`
	Result     *Result              `json:"result"`

	// ok, reject and pong
	ID      string     `json:"id"`
	Code    coded.Code `json:"code"`
	Message string     `json:"message"`
	// bye
	RetryAfter *int64 `json:"retryAfter"`
}

// hello is the first frame of a connection.
type hello struct {
	Type string `json:"type"`
	V    int    `json:"v"`
	Room string `json:"room"`
	Life uint64 `json:"life"`
	Seq  uint64 `json:"seq"`
}

// Intent is something a person wants to be done, as the frame that says so.
// Use the functions that make one. An Intent that is sent again with the same
// ID is carried out once.
type Intent struct {
	Type string `json:"type"`
	// ID is the client's own; Send gives one where it is missing.
	ID       string          `json:"id,omitempty"`
	Decision uint64          `json:"decision,omitempty"`
	Choice   []game.PickText `json:"choice,omitzero"`
	Text     string          `json:"text,omitempty"`
	Ready    *bool           `json:"ready,omitempty"`
	Settings *Settings       `json:"settings,omitempty"`
	Seat     *game.Seat      `json:"seat,omitempty"`
	Other    *game.Seat      `json:"other,omitempty"`
	Bot      string          `json:"bot,omitempty"`
	Secret   string          `json:"secret,omitempty"`
}

// Answer answers a decision.
func Answer(decision uint64, choice []game.PickText) Intent {
	if choice == nil {
		choice = []game.PickText{}
	}
	return Intent{Type: "answer", Decision: decision, Choice: choice}
}

// Do is an intent that needs no more than its name: leave, start, undo,
// concede, rematch, return.
func Do(name string) Intent { return Intent{Type: name} }

// Chat says something.
func Chat(text string) Intent { return Intent{Type: "chat", Text: text} }

// Ready says that the player is ready, or not.
func Ready(ready bool) Intent { return Intent{Type: "ready", Ready: &ready} }

// Abandon votes for ending the match without a result, or takes the vote back.
func Abandon(vote bool) Intent { return Intent{Type: "abandon", Ready: &vote} }

// Configure changes the room's settings.
func Configure(settings Settings) Intent { return Intent{Type: "settings", Settings: &settings} }

// Claim takes a seat.
func Claim(seat game.Seat) Intent { return Intent{Type: "claim", Seat: &seat} }

// Swap exchanges two seats.
func Swap(seat, other game.Seat) Intent { return Intent{Type: "swap", Seat: &seat, Other: &other} }

// Kick clears a seat.
func Kick(seat game.Seat) Intent { return Intent{Type: "kick", Seat: &seat} }

// Fill gives a free seat to a bot.
func Fill(seat game.Seat, bot string) Intent { return Intent{Type: "bot", Seat: &seat, Bot: bot} }

// MakeHost makes the player at a seat the host.
func MakeHost(seat game.Seat) Intent { return Intent{Type: "host", Seat: &seat} }

// Link makes a personal link to the own seat out of a secret of at least 16
// characters.
func Link(secret string) Intent { return Intent{Type: "link", Secret: secret} }

// Redeem takes the seat over to which a personal link leads.
func Redeem(secret string) Intent { return Intent{Type: "redeem", Secret: secret} }
