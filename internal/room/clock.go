package room

import (
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// Stop halts all clocks because the server stops. They run again once a player is back.
type Stop struct{}

// Kind implements Action and Body.
func (*Stop) Kind() Kind { return KindStop }

func (a *Stop) decide(*Table, *Command, game.Seat) (Body, error) { return a, nil }

func (b *Stop) apply(t *Table, _ *Entry, _ *Effects) error {
	t.Stopped = true
	return nil
}

// Continue lets the halted clocks run again.
type Continue struct{}

// Kind implements Action and Body.
func (*Continue) Kind() Kind { return KindContinue }

func (a *Continue) decide(*Table, *Command, game.Seat) (Body, error) { return a, nil }

func (b *Continue) apply(t *Table, _ *Entry, _ *Effects) error {
	t.Stopped = false
	return nil
}

// Rest records that the room leaves memory in order while clocks run. They go on. Without this entry, the time after
// the last entry is that of a server that has crashed, which [Skip] gives back.
type Rest struct{}

// Kind implements Action and Body.
func (*Rest) Kind() Kind { return KindRest }

func (a *Rest) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	if end, _ := t.Clocks().Deadline(); end == 0 {
		return nil, errNotMeasured
	}
	return a, nil
}

func (b *Rest) apply(t *Table, _ *Entry, _ *Effects) error {
	t.Rested = true
	return nil
}

// errNotMeasured refuses what concerns only clocks that run and players who are away.
var errNotMeasured = coded.Errorf(CodeNotPlaying, "no player's time is measured")

// Skip records that some time counts for no player: no server ran, it stood still, or its clock was set.
type Skip struct {
	// By is how long that was, in milliseconds. It is negative if the clock was set back.
	By int64 `json:"by"`
}

// Kind implements Action and Body.
func (*Skip) Kind() Kind { return KindSkip }

func (a *Skip) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	if !t.Clocks().Measured() {
		return nil, errNotMeasured
	}
	return a, nil
}

func (b *Skip) apply(t *Table, e *Entry, _ *Effects) error {
	later := func(at int64) int64 {
		if at == 0 {
			return 0
		}
		return max(1, min(at+b.By, e.At))
	}
	for i := range t.Seats {
		s := &t.Seats[i]
		s.Since, s.Away = later(s.Since), later(s.Away)
	}
	return nil
}

// Clocks are the clocks of the players at a table. Its methods that change something change the table.
type Clocks struct{ table *Table }

// Clocks returns the clocks of the table.
func (t *Table) Clocks() Clocks { return Clocks{t} }

// Measured reports whether time is measured that can have consequences: a clock runs, or a player is away.
func (c Clocks) Measured() bool {
	return slices.ContainsFunc(c.table.Seats, func(s Seat) bool { return s.Since != 0 || s.Away != 0 })
}

// halted reports whether all clocks are halted, because the server has stopped or the players
// have paused the match.
func (c Clocks) halted() bool { return c.table.Stopped || c.table.Play != nil && c.table.Play.Paused }

// run starts the clocks of the players who are to answer, and stops those of the others.
func (c Clocks) run(now int64) {
	waiting := c.table.Waiting()
	for i := range c.table.Seats {
		s := &c.table.Seats[i]
		seat := game.Seat(i)
		running := waiting.Has(seat) && !c.halted() && c.table.BotOf(seat) == "" && s.Person != "" &&
			c.table.Settings.Clock.Mode != ClockNone
		switch {
		case running && s.Since == 0:
			s.Since = now
		case !running && s.Since != 0:
			c.stop(seat, now)
		}
	}
}

// stop stops a seat's clock and subtracts the time used from the seat's bank.
func (c Clocks) stop(seat game.Seat, now int64) {
	s := &c.table.Seats[seat]
	s.Bank, s.Since = c.Left(seat, now), 0
	if !c.halted() && c.table.BotOf(seat) == "" && c.table.Settings.Clock.Mode != ClockBank {
		s.Bank = c.table.Settings.Clock.limit()
	}
}

// Left returns the time that a seat has left, in milliseconds, at least 0.
func (c Clocks) Left(seat game.Seat, now int64) int64 {
	s := &c.table.Seats[seat]
	if s.Since == 0 {
		return s.Bank
	}
	// The computer's clock may have been set back.
	return max(0, s.Bank-max(0, now-s.Since))
}

// minReturnTime is what a player whose bank is used up gets when the player returns, in milliseconds.
const minReturnTime = 30_000

// refill gives time to a person who takes a seat over from a bot: a limit by answer or by turn
// starts anew, and an empty bank gets minReturnTime.
func (c Clocks) refill(s *Seat) {
	clock := &c.table.Settings.Clock
	switch {
	case clock.Mode != ClockBank:
		s.Bank = clock.limit()
	case s.Bank <= 0:
		s.Bank = min(clock.limit(), max(minReturnTime, clock.increment()))
	}
}

// addIncrement is called after each answer: a clock by answer starts anew, and a bank gets its
// increment when the seat's turn is over.
func (c Clocks) addIncrement(seat game.Seat, now int64) {
	s := &c.table.Seats[seat]
	if s.Since == 0 {
		return
	}
	turnOver := !c.table.Play.Match.State.Waiting().Has(seat)
	clock := &c.table.Settings.Clock
	switch {
	case clock.Mode == ClockMove:
		s.Bank, s.Since = clock.limit(), now
	case clock.Mode == ClockBank && turnOver:
		c.stop(seat, now)
		s.Bank += clock.increment()
	}
}

// Deadline returns the earliest time at which a player's clock runs out, in milliseconds since
// 1970, and that player's seat; 0 if no clock runs.
func (c Clocks) Deadline() (int64, game.Seat) {
	first, whose := int64(0), game.NoSeat
	for i := range c.table.Seats {
		s := &c.table.Seats[i]
		if s.Since == 0 {
			continue
		}
		if end := s.Since + s.Bank; first == 0 || end < first {
			first, whose = end, game.Seat(i)
		}
	}
	return first, whose
}

// EndHidden reports whether spectators who watch with a delay must not know yet that a match has
// ended: the present match of the room, or the one before it.
func (t *Table) EndHidden() bool {
	return t.HiddenTo != 0 || t.Play != nil && t.Play.Match.Result != nil && t.Play.Delay > 0 && !t.Play.Revealed
}

// hiddenTurn is how long spectators wait for each turn of the delay once a match is over, in
// milliseconds.
const hiddenTurn = 3000

// RevealAt returns when delayed spectators may see the end that EndHidden speaks of, in
// milliseconds since 1970; 0 if no end is hidden.
func (t *Table) RevealAt() int64 {
	switch {
	case !t.EndHidden():
		return 0
	case t.HiddenTo != 0:
		return t.HiddenTo
	}
	return t.HiddenUntil()
}

// HiddenUntil returns when delayed spectators may see the end of the present match, in milliseconds
// since 1970; 0 while the match goes on.
func (t *Table) HiddenUntil() int64 {
	if t.Play == nil || t.Play.Match.Result == nil {
		return 0
	}
	return t.Play.Match.Result.Ended + int64(t.Play.Delay)*hiddenTurn
}

// Wake returns when the room next has to act although nobody is connected, because a player's time
// is up or a hidden end may be seen: milliseconds since 1970, or 0 for never.
func (t *Table) Wake() int64 {
	end, _ := t.Clocks().Deadline()
	if at := t.RevealAt(); at != 0 && (end == 0 || at < end) {
		return at
	}
	return end
}
