package people

import (
	"encoding/base64"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

func requireCode(t *testing.T, want coded.Code, err error, why ...any) {
	t.Helper()
	require.Error(t, err, why...)
	require.Equal(t, want, coded.Of(err), append(why, err)...)
}

// messageOf returns the message of an error for clients.
func messageOf(err error) string {
	var refusal *coded.Error
	if errors.As(err, &refusal) {
		return refusal.Message
	}
	return ""
}

func TestAGuestComesBackByToken(t *testing.T) {
	db := storetest.Open(t)
	people := New(db, Options{})
	person, token, err := people.Accounts.NewGuest(t.Context(), "  Ann\u202e\n ", "")
	require.NoError(t, err)
	require.Equal(t, "Ann", person.Name)
	secret, err := base64.RawURLEncoding.DecodeString(token)
	require.NoError(t, err)
	require.Len(t, secret, 16)

	got, err := people.Accounts.SessionByToken(t.Context(), token)
	require.NoError(t, err)
	require.Equal(t, person, got.Person)

	// Another server on the same store finds the person too.
	got, err = New(db, Options{}).Accounts.SessionByToken(t.Context(), token)
	require.NoError(t, err)
	require.Equal(t, person, got.Person)

	// Only the hash of the token is stored.
	for _, stored := range [][]byte{[]byte(token), secret} {
		_, _, err = db.Identities.Credential(t.Context(), store.CredentialKey{Kind: kindSession, ID: stored})
		require.ErrorIs(t, err, store.ErrNotFound)
	}
}

func TestNoTwoGuestsAreAlike(t *testing.T) {
	people := New(storetest.Open(t), Options{})
	ids, tokens := map[string]bool{}, map[string]bool{}
	for range 100 {
		person, token, err := people.Accounts.NewGuest(t.Context(), "Ann", "")
		require.NoError(t, err)
		require.False(t, ids[person.ID] || tokens[token])
		ids[person.ID], tokens[token] = true, true
	}
}

func TestStrangersHaveNoIdentity(t *testing.T) {
	people := New(storetest.Open(t), Options{})
	person, token, err := people.Accounts.NewGuest(t.Context(), "Ann", "")
	require.NoError(t, err)
	for _, stranger := range []string{
		"", "x", person.ID, token[1:], token + "A", strings.ToUpper(token) + "-", strings.Repeat("A", 22),
		strings.Repeat("A", 1<<20),
	} {
		_, err := people.Accounts.SessionByToken(t.Context(), stranger)
		requireCode(t, CodeNoIdentity, err)
	}
}

func TestNamesOfPeople(t *testing.T) {
	people := New(storetest.Open(t), Options{})
	person, token, err := people.Accounts.NewGuest(t.Context(), "Ann", "")
	require.NoError(t, err)
	for _, name := range []string{
		"", " \t", "\u202e", "\x00", strings.Repeat("é", MaxName+1), strings.Repeat("\ufdfa", 2),
	} {
		_, _, err := people.Accounts.NewGuest(t.Context(), name, "")
		requireCode(t, CodeBadName, err)
		_, err = people.Accounts.Rename(t.Context(), Session{Person: person}, name)
		requireCode(t, CodeBadName, err)
	}
	renamed, err := people.Accounts.Rename(
		t.Context(),
		Session{Person: person},
		" "+strings.Repeat("é", MaxName)+"\u200b ",
	)
	require.NoError(t, err)
	require.Equal(t, Person{ID: person.ID, Name: strings.Repeat("é", MaxName), Kind: Guest}, renamed)
	got, err := people.Accounts.SessionByToken(t.Context(), token)
	require.NoError(t, err)
	require.Equal(t, renamed, got.Person)
	_, err = people.Accounts.Rename(t.Context(), Session{Person: Person{ID: "nobody"}}, "Ann")
	requireCode(t, CodeNoIdentity, err)
}

func TestWhenSomebodyWasSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := storetest.Open(t)
		people := New(db, Options{})
		person, token, err := people.Accounts.NewGuest(t.Context(), "Ann", "")
		require.NoError(t, err)
		began := time.Now()
		for _, step := range []struct{ after, seen time.Duration }{
			{time.Hour, 0},                   // nothing is written for each visit
			{24 * time.Hour, 25 * time.Hour}, // but once a day
			{time.Hour, 25 * time.Hour},
		} {
			time.Sleep(step.after)
			_, err := people.Accounts.SessionByToken(t.Context(), token)
			require.NoError(t, err)
			identity, err := db.Identities.Identity(t.Context(), person.ID)
			require.NoError(t, err)
			require.Equal(t, step.seen, identity.Seen.Sub(began).Round(time.Second))
			require.Equal(t, time.Duration(0), identity.Created.Sub(began).Round(time.Second))
		}
	})
}

func TestPeopleWhenTheStoreFails(t *testing.T) {
	db := newFailingLog(t)
	people := New(db, Options{})
	person, token, err := people.Accounts.NewGuest(t.Context(), "Ann", "")
	require.NoError(t, err)
	link, _, err := people.Accounts.NewLink(t.Context(), Session{Person: person})
	require.NoError(t, err)

	db.write = store.ErrFull
	notStored := func(err error) {
		t.Helper()
		requireCode(t, CodeNotStored, err)
		require.ErrorIs(t, err, store.ErrFull)
	}
	_, _, err = people.Accounts.NewGuest(t.Context(), "Bob", "")
	notStored(err)
	_, err = people.Accounts.Rename(t.Context(), Session{Person: person}, "Bob")
	notStored(err)
	_, _, err = people.Accounts.NewLink(t.Context(), Session{Person: person})
	notStored(err)
	_, _, err = people.Accounts.SignInByLink(t.Context(), link, Session{}, "")
	notStored(err)
	db.write = nil
	_, _, err = people.Accounts.SignInByLink(t.Context(), link, Session{}, "")
	require.NoError(t, err, "the link was not used up")

	// If the lookup fails, the error is not CodeNoIdentity.
	db.read = errors.New("disk on fire")
	_, err = people.Accounts.SessionByToken(t.Context(), token)
	require.ErrorIs(t, err, db.read)
	var refusal *coded.Error
	require.False(t, errors.As(err, &refusal))
}

// Recording the use of a token does not undo a rename at the same time.
func TestRenamingAtTheSameTime(t *testing.T) {
	people := New(storetest.Open(t), Options{})
	person, token, err := people.Accounts.NewGuest(t.Context(), "Ann", "")
	require.NoError(t, err)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			_, err := people.Accounts.update(
				t.Context(),
				person.ID,
				func(*store.Identity) (store.IdentityChange, error) { return store.IdentityChange{}, nil },
			)
			require.NoError(t, err)
		})
	}
	_, err = people.Accounts.Rename(t.Context(), Session{Person: person}, "Bob")
	require.NoError(t, err)
	group.Wait()
	got, err := people.Accounts.SessionByToken(t.Context(), token)
	require.NoError(t, err)
	require.Equal(t, "Bob", got.Name)
}
