package room

import (
	"cmp"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// ErrRemoved refuses entry to a person whom the host has removed.
var ErrRemoved = coded.Errorf(CodeRemoved, "the host has removed you from this room")

// Remove removes a person without a seat from the room. The person cannot come back until the host allows it.
// Only the host can send it.
type Remove struct {
	Person string `json:"player"`
	// Reason is the code of the host's reason, which the person reads, or "".
	Reason string `json:"reason,omitempty"`
	// PersonName is the name of the person, "" if the person is not in the room.
	PersonName string `json:"-"`
}

// Kind implements Action.
func (*Remove) Kind() Kind { return KindRemove }

// SpectatorRemoved records that the host has removed a person without a seat.
type SpectatorRemoved struct {
	Remove
	Name string `json:"name"`
}

func (a *Remove) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	if a.PersonName == "" {
		return nil, coded.Errorf(CodeNotHere, "that person is not in the room")
	}
	return &SpectatorRemoved{*a, a.PersonName}, cmp.Or(checkReason(a.Reason), t.checkSpectator(a.Person))
}

// checkSpectator returns an error if a person is the host or has a seat.
func (t *Table) checkSpectator(person string) error {
	switch {
	case person == "" || len(person) > maxID:
		return coded.Malformedf("a person's id has 1 to %d bytes", maxID)
	case person == t.Host:
		return coded.Errorf(CodeNotHost, "not allowed: the person is the host")
	case t.SeatOf(person) != game.NoSeat:
		return coded.Errorf(CodeHasSeat, "that person has a seat")
	}
	return nil
}

func (b *SpectatorRemoved) apply(t *Table, _ *Entry, _ *Effects) error {
	t.addRemoval(b.Person, b.Name, true, b.Reason)
	return nil
}

// Readmit lets a removed person come back. Only the host can send it.
type Readmit struct {
	Person string `json:"player"`
}

// Kind implements Action and Body.
func (*Readmit) Kind() Kind { return KindReadmit }

func (a *Readmit) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	if !t.Removed.IsOut(a.Person) {
		return nil, coded.Errorf(CodeNotHere, "that person was not removed")
	}
	return a, nil
}

func (b *Readmit) apply(t *Table, _ *Entry, _ *Effects) error {
	t.Removed = t.Removed.without(b.Person)
	return nil
}

// Mute forbids a person without a seat to write in the chat, or allows it again. Only the host can send it.
type Mute struct {
	Person string `json:"player"`
	Muted  bool   `json:"muted"`
}

// Kind implements Action and Body.
func (*Mute) Kind() Kind { return KindMute }

func (a *Mute) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	return a, t.checkSpectator(a.Person)
}

func (b *Mute) apply(t *Table, _ *Entry, _ *Effects) error {
	t.Muted = slices.DeleteFunc(slices.Clone(t.Muted), func(id string) bool { return id == b.Person })
	if b.Muted {
		t.Muted = append(t.Muted, b.Person)
		t.Muted = t.Muted[max(0, len(t.Muted)-maxMutes):]
	}
	return nil
}

// CheckChat returns an error if a person cannot write in the chat.
func (t *Table) CheckChat(person string) error {
	switch {
	case t.Removed.IsOut(person):
		return ErrRemoved
	case t.SeatOf(person) != game.NoSeat || person == t.Host:
		return nil
	case slices.Contains(t.Muted, person):
		return coded.Errorf(CodeMuted, "the host does not let you write")
	case t.Settings.PlayersChat:
		return coded.Errorf(CodeMuted, "only players write here")
	}
	return nil
}
