package lobby

import (
	"encoding/json"

	"archmage/internal/game"
)

// Kind is what an entry of a room's log is about, and what an intent asks for.
type Kind string

// The kinds of entry. Those up to KindReturn are intents of people, the others
// the room's own (KindReturn is both).
const (
	KindSettings Kind = "settings" // the host changes the settings
	KindClaim    Kind = "claim"    // somebody takes a free seat
	KindLeave    Kind = "leave"    // a player gives the seat up
	KindReady    Kind = "ready"    // a player is ready, or not
	KindSwap     Kind = "swap"     // the host exchanges two seats
	KindKick     Kind = "kick"     // the host clears a seat
	KindBot      Kind = "bot"      // the host fills a seat with a bot
	KindHost     Kind = "host"     // the host makes another player host
	KindStart    Kind = "start"    // the host starts the match
	KindAnswer   Kind = "answer"   // a player answers a decision
	KindUndo     Kind = "undo"     // a player takes the last answer back
	KindConcede  Kind = "concede"  // a player gives the match up
	KindAbandon  Kind = "abandon"  // a player votes to end the match without a result
	KindRematch  Kind = "rematch"  // everybody stays for another match
	KindLink     Kind = "link"     // a player makes a personal link
	KindRedeem   Kind = "redeem"   // somebody takes a seat over with a personal link
	KindReturn   Kind = "return"   // the player is back

	KindOpen    Kind = "open"    // the room is opened
	KindStandIn Kind = "standin" // a bot plays for an absent player
	KindTimeout Kind = "timeout" // a player's time is up
	KindPause   Kind = "pause"   // the server stops; clocks stand still
	KindResume  Kind = "resume"  // clocks run again
	KindShow    Kind = "show"    // those who watch with a delay see the end of the match
	KindUpgrade Kind = "upgrade" // the match goes on with another rules version
	KindClose   Kind = "close"   // the match is abandoned, as the room is closed
)

// Entry is one entry of a room's log: all that changes a room goes through
// one, and a room is nothing but the result of its entries.
type Entry struct {
	Kind Kind `json:"-"`
	// At is the server's time in milliseconds since 1970.
	At int64 `json:"at"`
	// By is the id of the person, or "" for the room itself; Intent is that
	// person's own id for the request.
	By     string `json:"by,omitempty"`
	Name   string `json:"name,omitempty"`
	Intent string `json:"intent,omitempty"`
	// Seat is the seat the entry is about, where there is one.
	Seat  game.Seat `json:"seat,omitempty"`
	Other game.Seat `json:"other,omitempty"`

	Settings *Settings `json:"settings,omitempty"`
	Bot      string    `json:"bot,omitempty"`
	Ready    bool      `json:"ready,omitempty"`
	// Seed and Version start a match.
	Seed    *game.Seed `json:"seed,omitempty"`
	Version int        `json:"version,omitempty"`
	// Decision and Answer are an answer; Hash is the state's fingerprint
	// after it.
	Decision uint64          `json:"decision,omitempty"`
	Answer   []game.PickText `json:"answer,omitempty"`
	Hash     string          `json:"hash,omitempty"`
	// Code is the fingerprint of a personal link's secret.
	Code string `json:"code,omitempty"`
	// State is the encoded state of an upgrade.
	State []byte `json:"state,omitempty"`

	// picks is the answer as it came, before anything is stored.
	picks json.RawMessage
}

// encode returns the entry as it is stored.
func (e *Entry) encode() []byte {
	data, err := json.Marshal(e)
	if err != nil {
		panic("lobby: an entry that cannot be encoded: " + err.Error())
	}
	return data
}

func decodeEntry(kind string, data []byte) (*Entry, error) {
	e := &Entry{Kind: Kind(kind)}
	if err := json.Unmarshal(data, e); err != nil {
		return nil, err
	}
	return e, nil
}
