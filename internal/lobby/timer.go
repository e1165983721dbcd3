package lobby

import (
	"slices"
	"time"

	"archmage/internal/game"
	"archmage/internal/room"
)

// schedule sets the room's timer to the next time at which the room has something to do. A timer that fires
// earlier is kept, because most moves only make that time later.
func (r *liveRoom) schedule() {
	now := time.Now()
	next := now.Add(r.lobby.options.IdleAfter)
	if r.isIdle() {
		next = r.idleSince.Add(r.lobby.options.IdleAfter)
	}
	sooner := func(at time.Time) {
		if !at.IsZero() && at.Before(next) {
			next = at
		}
	}
	sooner(r.flushAt)
	if !r.frozen {
		sooner(r.presence.frameAt)
		if r.stream.RoomPending() {
			sooner(r.roomFrameAt)
		}
		if due := r.stream.Due(); due != 0 {
			sooner(r.lobby.clock.timeOf(due))
		}
		for _, at := range r.dueTimes() {
			if at.Before(r.retryAt) {
				at = r.retryAt
			}
			sooner(at)
		}
	}
	if r.timerAt.IsZero() || next.Before(r.timerAt) {
		r.timerAt = next
		r.timer.Reset(max(0, next.Sub(now)))
	}
}

// dueTimes returns the times at which the room has something to do that leads to a stored entry.
func (r *liveRoom) dueTimes() []time.Time {
	var list []time.Time
	if wake := r.table.WakeAt(); wake != 0 {
		list = append(list, r.lobby.clock.timeOf(wake))
	}
	list = append(list, r.presence.awayTimes(r.table)...)
	if !r.autoStart.fullSince.IsZero() {
		list = append(list, r.autoStart.startAt())
	}
	for _, turn := range r.bots.turns {
		if !turn.isThinking() {
			list = append(list, turn.next)
		}
	}
	for i := range r.table.Seats {
		if seat := game.Seat(i); r.presence.canStandIn(r.table, seat) {
			list = append(list, r.presence.standInAt(r.table, seat))
		}
	}
	return list
}

// sharePause is the time that an automatic start waits for the players' shares of the seed.
const sharePause = 5 * time.Second

// wakeAfter returns the time at which the room must be loaded again if it is unloaded after the change. The
// zero time means never.
func wakeAfter(change *room.Change) *time.Time {
	wake, after := time.Time{}, change.Next
	if next := after.WakeAt(); next != 0 {
		wake = time.UnixMilli(next)
	} else if after.CanAutoStart() && (after.Event != nil || after.From == nil && after.AllShared()) {
		wake = time.UnixMilli(change.Entry.At).Add(sharePause)
	}
	return &wake
}

// allArrived reports whether every player has been connected at least once. A player who has sent a
// share was connected, and so was a player who has taken a seat of an event.
func (p *presence) allArrived(t *room.Table) bool {
	return t.Event != nil || !slices.ContainsFunc(
		t.Seats,
		func(s room.Seat) bool { return s.Person != "" && s.Share == "" && !p.arrived[s.Person] },
	)
}

// autoStart decides when the match of a room starts automatically.
type autoStart struct {
	room *liveRoom
	// fullSince is the time since when the match can start automatically, zero if it cannot.
	fullSince time.Time
}

// update updates fullSince. The match starts only after every player has been connected, so that no clock runs
// before its player has opened the page.
func (a *autoStart) update() {
	r := a.room
	if !r.table.CanAutoStart() || !r.presence.allArrived(r.table) {
		a.fullSince = time.Time{}
	} else if a.fullSince.IsZero() {
		a.fullSince = time.Now()
	}
}

// startAt returns the time at which the match starts automatically.
func (a *autoStart) startAt() time.Time {
	r := a.room
	if r.table.AllShared() {
		return a.fullSince
	}
	return a.fullSince.Add(sharePause)
}

// onTimer does everything that is due.
func (r *liveRoom) onTimer() {
	now := time.Now()
	if !r.frozen {
		r.release()
		if r.stream.RoomPending() && !now.Before(r.roomFrameAt) {
			if r.roomFrameAt = r.roomPacer.next(now, len(r.subs), 1); r.roomFrameAt.IsZero() {
				r.stream.FlushRoom(nil)
			}
		}
		if due := r.presence.frameAt; !due.IsZero() && !now.Before(due) {
			r.presence.frameAt = time.Time{}
			r.presence.update()
		}
		if !now.Before(r.retryAt) {
			if !r.autoStart.fullSince.IsZero() && !now.Before(r.autoStart.startAt()) {
				r.doAsServer(&room.Start{})
			}
			r.clock.handleTimeouts()
			r.presence.startStandIns(now)
			r.presence.recordAway(now)
			r.bots.playDue(now)
			r.bots.dispatch(now)
			if r.table.HasHiddenEnd() && r.lobby.clock.now() >= r.table.RevealAt() {
				r.doAsServer(&room.Reveal{})
			}
		}
	}
	if r.isIdle() && !now.Before(r.idleSince.Add(r.lobby.options.IdleAfter)) {
		if !r.frozen {
			r.presence.storeAbsences()
			r.compensation.recordUnload()
		}
		r.ending = true
	}
}

// release shows spectators the moments that they can see now.
func (r *liveRoom) release() {
	before := r.public()
	r.stream.Release(r.lobby.clock.now())
	if !r.public().Equal(before) {
		r.placeAll()
		r.presence.send()
	}
}

// isIdle reports whether the room can be unloaded: it has no subscriptions, and no bot has to
// answer.
func (r *liveRoom) isIdle() bool { return len(r.subs) == 0 && len(r.bots.turns) == 0 }

// handleTimeouts makes bots play for the players whose time is up.
func (c *roomClock) handleTimeouts() {
	r := c.room
	for {
		end, seat := r.table.Clocks().Deadline()
		if end == 0 || r.lobby.clock.now() < end {
			return
		}
		if !r.doAsServer(&room.TimeOut{Seat: seat}) {
			return
		}
	}
}

// startStandIns makes bots play for players who have been absent for too long.
func (p *presence) startStandIns(now time.Time) {
	r := p.room
	for i := range r.table.Seats {
		if seat := game.Seat(
			i,
		); p.canStandIn(r.table, seat) &&
			!now.Before(p.standInAt(r.table, seat)) {
			r.doAsServer(&room.StandIn{Seat: seat})
		}
	}
}

// stop halts the clocks until a player is back, because the server stops. Clocks of days keep
// running.
func (c *roomClock) stop() {
	r := c.room
	if r.frozen {
		return
	}
	if end, _ := r.table.Clocks().Deadline(); end != 0 && r.table.Settings.Clock.Mode != room.ClockDays {
		_ = r.carryOut(&room.Command{Body: &room.Stop{}})
	}
}
