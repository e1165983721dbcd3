package people

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

// accounts adds accounts with these names, as if each had a passkey.
func accounts(t *testing.T, db Store, names ...string) (list []Person) {
	t.Helper()
	for _, name := range names {
		identity := store.Identity{ID: "id of " + name, Name: name, Kind: string(Account), Skeleton: Skeleton(name)}
		require.NoError(t, db.CreateIdentity(t.Context(), identity, newSession(newSecret(), "", noProof)))
		list = append(list, personOf(&identity))
	}
	return list
}

func TestFollow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := storetest.Open(t)
		p := New(db, Options{})
		list := accounts(t, db, "Ann", "Bob", "Eve")
		ann, bob, eve := list[0], list[1], list[2]
		guest := guests(t, p, "Gus")[0]
		requireFollowed := func(by Person, want ...Followed) {
			t.Helper()
			got, err := p.Social.Followed(t.Context(), by.ID)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
		requireFollowed(ann)
		require.NoError(t, p.Social.Follow(t.Context(), ann.ID, bob.ID))
		time.Sleep(time.Second)
		require.NoError(t, p.Social.Follow(t.Context(), ann.ID, eve.ID))
		require.NoError(t, p.Social.Follow(t.Context(), ann.ID, bob.ID), "again")
		require.NoError(t, p.Social.Follow(t.Context(), guest.ID, bob.ID), "guests follow too")
		requireFollowed(ann, Followed{Person: eve}, Followed{Person: bob})
		requireFollowed(bob)
		p.Social.Touch(t.Context(), bob)
		requireFollowed(ann, Followed{Person: eve}, Followed{Person: bob, Online: true})
		time.Sleep(onlineFor + time.Second)
		requireFollowed(ann, Followed{Person: eve}, Followed{Person: bob})

		requireCode(t, coded.Malformed, p.Social.Follow(t.Context(), ann.ID, ann.ID))
		requireCode(t, CodeNoPerson, p.Social.Follow(t.Context(), ann.ID, "nobody"))
		requireCode(t, CodeNoPerson, p.Social.Follow(t.Context(), ann.ID, guest.ID), "guests are not followed")
		require.NoError(t, p.Social.Unfollow(t.Context(), ann.ID, eve.ID))
		requireCode(t, CodeNoPerson, p.Social.Unfollow(t.Context(), ann.ID, eve.ID))
		profile, err := p.Profiles.Profile(t.Context(), "Bob", ann.ID)
		require.NoError(t, err)
		require.True(t, profile.Followed)
		profile, err = p.Profiles.Profile(t.Context(), "Eve", ann.ID)
		require.NoError(t, err)
		require.False(t, profile.Followed)

		_, err = p.Accounts.Delete(t.Context(), bob.ID)
		require.NoError(t, err)
		requireFollowed(ann)
		for i := range MaxFollows {
			require.NoError(
				t,
				p.Social.Follow(t.Context(), ann.ID, accounts(t, db, fmt.Sprint("Number ", i))[0].ID),
			)
		}
		requireCode(t, CodeManyFollows, p.Social.Follow(t.Context(), ann.ID, eve.ID))
	})
}

// A person cannot follow people whom they have blocked, or discreet ones. A blocked follower gets no
// error. Earlier followers no longer see whether the person is here.
func TestWhoIsNotFollowed(t *testing.T) {
	db := storetest.Open(t)
	p := New(db, Options{})
	list := accounts(t, db, "Ann", "Bob", "Eve", "Max")
	ann, bob, eve, max := list[0], list[1], list[2], list[3]
	for _, other := range []Person{bob, eve, max} {
		require.NoError(t, p.Social.Follow(t.Context(), ann.ID, other.ID))
		p.Social.Touch(t.Context(), other)
	}
	here := func() (n int) {
		followed, err := p.Social.Followed(t.Context(), ann.ID)
		require.NoError(t, err)
		require.Len(t, followed, 3, "nobody disappears from the list")
		for _, one := range followed {
			if one.Online {
				n++
			}
		}
		return n
	}
	require.Equal(t, 3, here())
	require.NoError(t, p.Social.Block(t.Context(), bob.ID, ann.ID))
	require.Equal(t, 2, here())
	require.NoError(t, p.Social.Block(t.Context(), ann.ID, eve.ID))
	require.Equal(t, 1, here())
	_, err := p.Social.SetNoFollowers(t.Context(), max.ID, true)
	require.NoError(t, err)
	require.Zero(t, here())
	_, err = p.Accounts.rename(t.Context(), max.ID, "Maxim")
	require.NoError(t, err)
	keys, err := p.Accounts.Keys(t.Context(), max.ID)
	require.NoError(t, err)
	require.True(t, keys.NoFollowers, "another name changes nothing else")
	for _, other := range []Person{eve, max} {
		requireCode(t, CodeNotFollowed, p.Social.Follow(t.Context(), ann.ID, other.ID))
	}
	require.NoError(t, p.Social.Unfollow(t.Context(), ann.ID, bob.ID))
	require.NoError(t, p.Social.Follow(t.Context(), ann.ID, bob.ID), "a block is not told")
	require.Zero(t, here())
	guest := guests(t, p, "Gus")[0]
	_, err = p.Social.SetNoFollowers(t.Context(), guest.ID, true)
	requireCode(t, CodeNoAccount, err)
}

// A search finds names whose beginning looks like the given text.
func TestSearch(t *testing.T) {
	db := storetest.Open(t)
	p := New(db, Options{})
	accounts(t, db, "Juniper Otter", "juniper fox", "Ivy", "Jude")
	guests(t, p, "Juno")
	found := func(text string) (names []string) {
		t.Helper()
		list, err := p.Social.Search(t.Context(), text)
		require.NoError(t, err)
		for _, one := range list {
			names = append(names, one.Name)
		}
		return names
	}
	require.ElementsMatch(t, []string{"Juniper Otter", "juniper fox"}, found(" JUNIPER\u202e"))
	require.ElementsMatch(t, []string{"Juniper Otter", "juniper fox", "Jude"}, found("ju"))
	require.Equal(t, []string{"Ivy"}, found("lv"), "a small l looks like a capital I")
	require.Empty(t, found("%"))
	for i := range MaxFound + 5 {
		accounts(t, db, fmt.Sprint("zed ", i))
	}
	require.Len(t, found("z"), MaxFound)
	for _, wrong := range []string{"", "  ", "\u200b", strings.Repeat("x", MaxName+1)} {
		_, err := p.Social.Search(t.Context(), wrong)
		requireCode(t, CodeBadName, err)
	}
}
