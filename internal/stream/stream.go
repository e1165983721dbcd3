// Package stream is what each audience of a room is shown: the match as two
// documents and what has changed in them, events, questions, the room around the
// match, and the chat. Spectators may see all of it later than the players; that
// delay is a queue of moments, and nothing else in the package knows of it.
//
// The package is pure: it is told each moment and the time, and puts encoded
// frames into the channels of subscriptions. The same code serves a live room
// and a replay. It imports the contract of games, matches and merge patches, and
// knows no room and no socket.
package stream

import (
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
	// Events are what has led here from the moment before; EventCount counts
	// those of the match so far.
	Events     []game.Event
	EventCount int
	// DecisionID returns the id under which a decision is shown; nil means its
	// own.
	DecisionID func(*game.Decision) uint64
	// Undo is the seat whose last answer can be taken back, or game.NoSeat.
	Undo game.Seat
	// Watchable: spectators may see the match.
	Watchable bool
	// Room is the encoded frame of the room, nil if it is as before.
	Room []byte
}

// begins reports whether the moment is the start of its match, which everybody
// may see at once.
func (m *Moment) begins() bool {
	return m.Match != nil && len(m.Match.Items) == 0 && m.Match.Result == nil
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
	audiences           map[game.Seat]*audience
	// clock is the frame with the players' time, nil if there is no limit.
	clock []byte
	// presence is the frame that says who is here.
	presence []byte
}

// New returns a stream that nobody watches yet. Its name must be another one
// whenever a room begins a new stay in memory.
func New(name string) *Stream {
	v := &view{}
	return &Stream{name: name, players: v, spectators: v, audiences: map[game.Seat]*audience{}}
}

// Show shows everybody a moment, and spectators the moments that they may see by
// now. turns is how many turns spectators are behind the players; it counts from
// the start of a match.
func (s *Stream) Show(m Moment, turns int, now int64) {
	if s.delay.wants(&m, turns) && s.spectators == s.players {
		// What spectators have seen so far they go on seeing.
		late := *s.players
		if late.room == nil {
			late.room = m.Room
		}
		s.spectators = &late
	}
	s.show(s.players, &m, func(seat game.Seat) bool { return seat != game.NoSeat || s.spectators == s.players })
	if s.spectators == s.players {
		return
	}
	s.delay.add(&m, turns)
	s.Release(now)
}

// Release shows spectators what they may see by now.
func (s *Stream) Release(now int64) {
	if s.spectators == s.players {
		return
	}
	for {
		next, ok := s.delay.next(&s.players.moment, now)
		if !ok {
			break
		}
		if next.line != nil {
			s.chat.release(next.line, s.audiences[game.NoSeat])
			continue
		}
		s.show(s.spectators, &next.moment, func(seat game.Seat) bool { return seat == game.NoSeat })
	}
	if s.delay.idle(&s.players.moment) {
		s.rejoin()
	}
}

// rejoin lets spectators see what players see again, which is the same by now.
func (s *Stream) rejoin() {
	s.spectators = s.players
	if to := s.audiences[game.NoSeat]; to != nil && len(to.subs) > 0 {
		if to.maySee(s.players) {
			s.players.document()
		}
		to.toldRoom(s.players.room)
	}
}

// Due returns the time at which Release has something to show by then, if nothing
// happens before; 0 means never.
func (s *Stream) Due() int64 { return s.delay.due() }

// show shows a moment to the audiences of a view.
func (s *Stream) show(v *view, m *Moment, mine func(game.Seat) bool) {
	if v.sameMatch(m) {
		v.advance(m, s.watched(mine))
	} else {
		*v = view{moment: *m, room: v.room}
		v.note(m)
	}
	if m.Room != nil {
		v.room = m.Room
	}
	for seat, to := range s.audiences {
		if !mine(seat) {
			continue
		}
		to.show(v, m.Events)
		to.toldRoom(v.room)
	}
}

