// Package stream makes what each audience of a room is sent: the match as two documents and their
// changes, events, questions, the room around the match, and the chat. Spectators may get all of it
// later than the players. That delay is a queue of moments; nothing else in the package knows of
// it.
//
// The package is pure: its caller passes in each moment and the time, and the package puts encoded
// frames into the queues of subscriptions. The same code serves live rooms and replays. It imports
// only the contract of games, matches, what everybody may know of a room, and merge patches, never a
// socket. Begin with [Stream.Next], which computes a step, and [Stream.Show], which sends it.
package stream

import (
	"bytes"
	"fmt"

	"archmage/internal/game"
	"archmage/internal/match"
)

// Moment is the state of a room after something has happened.
type Moment struct {
	// Match is nil before the first match of a room.
	Match *match.Match
	// Number counts the matches of the room from 1.
	Number int
	// Turn counts how often the turn has passed to other players.
	Turn int
	// Delay is how many turns spectators are behind the players; it does not change during a match.
	// HiddenUntil is when they may see the end of a match that is over, in milliseconds since 1970.
	Delay       int
	HiddenUntil int64
	// Events are the events since the moment before; EventCount counts the events of the match so
	// far.
	Events     []game.Event
	EventCount int
	// DecisionID returns the id under which clients see a decision; nil means the decision's own
	// id.
	DecisionID func(*game.Decision) uint64
	// Undo are the seats whose last answers can be taken back.
	Undo game.Seats
	// OpenHands says that spectators see the hands of all seats, except those at the start of a
	// match, which spectators see without delay.
	OpenHands bool
	// Watchable says that spectators may see the match.
	Watchable bool
	// Room is what everybody may know of the room, nil if that has not changed. Defer says that its
	// frame may be sent later, by FlushRoom, unless a match begins or ends.
	Room  *Room
	Defer bool
}

// sameMatch reports whether two moments belong to the same match.
func (m *Moment) sameMatch(other *Moment) bool {
	return m.Match != nil && other.Match != nil && m.Match.ID == other.Match.ID
}

// over reports whether the match of the moment is over.
func (m *Moment) over() bool { return m.Match != nil && m.Match.Result != nil }

// Stream sends one room to everybody who watches it. It is not safe for concurrent use.
type Stream struct {
	// name begins the name of every sequence of frames.
	name string
	// players is what people with a seat see, spectators is what all others see. Both are the same
	// view if there is no delay.
	players, spectators *view
	delay               delay
	chat                chat
	// audiences are those in which somebody has been, at most one for each seat and one for
	// spectators.
	audiences []*audience
	// clock is the frame with the players' time, nil if their time is not limited.
	clock []byte
	// presence holds the frames that say who is connected: one for people with a seat, and one for
	// spectators, who may not know yet who has a seat.
	presence [2][]byte
}

// New returns a stream that nobody watches yet. Each time a room is loaded into memory its stream
// needs a new name.
func New(name string) *Stream {
	v := &view{}
	return &Stream{name: name, players: v, spectators: v}
}

// Show shows the moment of a step to everybody who may see it now. Spectators also get the earlier
// moments that they may see by now.
func (s *Stream) Show(next *Step) {
	m := &next.moment
	if s.Together() && next.delayed {
		s.spectators = s.players.copy()
		s.spectators.room = next.room
	}
	s.show(s.players, m)
	if m.over() {
		s.joinChats()
	}
	if !next.delayed {
		return
	}
	if !m.OpenHands {
		s.closeHands(m)
	}
	s.delay = next.later
	s.reveal(next.seen)
}

// closeHands hides all hands of a match from spectators from now on.
func (s *Stream) closeHands(m *Moment) {
	if !s.spectators.open() || !s.spectators.moment.sameMatch(m) {
		return
	}
	s.spectators.moment.OpenHands = false
	if to := s.find(game.NoSeat); to != nil {
		s.refresh(s.spectators)
		to.show(s.spectators, nil)
	}
}

// Release shows spectators the moments that they may see by now, a time in milliseconds since 1970.
func (s *Stream) Release(now int64) {
	if !s.Together() {
		s.reveal(s.delay.take(&s.players.moment, now))
	}
}

// reveal shows spectators what was taken from the queue.
func (s *Stream) reveal(seen []delayed) {
	for i := range seen {
		next := &seen[i]
		switch {
		case next.line != nil:
			s.release(next.line)
		case next.room != nil:
			s.spectators.room, s.spectators.roomPending = next.room, true
			s.sendRoom(s.spectators)
		default:
			next.moment.OpenHands = next.moment.OpenHands && !next.begins
			s.show(s.spectators, &next.moment)
		}
	}
	clear(seen)
	// Changes of the room that were gathered for players are sent as one frame.
	s.sendRoom(s.spectators)
	if s.delay.ends(&s.players.moment) {
		s.rejoin()
	}
}

