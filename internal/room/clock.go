package room

import (
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// Stop halts all clocks because the server stops. They run again when a player is back.
type Stop struct{}

// Kind implements Action and Body.
func (*Stop) Kind() Kind { return KindStop }

func (a *Stop) decide(*Table, *Command, game.Seat) (Body, error) { return a, nil }

func (b *Stop) apply(t *Table, _ *Entry, _ *Effects) error {
	t.Stopped = true
	return nil
}

// Continue makes halted clocks run again.
type Continue struct{}

// Kind implements Action and Body.
func (*Continue) Kind() Kind { return KindContinue }

func (a *Continue) decide(*Table, *Command, game.Seat) (Body, error) { return a, nil }

func (b *Continue) apply(t *Table, _ *Entry, _ *Effects) error {
	t.Stopped = false
	return nil
}

// Unload records that the server unloads the room in the normal way while clocks run. They go on. If this entry
// is missing, the server has crashed, and [Compensate] gives the time after the last entry back to the players.
// In the log, its kind is "rest".
type Unload struct{}

// Kind implements Action and Body.
func (*Unload) Kind() Kind { return KindUnload }

func (a *Unload) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	if end, _ := t.Clocks().Deadline(); end == 0 {
		return nil, errNotMeasured
	}
	return a, nil
}

func (b *Unload) apply(t *Table, _ *Entry, _ *Effects) error {
	t.Unloaded = true
	return nil
}

// errNotMeasured refuses commands that make sense only while a clock runs or a player is away.
var errNotMeasured = coded.Errorf(CodeNotPlaying, "no player's time is measured")

// Compensate records that some time must not count for any player, because no server ran, the server was
// suspended, or its clock was set. In the log, its kind is "skip".
type Compensate struct {
	// Length is the length of that time in milliseconds. It is negative if the clock was set back.
	Length int64 `json:"by"`
}

// Kind implements Action and Body.
func (*Compensate) Kind() Kind { return KindCompensate }

func (a *Compensate) decide(t *Table, _ *Command, _ game.Seat) (Body, error) {
	if !t.Clocks().Measured() {
		return nil, errNotMeasured
	}
	return a, nil
}

func (b *Compensate) apply(t *Table, e *Entry, _ *Effects) error {
	shift := func(at int64) int64 {
		if at == 0 {
			return 0
		}
		return max(1, min(at+b.Length, e.At))
	}
	for i := range t.Seats {
		s := &t.Seats[i]
		s.Since, s.Away = shift(s.Since), shift(s.Away)
	}
	return nil
}

// Clocks has the methods of a table that concern the clocks of its players. They change the table.
type Clocks struct{ table *Table }

// Clocks returns the clocks of the table.
func (t *Table) Clocks() Clocks { return Clocks{t} }

// Measured reports whether the passing of time has an effect on the match, because a clock runs or a player is
// away.
func (c Clocks) Measured() bool {
	return slices.ContainsFunc(c.table.Seats, func(s Seat) bool { return s.Since != 0 || s.Away != 0 })
}

// halted reports whether all clocks are halted, because the server has stopped or the players have paused the
// match.
func (c Clocks) halted() bool { return c.table.Stopped || c.table.Play != nil && c.table.Play.Paused }

// update starts the clocks of the players who have to answer and stops all other clocks.
func (c Clocks) update(now int64) {
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

// stop stops a seat's clock and subtracts the time that has passed from the seat's bank.
func (c Clocks) stop(seat game.Seat, now int64) {
	s := &c.table.Seats[seat]
	s.Bank, s.Since = c.Remaining(seat, now), 0
	if !c.halted() && c.table.BotOf(seat) == "" && c.table.Settings.Clock.Mode != ClockBank {
		s.Bank = c.table.Settings.Clock.limit()
	}
}

// Remaining returns the time that a seat has left, in milliseconds, at least 0.
func (c Clocks) Remaining(seat game.Seat, now int64) int64 {
	s := &c.table.Seats[seat]
	if s.Since == 0 {
		return s.Bank
	}
	// The computer's clock can have been set back.
	return max(0, s.Bank-max(0, now-s.Since))
}

// minReturnTime is what a player without time in the bank gets on return, in milliseconds.
const minReturnTime = 30_000

// refill gives time to a person who takes a seat over from a bot. A limit for each answer or turn starts again,
// and an empty bank gets minReturnTime.
func (c Clocks) refill(s *Seat) {
	clock := &c.table.Settings.Clock
	switch {
	case clock.Mode != ClockBank:
		s.Bank = clock.limit()
	case s.Bank <= 0:
		s.Bank = min(clock.limit(), max(minReturnTime, clock.increment()))
	}
}

// addIncrement is called after each answer. A limit for each answer starts again, and a bank gets its increment
// when the turn of the seat is over.
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

// Deadline returns the earliest time at which a clock runs out, in milliseconds since 1970, and its seat. It
// returns 0 if no clock runs.
func (c Clocks) Deadline() (int64, game.Seat) {
	earliest, seat := int64(0), game.NoSeat
	for i := range c.table.Seats {
		s := &c.table.Seats[i]
		if s.Since == 0 {
			continue
		}
		if end := s.Since + s.Bank; earliest == 0 || end < earliest {
			earliest, seat = end, game.Seat(i)
		}
	}
	return earliest, seat
}

// HasHiddenEnd reports whether the end of the current match, or of the one before it, is still hidden from
// delayed spectators.
func (t *Table) HasHiddenEnd() bool {
	return t.PreviousHiddenUntil != 0 ||
		t.Play != nil && t.Play.Match.Result != nil && t.Play.Delay > 0 && !t.Play.Revealed
}

// hiddenTurn is the time for which the end of a match stays hidden for each turn of the delay, in
// milliseconds.
const hiddenTurn = 3000

// RevealAt returns the time at which delayed spectators can see the hidden end, in milliseconds since 1970, or
// 0 if no end is hidden.
func (t *Table) RevealAt() int64 {
	switch {
	case !t.HasHiddenEnd():
		return 0
	case t.PreviousHiddenUntil != 0:
		return t.PreviousHiddenUntil
	}
	return t.HiddenUntil()
}

// HiddenUntil returns the time at which delayed spectators can see the end of the current match, in
// milliseconds since 1970, or 0 while the match goes on.
func (t *Table) HiddenUntil() int64 {
	if t.Play == nil || t.Play.Match.Result == nil {
		return 0
	}
	return t.Play.Match.Result.Ended + int64(t.Play.Delay)*hiddenTurn
}

// WakeAt returns the next time at which the room has to act although no client is connected, in milliseconds
// since 1970, or 0 for never. It acts when a player's time is up and when a hidden end can be shown.
func (t *Table) WakeAt() int64 {
	end, _ := t.Clocks().Deadline()
	if reveal := t.RevealAt(); reveal != 0 && (end == 0 || reveal < end) {
		return reveal
	}
	return end
}
