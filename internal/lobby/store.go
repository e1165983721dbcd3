package lobby

import (
	"encoding/json"
	"reflect"
	"slices"
	"time"

	"archmage/internal/directory"
	"archmage/internal/game"
	"archmage/internal/notices"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/stream"
)

// store stores a change. If what spectators will know of the room differs from its list entry, it
// stores a new list entry too.
func (r *liveRoom) store(change *room.Change, known *stream.SpectatorRoom) (store.Head, error) {
	var listed *store.Meta
	if change.Effects.Room || !known.Room.Same(r.listed) {
		listed = meta(&known.Room.Info, change.Next.Persons())
	}
	b := batch(r.table, change, known, listed)
	b.Progress, b.Awaiting = progress(r.table, change, r.stream), r.awaiting(change)
	head, err := r.lobby.log.Append(r.lobby.storing, r.head, b)
	if b.Match != nil {
		r.lobby.options.Archived()
	}
	if err == nil {
		r.listed = known.Room
	}
	return head, err
}

// batch returns what is to be stored for a change: the entry, a snapshot if one is due, the match
// if it has ended, and when to wake up. late is what spectators know of the room after the change;
// m is the room's new list entry, if any. A snapshot replaces all earlier entries, except after a
// change of rules.
func batch(before *room.Table, change *room.Change, late *stream.SpectatorRoom, m *store.Meta) store.Batch {
	e, after := change.Entry, change.Next
	b := store.Batch{Entries: []store.Entry{{Kind: string(e.Body.Kind()), Data: e.Encode()}}, Meta: m}
	wake := time.Time{}
	if at := after.Wake(); at != 0 {
		wake = time.UnixMilli(at)
	} else if after.StartsItself() && after.From == nil && after.AllShared() {
		wake = time.UnixMilli(e.At).Add(sharePause)
	}
	b.Wake = &wake
	if after.Saved == after.Last {
		b.Snapshot = snapshotOf(after, late)
		b.Trim = e.Body.Kind() != room.KindUpgrade
	}
	if p := after.Play; p != nil && p.Match.Result != nil && (before.Play == nil || before.Play.Match.Result == nil || before.Play.Match.ID != p.Match.ID) {
		if p.Match.Answers() > 0 || p.Match.Result.Outcome != nil {
			b.Match, b.Record = Archived(after)
		}
	}
	return b
}

// Opened returns what is to be stored for a room that a change opens.
func Opened(change *room.Change) store.Batch { return opened(&room.Table{}, change) }

// opened is Opened for the table before the change.
func opened(before *room.Table, change *room.Change) store.Batch {
	info := change.Next.Info()
	return batch(before, change, &stream.SpectatorRoom{}, meta(&info, change.Next.Persons()))
}

// storedSnapshot is a table, and what spectators know of the room.
type storedSnapshot struct {
	Table json.RawMessage      `json:"table"`
	Late  stream.SpectatorRoom `json:"late"`
}

func snapshotOf(t *room.Table, late *stream.SpectatorRoom) *store.Snapshot {
	return &store.Snapshot{Seq: t.Last, Data: encode(storedSnapshot{t.Encode(), *late})}
}

// meta returns the list entry of a room: what spectators know of it, and the ids of the people who
// have a seat and find it among their own rooms.
func meta(info *room.Info, members []string) *store.Meta {
	return &store.Meta{
		Game: info.Settings.Game, Status: store.Status(info.Status), Listed: info.Settings.Listed,
		Host: info.Host, Members: members, Summary: encode(directory.SummaryOf(info)),
	}
}

// progress returns what lists say of the match after a change, or nil if that does not change.
// Spectators with a delay get it with that delay.
func progress(before *room.Table, change *room.Change, to *stream.Stream) json.RawMessage {
	after := change.Next
	if !after.Playing() {
		return nil
	}
	m := after.Play.Match
	now := m.State.Progress()
	if before.Playing() && before.Play.Match.ID == m.ID && before.Waiting() == after.Waiting() && before.Play.Match.State.Progress() == now {
		return nil
	}
	kept := directory.Progress{Players: &directory.MatchProgress{Progress: now, Since: change.Entry.At}}
	for i := range after.Seats {
		if seat := game.Seat(i); after.Waiting().Has(seat) {
			kept.Players.Waiting = append(kept.Players.Waiting, seat)
		}
	}
	switch shown := to.Shown(game.NoSeat); {
	case !after.Settings.Spectators:
	case after.Play.Delay == 0 && !after.EndHidden():
		kept.Spectators = &directory.MatchProgress{Progress: now, Standing: m.State.Standing()}
	case shown != nil && shown.ID == m.ID:
		kept.Spectators = &directory.MatchProgress{Progress: shown.State.Progress(), Standing: shown.State.Standing()}
	}
	return encode(kept)
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
