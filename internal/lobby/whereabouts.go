package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"archmage/internal/room"
	"archmage/internal/store"
)

// Doing says what somebody who is followed is doing now.
type Doing string

// What people do, the rarest first.
const (
	Playing  Doing = "playing"
	Waiting  Doing = "waiting" // at a public table with a free seat
	Watching Doing = "watching"
	Here     Doing = "here"
	Away     Doing = "away"
)

var doings = []Doing{Playing, Waiting, Watching, Here, Away}

// Before reports whether one of the things that people do comes before another one.
func (d Doing) Before(other Doing) bool { return slices.Index(doings, d) < slices.Index(doings, other) }

// Whereabouts is what followers may know of somebody. Of a private table it has
// nothing but that a match is played.
type Whereabouts struct {
	Doing Doing `json:"doing"`
	// Game is what is played at a public table, Room its id where others may come;
	// absent else.
	Game string `json:"game,omitempty"`
	Room string `json:"room,omitempty"`
}

// Whereabouts returns what a person who is connected to some rooms does.
func (d *directory) Whereabouts(ctx context.Context, person string, rooms []string) (Whereabouts, error) {
	now := Whereabouts{Doing: Here}
	for _, id := range rooms {
		r, err := d.log.Room(ctx, id)
		if errors.Is(err, store.ErrNotFound) {
			continue
		} else if err != nil {
			return now, err
		}
		var s roomSummary
		if err := json.Unmarshal(r.Summary, &s); err != nil {
			return now, err
		}
		if there := whereabouts(&r, s.Watch, person); there.Doing.Before(now.Doing) {
			now = there
		}
	}
	return now, nil
}

// whereabouts returns what a person does in one room, which others may watch or not.
func whereabouts(r *store.Room, watch bool, person string) Whereabouts {
	seated := slices.Contains(r.Members, person)
	there := Whereabouts{Doing: Here}
	switch status := room.Status(r.Status); {
	case status == room.StatusPlaying && seated:
		there.Doing = Playing
	case !r.Listed:
		return there
	case status == room.StatusPlaying && watch:
		there.Doing = Watching
	case status == room.StatusOpen && seated:
		there.Doing, watch = Waiting, true
	default:
		return there
	}
	if r.Listed {
		if there.Game = r.Game; watch {
			there.Room = r.Head.Room
		}
	}
	return there
}
