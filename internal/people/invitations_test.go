package people

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/store/storetest"
)

// guests returns people with these names.
func guests(t *testing.T, p *People, names ...string) []Person {
	t.Helper()
	var list []Person
	for _, name := range names {
		person, _, err := p.Accounts.NewGuest(t.Context(), name, "")
		require.NoError(t, err)
		list = append(list, person)
	}
	return list
}

func TestBlocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(storetest.Open(t), Options{})
		list := guests(t, p, "Ann", "Bob", "Eve")
		ann, bob, eve := list[0], list[1], list[2]
		requireBlocked := func(by Person, want ...Person) {
			t.Helper()
			got, err := p.Social.Blocked(t.Context(), by.ID)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
		requireBlocked(ann)
		require.NoError(t, p.Social.Block(t.Context(), ann.ID, bob.ID))
		time.Sleep(time.Second)
		require.NoError(t, p.Social.Block(t.Context(), ann.ID, eve.ID))
		require.NoError(t, p.Social.Block(t.Context(), ann.ID, bob.ID), "again")
		requireBlocked(ann, eve, bob)
		requireBlocked(bob)
		requireCode(t, coded.Malformed, p.Social.Block(t.Context(), ann.ID, ann.ID))
		requireCode(t, CodeNoPerson, p.Social.Block(t.Context(), ann.ID, "nobody"))
		require.NoError(t, p.Social.Unblock(t.Context(), ann.ID, eve.ID))
		requireCode(t, CodeNoPerson, p.Social.Unblock(t.Context(), ann.ID, eve.ID))
		_, err := p.Accounts.Delete(t.Context(), bob.ID)
		require.NoError(t, err)
		requireBlocked(ann)

		for i := range MaxBlocks {
			require.NoError(t, p.Social.Block(t.Context(), ann.ID, guests(t, p, fmt.Sprint(i))[0].ID))
		}
		requireCode(t, CodeManyBlocks, p.Social.Block(t.Context(), ann.ID, eve.ID))
	})
}

// invites lets one person invite another, who sees a new invitation or not.
func invites(t *testing.T, shown bool, p *People, from, to Person, room string) {
	t.Helper()
	got, err := p.Social.Invite(t.Context(), from, to.ID, room)
	require.NoError(t, err)
	require.Equal(t, shown, got)
}

func refusesInvitation(t *testing.T, code coded.Code, p *People, from Person, to, room string) {
	t.Helper()
	_, err := p.Social.Invite(t.Context(), from, to, room)
	requireCode(t, code, err)
}

func TestInvitations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(storetest.Open(t), Options{})
		list := guests(t, p, "Ann", "Bob", "Eve")
		ann, bob, eve := list[0], list[1], list[2]
		invitations := func(to Person) []Invitation {
			t.Helper()
			got, err := p.Social.Invitations(t.Context(), to.ID)
			require.NoError(t, err)
			return got
		}
		require.Empty(t, invitations(bob))
		invites(t, true, p, ann, bob, "room")
		invites(t, false, p, ann, bob, "room")
		got := invitations(bob)
		require.Len(t, got, 1)
		require.Equal(t, []any{ann, bob, "room", NoAnswer}, []any{got[0].From, got[0].To, got[0].Room, got[0].Answer})
		require.Empty(t, invitations(ann))
		refusesInvitation(t, CodeNoPerson, p, ann, ann.ID, "room")
		refusesInvitation(t, CodeNoPerson, p, ann, "nobody", "room")

		one, err := p.Social.Invitation(t.Context(), bob.ID, got[0].ID)
		require.NoError(t, err)
		require.Equal(t, got[0], one)
		_, err = p.Social.Invitation(t.Context(), eve.ID, one.ID)
		requireCode(t, CodeNoInvitation, err)
		requireCode(t, CodeNoInvitation, p.Social.AnswerInvitation(t.Context(), eve.ID, one.ID, Accepted))
		require.NoError(t, p.Social.AnswerInvitation(t.Context(), bob.ID, one.ID, Declined))
		requireCode(t, CodeNoInvitation, p.Social.AnswerInvitation(t.Context(), bob.ID, one.ID, Accepted))
		require.Empty(t, invitations(bob))
		made, err := p.Social.SentInvitations(t.Context(), ann.ID)
		require.NoError(t, err)
		require.Equal(t, Declined, made[0].Answer)

		// After a day it has ended, and the same can be made again.
		invites(t, true, p, ann, bob, "other")
		time.Sleep(InvitationTime - time.Second)
		require.Len(t, invitations(bob), 1)
		time.Sleep(time.Second)
		require.Empty(t, invitations(bob))
		invites(t, true, p, ann, bob, "other")
		require.Len(t, invitations(bob), 1)
		_, err = p.Accounts.Delete(t.Context(), ann.ID)
		require.NoError(t, err)
		require.Empty(t, invitations(bob))
	})
}

// Whoever is blocked cannot tell: the invitation is made, counts and is shown to
// nobody else.
func TestABlockedPersonInvitesNobody(t *testing.T) {
	p := New(storetest.Open(t), Options{})
	list := guests(t, p, "Ann", "Bob", "Eve")
	ann, bob, eve := list[0], list[1], list[2]
	require.NoError(t, p.Social.Block(t.Context(), bob.ID, eve.ID))
	refusesInvitation(t, CodeBlocked, p, bob, eve.ID, "room")
	invites(t, false, p, eve, bob, "room")
	invites(t, true, p, eve, ann, "room")
	got, err := p.Social.Invitations(t.Context(), bob.ID)
	require.NoError(t, err)
	require.Empty(t, got)
	made, err := p.Social.SentInvitations(t.Context(), eve.ID)
	require.NoError(t, err)
	require.Len(t, made, 2)
	require.Equal(t, NoAnswer, made[0].Answer)

	// An invitation of somebody who is blocked later is not shown any more.
	require.NoError(t, p.Social.Block(t.Context(), ann.ID, eve.ID))
	got, err = p.Social.Invitations(t.Context(), ann.ID)
	require.NoError(t, err)
	require.Empty(t, got)
	invites(t, false, p, eve, bob, "2")
	invites(t, false, p, eve, bob, "3")
	refusesInvitation(t, CodeManyInvitations, p, eve, bob.ID, "4")
}

func TestInvitationsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(storetest.Open(t), Options{})
		ann := guests(t, p, "Ann")[0]
		for n := 0; n < MaxInvitations; {
			other := guests(t, p, "Somebody")[0]
			for room := range MaxInvitationsToOne {
				invites(t, true, p, ann, other, fmt.Sprint(room))
				n++
			}
			refusesInvitation(t, CodeManyInvitations, p, ann, other.ID, "another")
			invites(t, false, p, ann, other, "0")
		}
		bob := guests(t, p, "Bob")[0]
		refusesInvitation(t, CodeManyInvitations, p, ann, bob.ID, "room")
		time.Sleep(InvitationTime)
		invites(t, true, p, ann, bob, "room")
	})
}
