// Package stream is what each audience of a room is shown: the match as two
// documents and what has changed in them, events, questions, the room around the
// match, and the chat. Spectators may see all of it later than the players; that
// delay is a queue of moments, and nothing else in the package knows of it.
//
// The package is pure: it is told each moment and the time, and puts encoded
// frames into the channels of subscriptions. The same code serves a live room
// and a replay. It imports the contract of games, matches, what everybody may know of
// a room, and merge patches, and knows no socket.
package stream

import (
	"bytes"
	"fmt"

	"archmage/internal/game"
	"archmage/internal/match"
)

// Moment is how things stand after something has happened.
type Moment struct {
	// Match is nil before the first match of a room.
	Match *match.Match
	// Number is which match of the room it is.
	Number int
	// Turn counts how often it became other players' turn.
	Turn int
	// Delay is how many turns spectators of the match are behind the players. It
	// stays the same throughout a match. HiddenUntil is when they see the end of
	// a match that is over.
	Delay       int
	HiddenUntil int64
	// Events are what have led here from the moment before; EventCount counts
	// those of the match so far.
	Events     []game.Event
	EventCount int
	// DecisionID returns the id under which a decision is shown; nil means its
	// own.
	DecisionID func(*game.Decision) uint64
	// Undo are the seats whose last answers can be taken back.
	Undo game.Seats
	// OpenHands: spectators see the hands of all seats, but not at the start of a
	// match, which they see at once.
	OpenHands bool
	// Watchable: spectators may see the match.
	Watchable bool
	// Room is what everybody may know of the room, nil if it is as before. Defer: it
	// may be sent later, by FlushRoom, unless a match begins or ends.
	Room  *Room
	Defer bool
}

// sameMatch reports whether two moments are of the same match.
func (m *Moment) sameMatch(other *Moment) bool {
	return m.Match != nil && other.Match != nil && m.Match.ID == other.Match.ID
}

// over reports whether the match of the moment is over.
func (m *Moment) over() bool { return m.Match != nil && m.Match.Result != nil }

// Stream shows one room to everybody who watches it. It is not safe for
// concurrent use.
type Stream struct {
	// name is part of the name of every sequence of frames.
	name string
	// players is what those with a seat see, spectators what the others do: the
	// same, if there is no delay.
	players, spectators *view
	delay               delay
	chat                chat
	// audiences are those that somebody has been in, at most one for each seat.
	audiences []*audience
	// clock is the frame with the players' time, nil if there is no limit.
	clock []byte
	// presence are the frames that say who is here: to those with a seat, and to
	// spectators, who may not know yet who has one.
	presence [2][]byte
}

// New returns a stream that nobody watches yet. Its name must be another one
// whenever a room begins a new stay in memory.
func New(name string) *Stream {
	v := &view{}
	return &Stream{name: name, players: v, spectators: v}
}

// Show shows everybody a moment, and spectators the moments that they may see by
// now.
func (s *Stream) Show(m Moment, now int64) {
	begins := s.begins(&m)
	if s.together() && m.delays(now) {
		// What spectators have seen so far they go on seeing. If the room has come
		// into memory in the middle of a match, that is nothing but the room.
		late := s.players.copy()
		if late.room == nil && !begins {
			late.room = m.Room
		}
		s.spectators = late
	}
	s.show(s.players, &m)
	if m.over() {
		s.joinChats()
	}
	if s.together() {
		return
	}
	if !m.OpenHands {
		s.closeHands(&m)
	}
	s.delay.add(&m, begins)
	s.Release(now)
}

// closeHands lets spectators see no hands of a match from now on, also not those of
// moments that they have not seen yet.
func (s *Stream) closeHands(m *Moment) {
	for i := range s.delay.queue {
		if q := &s.delay.queue[i]; q.moment.sameMatch(m) {
			q.moment.OpenHands = false
		}
	}
	if !s.spectators.open() || !s.spectators.moment.sameMatch(m) {
		return
	}
	s.spectators.moment.OpenHands = false
	if to := s.find(game.NoSeat); to != nil {
		s.refresh(s.spectators)
		to.show(s.spectators, nil)
	}
}

