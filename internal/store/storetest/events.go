package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// anyEventQuota refuses no event of these tests.
func anyEventQuota() store.EventQuota { return store.EventQuota{Open: 10, Made: 10} }

func newEvent(id, organiser string, at int64) store.Event {
	return store.Event{
		ID: id, Organiser: organiser, At: time.Unix(at, 0).UTC(), Last: 1, Version: 1,
		Summary: json.RawMessage(`{"n":1}`), Created: time.Unix(1, 0).UTC(),
	}
}

var firstEntry = json.RawMessage(`{"v":1}`)

func testEvents(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann", "bob", "eve")
	late, early := newEvent("late", "ann", 300), newEvent("early", "ann", 200)
	early.Listed, early.Due = true, time.Unix(150, 0).UTC()
	add := func(event store.Event, quota store.EventQuota) error {
		return db.Events.AddEvent(t.Context(), event, firstEntry, "organiser", quota)
	}
	require.NoError(t, add(late, anyEventQuota()))
	require.ErrorIs(t, add(late, anyEventQuota()), store.ErrExists)
	require.NoError(t, add(early, anyEventQuota()))
	require.ErrorIs(t, add(newEvent("more", "ann", 1), store.EventQuota{Open: 2, Made: 9}), store.ErrQuota)
	require.ErrorIs(t, add(newEvent("more", "ann", 1), store.EventQuota{Open: 9, Made: 2}), store.ErrQuota)
	require.ErrorIs(t, add(newEvent("x", "ghost", 1), anyEventQuota()), store.ErrNotFound)
	require.ErrorIs(t, db.Events.AddEvent(t.Context(), newEvent("x", "ann", 1), nil, "organiser", anyEventQuota()),
		store.ErrInvalid)
	found, err := db.Events.Event(t.Context(), "early")
	require.NoError(t, err)
	require.Equal(t, early, found)
	_, err = db.Events.Event(t.Context(), "none")
	require.ErrorIs(t, err, store.ErrNotFound)
	testEventLists(t, db, early, late)

	due, err := db.Events.DueEvents(t.Context(), time.Unix(149, 0), 9)
	require.NoError(t, err)
	require.Empty(t, due)
	due, err = db.Events.DueEvents(t.Context(), time.Unix(150, 0), 9)
	require.NoError(t, err)
	require.Equal(t, []store.Event{early}, due)

	// A deleted person has no role any more. The events of an organiser stay.
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "ann"))
	roles, err := db.Events.EventRoles(t.Context(), "ann", []string{"late", "early"})
	require.NoError(t, err)
	require.Empty(t, roles)
	_, err = db.Events.Event(t.Context(), "late")
	require.NoError(t, err)
}

// testEventLists tests lists of two events of which early is listed.
func testEventLists(t *testing.T, db *store.DB, early, late store.Event) {
	t.Helper()
	list := func(query store.EventQuery) (ids []string) {
		t.Helper()
		for query.Limit = 1; ; {
			page, err := db.Events.ListEvents(t.Context(), query)
			require.NoError(t, err)
			for _, event := range page.Items {
				ids = append(ids, event.ID)
			}
			if query.After = page.Next; page.Next == "" {
				return ids
			}
		}
	}
	require.Equal(t, []string{"early"}, list(store.EventQuery{}))
	require.Equal(t, []string{"early", "late"}, list(store.EventQuery{Person: "ann"}))
	require.Equal(t, []string{"early"}, list(store.EventQuery{Person: "ann", Until: late.At}))
	require.Empty(t, list(store.EventQuery{Person: "ann", Over: true}))
	_, err := db.Events.ListEvents(t.Context(), store.EventQuery{After: "x", Limit: 1})
	require.ErrorIs(t, err, store.ErrInvalid)

	write := func(event store.Event, people ...store.EventPerson) {
		t.Helper()
		require.NoError(t, db.Events.WriteEvent(t.Context(), store.EventWrite{Event: event, People: people}))
	}
	write(late, store.EventPerson{Identity: "bob", Role: "perhaps"})
	require.Equal(t, []string{"early", "late"}, list(store.EventQuery{Person: "bob"}))
	roles, err := db.Events.EventRoles(t.Context(), "bob", []string{"early", "late"})
	require.NoError(t, err)
	require.Equal(t, map[string]string{"late": "perhaps"}, roles)
	late.Version++
	write(late, store.EventPerson{Identity: "bob"}, store.EventPerson{Identity: "eve", Role: "yes"})
	require.Equal(t, []string{"early"}, list(store.EventQuery{Person: "bob"}))
	events, own, err := db.Events.EventsOf(t.Context(), "ann", "early", 9)
	require.NoError(t, err)
	require.Equal(t, []string{"organiser"}, own)
	late.Version++
	require.Equal(t, []store.Event{late}, events)

	// Events that are over are in another list, the latest first.
	late.Over = true
	write(late)
	over := newEvent("over", "ann", 400)
	over.Over = true
	require.NoError(t, db.Events.AddEvent(t.Context(), over, firstEntry, "organiser", anyEventQuota()))
	require.Equal(t, []string{"over", "late"}, list(store.EventQuery{Person: "ann", Over: true}))
	require.Equal(t, []string{"late"}, list(store.EventQuery{Person: "eve", Over: true}))
	require.Equal(t, []string{"early"}, list(store.EventQuery{Person: "eve"}))
	require.Equal(t, early.At, time.Unix(200, 0).UTC())
}

