package people

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

// The list of members says when people were here only to members, not across blocks, and not of those who want nobody
// to know.
func TestMembers(t *testing.T) {
	db := storetest.Open(t)
	p := New(db, Options{})
	list := accounts(t, db, "Ann", "Élodie", "Zoe")
	ann, elodie, zoe := list[0], list[1], list[2]
	guest := guests(t, p, "Gus")[0]
	days := func(viewer Person, find string) map[string]int {
		t.Helper()
		page, err := p.Social.Members(t.Context(), MembersQuery{Find: find, Limit: MaxMembers}, viewer)
		require.NoError(t, err)
		found := map[string]int{}
		for _, member := range page.List {
			found[member.Name] = -1
			if member.DaysAgo != nil {
				found[member.Name] = *member.DaysAgo
			}
		}
		return found
	}
	require.Equal(t, map[string]int{"Ann": 0, "Élodie": 0, "Zoe": 0}, days(ann, " "))
	require.Equal(t, map[string]int{"Élodie": 0}, days(ann, "ELO"))
	require.Equal(t, map[string]int{"Ann": -1, "Élodie": -1, "Zoe": -1}, days(guest, ""), "a guest learns nothing")
	require.Equal(t, map[string]int{"Ann": -1, "Élodie": -1, "Zoe": -1}, days(Person{}, ""))

	for _, presence := range []Presence{PresenceEverybody, PresenceNobody} {
		_, err := p.Social.SetPresence(t.Context(), elodie.ID, presence)
		require.NoError(t, err)
		require.Equal(t, -1, days(guest, "el")["Élodie"])
	}
	require.Equal(t, -1, days(ann, "el")["Élodie"], "nobody")
	require.Equal(t, 0, days(elodie, "el")["Élodie"], "one's own day")
	require.NoError(t, p.Social.Block(t.Context(), zoe.ID, ann.ID))
	require.Equal(t, -1, days(ann, "zoe")["Zoe"])
	require.Equal(t, -1, days(zoe, "ann")["Ann"])
	require.Equal(t, 0, days(elodie, "ann")["Ann"])

	page, err := p.Social.Members(t.Context(), MembersQuery{Limit: 2}, ann)
	require.NoError(t, err)
	require.Len(t, page.List, 2)
	page, err = p.Social.Members(t.Context(), MembersQuery{Limit: 1000, After: page.Next}, ann)
	require.NoError(t, err)
	require.Equal(t, "Zoe", page.List[0].Name)
	require.Empty(t, page.Next)

	for _, find := range []string{strings.Repeat("x", MaxName+1), "\x00"} {
		_, err = p.Social.Members(t.Context(), MembersQuery{Find: find, Limit: 1}, ann)
		requireCode(t, CodeBadName, err)
	}
	for _, after := range []string{"?", "YQ", strings.Repeat("A", 1<<16)} {
		_, err = p.Social.Members(t.Context(), MembersQuery{After: after, Limit: 1}, ann)
		requireCode(t, coded.Malformed, err)
	}
}

// Members have the game that they have played most at public tables, with their rating in that game.
func TestMembersHaveGames(t *testing.T) {
	db := storetest.Open(t)
	p := New(db, Options{})
	list := accounts(t, db, "Ann", "Bob", "Cat")
	head, err := db.Rooms.Create(t.Context(), "r", "", store.Batch{Meta: &store.Meta{Status: store.StatusOpen}})
	require.NoError(t, err)
	for i, game := range []string{"go", "chess", "go"} {
		head, err = db.Rooms.Append(t.Context(), head, store.Batch{Match: &store.Match{
			ID: game + string(rune('0'+i)), Game: game, Seats: 2, Listed: true,
			Results: []store.Result{{Person: list[0].ID, Rank: 1}, {Person: list[1].ID, Rank: 2}},
		}})
		require.NoError(t, err)
	}
	_, _, err = db.Results.CountResults(
		t.Context(),
		store.CountQuery{At: time.Now(), Kinds: []string{string(Account)}},
	)
	require.NoError(t, err)
	require.NoError(t, db.Ratings.AddRatings(t.Context(), store.RatingChange{To: 1, Ratings: []store.Rating{
		{Player: list[0].ID, Game: "go", Strength: 2, Mu: 10, Matches: 4},
		{Player: list[1].ID, Game: "chess", Strength: 9, Mu: 20, Matches: 1},
	}}))
	page, err := p.Social.Members(t.Context(), MembersQuery{Limit: MaxMembers}, list[0])
	require.NoError(t, err)
	require.Equal(t, []string{"go", "go", ""}, []string{page.List[0].Game, page.List[1].Game, page.List[2].Game})
	rating := page.List[0].Rating
	require.Equal(t, []any{1080, 4, true}, []any{rating.Points, rating.Matches, rating.Provisional})
	require.Nil(t, page.List[1].Rating, "rated in another game only")
	require.Nil(t, page.List[2].Rating)
}

func TestDaysAgo(t *testing.T) {
	now := time.Date(2026, 11, 26, 0, 30, 0, 0, time.UTC)
	for ago, want := range map[time.Duration]int{
		-time.Hour: 0, 0: 0, 30 * time.Minute: 0, 31 * time.Minute: 1, 6 * 24 * time.Hour: 6, 7 * 24 * time.Hour: 7,
		13 * 24 * time.Hour: 7, 14 * 24 * time.Hour: 14, 10_000 * 24 * time.Hour: 364,
	} {
		require.Equal(t, want, daysAgo(now.Add(-ago), now), ago)
	}
}

// An account is new for a week, a guest never.
func TestIsNew(t *testing.T) {
	now := time.Now()
	of := func(kind Kind, age time.Duration) bool {
		return isNew(&store.Identity{Kind: string(kind), Created: now.Add(-age)}, now)
	}
	require.True(t, of(Account, 0))
	require.True(t, of(Account, newFor-time.Second))
	require.False(t, of(Account, newFor))
	require.False(t, of(Guest, 0))
}
