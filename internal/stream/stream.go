// Package stream computes the frames for each audience of a room: the match as two documents and their patches,
// events, decisions, the room around the match, and the chat. Spectators can get all of it later than the
// players, through a queue of moments (delay.go).
//
// The package is pure. Its caller passes in moments and times, and the package puts encoded frames into the
// queues of subscriptions. Live rooms and replays share the package. It must not import a socket, a clock or a
// database. Start reading at [Stream.Next], which computes a step, and [Stream.Show], which sends it.
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
	// Number is the number of the match in the room, counted from 1.
	Number int
	// Turn is the number of times that the turn has passed to other players.
	Turn int
	// Delay is the number of turns that spectators are behind the players. It does not change during a match.
	// HiddenUntil is the time at which spectators can see the end of a match that is over, in milliseconds
	// since 1970.
	Delay       int
	HiddenUntil int64
	// Events has the events since the moment before. EventCount is the number of all events of the match until
	// now.
	Events     []game.Event
	EventCount int
	// DecisionID returns the id of a decision for clients. If it is nil, clients get the decision's own id.
	DecisionID func(*game.Decision) uint64
	// Undo is the set of seats whose last answers can be taken back.
	Undo game.Seats
	// OpenHands means that spectators see the hands of all seats, except at the start of a delayed match, which
	// is shown without delay.
	OpenHands bool
	// Watchable means that spectators can see the match.
	Watchable bool
	// Room is the public information about the room, nil if it has not changed. CanDefer means that the frame
	// of the room can be sent later, by FlushRoom, unless a match begins or ends.
	Room     *Room
	CanDefer bool
}

// sameMatch reports whether two moments belong to the same match.
func (m *Moment) sameMatch(other *Moment) bool {
	return m.Match != nil && other.Match != nil && m.Match.ID == other.Match.ID
}

// isOver reports whether the match of the moment is over.
func (m *Moment) isOver() bool { return m.Match != nil && m.Match.Result != nil }

// Stream sends frames about one room to its audiences. It is not safe for concurrent use.
type Stream struct {
	// name is the first part of the name of every sequence of frames.
	name string
	// players is the view of the players, and spectators is the view of the spectators. They are the same view
	// if there is no delay.
	players, spectators *view
	delay               delay
	chat                chat
	// audiences has an audience for each seat, and one for spectators, once the first subscription joins it.
	audiences []*audience
	// clock is the frame with the players' remaining time, nil if their time is not limited.
	clock []byte
	// presence has the frames that say who is connected, one for players and one for spectators. The frame for
	// spectators hides who has just taken a seat, as long as spectators cannot know it.
	presence [2][]byte
}

// New returns a stream without subscriptions. The name must be a new one each time a room is loaded.
func New(name string) *Stream {
	v := &view{}
	return &Stream{name: name, players: v, spectators: v}
}

// Show sends the moment of a step to the audiences that can see it now. Spectators also get the earlier moments
// that they can see now.
func (s *Stream) Show(next *Step) {
	m := &next.moment
	if s.SpectatorsCaughtUp() && next.delayed {
		s.spectators = s.players.copy()
		s.spectators.room = next.room
	}
	s.show(s.players, m)
	if m.isOver() {
		s.joinChats()
	}
	if !next.delayed {
		return
	}
	if !m.OpenHands {
		s.closeHands(m)
	}
	s.delay = next.remaining
	s.reveal(next.revealed)
}

// closeHands hides the hands of a match from spectators.
func (s *Stream) closeHands(m *Moment) {
	if !s.spectators.hasOpenHands() || !s.spectators.moment.sameMatch(m) {
		return
	}
	s.spectators.moment.OpenHands = false
	if a := s.find(game.NoSeat); a != nil {
		s.refresh(s.spectators)
		a.show(s.spectators, nil)
	}
}

// Release shows spectators the moments that they can see now. now is in milliseconds since 1970.
func (s *Stream) Release(now int64) {
	if !s.SpectatorsCaughtUp() {
		s.reveal(s.delay.take(&s.players.moment, now))
	}
}

// reveal shows spectators the entries that were taken from the queue.
func (s *Stream) reveal(seen []delayEntry) {
	for i := range seen {
		next := &seen[i]
		switch {
		case next.line != nil:
			s.release(next.line)
		case next.room != nil:
			s.spectators.room, s.spectators.roomPending = next.room, true
			s.sendRoom(s.spectators)
		default:
			next.moment.OpenHands = next.moment.OpenHands && !next.isStart
			s.show(s.spectators, &next.moment)
		}
	}
	clear(seen)
	// Changes of the room are gathered into one frame.
	s.sendRoom(s.spectators)
	if s.delay.hasCaughtUp(&s.players.moment) {
		s.mergeViews()
	}
}

