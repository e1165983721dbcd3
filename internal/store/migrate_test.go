package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store/postgrestest"
)

// fillFolder makes a folder with a row in every table.
func fillFolder(t *testing.T, dir string) {
	t.Helper()
	ctx := t.Context()
	s := openTest(t, dir)
	soon := time.UnixMilli(5000)
	ann := Identity{ID: "ann", Name: "Änn \u2603", Skeleton: "ann", Created: soon}
	require.NoError(
		t,
		s.Identities.CreateIdentity(
			ctx,
			ann,
			Credential{CredentialKey: CredentialKey{Kind: "token", ID: []byte{0, 1, 0xff}}, Data: []byte{0}},
		),
	)
	require.NoError(
		t,
		s.Identities.CreateIdentity(
			ctx,
			Identity{ID: "bot", Owner: "ann"},
			Credential{CredentialKey: CredentialKey{Kind: "token", ID: []byte("b")}},
		),
	)
	require.NoError(
		t,
		s.Identities.CreateIdentity(
			ctx,
			Identity{ID: "gone", Kind: "account", Name: "Gone", Skeleton: "gone", Created: soon},
			Credential{CredentialKey: CredentialKey{Kind: "token", ID: []byte("g")}},
		),
	)
	require.NoError(t, s.Identities.DeleteIdentity(ctx, "gone"))
	for i := range 3 {
		id := fmt.Sprint("room ", i)
		head, err := s.Rooms.Create(ctx, id, "node", Batch{
			Meta: &Meta{
				Game:    "go",
				Status:  StatusOpen,
				Listed:  i == 1,
				Members: []string{"ann"},
				Summary: json.RawMessage(`{"a":"\u2603"}`),
			},
			Entries: []Entry{
				{Kind: "a", Data: []byte{0}},
				{Kind: "b", Data: []byte("y")},
				{Kind: "c", Data: []byte("x")},
			},
			Wake:        &soon,
			Progress:    json.RawMessage(`{"round":1}`),
			PendingTurn: &NewPendingTurn{Data: json.RawMessage(`["ann"]`)},
		})
		require.NoError(t, err)
		match := &Match{
			ID:      fmt.Sprint("match ", i),
			Game:    "go",
			Seats:   2,
			Listed:  i == 1,
			Started: soon,
			Ended:   soon,
			Persons: []string{"ann"},
			Results: []Result{
				{Person: "ann", Rank: 1, Total: -3, Pieces: []string{"oak"}, Feats: []string{"first"}},
				{Person: "bot", Rank: 2},
			},
			Opens: soon.Add(time.Duration(i) * time.Second),
			Rated: []RatedSeat{{Player: "ann", Rank: 1}, {Player: "bot", Rank: 2}},
		}
		head, err = s.Rooms.Append(
			ctx,
			head,
			Batch{
				Snapshot: &Snapshot{Seq: 2, Data: []byte{0}},
				Trim:     i == 2,
				Match:    match,
				Record:   []byte{1, 0}[:2*(i%2)],
			},
		)
		require.NoError(t, err)
		_, err = s.Chats.AddChat(ctx, head, []byte("hello"))
		require.NoError(t, err)
		_, err = s.Directory.AssignCode(ctx, id, fmt.Sprint("code", i))
		require.NoError(t, err)
		require.NoError(t, s.Archive.SaveAnalysis(ctx, match.ID, []byte{2}))
		if i == 2 {
			_, err = s.Rooms.Append(ctx, head, Batch{Entries: []Entry{{Kind: "d", Data: []byte("z")}}})
			require.NoError(t, err)
		}
	}
	// The last one is not counted yet.
	_, _, err := s.Results.CountResults(ctx, CountQuery{At: soon.Add(time.Second), Kinds: []string{""}})
	require.NoError(t, err)
	last := createTest(t, s.DB, "deleted")
	require.NoError(t, s.Rooms.Delete(ctx, last))
	require.NoError(
		t,
		s.Imports.AddImport(
			ctx,
			ImportedMatch{
				Match:  Match{ID: "file", Started: soon, Ended: soon},
				Owner:  "ann",
				Until:  soon,
				Record: []byte{3},
			},
			Quota{Matches: 1, Bytes: 9},
		),
	)
	require.NoError(t, s.Bans.AddBan(ctx, Ban{ID: "ban", Address: "10.0.0.0/8"}))
	_, err = s.Identities.InitSetting(ctx, "domain", "play.example")
	require.NoError(t, err)
	require.NoError(t, s.Blocks.AddBlock(ctx, Block{Identity: "ann", Blocked: "bot"}))
	require.NoError(t, s.Follows.AddFollow(ctx, Follow{Follower: "ann", Followed: "bot"}))
	require.NoError(t, s.JoinCodes.AddJoinCodes(ctx, []JoinCode{
		{ID: "code", Hash: []byte{0, 1, 255}, Kind: "card", Label: "ABCD", People: 1, Until: time.Now().Add(time.Hour)},
	}, 1))
	require.NoError(t, s.Identities.ChangeIdentity(ctx, "ann", IdentityChange{
		Identity: &Identity{Name: "Ann", Kind: "account", Skeleton: "ann"}, JoinCode: []byte{0, 1, 255},
	}))
	_, err = s.ClubLines.AddClubLine(ctx, ClubLine{Person: "ann", Text: "hello \u2603"}, ClubLineLimits{Stored: 9})
	require.NoError(t, err)
	require.NoError(t, s.Invitations.AddInvitation(ctx, Invitation{ID: "i", From: "ann", To: "bot", Room: "room 1"}))
	require.NoError(
		t,
		s.Notifications.AddChannel(ctx, Channel{ID: "c", Identity: "ann", Data: json.RawMessage(`{}`)}, 1),
	)
	require.NoError(
		t,
		s.Notifications.AddNotifications(
			ctx,
			[]Notification{
				{
					NotificationKey: NotificationKey{Channel: "c", Room: "room 1", Topic: "t"},
					Identity:        "ann",
					Data:            json.RawMessage(`{}`),
				},
			},
		),
	)
	require.NoError(t, s.Moderation.SetRole(ctx, "ann", "owner"))
	_, err = s.Moderation.AddReport(
		ctx,
		Report{Reporter: "bot", Person: "ann", Topic: "name", Data: []byte(`{}`), Created: soon},
		9,
		soon,
	)
	require.NoError(t, err)
	_, err = s.Moderation.AddAct(
		ctx,
		Act{At: soon, Moderator: "ann", Kind: "warn", Person: "bot", Explanation: "\u2603", Unread: true},
	)
	require.NoError(t, err)
	require.NoError(
		t,
		s.Moderation.SetNotice(ctx, Notice{Texts: map[string]string{"": "Restart at 22:00"}, Created: soon}),
	)
	require.NoError(t, s.Appointments.AddAppointment(ctx, Appointment{
		ID: "code", Planner: "ann", At: soon, Listed: true, State: "open", Due: soon, Data: json.RawMessage(`{}`),
	}, "yes", AppointmentQuota{InState: 1, Made: 1}))
	require.NoError(t, s.Puzzles.AddPuzzleAnswer(
		ctx, PuzzleAnswer{Person: "ann", Puzzle: "p", Game: "toy", Day: 7},
		func(person, puzzle PuzzleRating) (PuzzleRating, PuzzleRating) { return person, puzzle },
	))
	require.NoError(t, s.Puzzles.AddOwnPuzzle(
		ctx, OwnPuzzle{Person: "ann", Match: "file", Data: json.RawMessage(`{}`), Due: soon}, 9,
	))
	require.NoError(t, s.Events.AddEvent(ctx, Event{
		ID: "cup", Organiser: "ann", At: soon, Listed: true, Due: soon, Summary: json.RawMessage(`{}`),
	}, json.RawMessage(`{"v":1}`), "organiser", EventQuota{Open: 1, Made: 1}))
	cup, err := s.Events.Event(ctx, "cup")
	require.NoError(t, err)
	require.NoError(t, s.Events.WriteEvent(ctx, EventWrite{Event: cup, Ranking: []string{"ann"}}))
	_, err = s.Daily.Secret(ctx, "c0ffee")
	require.NoError(t, err)
	points := 40
	try := DailyTry{Day: 20_000, Deal: "solo", Identity: "ann", Room: "daily", Ranked: true, Begun: soon}
	_, err = s.Daily.BeginTry(ctx, try)
	require.NoError(t, err)
	try.Ended, try.Points = soon, &points
	require.NoError(t, s.Daily.EndTry(ctx, try))
	require.NoError(t, s.Site.SetSiteText(ctx, SiteText{Part: "welcome", Lang: "fr", Text: "Salut"}))
	require.NoError(t, s.Ratings.AddRatings(ctx, RatingChange{
		To: 1, Ratings: []Rating{{Player: "ann", Game: "go", Mu: 25.1, Sigma: 1.0 / 3, Last: soon, Settled: true}},
		Steps: []RatingStep{{Player: "ann", Game: "go", Number: 1, Before: -0.1, Mu: 1e-9, Counted: true}},
	}))
	require.NoError(t, s.Close())
}

