package lobby

import (
	"encoding/json"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// Intent is what a person wants a room to do.
type Intent struct {
	// ID is the client's own; the same intent sent again is carried out once.
	ID   string
	Kind Kind
	// The rest is as in Entry.
	Seat     game.Seat
	Other    game.Seat
	Settings *Settings
	Bot      string
	Ready    bool
	Decision uint64
	// Picks is the JSON text of the choices of an answer.
	Picks json.RawMessage
	// Secret is the secret of a personal link: a new one, or the one redeemed.
	Secret string
}

// intents are the kinds of entry that people may ask for.
var intents = map[Kind]bool{
	KindSettings: true, KindClaim: true, KindLeave: true, KindReady: true, KindSwap: true, KindKick: true,
	KindBot: true, KindHost: true, KindStart: true, KindAnswer: true, KindUndo: true, KindConcede: true,
	KindAbandon: true, KindRematch: true, KindLink: true, KindRedeem: true, KindReturn: true,
}

const (
	maxIntentID = 64
	// MaxName is the length of a person's name in characters.
	MaxName = 32
)

func checkIntentID(id string) error {
	if len(id) > maxIntentID {
		return errorf(coded.Malformed, "an intent id has at most %d bytes", maxIntentID)
	}
	return nil
}

func (i Intent) entry(user User) (*Entry, error) {
	if err := user.check(); err != nil {
		return nil, err
	}
	if !intents[i.Kind] {
		return nil, errorf(CodeUnknownIntent, "there is nothing called %q to do", i.Kind)
	}
	if err := checkIntentID(i.ID); err != nil {
		return nil, err
	}
	e := &Entry{
		Kind: i.Kind, By: user.ID, Name: cleanName(user.Name), Intent: i.ID, Seat: i.Seat, Other: i.Other,
		Settings: i.Settings, Bot: i.Bot, Ready: i.Ready, Decision: i.Decision,
	}
	switch i.Kind {
	case KindAnswer:
		e.picks = i.Picks
		if e.picks == nil {
			e.picks = json.RawMessage("[]")
		}
	case KindLink, KindRedeem:
		if len(i.Secret) < 16 {
			return nil, errorf(CodeBadLink, "that link is not valid")
		}
		e.Code = fingerprint(i.Secret)
	case KindSettings:
		if i.Settings != nil {
			s := i.Settings.WithDefaults()
			e.Settings = &s
		}
	}
	return e, nil
}
