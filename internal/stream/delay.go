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

// with returns the queue with a moment added. If that ends its match, everything of the match is
// released at its HiddenUntil; if it closes the hands, they are closed in the whole match.
func (d *delay) with(m *Moment, begins bool) delay {
	queue := append(make([]delayed, 0, len(d.queue)+1), d.queue...)
	queue = append(queue, delayed{moment: *m, begins: begins})
	// Spectators have no decisions to answer.
	queue[len(queue)-1].moment.DecisionID = nil
	for i := range queue {
		q := &queue[i]
		if !q.moment.sameMatch(m) {
			continue
		}
		q.moment.OpenHands = q.moment.OpenHands && m.OpenHands
		if m.over() {
			q.over, q.moment.HiddenUntil = true, m.HiddenUntil
		}
	}
	return delay{queue}
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

// take removes and returns what spectators may see at a time when players see the moment latest.
func (d *delay) take(latest *Moment, now int64) (seen []delayed) {
	n := 0
	for ; n < len(d.queue); n++ {
		q := &d.queue[n]
		if !q.begins &&
			(q.over && now < q.moment.HiddenUntil || !q.over && latest.Turn-q.moment.Turn < q.moment.Delay) {
			break
		}
	}
	seen, d.queue = d.queue[:n], d.queue[n:]
	return seen
}

// ends reports whether spectators have seen everything, and see the next moment without delay.
func (d *delay) ends(latest *Moment) bool {
	return len(d.queue) == 0 && (latest.over() || latest.Delay == 0)
}

// due returns the time at which spectators may see the first entry of the queue, in milliseconds
// since 1970; 0 if that depends on a later turn, or the queue is empty.
func (d *delay) due() int64 {
	if len(d.queue) == 0 || !d.queue[0].over {
		return 0
	}
	return d.queue[0].moment.HiddenUntil
}
