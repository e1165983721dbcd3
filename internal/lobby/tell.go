package lobby

import (
	"bytes"
	"slices"
	"time"

	"archmage/internal/game"
)

// keptEvents is how many events a room keeps for those who come later.
const keptEvents = 200

// trimEvents is how many more may gather before the oldest are let go.
const trimEvents = 50

// moment is what spectators who watch with a delay will see later.
type moment struct {
	turn   int
	state  game.State
	events []game.Event
	result *Result
	lost   []Lost
}

// delayed is the queue of moments that the spectators have not seen yet.
type delayed struct {
	queue []moment
	// shown is the last moment they have seen, nil if there is none.
	shown  *moment
	common common
}

// delays reports whether spectators see the match later than the players.
func (a *actor) delays() bool { return a.table.settings.Delay > 0 && a.table.match != nil }

// behind reports whether there is something that spectators do not know yet.
func (a *actor) behind() bool { return a.delays() && len(a.late.queue) > 0 }

// note keeps what the last entry did for those who come later.
func (a *actor) note() {
	t := a.table
	a.events = append(a.events, t.told.events...)
	if over := len(a.events) - keptEvents; over > trimEvents {
		a.events = slices.Clone(a.events[over:])
	}
	if !a.delays() || !t.told.match {
		return
	}
	m := moment{turn: t.match.turn, state: t.match.state.Clone(), events: t.told.events, result: t.match.result}
	for i := range t.seats {
		m.lost = append(m.lost, t.seats[i].Lost)
	}
	if t.match.events == len(startEvents()) && m.result == nil && a.late.shown == nil {
		// How a match starts everybody sees at once.
		a.late.shown = &m
		return
	}
	a.late.queue = append(a.late.queue, m)
}

// tell tells everybody what the last entry did.
func (a *actor) tell() {
	a.note()
	a.showAll(a.table.told.events)
}

// showAll brings everybody up to date.
func (a *actor) showAll(events []game.Event) {
	if a.table.match != nil {
		now := a.sight()
		a.common.share(now)
		for seat, audience := range a.audiences {
			if seat != game.NoSeat || !a.delays() {
				a.show(audience, now, events)
			}
		}
		a.tellLate()
	}
	a.placeAll()
	if !a.table.told.inside || a.crowd == nil || a.delays() {
		a.tellRoom(nil)
	}
	a.tellClock()
	a.tellHeld()
	a.askBots()
}

// sight is what can be seen of the match now.
func (a *actor) sight() *sight {
	m := a.table.match
	s := &sight{state: m.state, rules: m.rules, undos: m.undos, undo: m.canUndo(), result: m.result}
	if s.undo != game.NoSeat && a.table.seats[s.undo].Bot != "" {
		s.undo = game.NoSeat
	}
	return s
}

// show brings an audience up to date; of one that nobody is in, it only notes
// that something has happened.
func (a *actor) show(to *audience, s *sight, events []game.Event) {
	switch {
	case len(to.subs) == 0:
		to.missed = to.missed || len(events) > 0 || s.patch != nil
	case !a.mayLook(to):
	case !to.seen:
		to.look(s, nil)
		to.send(a.snapshot(to))
	default:
		if frame := to.look(s, events); frame != nil {
			to.send(frame)
		}
	}
}

// mayLook reports whether there is anything of the match that an audience may
// see now.
func (a *actor) mayLook(to *audience) bool {
	if a.table.match == nil {
		return false
	}
	return to.seat != game.NoSeat || a.table.settings.Spectators && (!a.delays() || a.late.shown != nil)
}

// tellLate shows spectators who watch with a delay what they may see by now.
func (a *actor) tellLate() {
	if !a.delays() {
		return
	}
	to := a.audiences[game.NoSeat]
	now := time.Now()
	for len(a.late.queue) > 0 && a.ripe(&a.late.queue[0], now) {
		m := a.late.queue[0]
		a.late.shown, a.late.queue = &m, a.late.queue[1:]
		s := a.lateSight()
		a.late.common.share(s)
		if to != nil {
			a.show(to, s, m.events)
		}
	}
}

// ripe reports whether the spectators may see a moment now.
func (a *actor) ripe(m *moment, now time.Time) bool {
	if a.table.match.result != nil {
		return !now.Before(a.table.lateUntil())
	}
	return a.table.match.turn-m.turn >= a.table.settings.Delay
}

func (a *actor) lateSight() *sight {
	m := a.late.shown
	return &sight{state: m.state, rules: a.table.match.rules, undo: game.NoSeat, result: m.result}
}

