package lobby

import (
	"sync"
	"time"

	"archmage/internal/room"
)

// compensation gives time back to the players of a room that must not count: no server had the room, the
// process was suspended, or its clock was set.
type compensation struct {
	room *liveRoom
	// compensated is the part of [clockMonitor.skippedTime] that the players have got back.
	compensated time.Duration
}

// compensate gives the time that was skipped since the last call back to the players.
func (s *compensation) compensate() {
	r := s.room
	skipped := r.lobby.clock.skippedTime()
	more := skipped - s.compensated
	if more == 0 {
		return
	}
	if !r.frozen && r.table.Clocks().Measured() && !r.doAsServer(&room.Compensate{Length: more.Milliseconds()}) {
		return
	}
	s.compensated = skipped
}

// compensateUnloaded is called after the room was loaded. It gives the time in which no server had the
// room back to the players. That time starts at lastEntry, the time of the last entry. unloaded is true if
// the room was unloaded in the normal way at that time. Clocks of days go on without a server.
func (s *compensation) compensateUnloaded(lastEntry int64, unloaded bool) error {
	r := s.room
	s.compensated = r.lobby.unloadedSkips.take(r, lastEntry)
	end, _ := r.table.Clocks().Deadline()
	if end == 0 || r.table.Settings.Clock.Mode == room.ClockDays {
		return nil
	}
	until := r.lobby.clock.now()
	if unloaded {
		if r.lobby.options.Cluster != nil {
			return nil // Other nodes were probably running all the time.
		}
		until = min(until, r.lobby.started)
	}
	if until <= lastEntry {
		return nil
	}
	return r.carryOut(&room.Command{Body: &room.Compensate{Length: until - lastEntry}})
}

// recordUnload records that the room is unloaded in the normal way while clocks run.
func (s *compensation) recordUnload() {
	r := s.room
	r.lobby.unloadedSkips.remember(r)
	if end, _ := r.table.Clocks().Deadline(); end != 0 && r.table.Settings.Clock.Mode != room.ClockDays {
		r.doAsServer(&room.Unload{})
	}
}

// skipMemory has the time that had been compensated when a room was unloaded, for each unloaded room.
type skipMemory struct {
	mu      sync.Mutex
	skipped map[string]time.Duration
}

// remember adds a room, if time is measured in it.
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

// take removes a room and returns the time that had been compensated when the room was unloaded. For
// a room that was not in memory since the start of the process, it returns 0 if no other process can
// have had it meanwhile. lastEntry is the time of the room's last entry.
func (s *skipMemory) take(r *liveRoom, lastEntry int64) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	skipped, ok := s.skipped[r.id]
	delete(s.skipped, r.id)
	if !ok && (r.lobby.options.Cluster != nil || lastEntry >= r.lobby.started) {
		return r.lobby.clock.skippedTime()
	}
	return skipped
}
