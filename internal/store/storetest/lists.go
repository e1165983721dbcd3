package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func testWakeups(t *testing.T, db *store.DB) {
	at := func(seconds int) time.Time { return time.Unix(int64(seconds), 0).UTC() }
	heads := map[string]store.Head{}
	wake := func(id string, when time.Time) {
		t.Helper()
		head, ok := heads[id]
		if !ok {
			head = createRoom(t, db, id, 0)
		}
		var err error
		heads[id], err = db.Rooms.Append(t.Context(), head, store.Batch{Entries: makeEntries(head.Seq, 1), Wake: &when})
		require.NoError(t, err)
	}
	due := func(when time.Time, limit int) []string {
		t.Helper()
		var list []string
		query := store.DueQuery{At: when, Limit: limit}
		for pages := 0; ; pages++ {
			require.Less(t, pages, 20)
			page, err := db.Directory.Due(t.Context(), query)
			require.NoError(t, err)
			for _, wakeup := range page.Items {
				list = append(list, fmt.Sprintf("%s@%v", wakeup.Room, wakeup.At.Sub(at(0))))
			}
			if query.After = page.Next; query.After == "" {
				return list
			}
			require.Len(t, page.Items, limit)
		}
	}
	createRoom(t, db, "never", 0)
	wake("late", at(30))
	wake("early", at(10))
	wake("also late", at(30))
	wake("between", at(20))
	wake("moved", at(5))
	wake("moved", at(40))
	wake("stopped", at(5))
	wake("stopped", time.Time{})
	for _, limit := range []int{1, 2, 3, 10} {
		require.Empty(t, due(at(9), limit))
		require.Equal(t, []string{"early@10s"}, due(at(10), limit))
		require.Equal(t, []string{"early@10s", "between@20s", "late@30s", "also late@30s"}, due(at(39), limit))
		require.Equal(
			t,
			[]string{"early@10s", "between@20s", "late@30s", "also late@30s", "moved@40s"},
			due(at(1000), limit),
		)
	}
	// Wake-ups are rounded up, so that they are never too early.
	wake("early", at(1).Add(time.Nanosecond))
	require.Empty(t, due(at(1), 1))
	require.Equal(t, []string{"early@1.001s"}, due(at(1).Add(time.Millisecond), 1))

	_, err := db.Directory.Due(t.Context(), store.DueQuery{At: at(1)})
	require.ErrorIs(t, err, store.ErrInvalid)
	_, err = db.Directory.Due(t.Context(), store.DueQuery{At: at(1), Limit: 1, After: "?"})
	require.ErrorIs(t, err, store.ErrInvalid)
}

// createRooms makes a room for each combination of status, listed or private, and game. The rooms have ann, bob,
// both or neither as members. The id of a room names these properties.
func createRooms(t *testing.T, db *store.DB) {
	t.Helper()
	number := 0
	for _, status := range store.Statuses() {
		for _, listed := range []bool{true, false} {
			for _, game := range []string{"chess", "go"} {
				number++
				m := &store.Meta{Game: game, Status: status, Listed: listed, Host: "host"}
				id := fmt.Sprintf("%02d %s %s", number, status, game)
				if listed {
					id += " listed"
				}
				for i, member := range []string{"ann", "bob"} {
					if number>>i&1 == 1 {
						m.Members = append(m.Members, member)
						id += " " + member
					}
				}
				_, err := db.Rooms.Create(t.Context(), id, "node", store.Batch{Meta: m})
				require.NoError(t, err)
			}
		}
	}
}

// listAll returns the ids of all pages.
func listAll(t *testing.T, db *store.DB, query store.ListQuery) []string {
	t.Helper()
	var ids []string
	for pages := 0; ; pages++ {
		require.Less(t, pages, 40)
		page, err := db.Directory.List(t.Context(), query)
		require.NoError(t, err)
		for _, room := range page.Items {
			ids = append(ids, room.Room)
		}
		if query.After = page.Next; query.After == "" {
			return ids
		}
		require.Len(t, page.Items, query.Limit)
	}
}

func testList(t *testing.T, db *store.DB) {
	createRooms(t, db)
	all := listAll(t, db, store.ListQuery{Limit: 100})
	require.Len(t, all, 16)
	for i := range 16 {
		require.Equal(t, fmt.Sprintf("%02d", 16-i), all[i][:2], "the newest first")
	}
	var rooms []store.Room
	for _, id := range all {
		room, err := db.Rooms.Room(t.Context(), id)
		require.NoError(t, err)
		rooms = append(rooms, room)
	}
	// All queries are compared with a filter of all rooms.
	for _, game := range []string{"", "chess"} {
		for _, statuses := range [][]store.Status{
			nil, {store.StatusOpen}, {store.StatusPlaying, store.StatusOpen},
			{store.StatusOpen, store.StatusOpen}, {"lost"},
		} {
			for _, public := range []bool{false, true} {
				for _, member := range []string{"", "ann", "nobody"} {
					query := store.ListQuery{Game: game, Statuses: statuses, Listed: public, Member: member}
					var want []string
					for _, room := range rooms {
						if (game == "" || room.Game == game) && (!public || room.Listed) &&
							(len(statuses) == 0 || slices.Contains(statuses, room.Status)) &&
							(member == "" || slices.Contains(room.Members, member)) {
							want = append(want, room.Room)
						}
					}
					for _, query.Limit = range []int{2, 100} {
						query.Oldest = false
						require.Equal(t, want, listAll(t, db, query), "%+v", query)
						query.Oldest = true
						oldest := listAll(t, db, query)
						slices.Reverse(oldest)
						require.Equal(t, want, oldest, "%+v", query)
					}
				}
			}
		}
	}
	// A room that changes moves to other lists, but keeps its place in the order.
	head, err := db.Rooms.TakeOver(t.Context(), all[15], "node")
	require.NoError(t, err)
	_, err = db.Rooms.Append(t.Context(), head, store.Batch{
		Meta: &store.Meta{Game: "go", Status: store.StatusFinished, Members: []string{"eve"}},
	})
	require.NoError(t, err)
	require.Equal(t, all, listAll(t, db, store.ListQuery{Limit: 100}))
	require.Equal(t, []string{all[15]}, listAll(t, db, store.ListQuery{Member: "eve", Limit: 1}))
	require.NotContains(t, listAll(t, db, store.ListQuery{Member: "ann", Limit: 100}), all[15])
	require.Len(t, listAll(t, db, store.ListQuery{Statuses: []store.Status{store.StatusFinished}, Limit: 100}), 5)
}

