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
	OpenHands   bool              `json:"openHands"`
	PlayersChat bool              `json:"playersChat"`
	Undo        bool              `json:"undo"`
	Clock       ClockSettings     `json:"clock"`
	Absent      string            `json:"absent,omitempty"`
	AbsentAfter int               `json:"absentAfter,omitempty"`
	OutOfTime   string            `json:"outOfTime,omitempty"`
	// ReplaceAfter is in seconds.
	ReplaceAfter int    `json:"replaceAfter,omitempty"`
	LeftSeat     string `json:"leftSeat,omitempty"`
	AutoStart    bool   `json:"autoStart"`
	Accounts     bool   `json:"accounts"`
}

// ClockSettings are how the thinking time is limited.
type ClockSettings struct {
	Mode      string `json:"mode,omitempty"`
	Seconds   int    `json:"seconds,omitempty"`
	Increment int    `json:"increment,omitempty"`
}

// Person is the person that the client is.
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
	// Matches counts the matches that were started, Abandoned those of them that
	// ended without an outcome.
	Matches   int `json:"matches"`
	Abandoned int `json:"abandoned"`
	// Commitment is the SHA-256 of the room's secret for its next match.
	Commitment string `json:"commitment"`
	// Paused: the players have paused the match.
	Paused bool `json:"paused"`
	// Proposal is what a player has proposed, nil if nothing is.
	Proposal *Proposal `json:"proposal"`
	// Removed are the last people who were removed, Muted the ids of spectators
	// who may not write.
	Removed []Removal `json:"removed"`
	Muted   []string  `json:"muted"`
	// Match is the match in progress, or the last one; nil before the first.
	Match *Match `json:"match"`
}

// Proposal is what a player has proposed: "end", "pause", "resume" or "replace";
// or, with "letin", that somebody asks for a seat.
type Proposal struct {
	Number uint64 `json:"number"`
	What   string `json:"what"`
	// By is game.NoSeat for somebody who asks for a seat and is named Name.
	By   game.Seat `json:"by"`
	Name string    `json:"name"`
	// Other is the seat that a bot is to play or somebody is to get, or
	// game.NoSeat.
	Other   game.Seat   `json:"other"`
	Agreed  []game.Seat `json:"agreed"`
	Missing []game.Seat `json:"missing"`
}

// Removal says whom a host has removed, and who is called By has done it. Out: the
// person may not come back until the host allows it.
type Removal struct {
	Player string `json:"player"`
	Name   string `json:"name"`
	By     string `json:"by"`
	Out    bool   `json:"out"`
}

// Match is what everybody may know of a match from its start.
type Match struct {
	ID         string   `json:"id"`
	Number     int      `json:"number"`
	Started    int64    `json:"started"`
	Commitment string   `json:"commitment"`
	Shares     []string `json:"shares"`
	// OpenHands: spectators see the hands of all seats.
	OpenHands bool `json:"openHands"`
}

// Presence is who is connected.
type Presence struct {
	// Here are the ids of the players who are.
	Here []string `json:"here"`
	// Watching are those who watch without a seat, at most 20 of them; Watchers is
	// how many people they are.
	Watching []Watcher `json:"watching"`
	Watchers int       `json:"watchers"`
}

// Watcher is somebody who watches without a seat.
type Watcher struct {
	Player string `json:"player"`
	Name   string `json:"name"`
}

// Seat is a seat as everybody sees it.
type Seat struct {
	Player string `json:"player"`
	Name   string `json:"name"`
	Bot    string `json:"bot"`
	Ready  bool   `json:"ready"`
	// Consent: the player agrees that spectators see all hands.
	Consent bool `json:"consent"`
	// Free: somebody can take the seat or, in a match, ask for it.
	Free   bool   `json:"free"`
	Shared bool   `json:"shared"`
	Lost   string `json:"lost"`
	// Away is since when the player has been away, 0 for one who is there.
	Away int64 `json:"away"`
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
	Player string    `json:"player"`
	Name   string    `json:"name"`
	Seat   game.Seat `json:"seat"`
	Text   string    `json:"text"`
}

// Result is the result of a match; Outcome is nil if it was abandoned.
type Result struct {
	Match   string        `json:"match"`
	Ended   int64         `json:"ended"`
	Outcome *game.Outcome `json:"outcome"`
	Seats   []SeatResult  `json:"seats"`
	Seed    game.Seed     `json:"seed"`
	Proof   Proof         `json:"proof"`
}

// SeatResult is the result of a seat.
type SeatResult struct {
	Rank   int    `json:"rank"`
	Total  int    `json:"total"`
	Lost   string `json:"lost"`
	LostAt int64  `json:"lostAt"`
}