// The final places of people are found by person, without tournaments that the viewer may not know.
func testEventPlaces(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann", "bob", "eve")
	finish := func(id string, at int64, listed bool, ranking ...string) {
		event := newEvent(id, "ann", at)
		event.Listed = listed
		require.NoError(t, db.Events.AddEvent(t.Context(), event, firstEntry, "organiser", anyEventQuota()))
		event.Version, event.Over = 1, true
		require.NoError(t, db.Events.WriteEvent(t.Context(), store.EventWrite{Event: event, Ranking: ranking}))
	}
	finish("one", 100, true, "ann", "bob", "gone", "eve")
	finish("two", 200, false, "bob", "ann", "eve", "gone")
	finish("three", 300, true, "bob", "ann")
	finish("four", 400, true, "bob", "ann", "eve", "gone")
	places := func(identity, viewer string) (list []string) {
		var after store.Cursor
		for {
			page, err := db.Events.EventPlaces(t.Context(), store.EventPlaceQuery{
				Identity: identity, Viewer: viewer, After: after, Limit: 1,
			})
			require.NoError(t, err)
			for _, e := range page.Items {
				list = append(list, fmt.Sprint(e.ID, " ", e.Place, "/", e.People))
			}
			if after = page.Next; after == "" {
				return list
			}
		}
	}
	require.Equal(t, []string{"four 1/4", "three 1/2", "one 2/4"}, places("bob", "eve"))
	require.Equal(
		t,
		[]string{"four 1/4", "three 1/2", "two 1/4", "one 2/4"},
		places("bob", "ann"),
		"the organiser knows",
	)
	require.Empty(t, places("gone", "ann"))
	_, err := db.Events.EventPlaces(t.Context(), store.EventPlaceQuery{Identity: "bob", After: "x", Limit: 1})
	require.ErrorIs(t, err, store.ErrInvalid)

	trophies, err := db.Events.EventTrophies(t.Context(), "ann", 3)
	require.NoError(t, err)
	require.Equal(t, store.EventTrophies{First: 1, Second: 1}, trophies)
	winners, err := db.Events.EventWinners(t.Context(), time.Unix(0, 0), 2, 9)
	require.NoError(t, err)
	require.Equal(t, []store.EventWins{{Identity: "bob", Won: 2}, {Identity: "ann", Won: 1}}, winners)
	winners, err = db.Events.EventWinners(t.Context(), time.Unix(100, 0), 3, 1)
	require.NoError(t, err)
	require.Equal(t, []store.EventWins{{Identity: "bob", Won: 1}}, winners, "of two with as many, the latest")
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "bob"))
	require.Empty(t, places("bob", "ann"))
}

// Of several writers that have read the same version one succeeds, with its entry, its roles and its notifications.
func testEventFenced(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann")
	require.NoError(t, db.Events.AddEvent(
		t.Context(), newEvent("one", "ann", 100), firstEntry, "organiser", anyEventQuota(),
	))
	read, err := db.Events.Event(t.Context(), "one")
	require.NoError(t, err)
	var written, fenced atomic.Int32
	var all sync.WaitGroup
	for i := range 8 {
		changed := read
		changed.Last = 2
		write := store.EventWrite{
			Event: changed, Entry: json.RawMessage(fmt.Sprintf(`{"v":%d}`, i)),
			People: []store.EventPerson{{Identity: fmt.Sprint("p", i), Role: "yes"}},
			Notifications: []store.Notification{{
				NotificationKey: store.NotificationKey{Channel: "c", Topic: fmt.Sprint("t", i)}, Identity: "ann",
				Made: time.Unix(1, 0), Due: time.Unix(1, 0), Data: json.RawMessage(`{}`),
			}},
		}
		all.Go(func() {
			switch err := db.Events.WriteEvent(t.Context(), write); {
			case err == nil:
				written.Add(1)
			case errors.Is(err, store.ErrFenced):
				fenced.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 1, written.Load())
	require.EqualValues(t, 7, fenced.Load())
	entries, err := db.Events.EventEntries(t.Context(), "one", 0, 99)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	require.Equal(t, store.EventEntry{Number: 1, Data: firstEntry}, entries[0])
	tail, err := db.Events.EventEntries(t.Context(), "one", 1, 99)
	require.NoError(t, err)
	require.Equal(t, entries[1:], tail)
	notes, err := db.Notifications.DueNotifications(t.Context(), time.Unix(2, 0), 99, 0, 99)
	require.NoError(t, err)
	require.Len(t, notes, 1)
	read.ID = "none"
	require.ErrorIs(t, db.Events.WriteEvent(t.Context(), store.EventWrite{Event: read}), store.ErrNotFound)
}
