package directory

import (
	"context"
	"errors"
	"slices"

	"archmage/internal/room"
	"archmage/internal/store"
)

// Doing is the current activity of a person, as followers see it.
type Doing string

// The values of Doing, in the order of [Doing.Before].
const (
	Playing  Doing = "playing"
	Waiting  Doing = "waiting" // at a public table with a free seat
	Watching Doing = "watching"
	Online   Doing = "online"
	Away     Doing = "away"
)

var doings = []Doing{Playing, Waiting, Watching, Online, Away}

// Before reports whether d comes before other in the list above.
func (d Doing) Before(other Doing) bool {
	return slices.Index(doings, d) < slices.Index(doings, other)
}

// Whereabouts is the activity of a person, and its table, as followers see them. For a private table,
// followers see only that the person plays.
type Whereabouts struct {
	Doing Doing `json:"doing"`
	// Game is the game at a public table. Room is the table's id if others can join or watch there. Both are ""
	// otherwise.
	Game string `json:"game,omitempty"`
	Room string `json:"room,omitempty"`
}

// Whereabouts returns the activity of a person who is connected to these rooms.
func (d *Directory) Whereabouts(ctx context.Context, person string, rooms []string) (Whereabouts, error) {
	now := Whereabouts{Doing: Online}
	for _, id := range rooms {
		r, err := d.store.Room(ctx, id)
		if errors.Is(err, store.ErrNotFound) {
			continue
		} else if err != nil {
			return now, err
		}
		s, err := ReadSummary(&r)
		if err != nil {
			return now, err
		}
		if s.isSecret() {
			continue // nobody learns who plays a deal of the day
		}
		if there := whereabouts(&r, s.Watch, person); there.Doing.Before(now.Doing) {
			now = there
		}
	}
	return now, nil
}

// whereabouts returns the activity of a person in one room. canWatch is true if other persons can
// watch there.
func whereabouts(r *store.Room, canWatch bool, person string) Whereabouts {
	seated := slices.Contains(r.Members, person)
	there := Whereabouts{Doing: Online}
	switch status := room.Status(r.Status); {
	case status == room.StatusPlaying && seated:
		there.Doing = Playing
	case !r.Listed:
		return there
	case status == room.StatusPlaying && canWatch:
		there.Doing = Watching
	case status == room.StatusOpen && seated:
		there.Doing, canWatch = Waiting, true
	default:
		return there
	}
	if r.Listed {
		if there.Game = r.Game; canWatch {
			there.Room = r.Head.Room
		}
	}
	return there
}
