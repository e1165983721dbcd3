package logtest

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/eventlog"
)

func testData(t *testing.T, log eventlog.Log) {
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	for name, data := range map[string][]byte{
		"nil": nil, "empty": {}, "zero": {0}, "every byte": every,
		"unicode": []byte("Zauberlehrling \u2728 日本語 e\u0301"), "quotes": []byte(`'"; DROP TABLE rooms; --`),
		"large": bytes.Repeat([]byte("0123456789abcdef"), 1<<16),
	} {
		t.Run(name, func(t *testing.T) {
			id, kind := "room "+name+" ✨'\"%", "kind "+name+" ✨"
			head, err := log.Create(t.Context(), id, "node", eventlog.Batch{
				Meta:    &eventlog.Meta{Game: kind, Status: eventlog.StatusOpen, Host: id, Members: []string{id, kind}},
				Entries: []eventlog.Entry{{Kind: kind, Data: data}, {Data: data}},
			})
			require.NoError(t, err)
			_, err = log.Append(t.Context(), head, eventlog.Batch{
				Snapshot: &eventlog.Snapshot{Seq: 2, Data: data},
				Match:    &eventlog.Match{ID: id, Game: kind, Persons: []string{id}}, Record: data,
			})
			require.NoError(t, err)
			list, err := log.Read(t.Context(), id, 1, 10)
			require.NoError(t, err)
			require.Len(t, list, 2)
			require.Equal(t, kind, list[0].Kind)
			require.Empty(t, list[1].Kind)
			snapshot, err := log.Snapshot(t.Context(), id)
			require.NoError(t, err)
			matches, err := log.Matches(t.Context(), eventlog.MatchQuery{Person: id, Game: kind, Limit: 1})
			require.NoError(t, err)
			require.Len(t, matches.Items, 1)
			require.Equal(t, id, matches.Items[0].ID)
			record, err := log.Record(t.Context(), id)
			require.NoError(t, err)
			_, err = log.AddChat(t.Context(), head, data)
			require.NoError(t, err)
			chat, err := log.Chat(t.Context(), id, 0, 10)
			require.NoError(t, err)
			require.Len(t, chat, 1)
			for _, got := range [][]byte{list[0].Data, list[1].Data, snapshot.Data, record, chat[0].Data} {
				require.True(t, bytes.Equal(data, got))
			}
			room, err := log.Room(t.Context(), id)
			require.NoError(t, err)
			require.Equal(t, []string{id, kind}, room.Members)
		})
	}
}