// SpectatorsCaughtUp reports whether spectators see the same moment as the players.
func (s *Stream) SpectatorsCaughtUp() bool { return s.spectators == s.players }

// mergeViews makes spectators share the view of the players again.
func (s *Stream) mergeViews() {
	s.spectators = s.players
	a := s.find(game.NoSeat)
	if a == nil || !a.isWatched() {
		return
	}
	if s.players.visibleTo(game.NoSeat) {
		s.refresh(s.players)
	}
	if !s.players.roomPending {
		a.sendRoom(s.players)
	}
	if s.clock != nil {
		a.send(s.clock)
	}
}

// Due returns the time for the next call of Release if nothing else happens, in milliseconds since 1970, or 0
// for never.
func (s *Stream) Due() int64 { return s.delay.due() }

// show shows a moment to the audiences of a view.
func (s *Stream) show(v *view, m *Moment) {
	sameMatch := m.sameMatch(&v.moment) || m.Match == nil && v.moment.Match == nil
	deferred := m.CanDefer && sameMatch && m.isOver() == v.moment.isOver()
	if m.sameMatch(&v.moment) {
		v.advance(m, s.isWatched(v))
	} else {
		*v = view{moment: *m, room: v.room, roomPending: v.roomPending}
		v.addEvents(m)
	}
	if m.Room != nil && !m.Room.Equal(v.room) {
		v.room, v.roomPending = m.Room, true
	}
	for _, a := range s.audiences {
		if s.viewOf(a.seat) == v {
			a.show(v, m.Events)
		}
	}
	if !deferred {
		s.sendRoom(v)
	}
}

// RoomPending reports whether a change of the room still has to be sent.
func (s *Stream) RoomPending() bool { return s.players.roomPending }

