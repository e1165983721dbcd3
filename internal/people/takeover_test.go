package people

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

// A guest who was given to somebody by a personal link is in two hands. Whoever
// keeps the name has it alone.
func TestAKeptNameHasOneOwner(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	mallory := s.guest("Ann")
	invitation, _, err := s.NewLink(t.Context(), mallory.ID)
	require.NoError(t, err)
	_, token, err := s.ByLink(t.Context(), invitation, Session{}, "")
	require.NoError(t, err)
	victim := s.session(token)
	behind, _, err := s.NewLink(t.Context(), mallory.ID)
	require.NoError(t, err)
	theirs := s.device().make(mallory, "Ann")

	d := s.device()
	kept, err := d.FinishPasskey(t.Context(), victim, d.make(victim, "Ann"), "")
	require.NoError(t, err)
	require.ElementsMatch(t, []string{mallory.Key, victim.Key}, kept.Ended)
	requireEnded(t, s, mallory)
	requireEnded(t, s, victim)
	_, _, err = s.ByLink(t.Context(), behind, Session{}, "")
	requireCode(t, CodeBadLink, err)
	_, err = s.LinkOwner(t.Context(), behind)
	requireCode(t, CodeBadLink, err)
	// A request that was on its way with the old token adds no passkey either.
	_, err = s.FinishPasskey(t.Context(), mallory, theirs, "")
	requireCode(t, CodeSignInAgain, err)
	keys, err := s.Keys(t.Context(), victim.ID)
	require.NoError(t, err)
	require.Equal(t, []int{1, 1, 8}, []int{len(keys.Passkeys), len(keys.Sessions), keys.Codes})
}

// What opens an account changes only shortly after its owner has proved to be there;
// a stolen session, or one by a personal link, is not enough.
func TestChangesNeedAProof(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, storetest.Open(t), Options{})
		d := s.device()
		ann, codes := d.keep(s.guest("Ann"), "Ann")
		phone := s.session(tokenOf(s.ByCode(t.Context(), codes[0], Session{}, "")))
		passkey := keyName(store.CredentialKey{Kind: kindPasskey, ID: d.key.ID})
		changes := func(session Session) []error {
			_, begun := s.BeginPasskey(t.Context(), session, "")
			_, codes := s.NewCodes(t.Context(), session)
			_, ended := s.EndOthers(t.Context(), session)
			return []error{begun, codes, ended, s.RemoveKey(t.Context(), session, passkey), session.Proved()}
		}
		refused := func(session Session) {
			t.Helper()
			for _, err := range changes(session) {
				requireCode(t, CodeSignInAgain, err)
			}
			requireCode(t, CodeSignInAgain, s.RemoveKey(t.Context(), session, phone.Key))
		}
		time.Sleep(ProofTime - time.Millisecond)
		require.NoError(t, ann.Proved())
		made := s.device().make(ann, "")
		time.Sleep(time.Millisecond)
		refused(ann)
		_, err := s.FinishPasskey(t.Context(), ann, made, "")
		requireCode(t, CodeSignInAgain, err, "begun in time, and finished too late")
		link, _, err := s.NewLink(t.Context(), ann.ID)
		require.NoError(t, err)
		refused(s.session(tokenOf(s.ByLink(t.Context(), link, Session{}, ""))))
		keys, err := s.Keys(t.Context(), ann.ID)
		require.NoError(t, err)
		require.Equal(t, []int{1, 3, 7}, []int{len(keys.Passkeys), len(keys.Sessions), keys.Codes})

		// The owner proves it, which ends the token that may have been stolen.
		again := s.session(tokenOf(s.ByPasskey(t.Context(), d.use(), ann, "")))
		requireEnded(t, s, ann)
		for i, err := range changes(again) {
			if i == 3 {
				requireCode(t, CodeLastKey, err)
				continue
			}
			require.NoError(t, err)
		}
	})
}

// Whoever has lost every device gets a link of the operator, which works once and
// proves who it is. A personal link that somebody makes meanwhile does not end it.
func TestALinkOfTheOperator(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, storetest.Open(t), Options{})
		guest := s.guest("Ann")
		_, _, err := s.NewOperatorLink(t.Context(), guest.ID)
		requireCode(t, CodeNoAccount, err)
		_, _, err = s.NewOperatorLink(t.Context(), "nobody")
		requireCode(t, CodeNoIdentity, err)
		ann, _ := s.device().keep(guest, "Ann")
		secret, until, err := s.NewOperatorLink(t.Context(), ann.ID)
		require.NoError(t, err)
		require.Equal(t, OperatorLinkTime, time.Until(until).Round(time.Second))
		_, _, err = s.NewLink(t.Context(), ann.ID)
		require.NoError(t, err)
		time.Sleep(OperatorLinkTime - time.Second)
		for range 2 {
			owner, err := s.LinkOwner(t.Context(), secret)
			require.NoError(t, err)
			require.Equal(t, ann.Person, owner)
		}
		session := s.session(tokenOf(s.ByLink(t.Context(), secret, Session{}, "")))
		require.NoError(t, session.Proved())
		_, _, err = s.ByLink(t.Context(), secret, Session{}, "")
		requireCode(t, CodeBadLink, err)

		// An account that the operator makes is opened by nothing else at first.
		root, secret, _, err := s.NewAccount(t.Context(), "Root")
		require.NoError(t, err)
		require.Equal(t, Account, root.Kind)
		_, _, _, err = s.NewAccount(t.Context(), "R00T")
		requireCode(t, CodeNameTaken, err)
		session = s.session(tokenOf(s.ByLink(t.Context(), secret, Session{}, "")))
		require.Equal(t, root, session.Person)
		codes, err := s.NewCodes(t.Context(), session)
		require.NoError(t, err)
		_, _, err = s.ByCode(t.Context(), codes[0], Session{}, "")
		require.NoError(t, err)

		secret, _, err = s.NewOperatorLink(t.Context(), ann.ID)
		require.NoError(t, err)
		time.Sleep(OperatorLinkTime)
		_, err = s.LinkOwner(t.Context(), secret)
		requireCode(t, CodeBadLink, err)
	})
}

// tokenOf returns the token of a sign-in that succeeds.
func tokenOf(_ Person, token string, err error) string {
	if err != nil {
		panic(err)
	}
	return token
}
