package lobby

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/room"
	"archmage/internal/stream"
	"archmage/internal/strict"
)

// maxNamed is the maximum number of spectators that a presence frame names.
const maxNamed = 20

// presence records who is connected to a room and sends it to the clients.
type presence struct {
	room *liveRoom
	// connections has the number of subscriptions of each person. overlays has the number of those that show
	// the table in a broadcast, which do not make the person present.
	connections, overlays map[string]int
	// absent has the time since when each disconnected player is absent, and the host even without a seat.
	absent map[string]time.Time
	// arrived has the players who have been connected at least once since they took their seats.
	arrived map[string]bool
	// lastHere has the time at which each disconnected player was last connected, or took the seat.
	lastHere map[string]time.Time
	// sent has the last frames for players and for spectators. frameAt is the time of the next frame, zero if
	// nothing has changed.
	sent    [2][]byte
	frameAt time.Time
	// pacer limits these frames. One frame to each subscription for each arrival would be quadratic
	// in the size of a crowd.
	pacer pacer
}

func newPresence(room *liveRoom) presence {
	return presence{
		room:        room,
		connections: map[string]int{},
		overlays:    map[string]int{},
		absent:      map[string]time.Time{},
		arrived:     map[string]bool{},
		lastHere:    map[string]time.Time{},
	}
}

func (p *presence) add(person string) { p.connections[person]++ }

func (p *presence) remove(person string) {
	if p.connections[person]--; p.connections[person] <= 0 {
		delete(p.connections, person)
		p.lastHere[person] = time.Now()
	}
}

// addOverlays adds n to the number of overlays in which a person shows the table.
func (p *presence) addOverlays(person string, n int) {
	if p.overlays[person] += n; p.overlays[person] == 0 {
		delete(p.overlays, person)
	}
}

// isExpected reports whether a player is connected, or was within graceTime.
func (p *presence) isExpected(person string) bool {
	return p.connections[person] > 0 || time.Since(p.lastHere[person]) < graceTime
}

// updateAbsent updates which players have arrived, and since when players are absent. It covers the players of
// the table and those whom spectators see. It is called when a person connects or disconnects, or a seat
// changes.
func (p *presence) updateAbsent(t *room.Table, public *stream.Room) {
	var space [2*game.MaxSeats + 1]string // saves an allocation per move
	expected := append(space[:0], t.Host)
	for i := range t.Seats {
		expected = append(expected, t.Seats[i].Person)
	}
	for i := range public.Seats {
		expected = append(expected, public.Seats[i].Player)
	}
	for person := range p.absent {
		if p.connections[person] > 0 || !slices.Contains(expected, person) {
			delete(p.absent, person)
		}
	}
	for person := range p.lastHere {
		if !slices.Contains(expected, person) {
			delete(p.lastHere, person)
		}
	}
	for person := range p.arrived {
		if !slices.Contains(expected, person) {
			delete(p.arrived, person)
		}
	}
	for _, person := range expected {
		if p.connections[person] > 0 {
			p.arrived[person] = true
			continue
		}
		if _, ok := p.absent[person]; ok || person == "" {
			continue
		}
		since, ok := p.lastHere[person]
		if !ok {
			since = time.Now()
		}
		p.absent[person] = since
	}
}

// update sends a presence frame after a person has connected or disconnected. It sends the frame immediately,
// or later if there were many frames. A change of a player is not delayed for long.
func (p *presence) update() {
	r := p.room
	if r.frozen {
		return
	}
	p.updateAbsent(r.table, r.public())
	due, minRate := p.frameAt, 1.0
	if listed := r.attendance.Load(); listed != nil && slices.Equal(listed.Connected, p.playersOf(r.public())) {
		if !due.IsZero() {
			return
		}
		minRate = min(1, crowdFrames/float64(max(1, len(r.subs))))
	}
	next := p.pacer.next(time.Now(), len(r.subs), minRate)
	switch {
	case next.IsZero():
		p.send()
	case due.IsZero() || next.Before(due):
		p.frameAt = next
	}
}

// playersOf returns the seats whose players are connected, among the seats that spectators see.
func (p *presence) playersOf(public *stream.Room) []game.Seat {
	here := []game.Seat{}
	for i := range public.Seats {
		if p.connections[public.Seats[i].Player] > 0 {
			here = append(here, game.Seat(i))
		}
	}
	return here
}

