package storetest

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// createPeople adds identities.
func createPeople(t *testing.T, db *store.DB, ids ...string) {
	t.Helper()
	for _, id := range ids {
		require.NoError(
			t,
			db.Identities.CreateIdentity(t.Context(), store.Identity{ID: id, Kind: "account"}, token(id)),
		)
	}
}

// The number of a person's channels is bounded, and they are deleted with the person.
func testChannels(t *testing.T, db *store.DB) {
	ctx := t.Context()
	createPeople(t, db, "ann", "bob")
	one := store.Channel{ID: "1", Identity: "ann", Data: json.RawMessage(`{"a":1}`), Created: time.UnixMilli(5).UTC()}
	require.ErrorIs(
		t,
		db.Notifications.AddChannel(ctx, store.Channel{ID: "0", Identity: "nobody", Data: one.Data}, 2),
		store.ErrNotFound,
	)
	require.NoError(t, db.Notifications.AddChannel(ctx, one, 2))
	require.ErrorIs(t, db.Notifications.AddChannel(ctx, one, 2), store.ErrExists)
	early := store.Channel{ID: "2", Identity: "ann", Data: json.RawMessage(`{}`), Created: time.UnixMilli(4).UTC()}
	require.NoError(t, db.Notifications.AddChannel(ctx, early, 2))
	require.ErrorIs(
		t,
		db.Notifications.AddChannel(ctx, store.Channel{ID: "3", Identity: "ann", Data: one.Data}, 2),
		store.ErrQuota,
	)
	require.NoError(t, db.Notifications.AddChannel(ctx, store.Channel{ID: "3", Identity: "bob", Data: one.Data}, 2))

	list, err := db.Notifications.Channels(ctx, "ann")
	require.NoError(t, err)
	require.Equal(t, []store.Channel{early, one}, list)
	require.NoError(t, db.Notifications.SetChannel(ctx, "1", json.RawMessage(`{"a":2}`)))
	require.ErrorIs(t, db.Notifications.SetChannel(ctx, "9", json.RawMessage(`{}`)), store.ErrNotFound)
	got, err := db.Notifications.Channel(ctx, "1")
	require.NoError(t, err)
	require.JSONEq(t, `{"a":2}`, string(got.Data))
	reachable, err := db.Notifications.Reachable(ctx)
	require.NoError(t, err)
	require.Equal(t, []string{"ann", "bob"}, reachable)

	at := time.UnixMilli(10).UTC()
	require.NoError(t, db.Notifications.AddNotifications(ctx, []store.Notification{
		newNotification(
			"1",
			"r",
			"ann",
			at,
		),
		newNotification("2", "r", "ann", at),
		newNotification("3", "r", "bob", at),
	}))
	require.NoError(t, db.Notifications.DeleteChannel(ctx, "1"))
	require.ErrorIs(t, db.Notifications.DeleteChannel(ctx, "1"), store.ErrNotFound)
	_, err = db.Notifications.Channel(ctx, "1")
	require.ErrorIs(t, err, store.ErrNotFound)
	require.Len(t, dueNotifications(t, db, at), 2)
	require.NoError(t, db.Identities.DeleteIdentity(ctx, "ann"))
	reachable, err = db.Notifications.Reachable(ctx)
	require.NoError(t, err)
	require.Equal(t, []string{"bob"}, reachable)
	require.Equal(t, []store.Notification{newNotification("3", "r", "bob", at)}, dueNotifications(t, db, at))

	for _, wrong := range []store.Channel{
		{Identity: "bob", Data: one.Data},
		{ID: "x", Identity: "bob"},
		{ID: "x", Identity: "bob", Data: json.RawMessage("{")},
		{ID: strings.Repeat("x", store.MaxText+1), Identity: "bob", Data: one.Data},
	} {
		require.ErrorIs(t, db.Notifications.AddChannel(ctx, wrong, 9), store.ErrInvalid)
	}
}

