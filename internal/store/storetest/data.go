package storetest

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func testData(t *testing.T, db *store.DB) {
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
			head, err := db.Rooms.Create(t.Context(), id, "node", store.Batch{
				Meta:    &store.Meta{Game: kind, Status: store.StatusOpen, Host: id, Members: []string{id, kind}},
				Entries: []store.Entry{{Kind: kind, Data: data}, {Data: data}},
			})
			require.NoError(t, err)
			_, err = db.Rooms.Append(t.Context(), head, store.Batch{
				Snapshot: &store.Snapshot{Seq: 2, Data: data},
				Match:    &store.Match{ID: id, Game: kind, Persons: []string{id}}, Record: data,
			})
			require.NoError(t, err)
			list, err := db.Rooms.Read(t.Context(), id, 1, 10)
			require.NoError(t, err)
			require.Len(t, list, 2)
			require.Equal(t, kind, list[0].Kind)
			require.Empty(t, list[1].Kind)
			snapshot, err := db.Rooms.Snapshot(t.Context(), id)
			require.NoError(t, err)
			matches, err := db.Archive.Matches(t.Context(), store.MatchQuery{Person: id, Game: kind, Limit: 1})
			require.NoError(t, err)
			require.Len(t, matches.Items, 1)
			require.Equal(t, id, matches.Items[0].ID)
			record, err := db.Archive.Record(t.Context(), id)
			require.NoError(t, err)
			_, err = db.Chats.AddChat(t.Context(), head, data)
			require.NoError(t, err)
			chat, err := db.Chats.Chat(t.Context(), id, 0, 10)
			require.NoError(t, err)
			require.Len(t, chat, 1)
			for _, got := range [][]byte{list[0].Data, list[1].Data, snapshot.Data, record, chat[0].Data} {
				require.True(t, bytes.Equal(data, got))
			}
			room, err := db.Rooms.Room(t.Context(), id)
			require.NoError(t, err)
			require.Equal(t, []string{id, kind}, room.Members)
		})
	}
}

func testInvalid(t *testing.T, db *store.DB) {
	head := createRoom(t, db, "a", 2)
	long, large := strings.Repeat("x", store.MaxText+1), make([]byte, store.MaxData+1)
	with := func(change func(*store.Meta)) store.Batch {
		m := minimalMeta()
		change(m)
		return store.Batch{Meta: m}
	}
	for name, batch := range map[string]store.Batch{
		"status":          with(func(m *store.Meta) { m.Status = "lost" }),
		"no status":       with(func(m *store.Meta) { m.Status = "" }),
		"summary":         with(func(m *store.Meta) { m.Summary = json.RawMessage("{") }),
		"game":            with(func(m *store.Meta) { m.Game = long }),
		"host":            with(func(m *store.Meta) { m.Host = "\xff" }),
		"empty member":    with(func(m *store.Meta) { m.Members = []string{""} }),
		"doubled member":  with(func(m *store.Meta) { m.Members = []string{"x", "y", "x"} }),
		"many members":    with(func(m *store.Meta) { m.Members = strings.Split(long+long, "") }),
		"kind":            {Entries: []store.Entry{{Kind: "a\x00b"}}},
		"entry":           {Entries: []store.Entry{{}, {Data: large}}},
		"snapshot":        {Snapshot: &store.Snapshot{Seq: 2, Data: large}},
		"snapshot beyond": {Entries: makeEntries(2, 1), Snapshot: &store.Snapshot{Seq: 4}},
		"trim":            {Entries: makeEntries(2, 1), Trim: true},
		"record":          {Match: &store.Match{ID: "x"}, Record: large},
		"record alone":    {Record: []byte("x")},
		"match's id":      {Match: &store.Match{}},
		"match's game":    {Match: &store.Match{ID: "x", Game: long}},
		"match's persons": {Match: &store.Match{ID: "x", Persons: []string{"x", "x"}}},
		"match's summary": {Match: &store.Match{ID: "x", Summary: json.RawMessage("{")}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := db.Rooms.Append(t.Context(), head, batch)
			require.ErrorIs(t, err, store.ErrInvalid)
			if batch.Meta == nil {
				batch.Meta = minimalMeta()
			}
			if batch.Snapshot == nil || batch.Snapshot.Data != nil {
				_, err = db.Rooms.Create(t.Context(), "b", "node", batch)
				require.ErrorIs(t, err, store.ErrInvalid)
			}
		})
	}
	requireEntries(t, db, "a", 2)
	for _, id := range []string{"", long, "\xff", "\x00"} {
		_, err := db.Rooms.Create(t.Context(), id, "node", store.Batch{Meta: minimalMeta()})
		require.ErrorIs(t, err, store.ErrInvalid)
	}
	_, err := db.Rooms.Create(t.Context(), "b", "node", store.Batch{})
	require.ErrorIs(t, err, store.ErrInvalid, "without meta data")
	_, err = db.Rooms.Create(t.Context(), "b", long, store.Batch{Meta: minimalMeta()})
	require.ErrorIs(t, err, store.ErrInvalid)
	_, err = db.Rooms.TakeOver(t.Context(), "a", "\xff")
	require.ErrorIs(t, err, store.ErrInvalid)
	_, err = db.Chats.AddChat(t.Context(), head, large)
	require.ErrorIs(t, err, store.ErrInvalid)
	_, err = db.Rooms.Room(t.Context(), "b")
	require.ErrorIs(t, err, store.ErrNotFound)
	_, err = db.Archive.Match(t.Context(), "x")
	require.ErrorIs(t, err, store.ErrNotFound)
	room, err := db.Rooms.Room(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, head, room.Head)
}