// send sends the presence frames that have changed, and publishes who is connected for lists.
func (p *presence) send() {
	r := p.room
	p.frameAt = time.Time{}
	frames := p.frames()
	here := p.playersOf(r.public())
	r.attendance.Store(&directory.Attendance{Connected: here, SpectatorCount: len(p.connections) - len(here)})
	r.publishOccupied()
	changed := frames
	for i := range frames {
		if bytes.Equal(frames[i], p.sent[i]) {
			changed[i] = nil
		}
	}
	p.sent = frames
	r.stream.SendPresence(changed)
}

// frames returns the presence frames for players and for spectators. The latter has the seats as spectators see
// them.
func (p *presence) frames() [2][]byte {
	r := p.room
	p.updateAbsent(r.table, r.public())
	frame := p.frame(r.subs, r.table.Info().Seats)
	if r.stream.SpectatorsCaughtUp() {
		return [2][]byte{frame, frame}
	}
	return [2][]byte{frame, p.frame(r.subs, r.public().Seats)}
}

// frame returns the presence frame for viewers who see these seats. It names each person once.
func (p *presence) frame(subs []*subscription, seats []room.SeatInfo) []byte {
	frame := presenceFrame{
		Type:           "presence",
		Connected:      []string{},
		Away:           []absence{},
		Spectators:     []watcher{},
		SpectatorCount: len(p.connections),
	}
	for i := range seats {
		switch s := &seats[i]; {
		case s.Player == "":
		case p.connections[s.Player] > 0:
			frame.Connected = append(frame.Connected, s.Player)
		case s.Away != 0:
			frame.Away = append(frame.Away, absence{s.Player, s.Away})
		default:
			frame.Away = append(frame.Away, absence{s.Player, p.absent[s.Player].UnixMilli()})
		}
	}
	frame.SpectatorCount -= len(frame.Connected)
	// A person who is connected only by an overlay is listed as watching, so that the host can see
	// and remove the overlay.
	onlyOverlay := func(person string) bool {
		return p.connections[person] == 0 &&
			!slices.ContainsFunc(seats, func(s room.SeatInfo) bool { return s.Player == person })
	}
	for person := range p.overlays {
		if onlyOverlay(person) {
			frame.SpectatorCount++
		}
	}
	compare := func(a, b watcher) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Player, b.Player))
	}
	// Keep only the first names in order. Sorting a crowd at each arrival would cost too much.
	for _, sub := range subs {
		person, list := watcher{sub.person.ID, sub.person.Name, sub.overlay}, frame.Spectators
		if sub.overlay && !onlyOverlay(person.Player) ||
			len(list) == maxNamed && compare(person, list[maxNamed-1]) >= 0 ||
			slices.Contains(frame.Connected, person.Player) {
			continue
		}
		if !slices.ContainsFunc(list, func(w watcher) bool { return w.Player == person.Player }) {
			index, _ := slices.BinarySearchFunc(list, person, compare)
			frame.Spectators = slices.Insert(list, index, person)[:min(len(list)+1, maxNamed)]
		}
	}
	return strict.Encode(frame)
}

// Attendance returns who is connected to a room. It is empty if the room is not in memory.
func (l *Lobby) Attendance(id string) directory.Attendance {
	l.mu.Lock()
	r := l.rooms[id]
	l.mu.Unlock()
	if r != nil {
		if attendance := r.attendance.Load(); attendance != nil {
			return *attendance
		}
	}
	return directory.Attendance{Connected: []game.Seat{}}
}

// Attend sets the Attendance of list entries, for the rooms of this process.
func (l *Lobby) Attend(_ context.Context, rooms []directory.RoomInfo) {
	for i := range rooms {
		rooms[i].Attendance = l.Attendance(rooms[i].ID)
	}
}

// Present returns the ids of the persons who are connected to a room. It returns none if the room is
// not in memory.
func (l *Lobby) Present(ctx context.Context, id string) []string {
	l.mu.Lock()
	r := l.rooms[id]
	l.mu.Unlock()
	if r == nil {
		return nil
	}
	found := make(chan []string, 1)
	err := r.ask(ctx, "", func(r *liveRoom) error {
		found <- slices.Collect(maps.Keys(r.presence.connections))
		return nil
	})
	if err != nil {
		return nil // The room is too busy, or was unloaded.
	}
	return <-found
}
