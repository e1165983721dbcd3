package lobby

import (
	"encoding/json"

	"archmage/internal/game"
	"archmage/internal/room"
	"archmage/internal/store"
)

// MatchProgress is what the list of rooms says of a match that is played.
type MatchProgress struct {
	game.Progress
	// Waiting are the seats that the match waits for, Since is since when, in
	// milliseconds since 1970. A list says so only to those who play.
	Waiting []game.Seat `json:"waiting,omitempty"`
	Since   int64       `json:"since,omitempty"`
	// Standing is the standing by seat when it last became other players' turn. A
	// list says so to those who may watch.
	Standing []int `json:"standing,omitempty"`
}

// storedProgress is what the log keeps: what players may know, and what
// spectators have been shown, nil for nothing.
type storedProgress struct {
	Players    *MatchProgress `json:"players"`
	Spectators *MatchProgress `json:"spectators"`
}

// progress returns what lists are to say of the match once a change is made, nil
// if that stays as it is. What spectators see later, the list says later too.
func (r *liveRoom) progress(change *room.Change) json.RawMessage {
	before, after := r.table, change.Next
	if !after.Playing() {
		return nil
	}
	m := after.Play.Match
	now := m.State.Progress()
	if before.Playing() && before.Play.Match.ID == m.ID && before.Waiting() == after.Waiting() && before.Play.Match.State.Progress() == now {
		return nil
	}
	kept := storedProgress{Players: &MatchProgress{Progress: now, Since: change.Entry.At}}
	for i := range after.Seats {
		if seat := game.Seat(i); after.Waiting().Has(seat) {
			kept.Players.Waiting = append(kept.Players.Waiting, seat)
		}
	}
	switch shown := r.stream.Shown(game.NoSeat); {
	case !after.Settings.Spectators:
	case after.Play.Delay == 0 && !after.EndHidden():
		kept.Spectators = &MatchProgress{Progress: now, Standing: m.State.Standing()}
	case shown != nil && shown.ID == m.ID:
		kept.Spectators = &MatchProgress{Progress: shown.State.Progress(), Standing: shown.State.Standing()}
	}
	return encode(kept)
}

// progressOf returns what a list says of the match of a room to its players, or
// to others.
func progressOf(r *store.Room, players bool) *MatchProgress {
	var kept storedProgress
	if r.Status != store.StatusPlaying || json.Unmarshal(r.Progress, &kept) != nil {
		return nil
	}
	if players {
		return kept.Players
	}
	return kept.Spectators
}
