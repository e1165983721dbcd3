package people_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"
	"github.com/stretchr/testify/require"

	"archmage/internal/people"
	"archmage/internal/people/passkeytest"
	"archmage/internal/store"
	"archmage/test/largeserver"
)

// thorough is true if there is time to measure a large server.
var thorough = os.Getenv("ARCHMAGE_THOROUGH") != ""

// address is the public address of the measured server.
const address = "https://play.example"

// BenchmarkAccounts measures what people do on a server with many accounts and
// matches.
func BenchmarkAccounts(b *testing.B) {
	accounts, matches := 1000, 10_000
	if thorough {
		accounts, matches = 100_000, 1_000_000
	}
	folder := b.TempDir()
	largeserver.Fill(b, folder, accounts, matches)
	db, err := store.OpenSQLite(b.Context(), folder, store.SQLiteOptions{})
	require.NoError(b, err)
	defer db.Close()
	p := people.New(people.StoreOf(db.DB), people.Options{PublicURL: address})
	_, token, err := p.Accounts.NewGuest(b.Context(), "Ann", "")
	require.NoError(b, err)
	guest, err := p.Accounts.SessionByToken(b.Context(), token)
	require.NoError(b, err)
	rp := virtualwebauthn.RelyingParty{ID: "play.example", Name: "Archmage", Origin: address}
	device, key := virtualwebauthn.NewAuthenticator(), passkeytest.New()
	device.Options.UserHandle = []byte(guest.ID)
	options, err := p.Accounts.BeginPasskey(b.Context(), guest, people.Joining{Name: "Ann"})
	require.NoError(b, err)
	creation, err := virtualwebauthn.ParseAttestationOptions(string(options))
	require.NoError(b, err)
	_, err = p.Accounts.FinishPasskey(
		b.Context(),
		guest,
		[]byte(virtualwebauthn.CreateAttestationResponse(rp, device, key, *creation)),
		"",
	)
	require.NoError(b, err)

	for name, query := range map[string]people.MembersQuery{
		"members": {Limit: people.MaxMembers}, "members by name": {Find: "player 5", Limit: people.MaxMembers},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				page, err := p.Social.Members(
					b.Context(),
					query,
					people.Person{ID: largeserver.ID(1), Kind: people.Account},
				)
				require.NoError(b, err)
				require.Len(b, page.List, people.MaxMembers)
			}
		})
	}
	b.Run("sign in", func(b *testing.B) {
		for b.Loop() {
			options, err := p.Accounts.BeginSignIn(b.Context())
			require.NoError(b, err)
			assertion, err := virtualwebauthn.ParseAssertionOptions(string(options))
			require.NoError(b, err)
			key.Counter++
			_, _, err = p.Accounts.SignInByPasskey(
				b.Context(),
				[]byte(virtualwebauthn.CreateAssertionResponse(rp, device, key, *assertion)),
				people.Session{},
				"",
			)
			require.NoError(b, err)
		}
	})
	for name, person := range map[string]int{"the busiest": 0, "the median": accounts / 4} {
		b.Run("profile of "+name, func(b *testing.B) {
			for b.Loop() {
				_, err := p.Profiles.Profile(b.Context(), largeserver.Name(person), "")
				require.NoError(b, err)
			}
		})
		b.Run("matches of "+name, func(b *testing.B) {
			for b.Loop() {
				_, err := db.Archive.Matches(
					b.Context(),
					store.MatchQuery{Person: largeserver.ID(person), Listed: true, Limit: 20},
				)
				require.NoError(b, err)
			}
		})
	}
	first, err := p.Profiles.Leaderboard(b.Context(), "seasons", "", 50, people.Person{})
	require.NoError(b, err)
	var after string
	for range 20 {
		page, err := p.Profiles.Leaderboard(b.Context(), "seasons", after, 1000, people.Person{})
		require.NoError(b, err)
		if page.Next == "" {
			break
		}
		after = page.Next
	}
	for name, from := range map[string]string{"its beginning": "", "the second page": first.Next, "far down": after} {
		b.Run("leaderboard from "+name, func(b *testing.B) {
			for b.Loop() {
				_, err := p.Profiles.Leaderboard(
					b.Context(),
					"seasons",
					from,
					50,
					people.Person{ID: largeserver.ID(accounts / 2)},
				)
				require.NoError(b, err)
			}
		})
	}
	for name, person := range map[string]int{"the busiest": 0, "the median": accounts / 4} {
		b.Run("the two of us, "+name, func(b *testing.B) {
			for b.Loop() {
				_, err := p.Profiles.Together(b.Context(), largeserver.ID(person), largeserver.Name(person+1))
				require.NoError(b, err)
			}
		})
	}
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			_, err := p.Social.Search(b.Context(), "Player 7")
			require.NoError(b, err)
		}
	})
	b.Run("follows", func(b *testing.B) {
		for b.Loop() {
			_, err := p.Social.Followed(b.Context(), largeserver.ID(accounts/2))
			require.NoError(b, err)
		}
	})
	for name, query := range map[string]people.StandingsQuery{
		"ever": {AllTime: true}, "this week, for two": {Seats: 2},
	} {
		query.Game, query.Limit = "seasons", 50
		b.Run("standings "+name, func(b *testing.B) {
			for b.Loop() {
				_, err := p.Profiles.Standings(b.Context(), query, people.Person{ID: largeserver.ID(accounts / 2)})
				require.NoError(b, err)
			}
		})
	}
	b.Run("standings far down", func(b *testing.B) {
		query := people.StandingsQuery{
			Game:    "seasons",
			AllTime: true,
			Limit:   50,
			After:   fmt.Sprintf("90000/0.1.%s", largeserver.ID(accounts-accounts/20)),
		}
		for b.Loop() {
			_, err := p.Profiles.Standings(b.Context(), query, people.Person{ID: largeserver.ID(accounts - 1)})
			require.NoError(b, err)
		}
	})
	b.Run("count a match of four", func(b *testing.B) {
		head, err := db.Rooms.Create(
			b.Context(),
			"counted",
			"",
			store.Batch{Meta: &store.Meta{Status: store.StatusOpen}},
		)
		require.NoError(b, err)
		number := 0
		for b.Loop() {
			b.StopTimer()
			match := &store.Match{
				ID:     fmt.Sprint("counted ", number),
				Game:   "seasons",
				Seats:  4,
				Listed: true,
				Ended:  time.Now(),
				Opens:  time.UnixMilli(1),
			}
			for place := range 4 {
				match.Results = append(match.Results, store.Result{
					Person: largeserver.ID((7919*number + 31*place) % accounts),
					Rank:   place + 1,
					Pieces: []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"},
				})
			}
			number++
			head, err = db.Rooms.Append(b.Context(), head, store.Batch{Match: match})
			require.NoError(b, err)
			b.StartTimer()
			n, _, err := db.Results.CountResults(
				b.Context(),
				store.CountQuery{At: time.Now(), Kinds: []string{string(people.Account)}},
			)
			require.NoError(b, err)
			require.Equal(b, 1, n)
		}
	})
	b.Run("ratings of a table", func(b *testing.B) {
		for b.Loop() {
			_, err := p.Profiles.Ratings(
				b.Context(),
				"seasons",
				[]string{largeserver.ID(0), largeserver.ID(1), largeserver.ID(2), largeserver.ID(3)},
			)
			require.NoError(b, err)
		}
	})
	b.Run("ratings of a match", func(b *testing.B) {
		for b.Loop() {
			_, err := p.Profiles.MatchRatings(b.Context(), largeserver.MatchID(matches/2))
			require.NoError(b, err)
		}
	})
	b.Run("account page", func(b *testing.B) {
		for b.Loop() {
			_, err := p.Accounts.Keys(b.Context(), largeserver.ID(accounts/2))
			require.NoError(b, err)
		}
	})
}

// The people of the seeded server are found by name and token.
func TestSeed(t *testing.T) {
	folder := t.TempDir()
	largeserver.Fill(t, folder, 20, 200)
	db, err := store.OpenSQLite(t.Context(), folder, store.SQLiteOptions{})
	require.NoError(t, err)
	defer db.Close()
	profile, err := people.New(
		people.StoreOf(db.DB),
		people.Options{},
	).Profiles.Profile(
		t.Context(),
		largeserver.Name(0),
		"",
	)
	require.NoError(t, err)
	require.Equal(t, largeserver.ID(0), profile.Person.ID)
	require.Len(t, profile.Tallies, 6)
	require.Len(t, profile.Companions, 8)
	require.Len(t, profile.Ratings, 2)
	board, err := people.New(
		people.StoreOf(db.DB),
		people.Options{},
	).Profiles.Leaderboard(
		t.Context(),
		"seasons",
		"",
		50,
		people.Person{},
	)
	require.NoError(t, err)
	require.Len(t, board.Leaders, 20)
	page, err := db.Archive.Matches(t.Context(), store.MatchQuery{Person: largeserver.ID(0), Limit: 5})
	require.NoError(t, err)
	require.Len(t, page.Items, 5)
}
