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

// everything returns a call of each method, by name.
func everything(log *store.DB, head store.Head) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"Create": func(ctx context.Context) error {
			_, err := log.Create(ctx, "new", "node", store.Batch{Meta: meta()})
			return err
		},
		"TakeOver": func(ctx context.Context) error { _, err := log.TakeOver(ctx, head.Room, "node"); return err },
		"Append":   func(ctx context.Context) error { _, err := add(ctx, log, head); return err },
		"Delete":   func(ctx context.Context) error { return log.Delete(ctx, head) },
		"Room":     func(ctx context.Context) error { _, err := log.Room(ctx, head.Room); return err },
		"Read":     func(ctx context.Context) error { _, err := log.Read(ctx, head.Room, 1, 1); return err },
		"Snapshot": func(ctx context.Context) error { _, err := log.Snapshot(ctx, head.Room); return err },
		"List":     func(ctx context.Context) error { _, err := log.List(ctx, store.ListQuery{Limit: 1}); return err },
		"Count":    func(ctx context.Context) error { _, err := log.Count(ctx); return err },
		"Due":      func(ctx context.Context) error { _, err := log.Due(ctx, store.DueQuery{Limit: 1}); return err },
		"Match":    func(ctx context.Context) error { _, err := log.Match(ctx, "m"); return err },
		"Record":   func(ctx context.Context) error { _, err := log.Record(ctx, "m"); return err },
		"Matches": func(ctx context.Context) error {
			_, err := log.Matches(ctx, store.MatchQuery{Limit: 1})
			return err
		},
		"SetSummary":  func(ctx context.Context) error { return log.SetSummary(ctx, "m", nil) },
		"DeleteMatch": func(ctx context.Context) error { return log.DeleteMatch(ctx, "m") },
		"Looks": func(ctx context.Context) error {
			_, err := log.Looks(ctx, store.LookQuery{Limit: 1})
			return err
		},
		"Unseen": func(ctx context.Context) error {
			_, err := log.Unseen(ctx, store.UnseenQuery{Limit: 1})
			return err
		},
		"AddChat": func(ctx context.Context) error { _, err := log.AddChat(ctx, head, nil); return err },
		"Release": func(ctx context.Context) error { return log.Release(ctx, head) },
		"Chat":    func(ctx context.Context) error { _, err := log.Chat(ctx, head.Room, 0, 1); return err },
		"CreateIdentity": func(ctx context.Context) error {
			return log.CreateIdentity(ctx, store.Identity{ID: "x"}, token("x"))
		},
		"ChangeIdentity": func(ctx context.Context) error {
			return log.ChangeIdentity(ctx, "y", store.IdentityChange{Identity: &store.Identity{}})
		},
		"NoteUse":        func(ctx context.Context) error { return log.NoteUse(ctx, token("y").CredentialKey, time.Now(), nil) },
		"DeleteIdentity": func(ctx context.Context) error { return log.DeleteIdentity(ctx, "y") },
		"Identity":       func(ctx context.Context) error { _, err := log.Identity(ctx, "y"); return err },
		"IdentityByLook": func(ctx context.Context) error { _, err := log.IdentityByLook(ctx, "y"); return err },
		"Known":          func(ctx context.Context) error { _, err := log.Known(ctx, []string{"y"}); return err },
		"Faces":          func(ctx context.Context) error { _, err := log.Faces(ctx, []string{"y"}); return err },
		"Credential": func(ctx context.Context) error {
			_, _, err := log.Credential(ctx, token("y").CredentialKey)
			return err
		},
		"Credentials": func(ctx context.Context) error { _, err := log.Credentials(ctx, "y"); return err },
		"Setting":     func(ctx context.Context) error { _, err := log.Setting(ctx, "y"); return err },
		"KeepSetting": func(ctx context.Context) error { _, err := log.KeepSetting(ctx, "x", "y"); return err },
		"Tallies": func(ctx context.Context) error {
			_, err := log.Tallies(ctx, store.CareerQuery{Person: "y"})
			return err
		},
		"Companions": func(ctx context.Context) error {
			_, err := log.Companions(ctx, store.CareerQuery{Person: "y"}, 1)
			return err
		},
		"CountResults": func(ctx context.Context) error {
			_, _, err := log.CountResults(ctx, store.CountQuery{})
			return err
		},
		"Standings": func(ctx context.Context) error {
			_, err := log.Standings(ctx, store.StandingQuery{Limit: 1})
			return err
		},
		"AddFollow": func(ctx context.Context) error { return log.AddFollow(ctx, store.Follow{Identity: "x", Followed: "y"}) },
		"Follows":   func(ctx context.Context) error { _, err := log.Follows(ctx, "y"); return err },
		"AddFile": func(ctx context.Context) error {
			return log.AddFile(ctx, file("z", "ann", time.UnixMilli(1)), plenty)
		},
		"DeleteFile": func(ctx context.Context) error { return log.DeleteFile(ctx, "ann", "z") },
		"ExpireFiles": func(ctx context.Context) error {
			_, err := log.ExpireFiles(ctx, time.UnixMilli(1), 1)
			return err
		},
		"SetChat": func(ctx context.Context) error { return log.SetChat(ctx, head.Room, 1, nil) },
		"SetRole": func(ctx context.Context) error { return log.SetRole(ctx, "y", "owner") },
		"Roles":   func(ctx context.Context) error { _, err := log.Roles(ctx); return err },
		"AddReport": func(ctx context.Context) error {
			_, err := log.AddReport(ctx, store.Report{Reporter: "y", Person: "z", Topic: "x"}, 1, time.Time{})
			return err
		},
		"Report": func(ctx context.Context) error { _, err := log.Report(ctx, 1); return err },
		"Reports": func(ctx context.Context) error {
			_, err := log.Reports(ctx, store.ReportQuery{Limit: 1})
			return err
		},
		"CloseReports":  func(ctx context.Context) error { _, err := log.CloseReports(ctx, "x", time.Now()); return err },
		"ExpireReports": func(ctx context.Context) error { return log.ExpireReports(ctx, time.Now()) },
		"AddAct":        func(ctx context.Context) error { _, err := log.AddAct(ctx, store.Act{Kind: "x"}); return err },
		"EndAct":        func(ctx context.Context) error { return log.EndAct(ctx, 1, "done", false) },
		"Acts":          func(ctx context.Context) error { _, err := log.Acts(ctx, store.ActQuery{Limit: 1}); return err },
		"ToldActs":      func(ctx context.Context) error { return log.ToldActs(ctx, "y", 1) },
		"SetNotice": func(ctx context.Context) error {
			return log.SetNotice(ctx, store.Notice{Texts: map[string]string{"": "x"}})
		},
		"SetSiteText": func(ctx context.Context) error { return log.SetSiteText(ctx, store.SiteText{Part: "x", Words: "y"}) },
		"SiteTexts":   func(ctx context.Context) error { _, err := log.SiteTexts(ctx); return err },
		"CountSince": func(ctx context.Context) error {
			_, err := log.CountSince(ctx, time.UnixMilli(1), time.UnixMilli(2))
			return err
		},
		"CountAll":      func(ctx context.Context) error { _, err := log.CountAll(ctx); return err },
		"Size":          func(ctx context.Context) error { _, err := log.Size(ctx); return err },
		"Notice":        func(ctx context.Context) error { _, err := log.Notice(ctx); return err },
		"AddBlock":      func(ctx context.Context) error { return log.AddBlock(ctx, store.Block{Identity: "y", Blocked: "x"}) },
		"DeleteBlock":   func(ctx context.Context) error { return log.DeleteBlock(ctx, "y", "x") },
		"Blocks":        func(ctx context.Context) error { _, err := log.Blocks(ctx, "y"); return err },
		"BlocksBetween": func(ctx context.Context) error { _, err := log.BlocksBetween(ctx, "y", []string{"x"}); return err },
		"AddInvitation": func(ctx context.Context) error {
			return log.AddInvitation(ctx, store.Invitation{ID: "z", From: "y", To: "x"})
		},
		"AnswerInvitation": func(ctx context.Context) error { return log.AnswerInvitation(ctx, "z", "yes") },
		"Invitations": func(ctx context.Context) error {
			_, err := log.Invitations(ctx, store.InvitationQuery{From: "y", Limit: 1})
			return err
		},
		"DeleteInvitations": func(ctx context.Context) error { return log.DeleteInvitations(ctx, time.UnixMilli(1)) },
		"AddBan":            func(ctx context.Context) error { return log.AddBan(ctx, store.Ban{ID: "z"}) },
		"DeleteBan":         func(ctx context.Context) error { return log.DeleteBan(ctx, "z") },
		"Bans":              func(ctx context.Context) error { _, err := log.Bans(ctx); return err },
	}
}

