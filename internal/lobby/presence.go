package lobby

import (
	"bytes"
	"slices"
	"time"

	"archmage/internal/game"
	"archmage/internal/people"
	"archmage/internal/room"
)

const (
	// maxNamed is how many of those who watch a presence frame names.
	maxNamed = 20
	// fewSubs is how many subscriptions are told at once who comes and goes.
	fewSubs = 50
	// crowdPause is how long the others wait for that news. Each costs a frame
	// for everybody, so telling all of many about each would take the square.
	presencePause = time.Second
)

// presence is who is connected to a room.
type presence struct {
	// connections counts each person's subscriptions.
	connections map[string]int
	// absent is since when each player has not been connected.
	absent map[string]time.Time
	// told is the frame that was sent last; due is when the next one is, zero if
	// everybody knows.
	sent []byte
	due  time.Time
}

func newPresence() presence {
	return presence{connections: map[string]int{}, absent: map[string]time.Time{}}
}

func (p *presence) add(person string) { p.connections[person]++ }

func (p *presence) remove(person string) {
	if p.connections[person]--; p.connections[person] <= 0 {
		delete(p.connections, person)
	}
}

// noteAbsent keeps since when each player has not been connected.
func (p *presence) noteAbsent(t *room.Table, now time.Time) {
	for person := range p.absent {
		if p.connections[person] > 0 || t.SeatOf(person) == game.NoSeat {
			delete(p.absent, person)
		}
	}
	for i := range t.Seats {
		person := t.Seats[i].Person
		if _, ok := p.absent[person]; !ok && person != "" && p.connections[person] == 0 {
			p.absent[person] = now
		}
	}
}

// crowdChanged tells of somebody who has come or gone: at once, or among many
// after a pause.
func (r *liveRoom) presenceChanged() {
	switch {
	case r.frozen:
	case len(r.subs) <= fewSubs:
		r.sendPresence()
	case r.presence.due.IsZero():
		r.presence.due = time.Now().Add(presencePause)
	}
}

// tellPresence tells everybody who is here, if that has changed.
func (r *liveRoom) sendPresence() {
	r.presence.due = time.Time{}
	frame := r.presenceFrame()
	if !bytes.Equal(frame, r.presence.sent) {
		r.presence.sent = frame
		r.stream.Presence(frame)
	}
}

// presenceFrame names everybody once, on however many devices.
func (r *liveRoom) presenceFrame() []byte {
	frame := presenceFrame{Type: "presence", Here: []string{}, Watching: []string{}}
	for i := range r.table.Seats {
		if person := r.table.Seats[i].Person; person != "" && r.presence.connections[person] > 0 {
			frame.Here = append(frame.Here, person)
		}
	}
	named := map[string]bool{}
	for sub := range r.subs {
		if id := sub.person.ID; r.table.SeatOf(id) == game.NoSeat && !named[id] {
			named[id] = true
			frame.Watching = append(frame.Watching, people.CleanName(sub.person.Name))
		}
	}
	frame.Watchers = len(frame.Watching)
	slices.Sort(frame.Watching)
	frame.Watching = frame.Watching[:min(frame.Watchers, maxNamed)]
	return encode(frame)
}