// FlushRoom sends the pending changes of the room to all audiences of the players' view. If sub is not nil, it
// sends them to that subscription only.
func (s *Stream) FlushRoom(sub *Subscription) {
	if sub != nil {
		sub.PushRoom(s.viewOf(sub.seat).room.Frame())
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
	for _, a := range s.audiences {
		if s.viewOf(a.seat) == v {
			a.sendRoom(v)
		}
	}
}

// isWatched reports whether an audience of the view has a subscription.
func (s *Stream) isWatched(v *view) bool {
	for _, a := range s.audiences {
		if s.viewOf(a.seat) == v && a.isWatched() {
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

// Hello describes what a client already has: the sequence and the number of the last frame that it received.
// Overlay means that the client shows the table in a broadcast. Such a client does not count as the presence of
// its person.
type Hello struct {
	Sequence string
	Seq      uint64
	Overlay  bool
}

// Join adds a subscription to the audience of a seat or, with game.NoSeat, to the spectators. It sends the
// room, the clock, the presence, the last lines of the chat, and the match unless hello says that the client is
// up to date.
func (s *Stream) Join(sub *Subscription, seat game.Seat, hello Hello) {
	s.enter(sub, seat, true, hello)
	if s.clock != nil && s.showsClock(seat) {
		sub.Push(s.clock)
	}
	if frame := s.presenceOf(seat); frame != nil {
		sub.Push(frame)
	}
	s.chat.sendRecent(sub)
}

// Transfer moves a subscription from another stream to this one. It sends the room, the match and the last
// lines of the chat.
func (s *Stream) Transfer(sub *Subscription, seat game.Seat) {
	s.enter(sub, seat, true, Hello{})
	s.chat.sendRecent(sub)
}

// Move moves a subscription to the audience of another seat.
func (s *Stream) Move(sub *Subscription, seat game.Seat) {
	oldSeat := sub.seat
	if oldSeat == seat {
		return
	}
	s.Leave(sub)
	otherView := s.viewOf(seat) != s.viewOf(oldSeat)
	s.enter(sub, seat, otherView, Hello{})
	if frame := s.presenceOf(seat); !bytes.Equal(frame, s.presenceOf(oldSeat)) {
		sub.Push(frame)
	}
	if otherView && oldSeat == game.NoSeat {
		s.chat.sendHeld(sub)
		if s.clock != nil {
			sub.Push(s.clock)
		}
	}
}

// Leave removes subscriptions.
func (s *Stream) Leave(subs ...*Subscription) {
	leaving := make(map[*Subscription]bool, len(subs))
	for _, sub := range subs {
		leaving[sub] = true
	}
	for _, a := range s.audiences {
		a.remove(leaving)
	}
}

// enter adds a subscription to the audience of a seat. It sends the room if sendRoom is true, and the match
// unless hello says that the client is up to date.
func (s *Stream) enter(sub *Subscription, seat game.Seat, sendRoom bool, hello Hello) {
	a := s.audience(seat)
	v := s.viewOf(seat)
	wasUnwatched := !a.isWatched()
	sub.seat = seat
	a.add(sub)
	if sendRoom {
		sub.room = nil
		sub.PushRoom(v.room.Frame())
	}
	if !v.visibleTo(seat) {
		return
	}
	s.refresh(v)
	if wasUnwatched {
		a.catchUp(v)
	}
	if hello.Sequence != a.sequence(v) || hello.Seq != a.seq {
		sub.Push(a.snapshot(v))
	}
}

// audience returns the audience of a seat, and creates it if necessary.
func (s *Stream) audience(seat game.Seat) *audience {
	a := s.find(seat)
	if a == nil {
		a = &audience{name: s.name, seat: seat}
		s.audiences = append(s.audiences, a)
	}
	return a
}

// find returns the audience of a seat, nil if there is none yet.
func (s *Stream) find(seat game.Seat) *audience {
	for _, a := range s.audiences {
		if a.seat == seat {
			return a
		}
	}
	return nil
}

// refresh makes the document of a view if it is missing or out of date. It records in the audiences of the view
// whether public information has changed meanwhile.
func (s *Stream) refresh(v *view) {
	if v.public != nil && !v.outdated {
		return
	}
	v.makeDocument()
	v.patch = v.patch[:0]
	for _, a := range s.audiences {
		if s.viewOf(a.seat) == v {
			a.missed = a.missed || v.changed
		}
	}
}

// SendClock sends a frame with the players' remaining time to all clients that see the match without delay. nil
// means that the time is not limited.
func (s *Stream) SendClock(frame []byte) {
	s.clock = frame
	if frame == nil {
		return
	}
	for _, a := range s.audiences {
		if s.showsClock(a.seat) {
			a.sendUpdate(frame, false)
		}
	}
}

func (s *Stream) showsClock(seat game.Seat) bool {
	return seat != game.NoSeat || s.SpectatorsCaughtUp()
}

// SetCurrent sets the frames with the players' remaining time and the presence for clients that join later. It
// sends nothing.
func (s *Stream) SetCurrent(clock []byte, presence [2][]byte) { s.clock, s.presence = clock, presence }

// SendPresence sends the frames that say who is connected, the first one to players and the second one to
// spectators. nil means that a frame has not changed.
func (s *Stream) SendPresence(frames [2][]byte) {
	for i, frame := range frames {
		if frame != nil {
			s.presence[i] = frame
		}
	}
	for _, a := range s.audiences {
		if frame := frames[presenceIndex(a.seat)]; frame != nil {
			a.send(frame)
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

// RecentEvents returns the id of the match that an audience sees, the number of its events that the audience
// has seen, and the last of them. The id is "" if the audience cannot see a match.
func (s *Stream) RecentEvents(seat game.Seat) (match string, count int, recent []game.Event) {
	v := s.viewOf(seat)
	if !v.visibleTo(seat) {
		return "", 0, nil
	}
	return v.moment.Match.ID, v.moment.EventCount, v.recent()
}

// VisibleMatch returns the match as an audience sees it, nil if it sees none. The second result is a version, a
// text that changes exactly when the audience learns something about the match.
func (s *Stream) VisibleMatch(seat game.Seat) (*match.Match, string) {
	v := s.viewOf(seat)
	if !v.visibleTo(seat) {
		return nil, ""
	}
	a := s.audience(seat)
	s.refresh(v)
	if !a.isWatched() {
		a.catchUp(v)
	}
	return v.moment.Match, fmt.Sprintf("%s.%d", a.sequence(v), a.seq)
}

// ShownMatch returns the match as an audience sees it, nil if it sees none.
func (s *Stream) ShownMatch(seat game.Seat) *match.Match {
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
func (s *Stream) OpenHands() bool { return s.spectators.hasOpenHands() }

// Room returns the room as an audience sees it, or will see it with the next frame.
func (s *Stream) Room(seat game.Seat) *Room { return s.viewOf(seat).room }
