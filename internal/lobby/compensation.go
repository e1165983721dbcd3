package lobby

import (
	"sync"
	"time"

	"archmage/internal/room"
)

// compensation gives the players of a room the time back that must not count: no server had the room, the process
// stood still, or its clock was set.
type compensation struct {
	room *liveRoom
	// compensated is how much of the process's skipped time the players have got back.
	compensated time.Duration
}

// compensate gives players the time back that was skipped since the last call.
func (s *compensation) compensate() {
	r := s.room
	skipped := r.lobby.clock.skippedTime()
	by := skipped - s.compensated
	if by == 0 {
		return
	}
	if !r.frozen && r.table.Clocks().Measured() && !r.doAsServer(&room.Compensate{By: by.Milliseconds()}) {
		return
	}
	s.compensated = skipped
}

// compensateUnloaded gives running clocks the time back in which no server had the room, after it was
// loaded. That time begins at the time of the last entry; rested says that the room had left memory in
// order then. Clocks of days go on without a server.
func (s *compensation) compensateUnloaded(at int64, rested bool) error {
	r := s.room
	s.compensated = r.lobby.unloadedSkips.take(r, at)
	end, _ := r.table.Clocks().Deadline()
	if end == 0 || r.table.Settings.Clock.Mode == room.ClockDays {
		return nil
	}
	until := r.lobby.clock.now()
	if rested {
		if r.lobby.options.Cluster != nil {
			return nil // There was a server all the time, as far as this one knows.
		}
		until = min(until, r.lobby.started)
	}
	if until <= at {
		return nil
	}
	return r.carryOut(&room.Command{Body: &room.Compensate{By: until - at}})
}

// recordUnload records that the room leaves memory in order while clocks run.
func (s *compensation) recordUnload() {
	r := s.room
	r.lobby.unloadedSkips.remember(r)
	if end, _ := r.table.Clocks().Deadline(); end != 0 && r.table.Settings.Clock.Mode != room.ClockDays {
		r.doAsServer(&room.Unload{})
	}
}

// skipMemory remembers for unloaded rooms how much time had been compensated when they left memory.
type skipMemory struct {
	mu      sync.Mutex
	skipped map[string]time.Duration
}

// remember remembers a room in which time is measured.
func (s *skipMemory) remember(r *liveRoom) {
	if !r.table.Clocks().Measured() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.skipped) >= maxShown {
		clear(s.skipped)
	}
	s.skipped[r.id] = r.compensation.compensated
}

// take returns how much time had been compensated when the room left memory, and forgets that. For a room that
// has not been in memory since the start of the process it returns 0, if no other process can have had it meanwhile;
// at is the time of the room's last entry.
func (s *skipMemory) take(r *liveRoom, at int64) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	skipped, ok := s.skipped[r.id]
	delete(s.skipped, r.id)
	if !ok && (r.lobby.options.Cluster != nil || at >= r.lobby.started) {
		return r.lobby.clock.skippedTime()
	}
	return skipped
}
