package stream

import "slices"

// delay is the queue of the entries that are hidden from spectators, the oldest first.
type delay struct{ queue []delayEntry }

// delayEntry is an entry of the queue: a moment, a line of the chat, or a change of only the room.
type delayEntry struct {
	// moment is the moment to show, or the moment at which the line was written.
	moment Moment
	line   *ChatLine
	room   *Room
	// isStart means that the moment is the start of its match, which has no delay of its own.
	isStart bool
	// isOver means that the match has ended. The entry can then be shown at moment.HiddenUntil.
	isOver bool
}

// shownRoom returns the room that spectators see with the entry, nil if it does not change.
func (q *delayEntry) shownRoom() *Room {
	switch {
	case q.line != nil:
		return nil
	case q.room != nil:
		return q.room
	}
	return q.moment.Room
}

// isDelayed reports whether the moment is still hidden from spectators.
func (m *Moment) isDelayed(now int64) bool {
	return m.Match != nil && m.Delay > 0 && (!m.isOver() || now < m.HiddenUntil)
}

// with returns a queue with another moment at the end. If the moment ends its match, all entries of that match
// can be shown at its HiddenUntil. If the moment closes the hands, they are closed in all entries of the match.
func (d *delay) with(m *Moment, begins bool) delay {
	queue := append(make([]delayEntry, 0, len(d.queue)+1), d.queue...)
	queue = append(queue, delayEntry{moment: *m, isStart: begins})
	// Spectators have no decisions to answer.
	queue[len(queue)-1].moment.DecisionID = nil
	for i := range queue {
		q := &queue[i]
		if !q.moment.sameMatch(m) {
			continue
		}
		q.moment.OpenHands = q.moment.OpenHands && m.OpenHands
		if m.isOver() {
			q.isOver, q.moment.HiddenUntil = true, m.HiddenUntil
		}
	}
	return delay{queue}
}

// addLine queues a line of the chat that a player wrote in the given turn of the current match.
func (d *delay) addLine(line *ChatLine, now *Moment, turn int) {
	index := len(d.queue)
	for index > 0 && d.queue[index-1].moment.sameMatch(now) && d.queue[index-1].moment.Turn > turn {
		index--
	}
	q := delayEntry{line: line, moment: *now, isOver: now.isOver()}
	q.moment.DecisionID, q.moment.Turn = nil, turn
	d.queue = slices.Insert(d.queue, index, q)
}

// take removes and returns the entries that spectators can see now. latest is the moment that players see, and
// now is in milliseconds since 1970.
func (d *delay) take(latest *Moment, now int64) (seen []delayEntry) {
	n := 0
	for ; n < len(d.queue); n++ {
		q := &d.queue[n]
		if !q.isStart &&
			(q.isOver && now < q.moment.HiddenUntil || !q.isOver && latest.Turn-q.moment.Turn < q.moment.Delay) {
			break
		}
	}
	seen, d.queue = d.queue[:n], d.queue[n:]
	return seen
}

// hasCaughtUp reports whether spectators have seen everything and will see the next moment without delay.
func (d *delay) hasCaughtUp(latest *Moment) bool {
	return len(d.queue) == 0 && (latest.isOver() || latest.Delay == 0)
}

// due returns the time at which spectators can see the first entry of the queue, in milliseconds since 1970. It
// returns 0 if that depends on a later turn, or if the queue is empty.
func (d *delay) due() int64 {
	if len(d.queue) == 0 || !d.queue[0].isOver {
		return 0
	}
	return d.queue[0].moment.HiddenUntil
}
