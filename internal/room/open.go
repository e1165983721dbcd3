package room

import (
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// Open opens the room, completes its settings, and seats the person who opens it: at Seat if the room has a
// position, otherwise at seat 0.
type Open struct {
	Settings Settings
	Seat     game.Seat
	From     *Position
	RandomValues
}

// Kind implements Action.
func (*Open) Kind() Kind { return KindOpen }

// Opened records that a person has opened the room, became its host and got a seat.
type Opened struct {
	Name     string       `json:"name"`
	Who      string       `json:"who,omitempty"` // the kind of person
	Settings Settings     `json:"settings"`
	Secret   match.Secret `json:"secret"`
	// Seat is the host's seat. It is 0 unless the room has a position.
	Seat game.Seat `json:"seat,omitempty"`
	// From is the position from which every match of the room starts, nil if matches start with a seed.
	From *Position `json:"from,omitempty"`
}

// Position is a moment of another match, from which the matches of a room start.
type Position struct {
	match.Origin
	// State is the encoded state.
	State []byte `json:"state"`
}

// Kind implements Body.
func (*Opened) Kind() Kind { return KindOpen }

func (a *Open) decide(t *Table, c *Command, _ game.Seat) (Body, error) {
	settings, err := a.Settings.complete(t.games)
	if err != nil {
		return nil, err
	}
	if settings.Accounts && c.By.Kind != PersonAccount {
		return nil, ErrAccounts
	}
	b := &Opened{Name: c.By.Name, Who: c.By.Kind, Settings: settings, Secret: a.Secret}
	switch {
	case a.From == nil:
		return b, nil
	case settings.Rated:
		return nil, errRatedFrom
	}
	if a.Seat < 0 || int(a.Seat) >= settings.Seats {
		return nil, coded.Errorf(CodeNoSeat, "no such seat: %d", a.Seat)
	}
	b.Seat, b.From = a.Seat, a.From
	g, _ := t.games.Find(settings.Game)
	terms := match.Terms{Game: settings.Game, Options: settings.Options, Players: make([]match.Player, settings.Seats)}
	_, err = match.Begin(g.Rules, terms, a.From.start())
	return b, err
}

// start returns the start of a match from the position.
func (p *Position) start() match.Start { return match.Start{State: p.State, Origin: &p.Origin} }

func (b *Opened) apply(t *Table, e *Entry, _ *Effects) error {
	if err := b.Settings.check(t.games); err != nil {
		return err
	}
	t.Status = StatusOpen
	t.Settings = b.Settings
	t.Host = e.By
	t.Seats = make([]Seat, b.Settings.Seats)
	if b.Seat < 0 || int(b.Seat) >= len(t.Seats) {
		return coded.Errorf(CodeNoSeat, "no such seat: %d", b.Seat)
	}
	t.Seats[b.Seat] = Seat{Person: e.By, Name: b.Name, Kind: b.Who, Ready: true}
	t.From = b.From
	t.setSecret(b.Secret)
	return nil
}
