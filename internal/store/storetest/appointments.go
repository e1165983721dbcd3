package storetest

import (
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// anyQuota refuses no appointment of these tests.
func anyQuota() store.AppointmentQuota {
	return store.AppointmentQuota{State: "open", InState: 10, Made: 10}
}

func newAppointment(id, planner string, at int64) store.Appointment {
	return store.Appointment{
		ID: id, Planner: planner, At: time.Unix(at, 0).UTC(), State: "open", Data: json.RawMessage(`{"n":1}`),
		Created: time.Unix(1, 0).UTC(),
	}
}

func testAppointments(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann", "bob", "eve")
	late, early := newAppointment("late", "ann", 300), newAppointment("early", "ann", 200)
	early.Listed, early.Due = true, time.Unix(150, 0).UTC()
	quota := anyQuota()
	require.NoError(t, db.Appointments.AddAppointment(t.Context(), late, "yes", quota))
	require.ErrorIs(t, db.Appointments.AddAppointment(t.Context(), late, "yes", quota), store.ErrExists)
	require.NoError(t, db.Appointments.AddAppointment(t.Context(), early, "yes", quota))
	quota.InState = 2
	require.ErrorIs(
		t,
		db.Appointments.AddAppointment(t.Context(), newAppointment("more", "ann", 1), "yes", quota),
		store.ErrQuota,
	)
	quota.InState, quota.Made = 10, 2
	require.ErrorIs(
		t,
		db.Appointments.AddAppointment(t.Context(), newAppointment("more", "ann", 1), "yes", quota),
		store.ErrQuota,
	)
	quota.Since = time.Unix(2, 0)
	require.NoError(t, db.Appointments.AddAppointment(t.Context(), newAppointment("old", "ann", 1), "yes", quota))
	require.ErrorIs(
		t,
		db.Appointments.AddAppointment(t.Context(), newAppointment("x", "ghost", 1), "yes", quota),
		store.ErrNotFound,
	)

	late.Version, early.Version = 1, 1
	found, err := db.Appointments.Appointment(t.Context(), "early")
	require.NoError(t, err)
	require.Equal(t, early, found)
	_, err = db.Appointments.Appointment(t.Context(), "none")
	require.ErrorIs(t, err, store.ErrNotFound)

	list := func(query store.AppointmentQuery) []store.Appointment {
		t.Helper()
		var all []store.Appointment
		for query.Limit = 1; ; {
			page, err := db.Appointments.ListAppointments(t.Context(), query)
			require.NoError(t, err)
			all = append(all, page.Items...)
			if query.After = page.Next; page.Next == "" {
				return all
			}
		}
	}
	from := time.Unix(200, 0)
	require.Equal(t, []store.Appointment{early}, list(store.AppointmentQuery{Listed: true, From: from}))
	require.Equal(t, []store.Appointment{early, late}, list(store.AppointmentQuery{Person: "ann", From: from}))
	require.Len(t, list(store.AppointmentQuery{Person: "ann"}), 3)
	require.Equal(
		t,
		[]store.Appointment{early},
		list(store.AppointmentQuery{Person: "ann", From: from, Until: time.Unix(300, 0)}),
	)
	require.Equal(t, []store.Appointment{early, late}, list(store.AppointmentQuery{All: true, From: from}))
	require.Empty(t, list(store.AppointmentQuery{Person: "bob"}))
	require.NoError(t, db.Appointments.SetAppointmentAnswer(
		t.Context(), store.AppointmentAnswer{Appointment: "late", Identity: "bob", Answer: "no"}, 9,
	))
	require.Equal(t, []store.Appointment{late}, list(store.AppointmentQuery{Person: "bob"}))
	_, err = db.Appointments.ListAppointments(t.Context(), store.AppointmentQuery{After: "x", Limit: 1})
	require.ErrorIs(t, err, store.ErrInvalid)

	due, err := db.Appointments.DueAppointments(t.Context(), time.Unix(149, 0), 9)
	require.NoError(t, err)
	require.Empty(t, due)
	due, err = db.Appointments.DueAppointments(t.Context(), time.Unix(150, 0), 9)
	require.NoError(t, err)
	require.Equal(t, []store.Appointment{early}, due)

	// What has passed is deleted with its answers.
	require.NoError(t, db.Appointments.DeleteAppointments(t.Context(), time.Unix(300, 0)))
	require.Equal(t, []store.Appointment{late}, list(store.AppointmentQuery{Person: "ann"}))
	answers, err := db.Appointments.AppointmentAnswers(t.Context(), []string{"early", "late"})
	require.NoError(t, err)
	require.Len(t, answers, 2)

	// A deleted planner takes the appointments along, another person only the own answer.
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "bob"))
	answers, err = db.Appointments.AppointmentAnswers(t.Context(), []string{"late"})
	require.NoError(t, err)
	require.Len(t, answers, 1)
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "ann"))
	_, err = db.Appointments.Appointment(t.Context(), "late")
	require.ErrorIs(t, err, store.ErrNotFound)
	answers, err = db.Appointments.AppointmentAnswers(t.Context(), []string{"late"})
	require.NoError(t, err)
	require.Empty(t, answers)
}