// A room replaces its pending turn. A caller that has read an older one can neither save it nor add
// notifications.
func testPendingTurns(t *testing.T, db *store.DB) {
	ctx := t.Context()
	head := createRoom(t, db, "a", 0)
	other := createRoom(t, db, "b", 0)
	_, err := db.Notifications.PendingTurn(ctx, "a")
	require.ErrorIs(t, err, store.ErrNotFound)
	first := time.UnixMilli(1000).UTC()
	await := func(head store.Head, data string, due time.Time) store.Head {
		t.Helper()
		next, err := db.Rooms.Append(ctx, head, store.Batch{
			Entries: makeEntries(
				head.Seq,
				1,
			),
			PendingTurn: &store.NewPendingTurn{Data: json.RawMessage(data), Due: due},
		})
		require.NoError(t, err)
		return next
	}
	head = await(head, `{"n":1}`, first.Add(1))
	other = await(other, `{"n":2}`, first)
	due := func(at time.Time) []store.PendingTurn {
		t.Helper()
		list, err := db.Notifications.DuePendingTurns(ctx, at, 10)
		require.NoError(t, err)
		return list
	}
	a := store.PendingTurn{Room: "a", Seq: 1, Data: json.RawMessage(`{"n":1}`), Due: first.Add(time.Millisecond)}
	b := store.PendingTurn{Room: "b", Seq: 1, Data: json.RawMessage(`{"n":2}`), Due: first}
	require.Equal(t, []store.PendingTurn{b}, due(first), "never too early")
	require.Equal(t, []store.PendingTurn{b, a}, due(first.Add(time.Second)))
	one, err := db.Notifications.DuePendingTurns(ctx, first.Add(time.Second), 1)
	require.NoError(t, err)
	require.Equal(t, []store.PendingTurn{b}, one)

	// Sent stays when the room writes again.
	a.Sent, a.Due = json.RawMessage(`{"done":true}`), time.Time{}
	made := time.UnixMilli(1500).UTC()
	require.NoError(
		t,
		db.Notifications.SavePendingTurn(ctx, a, []store.Notification{newNotification("c", "a", "ann", made)}),
	)
	require.Equal(t, []store.PendingTurn{b}, due(first.Add(time.Hour)))
	head = await(head, `{"n":3}`, first)
	got, err := db.Notifications.PendingTurn(ctx, "a")
	require.NoError(t, err)
	require.Equal(
		t,
		store.PendingTurn{Room: "a", Seq: 2, Data: json.RawMessage(`{"n":3}`), Sent: a.Sent, Due: first},
		got,
	)
	require.ErrorIs(
		t,
		db.Notifications.SavePendingTurn(ctx, a, []store.Notification{newNotification("late", "a", "ann", made)}),
		store.ErrFenced,
	)
	require.ErrorIs(t, db.Notifications.SavePendingTurn(ctx, store.PendingTurn{Room: "none"}, nil), store.ErrNotFound)
	require.Equal(t, []store.Notification{newNotification("c", "a", "ann", made)}, dueNotifications(t, db, made))

	// A batch without PendingTurn changes nothing, and a pending turn is deleted with its room.
	head, err = appendOne(ctx, db, head)
	require.NoError(t, err)
	got, err = db.Notifications.PendingTurn(ctx, "a")
	require.NoError(t, err)
	require.EqualValues(t, 2, got.Seq)
	require.NoError(t, db.Rooms.Delete(ctx, head))
	_, err = db.Notifications.PendingTurn(ctx, "a")
	require.ErrorIs(t, err, store.ErrNotFound)
	require.Equal(t, []store.PendingTurn{b}, due(first))

	_, err = db.Rooms.Append(ctx, other, store.Batch{PendingTurn: &store.NewPendingTurn{Data: b.Data}})
	require.ErrorIs(t, err, store.ErrInvalid)
	_, err = db.Rooms.Append(
		ctx,
		other,
		store.Batch{Entries: makeEntries(1, 1), PendingTurn: &store.NewPendingTurn{Data: json.RawMessage("{")}},
	)
	require.ErrorIs(t, err, store.ErrInvalid)
	_, err = db.Notifications.DuePendingTurns(ctx, first, 0)
	require.ErrorIs(t, err, store.ErrInvalid)
}

// newNotification returns a notification that is due at the time when it is made.
func newNotification(channel, room, identity string, at time.Time) store.Notification {
	return store.Notification{
		NotificationKey: store.NotificationKey{
			Channel: channel,
			Room:    room,
			Topic:   "turn",
		},
		Identity: identity,
		Made:     at,
		Due:      at,
		Data:     json.RawMessage(`{"x":"` + channel + `"}`),
	}
}

