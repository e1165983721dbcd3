package storetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

func node(id, name string) store.Node {
	return store.Node{
		ID:      id,
		Name:    name,
		Addr:    id + ":7000",
		Key:     "key of " + id,
		Version: "1",
		Lease:   3 * time.Second,
		Beat:    7,
	}
}

// requireNodes checks the list of nodes.
func requireNodes(t *testing.T, db Shared, want ...store.Node) {
	t.Helper()
	list, err := db.Nodes.Nodes(t.Context())
	require.NoError(t, err)
	require.Equal(t, want, append([]store.Node(nil), list...))
}

func testNodes(t *testing.T, a, b Shared) {
	requireNodes(t, a)
	beech, oak := node("n2", "beech"), node("n1", "oak")
	require.NoError(t, a.Join(t.Context(), oak))
	require.NoError(t, b.Join(t.Context(), beech))
	requireNodes(t, a, beech, oak)
	require.Error(t, a.Join(t.Context(), beech), "it is there already")

	listed, err := a.Beat(t.Context(), "n1", 1<<63-1, 12)
	require.NoError(t, err)
	require.True(t, listed)
	oak.Beat, oak.Rooms = 1<<63-1, 12
	requireNodes(t, b, beech, oak)
	listed, err = a.Beat(t.Context(), "n3", 1, 0)
	require.NoError(t, err)
	require.False(t, listed)

	// A node whose beat has changed is not removed.
	dead, err := b.RemoveDead(t.Context(), "n1", 7)
	require.NoError(t, err)
	require.False(t, dead)
	dead, err = b.RemoveDead(t.Context(), "n1", oak.Beat)
	require.NoError(t, err)
	require.True(t, dead)
	dead, err = a.RemoveDead(t.Context(), "n1", oak.Beat)
	require.NoError(t, err)
	require.False(t, dead, "once")
	requireNodes(t, a, beech)

	require.NoError(t, a.Drain(t.Context(), "n2"))
	beech.Draining = true
	requireNodes(t, b, beech)
	require.ErrorIs(t, a.Drain(t.Context(), "n1"), store.ErrNotFound)
	require.NoError(t, b.Leave(t.Context(), "n2"))
	require.NoError(t, b.Leave(t.Context(), "n2"))
	requireNodes(t, a)
}

