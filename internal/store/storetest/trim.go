package storetest

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// trimBatch returns a batch with n entries after the head and a snapshot after the entry seq, up to which
// all entries are removed.
func trimBatch(head store.Head, n int, seq uint64) store.Batch {
	return store.Batch{
		Entries: makeEntries(head.Seq, n), Trim: true,
		Snapshot: &store.Snapshot{Seq: seq, Data: []byte{byte(seq)}},
	}
}

// requireStored checks that reads from every number return the entries first to last.
func requireStored(t *testing.T, db *store.DB, id string, first, last uint64) {
	t.Helper()
	room, err := db.Rooms.Room(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, first, room.First)
	require.Equal(t, last, room.Seq)
	page, err := db.Directory.List(t.Context(), store.ListQuery{Limit: store.MaxPage})
	require.NoError(t, err)
	require.Contains(t, page.Items, room)
	for from := range last + 2 {
		want := []store.Entry(nil)
		for seq := max(first, from); seq <= last; seq++ {
			entry := makeEntries(seq-1, 1)[0]
			entry.Seq = seq
			want = append(want, entry)
		}
		list, err := db.Rooms.Read(t.Context(), id, from, store.MaxPage)
		require.NoError(t, err)
		require.Equal(t, want, list, "from %d", from)
		list, err = db.Rooms.Read(t.Context(), id, from, 1)
		require.NoError(t, err)
		require.Equal(t, want[:min(1, len(want))], list, "from %d", from)
	}
	list, err := db.Rooms.Read(t.Context(), id, math.MaxUint64, 1)
	require.NoError(t, err)
	require.Empty(t, list)
}

// Trimming removes only the beginning of one room's log, and numbers go on.
func testTrim(t *testing.T, db *store.DB) {
	head := createRoom(t, db, "a", 5)
	createRoom(t, db, "b", 5)
	_, err := db.Chats.AddChat(t.Context(), head, []byte("hello"))
	require.NoError(t, err)
	requireStored(t, db, "a", 1, 5)

	// A trim that is refused removes nothing.
	stale := head
	stale.Seq--
	_, err = db.Rooms.Append(t.Context(), stale, trimBatch(stale, 1, 4))
	require.ErrorIs(t, err, store.ErrFenced)
	requireStored(t, db, "a", 1, 5)

	head, err = db.Rooms.Append(t.Context(), head, trimBatch(head, 2, 4))
	require.NoError(t, err)
	require.Equal(t, uint64(7), head.Seq)
	requireStored(t, db, "a", 5, 7)
	snapshot, err := db.Rooms.Snapshot(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, store.Snapshot{Seq: 4, Data: []byte{4}}, snapshot)

	// A snapshot without Trim removes nothing. A snapshot that needs removed entries is
	// refused, together with the rest of its batch.
	head, err = db.Rooms.Append(t.Context(), head, store.Batch{Snapshot: &store.Snapshot{Seq: 6}})
	require.NoError(t, err)
	requireStored(t, db, "a", 5, 7)
	for _, trim := range []bool{false, true} {
		_, err = db.Rooms.Append(t.Context(), head, store.Batch{
			Entries: makeEntries(7, 1), Trim: trim, Snapshot: &store.Snapshot{Seq: 3, Data: []byte("old")},
		})
		require.ErrorIs(t, err, store.ErrInvalid)
	}
	requireStored(t, db, "a", 5, 7)
	snapshot, err = db.Rooms.Snapshot(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, uint64(6), snapshot.Seq)

	// The next writer can trim at the same entry and at later ones.
	head, err = db.Rooms.TakeOver(t.Context(), "a", "other")
	require.NoError(t, err)
	head, err = db.Rooms.Append(t.Context(), head, trimBatch(head, 0, 4))
	require.NoError(t, err)
	requireStored(t, db, "a", 5, 7)
	head, err = db.Rooms.Append(t.Context(), head, trimBatch(head, 1, 6))
	require.NoError(t, err)
	requireStored(t, db, "a", 7, 8)

	requireStored(t, db, "b", 1, 5)
	chat, err := db.Chats.Chat(t.Context(), "a", 0, 10)
	require.NoError(t, err)
	require.Len(t, chat, 1)

	// A new room with the id of a deleted one has a whole log.
	require.NoError(t, db.Rooms.Delete(t.Context(), head))
	_, err = db.Rooms.Read(t.Context(), "a", 1, 1)
	require.ErrorIs(t, err, store.ErrNotFound)
	createRoom(t, db, "a", 2)
	requireStored(t, db, "a", 1, 2)
}

