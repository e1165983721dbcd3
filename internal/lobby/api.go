// Package lobby keeps the rooms of this process. These are the types by which
// package transport knows it.
package lobby

import (
	"encoding/json"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/room"
)

// The codes of what the lobby refuses.
const (
	// CodeBusy: the room has too much to do; try again.
	CodeBusy coded.Code = "busy"
	// CodeNoRoom: there is no such room.
	CodeNoRoom coded.Code = "no_room"
	// CodeNoMatch: there is no such match.
	CodeNoMatch coded.Code = "no_match"
	// CodeNoSpectators: the host lets nobody watch.
	CodeNoSpectators coded.Code = "no_spectators"
	// CodeBadChat: a line of the chat that is empty or too long.
	CodeBadChat coded.Code = "bad_chat"
	// CodeTooFast: too many lines of the chat in a short time.
	CodeTooFast coded.Code = "too_fast"
	// CodeFrozen: the room has met an error of the server; its log is kept.
	CodeFrozen coded.Code = "frozen"
	// CodeNotStored: it could not be stored; nothing has happened.
	CodeNotStored coded.Code = "not_stored"
	// CodeNotKept: events that cannot be shown any more.
	CodeNotKept coded.Code = "not_kept"
	// CodeClosed: the operator has closed the room.
	CodeClosed coded.Code = "closed"
	// CodeRestart: the server stops; come back in a moment.
	CodeRestart coded.Code = "restart"
	// CodeClosing: the server is stopping.
	CodeClosing coded.Code = "closing"
)

const (
	// MaxChat is the length of a line of the chat, in characters.
	MaxChat = 300
	// MaxEvents is the most that a page of events holds.
	MaxEvents = 200
)

// Subscription is somebody's watch on a room.
type Subscription interface {
	// Frames returns the encoded frames in order. The channel is closed when
	// the subscription ends.
	Frames() <-chan []byte
	// Ended returns why it has ended, "" if Close has ended it. It may be called
	// once Frames is closed and everything in it was read.
	Ended() coded.Code
	// Close ends it.
	Close()
}

// EventPage is a part of what has happened in a match.
type EventPage struct {
	Events []game.EventText `json:"events"`
	// From is the number of the first of them; a match's first event has 0.
	From int `json:"from"`
}

// ListQuery asks for rooms. What is zero does not narrow the list.
type ListQuery struct {
	Game     string
	Statuses []room.Status
	// Listed keeps only the rooms that stand in the public list, Member only
	// those of that person.
	Listed bool
	Member string
	// After is where the page begins: RoomPage.Next of the one before.
	After string
	// Limit is at least 1.
	Limit int
}

// RoomInfo is what the list of rooms says of one.
type RoomInfo struct {
	ID     string      `json:"id"`
	Game   string      `json:"game"`
	Status room.Status `json:"status"`
	Listed bool        `json:"listed"`
	Host   string      `json:"host"`
	// Summary has the names and bots by seat, and whether one may watch.
	Summary json.RawMessage `json:"summary"`
	// Created is when the room was opened.
	Created time.Time `json:"created"`
}

// RoomPage is a part of the list of rooms, the one opened last first.
type RoomPage struct {
	Rooms []RoomInfo `json:"rooms"`
	// Next is where the next page begins, or "".
	Next string `json:"next"`
}

// MatchQuery asks for matches that have ended. What is zero does not narrow the
// list, but that without a person only matches of listed rooms are in it.
type MatchQuery struct {
	Game   string
	Person string
	After  string
	// Limit is at least 1.
	Limit int
}

// MatchInfo is a match that has ended.
type MatchInfo struct {
	ID      string             `json:"id"`
	Room    string             `json:"room"`
	Game    string             `json:"game"`
	Rules   int                `json:"rules"`
	Options game.MatchOptions  `json:"options"`
	Players []MatchPlayer      `json:"players"`
	Started int64              `json:"started"`
	Ended   int64              `json:"ended"`
	Listed  bool               `json:"listed"`
	Seats   []match.SeatResult `json:"seats"`
	Outcome *game.Outcome      `json:"outcome,omitempty"`
}

// MatchPlayer is who has started a match at a seat.
type MatchPlayer struct {
	Person string `json:"person"`
	Name   string `json:"name"`
	Bot    string `json:"bot"`
}

// MatchPage is a part of the list of matches, the latest first.
type MatchPage struct {
	Matches []MatchInfo `json:"matches"`
	Next    string      `json:"next"`
}

// Inspection is what the operator sees of a room.
type Inspection struct {
	ID       string          `json:"id"`
	Status   room.Status     `json:"status"`
	Host     string          `json:"host"`
	Created  time.Time       `json:"created"`
	Settings room.Settings   `json:"settings"`
	Seats    []room.SeatInfo `json:"seats"`
	Matches  int             `json:"matches"`
	// Entries is the length of the log.
	Entries uint64 `json:"entries"`
}
