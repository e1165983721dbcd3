package people

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/descope/virtualwebauthn"
	"github.com/stretchr/testify/require"

	"archmage/internal/eventlog"
)

// thorough says that there is time to measure a large server.
var thorough = os.Getenv("ARCHMAGE_THOROUGH") != ""

// seed fills a new data folder with so many accounts, each with a passkey and a
// session, and so many matches, which some accounts play far more often than
// others: the first of 100,000 about 9,000 of a million.
func seed(tb testing.TB, folder string, accounts, matches int) {
	tb.Helper()
	log, err := eventlog.OpenSQLite(tb.Context(), folder, eventlog.SQLiteOptions{})
	require.NoError(tb, err)
	require.NoError(tb, log.Close())
	db, err := sql.Open("sqlite", filepath.Join(folder, eventlog.FileName))
	require.NoError(tb, err)
	defer db.Close()
	tx, err := db.Begin()
	require.NoError(tb, err)
	prepare := func(query string) func(...any) {
		stmt, err := tx.Prepare(query)
		require.NoError(tb, err)
		return func(args ...any) {
			_, err := stmt.Exec(args...)
			require.NoError(tb, err)
		}
	}
	identity := prepare(`INSERT INTO identities (id, name, kind, look, created, seen) VALUES (?, ?, 'account', ?, 1, 1)`)
	credential := prepare(`INSERT INTO credentials (kind, id, identity, label, data, created, used) VALUES (?, ?, ?, '', ?, 1, 1)`)
	match := prepare(`INSERT INTO matches (number, id, room, game, version, seats, listed, started, ended, persons, summary) VALUES (?, ?, '', ?, 1, ?, 1, 1, 2, ?, ?)`)
	person := prepare(`INSERT INTO match_persons (identity, number, game) VALUES (?, ?, ?)`)
	result := prepare(`INSERT INTO results (identity, number, game, seats, listed, opens, rank, total) VALUES (?, ?, ?, ?, 1, 1, ?, ?)`)
	for i := range accounts {
		identity(seeded(i), seededName(i), Look(seededName(i)))
		credential(kindPasskey, hash("key "+seeded(i)), seeded(i), make([]byte, 300))
		credential(kindSession, hash("token "+seeded(i)), seeded(i), nil)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for number := range matches {
		game, seats := []string{"seasons", "spellbook"}[random.IntN(2)], 2+random.IntN(3)
		var persons []string
		for len(persons) < seats {
			u := random.Float64()
			if who := seeded(int(float64(accounts) * u * u)); len(persons) == 0 || persons[len(persons)-1] != who && persons[0] != who && persons[len(persons)/2] != who {
				persons = append(persons, who)
			}
		}
		list, _ := json.Marshal(persons)
		match(number+1, fmt.Sprint("match ", number), game, seats, string(list), `{"players":[]}`)
		for place, who := range persons {
			person(who, number+1, game)
			result(who, number+1, game, seats, place+1, 100-place)
		}
	}
	require.NoError(tb, tx.Commit())
}

func seeded(i int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", i) }

func seededName(i int) string { return fmt.Sprint("Player ", i) }

// BenchmarkAccounts measures what people do on a server with many accounts and
// matches.
func BenchmarkAccounts(b *testing.B) {
	accounts, matches := 1000, 10_000
	if thorough {
		accounts, matches = 100_000, 1_000_000
	}
	folder := b.TempDir()
	seed(b, folder, accounts, matches)
	log, err := eventlog.OpenSQLite(b.Context(), folder, eventlog.SQLiteOptions{})
	require.NoError(b, err)
	defer log.Close()
	p := New(log, Options{PublicURL: address})
	_, token, err := p.NewGuest(b.Context(), "Ann", "")
	require.NoError(b, err)
	guest, err := p.ByToken(b.Context(), token)
	require.NoError(b, err)
	rp := virtualwebauthn.RelyingParty{ID: "play.example", Name: "Archmage", Origin: address}
	device, key := virtualwebauthn.NewAuthenticator(), virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
	device.Options.UserHandle = []byte(guest.ID)
	options, err := p.BeginPasskey(b.Context(), guest, "Ann")
	require.NoError(b, err)
	creation, err := virtualwebauthn.ParseAttestationOptions(string(options))
	require.NoError(b, err)
	_, _, _, err = p.FinishPasskey(b.Context(), guest, []byte(virtualwebauthn.CreateAttestationResponse(rp, device, key, *creation)), "")
	require.NoError(b, err)

	b.Run("sign in", func(b *testing.B) {
		for b.Loop() {
			options, err := p.BeginSignIn(b.Context())
			require.NoError(b, err)
			assertion, err := virtualwebauthn.ParseAssertionOptions(string(options))
			require.NoError(b, err)
			key.Counter++
			_, _, err = p.ByPasskey(b.Context(), []byte(virtualwebauthn.CreateAssertionResponse(rp, device, key, *assertion)), Session{}, "")
			require.NoError(b, err)
		}
	})
	for name, who := range map[string]int{"the busiest": 0, "the median": accounts / 4} {
		b.Run("profile of "+name, func(b *testing.B) {
			for b.Loop() {
				_, err := p.Profile(b.Context(), seededName(who), "")
				require.NoError(b, err)
			}
		})
		b.Run("matches of "+name, func(b *testing.B) {
			for b.Loop() {
				_, err := log.Matches(b.Context(), eventlog.MatchQuery{Person: seeded(who), Listed: true, Limit: 20})
				require.NoError(b, err)
			}
		})
	}
	b.Run("account page", func(b *testing.B) {
		for b.Loop() {
			_, err := p.Keys(b.Context(), seeded(accounts/2))
			require.NoError(b, err)
		}
	})
}

// The seeded server is one: its people are found by name and token.
func TestSeed(t *testing.T) {
	folder := t.TempDir()
	seed(t, folder, 20, 200)
	log, err := eventlog.OpenSQLite(t.Context(), folder, eventlog.SQLiteOptions{})
	require.NoError(t, err)
	defer log.Close()
	profile, err := New(log, Options{}).Profile(t.Context(), seededName(0), "")
	require.NoError(t, err)
	require.Equal(t, seeded(0), profile.Person.ID)
	require.Len(t, profile.Tallies, 6)
	require.Len(t, profile.Companions, maxCompanions)
	page, err := log.Matches(t.Context(), eventlog.MatchQuery{Person: seeded(0), Limit: 5})
	require.NoError(t, err)
	require.Len(t, page.Items, 5)
}
