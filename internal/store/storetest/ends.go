package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// everyMethod returns a call of each method, by name.
func everyMethod(db *store.DB, head store.Head) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"Create": func(ctx context.Context) error {
			_, err := db.Rooms.Create(ctx, "new", "node", store.Batch{Meta: minimalMeta()})
			return err
		},
		"TakeOver": func(ctx context.Context) error { _, err := db.Rooms.TakeOver(ctx, head.Room, "node"); return err },
		"Append":   func(ctx context.Context) error { _, err := appendOne(ctx, db, head); return err },
		"Delete":   func(ctx context.Context) error { return db.Rooms.Delete(ctx, head) },
		"Room":     func(ctx context.Context) error { _, err := db.Rooms.Room(ctx, head.Room); return err },
		"Read":     func(ctx context.Context) error { _, err := db.Rooms.Read(ctx, head.Room, 1, 1); return err },
		"Snapshot": func(ctx context.Context) error { _, err := db.Rooms.Snapshot(ctx, head.Room); return err },
		"List": func(ctx context.Context) error {
			_, err := db.Directory.List(ctx, store.ListQuery{Limit: 1})
			return err
		},
		"Count": func(ctx context.Context) error { _, err := db.Directory.Count(ctx); return err },
		"Due": func(ctx context.Context) error {
			_, err := db.Directory.Due(ctx, store.DueQuery{Limit: 1})
			return err
		},
		"Match":  func(ctx context.Context) error { _, err := db.Archive.Match(ctx, "m"); return err },
		"Record": func(ctx context.Context) error { _, err := db.Archive.Record(ctx, "m"); return err },
		"Matches": func(ctx context.Context) error {
			_, err := db.Archive.Matches(ctx, store.MatchQuery{Limit: 1})
			return err
		},
		"SetSummary":  func(ctx context.Context) error { return db.Archive.SetSummary(ctx, "m", nil) },
		"DeleteMatch": func(ctx context.Context) error { return db.Archive.DeleteMatch(ctx, "m") },
		"BySkeleton": func(ctx context.Context) error {
			_, err := db.Identities.BySkeleton(ctx, store.SkeletonQuery{Limit: 1})
			return err
		},
		"Unseen": func(ctx context.Context) error {
			_, err := db.Identities.Unseen(ctx, store.UnseenQuery{Limit: 1})
			return err
		},
		"AddChat": func(ctx context.Context) error { _, err := db.Chats.AddChat(ctx, head, nil); return err },
		"Release": func(ctx context.Context) error { return db.Rooms.Release(ctx, head) },
		"Chat":    func(ctx context.Context) error { _, err := db.Chats.Chat(ctx, head.Room, 0, 1); return err },
		"CreateIdentity": func(ctx context.Context) error {
			return db.Identities.CreateIdentity(ctx, store.Identity{ID: "x"}, token("x"))
		},
		"ChangeIdentity": func(ctx context.Context) error {
			return db.Identities.ChangeIdentity(ctx, "y", store.IdentityChange{Identity: &store.Identity{}})
		},
		"RecordUse": func(ctx context.Context) error {
			return db.Identities.RecordUse(ctx, token("y").CredentialKey, time.Now(), nil)
		},
		"DeleteIdentity": func(ctx context.Context) error { return db.Identities.DeleteIdentity(ctx, "y") },
		"EndErasure":     func(ctx context.Context) error { return db.Identities.EndErasure(ctx, "y") },
		"Erasures":       func(ctx context.Context) error { _, err := db.Identities.Erasures(ctx, 1); return err },
		"Identity": func(ctx context.Context) error {
			_, err := db.Identities.Identity(ctx, "y")
			return err
		},
		"IdentityBySkeleton": func(ctx context.Context) error {
			_, err := db.Identities.IdentityBySkeleton(ctx, "y")
			return err
		},
		"IdentitiesByID": func(ctx context.Context) error {
			_, err := db.Identities.IdentitiesByID(ctx, []string{"y"})
			return err
		},
		"Avatars": func(ctx context.Context) error {
			_, err := db.Identities.Avatars(ctx, []string{"y"})
			return err
		},
		"Credential": func(ctx context.Context) error {
			_, _, err := db.Identities.Credential(ctx, token("y").CredentialKey)
			return err
		},
		"Credentials": func(ctx context.Context) error { _, err := db.Identities.Credentials(ctx, "y"); return err },
		"Setting":     func(ctx context.Context) error { _, err := db.Identities.Setting(ctx, "y"); return err },
		"InitSetting": func(ctx context.Context) error {
			_, err := db.Identities.InitSetting(ctx, "x", "y")
			return err
		},
		"Tallies": func(ctx context.Context) error {
			_, err := db.Careers.Tallies(ctx, store.CareerQuery{Person: "y"})
			return err
		},
		"Companions": func(ctx context.Context) error {
			_, err := db.Careers.Companions(ctx, store.CareerQuery{Person: "y"}, 1)
			return err
		},
		"CountResults": func(ctx context.Context) error {
			_, _, err := db.Results.CountResults(ctx, store.CountQuery{})
			return err
		},
		"Standings": func(ctx context.Context) error {
			_, err := db.Careers.Standings(ctx, store.StandingQuery{Limit: 1})
			return err
		},
		"AddFollow": func(ctx context.Context) error {
			return db.Follows.AddFollow(ctx, store.Follow{Follower: "x", Followed: "y"})
		},
		"Follows": func(ctx context.Context) error { _, err := db.Follows.FollowsOf(ctx, "y"); return err },
		"AddImport": func(ctx context.Context) error {
			return db.Imports.AddImport(ctx, importedFile("z", "ann", time.UnixMilli(1)), ampleQuota)
		},
		"DeleteImport": func(ctx context.Context) error { return db.Imports.DeleteImport(ctx, "ann", "z") },
		"ExpireImports": func(ctx context.Context) error {
			_, err := db.Imports.ExpireImports(ctx, time.UnixMilli(1), 1)
			return err
		},
		"SetChat": func(ctx context.Context) error { return db.Chats.SetChat(ctx, head.Room, 1, nil) },
		"SetRole": func(ctx context.Context) error { return db.Moderation.SetRole(ctx, "y", "owner") },
		"Roles":   func(ctx context.Context) error { _, err := db.Moderation.Roles(ctx); return err },
		"AddReport": func(ctx context.Context) error {
			_, err := db.Moderation.AddReport(ctx, store.Report{Reporter: "y", Person: "z", Topic: "x"}, 1, time.Time{})
			return err
		},
		"Report": func(ctx context.Context) error { _, err := db.Moderation.Report(ctx, 1); return err },
		"Reports": func(ctx context.Context) error {
			_, err := db.Moderation.Reports(ctx, store.ReportQuery{Limit: 1})
			return err
		},
		"CloseReports": func(ctx context.Context) error {
			_, err := db.Moderation.CloseReports(ctx, "x", time.Now())
			return err
		},
		"ExpireReports": func(ctx context.Context) error { return db.Moderation.ExpireReports(ctx, time.Now()) },
		"AddAct": func(ctx context.Context) error {
			_, err := db.Moderation.AddAct(ctx, store.Act{Kind: "x"})
			return err
		},
		"EndAct": func(ctx context.Context) error { return db.Moderation.EndAct(ctx, 1, "done", false) },
		"Acts": func(ctx context.Context) error {
			_, err := db.Moderation.Acts(ctx, store.ActQuery{Limit: 1})
			return err
		},
		"MarkActsRead": func(ctx context.Context) error { return db.Moderation.MarkActsRead(ctx, "y", 1) },
		"SetNotice": func(ctx context.Context) error {
			return db.Moderation.SetNotice(ctx, store.Notice{Texts: map[string]string{"": "x"}})
		},
		"SetSiteText": func(ctx context.Context) error {
			return db.Site.SetSiteText(ctx, store.SiteText{Part: "x", Text: "y"})
		},
		"SiteTexts": func(ctx context.Context) error { _, err := db.Site.SiteTexts(ctx); return err },
		"CountSince": func(ctx context.Context) error {
			_, err := db.Counts.CountSince(ctx, time.UnixMilli(1), time.UnixMilli(2))
			return err
		},
		"CountAll": func(ctx context.Context) error { _, err := db.Counts.CountAll(ctx); return err },
		"Size":     func(ctx context.Context) error { _, err := db.Counts.Size(ctx); return err },
		"Notice":   func(ctx context.Context) error { _, err := db.Moderation.Notice(ctx); return err },
		"AddBlock": func(ctx context.Context) error {
			return db.Blocks.AddBlock(ctx, store.Block{Identity: "y", Blocked: "x"})
		},
		"DeleteBlock": func(ctx context.Context) error { return db.Blocks.DeleteBlock(ctx, "y", "x") },
		"Blocks":      func(ctx context.Context) error { _, err := db.Blocks.BlocksOf(ctx, "y"); return err },
		"BlocksBetween": func(ctx context.Context) error {
			_, err := db.Blocks.BlocksBetween(ctx, "y", []string{"x"})
			return err
		},
		"AddInvitation": func(ctx context.Context) error {
			return db.Invitations.AddInvitation(ctx, store.Invitation{ID: "z", From: "y", To: "x"})
		},
		"AnswerInvitation": func(ctx context.Context) error { return db.Invitations.AnswerInvitation(ctx, "z", "yes") },
		"Invitations": func(ctx context.Context) error {
			_, err := db.Invitations.ListInvitations(ctx, store.InvitationQuery{From: "y", Limit: 1})
			return err
		},
		"DeleteInvitations": func(ctx context.Context) error {
			return db.Invitations.DeleteInvitations(ctx, time.UnixMilli(1))
		},
		"AddBan":    func(ctx context.Context) error { return db.Bans.AddBan(ctx, store.Ban{ID: "z"}) },
		"DeleteBan": func(ctx context.Context) error { return db.Bans.DeleteBan(ctx, "z") },
		"Bans":      func(ctx context.Context) error { _, err := db.Bans.ListBans(ctx); return err },
	}
}

