package stream

import "cmp"

// SpectatorRoom is the room as spectators see it, with the changes that are still hidden from them. It is
// stored beside a snapshot of the room, because the earlier moments cannot be computed from the snapshot.
type SpectatorRoom struct {
	// Room is the room as spectators see it now.
	Room    *Room         `json:"room,omitempty"`
	Pending []PendingRoom `json:"pending,omitempty"`
}

// PendingRoom is a room that spectators will see later.
type PendingRoom struct {
	// Turn is the turn of the current match after which the room looks like this. Begins means that spectators
	// see the room immediately after the previous entry of the queue. If Until is not 0, they can see the room at
	// that time, in milliseconds since 1970.
	Turn   int   `json:"turn,omitempty"`
	Begins bool  `json:"begins,omitempty"`
	Until  int64 `json:"until,omitempty"`
	Room   *Room `json:"room"`
}

// Step is a change of a stream to a new moment, for all audiences.
type Step struct {
	moment Moment
	// delayed means that spectators are behind the players. room is the room as spectators saw it before.
	// revealed has the entries of the queue that they see now. remaining has the entries that remain hidden.
	delayed   bool
	room      *Room
	revealed  []delayEntry
	remaining delay
	// Spectators is the room as spectators see it after the step.
	Spectators SpectatorRoom
}

// Next returns the step to a moment. now is in milliseconds since 1970. Next does not change the stream, so
// that the step can be stored before it is shown. The stream must not change until the step is shown.
func (s *Stream) Next(m Moment, now int64) Step {
	next := Step{moment: m, delayed: !s.SpectatorsCaughtUp() || m.isDelayed(now)}
	if !next.delayed {
		next.Spectators.Room = cmp.Or(m.Room, s.players.room)
		return next
	}
	begins := s.isStart(&m)
	// Spectators keep what they have seen so far. If the room was loaded in the middle of a match,
	// that is only the room.
	next.room = s.spectators.room
	if s.SpectatorsCaughtUp() && next.room == nil && !begins {
		next.room = m.Room
	}
	next.remaining = s.delay.with(&m, begins)
	next.revealed = next.remaining.take(&m, now)
	if next.remaining.hasCaughtUp(&m) {
		next.Spectators.Room = cmp.Or(m.Room, s.players.room)
		return next
	}
	next.Spectators.Room = next.room
	for i := range next.revealed {
		next.Spectators.Room = cmp.Or(next.revealed[i].shownRoom(), next.Spectators.Room)
	}
	next.Spectators.Pending = next.remaining.pending()
	return next
}

// pending returns the changes of the room in the queue. It omits the change of the last moment, which can be
// computed from the snapshot of the room.
func (d *delay) pending() (list []PendingRoom) {
	for i := range len(d.queue) - 1 {
		q := &d.queue[i]
		room := q.shownRoom()
		switch {
		case room == nil:
		case q.isOver:
			list = append(list, PendingRoom{Until: q.moment.HiddenUntil, Room: room})
		default:
			list = append(list, PendingRoom{Turn: q.moment.Turn, Begins: q.isStart, Room: room})
		}
	}
	return list
}

// Restore gives a new stream the room that spectators saw when it was stored. m is the first moment to be shown
// after that.
func (s *Stream) Restore(stored SpectatorRoom, m *Moment, now int64) {
	if !m.isDelayed(now) && len(stored.Pending) == 0 {
		return
	}
	s.spectators = &view{room: stored.Room}
	for _, pending := range stored.Pending {
		q := delayEntry{room: pending.Room, isStart: pending.Begins, isOver: pending.Until != 0}
		if q.isOver {
			q.moment.HiddenUntil = pending.Until
		} else {
			q.moment = Moment{Match: m.Match, Turn: pending.Turn, Delay: m.Delay}
		}
		s.delay.queue = append(s.delay.queue, q)
	}
}

// isStart reports whether a moment is the start of a new match.
func (s *Stream) isStart(m *Moment) bool {
	return m.Match != nil && !m.sameMatch(&s.players.moment) && len(m.Match.Items) == 0 && !m.isOver()
}
