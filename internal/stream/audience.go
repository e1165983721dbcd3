package stream

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/stream/patch"
	"archmage/internal/strict"
)

const (
	// KeptEvents is how many events a stream keeps for people who join later.
	KeptEvents = 200
	// trimEvents is how many more events may gather before the oldest are dropped.
	trimEvents = 50
)

// view is what an audience, or several, see of the match at the same moment.
type view struct {
	moment Moment
	// room is the room as the view knows it. roomPending says that it was not sent to everybody
	// yet.
	room        *Room
	roomPending bool
	// public is the document that everybody sees, nil before it was first needed. patch is its
	// change by the last moment, nil if there was none.
	public any
	patch  []byte
	// commonEvents are the events of the last moment, encoded for viewers who know only what
	// everybody may know. It is empty until it is first needed.
	commonEvents []byte
	// frame is the memory for the next frame, behind those that were sent.
	frame []byte
	// changed says that everybody could learn something from the last moment.
	changed bool
	// behind says that the document was not made for some moments because nobody watched. news says
	// that these moments had events.
	behind, news bool
	// events are the last events, grouped by moment; kept counts them.
	events [][]game.Event
	kept   int
}

// open reports whether spectators who have this view see the hands of all seats.
func (v *view) open() bool { return v.moment.Match != nil && v.moment.OpenHands }

// visibleTo reports whether there is a match that an audience may see.
func (v *view) visibleTo(seat game.Seat) bool {
	return v.moment.Match != nil && (seat != game.NoSeat || v.moment.Watchable)
}

// advance moves the view to a later moment of the same match. It makes the document only if
// somebody watches.
func (v *view) advance(m *Moment, watched bool) {
	v.moment, v.patch, v.commonEvents, v.changed = *m, v.patch[:0], v.commonEvents[:0], false
	v.addEvents(m)
	v.news = v.news || len(m.Events) > 0
	if v.behind = !watched; watched {
		v.make()
	}
}

// make makes the document of the present moment, and the patch from the one before.
func (v *view) make() {
	before := v.public
	v.public = v.moment.Match.State.Public()
	if before != nil {
		v.patch = patch.AppendDiff(v.patch[:0], before, v.public)
	}
	v.changed = len(v.patch) > 0 || v.news
	v.behind, v.news = false, false
}

// space returns memory for a frame. It is allocated for some twenty frames at once.
func (v *view) space() []byte {
	if cap(v.frame) < 512 {
		v.frame = make([]byte, 0, 8<<10)
	}
	return v.frame
}

// copy returns a copy that changes independently of v from now on.
func (v *view) copy() *view {
	next := *v
	next.events = slices.Clip(v.events)
	next.patch, next.commonEvents, next.frame = nil, nil, nil
	return &next
}

// addEvents keeps the events of a moment.
func (v *view) addEvents(m *Moment) {
	v.moment.Events = nil
	if len(m.Events) == 0 {
		return
	}
	v.events = append(v.events, m.Events)
	v.kept += len(m.Events)
	if v.kept <= KeptEvents+trimEvents {
		return
	}
	at := 0
	for ; v.kept-len(v.events[at]) >= KeptEvents; at++ {
		v.kept -= len(v.events[at])
	}
	v.events = slices.Clone(v.events[at:])
}

// recent returns the events that the view keeps.
func (v *view) recent() []game.Event {
	list := slices.Concat(v.events...)
	return list[max(0, len(list)-KeptEvents):]
}

// audience is the subscriptions that are sent the same: those of a seat's player, or of all
// spectators.
type audience struct {
	// name is the name of the stream.
	name string
	// seat is game.NoSeat for the spectators.
	seat game.Seat
	subs []*Subscription
	// match is the id of the match that was shown last, "" if none was. The fields below are what
	// was last sent of it.
	match   string
	seq     uint64
	private any // see game.State
	// privateOf is a state of which private is the document.
	privateOf game.State
	// open says that spectators see the hands of all seats; hands holds them.
	open      bool
	hands     *Hands
	decisions []byte // an encoded list
	undo      bool
	result    *match.Result
	// missed says that everybody could have learned something while nobody watched.
	missed bool
}

