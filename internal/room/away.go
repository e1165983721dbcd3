package room

import (
	"archmage/internal/coded"
	"archmage/internal/game"
)

// PlayerAway: a player has not been there for some minutes.
type PlayerAway struct {
	atSeat
	// Since is when the player went away, in milliseconds since 1970.
	Since int64 `json:"since"`
}

// Kind implements Body.
func (*PlayerAway) Kind() Kind { return KindAway }

func decideAway(t *Table, c *Command) (Body, error) {
	s := &t.Seats[c.Seat]
	if s.Person == "" || s.Away != 0 {
		return nil, coded.Errorf(CodeNotSeated, "nobody sits there who is not known to be away")
	}
	return &PlayerAway{atSeat{c.Seat}, max(1, c.Since)}, nil
}

func (b *PlayerAway) apply(t *Table, _ *Entry, _ *Effects) error {
	t.Seats[b.Seat].Away = b.Since
	return nil
}

// PlayerBack: a player who was away is there again. Anything that the player does
// says the same.
type PlayerBack struct {
	atSeat
}

// Kind implements Body.
func (*PlayerBack) Kind() Kind { return KindBack }

func decideBack(t *Table, c *Command) (Body, error) {
	if t.Seats[c.Seat].Away == 0 {
		return nil, coded.Errorf(CodeNotSeated, "nobody sits there who is away")
	}
	return &PlayerBack{atSeat{c.Seat}}, nil
}

func (b *PlayerBack) apply(t *Table, _ *Entry, _ *Effects) error {
	t.back(b.Seat)
	return nil
}

// back notes that a seat's player is there, and reports whether that is new.
func (t *Table) back(seat game.Seat) bool {
	if seat == game.NoSeat || t.Seats[seat].Away == 0 {
		return false
	}
	t.Seats[seat].Away = 0
	return true
}