// Proof says where the seed of a match came from (docs/records.md).
type Proof struct {
	Secret string   `json:"secret"`
	Room   string   `json:"room"`
	Number int      `json:"number"`
	Shares []string `json:"shares"`
}

// Bye is the last frame of a connection. RetryAfter is in milliseconds; nil
// means that the client must not connect again by itself.
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
	Sequence   string               `json:"sequence"`
	Seq        uint64               `json:"seq"`
	Match      json.RawMessage      `json:"match"`
	Public     json.RawMessage      `json:"public"`
	Private    json.RawMessage      `json:"private"`
	Decisions  *[]game.DecisionText `json:"decisions"`
	Events     []json.RawMessage    `json:"events"`
	EventsFrom int                  `json:"eventsFrom"`
	Undo       *bool                `json:"undo"`
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
	Type     string `json:"type"`
	V        int    `json:"v"`
	Sequence string `json:"sequence"`
	Seq      uint64 `json:"seq"`
}

// Command is a command of a person, as its frame.
// Use the functions that make one. A Command that is sent again with the same
// ID is carried out once.
type Command struct {
	Type string `json:"type"`
	// ID is chosen by the client; Send sets it if it is empty.
	ID       string          `json:"id,omitempty"`
	Decision uint64          `json:"decision,omitempty"`
	Choice   []game.PickText `json:"choice,omitzero"`
	Text     string          `json:"text,omitempty"`
	Ready    *bool           `json:"ready,omitempty"`
	Settings *Settings       `json:"settings,omitempty"`
	Seat     *game.Seat      `json:"seat,omitempty"`
	Other    *game.Seat      `json:"other,omitempty"`
	Bot      string          `json:"bot,omitempty"`
	// What is proposed, Proposal the number of the proposal that Agree answers.
	What     string `json:"what,omitempty"`
	Proposal uint64 `json:"proposal,omitempty"`
	Agree    *bool  `json:"agree,omitempty"`
	// Player is the id of somebody without a seat.
	Player string `json:"player,omitempty"`
	Muted  *bool  `json:"muted,omitempty"`
	// Share and Commitment are those of a share of the next seed.
	Share      string `json:"share,omitempty"`
	Commitment string `json:"commitment,omitempty"`
}

// Answer answers a decision.
func Answer(decision uint64, choice []game.PickText) Command {
	if choice == nil {
		choice = []game.PickText{}
	}
	return Command{Type: "answer", Decision: decision, Choice: choice}
}

// Do is a command that needs no more than its name: leave, start, undo,
// concede, rematch, return.
func Do(name string) Command { return Command{Type: name} }

// Chat sends a chat line.
func Chat(text string) Command { return Command{Type: "chat", Text: text} }

// Ready says that the player is ready, or not.
func Ready(ready bool) Command { return Command{Type: "ready", Ready: &ready} }

// Propose proposes something to the other players; other is the seat that a bot
// is to play, or game.NoSeat.
func Propose(what string, other game.Seat) Command {
	return Command{Type: "propose", What: what, Other: &other}
}

// Reply agrees to a proposal, or declines it.
func Reply(proposal uint64, agree bool) Command {
	return Command{Type: "reply", Proposal: proposal, Agree: &agree}
}

// Configure changes the room's settings.
func Configure(settings Settings) Command { return Command{Type: "settings", Settings: &settings} }

// Claim takes a seat.
func Claim(seat game.Seat) Command { return Command{Type: "claim", Seat: &seat} }

// Ask asks the players of a match for a seat that was left.
func Ask(seat game.Seat) Command { return Command{Type: "ask", Seat: &seat} }

// Remove removes somebody without a seat from the room.
func Remove(player string) Command { return Command{Type: "remove", Player: player} }

// Allow lets somebody back who was removed.
func Allow(player string) Command { return Command{Type: "allow", Player: player} }

// Mute does not let somebody without a seat write in the chat, or does again.
func Mute(player string, muted bool) Command {
	return Command{Type: "mute", Player: player, Muted: &muted}
}

// Swap exchanges two seats.
func Swap(seat, other game.Seat) Command { return Command{Type: "swap", Seat: &seat, Other: &other} }

// Kick clears a seat.
func Kick(seat game.Seat) Command { return Command{Type: "kick", Seat: &seat} }

// Fill gives a free seat to a bot.
func Fill(seat game.Seat, bot string) Command { return Command{Type: "bot", Seat: &seat, Bot: bot} }

// MakeHost makes the player at a seat the host.
func MakeHost(seat game.Seat) Command { return Command{Type: "host", Seat: &seat} }

// Share gives a share of the seed that the room has committed to: 32 hexadecimal
// digits.
func Share(commitment, share string) Command {
	return Command{Type: "share", Commitment: commitment, Share: share}
}