// folderFiles returns the hashes of the files in a folder.
func folderFiles(t *testing.T, dir string) map[string][sha256.Size]byte {
	t.Helper()
	files := map[string][sha256.Size]byte{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		require.NoError(t, err)
		files[entry.Name()] = sha256.Sum256(data)
	}
	return files
}

func TestMigrate(t *testing.T) {
	dir, url := t.TempDir(), postgrestest.URL(t)
	fillFolder(t, dir)
	// A restored backup has no lock.
	require.NoError(t, os.Remove(filepath.Join(dir, lockName)))
	before := folderFiles(t, dir)

	// An interrupted Migrate leaves nothing behind and can be tried again.
	ctx, cancel := context.WithCancel(t.Context())
	tables := 0
	require.ErrorIs(t, Migrate(ctx, dir, url, func(MovedTable) {
		if tables++; tables == 5 {
			cancel()
		}
	}), context.Canceled)
	empty := openPostgresTest(t, url)
	counts, err := empty.Directory.Count(t.Context())
	require.NoError(t, err)
	require.Empty(t, counts)
	require.NoError(t, empty.Close())

	var moved []MovedTable
	require.NoError(t, Migrate(t.Context(), dir, url, func(table MovedTable) { moved = append(moved, table) }))
	require.Greater(t, len(moved), 20)
	for _, table := range moved {
		if table.Name != "leftovers" { // deletions that are not yet complete
			require.NotZero(t, table.Rows, "the folder has something of %s to move", table.Name)
		}
	}
	var again []MovedTable
	require.NoError(t, Migrate(t.Context(), dir, url, func(table MovedTable) { again = append(again, table) }))
	require.Equal(t, moved, again)

	// Both stores have the same contents and go on with the same numbers.
	require.Equal(t, before, folderFiles(t, dir), "the folder stays as it is")
	s, p := openTest(t, dir), openPostgresTest(t, url)
	for i := range 3 {
		id := fmt.Sprint("room ", i)
		require.Equal(t, readEverything(t, s.DB, id), readEverything(t, p.DB, id))
	}
	var last []int64
	for _, log := range []*DB{s.DB, p.DB} {
		head := createTest(t, log, "next")
		var number int64
		db := s.engine.read
		if log == p.DB {
			db = p.db
		}
		require.NoError(t, db.QueryRowContext(t.Context(), `SELECT number FROM rooms WHERE id = 'next'`).Scan(&number))
		last = append(last, number)
		_, err := log.Rooms.Append(t.Context(), head, Batch{Match: &Match{ID: "next"}})
		require.NoError(t, err)
		match, err := log.Archive.Match(t.Context(), "next")
		require.NoError(t, err)
		last = append(last, match.Number)
	}
	require.Equal(t, last[:2], last[2:])
	require.NoError(t, s.Close())

	require.ErrorIs(t, Migrate(t.Context(), dir, url, func(MovedTable) {}), ErrOtherData)
	_, err = p.db.ExecContext(t.Context(), `UPDATE entries SET kind = 'changed' WHERE seq = 3`)
	require.NoError(t, err)
	require.ErrorIs(t, Migrate(t.Context(), dir, url, func(MovedTable) {}), ErrOtherData)
	require.Error(t, Migrate(t.Context(), t.TempDir(), url, func(MovedTable) {}), "there is nothing to move")
	open := openTest(t, dir)
	require.ErrorIs(t, Migrate(t.Context(), dir, url, func(MovedTable) {}), ErrLocked)
	require.NoError(t, open.Close())
}

