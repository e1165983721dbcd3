package room

import (
	"archmage/internal/coded"
	"archmage/internal/game"
)

// Consent agrees that spectators see all hands of the next match, where the settings offer it, or withdraws
// that. A player can also withdraw it during the match.
type Consent struct {
	Agree bool `json:"agree"`
}

// Kind implements Action.
func (*Consent) Kind() Kind { return KindConsent }

// HandsConsented records that a player has agreed that spectators see all hands, or has withdrawn that.
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

// allConsent reports whether spectators will see all hands of a match that starts now.
func (t *Table) allConsent() bool {
	for i := range t.Seats {
		if s := &t.Seats[i]; s.Bot == "" && !s.Consent {
			return false
		}
	}
	return t.Settings.OpenHands
}

// clearConsent clears the consent of all players after a change of settings or players, so that they are asked
// again.
func (t *Table) clearConsent() {
	for i := range t.Seats {
		t.Seats[i].Consent = false
	}
}
