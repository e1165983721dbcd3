package lobby

import (
	"archmage/internal/game"
	"archmage/internal/strict"
)

// clockFrame has the players' time, whenever a clock starts, stops or changes.
type clockFrame struct {
	Type string `json:"type"` // "clock"
	// Left is the time that each seat had left when the frame was sent, in milliseconds. Running lists the
	// seats for which it runs.
	Left    []int64     `json:"left"`
	Running []game.Seat `json:"running"`
}

// frame returns the current clockFrame, encoded, nil if the time is not limited.
func (c *roomClock) frame() []byte {
	r := c.room
	t := r.table
	if !isTimed(t) {
		return nil
	}
	now := r.lobby.clock.now()
	frame := clockFrame{Type: "clock", Running: []game.Seat{}}
	for i := range t.Seats {
		frame.Left = append(frame.Left, t.Clocks().Remaining(game.Seat(i), now))
		if t.Seats[i].Since != 0 {
			frame.Running = append(frame.Running, game.Seat(i))
		}
	}
	return strict.Encode(frame)
}

// presenceFrame says who is connected, at first and after changes. In a room with many connections it is sent
// at most once a second, and less often if it only says who watches and they are more than 1,000.
type presenceFrame struct {
	Type string `json:"type"` // "presence"
	// Connected has the ids of the players who are connected.
	Connected []string `json:"connected"`
	// Away lists the players who are not connected.
	Away []absence `json:"away"`
	// Spectators lists people who watch without a seat, at most 20. SpectatorCount is the number of all.
	Spectators     []watcher `json:"spectators"`
	SpectatorCount int       `json:"spectatorCount"`
}

// absence has the time since when a player is disconnected, in milliseconds since 1970.
type absence struct {
	Player string `json:"player"`
	Since  int64  `json:"since"`
}

// watcher is a person who watches without a seat.
type watcher struct {
	Player string `json:"player"`
	Name   string `json:"name"`
	// Stream is true if the person is connected only by the overlay of a broadcast.
	Stream bool `json:"stream,omitempty"`
}
