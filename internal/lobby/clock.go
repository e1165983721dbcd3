package lobby

import (
	"time"

	"archmage/internal/game"
)

// runClocks stops the clocks of players who are no longer waited for and
// starts those of players who are, as of a time in milliseconds.
func (t *table) runClocks(now int64) {
	waiting := t.waitingFor()
	for i := range t.seats {
		s := &t.seats[i]
		running := waiting.Has(game.Seat(i)) && !t.paused && s.Bot == "" && s.User != "" && t.settings.Clock.Mode != ClockNone
		switch {
		case running && s.since == 0:
			s.since = now
		case !running && s.since != 0:
			t.stopClock(s, now)
		}
	}
}

// stopClock takes the time used from the seat's bank.
func (t *table) stopClock(s *Seat, now int64) {
	s.bank, s.since = t.left(s, now), 0
	if !t.paused && s.Bot == "" && t.settings.Clock.Mode != ClockBank {
		s.bank = t.settings.Clock.limit()
	}
}

// left is the time that a seat has left.
func (t *table) left(s *Seat, now int64) time.Duration {
	if s.since == 0 {
		return s.bank
	}
	return max(0, s.bank-millis(now-s.since))
}

// millis returns a time that has passed; clocks of computers can go back.
func millis(n int64) time.Duration { return time.Duration(max(0, n)) * time.Millisecond }

// backTime is what a player whose bank is used up gets to play on.
const backTime = 30 * time.Second

// refill gives time to somebody who takes a seat from a bot: a limit by answer
// or by turn starts anew, and a bank that is used up gets a little.
func (t *table) refill(s *Seat) {
	clock := &t.settings.Clock
	switch {
	case clock.Mode != ClockBank:
		s.bank = clock.limit()
	case s.bank <= 0:
		s.bank = min(clock.limit(), max(backTime, clock.increment()))
	}
}

// addIncrement ends the time of an answer: a per-move clock starts anew, and a
// bank gets its increment when the turn is over.
func (t *table) addIncrement(seat game.Seat, now int64) {
	s := &t.seats[seat]
	if s.since == 0 {
		return
	}
	turnOver := !t.match.state.Waiting().Has(seat)
	clock := &t.settings.Clock
	switch {
	case clock.Mode == ClockMove:
		s.bank, s.since = clock.limit(), now
	case clock.Mode == ClockBank && turnOver:
		t.stopClock(s, now)
		s.bank += clock.increment()
	}
}

// deadline returns the first moment at which a player's time is up, in
// milliseconds, and whose; 0 if no clock runs.
func (t *table) deadline() (int64, game.Seat) {
	first, whose := int64(0), game.NoSeat
	for i := range t.seats {
		s := &t.seats[i]
		if s.since == 0 {
			continue
		}
		if end := s.since + s.bank.Milliseconds(); first == 0 || end < first {
			first, whose = end, game.Seat(i)
		}
	}
	return first, whose
}
