package storetest

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// token returns a credential of the kind "session".
func token(text string) store.Credential {
	return store.Credential{CredentialKey: store.CredentialKey{Kind: "session", ID: []byte("hash of\x00" + text)}}
}

func testIdentities(t *testing.T, db *store.DB) {
	ann := store.Identity{
		ID: "ann", Name: "Ann ✨", Kind: "guest",
		Created: time.UnixMilli(1500).UTC(), Seen: time.UnixMilli(2500).UTC(),
	}
	first := token("1")
	first.Label, first.Data = "Phone", []byte{0, 1}
	first.Created, first.Used = time.UnixMilli(1600).UTC(), time.UnixMilli(1700).UTC()
	require.NoError(t, db.Identities.CreateIdentity(t.Context(), ann, first))
	require.NoError(t, db.Identities.CreateIdentity(t.Context(), store.Identity{ID: "bob"}, token("2")))
	require.ErrorIs(t, db.Identities.CreateIdentity(t.Context(), ann, token("3")), store.ErrExists)
	require.ErrorIs(t, db.Identities.CreateIdentity(t.Context(), store.Identity{ID: "eve"}, first), store.ErrExists)
	check := func(want store.Identity) {
		t.Helper()
		credential, got, err := db.Identities.Credential(t.Context(), first.CredentialKey)
		require.NoError(t, err)
		require.Equal(t, want, got)
		first.Identity = "ann"
		require.Equal(t, first, credential)
		got, err = db.Identities.Identity(t.Context(), "ann")
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	check(ann)
	_, bob, err := db.Identities.Credential(t.Context(), token("2").CredentialKey)
	require.NoError(t, err)
	require.Equal(t, "bob", bob.ID)
	require.WithinDuration(t, time.Now(), bob.Created, time.Hour)
	require.Equal(t, bob.Created, bob.Seen)

	// The use of a credential also sets when its identity was seen.
	first.Used, ann.Seen = time.UnixMilli(9000).UTC(), time.UnixMilli(9000).UTC()
	require.NoError(t, db.Identities.RecordUse(t.Context(), first.CredentialKey, first.Used, nil))
	check(ann)
	first.Data = []byte("changed")
	require.NoError(t, db.Identities.RecordUse(t.Context(), first.CredentialKey, first.Used, first.Data))
	check(ann)
	require.ErrorIs(
		t,
		db.Identities.RecordUse(t.Context(), token("3").CredentialKey, first.Used, nil),
		store.ErrNotFound,
	)

	for _, unknown := range []store.CredentialKey{
		{},
		{Kind: "session"},
		{Kind: "passkey", ID: first.ID},
		{ID: first.ID},
	} {
		_, _, err = db.Identities.Credential(t.Context(), unknown)
		require.ErrorIs(t, err, store.ErrNotFound)
	}
	_, err = db.Identities.Identity(t.Context(), "eve")
	require.ErrorIs(t, err, store.ErrNotFound)
	for _, wrong := range []store.Credential{
		{},
		{CredentialKey: store.CredentialKey{Kind: "session"}},
		{CredentialKey: store.CredentialKey{ID: []byte("x")}},
		{CredentialKey: store.CredentialKey{Kind: "session", ID: make([]byte, store.MaxCredential+1)}},
	} {
		require.ErrorIs(
			t,
			db.Identities.CreateIdentity(t.Context(), store.Identity{ID: "eve"}, wrong),
			store.ErrInvalid,
		)
	}
	require.ErrorIs(t, db.Identities.CreateIdentity(t.Context(), store.Identity{}, token("3")), store.ErrInvalid)
	require.ErrorIs(
		t,
		db.Identities.CreateIdentity(t.Context(), store.Identity{ID: "eve", Name: "\xff"}, token("3")),
		store.ErrInvalid,
	)
}

// createIdentities makes identities with the token "<id>" and the name "<id>'s name".
func createIdentities(t *testing.T, db *store.DB, ids ...string) {
	t.Helper()
	for _, id := range ids {
		require.NoError(
			t,
			db.Identities.CreateIdentity(t.Context(), store.Identity{ID: id, Name: id + "'s name"}, token(id)),
		)
	}
}

// requireToken checks to which identity a token belongs. If id is empty, the token must not exist.
func requireToken(t *testing.T, db *store.DB, text, id string) {
	t.Helper()
	_, got, err := db.Identities.Credential(t.Context(), token(text).CredentialKey)
	if id == "" {
		require.ErrorIs(t, err, store.ErrNotFound)
		return
	}
	require.NoError(t, err)
	require.Equal(t, id, got.ID)
}

// A change is written completely or not at all.
func testChangeIdentity(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann", "bob")
	type keys = []store.CredentialKey
	type credentials = []store.Credential
	key := func(text string) store.CredentialKey { return token(text).CredentialKey }
	code := func(text string) store.Credential {
		c := token(text)
		c.Kind = "code"
		return c
	}
	change := func(change store.IdentityChange) error {
		return db.Identities.ChangeIdentity(t.Context(), "ann", change)
	}
	list := func() (list []string) {
		t.Helper()
		all, err := db.Identities.Credentials(t.Context(), "ann")
		require.NoError(t, err)
		for _, c := range all {
			list = append(list, c.Kind+" "+strings.TrimPrefix(string(c.ID), "hash of\x00"))
		}
		return list
	}
	require.NoError(t, change(store.IdentityChange{
		Identity: &store.Identity{Name: "Anna", Kind: "account", Skeleton: "anna", Seen: time.UnixMilli(5000)},
		Add:      credentials{token("second"), code("1"), code("2")},
	}))
	ann, err := db.Identities.Identity(t.Context(), "ann")
	require.NoError(t, err)
	require.Equal(
		t,
		[]any{"Anna", "account", "anna", time.UnixMilli(5000).UTC()},
		[]any{ann.Name, ann.Kind, ann.Skeleton, ann.Seen},
	)
	before := list()
	require.ElementsMatch(t, []string{"session ann", "session second", "code 1", "code 2"}, before)

	renamed := &store.Identity{Name: "Eve"}
	for name, refused := range map[string]store.IdentityChange{
		"a credential of another identity": {Identity: renamed, Clear: []string{"code"}, Remove: keys{key("bob")}},
		"an unknown credential": {
			Identity: renamed,
			Clear:    []string{"code"},
			Remove:   keys{key("second"), key("third")},
		},
		"a credential of another kind": {Identity: renamed, Remove: keys{code("second").CredentialKey}},
		"a credential that is there": {
			Identity: renamed,
			Clear:    []string{"session"},
			Add:      credentials{token("third"), token("bob")},
		},
		"a credential that would be removed": {Identity: renamed, Clear: []string{"code"}, Add: credentials{code("1")}},
	} {
		err := change(refused)
		require.True(t, errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrExists), "%s: %v", name, err)
		require.Equal(t, before, list(), name)
	}
	require.ErrorIs(t, change(store.IdentityChange{Add: credentials{code("3"), code("3")}}), store.ErrInvalid)
	require.ErrorIs(t, change(store.IdentityChange{Identity: &store.Identity{Name: "\xff"}}), store.ErrInvalid)
	require.ErrorIs(t, change(store.IdentityChange{Add: credentials{{}}}), store.ErrInvalid)
	require.ErrorIs(t, db.Identities.ChangeIdentity(t.Context(), "eve", store.IdentityChange{}), store.ErrNotFound)
	got, err := db.Identities.Identity(t.Context(), "ann")
	require.NoError(t, err)
	require.Equal(t, ann, got)

	require.NoError(
		t,
		change(
			store.IdentityChange{
				Clear:  []string{"code"},
				Remove: keys{key("ann")},
				Add:    credentials{code("3"), token("third")},
			},
		),
	)
	require.ElementsMatch(t, []string{"session second", "session third", "code 3"}, list())
	requireToken(t, db, "ann", "")
	requireToken(t, db, "third", "ann")
	requireToken(t, db, "bob", "bob")
	none, err := db.Identities.Credentials(t.Context(), "eve")
	require.NoError(t, err)
	require.Empty(t, none)
}