// The store shares no memory with arguments and results.
func testCopies(t *testing.T, db *store.DB) {
	data := []byte("data")
	m := minimalMeta()
	m.Members, m.Summary = []string{"ann"}, json.RawMessage(`"data"`)
	head, err := db.Rooms.Create(t.Context(), "a", "node", store.Batch{Meta: m, Entries: []store.Entry{{Data: data}}})
	require.NoError(t, err)
	_, err = db.Rooms.Append(t.Context(), head, store.Batch{
		Snapshot: &store.Snapshot{Data: data},
		Match:    &store.Match{ID: "m", Persons: m.Members, Summary: m.Summary}, Record: data,
	})
	require.NoError(t, err)
	line, err := db.Chats.AddChat(t.Context(), head, data)
	require.NoError(t, err)
	line.Data[0], data[0], m.Members[0], m.Summary[1] = '?', '?', "?", '?'
	for range 2 {
		list, err := db.Rooms.Read(t.Context(), "a", 1, 1)
		require.NoError(t, err)
		snapshot, err := db.Rooms.Snapshot(t.Context(), "a")
		require.NoError(t, err)
		chat, err := db.Chats.Chat(t.Context(), "a", 0, 1)
		require.NoError(t, err)
		record, err := db.Archive.Record(t.Context(), "m")
		require.NoError(t, err)
		for _, got := range [][]byte{list[0].Data, snapshot.Data, chat[0].Data, record} {
			require.Equal(t, "data", string(got))
			got[0] = '!'
		}
		room, err := db.Rooms.Room(t.Context(), "a")
		require.NoError(t, err)
		require.Equal(t, []string{"ann"}, room.Members)
		require.JSONEq(t, `"data"`, string(room.Summary))
		room.Members[0], room.Summary[1] = "!", '!'
		match, err := db.Archive.Match(t.Context(), "m")
		require.NoError(t, err)
		page, err := db.Archive.Matches(t.Context(), store.MatchQuery{Limit: 1})
		require.NoError(t, err)
		for _, got := range append(page.Items, match) {
			require.Equal(t, []string{"ann"}, got.Persons)
			require.JSONEq(t, `"data"`, string(got.Summary))
			got.Persons[0], got.Summary[1] = "!", '!'
		}
	}
}
