package lobby

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"time"

	"archmage/internal/game"
	"archmage/internal/notices"
	"archmage/internal/room"
	"archmage/internal/store"
)

// Notices calls players who are somewhere else.
type Notices interface {
	// Wants reports whether a person is to be called at all. It answers at once.
	Wants(person string) bool
	// Came says that a person is in a room.
	Came(ctx context.Context, person, room string)
}

// awaiting returns what is stored of whom the room waits for once a change is
// made: nil if that stays as it is, or if nobody of the room is to be called.
func (r *liveRoom) awaiting(change *room.Change) *store.Awaiting {
	after, who := change.Next, r.lobby.options.Notices
	if who == nil || after.Play == nil || !slices.ContainsFunc(after.Seats, func(s room.Seat) bool { return who.Wants(s.Person) }) {
		return nil
	}
	says := tableFor(after, r.awaited, change.Entry.At)
	if reflect.DeepEqual(says, r.awaited) {
		return nil
	}
	r.awaited = says
	return &store.Awaiting{Data: says.Encode(), Due: time.UnixMilli(change.Entry.At).Add(notices.Grace)}
}

// tableFor returns what a table says of whom it waits for at a time, after what it
// has said before.
func tableFor(t *room.Table, before *notices.Table, at int64) *notices.Table {
	m := t.Play.Match
	says := &notices.Table{Game: m.Game, Match: m.ID, Started: m.Started, Ended: m.Result != nil}
	for i := range t.Seats {
		seat := game.Seat(i)
		s := notices.Seat{Person: t.Seats[i].Person, Name: t.NameOf(seat)}
		if s.Person != "" && t.Waiting().Has(seat) && t.BotOf(seat) == "" && !t.Play.Paused {
			s.Since = at
			if before.Match == m.ID && i < len(before.Seats) && before.Seats[i].Person == s.Person && before.Seats[i].Since != 0 {
				s.Since = before.Seats[i].Since
			}
			if running := t.Seats[i].Since; running != 0 && t.Settings.Clock.Mode == room.ClockDays {
				s.Until = running + t.Seats[i].Bank
			}
		}
		says.Seats = append(says.Seats, s)
	}
	return says
}

// loadAwaited reads what the room has stored of whom it waits for.
func (r *liveRoom) loadAwaited(ctx context.Context, log Log) error {
	r.awaited = &notices.Table{}
	if r.lobby.options.Notices == nil {
		return nil
	}
	stored, err := log.Awaited(ctx, r.id)
	if err != nil {
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		return err
	}
	table, err := notices.Decode(stored.Data)
	if err != nil {
		return errUnreadable{err}
	}
	r.awaited = table
	return nil
}

// Present returns the ids of those who are connected to a room: nobody, if it is
// not in memory.
func (l *Lobby) Present(ctx context.Context, id string) []string {
	l.mu.Lock()
	r := l.rooms[id]
	l.mu.Unlock()
	if r == nil {
		return nil
	}
	found := make(chan []string, 1)
	err := r.ask(ctx, "", func(r *liveRoom) error {
		found <- slices.Collect(maps.Keys(r.presence.connections))
		return nil
	})
	if err != nil {
		return nil // It is too busy, or has left memory.
	}
	return <-found
}
