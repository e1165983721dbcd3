package stream

import "slices"

// delay is what has happened and spectators may not see yet, in order.
type delay struct{ queue []delayed }

// delayed is a moment, a line of the chat, or the room alone.
type delayed struct {
	// moment is what has happened, or when the line was said.
	moment Moment
	line   *ChatLine
	room   *Room
	// begins: the moment is the start of its match, which everybody may see at
	// once.
	begins bool
	// over: the match is over, so it is released at moment.HiddenUntil.
	over bool
}

// roomSeen returns the room that is shown with it, nil for none.
func (q *delayed) roomSeen() *Room {
	switch {
	case q.line != nil:
		return nil
	case q.room != nil:
		return q.room
	}
	return q.moment.Room
}

// delays reports whether spectators may not see a moment yet.
func (m *Moment) delays(now int64) bool {
	return m.Match != nil && m.Delay > 0 && (!m.over() || now < m.HiddenUntil)
}

// add queues a moment. The end of a match decides when all of it may be seen.
func (d *delay) add(m *Moment, begins bool) {
	q := delayed{moment: *m, begins: begins}
	// Spectators are asked nothing.
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

// addLine queues a line of the chat that a player has said in a turn of the match
// that is played now.
func (d *delay) addLine(line *ChatLine, now *Moment, turn int) {
	at := len(d.queue)
	for at > 0 && d.queue[at-1].moment.sameMatch(now) && d.queue[at-1].moment.Turn > turn {
		at--
	}
	q := delayed{line: line, moment: *now, over: now.over()}
	q.moment.DecisionID, q.moment.Turn = nil, turn
	d.queue = slices.Insert(d.queue, at, q)
}

// next takes out what comes first, if spectators may see it while players see
// the moment latest.
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

// due returns when the first of the queue may be seen, if that is a matter of
// time; else 0.
func (d *delay) due() int64 {
	if len(d.queue) == 0 || !d.queue[0].over {
		return 0
	}
	return d.queue[0].moment.HiddenUntil
}
