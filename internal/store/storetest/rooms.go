package storetest

import (
	"encoding/json"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func testCreate(t *testing.T, db *store.DB) {
	m := &store.Meta{
		Game: "toy", Status: store.StatusSeated, Listed: true, Host: "ann",
		Members: []string{"ann", "bob"}, Summary: json.RawMessage(`{"players": ["Ann", "Bob"]}`),
	}
	before := time.Now().Truncate(time.Millisecond)
	head, err := db.Rooms.Create(t.Context(), "a", "node", store.Batch{Meta: m})
	require.NoError(t, err)
	require.Equal(t, "a", head.Room)
	require.Zero(t, head.Seq)
	room, err := db.Rooms.Room(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, head, room.Head)
	require.Equal(t, *m, room.Meta)
	require.Zero(t, room.Wake)
	require.False(t, room.Created.Before(before) || room.Created.After(time.Now()), "%v", room.Created)
	require.Equal(t, room.Created.Truncate(time.Millisecond), room.Created)
	require.False(t, room.Updated.Before(room.Created))
	require.Empty(t, readAll(t, db, "a"))

	_, err = db.Rooms.Create(t.Context(), "a", "node", store.Batch{Meta: minimalMeta(), Entries: makeEntries(0, 3)})
	require.ErrorIs(t, err, store.ErrExists)
	again, err := db.Rooms.Room(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, room, again)

	createRoom(t, db, "b", 3)
	requireEntries(t, db, "b", 3)
	_, err = db.Rooms.Room(t.Context(), "c")
	require.ErrorIs(t, err, store.ErrNotFound)
	_, err = db.Rooms.TakeOver(t.Context(), "c", "node")
	require.ErrorIs(t, err, store.ErrNotFound)
	_, err = appendOne(t.Context(), db, store.Head{Room: "c", Epoch: 1})
	require.ErrorIs(t, err, store.ErrNotFound)
}

func testRoomsByID(t *testing.T, db *store.DB) {
	want := map[string]store.Room{}
	for entries, id := range []string{"a", "b", "c"} {
		createRoom(t, db, id, entries)
		room, err := db.Rooms.Room(t.Context(), id)
		require.NoError(t, err)
		want[id] = room
	}
	delete(want, "b")
	rooms, err := db.Rooms.RoomsByID(t.Context(), []string{"c", "a", "missing", "a"})
	require.NoError(t, err)
	require.Equal(t, want, rooms)
	rooms, err = db.Rooms.RoomsByID(t.Context(), nil)
	require.NoError(t, err)
	require.Empty(t, rooms)
	_, err = db.Rooms.RoomsByID(t.Context(), make([]string, store.MaxPage+1))
	require.ErrorIs(t, err, store.ErrInvalid)
}

func testAppend(t *testing.T, db *store.DB) {
	a, b := createRoom(t, db, "a", 0), createRoom(t, db, "b", 0)
	for i := range 20 {
		var err error
		want := a
		want.Seq += uint64(i % 4)
		a, err = db.Rooms.Append(t.Context(), a, store.Batch{Entries: makeEntries(a.Seq, i%4)})
		require.NoError(t, err)
		require.Equal(t, want, a)
		b, err = appendOne(t.Context(), db, b)
		require.NoError(t, err)
	}
	requireEntries(t, db, "a", 30)
	requireEntries(t, db, "b", 20)
}

// A batch is written completely or not at all.
func testBatch(t *testing.T, db *store.DB) {
	head := createRoom(t, db, "a", 1)
	wake := time.Date(2030, 1, 2, 3, 4, 5, 6_000_000, time.UTC)
	full := store.Batch{
		Entries:  makeEntries(1, 2),
		Meta:     &store.Meta{Game: "toy", Status: store.StatusFinished, Host: "bob", Members: []string{"bob"}},
		Wake:     &wake,
		Snapshot: &store.Snapshot{Seq: 3, Data: []byte("state")},
		Trim:     true,
		Match: &store.Match{
			ID:      "m",
			Number:  77,
			Room:    "?",
			Game:    "toy",
			Version: 3,
			Seats:   2,
			Listed:  true,
			Started: wake.Add(-time.Hour),
			Ended:   wake,
			Persons: []string{"bob", "ann"},
			Summary: json.RawMessage(`{"won": 1}`),
		},
		Record: []byte("moves"),
	}
	check := func(written bool) {
		t.Helper()
		room, err := db.Rooms.Room(t.Context(), "a")
		require.NoError(t, err)
		snapshot, err := db.Rooms.Snapshot(t.Context(), "a")
		require.NoError(t, err)
		matches, err := db.Archive.Matches(t.Context(), store.MatchQuery{Limit: 10})
		require.NoError(t, err)
		rooms, err := db.Directory.List(t.Context(), store.ListQuery{Member: "bob", Limit: 10})
		require.NoError(t, err)
		if !written {
			requireEntries(t, db, "a", 1)
			require.Equal(t, *minimalMeta(), room.Meta)
			require.Zero(t, room.Wake)
			require.Zero(t, snapshot)
			require.Empty(t, matches.Items)
			_, err = db.Archive.Record(t.Context(), "m")
			require.ErrorIs(t, err, store.ErrNotFound)
			require.Empty(t, rooms.Items)
			return
		}
		require.Empty(t, readAll(t, db, "a"))
		require.Equal(t, uint64(3), room.Seq)
		require.Equal(t, uint64(4), room.First)
		require.Equal(t, *full.Meta, room.Meta)
		require.Equal(t, wake, room.Wake)
		require.Equal(t, *full.Snapshot, snapshot)
		want := *full.Match
		want.Number, want.Room = 1, "a"
		require.Equal(t, []store.Match{want}, matches.Items)
		record, err := db.Archive.Record(t.Context(), "m")
		require.NoError(t, err)
		require.Equal(t, full.Record, record)
		require.Equal(t, []store.Room{room}, rooms.Items)
	}
	stale := head
	stale.Seq = 0
	early := full
	early.Snapshot, early.Trim = nil, false
	_, err := db.Rooms.Append(t.Context(), stale, early)
	require.ErrorIs(t, err, store.ErrFenced)
	check(false)
	head, err = db.Rooms.Append(t.Context(), head, full)
	require.NoError(t, err)
	check(true)
	// An empty batch changes nothing.
	same, err := db.Rooms.Append(t.Context(), head, store.Batch{})
	require.NoError(t, err)
	require.Equal(t, head, same)
	room, err := db.Rooms.Room(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, wake, room.Wake)
	require.Equal(t, *full.Meta, room.Meta)
	never := time.Time{}
	_, err = db.Rooms.Append(t.Context(), head, store.Batch{Wake: &never})
	require.NoError(t, err)
	room, err = db.Rooms.Room(t.Context(), "a")
	require.NoError(t, err)
	require.Zero(t, room.Wake)
}

func testRead(t *testing.T, db *store.DB) {
	createRoom(t, db, "a", 2*store.MaxPage+5)
	createRoom(t, db, "b", 5)
	tests := []struct {
		name        string
		from        uint64
		limit       int
		first, last uint64 // 0 for none
	}{
		{"from the beginning", 1, 3, 1, 3},
		{"from 0", 0, 3, 1, 3},
		{"one", 2, 1, 2, 2},
		{"to the end", 2*store.MaxPage + 4, 10, 2*store.MaxPage + 4, 2*store.MaxPage + 5},
		{"the last", 2*store.MaxPage + 5, 10, 2*store.MaxPage + 5, 2*store.MaxPage + 5},
		{"beyond the end", 2*store.MaxPage + 6, 10, 0, 0},
		{"far beyond the end", math.MaxUint64, 10, 0, 0},
		{"more than a page", 2, math.MaxInt, 2, store.MaxPage + 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			list, err := db.Rooms.Read(t.Context(), "a", test.from, test.limit)
			require.NoError(t, err)
			if test.first == 0 {
				require.Empty(t, list)
				return
			}
			require.Len(t, list, int(test.last-test.first+1))
			for i, entry := range list {
				require.Equal(t, test.first+uint64(i), entry.Seq)
				require.Equal(t, makeEntries(entry.Seq-1, 1)[0].Data, entry.Data)
			}
		})
	}
	next := uint64(3)
	for entry, err := range store.Entries(t.Context(), db.Rooms, "a", next) {
		require.NoError(t, err)
		require.Equal(t, next, entry.Seq)
		next++
	}
	require.Equal(t, uint64(2*store.MaxPage+6), next)
	for _, err := range store.Entries(t.Context(), db.Rooms, "c", 1) {
		require.ErrorIs(t, err, store.ErrNotFound)
		next = 0
	}
	require.Zero(t, next)
	_, err := db.Rooms.Read(t.Context(), "c", 1, 10)
	require.ErrorIs(t, err, store.ErrNotFound)
	for _, limit := range []int{0, -1} {
		_, err = db.Rooms.Read(t.Context(), "a", 1, limit)
		require.ErrorIs(t, err, store.ErrInvalid)
	}
}

