package club

import (
	"slices"
	"time"

	"archmage/internal/room"
)

// Room is a room in memory with the people who are connected to it.
type Room struct {
	ID     string
	Game   string
	Status room.Status
	// Listed is true for a public table. CanWatch is true if others can watch its match.
	Listed, CanWatch bool
	// Seated has the ids of the connected players, and Watching those of the other people.
	Seated, Watching []string
}

// activity returns the activity of a person who is connected to the room.
func (r *Room) activity(isSeated bool) Activity {
	shown := Activity{Game: r.Game, Room: r.ID}
	switch {
	case r.Status == room.StatusPlaying && isSeated && !r.Listed:
		return Activity{Doing: Private}
	case !r.Listed:
		return Activity{Doing: Online}
	case r.Status == room.StatusPlaying && isSeated:
		shown.Doing = Playing
		if !r.CanWatch {
			shown.Room = ""
		}
	case r.Status == room.StatusPlaying && r.CanWatch:
		shown.Doing = Watching
	case r.Status == room.StatusOpen && isSeated:
		shown.Doing = Waiting
	default:
		return Activity{Doing: Online}
	}
	return shown
}

// activities returns what the people of a server do: those who are online, and those in its rooms.
func activities(online map[string]time.Time, rooms []Room) map[string]Activity {
	now := make(map[string]Activity, len(online))
	for id := range online {
		now[id] = Activity{Doing: Online}
	}
	for i := range rooms {
		r := &rooms[i]
		for _, list := range []struct {
			ids      []string
			isSeated bool
		}{{r.Seated, true}, {r.Watching, false}} {
			there := r.activity(list.isSeated)
			for _, id := range list.ids {
				now[id] = better(now[id], there)
			}
		}
	}
	return now
}

// better returns the activity that says more. The zero Activity says nothing. Of two that say as much, it
// returns the one in the room with the smaller id, so that the result does not depend on an order.
func better(a, b Activity) Activity {
	switch {
	case a.Doing == "" || b.before(a):
		return b
	case a.before(b) || a.Room <= b.Room:
		return a
	}
	return b
}

// maxPrivateDelay is the longest time after which others see that a person has begun or ended to play at a
// private table.
const maxPrivateDelay = time.Minute

// tracker keeps the activities of people as others see them. Whether a person plays at a private table changes
// for others only after a random delay, so that nobody can find out who plays with whom by watching who comes
// and goes together.
type tracker struct {
	// delay returns a random time of at most maxPrivateDelay.
	delay func() time.Duration
	shown map[string]shownActivity
}

// shownActivity is an activity as others see it.
type shownActivity struct {
	Activity
	// changesAt is the time at which a private state begins or ends for others; zero if nothing waits.
	changesAt time.Time
}

// update brings what others see up to date. It returns the time of the next change that waits, zero if there is
// none, and whether anything has changed.
func (t *tracker) update(now time.Time, actual map[string]Activity) (next time.Time, hasChanged bool) {
	wait := func(s *shownActivity) bool {
		if s.changesAt.IsZero() {
			s.changesAt = now.Add(t.delay())
		}
		if now.Before(s.changesAt) {
			if next.IsZero() || s.changesAt.Before(next) {
				next = s.changesAt
			}
			return true
		}
		return false
	}
	for id, activity := range actual {
		s, known := t.shown[id]
		before := s.Activity
		if !known {
			s.Activity = Activity{Doing: Online}
		}
		switch {
		case s.Activity == activity:
			s.changesAt = time.Time{}
		case activity.Doing == Private:
			// Until then, the person is just here.
			s.Activity = Activity{Doing: Online}
			if !wait(&s) {
				s = shownActivity{Activity: activity}
			}
		case s.Doing == Private && activity.Doing == Online:
			if !wait(&s) {
				s = shownActivity{Activity: activity}
			}
		default:
			// Everybody sees a person at a public table anyway.
			s = shownActivity{Activity: activity}
		}
		hasChanged = hasChanged || !known || s.Activity != before
		t.shown[id] = s
	}
	for id, s := range t.shown {
		if _, isHere := actual[id]; isHere {
			continue
		}
		if s.Doing == Private && wait(&s) {
			t.shown[id] = s
			continue
		}
		delete(t.shown, id)
		hasChanged = true
	}
	return next, hasChanged
}

// Present is a person who is here, at a node, with what others see.
type Present struct {
	Person string
	Activity
}

// list returns what others see, ordered by person.
func (t *tracker) list() []Present {
	list := make([]Present, 0, len(t.shown))
	for id, s := range t.shown {
		list = append(list, Present{id, s.Activity})
	}
	slices.SortFunc(list, func(a, b Present) int {
		if a.Person < b.Person {
			return -1
		}
		return 1
	})
	return list
}
