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
	// maxNamed is how many spectators a presence frame names.
	maxNamed = 20
	// fewSubs is up to how many subscriptions presence frames are sent at once.
	fewSubs = 50
	// presencePause is the delay of presence frames above fewSubs. A frame for
	// each arrival to each subscription would be quadratic.
	presencePause = time.Second
)

// presence is who is connected to a room.
type presence struct {
	// connections counts each person's subscriptions.
	connections map[string]int
	// absent is since when each disconnected player, and a disconnected host
	// without a seat, has been absent.
	absent map[string]time.Time
	// sent is the frame that was sent last; due is when the next one is sent,
	// zero if nothing has changed.
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

// noteAbsent updates since when players have been absent.
func (p *presence) noteAbsent(t *room.Table, now time.Time) {
	for person := range p.absent {
		if p.connections[person] > 0 || t.SeatOf(person) == game.NoSeat && person != t.Host {
			delete(p.absent, person)
		}
	}
	note := func(person string) {
		if _, ok := p.absent[person]; !ok && person != "" && p.connections[person] == 0 {
			p.absent[person] = now
		}
	}
	for i := range t.Seats {
		note(t.Seats[i].Person)
	}
	note(t.Host)
}

// presenceChanged sends a presence frame after somebody has come or left: at
// once, or in a crowded room after a pause.
func (r *liveRoom) presenceChanged() {
	switch {
	case r.frozen:
	case len(r.subs) <= fewSubs:
		r.sendPresence()
	case r.presence.due.IsZero():
		r.presence.due = time.Now().Add(presencePause)
	}
}

// sendPresence sends everybody who is here, if that has changed.
func (r *liveRoom) sendPresence() {
	r.presence.due = time.Time{}
	frame := r.presenceFrame()
	if !bytes.Equal(frame, r.presence.sent) {
		r.presence.sent = frame
		r.stream.Presence(frame)
	}
}

// presenceFrame returns the presence frame, which names each person once.
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
