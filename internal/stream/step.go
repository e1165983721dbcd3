package stream

import "cmp"

// SpectatorRoom is what spectators know of the room, and the changes that they may not see yet. It
// is stored beside a snapshot of the room, because the moments before the snapshot cannot be made
// again from it.
type SpectatorRoom struct {
	// Room is the room as spectators see it now.
	Room    *Room         `json:"room,omitempty"`
	Pending []PendingRoom `json:"pending,omitempty"`
}

// PendingRoom is the room as spectators will see it later.
type PendingRoom struct {
	// Turn is the turn of the present match to which the room belongs. If Begins is set, spectators
	// may see it at once, after what is before it in the queue. If Until is not 0, they may see it
	// at that time, in milliseconds since 1970.
	Turn   int   `json:"turn,omitempty"`
	Begins bool  `json:"begins,omitempty"`
	Until  int64 `json:"until,omitempty"`
	Room   *Room `json:"room"`
}

// Step is what a moment changes for the audiences of a stream.
type Step struct {
	moment Moment
	// delayed says that spectators are behind the players. room is what they knew before; seen is
	// what they see now of the queue, later what they see later.
	delayed bool
	room    *Room
	seen    []delayed
	later   delay
	// Spectators is what spectators know of the room once the step is shown.
	Spectators SpectatorRoom
}

// Next returns the step to a moment, at a time in milliseconds since 1970. It changes nothing, so
// that the step can be stored before it is shown. Nothing else may change the stream until then.
func (s *Stream) Next(m Moment, now int64) Step {
	next := Step{moment: m, delayed: !s.SpectatorsCaughtUp() || m.delays(now)}
	if !next.delayed {
		next.Spectators.Room = cmp.Or(m.Room, s.players.room)
		return next
	}
	begins := s.begins(&m)
	// Spectators keep what they have seen so far. If the room was loaded in the middle of a match,
	// that is only the room.
	next.room = s.spectators.room
	if s.SpectatorsCaughtUp() && next.room == nil && !begins {
		next.room = m.Room
	}
	next.later = s.delay.with(&m, begins)
	next.seen = next.later.take(&m, now)
	if next.later.ends(&m) {
		next.Spectators.Room = cmp.Or(m.Room, s.players.room)
		return next
	}
	next.Spectators.Room = next.room
	for i := range next.seen {
		next.Spectators.Room = cmp.Or(next.seen[i].roomSeen(), next.Spectators.Room)
	}
	next.Spectators.Pending = next.later.pending()
	return next
}

// pending returns the changes of the room in the queue, except that of the last moment, which is made
// again from the snapshot.
func (d *delay) pending() (list []PendingRoom) {
	for i := range len(d.queue) - 1 {
		q := &d.queue[i]
		room := q.roomSeen()
		switch {
		case room == nil:
		case q.over:
			list = append(list, PendingRoom{Until: q.moment.HiddenUntil, Room: room})
		default:
			list = append(list, PendingRoom{Turn: q.moment.Turn, Begins: q.begins, Room: room})
		}
	}
	return list
}

// Restore gives a new stream what spectators knew of the room after m, which is the first moment to be
// shown.
func (s *Stream) Restore(late SpectatorRoom, m *Moment, now int64) {
	if !m.delays(now) && len(late.Pending) == 0 {
		return
	}
	s.spectators = &view{room: late.Room}
	for _, pending := range late.Pending {
		q := delayed{room: pending.Room, begins: pending.Begins, over: pending.Until != 0}
		if q.over {
			q.moment.HiddenUntil = pending.Until
		} else {
			q.moment = Moment{Match: m.Match, Turn: pending.Turn, Delay: m.Delay}
		}
		s.delay.queue = append(s.delay.queue, q)
	}
}

// begins reports whether a moment is the start of a match.
func (s *Stream) begins(m *Moment) bool {
	return m.Match != nil && !m.sameMatch(&s.players.moment) && len(m.Match.Items) == 0 && !m.over()
}
