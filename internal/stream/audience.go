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
	// MaxRecentEvents is the number of events that a stream keeps for clients that join later.
	MaxRecentEvents = 200
	// trimEvents is the number of further events that can gather before the oldest are dropped.
	trimEvents = 50
)

// view has the moment of the match that one or more audiences see, and the documents made for them.
type view struct {
	moment Moment
	// room is the room as the view shows it. roomPending means that room still has to be sent.
	room        *Room
	roomPending bool
	// public is the public document, nil until it is needed. patch is the change of the document by the last
	// moment. It is empty if the document has not changed.
	public any
	patch  []byte
	// commonEvents has the events of the last moment for viewers without private information, encoded. It is
	// empty until it is needed.
	commonEvents []byte
	// frame is free memory for the next frame.
	frame []byte
	// changed means that the last moment changed the public document or had events.
	changed bool
	// outdated means that public is out of date, because no client was watching. missedEvents means that events
	// happened since public was made.
	outdated, missedEvents bool
	// events has the recent events, grouped by moment. eventCount is their number.
	events     [][]game.Event
	eventCount int
}

// hasOpenHands reports whether spectators with this view see the hands of all seats.
func (v *view) hasOpenHands() bool { return v.moment.Match != nil && v.moment.OpenHands }

// visibleTo reports whether there is a match that the audience of a seat can see.
func (v *view) visibleTo(seat game.Seat) bool {
	return v.moment.Match != nil && (seat != game.NoSeat || v.moment.Watchable)
}

// advance moves the view to a later moment of the same match. It makes the document only if a client is
// watching.
func (v *view) advance(m *Moment, watched bool) {
	v.moment, v.patch, v.commonEvents, v.changed = *m, v.patch[:0], v.commonEvents[:0], false
	v.addEvents(m)
	v.missedEvents = v.missedEvents || len(m.Events) > 0
	if v.outdated = !watched; watched {
		v.makeDocument()
	}
}

// makeDocument makes the public document of the current moment, and the patch from the document before.
func (v *view) makeDocument() {
	before := v.public
	v.public = v.moment.Match.State.Public()
	if before != nil {
		v.patch = patch.AppendDiff(v.patch[:0], before, v.public)
	}
	v.changed = len(v.patch) > 0 || v.missedEvents
	v.outdated, v.missedEvents = false, false
}

// space returns memory for a frame. One allocation is enough for some twenty frames.
func (v *view) space() []byte {
	if cap(v.frame) < 512 {
		v.frame = make([]byte, 0, 8<<10)
	}
	return v.frame
}

// copy returns a copy that is independent of v.
func (v *view) copy() *view {
	next := *v
	next.events = slices.Clip(v.events)
	next.patch, next.commonEvents, next.frame = nil, nil, nil
	return &next
}

// addEvents adds the events of a moment to the recent ones.
func (v *view) addEvents(m *Moment) {
	v.moment.Events = nil
	if len(m.Events) == 0 {
		return
	}
	v.events = append(v.events, m.Events)
	v.eventCount += len(m.Events)
	if v.eventCount <= MaxRecentEvents+trimEvents {
		return
	}
	first := 0
	for ; v.eventCount-len(v.events[first]) >= MaxRecentEvents; first++ {
		v.eventCount -= len(v.events[first])
	}
	v.events = slices.Clone(v.events[first:])
}

// recent returns the last events, at most MaxRecentEvents.
func (v *view) recent() []game.Event {
	list := slices.Concat(v.events...)
	return list[max(0, len(list)-MaxRecentEvents):]
}

// audience is a set of subscriptions that get the same frames: those of a seat's player, or of all spectators.
type audience struct {
	// name is the name of the stream.
	name string
	// seat is game.NoSeat for the spectators.
	seat game.Seat
	subs []*Subscription
	// match is the id of the match that was shown last, "" if there was none. The fields below have what was
	// last sent of that match.
	match   string
	seq     uint64
	private any // see game.State
	// privateOf is the state from which private was made, or a later state with the same private document.
	privateOf game.State
	// openHands means that the audience sees the hands of all seats, which are in hands.
	openHands bool
	hands     *Hands
	decisions []byte // an encoded list
	undo      bool
	result    *match.Result
	// missed means that public information changed while the audience had no subscription.
	missed bool
}

// isWatched reports whether the audience has a subscription.
func (a *audience) isWatched() bool { return len(a.subs) > 0 }

func (a *audience) add(sub *Subscription) { a.subs = append(a.subs, sub) }