// readEverything reads a room and all data that does not belong to rooms.
func readEverything(t *testing.T, log *DB, id string) []any {
	t.Helper()
	ctx := t.Context()
	var all []any
	note := func(value any, err error) {
		t.Helper()
		require.NoError(t, err)
		all = append(all, value)
	}
	room, err := log.Rooms.Room(ctx, id)
	note(room, err)
	entries, err := log.Rooms.Read(ctx, id, 1, 10)
	note(entries, err)
	snapshot, err := log.Rooms.Snapshot(ctx, id)
	note(snapshot, err)
	chat, err := log.Chats.Chat(ctx, id, 0, 10)
	note(chat, err)
	rooms, err := log.Directory.List(ctx, ListQuery{Limit: 2, Member: "ann"})
	note(rooms, err)
	matches, err := log.Archive.Matches(ctx, MatchQuery{Limit: 10, Listed: true})
	note(matches, err)
	identity, err := log.Identities.Identity(ctx, "ann")
	note(identity, err)
	credentials, err := log.Identities.Credentials(ctx, "ann")
	note(credentials, err)
	return all
}

// Different rows have different hashes.
func TestMovedRows(t *testing.T) {
	sum := func(rows ...[]any) MovedTable {
		var table MovedTable
		for _, row := range rows {
			require.NoError(t, table.add(row))
		}
		return table
	}
	rows := [][]any{{int64(1), "a", []byte("b"), nil, true}, {int64(2), "", []byte{}, int64(0), false}}
	require.Equal(t, sum(rows...), sum(rows[1], rows[0]))
	for _, other := range [][]any{
		{int64(2), "a", []byte("b"), nil, true},
		{int64(1), "", []byte("ab"), nil, true},
		{int64(1), "a", []byte("b"), "", true},
		{int64(1), "a", []byte("b"), nil, false},
	} {
		require.NotEqual(t, sum(rows...), sum(other, rows[1]))
	}
	require.Error(t, (&MovedTable{}).add([]any{sql.NullInt64{}}))
}