func testInvalid(t *testing.T, log eventlog.Log) {
	head := create(t, log, "a", 2)
	long, large := strings.Repeat("x", eventlog.MaxText+1), make([]byte, eventlog.MaxData+1)
	with := func(change func(*eventlog.Meta)) eventlog.Batch {
		m := meta()
		change(m)
		return eventlog.Batch{Meta: m}
	}
	for name, batch := range map[string]eventlog.Batch{
		"status":          with(func(m *eventlog.Meta) { m.Status = "lost" }),
		"no status":       with(func(m *eventlog.Meta) { m.Status = "" }),
		"summary":         with(func(m *eventlog.Meta) { m.Summary = json.RawMessage("{") }),
		"game":            with(func(m *eventlog.Meta) { m.Game = long }),
		"host":            with(func(m *eventlog.Meta) { m.Host = "\xff" }),
		"empty member":    with(func(m *eventlog.Meta) { m.Members = []string{""} }),
		"doubled member":  with(func(m *eventlog.Meta) { m.Members = []string{"x", "y", "x"} }),
		"many members":    with(func(m *eventlog.Meta) { m.Members = strings.Split(long+long, "") }),
		"kind":            {Entries: []eventlog.Entry{{Kind: "a\x00b"}}},
		"entry":           {Entries: []eventlog.Entry{{}, {Data: large}}},
		"snapshot":        {Snapshot: &eventlog.Snapshot{Seq: 2, Data: large}},
		"snapshot beyond": {Entries: numbered(2, 1), Snapshot: &eventlog.Snapshot{Seq: 4}},
		"trim":            {Entries: numbered(2, 1), Trim: true},
		"record":          {Match: &eventlog.Match{ID: "x"}, Record: large},
		"record alone":    {Record: []byte("x")},
		"match's id":      {Match: &eventlog.Match{}},
		"match's game":    {Match: &eventlog.Match{ID: "x", Game: long}},
		"match's persons": {Match: &eventlog.Match{ID: "x", Persons: []string{"x", "x"}}},
		"match's summary": {Match: &eventlog.Match{ID: "x", Summary: json.RawMessage("{")}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := log.Append(t.Context(), head, batch)
			require.ErrorIs(t, err, eventlog.ErrInvalid)
			if batch.Meta == nil {
				batch.Meta = meta()
			}
			if batch.Snapshot == nil || batch.Snapshot.Data != nil {
				_, err = log.Create(t.Context(), "b", "node", batch)
				require.ErrorIs(t, err, eventlog.ErrInvalid)
			}
		})
	}
	requireEntries(t, log, "a", 2)
	for _, id := range []string{"", long, "\xff", "\x00"} {
		_, err := log.Create(t.Context(), id, "node", eventlog.Batch{Meta: meta()})
		require.ErrorIs(t, err, eventlog.ErrInvalid)
	}
	_, err := log.Create(t.Context(), "b", "node", eventlog.Batch{})
	require.ErrorIs(t, err, eventlog.ErrInvalid, "without meta data")
	_, err = log.Create(t.Context(), "b", long, eventlog.Batch{Meta: meta()})
	require.ErrorIs(t, err, eventlog.ErrInvalid)
	_, err = log.TakeOver(t.Context(), "a", "\xff")
	require.ErrorIs(t, err, eventlog.ErrInvalid)
	_, err = log.AddChat(t.Context(), head, large)
	require.ErrorIs(t, err, eventlog.ErrInvalid)
	_, err = log.Room(t.Context(), "b")
	require.ErrorIs(t, err, eventlog.ErrNotFound)
	_, err = log.Match(t.Context(), "x")
	require.ErrorIs(t, err, eventlog.ErrNotFound)
	room, err := log.Room(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, head, room.Head)
}

// What is handed in and what is returned are not shared with the log.
func testCopies(t *testing.T, log eventlog.Log) {
	data := []byte("data")
	m := meta()
	m.Members, m.Summary = []string{"ann"}, json.RawMessage(`"data"`)
	head, err := log.Create(t.Context(), "a", "node", eventlog.Batch{Meta: m, Entries: []eventlog.Entry{{Data: data}}})
	require.NoError(t, err)
	_, err = log.Append(t.Context(), head, eventlog.Batch{
		Snapshot: &eventlog.Snapshot{Data: data},
		Match:    &eventlog.Match{ID: "m", Persons: m.Members, Summary: m.Summary}, Record: data,
	})
	require.NoError(t, err)
	line, err := log.AddChat(t.Context(), head, data)
	require.NoError(t, err)
	line.Data[0], data[0], m.Members[0], m.Summary[1] = '?', '?', "?", '?'
	for range 2 {
		list, err := log.Read(t.Context(), "a", 1, 1)
		require.NoError(t, err)
		snapshot, err := log.Snapshot(t.Context(), "a")
		require.NoError(t, err)
		chat, err := log.Chat(t.Context(), "a", 0, 1)
		require.NoError(t, err)
		record, err := log.Record(t.Context(), "m")
		require.NoError(t, err)
		for _, got := range [][]byte{list[0].Data, snapshot.Data, chat[0].Data, record} {
			require.Equal(t, "data", string(got))
			got[0] = '!'
		}
		room, err := log.Room(t.Context(), "a")
		require.NoError(t, err)
		require.Equal(t, []string{"ann"}, room.Members)
		require.JSONEq(t, `"data"`, string(room.Summary))
		room.Members[0], room.Summary[1] = "!", '!'
		match, err := log.Match(t.Context(), "m")
		require.NoError(t, err)
		page, err := log.Matches(t.Context(), eventlog.MatchQuery{Limit: 1})
		require.NoError(t, err)
		for _, got := range append(page.Items, match) {
			require.Equal(t, []string{"ann"}, got.Persons)
			require.JSONEq(t, `"data"`, string(got.Summary))
			got.Persons[0], got.Summary[1] = "!", '!'
		}
	}
}
