package lobby

import (
	"time"

	"archmage/internal/game"
)

// tidy is done after everything that happens in the room.
func (a *actor) tidy() error {
	gone := false
	for sub := range a.subs {
		if sub.cut {
			a.remove(sub)
			gone = true
		}
	}
	if gone {
		a.tellCrowd(nil)
	}
	a.noteAbsent(time.Now())
	a.schedule()
	return nil
}

// schedule sets the room's timer to the next moment at which it has something
// to do by itself.
func (a *actor) schedule() {
	now := time.Now()
	next := now.Add(a.lobby.options.IdleAfter)
	if a.idle() {
		next = a.quiet.Add(a.lobby.options.IdleAfter)
	}
	sooner := func(t time.Time) {
		if t.IsZero() || a.frozen != nil {
			return
		}
		if t.Before(a.retry) {
			t = a.retry
		}
		if t.Before(next) {
			next = t
		}
	}
	sooner(a.table.wake())
	for _, turn := range a.bots {
		if !turn.asked {
			sooner(turn.at)
		}
	}
	for i := range a.table.seats {
		if a.canStandIn(&a.table.seats[i]) {
			sooner(a.absent[a.table.seats[i].User].Add(a.absentAfter()))
		}
	}
	if !a.crowdDue.IsZero() && a.crowdDue.Before(next) {
		next = a.crowdDue
	}
	a.timer.Reset(max(0, next.Sub(now)))
}

// onTime does what is due.
func (a *actor) onTime() error {
	now := time.Now()
	a.tellCrowdDue(now)
	if a.frozen == nil && !now.Before(a.retry) {
		a.timeouts(now)
		a.standIns(now)
		a.sendToBots(now)
		if a.table.secretEnd() && !now.Before(a.table.lateUntil()) {
			a.byItself(&Entry{Kind: KindShow})
		}
	}
	if a.idle() && !now.Before(a.quiet.Add(a.lobby.options.IdleAfter)) {
		a.ending = true
	}
	return nil
}

// idle reports whether the room could leave memory: nobody is there, and no
// bot has to play.
func (a *actor) idle() bool { return len(a.subs) == 0 && len(a.bots) == 0 }

// timeouts hands the seats of players whose time is up to a bot.
func (a *actor) timeouts(now time.Time) {
	for {
		end, seat := a.table.deadline()
		if end == 0 || now.UnixMilli() < end {
			return
		}
		if !a.byItself(&Entry{Kind: KindTimeout, Seat: seat}) {
			return
		}
	}
}

func (a *actor) absentAfter() time.Duration {
	return time.Duration(a.table.settings.AbsentAfter) * time.Second
}

// noteAbsent keeps since when each player has not been connected.
func (a *actor) noteAbsent(now time.Time) {
	for user := range a.absent {
		if a.here[user] > 0 || a.table.seatOf(user) == game.NoSeat {
			delete(a.absent, user)
		}
	}
	for i := range a.table.seats {
		user := a.table.seats[i].User
		if _, ok := a.absent[user]; !ok && user != "" && a.here[user] == 0 {
			a.absent[user] = now
		}
	}
}

// canStandIn reports whether a bot would play for the seat's player: one who
// is absent while somebody else is there to see it. While nobody is, a match
// waits.
func (a *actor) canStandIn(s *Seat) bool {
	return a.table.settings.Absent == AbsentBot && a.table.playing() && len(a.subs) > 0 &&
		s.User != "" && s.Bot == "" && a.here[s.User] == 0 && !a.absent[s.User].IsZero()
}

// standIns lets bots play for players who have been gone too long.
func (a *actor) standIns(now time.Time) {
	for i := range a.table.seats {
		s := &a.table.seats[i]
		if a.canStandIn(s) && !now.Before(a.absent[s.User].Add(a.absentAfter())) {
			a.byItself(&Entry{Kind: KindStandIn, Seat: game.Seat(i)})
		}
	}
}

// retryAfter is how long a room waits before it tries again what could not be
// stored.
const retryAfter = time.Second

// byItself carries out an entry of the room's own and reports whether it could.
func (a *actor) byItself(e *Entry) bool {
	if err := a.carryOut(e); err != nil {
		a.retry = time.Now().Add(retryAfter)
		return false
	}
	return true
}

// stop makes the room ready for the end of the server: clocks stand still
// until somebody comes back, and everybody is told.
func (a *actor) stop() error {
	if end, _ := a.table.deadline(); end != 0 && a.frozen == nil && a.table.settings.Clock.Mode != ClockDays {
		_ = a.carryOut(&Entry{Kind: KindPause})
	}
	for sub := range a.subs {
		sub.end(CodeRestart)
	}
	return nil
}
