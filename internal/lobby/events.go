package lobby

import (
	"context"
	"errors"
	"fmt"

	"archmage/internal/eventlog"
	"archmage/internal/game"
)

// MaxEvents is the most that one page of events holds.
const MaxEvents = 200

// EventPage is a part of what has happened in a match.
type EventPage struct {
	Events []game.EventText `json:"events"`
	// From is the number of the first of them; a match's first event has 0.
	From int `json:"from"`
}

// Events returns the events of the room's current match before the one with
// the given number, or the last of all where that is below 1: at most limit,
// as much of them as the person may see now. It fails with CodeNoRoom,
// CodeNoSpectators, or CodeNotKept for events that this version of the rules
// cannot bring back.
func (l *Lobby) Events(ctx context.Context, room string, user User, before, limit int) (EventPage, error) {
	if err := user.check(); err != nil {
		return EventPage{}, err
	}
	var seen pastSeen
	err := l.with(ctx, room, func(r *Room) error {
		reply := make(chan pastSeen, 1)
		if err := r.send(past{user, reply}); err != nil {
			return err
		}
		got, err := await(ctx, r, reply)
		if err != nil {
			return err
		}
		seen = got
		return got.err
	})
	if err != nil {
		return EventPage{}, err
	}
	if before < 1 || before > seen.total {
		before = seen.total
	}
	from := max(0, before-min(max(limit, 1), MaxEvents))
	if from >= seen.first {
		return EventPage{visible(seen.events[from-seen.first:before-seen.first], seen.viewer), from}, nil
	}
	events, err := l.refold(ctx, room, &seen, before)
	if err != nil {
		return EventPage{}, err
	}
	return EventPage{visible(events[from:before], seen.viewer), from}, nil
}

// past asks a room how much of its current match somebody may see.
type past struct {
	user  User
	reply chan pastSeen
}

type pastSeen struct {
	viewer game.Viewer
	// total is how many events there are, events are those from first on.
	total, first int
	events       []game.Event
	// match is what playing the match again takes.
	rules   game.Rules
	record  record
	from    uint64
	mayUndo bool
	err     error
}

func (m past) handle(a *actor) {
	var seen pastSeen
	if err := a.guard(func() error { seen = a.past(m.user); return seen.err }); err != nil {
		seen.err = err
	}
	m.reply <- seen
}

func (a *actor) past(user User) pastSeen {
	if !a.admits(user) {
		return pastSeen{err: errorf(CodeNoSpectators, "the host lets nobody watch")}
	}
	to := &audience{seat: a.table.seatOf(user.ID)}
	if !a.mayLook(to) {
		return pastSeen{}
	}
	m := a.table.match
	first := m.events - len(a.events)
	total := a.eventsFor(to.seat)
	first = min(first, total)
	return pastSeen{
		viewer: to.viewer(), total: total, first: first, events: a.events[: total-first : total-first],
		rules: m.rules, record: m.record, from: m.from, mayUndo: m.mayUndo,
	}
}

// refold plays a match again from its log and returns its first n events.
func (l *Lobby) refold(ctx context.Context, room string, seen *pastSeen, n int) (events []game.Event, err error) {
	// This is no room's goroutine: a panic of the rules must end here.
	defer func() {
		if value := recover(); value != nil {
			l.options.Logger.Error("a match could not be played again: " + fmt.Sprint(value))
			err = errorf(CodeNotKept, "those events cannot be shown any more")
		}
	}()
	var m *match
	err = readEntries(ctx, l.log, room, seen.from, func(e *Entry) (bool, error) {
		var told []game.Event
		var err error
		switch {
		case m == nil:
			told = startEvents()
			m, err = begin(seen.rules, seen.record.Options, seen.record.Seats, seen.mayUndo, e, seen.from)
		case e.Kind == KindAnswer:
			told, err = m.answer(e)
		case e.Kind == KindUndo:
			_, told, err = m.takeBack(e)
		}
		if err != nil {
			return false, errUnreadable{err}
		}
		events = append(events, told...)
		return len(events) < n, nil
	})
	switch {
	case errors.Is(err, eventlog.ErrNotFound):
		return nil, errorf(CodeNoRoom, "there is no room %q", room)
	case notReadable(err), err == nil && len(events) < n:
		return nil, errorf(CodeNotKept, "those events cannot be shown any more")
	}
	return events, err
}
