package people

import (
	"encoding/base64"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

func TestALinkMakesASecondDeviceTheSamePerson(t *testing.T) {
	db := storetest.Open(t)
	people := New(db, Options{})
	ann, first, err := people.Accounts.NewGuest(t.Context(), "Ann", "")
	require.NoError(t, err)
	secret, _, err := people.Accounts.NewLink(t.Context(), Session{Person: ann})
	require.NoError(t, err)
	raw, err := base64.RawURLEncoding.DecodeString(secret)
	require.NoError(t, err)
	require.Len(t, raw, 16)
	// Only the hash of the secret is stored.
	for _, stored := range [][]byte{[]byte(secret), raw} {
		_, _, err = db.Identities.Credential(t.Context(), store.CredentialKey{Kind: kindLink, ID: stored})
		require.ErrorIs(t, err, store.ErrNotFound)
	}

	person, second, err := people.Accounts.SignInByLink(t.Context(), secret, Session{}, "")
	require.NoError(t, err)
	require.Equal(t, ann, person)
	require.NotEqual(t, first, second)
	for _, token := range []string{first, second} {
		got, err := people.Accounts.SessionByToken(t.Context(), token)
		require.NoError(t, err)
		require.Equal(t, ann, got.Person)
	}
	_, _, err = people.Accounts.SignInByLink(t.Context(), secret, Session{}, "")
	requireCode(t, CodeBadLink, err)
	_, err = people.Accounts.SessionByToken(t.Context(), secret)
	requireCode(t, CodeNoIdentity, err)
}

func TestALinkEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		people := New(storetest.Open(t), Options{})
		ann, _, err := people.Accounts.NewGuest(t.Context(), "Ann", "")
		require.NoError(t, err)
		secret, until, err := people.Accounts.NewLink(t.Context(), Session{Person: ann})
		require.NoError(t, err)
		require.Equal(t, 10*time.Minute, time.Until(until).Round(time.Millisecond))
		time.Sleep(time.Until(until))
		_, _, err = people.Accounts.SignInByLink(t.Context(), secret, Session{}, "")
		requireCode(t, CodeBadLink, err)

		secret, until, err = people.Accounts.NewLink(t.Context(), Session{Person: ann})
		require.NoError(t, err)
		time.Sleep(time.Until(until) - time.Millisecond)
		_, _, err = people.Accounts.SignInByLink(t.Context(), secret, Session{}, "")
		require.NoError(t, err)
	})
}

func TestALinkReplacesTheOlderOne(t *testing.T) {
	people := New(storetest.Open(t), Options{})
	ann, _, err := people.Accounts.NewGuest(t.Context(), "Ann", "")
	require.NoError(t, err)
	bob, _, err := people.Accounts.NewGuest(t.Context(), "Bob", "")
	require.NoError(t, err)
	var secrets []string
	for _, person := range []Person{ann, ann, bob} {
		secret, _, err := people.Accounts.NewLink(t.Context(), Session{Person: person})
		require.NoError(t, err)
		secrets = append(secrets, secret)
	}
	_, _, err = people.Accounts.SignInByLink(t.Context(), secrets[0], Session{}, "")
	requireCode(t, CodeBadLink, err)
	got, _, err := people.Accounts.SignInByLink(t.Context(), secrets[1], Session{}, "")
	require.NoError(t, err)
	require.Equal(t, ann, got)
	got, _, err = people.Accounts.SignInByLink(t.Context(), secrets[2], Session{}, "")
	require.NoError(t, err)
	require.Equal(t, bob, got)
}

func TestLinksThatAreNone(t *testing.T) {
	people := New(storetest.Open(t), Options{})
	ann, token, err := people.Accounts.NewGuest(t.Context(), "Ann", "")
	require.NoError(t, err)
	for _, secret := range []string{"", "x", ann.ID, token, strings.Repeat("A", 22), strings.Repeat("A", 1<<20)} {
		_, _, err := people.Accounts.SignInByLink(t.Context(), secret, Session{}, "")
		requireCode(t, CodeBadLink, err)
	}
	_, _, err = people.Accounts.NewLink(t.Context(), Session{Person: Person{ID: "nobody"}})
	requireCode(t, CodeNoIdentity, err)
}

func TestALinkUsedAtTheSameTimeWorksOnce(t *testing.T) {
	people := New(storetest.Open(t), Options{})
	ann, _, err := people.Accounts.NewGuest(t.Context(), "Ann", "")
	require.NoError(t, err)
	secret, _, err := people.Accounts.NewLink(t.Context(), Session{Person: ann})
	require.NoError(t, err)
	var group sync.WaitGroup
	var used atomic.Int32
	for range 8 {
		group.Go(func() {
			if _, _, err := people.Accounts.SignInByLink(t.Context(), secret, Session{}, ""); err == nil {
				used.Add(1)
			}
		})
	}
	group.Wait()
	require.EqualValues(t, 1, used.Load())
}
