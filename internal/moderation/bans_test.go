package moderation

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

func newBans(t *testing.T, db BanStore) *Bans {
	t.Helper()
	b, err := NewBans(t.Context(), db)
	require.NoError(t, err)
	return b
}

func TestBans(t *testing.T) {
	db := storetest.Open(t)
	b := newBans(t, db)
	ann, eve := people.Person{ID: "ann"}, people.Person{ID: "eve"}
	at := netip.MustParseAddr
	require.NoError(t, b.Check(eve, at("192.0.2.7")))
	require.Equal(t, []Ban{}, b.List())

	person, err := b.Add(t.Context(), Ban{Identity: "eve", Reason: people.ReasonInsult, Words: " rude\n"})
	require.NoError(t, err)
	require.NotEmpty(t, person.ID)
	require.Equal(t, "rude", person.Words)
	network, err := b.Add(t.Context(), Ban{Address: netip.MustParsePrefix("192.0.2.7/24")})
	require.NoError(t, err)
	require.Equal(t, "192.0.2.0/24", network.Address.String())
	check := func(b *Bans) {
		t.Helper()
		require.Equal(t, CodeBanned, coded.Of(b.Check(eve, netip.Addr{})))
		require.Equal(t, CodeBanned, coded.Of(b.Check(eve, at("198.51.100.1"))))
		require.Equal(t, CodeBanned, coded.Of(b.Check(ann, at("192.0.2.99"))))
		require.Equal(t, CodeBanned, coded.Of(b.Check(people.Person{}, at("192.0.2.99"))))
		require.NoError(t, b.Check(ann, at("192.0.3.1")))
		require.NoError(t, b.Check(ann, netip.Addr{}))
		require.NoError(t, b.Check(people.Person{}, at("2001:db8::1")))
		require.Equal(t, []Ban{person, network}, b.List())
	}
	check(b)
	check(newBans(t, db)) // whoever reads the log anew knows the same

	there, err := b.Remove(t.Context(), person.ID)
	require.NoError(t, err)
	require.True(t, there)
	there, err = b.Remove(t.Context(), person.ID)
	require.NoError(t, err)
	require.False(t, there)
	require.NoError(t, b.Check(eve, netip.Addr{}))
	require.Equal(t, []Ban{network}, newBans(t, db).List())
}

func TestBannedNetworks(t *testing.T) {
	b := newBans(t, storetest.Open(t))
	for given, want := range map[string]string{
		"192.0.2.7/32": "192.0.2.7/32", "10.1.2.3/8": "10.0.0.0/8", "::ffff:192.0.2.7/128": "192.0.2.7/32",
		"::ffff:192.0.2.7/120": "192.0.2.0/24", "2001:db8:1:2:3::4/128": "2001:db8:1:2::/64",
		"2001:db8:1:2:3::4/65": "2001:db8:1:2::/64", "2001:db8::/32": "2001:db8::/32", "2001::/16": "2001::/16",
	} {
		ban, err := b.Add(t.Context(), Ban{Address: netip.MustParsePrefix(given)})
		require.NoError(t, err, given)
		require.Equal(t, want, ban.Address.String())
	}
	for _, wide := range []string{
		"0.0.0.0/0", "10.0.0.0/7", "::/0", "2000::/15", "::ffff:10.0.0.0/96", "::ffff:0.0.0.0/90",
	} {
		_, err := b.Add(t.Context(), Ban{Address: netip.MustParsePrefix(wide)})
		require.Equal(t, coded.Malformed, coded.Of(err))
	}
	for _, wrong := range []Ban{
		{},
		{Reason: "x"},
		{Identity: strings.Repeat("x", maxID+1)},
		{Identity: "a", Reason: "rude"},
		{Identity: "a", Words: strings.Repeat("x", people.MaxTextLength+1)},
		{Identity: "a", Scope: "x"}, {Address: netip.MustParsePrefix("192.0.2.7/32"), Scope: FromChat},
		{Identity: "a\x00"}, {Identity: "a", Until: time.Now().Add(-time.Second)},
	} {
		_, err := b.Add(t.Context(), wrong)
		require.Equal(t, coded.Malformed, coded.Of(err))
	}
	require.Len(t, b.List(), 8)
}

func TestBansEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := storetest.Open(t)
		b := newBans(t, db)
		_, err := b.Add(t.Context(), Ban{Identity: "eve", Until: time.Now().Add(time.Hour)})
		require.NoError(t, err)
		time.Sleep(time.Hour - time.Millisecond)
		require.Equal(t, CodeBanned, coded.Of(b.Check(people.Person{ID: "eve"}, netip.Addr{})))
		time.Sleep(time.Millisecond)
		require.NoError(t, b.Check(people.Person{ID: "eve"}, netip.Addr{}))
		require.Empty(t, b.List())
		// What has ended goes with the next one that is stored.
		stored, err := db.Bans.ListBans(t.Context())
		require.NoError(t, err)
		require.Len(t, stored, 1)
		for range 10 {
			_, err = b.Add(t.Context(), Ban{Identity: "bob", Until: time.Now().Add(time.Hour)})
			require.NoError(t, err)
		}
		time.Sleep(time.Hour)
		require.Empty(t, newBans(t, db).List())
		stored, err = db.Bans.ListBans(t.Context())
		require.NoError(t, err)
		require.Empty(t, stored)
		_, err = b.Add(t.Context(), Ban{Identity: "bob"})
		require.NoError(t, err)
	})
}

func TestBansThatCannotBeStored(t *testing.T) {
	db := &fullStore{Store: storetest.Open(t)}
	b := newBans(t, db)
	db.full = true
	ban, err := b.Add(t.Context(), Ban{Identity: "eve"})
	require.Equal(t, people.CodeNotStored, coded.Of(err))
	require.Equal(t, CodeBanned, coded.Of(b.Check(people.Person{ID: "eve"}, netip.Addr{})))
	require.Equal(t, []Ban{ban}, b.List(), "it is in force nevertheless")
	// Another server has changed the bans meanwhile.
	require.NoError(t, db.Store.Bans.AddBan(t.Context(), store.Ban{ID: "y", Identity: "bob"}))
	require.NoError(t, b.Reload(t.Context()))
	require.Equal(t, CodeBanned, coded.Of(b.Check(people.Person{ID: "bob"}, netip.Addr{})))
	require.Equal(t, CodeBanned, coded.Of(b.Check(people.Person{ID: "eve"}, netip.Addr{})))
	db.full = false
	require.NoError(t, b.Reload(t.Context()))
	require.Len(t, newBans(t, db).List(), 2, "it is stored once there is space")
	require.Len(t, b.List(), 2)
	db.full = true
	lifted, err := b.Add(t.Context(), Ban{Identity: "max"})
	require.Equal(t, people.CodeNotStored, coded.Of(err))
	there, err := b.Remove(t.Context(), lifted.ID)
	require.NoError(t, err)
	require.True(t, there)
	db.full = false
	require.NoError(t, b.Reload(t.Context()))
	require.Len(t, b.List(), 2, "a ban that was lifted before it could be stored does not come back")
	require.NoError(t, db.AddBan(t.Context(), store.Ban{ID: "x", Address: "nonsense"}))
	_, err = NewBans(t.Context(), db)
	require.ErrorContains(t, err, `ban "x"`)
}

// Any number of people and networks can be banned, and the ban of a wide network holds
// where that of a part of it is over.
func TestManyBans(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBans(t, storetest.Open(t))
		add := func(ban Ban) {
			t.Helper()
			_, err := b.Add(t.Context(), ban)
			require.NoError(t, err)
		}
		const many = 1100
		for i := range many {
			add(Ban{Identity: fmt.Sprint("person ", i), Scope: FromChat})
		}
		add(Ban{Identity: "eve"})
		add(Ban{Address: netip.MustParsePrefix("192.0.2.7/32"), Until: time.Now().Add(time.Hour)})
		add(Ban{Address: netip.MustParsePrefix("192.0.2.7/32"), Until: time.Now().Add(2 * time.Hour)})
		add(Ban{Address: netip.MustParsePrefix("192.0.0.0/16"), Until: time.Now().Add(3 * time.Hour)})
		require.Equal(t, CodeBanned, coded.Of(b.Check(people.Person{ID: "eve"}, netip.Addr{})))
		last := fmt.Sprint("person ", many-1)
		require.Equal(t, CodeSilenced, coded.Of(b.CheckChat(last)))
		require.NoError(t, b.Check(people.Person{ID: last}, netip.Addr{}))
		require.NoError(t, b.CheckChat("eve"))
		for range 3 {
			refusal := (*BanError)(nil)
			require.ErrorAs(t, b.Check(people.Person{}, netip.MustParseAddr("192.0.2.7")), &refusal)
			require.True(t, refusal.Ban.Until.After(time.Now()))
			time.Sleep(time.Hour)
		}
		require.NoError(t, b.Check(people.Person{}, netip.MustParseAddr("192.0.2.7")))
	})
}

// fullStore has no space for another ban while it is full.
type fullStore struct {
	*storetest.Store
	full bool
}

func (s *fullStore) AddBan(ctx context.Context, ban store.Ban) error {
	if s.full {
		return store.ErrFull
	}
	return s.Store.Bans.AddBan(ctx, ban)
}
