package logtest

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/eventlog"
)

// people adds identities.
func people(t *testing.T, log eventlog.Log, ids ...string) {
	t.Helper()
	for _, id := range ids {
		require.NoError(t, log.CreateIdentity(t.Context(), eventlog.Identity{ID: id, Kind: "account"}, token(id)))
	}
}

// A person's channels are bounded, and go with the person.
func testChannels(t *testing.T, log eventlog.Log) {
	ctx := t.Context()
	people(t, log, "ann", "bob")
	one := eventlog.Channel{ID: "1", Identity: "ann", Data: json.RawMessage(`{"a":1}`), Created: time.UnixMilli(5).UTC()}
	require.ErrorIs(t, log.AddChannel(ctx, eventlog.Channel{ID: "0", Identity: "nobody", Data: one.Data}, 2), eventlog.ErrNotFound)
	require.NoError(t, log.AddChannel(ctx, one, 2))
	require.ErrorIs(t, log.AddChannel(ctx, one, 2), eventlog.ErrExists)
	early := eventlog.Channel{ID: "2", Identity: "ann", Data: json.RawMessage(`{}`), Created: time.UnixMilli(4).UTC()}
	require.NoError(t, log.AddChannel(ctx, early, 2))
	require.ErrorIs(t, log.AddChannel(ctx, eventlog.Channel{ID: "3", Identity: "ann", Data: one.Data}, 2), eventlog.ErrQuota)
	require.NoError(t, log.AddChannel(ctx, eventlog.Channel{ID: "3", Identity: "bob", Data: one.Data}, 2))

	list, err := log.Channels(ctx, "ann")
	require.NoError(t, err)
	require.Equal(t, []eventlog.Channel{early, one}, list)
	require.NoError(t, log.SetChannel(ctx, "1", json.RawMessage(`{"a":2}`)))
	require.ErrorIs(t, log.SetChannel(ctx, "9", json.RawMessage(`{}`)), eventlog.ErrNotFound)
	got, err := log.Channel(ctx, "1")
	require.NoError(t, err)
	require.JSONEq(t, `{"a":2}`, string(got.Data))
	reachable, err := log.Reachable(ctx)
	require.NoError(t, err)
	require.Equal(t, []string{"ann", "bob"}, reachable)

	at := time.UnixMilli(10).UTC()
	require.NoError(t, log.AddCalls(ctx, []eventlog.Call{
		call("1", "r", "ann", at), call("2", "r", "ann", at), call("3", "r", "bob", at),
	}))
	require.NoError(t, log.DeleteChannel(ctx, "1"))
	require.ErrorIs(t, log.DeleteChannel(ctx, "1"), eventlog.ErrNotFound)
	_, err = log.Channel(ctx, "1")
	require.ErrorIs(t, err, eventlog.ErrNotFound)
	require.Len(t, callsDue(t, log, at), 2)
	require.NoError(t, log.DeleteIdentity(ctx, "ann"))
	reachable, err = log.Reachable(ctx)
	require.NoError(t, err)
	require.Equal(t, []string{"bob"}, reachable)
	require.Equal(t, []eventlog.Call{call("3", "r", "bob", at)}, callsDue(t, log, at))

	for _, wrong := range []eventlog.Channel{
		{Identity: "bob", Data: one.Data}, {ID: "x", Identity: "bob"}, {ID: "x", Identity: "bob", Data: json.RawMessage("{")},
		{ID: strings.Repeat("x", eventlog.MaxText+1), Identity: "bob", Data: one.Data},
	} {
		require.ErrorIs(t, log.AddChannel(ctx, wrong, 9), eventlog.ErrInvalid)
	}
}

// A room replaces what it says of whom it waits for. Who has looked at an older
// version notes nothing, and adds no calls.
func testAwaited(t *testing.T, log eventlog.Log) {
	ctx := t.Context()
	head := create(t, log, "a", 0)
	other := create(t, log, "b", 0)
	_, err := log.Awaited(ctx, "a")
	require.ErrorIs(t, err, eventlog.ErrNotFound)
	first := time.UnixMilli(1000).UTC()
	await := func(head eventlog.Head, data string, due time.Time) eventlog.Head {
		t.Helper()
		next, err := log.Append(ctx, head, eventlog.Batch{
			Entries: numbered(head.Seq, 1), Awaiting: &eventlog.Awaiting{Data: json.RawMessage(data), Due: due},
		})
		require.NoError(t, err)
		return next
	}
	head = await(head, `{"n":1}`, first.Add(1))
	other = await(other, `{"n":2}`, first)
	due := func(at time.Time) []eventlog.Awaited {
		t.Helper()
		list, err := log.AwaitedDue(ctx, at, 10)
		require.NoError(t, err)
		return list
	}
	a := eventlog.Awaited{Room: "a", Seq: 1, Data: json.RawMessage(`{"n":1}`), Due: first.Add(time.Millisecond)}
	b := eventlog.Awaited{Room: "b", Seq: 1, Data: json.RawMessage(`{"n":2}`), Due: first}
	require.Equal(t, []eventlog.Awaited{b}, due(first), "never too early")
	require.Equal(t, []eventlog.Awaited{b, a}, due(first.Add(time.Second)))
	one, err := log.AwaitedDue(ctx, first.Add(time.Second), 1)
	require.NoError(t, err)
	require.Equal(t, []eventlog.Awaited{b}, one)

	// What is noted stays when the room writes again.
	a.Noted, a.Due = json.RawMessage(`{"done":true}`), time.Time{}
	made := time.UnixMilli(1500).UTC()
	require.NoError(t, log.NoteAwaited(ctx, a, []eventlog.Call{call("c", "a", "ann", made)}))
	require.Equal(t, []eventlog.Awaited{b}, due(first.Add(time.Hour)))
	head = await(head, `{"n":3}`, first)
	got, err := log.Awaited(ctx, "a")
	require.NoError(t, err)
	require.Equal(t, eventlog.Awaited{Room: "a", Seq: 2, Data: json.RawMessage(`{"n":3}`), Noted: a.Noted, Due: first}, got)
	require.ErrorIs(t, log.NoteAwaited(ctx, a, []eventlog.Call{call("late", "a", "ann", made)}), eventlog.ErrFenced)
	require.ErrorIs(t, log.NoteAwaited(ctx, eventlog.Awaited{Room: "none"}, nil), eventlog.ErrNotFound)
	require.Equal(t, []eventlog.Call{call("c", "a", "ann", made)}, callsDue(t, log, made))

	// A write without it changes nothing, and a room that goes takes it along.
	head, err = add(ctx, log, head)
	require.NoError(t, err)
	got, err = log.Awaited(ctx, "a")
	require.NoError(t, err)
	require.EqualValues(t, 2, got.Seq)
	require.NoError(t, log.Delete(ctx, head))
	_, err = log.Awaited(ctx, "a")
	require.ErrorIs(t, err, eventlog.ErrNotFound)
	require.Equal(t, []eventlog.Awaited{b}, due(first))

	_, err = log.Append(ctx, other, eventlog.Batch{Awaiting: &eventlog.Awaiting{Data: b.Data}})
	require.ErrorIs(t, err, eventlog.ErrInvalid)
	_, err = log.Append(ctx, other, eventlog.Batch{Entries: numbered(1, 1), Awaiting: &eventlog.Awaiting{Data: json.RawMessage("{")}})
	require.ErrorIs(t, err, eventlog.ErrInvalid)
	_, err = log.AwaitedDue(ctx, first, 0)
	require.ErrorIs(t, err, eventlog.ErrInvalid)
}

