package stream

import (
	"slices"

	"archmage/internal/match"
)

// delay is what has happened and spectators may not see yet, in order.
type delay struct {
	turns int
	queue []delayed
}

// delayed is a moment or a line of the chat.
type delayed struct {
	moment Moment
	line   *ChatLine
	// match and turn are when it happened.
	match *match.Match
	turn  int
	// until is when spectators may see it, once its match is over; 0 before.
	until int64
}

// hiddenTurn is how long each turn of a delay lasts once a match is over, in
// milliseconds.
const hiddenTurn = 3000

// HiddenUntil returns when spectators who are so many turns behind see the end of
// a match that ended at a time.
func HiddenUntil(ended int64, turns int) int64 { return ended + int64(turns)*hiddenTurn }

// wants reports whether spectators see a moment later than the players.
func (d *delay) wants(m *Moment, turns int) bool {
	return m.Match != nil && (turns > 0 && !m.over() || len(d.queue) > 0)
}

func (d *delay) add(m *Moment, turns int) {
	if m.begins() || d.turns == 0 {
		d.turns = turns
	}
	d.queue = append(d.queue, delayed{moment: *m, match: m.Match, turn: m.Turn})
	if !m.over() {
		return
	}
	until := HiddenUntil(m.Match.Result.Ended, d.turns)
	for i := range d.queue {
		if q := &d.queue[i]; q.match != nil && q.match.ID == m.Match.ID {
			q.until = until
		}
	}
}

// addLine keeps a line of the chat that a player has said in a turn of the match
// that is played now.
func (d *delay) addLine(line *ChatLine, now *Moment, turn int) {
	at := len(d.queue)
	for at > 0 && d.queue[at-1].match.ID == now.Match.ID && d.queue[at-1].turn > turn {
		at--
	}
	q := delayed{line: line, match: now.Match, turn: turn}
	if now.over() {
		q.until = HiddenUntil(now.Match.Result.Ended, d.turns)
	}
	d.queue = slices.Insert(d.queue, at, q)
}

// next takes out what comes first, if spectators may see it while players see
// the match at now.
func (d *delay) next(now *Moment, time int64) (delayed, bool) {
	if len(d.queue) == 0 {
		return delayed{}, false
	}
	q := d.queue[0]
	var ripe bool
	switch {
	case q.line == nil && q.moment.begins():
		ripe = true
	case q.until != 0:
		ripe = time >= q.until
	default:
		ripe = now.Turn-q.turn >= d.turns
	}
	if !ripe {
		return delayed{}, false
	}
	d.queue[0] = delayed{}
	d.queue = d.queue[1:]
	return q, true
}

// due returns when the first of the queue may be seen, if that is a matter of
// time; else 0.
func (d *delay) due() int64 {
	if len(d.queue) == 0 {
		return 0
	}
	return d.queue[0].until
}

// idle reports whether spectators have seen everything, and nothing more is to
// be delayed now.
func (d *delay) idle(now *Moment) bool {
	return len(d.queue) == 0 && now.over()
}
