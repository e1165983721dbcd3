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

// requireInvite invites a person, and checks whether the person sees a new invitation.
func requireInvite(t *testing.T, shown bool, p *People, from, to Person, room string) {
	t.Helper()
	got, err := p.Social.Invite(t.Context(), from, to.ID, room)
	require.NoError(t, err)
	require.Equal(t, shown, got)
}

func requireRefusedInvite(t *testing.T, code coded.Code, p *People, from Person, to, room string) {
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
		requireInvite(t, true, p, ann, bob, "room")
		requireInvite(t, false, p, ann, bob, "room")
		got := invitations(bob)
		require.Len(t, got, 1)
		require.Equal(t, []any{ann, bob, "room", NoAnswer}, []any{got[0].From, got[0].To, got[0].Room, got[0].Answer})
		require.Empty(t, invitations(ann))
		requireRefusedInvite(t, CodeNoPerson, p, ann, ann.ID, "room")
		requireRefusedInvite(t, CodeNoPerson, p, ann, "nobody", "room")

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

		// After a day the invitation has ended and can be made again.
		requireInvite(t, true, p, ann, bob, "other")
		time.Sleep(InvitationTime - time.Second)
		require.Len(t, invitations(bob), 1)
		time.Sleep(time.Second)
		require.Empty(t, invitations(bob))
		requireInvite(t, true, p, ann, bob, "other")
		require.Len(t, invitations(bob), 1)
		_, err = p.Accounts.Delete(t.Context(), ann.ID)
		require.NoError(t, err)
		require.Empty(t, invitations(bob))
	})
}

// A blocked person gets no error: the invitation is stored and counts, but the invited person does not
// see it.
func TestABlockedPersonInvitesNobody(t *testing.T) {
	p := New(storetest.Open(t), Options{})
	list := guests(t, p, "Ann", "Bob", "Eve")
	ann, bob, eve := list[0], list[1], list[2]
	require.NoError(t, p.Social.Block(t.Context(), bob.ID, eve.ID))
	requireRefusedInvite(t, CodeBlocked, p, bob, eve.ID, "room")
	requireInvite(t, false, p, eve, bob, "room")
	requireInvite(t, true, p, eve, ann, "room")
	got, err := p.Social.Invitations(t.Context(), bob.ID)
	require.NoError(t, err)
	require.Empty(t, got)
	made, err := p.Social.SentInvitations(t.Context(), eve.ID)
	require.NoError(t, err)
	require.Len(t, made, 2)
	require.Equal(t, NoAnswer, made[0].Answer)

	// An invitation from a person who is blocked later is no longer shown.
	require.NoError(t, p.Social.Block(t.Context(), ann.ID, eve.ID))
	got, err = p.Social.Invitations(t.Context(), ann.ID)
	require.NoError(t, err)
	require.Empty(t, got)
	requireInvite(t, false, p, eve, bob, "2")
	requireInvite(t, false, p, eve, bob, "3")
	requireRefusedInvite(t, CodeManyInvitations, p, eve, bob.ID, "4")
}

func TestInvitationsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(storetest.Open(t), Options{})
		ann := guests(t, p, "Ann")[0]
		for n := 0; n < MaxInvitations; {
			other := guests(t, p, "Somebody")[0]
			for room := range MaxInvitationsToOne {
				requireInvite(t, true, p, ann, other, fmt.Sprint(room))
				n++
			}
			requireRefusedInvite(t, CodeManyInvitations, p, ann, other.ID, "another")
			requireInvite(t, false, p, ann, other, "0")
		}
		bob := guests(t, p, "Bob")[0]
		requireRefusedInvite(t, CodeManyInvitations, p, ann, bob.ID, "room")
		time.Sleep(InvitationTime)
		requireInvite(t, true, p, ann, bob, "room")
	})
}