func dueNotifications(t *testing.T, db *store.DB, at time.Time) []store.Notification {
	t.Helper()
	list, err := db.Notifications.DueNotifications(t.Context(), at, 10, 0, 10)
	require.NoError(t, err)
	return list
}

// A later notification replaces the earlier one or is left out. A caller that still has the earlier one
// cannot change the later one.
func testNotifications(t *testing.T, db *store.DB) {
	ctx := t.Context()
	start := time.UnixMilli(1000).UTC()
	first, second := newNotification("1", "r", "ann", start.Add(time.Second)), newNotification("2", "r", "ann", start)
	require.NoError(t, db.Notifications.AddNotifications(ctx, []store.Notification{first, second}))
	require.Empty(t, dueNotifications(t, db, start.Add(-1)))
	require.Equal(t, []store.Notification{second, first}, dueNotifications(t, db, start.Add(time.Second)))

	later := newNotification("1", "r", "ann", start.Add(2*time.Second))
	later.Data = json.RawMessage(`{"x":"later"}`)
	once := later
	once.Once = true
	require.NoError(t, db.Notifications.AddNotifications(ctx, []store.Notification{once}))
	require.Equal(t, []store.Notification{second, first}, dueNotifications(t, db, start.Add(time.Hour)))
	require.NoError(t, db.Notifications.AddNotifications(ctx, []store.Notification{later}))
	require.Equal(t, []store.Notification{second, later}, dueNotifications(t, db, start.Add(time.Hour)))
	require.ErrorIs(t, db.Notifications.EndNotification(ctx, first), store.ErrNotFound)
	require.ErrorIs(t, db.Notifications.SetNotification(ctx, first), store.ErrNotFound)

	second.Due, second.Data = start.Add(time.Hour), json.RawMessage(`{"tries":1}`)
	require.NoError(t, db.Notifications.SetNotification(ctx, second))
	require.Equal(t, []store.Notification{later, second}, dueNotifications(t, db, start.Add(time.Hour)))
	require.NoError(t, db.Notifications.EndNotification(ctx, later))

	require.NoError(
		t,
		db.Notifications.AddNotifications(
			ctx,
			[]store.Notification{newNotification("1", "s", "ann", start), newNotification("3", "r", "bob", start)},
		),
	)
	require.NoError(
		t,
		db.Notifications.AddNotifications(
			ctx,
			[]store.Notification{
				newNotification("1", "s2", "ann", start.Add(time.Millisecond)),
				newNotification("4", "r", "cy", start.Add(2*time.Millisecond)),
			},
		),
	)
	few, err := db.Notifications.DueNotifications(ctx, start.Add(time.Hour), 1, 0, 2)
	require.NoError(t, err)
	require.Equal(
		t,
		[]store.Notification{newNotification("1", "s", "ann", start), newNotification("3", "r", "bob", start)},
		few,
		"one of each, in all two",
	)
	rest, err := db.Notifications.DueNotifications(ctx, start.Add(time.Hour), 1, 2, 2)
	require.NoError(t, err)
	require.Equal(
		t,
		[]store.Notification{newNotification("4", "r", "cy", start.Add(2*time.Millisecond))},
		rest,
		"those after the two",
	)
	require.NoError(
		t,
		db.Notifications.EndNotification(ctx, newNotification("1", "s2", "ann", start.Add(time.Millisecond))),
	)
	require.NoError(
		t,
		db.Notifications.EndNotification(ctx, newNotification("4", "r", "cy", start.Add(2*time.Millisecond))),
	)
	require.NoError(t, db.Notifications.EndNotifications(ctx, "ann", "r"))
	require.ErrorIs(t, db.Notifications.EndNotifications(ctx, "ann", "r"), store.ErrNotFound)
	require.Equal(
		t,
		[]store.Notification{newNotification("1", "s", "ann", start), newNotification("3", "r", "bob", start)},
		dueNotifications(t, db, start.Add(time.Hour)),
	)
	require.ErrorIs(t, db.Notifications.AddNotifications(ctx, []store.Notification{{}}), store.ErrInvalid)
	_, err = db.Notifications.DueNotifications(ctx, start, 1, 0, 0)
	require.ErrorIs(t, err, store.ErrInvalid)
}
