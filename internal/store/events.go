package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Events stores tournaments and their entries. Package event decides what an entry means.
type Events struct{ db *engine }

// Event is the row of a tournament. What has happened in it is in its entries.
type Event struct {
	ID string
	// Organiser is the identity that organises it, "" if that was deleted.
	Organiser string
	// At orders lists.
	At time.Time
	// Listed is true if the event is in public lists. Over is true if it has ended.
	Listed, Over bool
	// Last is the number of the last entry.
	Last int
	// Version counts the writes of the row. AddEvent sets it to 1.
	Version uint64
	// Due is the time at which the server has something to do, rounded up to the millisecond; zero means never.
	Due time.Time
	// Summary is JSON. The store does not interpret it.
	Summary json.RawMessage
	// Created is the time at which it was planned; zero means now.
	Created time.Time
}

// EventEntry is an entry of a tournament.
type EventEntry struct {
	// Number counts from 1.
	Number int
	// Data is JSON. The store does not interpret it.
	Data json.RawMessage
}

// EventPerson is the role of an identity in a tournament; "" means none. The store does not interpret the role.
type EventPerson struct{ Identity, Role string }

// EventQuota bounds the tournaments of an organiser.
type EventQuota struct {
	// Open is the number of tournaments of an organiser that are not over.
	Open int
	// Made is the number of tournaments that an organiser can plan from the time Since on. WriteEvent does not use it.
	Made  int
	Since time.Time
}

// EventQuery selects tournaments that are in the public list or in which Person has a role. Those that are over come
// with the latest first, others with the earliest first.
type EventQuery struct {
	Person string
	Over   bool
	// Until selects only those before a time; zero does not restrict the list.
	Until time.Time
	After Cursor
	Limit int
}

const (
	eventFields  = `id, organiser, at, listed, over, last, version, due, summary, created`
	selectEvent  = `SELECT ` + eventFields + ` FROM events WHERE id = ?`
	eventsOf     = `(listed OR id IN (SELECT event FROM event_people WHERE identity = ?5))`
	selectEvents = `SELECT ` + eventFields + ` FROM events WHERE over = ?1 AND at < ?2
		AND (at > ?3 OR at = ?3 AND id > ?4) AND ` + eventsOf + ` ORDER BY at, id LIMIT ?6`
	selectPastEvents = `SELECT ` + eventFields + ` FROM events WHERE over = ?1 AND at < ?2
		AND (at < ?3 OR at = ?3 AND id < ?4) AND ` + eventsOf + ` ORDER BY at DESC, id DESC LIMIT ?6`
	selectDueEvents = `SELECT ` + eventFields + ` FROM events WHERE due <= ? ORDER BY due, id LIMIT ?`
	countEvents     = `SELECT coalesce(sum(CASE WHEN over THEN 0 ELSE 1 END), 0),
		coalesce(sum(CASE WHEN created >= ?1 THEN 1 ELSE 0 END), 0) FROM events WHERE organiser = ?2`
	updateEvent = `UPDATE events SET organiser = ?, at = ?, listed = ?, over = ?, last = ?,
		version = version + 1, due = ?, summary = ? WHERE id = ? AND version = ?`
	insertEventEntry = `INSERT INTO event_entries (event, number, data) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`
	selectEventTail  = `SELECT number, data FROM event_entries WHERE event = ? AND number > ? ORDER BY number LIMIT ?`
	setEventPerson   = `INSERT INTO event_people (event, identity, role) VALUES (?, ?, ?)
		ON CONFLICT (event, identity) DO UPDATE SET role = excluded.role`
	deleteEventPerson = `DELETE FROM event_people WHERE event = ? AND identity = ?`
)

// deleteEventsOf removes the roles and places of an identity. The tournaments that it organises become due, so that
// the server notices.
var deleteEventsOf = [...]string{
	`DELETE FROM event_people WHERE identity = ?1`,
	`DELETE FROM event_places WHERE identity = ?1`,
	`UPDATE events SET due = created WHERE organiser = ?1 AND due IS NOT NULL`,
}