// One node at a time is the leader. A draining node never is.
func testLeader(t *testing.T, a, b Shared) {
	require.NoError(t, a.Elect(t.Context(), "n1"), "not there yet")
	first, second := node("n1", "beech"), node("n2", "oak")
	require.NoError(t, a.Join(t.Context(), first))
	require.NoError(t, b.Join(t.Context(), second))
	var all sync.WaitGroup
	for range 5 {
		all.Go(func() {
			if err := a.Elect(t.Context(), "n1"); err != nil {
				t.Error(err)
			}
		})
		all.Go(func() {
			if err := b.Elect(t.Context(), "n2"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	list, err := a.Nodes.Nodes(t.Context())
	require.NoError(t, err)
	at := slices.IndexFunc(list, func(n store.Node) bool { return n.Leader })
	require.GreaterOrEqual(t, at, 0)
	require.False(t, list[1-at].Leader)

	require.NoError(t, a.Drain(t.Context(), list[at].ID))
	require.NoError(t, a.Elect(t.Context(), list[at].ID))
	require.NoError(t, b.Elect(t.Context(), list[1-at].ID))
	list, err = b.Nodes.Nodes(t.Context())
	require.NoError(t, err)
	require.False(t, list[at].Leader)
	require.True(t, list[1-at].Leader)
}

// A node cannot take over a room of another node that is in the list.
func testOwnedRoom(t *testing.T, a, b Shared) {
	require.NoError(t, a.Join(t.Context(), node("n1", "beech")))
	require.NoError(t, b.Join(t.Context(), node("n2", "oak")))
	created, err := a.Rooms.Create(t.Context(), "a", "", store.Batch{Meta: minimalMeta()})
	require.NoError(t, err)
	refused := func(db Shared, as, owner string) {
		t.Helper()
		_, err := db.TakeOver(t.Context(), "a", as)
		var owned *store.OwnedError
		require.ErrorAs(t, err, &owned)
		require.Equal(t, store.OwnedError{Room: "a", Owner: owner}, *owned)
	}
	first, err := a.TakeOver(t.Context(), "a", "n1")
	require.NoError(t, err)
	require.NotEqual(t, created.Epoch, first.Epoch)
	refused(b, "n2", "n1")
	first, err = a.TakeOver(t.Context(), "a", "n1")
	require.NoError(t, err, "its own")
	first, err = appendOne(t.Context(), a.DB, first)
	require.NoError(t, err, "what was refused has changed nothing")

	// Every node can take a room that was released.
	require.NoError(t, a.Rooms.Release(t.Context(), first))
	second, err := b.TakeOver(t.Context(), "a", "n2")
	require.NoError(t, err)
	refused(a, "n1", "n2")
	_, err = appendOne(t.Context(), a.DB, first)
	require.ErrorIs(t, err, store.ErrFenced)
	require.ErrorIs(t, a.Rooms.Release(t.Context(), first), store.ErrFenced)
	refused(a, "n1", "n2")

	// Every node can take a room of a dead node. Until then the dead node can write.
	dead, err := a.RemoveDead(t.Context(), "n2", 7)
	require.NoError(t, err)
	require.True(t, dead)
	second, err = appendOne(t.Context(), b.DB, second)
	require.NoError(t, err)
	third, err := a.TakeOver(t.Context(), "a", "n1")
	require.NoError(t, err)
	require.Equal(t, second.Seq, third.Seq)
	_, err = appendOne(t.Context(), b.DB, second)
	require.ErrorIs(t, err, store.ErrFenced)
	_, err = b.Chats.AddChat(t.Context(), second, nil)
	require.ErrorIs(t, err, store.ErrFenced)

	// A caller that names no owner can take any room.
	_, err = b.TakeOver(t.Context(), "a", "")
	require.NoError(t, err)
}

// createDueRooms makes rooms that are due to wake up at a time.
func createDueRooms(t *testing.T, db Shared, at time.Time, ids ...string) {
	t.Helper()
	for _, id := range ids {
		_, err := db.Rooms.Create(t.Context(), id, "", store.Batch{Meta: minimalMeta(), Wake: &at})
		require.NoError(t, err)
	}
}

func roomIDs(list []store.Wakeup) (ids []string) {
	for _, one := range list {
		ids = append(ids, one.Room)
	}
	return ids
}

func testTakeDue(t *testing.T, a, b Shared) {
	require.NoError(t, a.Join(t.Context(), node("n1", "beech")))
	require.NoError(t, b.Join(t.Context(), node("n2", "oak")))
	now := time.UnixMilli(10_000)
	createDueRooms(t, a, now.Add(time.Millisecond), "later")
	createDueRooms(t, a, now, "a", "b")
	createDueRooms(t, a, now.Add(-time.Second), "c", "d", "e")
	createRoom(t, a.DB, "never", 0)
	_, err := a.TakeOver(t.Context(), "d", "n1")
	require.NoError(t, err)

	got, err := b.TakeDue(t.Context(), "n2", now, 2)
	require.NoError(t, err)
	require.Equal(t, []string{"c", "e"}, roomIDs(got))
	require.Equal(t, now.Add(-time.Second).UnixMilli(), got[0].At.UnixMilli())
	got, err = a.TakeDue(t.Context(), "n1", now, 1)
	require.NoError(t, err)
	require.Equal(t, []string{"d", "a"}, roomIDs(got), "with its own")
	got, err = b.TakeDue(t.Context(), "n2", now, 10)
	require.NoError(t, err)
	require.Equal(t, []string{"c", "e", "b"}, roomIDs(got), "the same until they have another wake-up")
	room, err := a.Rooms.Room(t.Context(), "b")
	require.NoError(t, err)
	require.Equal(t, "n2", room.Owner)

	dead, err := b.RemoveDead(t.Context(), "n1", 7)
	require.NoError(t, err)
	require.True(t, dead)
	got, err = b.TakeDue(t.Context(), "n2", now, 10)
	require.NoError(t, err)
	require.Equal(t, []string{"c", "d", "e", "a", "b"}, roomIDs(got))
}

// If two nodes take due rooms at the same time, each room goes to one of them.
func testTakeDueConcurrently(t *testing.T, a, b Shared) {
	require.NoError(t, a.Join(t.Context(), node("n1", "beech")))
	require.NoError(t, b.Join(t.Context(), node("n2", "oak")))
	now := time.UnixMilli(10_000)
	const count = 60
	for i := range count {
		createDueRooms(t, a, now, fmt.Sprint(i))
	}
	var all sync.WaitGroup
	found := make([][]string, 2)
	for i, db := range []Shared{a, b} {
		all.Go(func() {
			id := fmt.Sprint("n", i+1)
			for range count {
				list, err := db.TakeDue(t.Context(), id, now, 3)
				if err != nil {
					t.Error(err)
				}
				found[i] = roomIDs(list)
			}
		})
	}
	all.Wait()
	both := slices.Concat(found...)
	slices.Sort(both)
	require.Len(t, both, count)
	require.Len(t, slices.Compact(both), count, "no room twice")
}

func testPendingTurnsOf(t *testing.T, a, b Shared) {
	require.NoError(t, a.Join(t.Context(), node("n1", "beech")))
	require.NoError(t, b.Join(t.Context(), node("n2", "oak")))
	due := time.UnixMilli(10_000)
	for i, owner := range []string{"n1", "n2", "n3", ""} {
		id := fmt.Sprint(i)
		createRoom(t, a.DB, id, 0)
		head, err := a.TakeOver(t.Context(), id, owner)
		require.NoError(t, err)
		_, err = a.Rooms.Append(t.Context(), head, store.Batch{
			Entries: makeEntries(0, 1), PendingTurn: &store.NewPendingTurn{Data: json.RawMessage(`{}`), Due: due},
		})
		require.NoError(t, err)
	}
	for _, test := range []struct {
		id      string
		orphans bool
		at      time.Time
		limit   int
		want    []string
	}{
		{"n1", false, due, 10, []string{"0"}},
		{"n2", false, due, 10, []string{"1"}},
		{"n2", true, due, 10, []string{"1", "2", "3"}},
		{"n2", true, due, 2, []string{"1", "2"}},
		{"n2", true, due.Add(-time.Millisecond), 10, nil},
	} {
		list, err := b.PendingTurnsOf(t.Context(), test.id, test.orphans, test.at, test.limit)
		require.NoError(t, err)
		var got []string
		for _, one := range list {
			got = append(got, one.Room)
		}
		require.Equal(t, test.want, got)
	}
}

// A node that keeps reading receives every signal of every node exactly once.
func testSignals(t *testing.T, a, b Shared) {
	last, err := a.LastSignal(t.Context())
	require.NoError(t, err)
	require.Zero(t, last)
	require.NoError(t, b.Signal(t.Context(), "n2", []byte("before")))
	last, err = a.LastSignal(t.Context())
	require.NoError(t, err)
	require.NotZero(t, last)

	const each = 20
	var all sync.WaitGroup
	done := make(chan struct{})
	for i, db := range []Shared{a, b} {
		all.Go(func() {
			for j := range each {
				if err := db.Signal(t.Context(), fmt.Sprint("n", i+1), fmt.Appendf(nil, "%d.%d", i, j)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	go func() { all.Wait(); close(done) }()
	heard := map[string]int{}
	listen := func() {
		list, err := a.Signals(t.Context(), last)
		require.NoError(t, err)
		for _, one := range list {
			require.Greater(t, one.Number, last)
			last = one.Number
			heard[one.Node+" "+string(one.Data)]++
		}
	}
	for ended := false; !ended; {
		select {
		case <-done:
			ended = true
		default:
		}
		listen()
	}
	require.Len(t, heard, 2*each)
	for what, times := range heard {
		require.Equal(t, 1, times, what)
	}
}

// A ceremony that one node has stored can be taken by another one, once and within its time.
func testCeremonies(t *testing.T, a, b Shared) {
	require.NoError(t, a.PutCeremony(t.Context(), "x", []byte("one"), time.Minute))
	require.NoError(t, a.PutCeremony(t.Context(), "y", []byte("two"), time.Minute))
	got, err := b.TakeCeremony(t.Context(), "x")
	require.NoError(t, err)
	require.Equal(t, "one", string(got))
	for _, db := range []Shared{a, b} {
		_, err = db.TakeCeremony(t.Context(), "x")
		require.ErrorIs(t, err, store.ErrNotFound)
	}
	require.NoError(t, a.PutCeremony(t.Context(), "late", []byte("three"), -time.Second))
	_, err = b.TakeCeremony(t.Context(), "late")
	require.ErrorIs(t, err, store.ErrNotFound)
	got, err = b.TakeCeremony(t.Context(), "y")
	require.NoError(t, err)
	require.Equal(t, "two", string(got))
}