// sightOf is what an audience that may look sees now. What everybody is told
// next is compared with it.
func (a *actor) sightOf(to *audience) *sight {
	s, c := a.sight(), &a.common
	if to.seat == game.NoSeat && a.delays() {
		s, c = a.lateSight(), &a.late.common
	}
	if c.view == nil {
		c.share(s)
	}
	return s
}

// eventsFor is how many events of the match an audience may know.
func (a *actor) eventsFor(seat game.Seat) int {
	n := a.table.match.events
	if seat == game.NoSeat && a.delays() {
		for i := range a.late.queue {
			n -= len(a.late.queue[i].events)
		}
	}
	return n
}

// recent returns the last events that an audience has seen, and the number of
// the first of them.
func (a *actor) recent(seat game.Seat) ([]game.Event, int) {
	first := a.table.match.events - len(a.events)
	end := a.eventsFor(seat)
	events := a.events[:max(0, end-first)]
	events = events[max(0, len(events)-keptEvents):]
	return events, end - len(events)
}

// tellRoom tells everybody how the room stands, if that has changed, and a
// newcomer in any case.
func (a *actor) tellRoom(newcomer *Subscription) {
	full, late := a.roomFrames()
	for sub := range a.subs {
		now, told := full, a.toldRoom
		if sub.seat == game.NoSeat {
			now, told = late, a.toldLate
		}
		if sub == newcomer || !bytes.Equal(now, told) {
			sub.push(now)
		}
	}
	a.toldRoom, a.toldLate = full, late
}

// showRoom tells one subscription alone how the room stands.
func (a *actor) showRoom(sub *Subscription) {
	full, late := a.roomFrames()
	if sub.seat == game.NoSeat {
		full = late
	}
	sub.push(full)
}

// roomFrames returns the room as those with a seat see it, and as those who
// watch with a delay do.
func (a *actor) roomFrames() (full, late []byte) {
	frame := a.roomFrame()
	full = encode(frame)
	late = full
	if a.behind() {
		a.hideEnd(&frame)
		late = encode(frame)
	}
	return full, late
}

// hideEnd takes from a room's frame what those who watch with a delay do not
// know yet.
func (a *actor) hideEnd(frame *roomFrame) {
	if frame.Status != StatusFrozen {
		frame.Status = StatusPlaying
	}
	for i := range frame.Seats {
		frame.Seats[i].Abandon = false
		frame.Seats[i].Lost = ""
		if shown := a.late.shown; shown != nil && i < len(shown.lost) {
			frame.Seats[i].Lost = shown.lost[i]
		}
	}
}

func (a *actor) roomFrame() roomFrame {
	t := a.table
	frame := roomFrame{
		Type: "room", ID: a.room.ID, Status: t.status, Host: t.host, Settings: &t.settings,
		Matches: t.matches,
	}
	if a.crowd == nil {
		a.crowd = a.countCrowd()
	}
	frame.Watching, frame.Watchers = a.crowd.names, a.crowd.people
	for i := range t.seats {
		s := &t.seats[i]
		frame.Seats = append(frame.Seats, seatInfo{
			Player: s.User, Name: s.Name, Bot: s.Bot, Ready: s.Ready, Present: s.User != "" && a.here[s.User] > 0,
			Lost: s.Lost, Abandon: s.Abandon,
		})
	}
	return frame
}

// seatClock is a seat's time: what was left when it last stood still, and
// since when it runs.
type seatClock struct {
	bank  time.Duration
	since int64
}

// tellClock tells everybody the players' time, if there is a limit and
// anything has changed but the time itself.
func (a *actor) tellClock() {
	t := a.table
	if t.settings.Clock.Mode == ClockNone || t.match == nil {
		return
	}
	var now []seatClock
	for i := range t.seats {
		now = append(now, seatClock{t.seats[i].bank, t.seats[i].since})
	}
	if slices.Equal(now, a.toldClock) {
		return
	}
	a.toldClock = now
	frame := encode(a.clockFrame())
	for sub := range a.subs {
		if a.seesClock(sub) {
			sub.push(frame)
		}
	}
}

// seesClock reports whether somebody may see now whose time is running.
func (a *actor) seesClock(sub *Subscription) bool {
	return sub.seat != game.NoSeat || a.table.settings.Delay == 0
}

func (a *actor) clockFrame() clockFrame {
	frame := clockFrame{Type: "clock", Running: []game.Seat{}}
	now := time.Now().UnixMilli()
	for i := range a.table.seats {
		s := &a.table.seats[i]
		frame.Left = append(frame.Left, a.table.left(s, now).Milliseconds())
		if s.since != 0 {
			frame.Running = append(frame.Running, game.Seat(i))
		}
	}
	return frame
}
