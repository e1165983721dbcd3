package room

import (
	"archmage/internal/coded"
	"archmage/internal/game"
)

// Away records that a player has been disconnected for some minutes.
type Away struct {
	Seat game.Seat `json:"seat"`
	// Since is when the player went away, in milliseconds since 1970.
	Since int64 `json:"since"`
}

// Kind implements Action and Body.
func (*Away) Kind() Kind { return KindAway }

func (a *Away) seat() game.Seat { return a.Seat }

func (a *Away) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	s := &t.Seats[a.Seat]
	if s.Person == "" || s.Away != 0 {
		return nil, coded.Errorf(CodeNotSeated, "the seat has no player, or the player is away already")
	}
	return &Away{a.Seat, max(1, a.Since)}, nil
}

func (b *Away) apply(t *Table, _ *Entry, _ *Effects) error {
	t.Seats[b.Seat].Away = b.Since
	return nil
}

// Back records that a player who was away is connected again. Every other command of the player
// records the same.
type Back struct {
	Seat game.Seat `json:"seat"`
}

// Kind implements Action and Body.
func (*Back) Kind() Kind { return KindBack }

func (a *Back) seat() game.Seat { return a.Seat }

func (a *Back) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	if t.Seats[a.Seat].Away == 0 {
		return nil, coded.Errorf(CodeNotSeated, "the player of the seat is not away")
	}
	return a, nil
}

func (b *Back) apply(t *Table, _ *Entry, _ *Effects) error {
	t.markPresent(b.Seat)
	return nil
}

// markPresent records that the player of a seat is connected. It returns whether the player was away.
func (t *Table) markPresent(seat game.Seat) bool {
	if seat == game.NoSeat || t.Seats[seat].Away == 0 {
		return false
	}
	t.Seats[seat].Away = 0
	return true
}