func testCount(t *testing.T, db *store.DB) {
	counts, err := db.Directory.Count(t.Context())
	require.NoError(t, err)
	require.Empty(t, counts)
	createRooms(t, db)
	require.NoError(t, db.Rooms.Delete(t.Context(), createRoom(t, db, "gone", 1)))
	head, err := db.Rooms.TakeOver(t.Context(), "01 open chess listed ann", "node")
	require.NoError(t, err)
	_, err = db.Rooms.Append(t.Context(), head, store.Batch{Meta: &store.Meta{Status: store.StatusFinished}})
	require.NoError(t, err)
	counts, err = db.Directory.Count(t.Context())
	require.NoError(t, err)
	require.Equal(t, map[store.Status]int{
		store.StatusOpen: 3, store.StatusSeated: 4, store.StatusPlaying: 4, store.StatusFinished: 5,
	}, counts)
}

func testListPages(t *testing.T, db *store.DB) {
	createRooms(t, db)
	first, err := db.Directory.List(t.Context(), store.ListQuery{Limit: 5})
	require.NoError(t, err)
	require.Len(t, first.Items, 5)
	require.NotEmpty(t, first.Next)
	// Rooms that are added and deleted meanwhile do not shift the pages.
	createRoom(t, db, "new", 0)
	require.NoError(t, db.Rooms.Delete(t.Context(), first.Items[4].Head))
	second, err := db.Directory.List(t.Context(), store.ListQuery{Limit: 11, After: first.Next})
	require.NoError(t, err)
	require.Len(t, second.Items, 11)
	require.Empty(t, second.Next)
	require.Equal(t, "11", second.Items[0].Room[:2])

	_, err = db.Directory.List(t.Context(), store.ListQuery{})
	require.ErrorIs(t, err, store.ErrInvalid)
	_, err = db.Directory.List(t.Context(), store.ListQuery{Limit: 1, After: "1; DROP"})
	require.ErrorIs(t, err, store.ErrInvalid)
}

func testChat(t *testing.T, db *store.DB) {
	a, b := createRoom(t, db, "a", 0), createRoom(t, db, "b", 0)
	var lines []store.ChatLine
	for i := range 7 {
		line, err := db.Chats.AddChat(t.Context(), a, fmt.Append(nil, "line ", i+1))
		require.NoError(t, err)
		require.Equal(t, uint64(i+1), line.Number)
		require.WithinDuration(t, time.Now(), line.Time, time.Hour)
		lines = append(lines, line)
	}
	line, err := db.Chats.AddChat(t.Context(), b, []byte("line 1"))
	require.NoError(t, err)
	require.Equal(t, uint64(1), line.Number)
	tests := []struct {
		before uint64
		limit  int
		want   []store.ChatLine
	}{
		{0, 3, lines[4:]},
		{5, 3, lines[1:4]},
		{2, 3, lines[:1]},
		{1, 3, nil},
		{8, 100, lines},
		{1 << 63, 100, lines},
	}
	for _, test := range tests {
		got, err := db.Chats.Chat(t.Context(), "a", test.before, test.limit)
		require.NoError(t, err)
		require.Equal(t, test.want, got, "before %d", test.before)
	}
	require.NoError(t, db.Chats.SetChat(t.Context(), "a", 2, []byte("changed")))
	lines[1].Data = []byte("changed")
	got, err := db.Chats.Chat(t.Context(), "a", 0, 100)
	require.NoError(t, err)
	require.Equal(t, lines, got)
	for _, number := range []uint64{0, 8} {
		require.ErrorIs(t, db.Chats.SetChat(t.Context(), "a", number, nil), store.ErrNotFound)
	}
	require.ErrorIs(t, db.Chats.SetChat(t.Context(), "c", 1, nil), store.ErrNotFound)
	_, err = db.Chats.AddChat(t.Context(), store.Head{Room: "c"}, nil)
	require.ErrorIs(t, err, store.ErrNotFound)
	_, err = appendOne(t.Context(), db, a)
	require.NoError(t, err)
	_, err = db.Chats.AddChat(t.Context(), a, []byte("line 8"))
	require.NoError(t, err, "entries do not matter")
	_, err = db.Rooms.TakeOver(t.Context(), "a", "")
	require.NoError(t, err)
	_, err = db.Chats.AddChat(t.Context(), a, nil)
	require.ErrorIs(t, err, store.ErrFenced)
	_, err = db.Chats.Chat(t.Context(), "c", 0, 1)
	require.ErrorIs(t, err, store.ErrNotFound)
	_, err = db.Chats.Chat(t.Context(), "a", 0, 0)
	require.ErrorIs(t, err, store.ErrInvalid)
}