// isWatched reports whether the audience has a subscription.
func (a *audience) isWatched() bool { return len(a.subs) > 0 }

func (a *audience) add(sub *Subscription) { a.subs = append(a.subs, sub) }

func (a *audience) remove(gone map[*Subscription]bool) {
	a.subs = slices.DeleteFunc(a.subs, func(s *Subscription) bool { return gone[s] })
}

func (a *audience) viewer() game.Viewer {
	switch {
	case a.open:
		return game.AllSeeing()
	case a.seat == game.NoSeat:
		return game.Spectator()
	}
	return game.SeatViewer(a.seat)
}

// show sends the audience what is new to it. If nobody is in the audience, show only records
// whether there was something to learn.
func (a *audience) show(v *view, events []game.Event) {
	switch {
	case !a.isWatched():
		a.missed = a.missed || v.changed
	case !v.visibleTo(a.seat):
	case a.match != v.moment.Match.ID, a.open != a.seesHands(v):
		a.begin(v)
		a.send(a.snapshot(v))
	default:
		asked := a.isAsked()
		if frame := a.update(v, events); frame != nil {
			a.sendUpdate(frame, asked || a.isAsked() || a.result != nil)
			v.frame = frame[len(frame):]
		}
	}
}

// isAsked reports whether the audience's player has a decision to make, as it was last told.
func (a *audience) isAsked() bool { return len(a.decisions) > len("[]") }

// begin records everything that the audience sees of a match that is new to it.
func (a *audience) begin(v *view) {
	if v.public == nil {
		v.make()
	}
	seq := uint64(0)
	if a.match == v.moment.Match.ID {
		seq = a.seq
	}
	*a = audience{name: a.name, seat: a.seat, subs: a.subs, match: v.moment.Match.ID, seq: seq, open: a.seesHands(v)}
	a.update(v, nil)
}

// seesHands reports whether the audience sees the hands of all seats.
func (a *audience) seesHands(v *view) bool { return a.seat == game.NoSeat && v.open() }

// catchUp records what has happened while nobody watched.
func (a *audience) catchUp(v *view) {
	if a.match != v.moment.Match.ID || a.open != a.seesHands(v) {
		a.begin(v)
		return
	}
	patched := v.patch
	v.patch = nil
	if a.update(v, nil) == nil && a.missed {
		a.seq++
	}
	v.patch, a.missed = patched, false
}

// update records what the audience sees now. It returns the frame with what is new to the audience,
// or nil if nothing is. events are the events since the last update.
func (a *audience) update(v *view, events []game.Event) []byte {
	m := v.moment.Match
	b := appendSeq(v.space(), a.seq+1)
	same := len(b)
	if len(v.patch) > 0 {
		b = append(append(b, `,"public":`...), v.patch...)
	}
	b = a.appendPrivate(b, m)
	b = a.appendEvents(b, v, events)
	b = a.appendDecisions(b, v)
	if undo := v.moment.Undo.Has(a.seat); undo != a.undo {
		a.undo = undo
		b = strconv.AppendBool(append(b, `,"undo":`...), undo)
	}
	if m.Result != a.result && m.Result != nil {
		b = append(append(b, `,"result":`...), strict.Encode(m.Result)...)
	}
	a.result = m.Result
	if len(b) == same {
		return nil
	}
	a.seq++
	return append(b, '}')
}

