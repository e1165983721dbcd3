package lobby

import (
	"reflect"
	"slices"
	"time"

	"archmage/internal/game"
	"archmage/internal/notices"
	"archmage/internal/room"
	"archmage/internal/roomlog"
	"archmage/internal/store"
	"archmage/internal/stream"
)

// store stores a change. If what spectators will know of the room differs from its list entry, it
// stores a new list entry too.
func (r *liveRoom) store(change *room.Change, known *stream.SpectatorRoom) (store.Head, error) {
	var listed *store.Meta
	if change.Effects.Room || !known.Room.Same(r.listed) {
		listed = roomlog.Meta(&known.Room.Info, change.Next.Persons())
	}
	b := roomlog.Batch(r.table, change, known, listed)
	b.Wake, b.Progress, b.Awaiting = wakeAfter(change), roomlog.Progress(r.table, change, r.stream), r.awaiting(change)
	head, err := r.lobby.log.Append(r.lobby.storing, r.head, b)
	if b.Match != nil {
		r.lobby.options.Archived()
	}
	if err == nil {
		r.listed = known.Room
	}
	return head, err
}

// awaiting returns whom the room waits for after a change, to be stored. It returns nil if that
// does not change, or if no player of the room wants to be called.
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

// tableFor returns whom a table waits for at a time, and since when; before is its last result.
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
