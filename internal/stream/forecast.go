package stream

import "slices"

// SpectatorRoom is what spectators know of the room, and what of it they may not see yet.
// It is kept beside a snapshot of the room, from which the moments before it
// cannot be shown again.
type SpectatorRoom struct {
	// Room is the room as they see it.
	Room    *Room         `json:"room,omitempty"`
	Pending []PendingRoom `json:"pending,omitempty"`
}

// PendingRoom is the room as spectators see it later.
type PendingRoom struct {
	// Turn is the turn of the match in progress in which it was. If Begins is set,
	// it may be seen at once after what is before it, and if Until is not 0, at
	// that time.
	Turn   int   `json:"turn,omitempty"`
	Begins bool  `json:"begins,omitempty"`
	Until  int64 `json:"until,omitempty"`
	Room   *Room `json:"room"`
}

// Forecast returns what spectators will know of the room once a moment is shown. It
// changes nothing.
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
		// The moment itself is shown again from the snapshot.
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

// Restore gives a new stream what Forecast returned for a moment, which is the first
// to be shown.
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