// appendPrivate records what the audience may know beyond the public document, and appends the
// change of that.
func (a *audience) appendPrivate(b []byte, m *match.Match) []byte {
	without := len(b)
	b = append(b, `,"private":`...)
	unchanged := len(b)
	switch before := a.private; {
	case a.open:
		hands := HandsOf(m.State, len(m.Seats))
		if a.hands != nil {
			b = append(b, hands.Since(a.hands)...)
		}
		a.hands, a.private = hands, hands.Whole()
	case a.seat == game.NoSeat:
	case before == nil:
		a.private, a.privateOf = m.State.Private(a.seat), m.State
	default:
		if !m.State.SamePrivate(a.privateOf, a.seat) {
			a.private = m.State.Private(a.seat)
			b = patch.AppendDiff(b, before, a.private)
		}
		a.privateOf = m.State
	}
	if len(b) == unchanged {
		return b[:without]
	}
	return b
}

// appendEvents appends the given events, which are those of the view's last moment or none, as the
// audience may know them.
func (a *audience) appendEvents(b []byte, v *view, events []game.Event) []byte {
	viewer := a.viewer()
	for i := range events {
		if e := &events[i]; len(e.Private) > 0 && viewer.SeesAny(e.To) {
			return appendEvents(b, events, viewer)
		}
	}
	if len(events) == 0 {
		return b
	}
	if len(v.commonEvents) == 0 {
		v.commonEvents = appendEvents(v.commonEvents, events, game.Spectator())
	}
	return append(b, v.commonEvents...)
}

// appendDecisions records the open decision of the audience's player as a list, and appends the
// list if it has changed.
func (a *audience) appendDecisions(b []byte, v *view) []byte {
	without := len(b)
	b = append(b, `,"decisions":`...)
	from := len(b)
	b = a.appendAsked(b, v)
	if bytes.Equal(b[from:], a.decisions) {
		return b[:without]
	}
	a.decisions = append(a.decisions[:0], b[from:]...)
	return b
}

func (a *audience) appendAsked(b []byte, v *view) []byte {
	m := v.moment.Match
	d := game.BorrowDecision()
	defer d.GiveBack()
	if a.seat == game.NoSeat || m.Result != nil || !m.State.Decision(a.seat, d) {
		return append(b, "[]"...)
	}
	id := uint64(d.ID)
	if v.moment.DecisionID != nil {
		id = v.moment.DecisionID(d)
	}
	return append(d.AppendJSON(append(b, '['), m.Rules, id), ']')
}

// sequence names the series in which the audience's frames are numbered. There is one for each
// match, each stay of the room in memory, and each point of view: a seat, spectators, or spectators
// who see all hands.
func (a *audience) sequence(v *view) string {
	if a.open {
		return fmt.Sprintf("%s.%d.open", a.name, v.moment.Number)
	}
	return fmt.Sprintf("%s.%d.%d", a.name, v.moment.Number, a.seat)
}

// snapshot returns the frame with everything that the audience sees now.
func (a *audience) snapshot(v *view) []byte {
	recent := v.recent()
	return strict.Encode(snapshotFrame{
		Type: "snapshot", Sequence: a.sequence(v), Seq: a.seq, Match: a.match, Public: v.public, Private: a.private,
		Decisions: a.decisions, Events: Visible(recent, a.viewer()), EventsFrom: v.moment.EventCount - len(recent),
		Undo: a.undo, Result: a.result,
	})
}

// send queues a frame for every subscription of the audience.
func (a *audience) send(frame []byte) {
	for _, sub := range a.subs {
		sub.Push(frame)
	}
}

// sendUpdate queues a frame that can wait, unless it is due.
func (a *audience) sendUpdate(frame []byte, due bool) {
	waiting := CanWait
	if due {
		waiting = Due
	}
	for _, sub := range a.subs {
		sub.push(frame, waiting)
	}
}

// sendRoom queues the last frame of the room for every subscription of the audience.
func (a *audience) sendRoom(v *view) {
	frame := v.room.Frame()
	for _, sub := range a.subs {
		sub.PushRoom(frame)
	}
}

// Visible returns events as a viewer may know them.
func Visible(events []game.Event, v game.Viewer) []game.EventText {
	list := make([]game.EventText, 0, len(events))
	for i := range events {
		list = append(list, events[i].For(v))
	}
	return list
}