// call returns a call that is due when it was made.
func call(channel, room, identity string, at time.Time) eventlog.Call {
	return eventlog.Call{
		CallKey: eventlog.CallKey{Channel: channel, Room: room, Topic: "turn"}, Identity: identity, Made: at, Due: at,
		Data: json.RawMessage(`{"x":"` + channel + `"}`),
	}
}

func callsDue(t *testing.T, log eventlog.Log, at time.Time) []eventlog.Call {
	t.Helper()
	list, err := log.CallsDue(t.Context(), at, 10, 10)
	require.NoError(t, err)
	return list
}

// A later call replaces the one before, or is left out; who has worked on the one
// before does not change the later one.
func testCalls(t *testing.T, log eventlog.Log) {
	ctx := t.Context()
	start := time.UnixMilli(1000).UTC()
	first, second := call("1", "r", "ann", start.Add(time.Second)), call("2", "r", "ann", start)
	require.NoError(t, log.AddCalls(ctx, []eventlog.Call{first, second}))
	require.Empty(t, callsDue(t, log, start.Add(-1)))
	require.Equal(t, []eventlog.Call{second, first}, callsDue(t, log, start.Add(time.Second)))

	later := call("1", "r", "ann", start.Add(2*time.Second))
	later.Data = json.RawMessage(`{"x":"later"}`)
	once := later
	once.Once = true
	require.NoError(t, log.AddCalls(ctx, []eventlog.Call{once}))
	require.Equal(t, []eventlog.Call{second, first}, callsDue(t, log, start.Add(time.Hour)))
	require.NoError(t, log.AddCalls(ctx, []eventlog.Call{later}))
	require.Equal(t, []eventlog.Call{second, later}, callsDue(t, log, start.Add(time.Hour)))
	require.ErrorIs(t, log.EndCall(ctx, first), eventlog.ErrNotFound)
	require.ErrorIs(t, log.SetCall(ctx, first), eventlog.ErrNotFound)

	second.Due, second.Data = start.Add(time.Hour), json.RawMessage(`{"tries":1}`)
	require.NoError(t, log.SetCall(ctx, second))
	require.Equal(t, []eventlog.Call{later, second}, callsDue(t, log, start.Add(time.Hour)))
	require.NoError(t, log.EndCall(ctx, later))

	require.NoError(t, log.AddCalls(ctx, []eventlog.Call{call("1", "s", "ann", start), call("3", "r", "bob", start)}))
	require.NoError(t, log.AddCalls(ctx, []eventlog.Call{call("1", "s2", "ann", start.Add(time.Millisecond)), call("4", "r", "cy", start.Add(2*time.Millisecond))}))
	few, err := log.CallsDue(ctx, start.Add(time.Hour), 1, 2)
	require.NoError(t, err)
	require.Equal(t, []eventlog.Call{call("1", "s", "ann", start), call("3", "r", "bob", start)}, few, "one of each, in all two")
	require.NoError(t, log.EndCall(ctx, call("1", "s2", "ann", start.Add(time.Millisecond))))
	require.NoError(t, log.EndCall(ctx, call("4", "r", "cy", start.Add(2*time.Millisecond))))
	require.NoError(t, log.EndCalls(ctx, "ann", "r"))
	require.ErrorIs(t, log.EndCalls(ctx, "ann", "r"), eventlog.ErrNotFound)
	require.Equal(t, []eventlog.Call{call("1", "s", "ann", start), call("3", "r", "bob", start)}, callsDue(t, log, start.Add(time.Hour)))
	require.ErrorIs(t, log.AddCalls(ctx, []eventlog.Call{{}}), eventlog.ErrInvalid)
	_, err = log.CallsDue(ctx, start, 1, 0)
	require.ErrorIs(t, err, eventlog.ErrInvalid)
}
