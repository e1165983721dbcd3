package lobby

import (
	"context"
	"errors"
	"sync"

	"archmage/internal/coded"
	"archmage/internal/eventlog"
	"archmage/internal/game"
	"archmage/internal/people"
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
	release, err := l.replays.begin(id)
	if err != nil {
		return EventPage{}, err
	}
	defer release()
	events, start, err := l.replayEvents(ctx, id, k.match, before)
	switch {
	case errors.Is(err, eventlog.ErrNotFound):
		return EventPage{}, errNoRoom(id)
	case err != nil:
		return EventPage{}, err
	case start >= before:
		return EventPage{}, errNotKept
	}
	from = max(from, start)
	return EventPage{stream.Visible(events[from-start:before-start], k.viewer), from}, nil
}

// maxReplays is how many matches are played again for their events at once.
const maxReplays = 4

// replays are the rooms whose match is played again for its events.
type replays struct {
	mu    sync.Mutex
	rooms map[string]struct{}
}

// begin notes that a room's match is played again until release is called. It
// fails with errBusy if that is so already, or if too many are.
func (p *replays) begin(id string) (release func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.rooms[id]; ok || len(p.rooms) == maxReplays {
		return nil, errBusy
	}
	if p.rooms == nil {
		p.rooms = map[string]struct{}{}
	}
	p.rooms[id] = struct{}{}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.rooms, id)
	}, nil
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
	k.match, k.count, k.recent = r.stream.Known(seat)
	return k, nil
}
