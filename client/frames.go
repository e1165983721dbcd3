package client

import (
	"encoding/json"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/room"
)

// The frames of the protocol as a client reads and writes them. docs/protocol.md
// says what each field means.

// Version is the version of the protocol that this package speaks.
const Version = 1

// What is said of a room and of a result is their own.
type (
	Settings      = room.Settings
	ClockSettings = room.Clock
	Room          = room.Info
	Seat          = room.SeatInfo
	Proposal      = room.ProposalInfo
	Result        = match.Result
)

// Person is the person that the client is.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind string `json:"kind"`
}

// Presence is who is connected.
type Presence struct {
	// Here are the ids of the players who are.
	Here []string `json:"here"`
	// Away are the players who are not, since a time in milliseconds since 1970.
	Away []Absence `json:"away"`
	// Watching are those who watch without a seat, at most 20 of them; Watchers is
	// how many people they are.
	Watching []Watcher `json:"watching"`
	Watchers int       `json:"watchers"`
}

// Absence is a player who is not connected.
type Absence struct {
	Player string `json:"player"`
	Since  int64  `json:"since"`
}

// Watcher is somebody who watches without a seat.
type Watcher struct {
	Player string `json:"player"`
	Name   string `json:"name"`
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

// Command is a command of a person, or a line of the chat. Use the functions that make
// one. A Command that is sent again with the same ID is carried out once.
type Command struct {
	Type string
	// ID is chosen by the client; Send sets it if it is empty.
	ID string
	// Body is what its frame has besides, nil for nothing.
	Body any
}

// MarshalJSON implements json.Marshaler: it returns the frame.
func (c Command) MarshalJSON() ([]byte, error) {
	frame, err := json.Marshal(struct {
		Type string `json:"type"`
		ID   string `json:"id,omitempty"`
	}{c.Type, c.ID})
	if err != nil || c.Body == nil {
		return frame, err
	}
	body, err := json.Marshal(c.Body)
	if err != nil || len(body) == len("{}") {
		return frame, err
	}
	frame[len(frame)-1] = ','
	return append(frame, body[1:]...), nil
}

func command(body room.Action) Command { return Command{Type: string(body.Kind()), Body: body} }

// Answer answers a decision.
func Answer(decision uint64, choice []game.PickText) Command {
	if choice == nil {
		choice = []game.PickText{}
	}
	data, err := json.Marshal(choice)
	if err != nil {
		panic("client: a choice that cannot be encoded: " + err.Error())
	}
	return command(&room.Answer{Decision: decision, Choice: data})
}

// Do is a command that needs no more than its name: leave, start, undo,
// concede, rematch, return.
func Do(name string) Command { return Command{Type: name} }

// Chat sends a chat line.
func Chat(text string) Command {
	return Command{Type: "chat", Body: map[string]string{"text": text}}
}

// Ready says that the player is ready, or not.
func Ready(ready bool) Command { return command(&room.SetReady{Ready: ready}) }

// Propose proposes something to the other players; other is the seat that a bot
// is to play, or game.NoSeat.
func Propose(what room.What, other game.Seat) Command {
	return command(&room.Propose{What: what, Other: other})
}

// Reply agrees to a proposal, or declines it.
func Reply(proposal uint64, agree bool) Command {
	return command(&room.Reply{Proposal: proposal, Agree: agree})
}

// Configure changes the room's settings.
func Configure(settings Settings) Command { return command(&room.ChangeSettings{Settings: settings}) }

// Claim takes a seat.
func Claim(seat game.Seat) Command { return command(&room.Claim{Seat: seat}) }

// Ask asks the players of a match for a seat that was left.
func Ask(seat game.Seat) Command { return command(&room.AskSeat{Seat: seat}) }

// Remove removes somebody without a seat from the room.
func Remove(player string) Command { return command(&room.Remove{Player: player}) }

// Allow lets somebody back who was removed.
func Allow(player string) Command { return command(&room.Allow{Player: player}) }

// Mute does not let somebody without a seat write in the chat, or does again.
func Mute(player string, muted bool) Command {
	return command(&room.Mute{Player: player, Muted: muted})
}

// Swap exchanges two seats.
func Swap(seat, other game.Seat) Command { return command(&room.Swap{Seat: seat, Other: other}) }

// Kick clears a seat.
func Kick(seat game.Seat) Command { return command(&room.Kick{Seat: seat}) }

// Fill gives a free seat to a bot.
func Fill(seat game.Seat, bot string) Command { return command(&room.SeatBot{Seat: seat, Bot: bot}) }

// MakeHost makes the player at a seat the host.
func MakeHost(seat game.Seat) Command { return command(&room.MakeHost{Seat: seat}) }

// Share gives a share of the seed that the room has committed to: 32 hexadecimal
// digits.
func Share(commitment, share string) Command {
	return command(&room.GiveShare{Commitment: commitment, Share: share})
}
