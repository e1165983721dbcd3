package lobby

import (
	"sync"
	"time"

	"archmage/internal/room"
)

// skips is the time that has counted for nobody in a room: no server had it, the process stood still, or
// its clock was set.
type skips struct {
	room *liveRoom
	// skipped is how much of it the players have got back.
	skipped time.Duration
}

// look gives players the time back that has counted for nobody since the room last looked.
func (s *skips) look() {
	r := s.room
	skipped := r.lobby.pulse.look()
	by := skipped - s.skipped
	if by == 0 {
		return
	}
	if !r.frozen && r.table.Measures() && !r.doOwn(&room.Skip{By: by.Milliseconds()}) {
		return
	}
	s.skipped = skipped
}

// giveBack gives running clocks the time back in which no server had the room, after it was loaded. That time begins
// at the time of the last entry, the last sign of life that every log has; rested says that the room had left memory in
// order then. Clocks of days go on without a server.
func (s *skips) giveBack(at int64, rested bool) error {
	r := s.room
	s.skipped = r.lobby.slept.wake(r, at)
	end, _ := r.table.Deadline()
	if end == 0 || r.table.Settings.Clock.Mode == room.ClockDays {
		return nil
	}
	until := r.lobby.now()
	if rested {
		if r.lobby.options.Cluster != nil {
			return nil // There was a server all the time, as far as this one knows.
		}
		until = min(until, r.lobby.started)
	}
	if until <= at {
		return nil
	}
	return r.carryOut(&room.Command{Body: &room.Skip{By: until - at}})
}

// rest records that the room leaves memory in order while clocks run.
func (s *skips) rest() {
	r := s.room
	r.lobby.slept.sleep(r)
	if end, _ := r.table.Deadline(); end != 0 && r.table.Settings.Clock.Mode != room.ClockDays {
		r.doOwn(&room.Rest{})
	}
}

// sleepers remembers for the rooms that have left memory how much time had been skipped by then.
type sleepers struct {
	mu      sync.Mutex
	skipped map[string]time.Duration
}

// sleep remembers a room in which time is measured.
func (s *sleepers) sleep(r *liveRoom) {
	if !r.table.Measures() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.skipped) >= maxShown {
		clear(s.skipped)
	}
	s.skipped[r.id] = r.skips.skipped
}

// wake returns how much time had been skipped when the room left memory, and forgets that. For a room that has not been
// in memory since the start of the process it returns 0, if no other process can have had it meanwhile; at is the time
// of the room's last entry.
func (s *sleepers) wake(r *liveRoom, at int64) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	skipped, ok := s.skipped[r.id]
	delete(s.skipped, r.id)
	if !ok && (r.lobby.options.Cluster != nil || at >= r.lobby.started) {
		return r.lobby.pulse.look()
	}
	return skipped
}
