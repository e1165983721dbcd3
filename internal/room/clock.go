package room

import "archmage/internal/game"

// Stop lets clocks stand still until a player is back, as the server stops.
type Stop struct{}

// Kind implements Action and Body.
func (*Stop) Kind() Kind { return KindStop }

func (a *Stop) decide(*Table, *Command, game.Seat) (Body, error) { return a, nil }

func (b *Stop) apply(t *Table, _ *Entry, _ *Effects) error {
	t.Stopped = true
	return nil
}

// Continue lets clocks run again.
type Continue struct{}

// Kind implements Action and Body.
func (*Continue) Kind() Kind { return KindContinue }

func (a *Continue) decide(*Table, *Command, game.Seat) (Body, error) { return a, nil }

func (b *Continue) apply(t *Table, _ *Entry, _ *Effects) error {
	t.Stopped = false
	return nil
}

// clocksStand reports whether all clocks stand still, because the server has
// stopped or the players have paused the match.
func (t *Table) clocksStand() bool { return t.Stopped || t.Play != nil && t.Play.Paused }

// runClocks stops the clocks of players who are no longer waited for and starts
// those of players who are.
func (t *Table) runClocks(now int64) {
	waiting := t.Waiting()
	for i := range t.Seats {
		s := &t.Seats[i]
		seat := game.Seat(i)
		running := waiting.Has(seat) && !t.clocksStand() && t.BotOf(seat) == "" && s.Person != "" && t.Settings.Clock.Mode != ClockNone
		switch {
		case running && s.Since == 0:
			s.Since = now
		case !running && s.Since != 0:
			t.stopClock(seat, now)
		}
	}
}

// stopClock takes the time used from the seat's bank.
func (t *Table) stopClock(seat game.Seat, now int64) {
	s := &t.Seats[seat]
	s.Bank, s.Since = t.Left(seat, now), 0
	if !t.clocksStand() && t.BotOf(seat) == "" && t.Settings.Clock.Mode != ClockBank {
		s.Bank = t.Settings.Clock.limit()
	}
}

// Left is the time that a seat has left, in milliseconds.
func (t *Table) Left(seat game.Seat, now int64) int64 {
	s := &t.Seats[seat]
	if s.Since == 0 {
		return s.Bank
	}
	// The clock of a computer can go back.
	return max(0, s.Bank-max(0, now-s.Since))
}

// returnTime is what a player whose bank is used up gets to play on, in
// milliseconds.
const returnTime = 30_000

// refill gives time to somebody who takes a seat from a bot: a limit by answer
// or by turn starts anew, and a bank that is used up gets a little.
func (t *Table) refill(s *Seat) {
	clock := &t.Settings.Clock
	switch {
	case clock.Mode != ClockBank:
		s.Bank = clock.limit()
	case s.Bank <= 0:
		s.Bank = min(clock.limit(), max(returnTime, clock.increment()))
	}
}

// addIncrement ends the time of an answer: a per-move clock starts anew, and a
// bank gets its increment when the turn is over.
func (t *Table) addIncrement(seat game.Seat, now int64) {
	s := &t.Seats[seat]
	if s.Since == 0 {
		return
	}
	turnOver := !t.Play.Match.State.Waiting().Has(seat)
	clock := &t.Settings.Clock
	switch {
	case clock.Mode == ClockMove:
		s.Bank, s.Since = clock.limit(), now
	case clock.Mode == ClockBank && turnOver:
		t.stopClock(seat, now)
		s.Bank += clock.increment()
	}
}

// Deadline returns the first moment at which a player's time is up, and whose;
// 0 if no clock runs.
func (t *Table) Deadline() (int64, game.Seat) {
	first, whose := int64(0), game.NoSeat
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.Since == 0 {
			continue
		}
		if end := s.Since + s.Bank; first == 0 || end < first {
			first, whose = end, game.Seat(i)
		}
	}
	return first, whose
}

// EndHidden reports whether a match is over and those who watch with a delay must
// not know it yet: the last one, or the one before the present one.
func (t *Table) EndHidden() bool {
	return t.HiddenTo != 0 || t.Play != nil && t.Play.Match.Result != nil && t.Play.Delay > 0 && !t.Play.Revealed
}

// hiddenTurn is how long each turn of the delay lasts once a match is over, in
// milliseconds.
const hiddenTurn = 3000

// RevealAt is when those who watch with a delay see the end that is hidden, 0 if
// none is.
func (t *Table) RevealAt() int64 {
	switch {
	case !t.EndHidden():
		return 0
	case t.HiddenTo != 0:
		return t.HiddenTo
	}
	return t.HiddenUntil()
}

// HiddenUntil is when those who watch with a delay see the end of the match, 0
// while it is not over.
func (t *Table) HiddenUntil() int64 {
	if t.Play == nil || t.Play.Match.Result == nil {
		return 0
	}
	return t.Play.Match.Result.Ended + int64(t.Play.Delay)*hiddenTurn
}

// Wake is when the room has something to do by itself though nobody is there: a
// player's time is up, or the end of a match is no secret any more; 0 for never.
func (t *Table) Wake() int64 {
	end, _ := t.Deadline()
	if at := t.RevealAt(); at != 0 && (end == 0 || at < end) {
		return at
	}
	return end
}