func testAppointmentAnswers(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann", "bob", "eve")
	one := newAppointment("one", "ann", 100)
	require.NoError(t, db.Appointments.AddAppointment(t.Context(), one, "yes", anyQuota()))
	say := func(person, word string, at int64, limit int) error {
		answer := store.AppointmentAnswer{
			Appointment: "one",
			Identity:    person,
			Answer:      word,
			At:          time.Unix(at, 0).UTC(),
		}
		return db.Appointments.SetAppointmentAnswer(t.Context(), answer, limit)
	}
	require.NoError(t, say("bob", "perhaps", 2, 2))
	require.ErrorIs(t, say("eve", "yes", 3, 2), store.ErrQuota)
	require.NoError(t, say("bob", "no", 4, 2), "a changed answer takes no place")
	require.NoError(t, say("eve", "yes", 3, 3))
	require.ErrorIs(t, say("ghost", "yes", 3, 9), store.ErrNotFound)
	require.ErrorIs(t, say("eve", "", 3, 9), store.ErrInvalid)
	require.ErrorIs(t, db.Appointments.SetAppointmentAnswer(
		t.Context(), store.AppointmentAnswer{Appointment: "none", Identity: "bob", Answer: "no"}, 9,
	), store.ErrNotFound)
	answers, err := db.Appointments.AppointmentAnswers(t.Context(), []string{"one"})
	require.NoError(t, err)
	at := func(seconds int64) time.Time { return time.Unix(seconds, 0).UTC() }
	require.Equal(t, []store.AppointmentAnswer{
		{Appointment: "one", Identity: "ann", Answer: "yes", At: at(1)},
		{Appointment: "one", Identity: "eve", Answer: "yes", At: at(3)},
		{Appointment: "one", Identity: "bob", Answer: "no", At: at(4)},
	}, answers)
}

// Of several writers that have read the same version one succeeds, and only its notifications are added.
func testAppointmentFenced(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann")
	one := newAppointment("one", "ann", 100)
	require.NoError(t, db.Appointments.AddAppointment(t.Context(), one, "yes", anyQuota()))
	read, err := db.Appointments.Appointment(t.Context(), "one")
	require.NoError(t, err)
	var written, fenced atomic.Int32
	var all sync.WaitGroup
	for i := range 8 {
		changed := read
		changed.State = "begun"
		note := store.Notification{
			NotificationKey: store.NotificationKey{Channel: "c", Topic: string(rune('a' + i))}, Identity: "ann",
			Made: time.Unix(1, 0), Due: time.Unix(1, 0), Data: json.RawMessage(`{}`),
		}
		all.Go(func() {
			switch err := db.Appointments.SetAppointment(t.Context(), changed, []store.Notification{note}); {
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
	notes, err := db.Notifications.DueNotifications(t.Context(), time.Unix(2, 0), 99, 0, 99)
	require.NoError(t, err)
	require.Len(t, notes, 1)
	read.ID = "none"
	require.ErrorIs(t, db.Appointments.SetAppointment(t.Context(), read, nil), store.ErrNotFound)
}
