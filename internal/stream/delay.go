package stream

import "slices"

// delay is the queue of what has happened and spectators may not see yet, oldest first.
type delay struct{ queue []delayed }

// delayed is a moment, a line of the chat, or a change of the room alone.
type delayed struct {
	// moment is what has happened, or the moment at which the line was written.
	moment Moment
	line   *ChatLine
	room   *Room
	// begins says that the moment is the start of its match, which everybody may see at once.
	begins bool
	// over says that the match has ended; then the moment may be seen at moment.HiddenUntil.
	over bool
}

// roomSeen returns the room that is shown with the entry, nil for none.
func (q *delayed) roomSeen() *Room {
	switch {
	case q.line != nil:
		return nil
	case q.room != nil:
		return q.room
	}
	return q.moment.Room
}

// delays reports whether spectators may not see the moment yet.
func (m *Moment) delays(now int64) bool {
	return m.Match != nil && m.Delay > 0 && (!m.over() || now < m.HiddenUntil)
}

// add queues a moment. If it ends its match, everything of the match in the queue is released at
// its HiddenUntil.
func (d *delay) add(m *Moment, begins bool) {
	q := delayed{moment: *m, begins: begins}
	// Spectators have no decisions to answer.
	q.moment.DecisionID = nil
	d.queue = append(d.queue, q)
	if !m.over() {
		return
	}
	for i := range d.queue {
		if q := &d.queue[i]; q.moment.sameMatch(m) {
			q.over, q.moment.HiddenUntil = true, m.HiddenUntil
		}
	}
}

// addLine queues a line of the chat that a player has written in the given turn of the present
// match.
func (d *delay) addLine(line *ChatLine, now *Moment, turn int) {
	at := len(d.queue)
	for at > 0 && d.queue[at-1].moment.sameMatch(now) && d.queue[at-1].moment.Turn > turn {
		at--
	}
	q := delayed{line: line, moment: *now, over: now.over()}
	q.moment.DecisionID, q.moment.Turn = nil, turn
	d.queue = slices.Insert(d.queue, at, q)
}

// next removes and returns the first entry of the queue, if spectators may see it at a time when
// players see the moment latest.
func (d *delay) next(latest *Moment, now int64) (delayed, bool) {
	if len(d.queue) == 0 {
		return delayed{}, false
	}
	q := d.queue[0]
	switch {
	case q.begins:
	case q.over && now < q.moment.HiddenUntil, !q.over && latest.Turn-q.moment.Turn < q.moment.Delay:
		return delayed{}, false
	}
	d.queue[0] = delayed{}
	d.queue = d.queue[1:]
	return q, true
}

// due returns the time at which spectators may see the first entry of the queue, in milliseconds
// since 1970; 0 if that depends on a later turn, or the queue is empty.
func (d *delay) due() int64 {
	if len(d.queue) == 0 || !d.queue[0].over {
		return 0
	}
	return d.queue[0].moment.HiddenUntil
}