// Together reports whether spectators see the same moment as the players.
func (s *Stream) Together() bool { return s.spectators == s.players }

// rejoin gives spectators the view of the players, once both see the same moment.
func (s *Stream) rejoin() {
	s.spectators = s.players
	to := s.find(game.NoSeat)
	if to == nil || !to.watched() {
		return
	}
	if s.players.visibleTo(game.NoSeat) {
		s.refresh(s.players)
	}
	if !s.players.roomPending {
		to.sendRoom(s.players)
	}
	if s.clock != nil {
		to.send(s.clock)
	}
}

// Due returns when Release should be called next if nothing else happens, in milliseconds since
// 1970; 0 means never.
func (s *Stream) Due() int64 { return s.delay.due() }

// show shows a moment to the audiences of a view.
func (s *Stream) show(v *view, m *Moment) {
	same := m.sameMatch(&v.moment) || m.Match == nil && v.moment.Match == nil
	deferred := m.Defer && same && m.over() == v.moment.over()
	if m.sameMatch(&v.moment) {
		v.advance(m, s.watched(v))
	} else {
		*v = view{moment: *m, room: v.room, roomPending: v.roomPending}
		v.addEvents(m)
	}
	if m.Room != nil && !m.Room.Same(v.room) {
		v.room, v.roomPending = m.Room, true
	}
	for _, to := range s.audiences {
		if s.viewOf(to.seat) == v {
			to.show(v, m.Events)
		}
	}
	if !deferred {
		s.sendRoom(v)
	}
}

// RoomPending reports whether a change of the room was not sent yet.
func (s *Stream) RoomPending() bool { return s.players.roomPending }

// FlushRoom sends the changes of the room that were not sent yet to everybody or, if to is not nil,
// to that subscription alone.
func (s *Stream) FlushRoom(to *Subscription) {
	if to != nil {
		to.PushRoom(s.viewOf(to.seat).room.Frame())
		return
	}
	s.sendRoom(s.players)
}

// sendRoom sends the changes of the room to the audiences of a view.
func (s *Stream) sendRoom(v *view) {
	if !v.roomPending {
		return
	}
	v.roomPending = false
	for _, to := range s.audiences {
		if s.viewOf(to.seat) == v {
			to.sendRoom(v)
		}
	}
}

// watched reports whether somebody is in an audience of a view.
func (s *Stream) watched(v *view) bool {
	for _, to := range s.audiences {
		if s.viewOf(to.seat) == v && to.watched() {
			return true
		}
	}
	return false
}

// viewOf returns the view of a seat's audience.
func (s *Stream) viewOf(seat game.Seat) *view {
	if seat == game.NoSeat {
		return s.spectators
	}
	return s.players
}

// Hello says what a client has already: the sequence and the number of the last frame that it got.
// Overlay says that the client shows the table in a broadcast; it does not make its person present.
type Hello struct {
	Sequence string
	Seq      uint64
	Overlay  bool
}

// Join adds a subscription to the audience of a seat or, with game.NoSeat, to the spectators. The
// subscription gets the room, the match (unless hello says that it has seen all of it), the clock,
// who is connected, and the last lines of the chat.
func (s *Stream) Join(sub *Subscription, seat game.Seat, hello Hello) {
	s.enter(sub, seat, true, hello)
	if s.clock != nil && s.seesClock(seat) {
		sub.Push(s.clock)
	}
	if frame := s.presenceOf(seat); frame != nil {
		sub.Push(frame)
	}
	s.chat.recent(sub)
}

// Carry moves a subscription from another stream to this one. It gets the room, the match and the
// last lines of the chat.
func (s *Stream) Carry(sub *Subscription, seat game.Seat) {
	s.enter(sub, seat, true, Hello{})
	s.chat.recent(sub)
}

// Move moves a subscription to the audience of another seat.
func (s *Stream) Move(sub *Subscription, seat game.Seat) {
	old := sub.seat
	if old == seat {
		return
	}
	s.Leave(sub)
	other := s.viewOf(seat) != s.viewOf(old)
	s.enter(sub, seat, other, Hello{})
	if frame := s.presenceOf(seat); !bytes.Equal(frame, s.presenceOf(old)) {
		sub.Push(frame)
	}
	if other && old == game.NoSeat {
		s.chat.held(sub)
		if s.clock != nil {
			sub.Push(s.clock)
		}
	}
}

// Leave removes subscriptions, in one pass over those of each audience.
func (s *Stream) Leave(subs ...*Subscription) {
	gone := make(map[*Subscription]bool, len(subs))
	for _, sub := range subs {
		gone[sub] = true
	}
	for _, to := range s.audiences {
		to.remove(gone)
	}
}

