package storetest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
)

// testByName lists accounts by their names, and finds them by the beginnings of their names. Case and accents do not
// matter.
func testByName(t *testing.T, db *store.DB) {
	names := []string{
		"a b", "Ann", "ÄNNA", "Élodie", "elodie dupont", "Émile", "İnci", "Łukasz", "Noe\u0308l", "noelle", "Øyvind",
		"Straße", "Ωμέγα", "日本",
	}
	for i, name := range names {
		skeleton := strings.Repeat("z", len(names)-i) // another order
		one := store.Identity{ID: name, Name: name, Kind: "account", Skeleton: skeleton}
		require.NoError(t, db.Identities.CreateIdentity(t.Context(), one, token(name)))
	}
	createIdentities(t, db, "a guest")
	find := func(prefix string, limit int) (found []string) {
		t.Helper()
		for query := (store.NameQuery{Prefix: prefix, Limit: limit}); ; {
			page, err := db.Identities.ByName(t.Context(), query)
			require.NoError(t, err)
			require.LessOrEqual(t, len(page.Items), limit)
			for i := range page.Items {
				found = append(found, page.Items[i].ID)
			}
			if query.After = page.Next; page.Next == "" {
				return found
			}
		}
	}
	for _, limit := range []int{1, 2, 50} {
		require.Equal(t, names, find("", limit))
		require.Equal(t, []string{"Élodie", "elodie dupont"}, find("élO", limit))
	}
	for prefix, want := range map[string][]string{
		"ann": {"Ann", "ÄNNA"}, "ÀNNA": {"ÄNNA"}, "inc": {"İnci"}, "lu": {"Łukasz"}, "NOËL": {"Noe\u0308l", "noelle"},
		"oy": {"Øyvind"}, "strass": {"Straße"}, "STRAẞ": {"Straße"}, "ωμε": {"Ωμέγα"}, "日": {"日本"},
		"elodie  du": {"elodie dupont"}, "dupont": nil, "%": nil, "\u0301": nil, "x": nil,
	} {
		require.Equal(t, want, find(prefix, 50), "%q", prefix)
	}

	// Two names that differ only by accents are both listed, in any pages.
	twin := store.Identity{ID: "twin", Name: "Ännä", Kind: "account", Skeleton: "twin"}
	require.NoError(t, db.Identities.CreateIdentity(t.Context(), twin, token("twin")))
	require.Equal(t, []string{"Ann", "twin", "ÄNNA"}, find("ann", 1))

	// The list follows when an account is renamed, when a guest becomes an account, and when one is deleted.
	rename := func(id, name, skeleton string) {
		t.Helper()
		one, err := db.Identities.Identity(t.Context(), id)
		require.NoError(t, err)
		one.Name, one.Skeleton = name, skeleton
		require.NoError(t, db.Identities.ChangeIdentity(t.Context(), id, store.IdentityChange{Identity: &one}))
	}
	rename("twin", "Zoé", "zoe")
	rename("a guest", "Zoë B", "zoe b")
	require.Equal(t, []string{"twin", "a guest"}, find("zoe", 50))
	require.Equal(t, []string{"Ann", "ÄNNA"}, find("ann", 50))
	rename("a guest", "Zoë B", "")
	require.NoError(t, db.Identities.DeleteIdentity(t.Context(), "Ann"))
	require.Equal(t, []string{"twin"}, find("zoe", 50))
	require.Equal(t, []string{"ÄNNA"}, find("ann", 50))

	for _, wrong := range []store.NameQuery{
		{}, {Limit: -1}, {Limit: 1, Prefix: "\xff"}, {Limit: 1, After: "!"},
		{Limit: 1, After: "YQ"},
	} {
		_, err := db.Identities.ByName(t.Context(), wrong)
		require.ErrorIs(t, err, store.ErrInvalid, "%+v", wrong)
	}
}

// testMostPlayed checks that matches of all sizes count together, and private ones do not.
func testMostPlayed(t *testing.T, db *store.DB) {
	createAccounts(t, db, "ann", "bob", "cat")
	head := createRoom(t, db, "a", 0)
	play := func(game string, listed bool, opens int64, persons ...string) {
		var results []store.Result
		for i, person := range persons {
			results = append(results, store.Result{Person: person, Rank: i + 1})
		}
		archiveMatch(t, db, &head, game, listed, day, opens, results...)
	}
	play("go", true, 1, "ann", "bob")
	play("chess", true, 2, "ann", "bob")
	play("go", true, 3, "ann", "bob", "cat")
	for i := range int64(3) {
		play("chess", false, 4+i, "ann", "cat")
	}
	require.Zero(t, countOpenResults(t, db, 1000, 6))
	games, err := db.Careers.MostPlayed(t.Context(), []string{"ann", "bob", "cat", "nobody"})
	require.NoError(t, err)
	require.Equal(t, map[string]string{"ann": "go", "bob": "go", "cat": "go"}, games)
	games, err = db.Careers.MostPlayed(t.Context(), nil)
	require.NoError(t, err)
	require.Empty(t, games)
	_, err = db.Careers.MostPlayed(t.Context(), make([]string, store.MaxPage+1))
	require.ErrorIs(t, err, store.ErrInvalid)
}