func testContext(t *testing.T, log *store.DB) {
	head := create(t, log, "a", 1)
	require.NoError(t, log.CreateIdentity(t.Context(), store.Identity{ID: "y", Name: "Y"}, token("y")))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, call := range everything(log, head) {
		t.Run(name, func(t *testing.T) { require.ErrorIs(t, call(ctx), context.Canceled) })
	}
	room, err := log.Room(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, head, room.Head, "nothing was done")
	_, err = log.Room(t.Context(), "new")
	require.ErrorIs(t, err, store.ErrNotFound)
	identity, err := log.Identity(t.Context(), "y")
	require.NoError(t, err)
	require.Equal(t, "Y", identity.Name)
}

// Contexts end while appends wait. After a context error the entry is not there and never
// will be; after success it is there.
func testContextMeanwhile(t *testing.T, log *store.DB) {
	const rooms, each = 8, 60
	var all sync.WaitGroup
	for i := range rooms {
		id := fmt.Sprint(i)
		head := create(t, log, id, 0)
		all.Go(func() {
			for n := range each {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(n*n)*time.Microsecond)
				next, err := add(ctx, log, head)
				cancel()
				switch {
				case err == nil:
					head = next
				case !errors.Is(err, context.DeadlineExceeded):
					t.Error(err)
					return
				}
			}
			// The head would be refused if an entry had been written after all.
			if _, err := add(t.Context(), log, head); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for i := range rooms {
		list := readAll(t, log, fmt.Sprint(i))
		requireEntries(t, log, fmt.Sprint(i), len(list))
	}
}

func testClosed(t *testing.T, log *store.DB) {
	head := create(t, log, "a", 1)
	require.NoError(t, log.Close())
	require.NoError(t, log.Close(), "again")
	for name, call := range everything(log, head) {
		t.Run(name, func(t *testing.T) { require.ErrorIs(t, call(t.Context()), store.ErrClosed) })
	}
}

func testCloseMeanwhile(t *testing.T, log *store.DB) { appendUntilClosed(t, log) }

// appendUntilClosed closes the log while many append, and returns how many
// entries each room got.
func appendUntilClosed(t *testing.T, log *store.DB) []int {
	t.Helper()
	const rooms, enough = 16, 20
	heads := make([]store.Head, rooms)
	for i := range heads {
		heads[i] = create(t, log, fmt.Sprint(i), 0)
	}
	acknowledged := make([]int, rooms)
	var all sync.WaitGroup
	halfway := make(chan struct{}, rooms)
	for i := range heads {
		all.Go(func() {
			for {
				next, err := add(t.Context(), log, heads[i])
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
	require.NoError(t, log.Close())
	all.Wait()
	return acknowledged
}

func testReopenAfterRace(t *testing.T, open func(*testing.T, string) *store.DB) {
	dir := t.TempDir()
	acknowledged := appendUntilClosed(t, open(t, dir))
	log := open(t, dir)
	defer func() { require.NoError(t, log.Close()) }()
	for i, n := range acknowledged {
		requireEntries(t, log, fmt.Sprint(i), n)
	}
}

func testReopen(t *testing.T, open func(*testing.T, string) *store.DB) {
	dir := t.TempDir()
	log := open(t, dir)
	wake := time.Unix(1000, 0).UTC()
	m := meta()
	m.Members, m.Listed = []string{"ann"}, true
	old, err := log.Create(t.Context(), "a", "node", store.Batch{
		Meta: m, Entries: numbered(0, 5), Wake: &wake,
		Snapshot: &store.Snapshot{Seq: 4, Data: []byte("state")}, Trim: true,
		Match: &store.Match{
			ID: "m", Game: "toy", Started: wake, Ended: wake, Results: []store.Result{{Person: "ann", Rank: 1, Total: 7}},
		}, Record: []byte("moves"),
	})
	require.NoError(t, err)
	_, err = log.AddChat(t.Context(), old, []byte("hello"))
	require.NoError(t, err)
	ann := store.Identity{ID: "ann", Name: "Ann", Kind: "account", Look: "ann"}
	require.NoError(t, log.CreateIdentity(t.Context(), ann, token("first")))
	second := token("second")
	second.Kind, second.Label, second.Data = "passkey", "Phone", []byte("key")
	require.NoError(t, log.ChangeIdentity(t.Context(), "ann", store.IdentityChange{Add: []store.Credential{second}}))
	_, err = log.KeepSetting(t.Context(), "name", "value")
	require.NoError(t, err)
	require.NoError(t, log.AddBan(t.Context(), store.Ban{ID: "ban", Identity: "eve", Until: wake}))
	gone := create(t, log, "gone", 1)
	require.NoError(t, log.Delete(t.Context(), gone))

	describe := func() []any {
		t.Helper()
		var all []any
		note := func(value any, err error) {
			t.Helper()
			require.NoError(t, err)
			all = append(all, value)
		}
		room, err := log.Room(t.Context(), "a")
		note(room, err)
		snapshot, err := log.Snapshot(t.Context(), "a")
		note(snapshot, err)
		chat, err := log.Chat(t.Context(), "a", 0, 10)
		note(chat, err)
		rooms, err := log.List(t.Context(), store.ListQuery{Limit: 10, Member: "ann"})
		note(rooms, err)
		matches, err := log.Matches(t.Context(), store.MatchQuery{Limit: 10})
		note(matches, err)
		record, err := log.Record(t.Context(), "m")
		note(record, err)
		due, err := log.Due(t.Context(), store.DueQuery{At: wake, Limit: 10})
		note(due, err)
		credentials, err := log.Credentials(t.Context(), "ann")
		note(credentials, err)
		identity, err := log.IdentityByLook(t.Context(), "ann")
		note(identity, err)
		setting, err := log.Setting(t.Context(), "name")
		note(setting, err)
		tallies, err := log.Tallies(t.Context(), store.CareerQuery{Person: "ann"})
		note(tallies, err)
		bans, err := log.Bans(t.Context())
		note(bans, err)
		note(readAll(t, log, "a"), nil)
		return all
	}
	before := describe()
	for range 2 {
		require.NoError(t, log.Close())
		log = open(t, dir)
		require.Equal(t, before, describe())
	}
	// The earlier writer may go on until somebody takes over.
	old, err = add(t.Context(), log, old)
	require.NoError(t, err)
	head, err := log.TakeOver(t.Context(), "a", "node")
	require.NoError(t, err)
	require.Greater(t, head.Epoch, gone.Epoch)
	_, err = add(t.Context(), log, old)
	require.ErrorIs(t, err, store.ErrFenced)
	require.NoError(t, log.Close())
}
