package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/stream"
)

// MaxEvents is the most that one page of events holds.
const MaxEvents = 200

var errNotKept = coded.Errorf(CodeNotKept, "those events cannot be shown any more")

// EventPage is a part of what has happened in a match.
type EventPage struct {
	Events []game.EventText `json:"events"`
	// From is the number of the first of them; a match's first event has 0.
	From int `json:"from"`
}

// known is what a person may know of the events of the match of a room.
type known struct {
	viewer game.Viewer
	match  string
	// count is how many events there are; recent are the last of them.
	count  int
	recent []game.Event
}

// Events returns the events of the room's current match before the one with
// the given number, or the last of all where that is below 1: at most limit,
// as much of them as the person may see now. It fails with CodeNoRoom,
// CodeNoSpectators, or CodeNotKept for events that this version of the rules
// cannot bring back.
func (l *Lobby) Events(ctx context.Context, id string, by people.Person, before, limit int) (EventPage, error) {
	var k known
	err := l.ask(ctx, id, by.ID, func(r *liveRoom) (err error) {
		k, err = r.known(by.ID)
		return err
	})
	if err != nil {
		return EventPage{}, err
	}
	if before < 1 || before > k.count {
		before = k.count
	}
	from := max(0, before-min(max(limit, 1), MaxEvents))
	first := k.count - len(k.recent)
	if from >= first {
		return EventPage{stream.Visible(k.recent[from-first:before-first], k.viewer), from}, nil
	}
	earlier, err := l.earlier(ctx, id, k.match, first)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return EventPage{}, errNoRoom(id)
	case err != nil:
		return EventPage{}, err
	case earlier.from >= before:
		return EventPage{}, errNotKept
	}
	from = max(from, earlier.from)
	if earlier.from > first {
		earlier = earlierEvents{k.recent, first}
	} else {
		earlier.events = slices.Concat(earlier.events[:first-earlier.from], k.recent)
	}
	return EventPage{stream.Visible(earlier.events[from-earlier.from:before-earlier.from], k.viewer), from}, nil
}

// earlierEvents are events of a match that a room no longer has in memory, and
// the number of the first.
type earlierEvents struct {
	events []game.Event
	from   int
}

// eventSize is about how much memory an event takes.
const eventSize = 200

// earlier returns the events of a room's match before the one with that number.
func (l *Lobby) earlier(ctx context.Context, id, matchID string, before int) (earlierEvents, error) {
	key := fmt.Sprintf("events %s %s %d", id, matchID, before)
	value, err := l.options.Replays.Get(ctx, key, func() (any, int, error) {
		events, from, err := l.replayEvents(l.storing, id, matchID, before)
		return earlierEvents{events, from}, len(events) * eventSize, err
	})
	if err != nil {
		return earlierEvents{}, err
	}
	return value.(earlierEvents), nil
}

func (r *liveRoom) known(person string) (known, error) {
	if r.frozen {
		return known{}, errFrozen
	}
	if refusal := r.admits(person); refusal != nil {
		return known{}, refusal
	}
	k := known{viewer: game.Spectator()}
	seat := r.table.SeatOf(person)
	if seat != game.NoSeat {
		k.viewer = game.SeatViewer(seat)
	}
	if seat == game.NoSeat && r.stream.OpenHands() {
		k.viewer = game.AllSeeing()
	}
	k.match, k.count, k.recent = r.stream.Known(seat)
	return k, nil
}

// replayEvents plays the match of a room again from the log. It returns the events
// that the log can bring back, at least up to the one before number n, and the
// number of the first of them. It does not run in a room's goroutine, so it
// recovers panics itself.
func (l *Lobby) replayEvents(ctx context.Context, id, matchID string, n int) (events []game.Event, first int, err error) {
	defer func() {
		if value := recover(); value != nil {
			l.options.Logger.Error("a match could not be played again", zap.String("room", id), zap.Any("panic", value), zap.Stack("stack"))
			err = errNotKept
		}
	}()
	snapshot, err := l.log.Snapshot(ctx, id)
	if err != nil {
		return nil, 0, err
	}
	t, _, err := tableOf(l.games, id, snapshot)
	if err != nil {
		return nil, 0, errNotKept
	}
	if isOf(t, matchID) {
		if events = openingOf(t); events == nil {
			first = t.Play.Events
		}
	}
	for entry, err := range entriesFrom(ctx, l.log, id, snapshot.Seq+1) {
		if err != nil {
			return nil, 0, err
		}
		next, effects, err := applyStored(t, &entry)
		if err != nil {
			return nil, 0, errNotKept
		}
		if t = next; !isOf(t, matchID) {
			continue
		}
		if events = append(events, effects.Events...); first+len(events) >= n {
			return events, first, nil
		}
	}
	if first+len(events) < n {
		return nil, 0, errNotKept
	}
	return events, first, nil
}

// isOf reports whether a match is a table's last one.
func isOf(t *room.Table, matchID string) bool { return t.Play != nil && t.Play.Match.ID == matchID }
