package client

import (
	"encoding/json"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/room"
)

// The page /docs of a server explains the fields of the frames.

// Version is the version of the protocol that this package speaks.
const Version = 1

// The types of parts of frames that belong to other packages.
type (
	Settings      = room.Settings
	ClockSettings = room.Clock
	Room          = room.Info
	Seat          = room.SeatInfo
	Proposal      = room.ProposalInfo
	Result        = match.Result
)

// Person is the person to whom the token of the client belongs.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind string `json:"kind"`
}

// Presence has the persons who are connected.
type Presence struct {
	// Connected are the ids of the players who are connected.
	Connected []string `json:"connected"`
	// Away are the players who are not connected.
	Away []Absence `json:"away"`
	// Spectators are at most 20 of the spectators. SpectatorCount is the number of all spectators.
	Spectators     []Spectator `json:"spectators"`
	SpectatorCount int         `json:"spectatorCount"`
}

// Absence is a player who is not connected. Since is in milliseconds since 1970.
type Absence struct {
	Player string `json:"player"`
	Since  int64  `json:"since"`
}

// Spectator is a person who watches without a seat.
type Spectator struct {
	Player string `json:"player"`
	Name   string `json:"name"`
}

// Clock is the time that each player has left, in milliseconds, and the seats whose clocks run.
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

// Limits are the limits of one connection.
type Limits struct {
	// Message is the maximum length of a frame, in bytes. Chat is the maximum length of a chat
	// line, in characters.
	Message int `json:"message"`
	Chat    int `json:"chat"`
}

// frame has the fields of all frames of the server.
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

// Command is a command to a room, or a line of the chat. A Command that is sent twice with the same
// ID is carried out once.
type Command struct {
	Type string
	// ID is chosen by the client. Send chooses one if it is empty.
	ID string
	// Body has the other fields of the frame; nil means that there are none.
	Body any
}

// MarshalJSON returns the frame of the command.
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

// Answer returns a command that answers a decision.
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

// Chat returns a line of the chat as a command.
func Chat(text string) Command {
	return Command{Type: "chat", Body: map[string]string{"text": text}}
}

// Ready returns a command that sets whether the player is ready.
func Ready(ready bool) Command { return command(&room.SetReady{Ready: ready}) }

// Propose returns a command that makes a proposal to the other players. other is the seat that the
// proposal is about, or game.NoSeat.
func Propose(what room.ProposalKind, other game.Seat) Command {
	return command(&room.Propose{What: what, Other: other})
}

// Reply returns a command that agrees to a proposal or declines it.
func Reply(proposal uint64, agree bool) Command {
	return command(&room.Reply{Proposal: proposal, Agree: agree})
}

// Offer returns a command that offers the other players another match: one match with bestOf 1, or the
// best of three with bestOf 3.
func Offer(bestOf int) Command { return command(&room.MakeOffer{BestOf: bestOf}) }

// Accept returns a command that accepts the offer with that number.
func Accept(offer uint64) Command { return command(&room.Accept{Offer: offer}) }

// Decline returns a command that declines the offer with that number. The player who has made it takes
// it back.
func Decline(offer uint64) Command { return command(&room.Decline{Offer: offer}) }

// Reopen returns a command that opens the room for another match without asking the other players.
func Reopen() Command { return command(&room.Rematch{Open: true}) }

// Configure returns a command that changes the room's settings.
func Configure(settings Settings) Command { return command(&room.ChangeSettings{Settings: settings}) }

// Claim returns a command that takes a free seat.
func Claim(seat game.Seat) Command { return command(&room.Claim{Seat: seat}) }

// Ask returns a command that asks the players for the seat of a player who has left.
func Ask(seat game.Seat) Command { return command(&room.AskSeat{Seat: seat}) }

// Remove returns a command that removes a spectator from the room.
func Remove(player string) Command { return command(&room.Remove{Person: player}) }

// Allow returns a command that lets a removed person come back.
func Allow(player string) Command { return command(&room.Readmit{Person: player}) }

// Mute returns a command that forbids a spectator to write in the chat, or allows it again.
func Mute(player string, muted bool) Command {
	return command(&room.Mute{Person: player, Muted: muted})
}

// Swap returns a command that exchanges the players of two seats.
func Swap(seat, other game.Seat) Command { return command(&room.Swap{Seat: seat, Other: other}) }

// Kick returns a command that removes the player from a seat.
func Kick(seat game.Seat) Command { return command(&room.Kick{Seat: seat}) }

// Fill returns a command that gives a free seat to a bot.
func Fill(seat game.Seat, bot string) Command { return command(&room.SeatBot{Seat: seat, Bot: bot}) }

// MakeHost returns a command that makes the player at a seat the host.
func MakeHost(seat game.Seat) Command { return command(&room.MakeHost{Seat: seat}) }

// Share returns a command with the player's share of the seed, 32 hexadecimal digits, for a
// commitment of the room.
func Share(commitment, share string) Command {
	return command(&room.GiveShare{Commitment: commitment, Share: share})
}
