package stream

import "slices"

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

// Forecast returns what spectators will know of the room once the moment m is shown. It changes
// nothing.
func (s *Stream) Forecast(m *Moment, now int64) SpectatorRoom {
	room := s.spectators.room
	current := m.Room
	if current == nil {
		current = s.players.room
	}
	begins := s.begins(m)
	if s.together() {
		if !m.delays(now) {
			return SpectatorRoom{Room: current}
		}
		if room == nil && !begins {
			room = m.Room
		}
	}
	d := delay{slices.Clone(s.delay.queue)}
	d.add(m, begins)
	for {
		q, ok := d.next(m, now)
		if !ok {
			break
		}
		if seen := q.roomSeen(); seen != nil {
			room = seen
		}
	}
	if len(d.queue) == 0 && (m.over() || m.Delay == 0) {
		return SpectatorRoom{Room: current}
	}
	late := SpectatorRoom{Room: room}
	for i := range d.queue {
		q := &d.queue[i]
		// The moment itself is made again from the snapshot.
		if seen := q.roomSeen(); seen != nil && i < len(d.queue)-1 {
			pending := PendingRoom{Turn: q.moment.Turn, Begins: q.begins, Room: seen}
			if q.over {
				pending = PendingRoom{Until: q.moment.HiddenUntil, Room: seen}
			}
			late.Pending = append(late.Pending, pending)
		}
	}
	return late
}

// Restore gives a new stream what Forecast returned for m, which is the first moment to be shown.
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