// AddEvent adds a tournament with its first entry and the role of its organiser. It fails with ErrExists if there is
// one with the id, with ErrNotFound if the organiser does not exist, and with ErrQuota.
func (s Events) AddEvent(
	ctx context.Context,
	event Event,
	entry json.RawMessage,
	role string,
	quota EventQuota,
) error {
	event.Created = nowIfZero(event.Created)
	if err := cmp.Or(
		checkID("the event", event.ID), checkID("the role", role), checkRequiredJSON("an event", event.Summary),
		checkRequiredJSON("an entry", entry),
	); err != nil {
		return err
	}
	return s.db.change(ctx, "add an event", func(t *tx) error {
		if _, err := t.identity(event.Organiser); err != nil {
			return err
		}
		open, made, err := t.eventsOf(event.Organiser, quota.Since)
		if err != nil {
			return err
		}
		if open >= quota.Open || made >= quota.Made {
			return fmt.Errorf("%d open events, %d of them new: %w", open, made, ErrQuota)
		}
		if err := t.addOne(
			event.ID,
			`INSERT INTO events (`+eventFields+`) VALUES (?, ?, ?, ?, ?, 1, 1, ?, ?, ?) ON CONFLICT DO NOTHING`,
			event.ID,
			event.Organiser,
			event.At.UnixMilli(),
			event.Listed,
			event.Over,
			milliOrNull(ceilMilli(event.Due)),
			string(event.Summary),
			event.Created.UnixMilli(),
		); err != nil {
			return err
		}
		if err := t.addOne("entry 1", insertEventEntry, event.ID, 1, string(entry)); err != nil {
			return err
		}
		_, err = t.Exec(setEventPerson, event.ID, event.Organiser, role)
		return err
	})
}

// eventsOf returns how many tournaments of an organiser are not over, and how many were planned from a time on.
func (t *tx) eventsOf(organiser string, since time.Time) (open, made int, err error) {
	err = t.QueryRow(countEvents, since.UnixMilli(), organiser).Scan(&open, &made)
	return open, made, err
}

// EventWrite is a change of a tournament.
type EventWrite struct {
	// Event has the new Organiser, At, Listed, Over, Due and Summary, and the Version that was read.
	Event Event
	// Entry is entry Event.Last, or nil to store no entry.
	Entry json.RawMessage
	// People are the roles that have changed.
	People []EventPerson
	// Ranking has the identities in the order of the final standings, at the end of a tournament.
	Ranking       []string
	Notifications []Notification
	// Quota bounds the tournaments of a new organiser; nil does not.
	Quota *EventQuota
}

// WriteEvent stores a change of a tournament in one transaction. It fails with ErrFenced if the stored Version is
// another one, with ErrNotFound if there is no such tournament, and with ErrQuota.
func (s Events) WriteEvent(ctx context.Context, write EventWrite) error {
	event := &write.Event
	if err := checkRequiredJSON("an event", event.Summary); err != nil {
		return err
	}
	if err := checkJSON("an entry", write.Entry); err != nil {
		return err
	}
	var checked []Notification
	for chunk := range slices.Chunk(write.Notifications, MaxPage) {
		chunk, err := checkNotifications(chunk)
		if err != nil {
			return err
		}
		checked = append(checked, chunk...)
	}
	return s.db.change(ctx, "change an event", func(t *tx) error {
		if err := t.updateEvent(event); err != nil {
			return err
		}
		if err := t.checkOpenEvents(event.Organiser, write.Quota); err != nil {
			return err
		}
		if write.Entry != nil {
			if err := t.addOne("an entry", insertEventEntry, event.ID, event.Last, string(write.Entry)); err != nil {
				return err
			}
		}
		for _, person := range write.People {
			query, args := setEventPerson, []any{event.ID, person.Identity, person.Role}
			if person.Role == "" {
				query, args = deleteEventPerson, args[:2]
			}
			if _, err := t.Exec(query, args...); err != nil {
				return err
			}
		}
		if err := t.addEventPlaces(event, write.Ranking); err != nil {
			return err
		}
		return t.addNotifications(checked)
	})
}

// checkOpenEvents fails with ErrQuota if an organiser has more open tournaments than the quota, nil for no quota.
func (t *tx) checkOpenEvents(organiser string, quota *EventQuota) error {
	if quota == nil {
		return nil
	}
	open, _, err := t.eventsOf(organiser, quota.Since)
	if err == nil && open > quota.Open {
		err = fmt.Errorf("%d open events: %w", open, ErrQuota)
	}
	return err
}

