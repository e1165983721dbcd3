package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// EventPlace is a tournament that is over, with the place of an identity in its final standings.
type EventPlace struct {
	Event
	// Place counts from 1. People is the number of identities that have a place.
	Place, People int
}

// EventTrophies are the numbers of first, second and third places of an identity.
type EventTrophies struct{ First, Second, Third int }

// EventWins is the number of tournaments that an identity has won.
type EventWins struct {
	Identity string
	Won      int
}

// EventPlaceQuery selects the tournaments in whose final standings Identity is, the latest first. It leaves out
// tournaments that are not listed, unless Viewer has a role in them.
type EventPlaceQuery struct {
	Identity, Viewer string
	After            Cursor
	Limit            int
}

const (
	insertEventPlace = `INSERT INTO event_places (identity, at, event, place, people)
		SELECT id, ?2, ?3, ?4, ?5 FROM identities WHERE id = ?1`
	selectEventPlaces = `SELECT id, organiser, events.at, listed, over, last, version, due, summary, created, place,
		people FROM event_places JOIN events ON id = event WHERE identity = ?1
		AND (event_places.at < ?2 OR event_places.at = ?2 AND event < ?3)
		AND (listed OR EXISTS (SELECT 1 FROM event_people WHERE event_people.event = id AND event_people.identity = ?4))
		ORDER BY event_places.at DESC, event DESC LIMIT ?5`
	selectEventTrophies = `SELECT coalesce(sum(CASE place WHEN 1 THEN 1 ELSE 0 END), 0),
		coalesce(sum(CASE place WHEN 2 THEN 1 ELSE 0 END), 0), coalesce(sum(CASE place WHEN 3 THEN 1 ELSE 0 END), 0)
		FROM event_places JOIN events ON id = event WHERE identity = ? AND people >= ? AND listed`
	selectEventWins = `SELECT identity, count(*) FROM event_places JOIN events ON id = event
		WHERE event_places.at >= ? AND place = 1 AND people >= ? AND listed
		GROUP BY identity ORDER BY count(*) DESC, max(event_places.at) DESC, identity LIMIT ?`
)

// addEventPlaces stores the final standings of a tournament, without identities that were deleted.
func (t *tx) addEventPlaces(event *Event, ranking []string) error {
	for i, identity := range ranking {
		if _, err := t.Exec(
			insertEventPlace,
			identity,
			event.At.UnixMilli(),
			event.ID,
			i+1,
			len(ranking),
		); err != nil {
			return err
		}
	}
	return nil
}

// EventPlaces returns the tournaments that the query selects.
func (s Events) EventPlaces(ctx context.Context, query EventPlaceQuery) (Page[EventPlace], error) {
	if err := checkLimit(&query.Limit); err != nil {
		return Page[EventPlace]{}, err
	}
	after, afterID, err := query.After.timeAndID()
	if err != nil {
		return Page[EventPlace]{}, err
	}
	if query.After == "" {
		after = maxTime
	}
	return listPage(ctx, s.db, "places", query.Limit, func(rows *sql.Rows, e *EventPlace) (Cursor, error) {
		err := rows.Scan(
			&e.ID, &e.Organiser, (*milli)(&e.At), &e.Listed, &e.Over, &e.Last, &e.Version, (*milli)(&e.Due),
			(*jsonText)(&e.Summary), (*milli)(&e.Created), &e.Place, &e.People,
		)
		return Cursor(fmt.Sprintf("%d.%s", e.At.UnixMilli(), e.ID)), err
	}, selectEventPlaces, query.Identity, after, afterID, query.Viewer, query.Limit+1)
}

// EventTrophies counts the first three places of an identity in listed tournaments with at least so many people.
func (s Events) EventTrophies(ctx context.Context, identity string, people int) (EventTrophies, error) {
	return find(ctx, s.db, "trophies", func(rows *sql.Rows, found *EventTrophies) error {
		return rows.Scan(&found.First, &found.Second, &found.Third)
	}, selectEventTrophies, identity, people)
}

// EventWinners returns at most limit identities that have won listed tournaments with at least so many people since a
// time, those with the most wins first.
func (s Events) EventWinners(ctx context.Context, since time.Time, people, limit int) ([]EventWins, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	return list(ctx, s.db, "winners", func(rows *sql.Rows, w *EventWins) error {
		return rows.Scan(&w.Identity, &w.Won)
	}, selectEventWins, since.UnixMilli(), people, limit)
}