func (a *audience) remove(leaving map[*Subscription]bool) {
	a.subs = slices.DeleteFunc(a.subs, func(s *Subscription) bool { return leaving[s] })
}

func (a *audience) viewer() game.Viewer {
	switch {
	case a.openHands:
		return game.AllSeeing()
	case a.seat == game.NoSeat:
		return game.Spectator()
	}
	return game.SeatViewer(a.seat)
}

// show sends the audience what has changed. If the audience has no subscription, show only records whether
// something has changed.
func (a *audience) show(v *view, events []game.Event) {
	switch {
	case !a.isWatched():
		a.missed = a.missed || v.changed
	case !v.visibleTo(a.seat):
	case a.match != v.moment.Match.ID, a.openHands != a.seesHands(v):
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

// isAsked reports whether the decisions that were last sent include an open one.
func (a *audience) isAsked() bool { return len(a.decisions) > len("[]") }

// begin records everything that the audience sees of a match that it has not seen before.
func (a *audience) begin(v *view) {
	if v.public == nil {
		v.makeDocument()
	}
	seq := uint64(0)
	if a.match == v.moment.Match.ID {
		seq = a.seq
	}
	*a = audience{
		name:      a.name,
		seat:      a.seat,
		subs:      a.subs,
		match:     v.moment.Match.ID,
		seq:       seq,
		openHands: a.seesHands(v),
	}
	a.update(v, nil)
}

// seesHands reports whether the audience sees the hands of all seats.
func (a *audience) seesHands(v *view) bool { return a.seat == game.NoSeat && v.hasOpenHands() }

// catchUp records what has happened while the audience had no subscription.
func (a *audience) catchUp(v *view) {
	if a.match != v.moment.Match.ID || a.openHands != a.seesHands(v) {
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

// update records what the audience sees now. It returns the frame with the changes, or nil if there are none.
// events are the events since the last update.
func (a *audience) update(v *view, events []game.Event) []byte {
	m := v.moment.Match
	b := appendSeq(v.space(), a.seq+1)
	start := len(b)
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
	if len(b) == start {
		return nil
	}
	a.seq++
	return append(b, '}')
}

// appendPrivate records the private document of the audience and appends its change.
func (a *audience) appendPrivate(b []byte, m *match.Match) []byte {
	start := len(b)
	b = append(b, `,"private":`...)
	value := len(b)
	switch before := a.private; {
	case a.openHands:
		hands := HandsOf(m.State, len(m.Seats))
		if a.hands != nil {
			b = append(b, hands.Diff(a.hands)...)
		}
		a.hands, a.private = hands, hands.Document()
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
	if len(b) == value {
		return b[:start]
	}
	return b
}

// appendEvents appends the events as the audience can see them. They must be the events of the view's last
// moment, or none.
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

// appendDecisions records the list with the open decision of the audience's player, and appends it if it has
// changed.
func (a *audience) appendDecisions(b []byte, v *view) []byte {
	start := len(b)
	b = append(b, `,"decisions":`...)
	value := len(b)
	b = a.appendDecisionList(b, v)
	if bytes.Equal(b[value:], a.decisions) {
		return b[:start]
	}
	a.decisions = append(a.decisions[:0], b[value:]...)
	return b
}

func (a *audience) appendDecisionList(b []byte, v *view) []byte {
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

// sequence returns the name of the series in which the audience's frames are numbered. There is a series for
// each match, each load of the room, and each point of view: a seat, spectators, or spectators who see all
// hands.
func (a *audience) sequence(v *view) string {
	if a.openHands {
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

// send queues a frame for all subscriptions of the audience.
func (a *audience) send(frame []byte) {
	for _, sub := range a.subs {
		sub.Push(frame)
	}
}

// sendUpdate queues a frame. Unless due is true, the frame can wait for the next one.
func (a *audience) sendUpdate(frame []byte, due bool) {
	waiting := CanWait
	if due {
		waiting = Due
	}
	for _, sub := range a.subs {
		sub.push(frame, waiting)
	}
}

// sendRoom queues the current frame of the room for all subscriptions of the audience.
func (a *audience) sendRoom(v *view) {
	frame := v.room.Frame()
	for _, sub := range a.subs {
		sub.PushRoom(frame)
	}
}

// Visible returns the events as a viewer can see them.
func Visible(events []game.Event, v game.Viewer) []game.EventText {
	list := make([]game.EventText, 0, len(events))
	for i := range events {
		list = append(list, events[i].For(v))
	}
	return list
}
