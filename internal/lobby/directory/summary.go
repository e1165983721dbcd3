package directory

import (
	"encoding/json"

	"archmage/internal/game"
	"archmage/internal/room"
	"archmage/internal/store"
)

// Summary is the part of a room's list entry about its seats and settings.
type Summary struct {
	// Players has the names by seat, "" for a free one. A person for whom a seat is reserved is named too.
	Players []string `json:"players"`
	// People has the ids of the people by seat. Bots has the ids of the bots by seat.
	People []string `json:"people"`
	Bots   []string `json:"bots"`
	// Watch is true if others may watch.
	Watch bool `json:"watch"`
	// Delay is the number of turns that spectators are behind the players.
	Delay int `json:"delay"`
	// Clock and the members below it are those of the settings.
	Clock     room.Clock        `json:"clock"`
	AutoStart bool              `json:"autoStart"`
	Accounts  bool              `json:"accounts"`
	Rated     bool              `json:"rated"`
	Options   game.MatchOptions `json:"options"`
	// Event is the table of an event to which the room belongs, absent for other rooms.
	Event *room.EventInfo `json:"event,omitempty"`
}

// SummaryOf returns the summary of a room as spectators see it.
func SummaryOf(info *room.Info) Summary {
	settings := &info.Settings
	s := Summary{
		Watch:     settings.Spectators,
		Delay:     settings.Delay,
		Clock:     settings.Clock,
		AutoStart: settings.AutoStart,
		Accounts:  settings.Accounts,
		Rated:     settings.Rated,
		Options:   settings.Options,
		Event:     info.Event,
	}
	for i := range info.Seats {
		name := info.Seats[i].Name
		if expected := info.Seats[i].Expected; expected != nil {
			name = expected.Name
		}
		s.Players = append(s.Players, name)
		s.People = append(s.People, info.Seats[i].Player)
		s.Bots = append(s.Bots, info.Seats[i].Bot)
	}
	return s
}

// isSecret reports whether nobody but the player may know of the room, because a deal of the day is played there.
func (s *Summary) isSecret() bool { return s.Event != nil && s.Event.HiddenUntil != 0 }

// ReadSummary decodes the summary of a stored room.
func ReadSummary(r *store.Room) (s Summary, err error) {
	return s, json.Unmarshal(r.Summary, &s)
}

// MatchProgress is the part of a room's list entry about a match in progress.
type MatchProgress struct {
	game.Progress
	// Waiting has the seats that have to answer. Since is the time at which they began to wait, in
	// milliseconds since 1970. Only players see Waiting and Since.
	Waiting []game.Seat `json:"waiting,omitempty"`
	Since   int64       `json:"since,omitempty"`
	// Standing has the public points by seat when the turn last passed to other players. Only spectators see
	// it.
	Standing []int `json:"standing,omitempty"`
}

// Progress is the stored progress of a match: the part that players can see, and the part that
// spectators have been shown. A part is nil if there is none.
type Progress struct {
	Players    *MatchProgress `json:"players"`
	Spectators *MatchProgress `json:"spectators"`
}

// progressOf returns the progress of a room's match for its players, or for others.
func progressOf(r *store.Room, players bool) *MatchProgress {
	var stored Progress
	if r.Status != store.StatusPlaying || json.Unmarshal(r.Progress, &stored) != nil {
		return nil
	}
	if players {
		return stored.Players
	}
	return stored.Spectators
}