// If many callers use up a credential at the same time, one succeeds.
func testUsedUpOnce(t *testing.T, db *store.DB) {
	const takers = 16
	createIdentities(t, db, "ann")
	for round := range 5 {
		code := token(fmt.Sprint("code ", round))
		require.NoError(
			t,
			db.Identities.ChangeIdentity(t.Context(), "ann", store.IdentityChange{Add: []store.Credential{code}}),
		)
		name := func(i int) string { return fmt.Sprint("token ", round, " ", i) }
		var won atomic.Int64
		won.Store(-1)
		var all sync.WaitGroup
		for i := range takers {
			all.Go(func() {
				err := db.Identities.ChangeIdentity(t.Context(), "ann", store.IdentityChange{
					Remove: []store.CredentialKey{code.CredentialKey}, Add: []store.Credential{token(name(i))},
				})
				switch {
				case err == nil && !won.CompareAndSwap(-1, int64(i)):
					t.Error("two have used one credential up")
				case err != nil && !errors.Is(err, store.ErrNotFound):
					t.Error(err)
				}
			})
		}
		all.Wait()
		require.GreaterOrEqual(t, won.Load(), int64(0))
		for i := range takers {
			id := ""
			if int64(i) == won.Load() {
				id = "ann"
			}
			requireToken(t, db, name(i), id)
		}
	}
}