// A log without entries goes on with the next number.
func testTrimEverything(t *testing.T, db *store.DB) {
	head := createRoom(t, db, "a", 3)
	head, err := db.Rooms.Append(t.Context(), head, trimBatch(head, 1, 4))
	require.NoError(t, err)
	requireStored(t, db, "a", 5, 4)
	require.Empty(t, readAll(t, db, "a"))
	head, err = appendOne(t.Context(), db, head)
	require.NoError(t, err)
	requireStored(t, db, "a", 5, 5)
	require.NoError(t, db.Rooms.Delete(t.Context(), head))

	head, err = db.Rooms.Create(t.Context(), "b", "node", store.Batch{
		Meta: minimalMeta(), Entries: makeEntries(0, 2), Snapshot: &store.Snapshot{Seq: 1}, Trim: true,
	})
	require.NoError(t, err)
	requireStored(t, db, "b", 2, 2)
	_, err = appendOne(t.Context(), db, head)
	require.NoError(t, err)
	requireStored(t, db, "b", 2, 3)
	// A snapshot before the first entry removes nothing.
	head = createRoom(t, db, "c", 1)
	_, err = db.Rooms.Append(t.Context(), head, trimBatch(head, 0, 0))
	require.NoError(t, err)
	requireStored(t, db, "c", 1, 1)
}

// Pages of a trimmed log are complete.
func testTrimLong(t *testing.T, db *store.DB) {
	head := createRoom(t, db, "a", 3*store.MaxPage)
	const first = store.MaxPage/2 + 1
	_, err := db.Rooms.Append(t.Context(), head, trimBatch(head, 1, first-1))
	require.NoError(t, err)
	next := uint64(first)
	for _, entry := range readAll(t, db, "a") {
		require.Equal(t, next, entry.Seq)
		require.Equal(t, makeEntries(next-1, 1)[0].Data, entry.Data)
		next++
	}
	require.Equal(t, uint64(3*store.MaxPage+2), next)
}

// The owner is the one of the last Create or TakeOver. A second writer fences the first, even if both have
// the same owner.
func testOwner(t *testing.T, db *store.DB) {
	requireOwner := func(want string) {
		t.Helper()
		room, err := db.Rooms.Room(t.Context(), "a")
		require.NoError(t, err)
		require.Equal(t, want, room.Owner)
		page, err := db.Directory.List(t.Context(), store.ListQuery{Limit: 1})
		require.NoError(t, err)
		require.Equal(t, []store.Room{room}, page.Items)
	}
	held, err := db.Rooms.Create(t.Context(), "a", "node ✨ 1", store.Batch{Meta: minimalMeta()})
	require.NoError(t, err)
	requireOwner("node ✨ 1")
	_, err = db.Rooms.Create(t.Context(), "a", "node 2", store.Batch{Meta: minimalMeta()})
	require.ErrorIs(t, err, store.ErrExists)
	requireOwner("node ✨ 1")
	for _, owner := range []string{"node 2", "node 2", "", "node ✨ 1"} {
		next, err := db.Rooms.TakeOver(t.Context(), "a", owner)
		require.NoError(t, err)
		requireOwner(owner)
		_, err = appendOne(t.Context(), db, held)
		require.ErrorIs(t, err, store.ErrFenced)
		require.ErrorIs(t, db.Rooms.Delete(t.Context(), held), store.ErrFenced)
		held, err = appendOne(t.Context(), db, next)
		require.NoError(t, err)
		requireOwner(owner)
	}
	requireEntries(t, db, "a", 4)
	before := held
	held, err = db.Rooms.TakeOver(t.Context(), "a", "node 2")
	require.NoError(t, err)
	require.ErrorIs(t, db.Rooms.Release(t.Context(), before), store.ErrFenced)
	requireOwner("node 2")
	require.NoError(t, db.Rooms.Release(t.Context(), held))
	requireOwner("")
	_, err = appendOne(t.Context(), db, held)
	require.NoError(t, err, "its writer may still write")
	require.ErrorIs(t, db.Rooms.Release(t.Context(), store.Head{Room: "b"}), store.ErrNotFound)
}
