package logtest

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/eventlog"
)

func testIdentities(t *testing.T, log eventlog.Log) {
	hash := func(token string) []byte { return []byte("hash of\x00" + token) }
	ann := eventlog.Identity{ID: "ann", Name: "Ann ✨", Created: time.UnixMilli(1500).UTC(), Seen: time.UnixMilli(2500).UTC()}
	require.NoError(t, log.CreateIdentity(t.Context(), hash("1"), ann))
	require.NoError(t, log.CreateIdentity(t.Context(), hash("2"), eventlog.Identity{ID: "bob"}))
	require.ErrorIs(t, log.CreateIdentity(t.Context(), hash("3"), ann), eventlog.ErrExists)
	require.ErrorIs(t, log.CreateIdentity(t.Context(), hash("1"), eventlog.Identity{ID: "eve"}), eventlog.ErrExists)
	check := func(want eventlog.Identity) {
		t.Helper()
		got, err := log.IdentityByToken(t.Context(), hash("1"))
		require.NoError(t, err)
		require.Equal(t, want, got)
		got, err = log.Identity(t.Context(), "ann")
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	check(ann)
	bob, err := log.IdentityByToken(t.Context(), hash("2"))
	require.NoError(t, err)
	require.Equal(t, "bob", bob.ID)
	require.WithinDuration(t, time.Now(), bob.Created, time.Hour)
	require.Equal(t, bob.Created, bob.Seen)

	changed := eventlog.Identity{ID: "ann", Name: "Anna", Seen: time.UnixMilli(9000).UTC()}
	require.NoError(t, log.UpdateIdentity(t.Context(), changed))
	changed.Created = ann.Created
	check(changed)

	require.ErrorIs(t, log.UpdateIdentity(t.Context(), eventlog.Identity{ID: "eve"}), eventlog.ErrNotFound)
	for _, unknown := range [][]byte{hash("3"), nil, {}} {
		_, err = log.IdentityByToken(t.Context(), unknown)
		require.ErrorIs(t, err, eventlog.ErrNotFound)
	}
	_, err = log.Identity(t.Context(), "eve")
	require.ErrorIs(t, err, eventlog.ErrNotFound)
	require.ErrorIs(t, log.CreateIdentity(t.Context(), nil, eventlog.Identity{ID: "eve"}), eventlog.ErrInvalid)
	require.ErrorIs(t, log.CreateIdentity(t.Context(), hash("3"), eventlog.Identity{}), eventlog.ErrInvalid)
	require.ErrorIs(t, log.UpdateIdentity(t.Context(), eventlog.Identity{ID: "ann", Name: "\xff"}), eventlog.ErrInvalid)
}

// identify makes identities with the token hash "hash of <id>" and the name
// "<id>'s name".
func identify(t *testing.T, log eventlog.Log, ids ...string) {
	t.Helper()
	for _, id := range ids {
		identity := eventlog.Identity{ID: id, Name: id + "'s name"}
		require.NoError(t, log.CreateIdentity(t.Context(), []byte("hash of "+id), identity))
	}
}

// requireToken checks whose a token is: nobody's if id is empty.
func requireToken(t *testing.T, log eventlog.Log, hash, id string) {
	t.Helper()
	got, err := log.IdentityByToken(t.Context(), []byte(hash))
	if id == "" {
		require.ErrorIs(t, err, eventlog.ErrNotFound)
		return
	}
	require.NoError(t, err)
	want, err := log.Identity(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// Several tokens belong to one identity.
func testCredentials(t *testing.T, log eventlog.Log) {
	identify(t, log, "ann", "bob")
	require.NoError(t, log.AddCredential(t.Context(), []byte("second"), "ann"))
	require.NoError(t, log.AddCredential(t.Context(), []byte("third"), "ann"))
	check := func() {
		t.Helper()
		requireToken(t, log, "hash of ann", "ann")
		requireToken(t, log, "second", "ann")
		requireToken(t, log, "third", "ann")
		requireToken(t, log, "hash of bob", "bob")
		requireToken(t, log, "fourth", "")
	}
	check()
	for _, taken := range []string{"second", "hash of ann", "hash of bob"} {
		require.ErrorIs(t, log.AddCredential(t.Context(), []byte(taken), "ann"), eventlog.ErrExists)
		require.ErrorIs(t, log.AddCredential(t.Context(), []byte(taken), "bob"), eventlog.ErrExists)
		require.ErrorIs(t, log.CreateIdentity(t.Context(), []byte(taken), eventlog.Identity{ID: "cat"}), eventlog.ErrExists)
	}
	require.ErrorIs(t, log.AddCredential(t.Context(), []byte("fourth"), "cat"), eventlog.ErrNotFound)
	require.ErrorIs(t, log.CreateIdentity(t.Context(), []byte("fourth"), eventlog.Identity{ID: "ann"}), eventlog.ErrExists)
	for _, wrong := range [][]byte{nil, {}, make([]byte, eventlog.MaxText+1)} {
		require.ErrorIs(t, log.AddCredential(t.Context(), wrong, "ann"), eventlog.ErrInvalid)
	}
	_, err := log.Identity(t.Context(), "cat")
	require.ErrorIs(t, err, eventlog.ErrNotFound)
	check()
}

func testLinks(t *testing.T, log eventlog.Log) {
	identify(t, log, "ann", "bob")
	end := time.Now().Add(time.Hour).Truncate(time.Millisecond)
	early := end.Add(-time.Millisecond)
	addLink := func(hash, identity string, until time.Time) {
		t.Helper()
		require.NoError(t, log.AddLink(t.Context(), []byte(hash), identity, until))
	}
	take := func(hash string, now time.Time, token string) (eventlog.Identity, error) {
		return log.TakeLink(t.Context(), []byte(hash), now, []byte(token))
	}
	// Used up by the first who takes it.
	addLink("1", "ann", end)
	got, err := take("1", early, "phone")
	require.NoError(t, err)
	want, err := log.Identity(t.Context(), "ann")
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Equal(t, "ann's name", got.Name)
	requireToken(t, log, "phone", "ann")
	requireToken(t, log, "hash of ann", "ann")
	_, err = take("1", early, "another")
	require.ErrorIs(t, err, eventlog.ErrNotFound)
	requireToken(t, log, "another", "")

	// In place of the one before; everybody has one.
	addLink("2", "ann", end)
	addLink("b", "bob", end)
	addLink("3", "ann", end)
	_, err = take("2", early, "another")
	require.ErrorIs(t, err, eventlog.ErrNotFound)
	// A credential that is taken leaves the link.
	for _, taken := range []string{"phone", "hash of bob"} {
		_, err = take("3", early, taken)
		require.ErrorIs(t, err, eventlog.ErrExists)
	}
	requireToken(t, log, "hash of bob", "bob")
	require.ErrorIs(t, log.AddLink(t.Context(), []byte("3"), "bob", end), eventlog.ErrExists)
	addLink("3", "ann", end)
	got, err = take("3", early, "tablet")
	require.NoError(t, err)
	require.Equal(t, "ann", got.ID)
	got, err = take("b", early, "bob's phone")
	require.NoError(t, err)
	require.Equal(t, "bob", got.ID)
	requireToken(t, log, "bob's phone", "bob")

	// It ends at its time, for good.
	addLink("4", "ann", end)
	for _, now := range []time.Time{end, end.Add(time.Hour), early} {
		_, err = take("4", now, "another")
		require.ErrorIs(t, err, eventlog.ErrNotFound)
	}
	// Adding one removes those that have ended.
	addLink("5", "ann", time.Now().Add(-time.Hour))
	addLink("6", "bob", end)
	_, err = take("5", time.Now().Add(-2*time.Hour), "another")
	require.ErrorIs(t, err, eventlog.ErrNotFound)
	requireToken(t, log, "another", "")

	require.ErrorIs(t, log.AddLink(t.Context(), []byte("7"), "cat", end), eventlog.ErrNotFound)
	require.ErrorIs(t, log.AddLink(t.Context(), nil, "ann", end), eventlog.ErrInvalid)
	for _, unknown := range [][]byte{nil, {}, []byte("7")} {
		_, err = log.TakeLink(t.Context(), unknown, early, []byte("another"))
		require.ErrorIs(t, err, eventlog.ErrNotFound)
	}
	_, err = take("6", early, "")
	require.ErrorIs(t, err, eventlog.ErrInvalid)
	_, err = take("6", early, "another")
	require.NoError(t, err)
}

// Of many who take one link at the same time one gets in.
func testLinkOnce(t *testing.T, log eventlog.Log) {
	const takers = 16
	identify(t, log, "ann")
	for round := range 5 {
		link := fmt.Append(nil, "link ", round)
		require.NoError(t, log.AddLink(t.Context(), link, "ann", time.Now().Add(time.Hour)))
		token := func(i int) string { return fmt.Sprint("token ", round, " ", i) }
		var won atomic.Int64
		won.Store(-1)
		var all sync.WaitGroup
		for i := range takers {
			all.Go(func() {
				_, err := log.TakeLink(t.Context(), link, time.Now(), []byte(token(i)))
				switch {
				case err == nil && !won.CompareAndSwap(-1, int64(i)):
					t.Error("two have taken one link")
				case err != nil && !errors.Is(err, eventlog.ErrNotFound):
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
			requireToken(t, log, token(i), id)
		}
	}
}

func testNames(t *testing.T, log eventlog.Log) {
	identify(t, log, "ann", "bob", "cat ✨'\"")
	for _, test := range []struct {
		ids  []string
		want map[string]string
	}{
		{nil, map[string]string{}},
		{[]string{"eve"}, map[string]string{}},
		{[]string{"ann", "eve", "cat ✨'\"", "ann", ""}, map[string]string{"ann": "ann's name", "cat ✨'\"": "cat ✨'\"'s name"}},
	} {
		got, err := log.Names(t.Context(), test.ids)
		require.NoError(t, err)
		require.Equal(t, test.want, got)
	}
	got, err := log.Names(t.Context(), strings.Split(strings.Repeat("bob,", eventlog.MaxPage-1)+"bob", ","))
	require.NoError(t, err)
	require.Equal(t, map[string]string{"bob": "bob's name"}, got)
	_, err = log.Names(t.Context(), make([]string, eventlog.MaxPage+1))
	require.ErrorIs(t, err, eventlog.ErrInvalid)
}

// A deleted identity has no name, no token and no link; its matches stay.
func testDeleteIdentity(t *testing.T, log eventlog.Log) {
	identify(t, log, "ann", "bob")
	end := time.Now().Add(time.Hour)
	require.NoError(t, log.AddCredential(t.Context(), []byte("second"), "ann"))
	require.NoError(t, log.AddLink(t.Context(), []byte("link"), "ann", end))
	_, err := log.Create(t.Context(), "a", "", eventlog.Batch{
		Meta: meta(), Match: &eventlog.Match{ID: "m", Persons: []string{"ann", "bob"}},
	})
	require.NoError(t, err)
	require.NoError(t, log.DeleteIdentity(t.Context(), "ann"))
	require.ErrorIs(t, log.DeleteIdentity(t.Context(), "ann"), eventlog.ErrNotFound)

	_, err = log.Identity(t.Context(), "ann")
	require.ErrorIs(t, err, eventlog.ErrNotFound)
	requireToken(t, log, "hash of ann", "")
	requireToken(t, log, "second", "")
	requireToken(t, log, "hash of bob", "bob")
	_, err = log.TakeLink(t.Context(), []byte("link"), time.Now(), []byte("third"))
	require.ErrorIs(t, err, eventlog.ErrNotFound)
	require.ErrorIs(t, log.AddCredential(t.Context(), []byte("third"), "ann"), eventlog.ErrNotFound)
	require.ErrorIs(t, log.UpdateIdentity(t.Context(), eventlog.Identity{ID: "ann"}), eventlog.ErrNotFound)
	names, err := log.Names(t.Context(), []string{"ann", "bob"})
	require.NoError(t, err)
	require.Equal(t, map[string]string{"bob": "bob's name"}, names)
	match, err := log.Match(t.Context(), "m")
	require.NoError(t, err)
	require.Equal(t, []string{"ann", "bob"}, match.Persons)
	// Its tokens and links are free again.
	identify(t, log, "ann")
	require.NoError(t, log.AddLink(t.Context(), []byte("link"), "bob", end))
	require.NoError(t, log.AddCredential(t.Context(), []byte("second"), "bob"))
}
