package directory

import (
	"encoding/json"

	"archmage/internal/game"
	"archmage/internal/room"
	"archmage/internal/store"
)

// Summary is the part of a room's list entry about its seats and settings.
type Summary struct {
	Players []string `json:"players"` // names by seat, "" for a free one
	People  []string `json:"people"`  // ids by seat
	Bots    []string `json:"bots"`
	Watch   bool     `json:"watch"`
	// Delay is the number of turns that spectators are behind the players.
	Delay int `json:"delay"`
	// Clock, AutoStart, Accounts, Rated and Options are copied from the settings.
	Clock     room.Clock        `json:"clock"`
	AutoStart bool              `json:"autoStart"`
	Accounts  bool              `json:"accounts"`
	Rated     bool              `json:"rated"`
	Options   game.MatchOptions `json:"options"`
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
	}
	for i := range info.Seats {
		s.Players = append(s.Players, info.Seats[i].Name)
		s.People = append(s.People, info.Seats[i].Player)
		s.Bots = append(s.Bots, info.Seats[i].Bot)
	}
	return s
}

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
