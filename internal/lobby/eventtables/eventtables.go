// Package eventtables gives the tables of events their rooms. It opens and closes rooms through the lobby, and reads
// what has become of them from the database, where every node finds the same.
//
// Start reading at [Tables].
package eventtables

import (
	"context"
	"encoding/json"
	"errors"

	"archmage/internal/archive"
	"archmage/internal/event"
	"archmage/internal/event/runner"
	"archmage/internal/lobby/directory"
	"archmage/internal/match"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/strict"
)

// Rooms opens and closes the rooms of tables, on any node.
type Rooms interface {
	OpenEvent(ctx context.Context, id string, body *room.OpenEvent) error
	CloseEvent(ctx context.Context, id string) error
	HurryEvent(ctx context.Context, id string) error
	AwaitEvent(ctx context.Context, id string, awaited room.Awaited) error
}

// Store is the part of the database that tables use.
type Store interface {
	RoomsByID(ctx context.Context, ids []string) (map[string]store.Room, error)
	Match(ctx context.Context, id string) (store.Match, error)
	Record(ctx context.Context, id string) ([]byte, error)
}

// StoreOf returns the part of a database that tables use.
func StoreOf(db *store.DB) Store {
	return struct {
		store.Rooms
		store.Archive
	}{db.Rooms, db.Archive}
}

// Tables implements [runner.Tables]. It is safe for concurrent use.
type Tables struct {
	rooms Rooms
	store Store
}

var _ runner.Tables = (*Tables)(nil)

// New returns the tables whose rooms are in a database.
func New(rooms Rooms, db Store) *Tables { return &Tables{rooms, db} }

// Open implements [runner.Tables].
func (t *Tables) Open(ctx context.Context, table *runner.Table) error {
	body := &room.OpenEvent{
		Settings: settingsOf(table),
		Event: room.Event{
			ID: table.Event, Title: table.Settings.Title, Round: table.Round, Table: table.Number, Deal: table.Deal,
			Awaited: room.Awaited{Until: table.Until},
		},
	}
	for _, person := range table.People {
		body.Event.Expected = append(body.Event.Expected, room.Expected{Person: person.ID, Name: person.Name})
	}
	return t.rooms.OpenEvent(ctx, table.Room, body)
}

// settingsOf returns the settings of the room of a table. Others can watch unless the other tables of the round have
// the same deal.
func settingsOf(table *runner.Table) room.Settings {
	return room.Settings{
		Game: table.Settings.Game, Options: table.Settings.Options, Seats: len(table.People),
		Listed: table.Settings.Listed, Spectators: table.Deal == nil, Rated: table.Settings.Rated,
		Clock: clockOf(&table.Settings, len(table.People)), OutOfTime: room.OutOfTimeLose,
	}
}

const (
	// increment is added to a clock after each turn, in seconds.
	increment = 5
	// minRatedBank is the shortest time for a rated match, in seconds.
	minRatedBank = 5 * 60
)

// clockOf returns the clock of a table. The players share four fifths of the time of the round, and the rest is for the
// increments.
func clockOf(settings *event.Settings, players int) room.Clock {
	bank := settings.Minutes * 60 * 4 / 5 / players
	if settings.Rated {
		bank = max(bank, minRatedBank)
	}
	return room.Clock{Mode: room.ClockBank, Seconds: bank, Increment: increment}
}

// Close implements [runner.Tables].
func (t *Tables) Close(ctx context.Context, id string) error { return t.rooms.CloseEvent(ctx, id) }

// Hurry implements [runner.Tables].
func (t *Tables) Hurry(ctx context.Context, id string) error { return t.rooms.HurryEvent(ctx, id) }

// Await implements [runner.Tables].
func (t *Tables) Await(ctx context.Context, id string, until int64, isLonger bool) error {
	return t.rooms.AwaitEvent(ctx, id, room.Awaited{Until: until, Longer: isLonger})
}

// States implements [runner.Tables].
func (t *Tables) States(ctx context.Context, ids []string) ([]runner.TableState, error) {
	stored := map[string]store.Room{}
	for first := 0; first < len(ids); first += store.MaxPage {
		page, err := t.store.RoomsByID(ctx, ids[first:min(first+store.MaxPage, len(ids))])
		if err != nil {
			return nil, err
		}
		for id, r := range page {
			stored[id] = r
		}
	}
	list := make([]runner.TableState, 0, len(ids))
	for _, id := range ids {
		state, err := t.state(ctx, id, stored)
		if err != nil {
			return nil, err
		}
		list = append(list, state)
	}
	return list, nil
}

// state returns the state of a room. stored has the rooms that exist.
func (t *Tables) state(ctx context.Context, id string, stored map[string]store.Room) (runner.TableState, error) {
	r, exists := stored[id]
	if !exists || r.Status == store.StatusFinished {
		// The match stays when its room is deleted.
		return t.ended(ctx, id)
	}
	summary, err := directory.ReadSummary(&r)
	if err != nil {
		return runner.TableState{}, err
	}
	state := runner.TableState{Status: runner.TableWaiting}
	for seat := range summary.People {
		state.Present = append(state.Present, summary.People[seat] != "" || summary.Bots[seat] != "")
	}
	if summary.Event != nil && summary.Event.Closed {
		state.Status = runner.TableClosed
	}
	if r.Status == store.StatusPlaying {
		state.Status = runner.TablePlaying
		for seat := range state.Present {
			state.Present[seat] = true
		}
		state.Progress, err = progressOf(&r)
	}
	return state, err
}

// progressOf returns what everybody can see of the progress of a match, nil if nothing.
func progressOf(r *store.Room) (json.RawMessage, error) {
	if len(r.Progress) == 0 {
		return nil, nil
	}
	var progress directory.Progress
	if err := json.Unmarshal(r.Progress, &progress); err != nil || progress.Spectators == nil {
		return nil, err
	}
	return strict.Encode(progress.Spectators), nil
}

// ended returns the state of a room whose match is over or that does not exist. The id of the match is that of the
// room.
func (t *Tables) ended(ctx context.Context, id string) (runner.TableState, error) {
	closed := runner.TableState{Status: runner.TableClosed}
	m, err := t.store.Match(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return closed, nil
	} else if err != nil {
		return closed, err
	}
	var summary archive.Summary
	if err := json.Unmarshal(m.Summary, &summary); err != nil {
		return closed, err
	}
	state := runner.TableState{Status: runner.TableOver, Match: m.ID}
	if summary.Outcome == nil {
		return closed, nil
	}
	for range summary.Seats {
		state.Present = append(state.Present, true)
	}
	state.Result = &match.Result{Outcome: summary.Outcome, Seats: summary.Seats}
	state.Record, err = t.recordHash(ctx, id)
	return state, err
}

// recordHash returns the digest of the stored record of a match.
func (t *Tables) recordHash(ctx context.Context, id string) (string, error) {
	packed, err := t.store.Record(ctx, id)
	if err != nil {
		return "", err
	}
	text, err := match.Unpack(packed)
	if err != nil {
		return "", err
	}
	record, err := match.Decode(text)
	if err != nil {
		return "", err
	}
	return record.Digest(), nil
}