// updateEvent replaces a row of the Version that was read.
func (t *tx) updateEvent(event *Event) error {
	changed, err := t.count(
		updateEvent,
		event.Organiser,
		event.At.UnixMilli(),
		event.Listed,
		event.Over,
		event.Last,
		milliOrNull(ceilMilli(event.Due)),
		string(event.Summary),
		event.ID,
		int64(event.Version),
	)
	if err != nil || changed > 0 {
		return err
	}
	var count int
	if err := t.QueryRow(`SELECT count(*) FROM events WHERE id = ?`, event.ID).Scan(&count); err != nil {
		return err
	}
	if count > 0 {
		return fmt.Errorf("event %q: %w", event.ID, ErrFenced)
	}
	return fmt.Errorf("event %q: %w", event.ID, ErrNotFound)
}

func scanEvent(rows *sql.Rows, e *Event) error {
	return rows.Scan(
		&e.ID, &e.Organiser, (*milli)(&e.At), &e.Listed, &e.Over, &e.Last, &e.Version, (*milli)(&e.Due),
		(*jsonText)(&e.Summary), (*milli)(&e.Created),
	)
}

// Event returns a tournament, or ErrNotFound.
func (s Events) Event(ctx context.Context, id string) (Event, error) {
	return find(ctx, s.db, fmt.Sprintf("event %q", id), scanEvent, selectEvent, id)
}

// EventEntries returns at most limit entries of a tournament with numbers greater than after, in order.
func (s Events) EventEntries(ctx context.Context, id string, after, limit int) ([]EventEntry, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	return list(ctx, s.db, "entries", func(rows *sql.Rows, e *EventEntry) error {
		return rows.Scan(&e.Number, (*jsonText)(&e.Data))
	}, selectEventTail, id, after, limit)
}

// ListEvents returns the tournaments that the query selects.
func (s Events) ListEvents(ctx context.Context, query EventQuery) (Page[Event], error) {
	if err := checkLimit(&query.Limit); err != nil {
		return Page[Event]{}, err
	}
	after, afterID, err := query.After.timeAndID()
	if err != nil {
		return Page[Event]{}, err
	}
	text := selectEvents
	if query.Over {
		text = selectPastEvents
		if query.After == "" {
			after = maxTime
		}
	}
	until := int64(maxTime)
	if !query.Until.IsZero() {
		until = query.Until.UnixMilli()
	}
	return listPage(ctx, s.db, "events", query.Limit, func(rows *sql.Rows, e *Event) (Cursor, error) {
		err := scanEvent(rows, e)
		return Cursor(fmt.Sprintf("%d.%s", e.At.UnixMilli(), e.ID)), err
	}, text, query.Over, until, after, afterID, query.Person, query.Limit+1)
}

// DueEvents returns at most limit tournaments that are due at a time or earlier, the earliest first.
func (s Events) DueEvents(ctx context.Context, now time.Time, limit int) ([]Event, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	return list(ctx, s.db, "events", scanEvent, selectDueEvents, now.UnixMilli(), limit)
}

// EventRoles returns the roles of an identity in tournaments, by the id of the tournament.
func (s Events) EventRoles(ctx context.Context, identity string, ids []string) (map[string]string, error) {
	if len(ids) > MaxPage {
		return nil, invalid("%d events, more than %d", len(ids), MaxPage)
	}
	roles := map[string]string{}
	if len(ids) == 0 || identity == "" {
		return roles, ctx.Err()
	}
	err := s.db.query(ctx, func(rows *sql.Rows) error {
		var id, role string
		err := rows.Scan(&id, &role)
		roles[id] = role
		return err
	}, selectEventRoles(len(ids)), append([]any{identity}, toAnySlice(ids)...)...)
	return roles, err
}

// selectEventRoles returns the statement of EventRoles for a number of tournaments.
func selectEventRoles(n int) string {
	return `SELECT event, role FROM event_people WHERE identity = ? AND event IN (` + placeholders(n) + `)`
}

// EventsOf returns at most limit tournaments in which an identity has a role, with the roles, by id from after on.
func (s Events) EventsOf(ctx context.Context, identity, after string, limit int) ([]Event, []string, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, nil, err
	}
	var roles []string
	events, err := list(ctx, s.db, "events", func(rows *sql.Rows, e *Event) error {
		var role string
		err := rows.Scan(
			&e.ID, &e.Organiser, (*milli)(&e.At), &e.Listed, &e.Over, &e.Last, &e.Version, (*milli)(&e.Due),
			(*jsonText)(&e.Summary), (*milli)(&e.Created), &role,
		)
		roles = append(roles, role)
		return err
	}, selectEventsOf, identity, after, limit)
	return events, roles, err
}

const selectEventsOf = `SELECT ` + eventFields + `, role FROM event_people JOIN events ON event = id
	WHERE identity = ? AND event > ? ORDER BY event LIMIT ?`