// No two identities have the same skeleton, but any number of them can have an empty one.
func testSkeletons(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann", "bob", "cat")
	rename := func(id, skeleton string) error {
		return db.Identities.ChangeIdentity(
			t.Context(),
			id,
			store.IdentityChange{Identity: &store.Identity{Name: skeleton, Skeleton: skeleton}},
		)
	}
	require.NoError(t, rename("ann", "a"))
	require.NoError(t, rename("ann", "a"), "its own")
	require.ErrorIs(t, rename("bob", "a"), store.ErrExists)
	bob, err := db.Identities.Identity(t.Context(), "bob")
	require.NoError(t, err)
	require.Equal(t, "bob's name", bob.Name)
	require.NoError(t, rename("bob", ""))
	require.NoError(t, rename("cat", ""), "nobody's")
	require.ErrorIs(
		t,
		db.Identities.CreateIdentity(t.Context(), store.Identity{ID: "eve", Skeleton: "a"}, token("eve")),
		store.ErrExists,
	)
	requireToken(t, db, "eve", "")
	found, err := db.Identities.IdentityBySkeleton(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, "ann", found.ID)
	require.NoError(t, rename("ann", "b"))
	for _, free := range []string{"a", ""} {
		_, err = db.Identities.IdentityBySkeleton(t.Context(), free)
		require.ErrorIs(t, err, store.ErrNotFound)
	}
	require.NoError(t, rename("bob", "a"))
}

// Accounts are listed in the order of their names, not of their skeletons.
func testOrderOfNames(t *testing.T, db *store.DB) {
	names := []string{"Iris", "Lennart", "mina", "Noor", "Otto"}
	for i, name := range names {
		one := store.Identity{ID: name, Name: name, Kind: "account", Skeleton: string(rune('z' - i))}
		require.NoError(t, db.Identities.CreateIdentity(t.Context(), one, token(name)))
	}
	createIdentities(t, db, "a guest")
	var list []string
	for query := (store.SkeletonQuery{Limit: 2}); ; {
		page, err := db.Identities.BySkeleton(t.Context(), query)
		require.NoError(t, err)
		for _, one := range page.Items {
			list = append(list, one.Name)
		}
		if query.After = page.Next; page.Next == "" {
			break
		}
	}
	require.Equal(t, names, list)
	for _, cursor := range []store.Cursor{"!", "YQ"} {
		_, err := db.Identities.BySkeleton(t.Context(), store.SkeletonQuery{After: cursor, Limit: 1})
		require.ErrorIs(t, err, store.ErrInvalid)
	}
}

// The credentials of a bot are listed with those of its owner, and the bot is deleted with its owner.
func testBots(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann", "bob")
	for _, id := range []string{"fizz", "buzz"} {
		require.NoError(
			t,
			db.Identities.CreateIdentity(
				t.Context(),
				store.Identity{ID: id, Name: id, Kind: "bot", Owner: "ann"},
				token(id),
			),
		)
	}
	list, err := db.Identities.Credentials(t.Context(), "ann")
	require.NoError(t, err)
	var owners []string
	for _, c := range list {
		owners = append(owners, c.Identity)
	}
	require.ElementsMatch(t, []string{"ann", "fizz", "buzz"}, owners)
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "buzz"))
	requireToken(t, db, "ann", "ann")
	requireToken(t, db, "buzz", "")
	fizz, err := db.Identities.Identity(t.Context(), "fizz")
	require.NoError(t, err)
	require.Equal(t, "ann", fizz.Owner)
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "ann"))
	requireToken(t, db, "fizz", "")
	requireToken(t, db, "bob", "bob")
	_, err = db.Identities.Identity(t.Context(), "fizz")
	require.ErrorIs(t, err, store.ErrNotFound)
}

// Chosen faces are found by skeleton.
func testFaces(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann", "bob", "cat")
	choose := func(id, look, face string) {
		t.Helper()
		require.NoError(
			t,
			db.Identities.ChangeIdentity(
				t.Context(),
				id,
				store.IdentityChange{Identity: &store.Identity{Name: id, Skeleton: look, Avatar: face}},
			),
		)
	}
	choose("ann", "a", "owl-3")
	choose("bob", "b", "")
	choose("cat", "", "fox-1")
	faces := func(looks ...string) map[string]string {
		t.Helper()
		list, err := db.Identities.Avatars(t.Context(), looks)
		require.NoError(t, err)
		return list
	}
	require.Equal(t, map[string]string{"a": "owl-3"}, faces("a", "b", "c", "a", ""))
	require.Empty(t, faces())
	ann, err := db.Identities.Identity(t.Context(), "ann")
	require.NoError(t, err)
	require.Equal(t, "owl-3", ann.Avatar)
	choose("ann", "a", "")
	require.Empty(t, faces("a"))
	_, err = db.Identities.Avatars(t.Context(), make([]string, store.MaxPage+1))
	require.ErrorIs(t, err, store.ErrInvalid)
}

