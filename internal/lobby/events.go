package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/roomlog"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/stream"
)

// MaxEvents is the maximum number of events in a page.
const MaxEvents = 200

var errNotKept = coded.Errorf(CodeNotKept, "those events cannot be shown any more")

// EventPage is a page of the events of a match.
type EventPage struct {
	Events []game.EventText `json:"events"`
	// From is the number of the page's first event. The first event of a match has the number 0.
	From int `json:"from"`
}

// visibleEvents are the recent events of a room's match as a person can see them.
type visibleEvents struct {
	viewer game.Viewer
	match  string
	// count is the number of events that the person has seen. recent has the last ones.
	count  int
	recent []game.Event
}

// Events returns at most limit events of the room's current match as the person can see them. These are the
// events before number before, or the last ones if before is below 1. Events fails with directory.CodeNoRoom,
// with CodeNoSpectators, and with CodeNotKept if the current rules cannot compute these events.
func (l *Lobby) Events(ctx context.Context, id string, by people.Person, before, limit int) (EventPage, error) {
	var k visibleEvents
	err := l.ask(ctx, id, by.ID, func(r *liveRoom) (err error) {
		k, err = r.visibleEvents(by.ID)
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
	earlier, err := l.loadEarlierEvents(ctx, id, k.match, first)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return EventPage{}, directory.ErrNoRoom(id)
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

// earlierEvents are events that the room no longer has in memory. from is the number of the first one.
type earlierEvents struct {
	events []game.Event
	from   int
}

// eventSize is the approximate size of an event in memory, in bytes.
const eventSize = 200

// loadEarlierEvents returns events of a room's match before number before.
func (l *Lobby) loadEarlierEvents(ctx context.Context, id, matchID string, before int) (earlierEvents, error) {
	key := fmt.Sprintf("events %s %s %d", id, matchID, before)
	value, err := l.options.Replays.Get(ctx, key, func() (any, int, error) {
		events, from, err := l.replayEvents(l.storeCtx, id, matchID, before)
		return earlierEvents{events, from}, len(events) * eventSize, err
	})
	if err != nil {
		return earlierEvents{}, err
	}
	return value.(earlierEvents), nil
}

func (r *liveRoom) visibleEvents(person string) (visibleEvents, error) {
	if refusal := r.checkEntry(person); refusal != nil {
		return visibleEvents{}, refusal
	}
	k := visibleEvents{viewer: game.Spectator()}
	seat := r.table.SeatOf(person)
	if seat != game.NoSeat {
		k.viewer = game.SeatViewer(seat)
	}
	if seat == game.NoSeat && r.stream.OpenHands() {
		k.viewer = game.AllSeeing()
	}
	k.match, k.count, k.recent = r.stream.RecentEvents(seat)
	return k, nil
}

// replayEvents computes events before number n by playing the match from its log. It returns the events that it
// could compute, up to number n-1, and the number of the first one. It does not run in the room's goroutine,
// and recovers from panics itself.
func (l *Lobby) replayEvents(
	ctx context.Context,
	id, matchID string,
	n int,
) (events []game.Event, first int, err error) {
	defer func() {
		if value := recover(); value != nil {
			l.options.Logger.Error(
				"panic while replaying a match",
				zap.String("room", id),
				zap.Any("panic", value),
				zap.Stack("stack"),
			)
			err = errNotKept
		}
	}()
	for step, err := range roomlog.Steps(ctx, l.log, l.games, id) {
		switch {
		case errors.As(err, &roomlog.UnreadableError{}):
			return nil, 0, errNotKept
		case err != nil:
			return nil, 0, err
		case step.Table.Play == nil || step.Table.Play.Match.ID != matchID:
			continue
		case step.Entry == nil && step.Effects.Events == nil:
			first = step.Table.Play.Events
		}
		if events = append(events, step.Effects.Events...); step.Entry != nil && first+len(events) >= n {
			return events, first, nil
		}
	}
	if first+len(events) < n {
		return nil, 0, errNotKept
	}
	return events, first, nil
}