// enter adds a subscription to the audience of a seat. It sends the room if room is true, and the
// match unless hello says that the client has it already.
func (s *Stream) enter(sub *Subscription, seat game.Seat, room bool, hello Hello) {
	to := s.audience(seat)
	v := s.viewOf(seat)
	alone := !to.watched()
	sub.seat = seat
	to.add(sub)
	if room {
		sub.room = nil
		sub.PushRoom(v.room.Frame())
	}
	if !v.visibleTo(seat) {
		return
	}
	s.refresh(v)
	if alone {
		to.catchUp(v)
	}
	if hello.Sequence != to.sequence(v) || hello.Seq != to.seq {
		sub.Push(to.snapshot(v))
	}
}

// audience returns the audience of a seat, which may be new.
func (s *Stream) audience(seat game.Seat) *audience {
	to := s.find(seat)
	if to == nil {
		to = &audience{name: s.name, seat: seat}
		s.audiences = append(s.audiences, to)
	}
	return to
}

// find returns the audience of a seat, nil if nobody has been in it.
func (s *Stream) find(seat game.Seat) *audience {
	for _, to := range s.audiences {
		if to.seat == seat {
			return to
		}
	}
	return nil
}

// refresh makes the document of a view that nobody has watched for some moments, and records in its
// audiences whether everybody could have learned something meanwhile.
func (s *Stream) refresh(v *view) {
	if v.public != nil && !v.behind {
		return
	}
	v.make()
	v.patch = v.patch[:0]
	for _, to := range s.audiences {
		if s.viewOf(to.seat) == v {
			to.missed = to.missed || v.changed
		}
	}
}

// Clock sends a frame with the players' time to all who see the match without delay; nil means that
// their time is not limited.
func (s *Stream) Clock(frame []byte) {
	s.clock = frame
	if frame == nil {
		return
	}
	for _, to := range s.audiences {
		if s.seesClock(to.seat) {
			to.sendUpdate(frame, false)
		}
	}
}

func (s *Stream) seesClock(seat game.Seat) bool {
	return seat != game.NoSeat || s.Together()
}

// Current sets the frames with the players' time and with who is connected, for people who join
// from now on. It sends nothing.
func (s *Stream) Current(clock []byte, presence [2][]byte) { s.clock, s.presence = clock, presence }

// Presence sends the frames that say who is connected: the first to people with a seat, the second
// to spectators; nil means that it has not changed.
func (s *Stream) Presence(frames [2][]byte) {
	for i, frame := range frames {
		if frame != nil {
			s.presence[i] = frame
		}
	}
	for _, to := range s.audiences {
		if frame := frames[presenceIndex(to.seat)]; frame != nil {
			to.send(frame)
		}
	}
}

func (s *Stream) presenceOf(seat game.Seat) []byte { return s.presence[presenceIndex(seat)] }

// presenceIndex returns the index in [Stream.presence] of the frame for an audience.
func presenceIndex(seat game.Seat) int {
	if seat == game.NoSeat {
		return 1
	}
	return 0
}

// Known returns the id of the match that an audience sees, how many events of it the audience
// knows, and the last of them. The id is "" if the audience may not see a match.
func (s *Stream) Known(seat game.Seat) (match string, count int, recent []game.Event) {
	v := s.viewOf(seat)
	if !v.visibleTo(seat) {
		return "", 0, nil
	}
	return v.moment.Match.ID, v.moment.EventCount, v.recent()
}

// Seen returns the match as an audience sees it, nil if it may see none, and a mark. The mark
// changes when the audience learns something of the match, and only then.
func (s *Stream) Seen(seat game.Seat) (*match.Match, string) {
	v := s.viewOf(seat)
	if !v.visibleTo(seat) {
		return nil, ""
	}
	to := s.audience(seat)
	s.refresh(v)
	if !to.watched() {
		to.catchUp(v)
	}
	return v.moment.Match, fmt.Sprintf("%s.%d", to.sequence(v), to.seq)
}

// Shown returns the match as an audience sees it, nil if it may see none.
func (s *Stream) Shown(seat game.Seat) *match.Match {
	v := s.viewOf(seat)
	if !v.visibleTo(seat) {
		return nil
	}
	return v.moment.Match
}

// Board returns the match that spectators see and its public document, or nil if they see none. The
// document must not be changed.
func (s *Stream) Board() (*match.Match, any) {
	v := s.spectators
	if !v.visibleTo(game.NoSeat) {
		return nil, nil
	}
	s.refresh(v)
	return v.moment.Match, v.public
}

// OpenHands reports whether spectators see the hands of all seats in the match that they see.
func (s *Stream) OpenHands() bool { return s.spectators.open() }

// Room returns what an audience knows of the room, or will know from the next frame.
func (s *Stream) Room(seat game.Seat) *Room { return s.viewOf(seat).room }
