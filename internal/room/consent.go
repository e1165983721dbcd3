package room

import (
	"archmage/internal/coded"
	"archmage/internal/game"
)

// Consent says that the player agrees that spectators see all hands of the next match,
// or withdraws that, also in the match itself.
type Consent struct {
	Agree bool `json:"agree"`
}

// Kind implements Action.
func (*Consent) Kind() Kind { return KindConsent }

// HandsConsented: a player agrees that spectators see all hands, or withdraws that.
type HandsConsented struct {
	atSeat
	Consent
}

func (a *Consent) decide(t *Table, _ *Command, seat game.Seat) (Body, error) {
	possible := t.Settings.OpenHands
	if t.InMatch() {
		possible = t.Playing() && t.Play.OpenHands && !a.Agree
	}
	if !possible {
		return nil, coded.Errorf(CodeOpenHands, "spectators cannot see open hands here")
	}
	return &HandsConsented{atSeat{seat}, *a}, nil
}

func (b *HandsConsented) apply(t *Table, _ *Entry, effects *Effects) error {
	t.Seats[b.Seat].Consent = b.Agree
	if t.Playing() && t.Play.OpenHands && !b.Agree {
		t.Play.OpenHands = false
		t.addEvent(effects, "closed", b.Seat)
	}
	return nil
}

// consented reports whether spectators see all hands of a match that starts now.
func (t *Table) consented() bool {
	for i := range t.Seats {
		if s := &t.Seats[i]; s.Bot == "" && !s.Consent {
			return false
		}
	}
	return t.Settings.OpenHands
}

// askConsent lets every player be asked again whether spectators may see all hands,
// as the settings or the players have changed.
func (t *Table) askConsent() {
	for i := range t.Seats {
		t.Seats[i].Consent = false
	}
}
