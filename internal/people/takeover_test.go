package people

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

// After the use of a personal link, two browsers are the same guest. The one that makes the guest an
// account ends the session of the other.
func TestAKeptNameHasOneOwner(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	mallory := s.guest("Ann")
	invitation, _, err := s.Accounts.NewLink(t.Context(), mallory)
	require.NoError(t, err)
	_, token, err := s.Accounts.SignInByLink(t.Context(), invitation, Session{}, "")
	require.NoError(t, err)
	victim := s.session(token)
	behind, _, err := s.Accounts.NewLink(t.Context(), mallory)
	require.NoError(t, err)
	theirs := s.device().makePasskey(mallory, "Ann")

	d := s.device()
	kept, err := d.Accounts.FinishPasskey(t.Context(), victim, d.makePasskey(victim, "Ann"), "")
	require.NoError(t, err)
	require.ElementsMatch(t, []string{mallory.Key, victim.Key}, kept.Ended)
	requireEnded(t, s, mallory)
	requireEnded(t, s, victim)
	_, _, err = s.Accounts.SignInByLink(t.Context(), behind, Session{}, "")
	requireCode(t, CodeBadLink, err)
	_, err = s.Accounts.LinkOwner(t.Context(), behind)
	requireCode(t, CodeBadLink, err)
	// A request that began with the old token adds no passkey either.
	_, err = s.Accounts.FinishPasskey(t.Context(), mallory, theirs, "")
	requireCode(t, CodeSignInAgain, err)
	keys, err := s.Accounts.Keys(t.Context(), victim.ID)
	require.NoError(t, err)
	require.Equal(t, []int{1, 1, 8}, []int{len(keys.Passkeys), len(keys.Sessions), keys.Codes})
}

// The keys of an account change only shortly after its owner has signed in. A stolen session, or one from
// a personal link, is not enough.
func TestChangesNeedAProof(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, storetest.Open(t), Options{})
		d := s.device()
		ann, codes := d.createAccount(s.guest("Ann"), "Ann")
		phone := s.session(tokenOf(s.Accounts.SignInByCode(t.Context(), codes[0], Session{}, "")))
		passkey := keyName(store.CredentialKey{Kind: kindPasskey, ID: d.key.ID})
		changes := func(session Session) []error {
			_, begun := s.Accounts.BeginPasskey(t.Context(), session, Joining{})
			_, codes := s.Accounts.NewCodes(t.Context(), session)
			_, ended := s.Accounts.EndOtherSessions(t.Context(), session, false)
			_, token := s.Accounts.NewToken(t.Context(), session, "Script", false)
			_, _, link := s.Accounts.NewLink(t.Context(), session)
			_, name := s.Accounts.Rename(t.Context(), session, "Anna")
			removed := s.Accounts.RemoveKey(t.Context(), session, passkey)
			return []error{begun, codes, ended, removed, token, link, name, session.CheckProof()}
		}
		refused := func(session Session) {
			t.Helper()
			for _, err := range changes(session) {
				requireCode(t, CodeSignInAgain, err)
			}
			requireCode(t, CodeSignInAgain, s.Accounts.RemoveKey(t.Context(), session, phone.Key))
		}
		time.Sleep(ProofTime - time.Millisecond)
		require.NoError(t, ann.CheckProof())
		link, _, err := s.Accounts.NewLink(t.Context(), ann)
		require.NoError(t, err)
		made := s.device().makePasskey(ann, "")
		time.Sleep(time.Millisecond)
		refused(ann)
		_, err = s.Accounts.FinishPasskey(t.Context(), ann, made, "")
		requireCode(t, CodeSignInAgain, err, "begun in time, and finished too late")
		refused(s.session(tokenOf(s.Accounts.SignInByLink(t.Context(), link, Session{}, ""))))
		keys, err := s.Accounts.Keys(t.Context(), ann.ID)
		require.NoError(t, err)
		require.Equal(
			t,
			[]int{1, 3, 7, 0},
			[]int{len(keys.Passkeys), len(keys.Sessions), keys.Codes, len(keys.Tokens)},
		)

		// The owner signs in again, which ends the old token.
		again := s.session(tokenOf(s.Accounts.SignInByPasskey(t.Context(), d.usePasskey(), ann, "")))
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