// watched reports whether any of these audiences has somebody in it.
func (s *Stream) watched(mine func(game.Seat) bool) bool {
	for seat, to := range s.audiences {
		if mine(seat) && len(to.subs) > 0 {
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

// Resume says what a client has seen: the sequence and the number of the last
// frame that it got.
type Resume struct {
	Sequence string
	Seq      uint64
}

// Join lets somebody watch from a seat, or from game.NoSeat as a spectator. The
// subscription gets the room, the match unless resume says that it has seen all
// of it, the clock, who is here, and the last lines of the chat.
func (s *Stream) Join(sub *Subscription, seat game.Seat, resume Resume) {
	sub.seat = seat
	to := s.audience(seat)
	v := s.viewOf(seat)
	if v.room != nil {
		sub.push(v.room)
	}
	s.enter(to, sub, v, resume)
	if s.clock != nil && s.seesClock(seat) {
		sub.push(s.clock)
	}
	if s.presence != nil {
		sub.push(s.presence)
	}
	s.chat.recent(sub)
}

// Carry lets a subscription of another stream go on with this one: it gets the
// room and the match.
func (s *Stream) Carry(sub *Subscription, seat game.Seat) {
	sub.seat = seat
	v := s.viewOf(seat)
	if v.room != nil {
		sub.push(v.room)
	}
	s.enter(s.audience(seat), sub, v, Resume{})
}

// Move lets a subscription watch from another seat from now on.
func (s *Stream) Move(sub *Subscription, seat game.Seat) {
	if sub.seat == seat {
		return
	}
	old := s.viewOf(sub.seat)
	s.Leave(sub)
	wasBehind := sub.seat == game.NoSeat
	sub.seat = seat
	v := s.viewOf(seat)
	if v != old && v.room != nil {
		sub.push(v.room)
	}
	s.enter(s.audience(seat), sub, v, Resume{})
	if wasBehind && v != old {
		s.chat.held(sub)
		if s.clock != nil {
			sub.push(s.clock)
		}
	}
}

// Leave takes a subscription out.
func (s *Stream) Leave(sub *Subscription) {
	if to := s.audiences[sub.seat]; to != nil {
		delete(to.subs, sub)
	}
}

func (s *Stream) audience(seat game.Seat) *audience {
	to := s.audiences[seat]
	if to == nil {
		to = &audience{name: s.name, seat: seat, subs: map[*Subscription]struct{}{}}
		s.audiences[seat] = to
	}
	return to
}

// enter puts a subscription into an audience, and shows it the match.
func (s *Stream) enter(to *audience, sub *Subscription, v *view, resume Resume) {
	alone := len(to.subs) == 0
	to.subs[sub] = struct{}{}
	if !to.maySee(v) {
		return
	}
	if alone {
		to.catchUp(v)
	}
	v.document()
	if resume != (Resume{to.sequence(v), to.seq}) {
		sub.push(to.snapshot(v))
	}
}

// Clock tells the players' time: nil if there is no limit. Those who see the match
// later than the players do not get it.
func (s *Stream) Clock(frame []byte) {
	s.clock = frame
	if frame == nil {
		return
	}
	for seat, to := range s.audiences {
		if s.seesClock(seat) {
			to.send(frame)
		}
	}
}

func (s *Stream) seesClock(seat game.Seat) bool {
	return seat != game.NoSeat || s.spectators == s.players
}

// Presence tells everybody who is here.
func (s *Stream) Presence(frame []byte) {
	s.presence = frame
	for _, to := range s.audiences {
		to.send(frame)
	}
}

// Known returns what an audience knows of the events of its match: how many there
// were so far, and the last of them. The match is "" if the audience may not see it.
func (s *Stream) Known(seat game.Seat) (match string, count int, recent []game.Event) {
	v := s.viewOf(seat)
	if to := (&audience{seat: seat}); !to.maySee(v) {
		return "", 0, nil
	}
	return v.moment.Match.ID, v.moment.EventCount, v.recent()
}

// Room returns the last frame of the room that an audience was to be told.
func (s *Stream) Room(seat game.Seat) []byte { return s.viewOf(seat).room }
