package room

import (
	"cmp"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// ErrRemoved refuses somebody whom the host has removed.
var ErrRemoved = coded.Errorf(CodeRemoved, "the host has removed you from this room")

// SpectatorRemoved: the host has removed somebody without a seat, who may not come
// back until the host allows it.
type SpectatorRemoved struct {
	Player string `json:"player"`
	Name   string `json:"name"`
	Reason string `json:"reason,omitempty"`
}

// Kind implements Body.
func (*SpectatorRemoved) Kind() Kind { return KindRemove }

func decideRemove(t *Table, c *Command) (Body, error) {
	if c.Name == "" {
		return nil, coded.Errorf(CodeNotHere, "that person is not in the room")
	}
	return &SpectatorRemoved{c.Player, c.Name, c.Reason}, cmp.Or(checkReason(c.Reason), t.checkSpectator(c.Player))
}

// checkSpectator returns an error if a person is the host or has a seat.
func (t *Table) checkSpectator(person string) error {
	switch {
	case person == "" || len(person) > maxID:
		return coded.Errorf(coded.Malformed, "a person's id has 1 to %d bytes", maxID)
	case person == t.Host:
		return coded.Errorf(CodeNotHost, "that cannot be done to the host")
	case t.SeatOf(person) != game.NoSeat:
		return coded.Errorf(CodeHasSeat, "that person has a seat")
	}
	return nil
}

func (b *SpectatorRemoved) apply(t *Table, _ *Entry, _ *Effects) error {
	t.remove(b.Player, b.Name, true, b.Reason)
	return nil
}

// PersonAllowed: the host lets somebody back who was removed.
type PersonAllowed struct {
	Player string `json:"player"`
}

// Kind implements Body.
func (*PersonAllowed) Kind() Kind { return KindAllow }

func decideAllow(t *Table, c *Command) (Body, error) {
	if !t.IsOut(c.Player) {
		return nil, coded.Errorf(CodeNotHere, "that person was not removed")
	}
	return &PersonAllowed{c.Player}, nil
}

func (b *PersonAllowed) apply(t *Table, _ *Entry, _ *Effects) error {
	t.forgetRemoval(b.Player)
	return nil
}

// SpectatorMuted: the host does not let somebody write who has no seat, or lets
// the person write again.
type SpectatorMuted struct {
	Player string `json:"player"`
	Muted  bool   `json:"muted"`
}

// Kind implements Body.
func (*SpectatorMuted) Kind() Kind { return KindMute }

func decideMute(t *Table, c *Command) (Body, error) {
	return &SpectatorMuted{c.Player, c.Muted}, t.checkSpectator(c.Player)
}

func (b *SpectatorMuted) apply(t *Table, _ *Entry, _ *Effects) error {
	t.Muted = slices.DeleteFunc(slices.Clone(t.Muted), func(id string) bool { return id == b.Player })
	if b.Muted {
		t.Muted = append(t.Muted, b.Player)
		t.Muted = t.Muted[max(0, len(t.Muted)-keptMutes):]
	}
	return nil
}

// MayWrite returns an error if a person may not write in the chat.
func (t *Table) MayWrite(person string) error {
	switch {
	case t.IsOut(person):
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