// After the owner has ended the other sessions, nothing that a stolen session has made gives access to
// the account.
func TestWhatAStolenSessionMadeEndsWithIt(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	d := s.device()
	stolen, _ := d.createAccount(s.guest("Ann"), "Ann")
	link, _, err := s.Accounts.NewLink(t.Context(), stolen)
	require.NoError(t, err)
	script, err := s.Accounts.NewToken(t.Context(), stolen, "Script", false)
	require.NoError(t, err)
	bots, err := s.Accounts.NewToken(t.Context(), stolen, "Fizz", true)
	require.NoError(t, err)
	tokens := []string{s.session(script).Key, s.session(bots).Key}
	owner := s.session(tokenOf(s.Accounts.SignInByPasskey(t.Context(), d.usePasskey(), Session{}, "")))

	ended, err := s.Accounts.EndOtherSessions(t.Context(), owner, false)
	require.NoError(t, err)
	require.Equal(t, []string{stolen.Key}, ended)
	requireEnded(t, s, stolen)
	_, _, err = s.Accounts.SignInByLink(t.Context(), link, Session{}, "")
	requireCode(t, CodeBadLink, err)
	require.Equal(t, owner.Person, s.session(script).Person, "programs go on unless they are to end")

	ended, err = s.Accounts.EndOtherSessions(t.Context(), owner, true)
	require.NoError(t, err)
	require.ElementsMatch(t, tokens, ended)
	for _, token := range []string{script, bots} {
		_, err := s.Accounts.SessionByToken(t.Context(), token)
		requireCode(t, CodeNoIdentity, err)
	}
	keys, err := s.Accounts.Keys(t.Context(), owner.ID)
	require.NoError(t, err)
	require.Empty(t, keys.Tokens)
	require.Equal(t, owner.Key, keys.Sessions[0].ID)
}

// A person who has lost all devices can get a link of the operator. It works once and counts as proof. A
// personal link that is made meanwhile does not end it.
func TestALinkOfTheOperator(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, storetest.Open(t), Options{})
		guest := s.guest("Ann")
		_, _, err := s.Accounts.NewOperatorLink(t.Context(), guest.ID)
		requireCode(t, CodeNoAccount, err)
		_, _, err = s.Accounts.NewOperatorLink(t.Context(), "nobody")
		requireCode(t, CodeNoIdentity, err)
		ann, _ := s.device().createAccount(guest, "Ann")
		secret, until, err := s.Accounts.NewOperatorLink(t.Context(), ann.ID)
		require.NoError(t, err)
		require.Equal(t, OperatorLinkTime, time.Until(until).Round(time.Second))
		_, _, err = s.Accounts.NewLink(t.Context(), ann)
		require.NoError(t, err)
		time.Sleep(OperatorLinkTime - time.Second)
		for range 2 {
			owner, err := s.Accounts.LinkOwner(t.Context(), secret)
			require.NoError(t, err)
			require.Equal(t, ann.Person, owner)
		}
		session := s.session(tokenOf(s.Accounts.SignInByLink(t.Context(), secret, Session{}, "")))
		require.NoError(t, session.CheckProof())
		_, _, err = s.Accounts.SignInByLink(t.Context(), secret, Session{}, "")
		requireCode(t, CodeBadLink, err)

		// A new account of the operator has no other key than the link.
		root, secret, _, err := s.Accounts.NewAccount(t.Context(), "Root")
		require.NoError(t, err)
		require.Equal(t, Account, root.Kind)
		_, _, _, err = s.Accounts.NewAccount(t.Context(), "R00T")
		requireCode(t, CodeNameTaken, err)
		session = s.session(tokenOf(s.Accounts.SignInByLink(t.Context(), secret, Session{}, "")))
		require.Equal(t, root, session.Person)
		codes, err := s.Accounts.NewCodes(t.Context(), session)
		require.NoError(t, err)
		_, _, err = s.Accounts.SignInByCode(t.Context(), codes[0], Session{}, "")
		require.NoError(t, err)

		secret, _, err = s.Accounts.NewOperatorLink(t.Context(), ann.ID)
		require.NoError(t, err)
		time.Sleep(OperatorLinkTime)
		_, err = s.Accounts.LinkOwner(t.Context(), secret)
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