// Release shows spectators what they may see by now.
func (s *Stream) Release(now int64) {
	if s.together() {
		return
	}
	latest := &s.players.moment
	for {
		next, ok := s.delay.next(latest, now)
		if !ok {
			break
		}
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
	// What was gathered for players is shown together.
	s.sendRoom(s.spectators)
	if len(s.delay.queue) == 0 && (latest.over() || latest.Delay == 0) {
		s.rejoin()
	}
}

// together reports whether spectators see what players see.
func (s *Stream) together() bool { return s.spectators == s.players }

// rejoin lets spectators see what players see, once that is the same.
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

// Due returns the time at which Release has something to show by then, if nothing
// happens before; 0 means never.
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

// RoomPending reports whether there is news of the room that was not sent.
func (s *Stream) RoomPending() bool { return s.players.roomPending }

// FlushRoom sends everybody the news of the room, or, unless to is nil, that
// subscription alone.
func (s *Stream) FlushRoom(to *Subscription) {
	if to != nil {
		to.PushRoom(s.viewOf(to.seat).room.Frame())
		return
	}
	s.sendRoom(s.players)
}

// sendRoom sends the audiences of a view the news of the room.
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

// viewOf is what an audience sees.
func (s *Stream) viewOf(seat game.Seat) *view {
	if seat == game.NoSeat {
		return s.spectators
	}
	return s.players
}

// Hello says what a client has seen: the sequence and the number of the last
// frame that it got. Overlay: it shows the table in a broadcast, and nobody is
// present by it.
type Hello struct {
	Sequence string
	Seq      uint64
	Overlay  bool
}

// Join lets somebody watch from a seat, or from game.NoSeat as a spectator. The
// subscription gets the room, the match unless hello says that it has seen all
// of it, the clock, who is here, and the last lines of the chat.
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

// Carry lets a subscription of another stream go on with this one: it gets the
// room, the match and the last lines of the chat.
func (s *Stream) Carry(sub *Subscription, seat game.Seat) {
	s.enter(sub, seat, true, Hello{})
	s.chat.recent(sub)
}

// Move lets a subscription watch from another seat from now on.
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

// Leave takes a subscription out.
func (s *Stream) Leave(sub *Subscription) {
	if to := s.find(sub.seat); to != nil {
		to.remove(sub)
	}
}

// enter puts a subscription into the audience of a seat, and shows it the room
// if that is new to it, and the match.
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

// refresh makes the document of a view that nobody has watched for some moments,
// and tells its audiences whether there was something to learn from them.
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

// Clock tells the players' time: nil if there is no limit. Those who see the match
// later than the players do not get it.
func (s *Stream) Clock(frame []byte) {
	s.clock = frame
	if frame == nil {
		return
	}
	for _, to := range s.audiences {
		if s.seesClock(to.seat) {
			to.send(frame)
		}
	}
}

func (s *Stream) seesClock(seat game.Seat) bool {
	return seat != game.NoSeat || s.together()
}

// Current sets what those who come from now on are told of the players' time and,
// with a seat or as spectators, of who is here. It tells nobody.
func (s *Stream) Current(clock []byte, presence [2][]byte) { s.clock, s.presence = clock, presence }

// Presence tells those with a seat, and spectators, who is here; nil means as
// before.
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

// presenceIndex returns which of two presence frames an audience gets.
func presenceIndex(seat game.Seat) int {
	if seat == game.NoSeat {
		return 1
	}
	return 0
}

// Together reports whether spectators see what players see.
func (s *Stream) Together() bool { return s.together() }

// Known returns what an audience knows of the events of its match: how many there
// were so far, and the last of them. The match is "" if the audience may not see it.
func (s *Stream) Known(seat game.Seat) (match string, count int, recent []game.Event) {
	v := s.viewOf(seat)
	if !v.visibleTo(seat) {
		return "", 0, nil
	}
	return v.moment.Match.ID, v.moment.EventCount, v.recent()
}

// Seen returns the match as an audience sees it, and a mark that changes exactly when the
// audience learns something of it. The match is nil if there is none that it may see.
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

// Shown returns the match as an audience sees it, nil if there is none that it may
// see.
func (s *Stream) Shown(seat game.Seat) *match.Match {
	v := s.viewOf(seat)
	if !v.visibleTo(seat) {
		return nil
	}
	return v.moment.Match
}

// Board returns the match that spectators see and its public document as they see it,
// nil if there is none. Nobody may change the document.
func (s *Stream) Board() (*match.Match, any) {
	v := s.spectators
	if !v.visibleTo(game.NoSeat) {
		return nil, nil
	}
	s.refresh(v)
	return v.moment.Match, v.public
}

// OpenHands reports whether spectators see the hands of all seats of the match that
// they see.
func (s *Stream) OpenHands() bool { return s.spectators.open() }

// Room returns what an audience knows of the room, or is sent next.
func (s *Stream) Room(seat game.Seat) *Room { return s.viewOf(seat).room }
