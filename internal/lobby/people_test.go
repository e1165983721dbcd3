package lobby

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/eventlog"
	"archmage/internal/eventlog/logtest"
)

func requireCode(t *testing.T, want coded.Code, err error) {
	t.Helper()
	var refusal *coded.Error
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, want, refusal.Code)
}

func TestAGuestComesBackByToken(t *testing.T) {
	log := logtest.NewMemory()
	people := NewPeople(log)
	user, token, err := people.NewGuest(t.Context(), "  Ann\u202e\n ")
	require.NoError(t, err)
	require.Equal(t, "Ann", user.Name)
	secret, err := base64.RawURLEncoding.DecodeString(token)
	require.NoError(t, err)
	require.Len(t, secret, 16)

	got, err := people.ByToken(t.Context(), token)
	require.NoError(t, err)
	require.Equal(t, user, got)

	// Others who keep the same log know the person too.
	got, err = NewPeople(log).ByToken(t.Context(), token)
	require.NoError(t, err)
	require.Equal(t, user, got)

	// The token itself is not what is stored.
	_, err = log.IdentityByToken(t.Context(), []byte(token))
	require.ErrorIs(t, err, eventlog.ErrNotFound)
	_, err = log.IdentityByToken(t.Context(), secret)
	require.ErrorIs(t, err, eventlog.ErrNotFound)
}

func TestNoTwoGuestsAreAlike(t *testing.T) {
	people := NewPeople(logtest.NewMemory())
	ids, tokens := map[string]bool{}, map[string]bool{}
	for range 100 {
		user, token, err := people.NewGuest(t.Context(), "Ann")
		require.NoError(t, err)
		require.False(t, ids[user.ID] || tokens[token])
		ids[user.ID], tokens[token] = true, true
	}
}

func TestStrangersHaveNoIdentity(t *testing.T) {
	people := NewPeople(logtest.NewMemory())
	user, token, err := people.NewGuest(t.Context(), "Ann")
	require.NoError(t, err)
	for _, stranger := range []string{
		"", "x", user.ID, token[1:], token + "A", strings.ToUpper(token) + "-", strings.Repeat("A", 22), strings.Repeat("A", 1<<20),
	} {
		_, err := people.ByToken(t.Context(), stranger)
		requireCode(t, CodeNoIdentity, err)
	}
}

func TestNamesOfPeople(t *testing.T) {
	people := NewPeople(logtest.NewMemory())
	user, token, err := people.NewGuest(t.Context(), "Ann")
	require.NoError(t, err)
	for _, name := range []string{"", " \t", "\u202e", "\x00"} {
		_, _, err := people.NewGuest(t.Context(), name)
		requireCode(t, CodeBadName, err)
		_, err = people.Rename(t.Context(), user.ID, name)
		requireCode(t, CodeBadName, err)
	}
	renamed, err := people.Rename(t.Context(), user.ID, strings.Repeat("é", MaxName+5))
	require.NoError(t, err)
	require.Equal(t, User{ID: user.ID, Name: strings.Repeat("é", MaxName)}, renamed)
	got, err := people.ByToken(t.Context(), token)
	require.NoError(t, err)
	require.Equal(t, renamed, got)
	_, err = people.Rename(t.Context(), "nobody", "Ann")
	requireCode(t, CodeNoIdentity, err)
}

func TestWhenSomebodyWasSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := logtest.NewMemory()
		people := NewPeople(log)
		user, token, err := people.NewGuest(t.Context(), "Ann")
		require.NoError(t, err)
		began := time.Now()
		for _, step := range []struct{ after, seen time.Duration }{
			{time.Hour, 0},                   // nothing is written for each visit
			{24 * time.Hour, 25 * time.Hour}, // but once a day
			{time.Hour, 25 * time.Hour},
		} {
			time.Sleep(step.after)
			_, err := people.ByToken(t.Context(), token)
			require.NoError(t, err)
			identity, err := log.Identity(t.Context(), user.ID)
			require.NoError(t, err)
			require.Equal(t, step.seen, identity.Seen.Sub(began).Round(time.Second))
			require.Equal(t, time.Duration(0), identity.Created.Sub(began).Round(time.Second))
		}
	})
}

// brokenIdentities fail as they are told.
type brokenIdentities struct {
	eventlog.Identities
	read, write error
}

func (b *brokenIdentities) IdentityByToken(ctx context.Context, hash []byte) (eventlog.Identity, error) {
	if b.read != nil {
		return eventlog.Identity{}, b.read
	}
	return b.Identities.IdentityByToken(ctx, hash)
}

func (b *brokenIdentities) CreateIdentity(ctx context.Context, hash []byte, identity eventlog.Identity) error {
	if b.write != nil {
		return b.write
	}
	return b.Identities.CreateIdentity(ctx, hash, identity)
}

func (b *brokenIdentities) UpdateIdentity(ctx context.Context, identity eventlog.Identity) error {
	if b.write != nil {
		return b.write
	}
	return b.Identities.UpdateIdentity(ctx, identity)
}

func TestPeopleWhenTheLogFails(t *testing.T) {
	log := &brokenIdentities{Identities: logtest.NewMemory()}
	people := NewPeople(log)
	user, token, err := people.NewGuest(t.Context(), "Ann")
	require.NoError(t, err)

	log.write = eventlog.ErrFull
	_, _, err = people.NewGuest(t.Context(), "Bob")
	requireCode(t, CodeNotStored, err)
	require.ErrorIs(t, err, eventlog.ErrFull)
	_, err = people.Rename(t.Context(), user.ID, "Bob")
	requireCode(t, CodeNotStored, err)

	// Who cannot be looked up is not told to be nobody.
	log.read = errors.New("disk on fire")
	_, err = people.ByToken(t.Context(), token)
	require.ErrorIs(t, err, log.read)
	var refusal *coded.Error
	require.False(t, errors.As(err, &refusal))
}

// A visit that notes the time does not undo a rename at the same moment.
func TestRenamingAtTheSameTime(t *testing.T) {
	people := NewPeople(logtest.NewMemory())
	user, token, err := people.NewGuest(t.Context(), "Ann")
	require.NoError(t, err)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			_, err := people.update(t.Context(), user.ID, func(*eventlog.Identity) {})
			require.NoError(t, err)
		})
	}
	_, err = people.Rename(t.Context(), user.ID, "Bob")
	require.NoError(t, err)
	group.Wait()
	got, err := people.ByToken(t.Context(), token)
	require.NoError(t, err)
	require.Equal(t, "Bob", got.Name)
}

func BenchmarkByToken(b *testing.B) {
	log, err := eventlog.OpenSQLite(b.Context(), b.TempDir(), eventlog.SQLiteOptions{})
	require.NoError(b, err)
	defer log.Close()
	people := NewPeople(log)
	var tokens []string
	for range 1000 {
		_, token, err := people.NewGuest(b.Context(), "Ann")
		require.NoError(b, err)
		tokens = append(tokens, token)
	}
	for i := 0; b.Loop(); i++ {
		if _, err := people.ByToken(b.Context(), tokens[i%len(tokens)]); err != nil {
			b.Fatal(err)
		}
	}
}