func testContext(t *testing.T, db *store.DB) {
	head := createRoom(t, db, "a", 1)
	require.NoError(t, db.Identities.CreateIdentity(t.Context(), store.Identity{ID: "y", Name: "Y"}, token("y")))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, call := range everyMethod(db, head) {
		t.Run(name, func(t *testing.T) { require.ErrorIs(t, call(ctx), context.Canceled) })
	}
	room, err := db.Rooms.Room(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, head, room.Head, "nothing was done")
	_, err = db.Rooms.Room(t.Context(), "new")
	require.ErrorIs(t, err, store.ErrNotFound)
	identity, err := db.Identities.Identity(t.Context(), "y")
	require.NoError(t, err)
	require.Equal(t, "Y", identity.Name)
}

// Contexts end while appends wait. After the error of a context, the entry is not written, then or later.
// After a success it is written.
func testContextMeanwhile(t *testing.T, db *store.DB) {
	const rooms, each = 8, 60
	var all sync.WaitGroup
	for i := range rooms {
		id := fmt.Sprint(i)
		head := createRoom(t, db, id, 0)
		all.Go(func() {
			for n := range each {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(n*n)*time.Microsecond)
				next, err := appendOne(ctx, db, head)
				cancel()
				switch {
				case err == nil:
					head = next
				case !errors.Is(err, context.DeadlineExceeded):
					t.Error(err)
					return
				}
			}
			// The head would be refused if another entry had been written.
			if _, err := appendOne(t.Context(), db, head); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for i := range rooms {
		list := readAll(t, db, fmt.Sprint(i))
		requireEntries(t, db, fmt.Sprint(i), len(list))
	}
}

func testClosed(t *testing.T, db *store.DB) {
	head := createRoom(t, db, "a", 1)
	require.NoError(t, db.Close())
	require.NoError(t, db.Close(), "again")
	for name, call := range everyMethod(db, head) {
		t.Run(name, func(t *testing.T) { require.ErrorIs(t, call(t.Context()), store.ErrClosed) })
	}
}

func testCloseMeanwhile(t *testing.T, db *store.DB) { appendUntilClosed(t, db) }

// appendUntilClosed closes the store during many appends, and returns the number of entries that each
// room got.
func appendUntilClosed(t *testing.T, db *store.DB) []int {
	t.Helper()
	const rooms, enough = 16, 20
	heads := make([]store.Head, rooms)
	for i := range heads {
		heads[i] = createRoom(t, db, fmt.Sprint(i), 0)
	}
	acknowledged := make([]int, rooms)
	var all sync.WaitGroup
	halfway := make(chan struct{}, rooms)
	for i := range heads {
		all.Go(func() {
			for {
				next, err := appendOne(t.Context(), db, heads[i])
				if err != nil {
					if !errors.Is(err, store.ErrClosed) {
						t.Error(err)
					}
					break
				}
				heads[i] = next
				if acknowledged[i]++; acknowledged[i] == enough {
					halfway <- struct{}{}
				}
			}
		})
	}
	<-halfway
	require.NoError(t, db.Close())
	all.Wait()
	return acknowledged
}

func testReopenAfterRace(t *testing.T, open func(*testing.T, string) *store.DB) {
	dir := t.TempDir()
	acknowledged := appendUntilClosed(t, open(t, dir))
	db := open(t, dir)
	defer func() { require.NoError(t, db.Close()) }()
	for i, n := range acknowledged {
		requireEntries(t, db, fmt.Sprint(i), n)
	}
}

func testReopen(t *testing.T, open func(*testing.T, string) *store.DB) {
	dir := t.TempDir()
	db := open(t, dir)
	wake := time.Unix(1000, 0).UTC()
	m := minimalMeta()
	m.Members, m.Listed = []string{"ann"}, true
	old, err := db.Rooms.Create(t.Context(), "a", "node", store.Batch{
		Meta: m, Entries: makeEntries(0, 5), Wake: &wake,
		Snapshot: &store.Snapshot{Seq: 4, Data: []byte("state")}, Trim: true,
		Match: &store.Match{
			ID:      "m",
			Game:    "toy",
			Started: wake,
			Ended:   wake,
			Results: []store.Result{{Person: "ann", Rank: 1, Total: 7}},
		}, Record: []byte("moves"),
	})
	require.NoError(t, err)
	_, err = db.Chats.AddChat(t.Context(), old, []byte("hello"))
	require.NoError(t, err)
	ann := store.Identity{ID: "ann", Name: "Ann", Kind: "account", Skeleton: "ann"}
	require.NoError(t, db.Identities.CreateIdentity(t.Context(), ann, token("first")))
	second := token("second")
	second.Kind, second.Label, second.Data = "passkey", "Phone", []byte("key")
	require.NoError(
		t,
		db.Identities.ChangeIdentity(t.Context(), "ann", store.IdentityChange{Add: []store.Credential{second}}),
	)
	_, err = db.Identities.InitSetting(t.Context(), "name", "value")
	require.NoError(t, err)
	require.NoError(t, db.Bans.AddBan(t.Context(), store.Ban{ID: "ban", Identity: "eve", Until: wake}))
	gone := createRoom(t, db, "gone", 1)
	require.NoError(t, db.Rooms.Delete(t.Context(), gone))

	describe := func() []any {
		t.Helper()
		var all []any
		note := func(value any, err error) {
			t.Helper()
			require.NoError(t, err)
			all = append(all, value)
		}
		room, err := db.Rooms.Room(t.Context(), "a")
		note(room, err)
		snapshot, err := db.Rooms.Snapshot(t.Context(), "a")
		note(snapshot, err)
		chat, err := db.Chats.Chat(t.Context(), "a", 0, 10)
		note(chat, err)
		rooms, err := db.Directory.List(t.Context(), store.ListQuery{Limit: 10, Member: "ann"})
		note(rooms, err)
		matches, err := db.Archive.Matches(t.Context(), store.MatchQuery{Limit: 10})
		note(matches, err)
		record, err := db.Archive.Record(t.Context(), "m")
		note(record, err)
		due, err := db.Directory.Due(t.Context(), store.DueQuery{At: wake, Limit: 10})
		note(due, err)
		credentials, err := db.Identities.Credentials(t.Context(), "ann")
		note(credentials, err)
		identity, err := db.Identities.IdentityBySkeleton(t.Context(), "ann")
		note(identity, err)
		setting, err := db.Identities.Setting(t.Context(), "name")
		note(setting, err)
		tallies, err := db.Careers.Tallies(t.Context(), store.CareerQuery{Person: "ann"})
		note(tallies, err)
		bans, err := db.Bans.ListBans(t.Context())
		note(bans, err)
		note(readAll(t, db, "a"), nil)
		return all
	}
	before := describe()
	for range 2 {
		require.NoError(t, db.Close())
		db = open(t, dir)
		require.Equal(t, before, describe())
	}
	// The earlier writer can go on until another one takes over.
	old, err = appendOne(t.Context(), db, old)
	require.NoError(t, err)
	head, err := db.Rooms.TakeOver(t.Context(), "a", "node")
	require.NoError(t, err)
	require.Greater(t, head.Epoch, gone.Epoch)
	_, err = appendOne(t.Context(), db, old)
	require.ErrorIs(t, err, store.ErrFenced)
	require.NoError(t, db.Close())
}