func testSnapshot(t *testing.T, db *store.DB) {
	head := createRoom(t, db, "a", 3)
	for _, want := range []store.Snapshot{
		{},
		{Seq: 3, Data: []byte("three")},
		{Seq: 1, Data: []byte("an older state")},
		{Seq: 0, Data: []byte("before anything")},
	} {
		if want.Data != nil {
			_, err := db.Rooms.Append(t.Context(), head, store.Batch{Snapshot: &want})
			require.NoError(t, err)
		}
		got, err := db.Rooms.Snapshot(t.Context(), "a")
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	_, err := db.Rooms.Snapshot(t.Context(), "b")
	require.ErrorIs(t, err, store.ErrNotFound)
}

func testDelete(t *testing.T, db *store.DB) {
	wake := time.Unix(1000, 0)
	head, err := db.Rooms.Create(t.Context(), "a", "node", store.Batch{
		Entries: makeEntries(0, 3), Meta: &store.Meta{Status: store.StatusOpen, Members: []string{"ann"}},
		Wake: &wake, Snapshot: &store.Snapshot{Seq: 1, Data: []byte("old")},
		Match: &store.Match{ID: "m", Game: "toy"}, Record: []byte("moves"),
	})
	require.NoError(t, err)
	_, err = db.Chats.AddChat(t.Context(), head, []byte("old"))
	require.NoError(t, err)
	createRoom(t, db, "b", 3)
	stale := head
	stale.Seq--
	require.ErrorIs(t, db.Rooms.Delete(t.Context(), stale), store.ErrFenced)
	requireEntries(t, db, "a", 3)
	require.NoError(t, db.Rooms.Delete(t.Context(), head))
	require.ErrorIs(t, db.Rooms.Delete(t.Context(), head), store.ErrNotFound)

	_, err = db.Rooms.Room(t.Context(), "a")
	require.ErrorIs(t, err, store.ErrNotFound)
	_, err = db.Rooms.Read(t.Context(), "a", 1, 1)
	require.ErrorIs(t, err, store.ErrNotFound)
	_, err = db.Chats.Chat(t.Context(), "a", 0, 1)
	require.ErrorIs(t, err, store.ErrNotFound)
	due, err := db.Directory.Due(t.Context(), store.DueQuery{At: wake, Limit: 10})
	require.NoError(t, err)
	require.Empty(t, due.Items)
	rooms, err := db.Directory.List(t.Context(), store.ListQuery{Limit: 10})
	require.NoError(t, err)
	require.Len(t, rooms.Items, 1)
	rooms, err = db.Directory.List(t.Context(), store.ListQuery{Member: "ann", Limit: 10})
	require.NoError(t, err)
	require.Empty(t, rooms.Items)
	match, err := db.Archive.Match(t.Context(), "m")
	require.NoError(t, err, "matches stay")
	require.Equal(t, "a", match.Room)
	record, err := db.Archive.Record(t.Context(), "m")
	require.NoError(t, err)
	require.Equal(t, "moves", string(record))
	requireEntries(t, db, "b", 3)

	// A new room with the same id has nothing of the deleted one.
	createRoom(t, db, "a", 1)
	requireEntries(t, db, "a", 1)
	snapshot, err := db.Rooms.Snapshot(t.Context(), "a")
	require.NoError(t, err)
	require.Zero(t, snapshot)
	chat, err := db.Chats.Chat(t.Context(), "a", 0, 10)
	require.NoError(t, err)
	require.Empty(t, chat)
}

// A write that fails does not make other writes of the same time fail.
func testIsolation(t *testing.T, db *store.DB) {
	const writers, each = 16, 20
	var all sync.WaitGroup
	for i := range writers {
		id := string(rune('a' + i))
		head := createRoom(t, db, id, 0)
		all.Go(func() {
			for range each {
				next, err := appendOne(t.Context(), db, head)
				if err != nil {
					t.Errorf("room %s: %v", id, err)
					return
				}
				_, err = appendOne(t.Context(), db, head)
				assert.ErrorIs(t, err, store.ErrFenced)
				_, err = db.Rooms.Create(t.Context(), id, "node", store.Batch{Meta: minimalMeta()})
				assert.ErrorIs(t, err, store.ErrExists)
				_, err = appendOne(t.Context(), db, store.Head{Room: "nowhere"})
				assert.ErrorIs(t, err, store.ErrNotFound)
				head = next
			}
		})
	}
	all.Wait()
	for i := range writers {
		requireEntries(t, db, string(rune('a'+i)), each)
	}
}
