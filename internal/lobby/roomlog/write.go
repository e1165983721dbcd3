package roomlog

import (
	"encoding/json"

	"archmage/internal/archive"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/people/notify"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/stream"
	"archmage/internal/strict"
)

// Batch returns what to store for a change: the entry, a snapshot if one is due, and the match if it has ended.
// spectators is the room as spectators see it after the change. m is the room's new list entry, nil if it stays
// the same. A snapshot replaces all earlier entries, except after a change of rules.
func Batch(before *room.Table, change *room.Change, spectators *stream.SpectatorRoom, m *store.Meta) store.Batch {
	e, after := change.Entry, change.Next
	b := store.Batch{Entries: []store.Entry{{Kind: string(e.Body.Kind()), Data: e.Encode()}}, Meta: m}
	if after.Saved == after.Last {
		b.Snapshot = &store.Snapshot{Seq: after.Last, Data: strict.Encode(snapshot{after.Encode(), *spectators})}
		b.Trim = e.Body.Kind() != room.KindUpgrade
	}
	if p := after.Play; p != nil && p.Match.Result != nil &&
		(before.Play == nil || before.Play.Match.Result == nil || before.Play.Match.ID != p.Match.ID) {
		if p.Match.Answers() > 0 || p.Match.Result.Outcome != nil {
			b.Match, b.Record = Ended(after)
		}
	}
	return b
}

// Ended returns the row and the compressed record of the finished match of a table.
func Ended(t *room.Table) (*store.Match, []byte) {
	return archive.RowOf(t.Play.Match, archive.Table{
		Room: t.ID, Listed: t.Settings.Listed, Rated: t.Settings.Rated, Opens: t.Reservations().OpensAt(),
	})
}

// snapshot is the stored form of a table, with the room as spectators see it.
type snapshot struct {
	Table      json.RawMessage      `json:"table"`
	Spectators stream.SpectatorRoom `json:"late"`
}

// Meta returns the list entry of a room. info is the room as spectators see it. members has the ids of the
// persons with a seat, also a reserved one, who find the room among their own.
func Meta(info *room.Info, members []string) *store.Meta {
	return &store.Meta{
		Game: info.Settings.Game, Status: store.Status(info.Status), Listed: info.IsListed(),
		Host: info.Host, Members: members, Summary: strict.Encode(directory.SummaryOf(info)),
	}
}

// Progress returns the progress of the match after a change for lists, nil if it stays the same. Delayed
// spectators get it with their delay.
func Progress(before *room.Table, change *room.Change, live *stream.Stream) json.RawMessage {
	after := change.Next
	if !after.Playing() {
		return nil
	}
	m := after.Play.Match
	now := m.State.Progress()
	if before.Playing() && before.Play.Match.ID == m.ID && before.Waiting() == after.Waiting() &&
		before.Play.Match.State.Progress() == now {
		return nil
	}
	progress := directory.Progress{Players: &directory.MatchProgress{Progress: now, Since: change.Entry.At}}
	for i := range after.Seats {
		if seat := game.Seat(i); after.Waiting().Has(seat) {
			progress.Players.Waiting = append(progress.Players.Waiting, seat)
		}
	}
	switch shown := live.ShownMatch(game.NoSeat); {
	case !after.Settings.Spectators:
	case after.Play.Delay == 0 && !after.HasHiddenEnd():
		progress.Spectators = &directory.MatchProgress{Progress: now, Standing: m.State.Standing()}
	case shown != nil && shown.ID == m.ID:
		progress.Spectators = &directory.MatchProgress{
			Progress: shown.State.Progress(),
			Standing: shown.State.Standing(),
		}
	}
	return strict.Encode(progress)
}

// Awaited returns the players whom a table waits for, and since when. before is the last result, now the
// current time.
func Awaited(t *room.Table, before *notify.Table, now int64) *notify.Table {
	m := t.Play.Match
	awaited := &notify.Table{Game: m.Game, Match: m.ID, Started: m.Started, Ended: m.Result != nil}
	for i := range t.Seats {
		seat := game.Seat(i)
		s := notify.Seat{Person: t.Seats[i].Person, Name: t.NameOf(seat)}
		if s.Person != "" && t.Waiting().Has(seat) && t.BotOf(seat) == "" && !t.Play.Paused {
			s.Since = now
			if before.Match == m.ID && i < len(before.Seats) && before.Seats[i].Person == s.Person &&
				before.Seats[i].Since != 0 {
				s.Since = before.Seats[i].Since
			}
			if running := t.Seats[i].Since; running != 0 && t.Settings.Clock.Mode == room.ClockDays {
				s.Until = running + t.Seats[i].Bank
			}
		}
		awaited.Seats = append(awaited.Seats, s)
	}
	return awaited
}
