package people

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"archmage/internal/store"
	"archmage/internal/store/retention"
	"archmage/internal/store/storetest"
)

// Guests who were not seen for long and invitations that have ended are deleted; accounts stay.
func TestOldGuestsAndInvitationsAreDeleted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := storetest.Open(t)
		ids := []string{"ann", "bob", "eve"}
		add := func(id string, kind Kind) {
			require.NoError(
				t,
				db.Identities.CreateIdentity(t.Context(), store.Identity{ID: id, Name: id, Kind: string(kind)},
					store.Credential{CredentialKey: store.CredentialKey{Kind: "session", ID: []byte(id)}}),
			)
		}
		invite := func(id string, age time.Duration) {
			require.NoError(
				t,
				db.Invitations.AddInvitation(
					t.Context(),
					store.Invitation{ID: id, From: "ann", To: "bob", Room: id, Created: time.Now().Add(-age)},
				),
			)
		}
		left := func() (people, invitations int) {
			known, err := db.Identities.IdentitiesByID(t.Context(), ids)
			require.NoError(t, err)
			list, err := db.Invitations.ListInvitations(t.Context(), store.InvitationQuery{To: "bob", Limit: 10})
			require.NoError(t, err)
			return len(known), len(list)
		}
		add("ann", Account)
		add("bob", Account)
		add("eve", Guest)
		invite("1", InvitationTime-time.Hour)
		invite("2", 0)
		var mine atomic.Bool
		go retention.Run(t.Context(), mine.Load, zap.NewNop(), RetentionTasks(db, 10*time.Hour)...)
		time.Sleep(9 * time.Hour)
		people, invitations := left()
		require.Equal(t, []int{3, 2}, []int{people, invitations}, "another node does it")
		mine.Store(true)
		time.Sleep(retention.Every)
		synctest.Wait()
		people, invitations = left()
		require.Equal(t, []int{3, 1}, []int{people, invitations})
		time.Sleep(time.Hour)
		synctest.Wait()
		people, invitations = left()
		require.Equal(t, []int{2, 1}, []int{people, invitations})
		_, err := db.Identities.Identity(t.Context(), "eve")
		require.ErrorIs(t, err, store.ErrNotFound)
	})
}
