package lobby

import (
	"archmage/internal/game"
	"archmage/internal/strict"
)

// clockFrame holds the time that each player has left, in milliseconds, and says whose clock runs.
type clockFrame struct {
	Type    string      `json:"type"` // "clock"
	Left    []int64     `json:"left"`
	Running []game.Seat `json:"running"`
}

// frame returns the clockFrame of now, encoded; nil if the time is not limited.
func (c *roomClock) frame() []byte {
	r := c.room
	t := r.table
	if !timed(t) {
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

// presenceFrame says who is connected.
type presenceFrame struct {
	Type string `json:"type"` // "presence"
	// Connected are the ids of the players who are connected.
	Connected []string `json:"connected"`
	// Away are the players who are not connected.
	Away []absence `json:"away"`
	// Spectators are at most maxNamed of the people who watch without a seat. SpectatorCount
	// is how many such people there are.
	Spectators     []watcher `json:"spectators"`
	SpectatorCount int       `json:"spectatorCount"`
}

// absence says since when a player is not connected, in milliseconds since 1970.
type absence struct {
	Player string `json:"player"`
	Since  int64  `json:"since"`
}

// watcher is somebody who watches without a seat.
type watcher struct {
	Player string `json:"player"`
	Name   string `json:"name"`
	// Stream says that the person watches only by the overlay of a broadcast.
	Stream bool `json:"stream,omitempty"`
}
