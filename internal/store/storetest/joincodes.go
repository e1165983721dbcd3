package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// join makes the identity an account with a name, by a code.
func join(t *testing.T, db *store.DB, id, name, code string, at time.Time) error {
	t.Helper()
	identity := store.Identity{ID: id, Name: name, Kind: "account", Skeleton: name, Seen: at}
	return db.Identities.ChangeIdentity(
		t.Context(),
		id,
		store.IdentityChange{Identity: &identity, JoinCode: []byte(code)},
	)
}

func testJoinCodes(t *testing.T, db *store.DB) {
	createIdentities(t, db, "ann", "bob", "eve")
	at := func(seconds int64) time.Time { return time.Unix(seconds, 0).UTC() }
	link := store.JoinCode{
		ID:      "link",
		Hash:    []byte("hash of link"),
		Kind:    "link",
		Label:   "ABCD",
		People:  2,
		Created: at(1),
		Until:   at(100),
	}
	card := store.JoinCode{
		ID:      "card",
		Hash:    []byte("hash of card"),
		Kind:    "card",
		Label:   "EFGH",
		People:  1,
		Created: at(2),
		Until:   at(100),
	}
	require.NoError(t, db.JoinCodes.AddJoinCodes(t.Context(), []store.JoinCode{link, card}, 3))
	other := link
	require.ErrorIs(t, db.JoinCodes.AddJoinCodes(t.Context(), []store.JoinCode{other}, 3), store.ErrExists)
	other.ID = "other"
	require.ErrorIs(t, db.JoinCodes.AddJoinCodes(t.Context(), []store.JoinCode{other}, 3), store.ErrExists)
	other.Hash = []byte("hash of other")
	require.ErrorIs(t, db.JoinCodes.AddJoinCodes(t.Context(), []store.JoinCode{other}, 2), store.ErrQuota)
	other.People = 0
	require.ErrorIs(t, db.JoinCodes.AddJoinCodes(t.Context(), []store.JoinCode{other}, 3), store.ErrInvalid)

	require.ErrorIs(t, join(t, db, "ann", "Ann", "unknown", at(3)), store.ErrUsedUp)
	require.ErrorIs(t, join(t, db, "ann", "Ann", "hash of link", at(100)), store.ErrUsedUp, "it has ended")
	require.NoError(t, join(t, db, "ann", "Ann", "hash of link", at(4)))
	// A name that is taken uses nothing up.
	require.ErrorIs(t, join(t, db, "bob", "Ann", "hash of link", at(5)), store.ErrExists)
	require.NoError(t, join(t, db, "bob", "Bob", "hash of link", at(6)))
	require.ErrorIs(t, join(t, db, "eve", "Eve", "hash of link", at(7)), store.ErrUsedUp)

	link.Used = 2
	found, err := db.JoinCodes.JoinCode(t.Context(), link.Hash)
	require.NoError(t, err)
	require.Equal(t, link, found)
	codes, err := db.JoinCodes.ListJoinCodes(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, []store.JoinCode{card, link}, codes)
	uses, err := db.JoinCodes.ListJoinUses(t.Context(), 10)
	require.NoError(t, err)
	ann := store.JoinUse{Identity: "ann", Code: "link", At: at(4)}
	require.Equal(t, []store.JoinUse{ann, {Identity: "bob", Code: "link", At: at(6)}}, uses)
	use, err := db.JoinCodes.JoinUse(t.Context(), "ann")
	require.NoError(t, err)
	require.Equal(t, ann, use)

	// A deleted account leaves the number of uses, but not who it was.
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "bob"))
	uses, err = db.JoinCodes.ListJoinUses(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, []store.JoinUse{ann}, uses)
	_, err = db.JoinCodes.JoinUse(t.Context(), "bob")
	require.ErrorIs(t, err, store.ErrNotFound)

	// An unused code that is ended is removed; one that was used stays until it is old.
	require.NoError(t, db.JoinCodes.EndJoinCode(t.Context(), "card", at(50)))
	require.ErrorIs(t, db.JoinCodes.EndJoinCode(t.Context(), "card", at(50)), store.ErrNotFound)
	require.ErrorIs(t, join(t, db, "eve", "Eve", "hash of card", at(7)), store.ErrUsedUp)
	require.NoError(t, db.JoinCodes.EndJoinCode(t.Context(), "link", at(50)))
	require.ErrorIs(t, db.JoinCodes.EndJoinCode(t.Context(), "link", at(60)), store.ErrNotFound)
	require.NoError(t, db.JoinCodes.DeleteJoinCodes(t.Context(), at(50)))
	_, err = db.JoinCodes.JoinCode(t.Context(), link.Hash)
	require.NoError(t, err)
	require.NoError(t, db.JoinCodes.DeleteJoinCodes(t.Context(), at(51)))
	_, err = db.JoinCodes.JoinCode(t.Context(), link.Hash)
	require.ErrorIs(t, err, store.ErrNotFound)
	uses, err = db.JoinCodes.ListJoinUses(t.Context(), 10)
	require.NoError(t, err)
	require.Empty(t, uses)
}

// Of many people who use a code at the same time, as many succeed as the code is for.
func testJoinCodesAtTheSameTime(t *testing.T, db *store.DB) {
	const people, tries = 3, 12
	until := time.Now().Add(time.Hour)
	require.NoError(t, db.JoinCodes.AddJoinCodes(t.Context(), []store.JoinCode{
		{ID: "link", Hash: []byte("hash"), Kind: "link", People: people, Until: until},
	}, 1))
	var joined, refused atomic.Int32
	var all sync.WaitGroup
	for i := range tries {
		id := fmt.Sprintf("guest %d", i)
		createIdentities(t, db, id)
		all.Go(func() {
			err := join(t, db, id, fmt.Sprintf("Name %d", i), "hash", time.Now())
			if errors.Is(err, store.ErrUsedUp) {
				refused.Add(1)
			} else if err == nil {
				joined.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, people, joined.Load())
	require.EqualValues(t, tries-people, refused.Load())
	uses, err := db.JoinCodes.ListJoinUses(t.Context(), tries)
	require.NoError(t, err)
	require.Len(t, uses, people)
}