func testIdentitiesByID(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann", "bob", "cat ✨'\"")
	for _, test := range []struct {
		ids  []string
		want map[string]string
	}{
		{nil, map[string]string{}},
		{[]string{"eve"}, map[string]string{}},
		{
			[]string{"ann", "eve", "cat ✨'\"", "ann", ""},
			map[string]string{"ann": "ann's name", "cat ✨'\"": "cat ✨'\"'s name"},
		},
		{strings.Split(strings.Repeat("bob,", store.MaxPage-1)+"bob", ","), map[string]string{"bob": "bob's name"}},
	} {
		known, err := db.Identities.IdentitiesByID(t.Context(), test.ids)
		require.NoError(t, err)
		got := map[string]string{}
		for id, identity := range known {
			require.Equal(t, id, identity.ID)
			got[id] = identity.Name
		}
		require.Equal(t, test.want, got)
	}
	_, err := db.Identities.IdentitiesByID(t.Context(), make([]string, store.MaxPage+1))
	require.ErrorIs(t, err, store.ErrInvalid)
}

// A setting keeps its first value.
func testSettings(t *testing.T, db *store.DB) {
	_, err := db.Identities.Setting(t.Context(), "name")
	require.ErrorIs(t, err, store.ErrNotFound)
	for _, value := range []string{"first", "second"} {
		kept, err := db.Identities.InitSetting(t.Context(), "name", value)
		require.NoError(t, err)
		require.Equal(t, "first", kept)
	}
	got, err := db.Identities.Setting(t.Context(), "name")
	require.NoError(t, err)
	require.Equal(t, "first", got)
	_, err = db.Identities.InitSetting(t.Context(), "", "x")
	require.ErrorIs(t, err, store.ErrInvalid)
}

// The name, the credentials and the totals of a deleted identity are removed, but not its matches.
func testDeleteIdentity(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann", "bob")
	require.NoError(
		t,
		db.Identities.ChangeIdentity(
			t.Context(),
			"ann",
			store.IdentityChange{Add: []store.Credential{token("second")}},
		),
	)
	_, err := db.Rooms.Create(t.Context(), "a", "", store.Batch{Meta: minimalMeta(), Match: &store.Match{
		ID:      "m",
		Persons: []string{"ann", "bob"},
		Results: []store.Result{{Person: "ann", Rank: 1}, {Person: "bob", Rank: 2}},
	}})
	require.NoError(t, err)
	countOpenResults(t, db, 1, 1)
	fizz := store.Identity{ID: "fizz", Kind: "bot", Owner: "ann"}
	require.NoError(t, db.Identities.CreateIdentity(t.Context(), fizz, token("fizz")))
	require.NoError(
		t,
		db.Identities.CreateIdentity(t.Context(), store.Identity{ID: "gus", Kind: "guest"}, token("gus")),
	)
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "ann"))
	require.ErrorIs(t, db.Identities.DeleteIdentity(t.Context(), "ann"), store.ErrNotFound)
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "gus"))
	left, err := db.Identities.Erasures(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, []string{"ann", "fizz"}, left, "the guest has left nothing")
	require.NoError(t, db.Identities.EndErasure(t.Context(), "ann"))
	require.ErrorIs(t, db.Identities.EndErasure(t.Context(), "ann"), store.ErrNotFound)
	left, err = db.Identities.Erasures(t.Context(), 1)
	require.NoError(t, err)
	require.Equal(t, []string{"fizz"}, left)

	_, err = db.Identities.Identity(t.Context(), "ann")
	require.ErrorIs(t, err, store.ErrNotFound)
	requireToken(t, db, "ann", "")
	requireToken(t, db, "second", "")
	requireToken(t, db, "bob", "bob")
	require.ErrorIs(t, db.Identities.ChangeIdentity(t.Context(), "ann", store.IdentityChange{}), store.ErrNotFound)
	tallies, err := db.Careers.Tallies(t.Context(), store.CareerQuery{Person: "ann"})
	require.NoError(t, err)
	require.Empty(t, tallies)
	companions, err := db.Careers.Companions(t.Context(), store.CareerQuery{Person: "bob"}, 10)
	require.NoError(t, err)
	require.Empty(t, companions)
	match, err := db.Archive.Match(t.Context(), "m")
	require.NoError(t, err)
	require.Equal(t, []string{"ann", "bob"}, match.Persons)
	// Another identity can now have its tokens.
	createIdentities(t, db, "ann")
	require.NoError(
		t,
		db.Identities.ChangeIdentity(
			t.Context(),
			"bob",
			store.IdentityChange{Add: []store.Credential{token("second")}},
		),
	)
}
