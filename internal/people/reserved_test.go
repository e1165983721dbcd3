package people

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

// People cannot take names of the staff or of the server's bots. The operator can give them.
func TestNamesOfStaffAreReserved(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{
		Reserved: func() []string { return []string{"Rowan the Fox", "Rowan le renard", "The Wood"} },
	})
	ann, _ := s.device().createAccount(s.guest("Ann"), "Ann")
	for _, name := range []string{
		"Moderator", "moderator", "M0DERATOR", "\u041coder\u0430tor", "Mod\u00e9rateur", "MODERATEUR", "Moderator 2",
		"Moderator2", "[Admin] Ann", "Ann (admin)", "~Admin~", "Administrat\u043er", "\u00c9quipe",
		"L'\u00e9quipe", "Mod",
		"modo", "Archmage", "Archmage Club", "Rowan the Fox", "rowan  the fox", "R\u00f6wan the Fox", "Rowan the Fox!",
		"Rowan le renard", "the wood", "Op\u00e9ratrice",
	} {
		_, _, err := s.Accounts.NewGuest(t.Context(), name, "")
		requireCode(t, CodeNameReserved, err, name)
		_, err = s.Accounts.Rename(t.Context(), ann, name)
		requireCode(t, CodeNameReserved, err, name)
		_, err = s.Accounts.BeginPasskey(t.Context(), s.guest("x"), Joining{Name: name})
		requireCode(t, CodeNameReserved, err, name)
		_, err = s.Accounts.NewToken(t.Context(), ann, name, true)
		requireCode(t, CodeNameReserved, err, name)
	}
	for _, name := range []string{
		"Rowan", "Fox", "The Woods", "Modest", "Badminton", "Supporter", "Ada Minster", "Hazel", "Mod Squad",
		"42", "...x",
	} {
		require.Equal(t, name, s.guest(name).Name)
	}
	moderator, link, _, err := s.Accounts.NewAccount(t.Context(), "Moderator")
	require.NoError(t, err)
	session := s.session(tokenOf(s.Accounts.SignInByLink(t.Context(), link, Session{}, "")))
	renamed, err := s.Accounts.Rename(t.Context(), session, "MODERATOR")
	require.NoError(t, err, "what the operator has given stays one's own")
	require.Equal(t, moderator.ID, renamed.ID)
}

// A name is part of the path of a profile, so names that browsers and proxies would change are refused.
// Accounts that already have such names keep them.
func TestNamesThatAreNoPartOfAPath(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	for _, name := range []string{".", "..", "...", "\uff0e\uff0e", "a/b", "a\\b", "\uff0f", "../x"} {
		_, _, err := s.Accounts.NewGuest(t.Context(), name, "")
		requireCode(t, CodeBadName, err, name)
		_, _, _, err = s.Accounts.NewAccount(t.Context(), name)
		requireCode(t, CodeBadName, err, name)
	}
	old := store.Identity{ID: "old", Name: "..", Kind: string(Account), Skeleton: Skeleton("..")}
	require.NoError(t, s.store.CreateIdentity(t.Context(), old, newCredential(kindCode, hash("x"), "")))
	profile, err := s.People.Profiles.Profile(t.Context(), "..", "")
	require.NoError(t, err)
	require.Equal(t, "old", profile.Person.ID)
	_, err = s.People.Social.Search(t.Context(), "..")
	require.NoError(t, err)
}
