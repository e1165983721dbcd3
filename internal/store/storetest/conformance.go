package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// Run checks a store. Each test opens and closes an empty store. The tests run in parallel.
func Run(t *testing.T, open func(*testing.T) *store.DB) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, *store.DB)
	}{
		{"create", testCreate},
		{"rooms by id", testRoomsByID},
		{"append", testAppend},
		{"batch", testBatch},
		{"fenced by epoch", testFencedByEpoch},
		{"fenced by number", testFencedByNumber},
		{"epochs are never given twice", testEpochs},
		{"one of many writers wins", testWriters},
		{"refusals leave others alone", testIsolation},
		{"read", testRead},
		{"data", testData},
		{"invalid", testInvalid},
		{"copies", testCopies},
		{"snapshot", testSnapshot},
		{"wake-ups", testWakeups},
		{"list", testList},
		{"list pages", testListPages},
		{"count", testCount},
		{"progress", testProgress},
		{"codes", testCodes},
		{"owner", testOwner},
		{"trim", testTrim},
		{"trim everything", testTrimEverything},
		{"trim a long log", testTrimLong},
		{"archive", testArchive},
		{"analysis", testAnalysis},
		{"matches", testMatches},
		{"a match is archived once", testMatchTwice},
		{"files", testFiles},
		{"files end", testFilesEnd},
		{"delete", testDelete},
		{"chat", testChat},
		{"identities", testIdentities},
		{"changes of identities", testChangeIdentity},
		{"a credential is used up once", testUsedUpOnce},
		{"skeletons", testSkeletons},
		{"the order of names", testOrderOfNames},
		{"bots", testBots},
		{"identities by id", testIdentitiesByID},
		{"faces", testFaces},
		{"settings", testSettings},
		{"results", testResults},
		{"streaks", testStreaks},
		{"standings", testStandings},
		{"teams", testTeams},
		{"ratings", testRatings},
		{"leaders", testLeaders},
		{"rated matches stay", testRatedStay},
		{"delete an identity", testDeleteIdentity},
		{"delete a match", testDeleteMatch},
		{"list by skeleton", testListBySkeleton},
		{"unseen identities", testUnseen},
		{"blocks", testBlocks},
		{"follows", testFollows},
		{"identities by prefix of the skeleton", testSkeletonPrefix},
		{"identities by name", testByName},
		{"most played games", testMostPlayed},
		{"invitations", testInvitations},
		{"join codes", testJoinCodes},
		{"join codes used at the same time", testJoinCodesAtTheSameTime},
		{"deals of the day", testDaily},
		{"lines of the club", testClubLines},
		{"limits of lines of the club", testClubLineLimits},
		{"puzzles", testPuzzles},
		{"own puzzles", testOwnPuzzles},
		{"bans", testBans},
		{"roles", testRoles},
		{"reports", testReports},
		{"acts", testActs},
		{"notice", testNotice},
		{"texts about the server", testSite},
		{"counts", testNumbers},
		{"channels", testChannels},
		{"pending turns", testPendingTurns},
		{"notifications", testNotifications},
		{"appointments", testAppointments},
		{"answers to appointments", testAppointmentAnswers},
		{"an appointment is written once", testAppointmentFenced},
		{"events", testEvents},
		{"places of events", testEventPlaces},
		{"an event is written once", testEventFenced},
		{"ended context", testContext},
		{"context ends meanwhile", testContextMeanwhile},
		{"closed", testClosed},
		{"close while appending", testCloseMeanwhile},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			db := open(t)
			t.Cleanup(func() { require.NoError(t, db.Close()) })
			test.run(t, db)
		})
	}
}

// RunNodes checks a store that several nodes share. open opens an empty store twice, for two nodes.
func RunNodes(t *testing.T, open func(*testing.T) (a, b Shared)) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, a, b Shared)
	}{
		{"nodes", testNodes},
		{"leader", testLeader},
		{"a room of a living node", testOwnedRoom},
		{"rooms that are due are shared", testTakeDue},
		{"rooms that are due go to one node each", testTakeDueConcurrently},
		{"pending turns of a node", testPendingTurnsOf},
		{"signals", testSignals},
		{"ceremonies", testCeremonies},
		{"online", testOnline},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			a, b := open(t)
			test.run(t, a, b)
		})
	}
}

// RunDurable checks that a store has the same contents after it was closed and opened again. It calls
// open several times with the same folder, each time after the previous store was closed.
func RunDurable(t *testing.T, open func(t *testing.T, dir string) *store.DB) {
	t.Run("reopen", func(t *testing.T) { testReopen(t, open) })
	t.Run("reopen after closing while appending", func(t *testing.T) { testReopenAfterRace(t, open) })
}

// minimalMeta returns the least meta data that a room needs.
func minimalMeta() *store.Meta { return &store.Meta{Status: store.StatusOpen} }

// createRoom makes a room with a number of entries.
func createRoom(t *testing.T, db *store.DB, id string, entries int) store.Head {
	t.Helper()
	head, err := db.Rooms.Create(
		t.Context(),
		id,
		"node",
		store.Batch{Meta: minimalMeta(), Entries: makeEntries(0, entries)},
	)
	require.NoError(t, err)
	return head
}

// makeEntries returns n different entries to write after the entry with the number after.
func makeEntries(after uint64, n int) []store.Entry {
	var list []store.Entry
	for i := range n {
		list = append(list, store.Entry{Kind: "answer", Data: fmt.Append(nil, "entry ", after+uint64(i)+1)})
	}
	return list
}

// requireEntries checks that a room has exactly the entries 1 to n of makeEntries.
func requireEntries(t *testing.T, db *store.DB, id string, n int) {
	t.Helper()
	want := makeEntries(0, n)
	for i := range want {
		want[i].Seq = uint64(i) + 1
	}
	require.Equal(t, want, readAll(t, db, id))
	room, err := db.Rooms.Room(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, uint64(n), room.Seq)
}

// readAll returns all entries of a room.
func readAll(t *testing.T, db *store.DB, id string) []store.Entry {
	t.Helper()
	var all []store.Entry
	for entry, err := range store.Entries(t.Context(), db.Rooms, id, 1) {
		require.NoError(t, err)
		all = append(all, entry)
	}
	return all
}

// appendOne appends one entry.
func appendOne(ctx context.Context, db *store.DB, head store.Head) (store.Head, error) {
	return db.Rooms.Append(ctx, head, store.Batch{Entries: makeEntries(head.Seq, 1)})
}
