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

// The parts of frames whose types belong to other packages.
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
	// Connected are the ids of the players who are connected.
	Connected []string `json:"connected"`
	// Away are the players who are not connected.
	Away []Absence `json:"away"`
	// Spectators are at most 20 of the people who watch without a seat. SpectatorCount is how
	// many such people there are.
	Spectators     []Spectator `json:"spectators"`
	SpectatorCount int         `json:"spectatorCount"`
}

// Absence is a player who is not connected.
type Absence struct {
	Player string `json:"player"`
	Since  int64  `json:"since"`
}

// Spectator is a person who watches without a seat.
type Spectator struct {
	Player string `json:"player"`
	Name   string `json:"name"`
}

// Clock is the players' time, in milliseconds, and for whom it runs.
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

// Limits are the server's bounds for one connection.
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

// Command is a command of a person, or a line of the chat. The functions of this package
// make Commands. A Command that is sent twice with the same ID is carried out once.
type Command struct {
	Type string
	// ID is chosen by the client; Send sets it if it is empty.
	ID string
	// Body has the other fields of the frame; nil means none.
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

// Do returns a command that has no fields: leave, start, undo, concede, rematch or
// return.
func Do(name string) Command { return Command{Type: name} }

// Chat sends a chat line.
func Chat(text string) Command {
	return Command{Type: "chat", Body: map[string]string{"text": text}}
}

// Ready says whether the player is ready.
func Ready(ready bool) Command { return command(&room.SetReady{Ready: ready}) }

// Propose proposes something to the other players. other is the seat that a bot shall
// play, or game.NoSeat.
func Propose(what room.ProposalKind, other game.Seat) Command {
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

// Remove removes a person without a seat from the room.
func Remove(player string) Command { return command(&room.Remove{Player: player}) }

// Allow lets a removed person come back.
func Allow(player string) Command { return command(&room.Allow{Player: player}) }

// Mute says whether a person without a seat is kept from writing in the chat.
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

// Share gives this person's share of the seed, 32 hexadecimal digits, for a commitment of
// the room.
func Share(commitment, share string) Command {
	return command(&room.GiveShare{Commitment: commitment, Share: share})
}
