package people

import (
	"bytes"
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"
	"github.com/stretchr/testify/require"

	"archmage/internal/people/passkeytest"
	"archmage/internal/people/rating"
	"archmage/internal/store"
)

// thorough is true if there is time to measure a large server.
var thorough = os.Getenv("ARCHMAGE_THOROUGH") != ""

// seed fills a new data folder with accounts and rated matches. Each account has a passkey and a
// session. Some accounts play far more often than others: the first of 100,000 plays about 9,000 of a
// million matches. Rows are added in large groups in the order of their keys, and indexes last.
func seed(tb testing.TB, folder string, accounts, matches int) {
	tb.Helper()
	empty, err := store.OpenSQLite(tb.Context(), folder, store.SQLiteOptions{})
	require.NoError(tb, err)
	require.NoError(tb, empty.Close())
	db, err := sql.Open(
		"sqlite",
		filepath.Join(folder, store.FileName)+"?_pragma=synchronous(0)&_pragma=cache_size(-200000)",
	)
	require.NoError(tb, err)
	defer db.Close()
	tx, err := db.BeginTx(tb.Context(), nil)
	require.NoError(tb, err)
	s := seeder{tb, tx, accounts}
	indexes := s.dropIndexes()
	games := []string{"seasons", "spellbook"}

	look := make([]string, accounts)
	s.insert(`identities (id, name, kind, look, created, seen)`, accounts, func(i int) []any {
		look[i] = Skeleton(seededName(i))
		return []any{seeded(i), seededName(i), string(Account), look[i], 1, 1}
	})
	type key struct {
		kind   string
		hash   []byte
		person int
	}
	var keys []key
	for i := range accounts {
		keys = append(
			keys,
			key{kindPasskey, hash("key " + seeded(i)), i},
			key{kindSession, hash("token " + seeded(i)), i},
		)
	}
	slices.SortFunc(
		keys,
		func(a, b key) int { return cmp.Or(strings.Compare(a.kind, b.kind), bytes.Compare(a.hash, b.hash)) },
	)
	s.insert(`credentials (kind, id, identity, label, data, created, used)`, len(keys), func(i int) []any {
		return []any{keys[i].kind, keys[i].hash, seeded(keys[i].person), "", make([]byte, 300), 1, 1}
	})

	var all []played
	random := rand.New(rand.NewPCG(1, 2))
	first := make([]int, matches)
	for number := range matches {
		game, seats := uint8(random.IntN(2)), uint8(2+random.IntN(3))
		first[number] = len(all)
		for place := uint8(0); place < seats; {
			u := random.Float64()
			one := played{int32(float64(accounts) * u * u), int32(number), game, seats, place}
			if !slices.ContainsFunc(
				all[first[number]:],
				func(other played) bool { return other.person == one.person },
			) {
				all = append(all, one)
				place++
			}
		}
	}
	s.insert(
		`matches (number, id, room, game, version, seats, listed, started, ended, persons, summary)`,
		matches,
		func(i int) []any {
			m := &all[first[i]]
			var persons []string
			for j := range int(m.seats) {
				persons = append(persons, seeded(int(all[first[i]+j].person)))
			}
			list, _ := json.Marshal(persons)
			return []any{
				i + 1,
				fmt.Sprint("match ", i),
				"",
				games[m.game],
				1,
				m.seats,
				1,
				1,
				2,
				string(list),
				`{"players":[]}`,
			}
		},
	)
	s.insert(`rated_matches (number, id, game, ended, opens, seats)`, matches, func(i int) []any {
		return []any{i + 1, fmt.Sprint("match ", i), games[all[first[i]].game], 2, 2, "[]"}
	})
	byMatch := slices.Clone(all)
	slices.SortFunc(
		all,
		func(a, b played) int { return cmp.Or(cmp.Compare(a.person, b.person), cmp.Compare(a.number, b.number)) },
	)
	s.insert(`match_persons (identity, number, game)`, len(all), func(i int) []any {
		return []any{seeded(int(all[i].person)), all[i].number + 1, games[all[i].game]}
	})
	s.insert(
		`tallies (identity, listed, game, seats, played, won, ranks, totals, best)`,
		accounts*6,
		func(i int) []any {
			return []any{seeded(i / 6), 1, games[i%6/3], 2 + i%3, 10, 3, 20, 900, 120}
		},
	)
	s.careers(all, games)
	s.meetings(byMatch, first)
	slices.SortFunc(all, func(a, b played) int {
		return cmp.Or(cmp.Compare(a.person, b.person), cmp.Compare(a.game, b.game), cmp.Compare(a.number, b.number))
	})
	var last []int // the last match of each player and game
	s.insert(
		`rating_steps (player, game, number, seat, before, strength, mu, matches, counted)`,
		len(all),
		func(i int) []any {
			p := &all[i]
			if i+1 == len(all) || all[i+1].person != p.person || all[i+1].game != p.game {
				last = append(last, i)
			}
			return []any{
				seeded(int(p.person)),
				games[p.game],
				p.number + 1,
				p.place,
				20 * random.Float64(),
				20 * random.Float64(),
				20 + 10*random.Float64(),
				i,
				1,
			}
		},
	)
	counts := map[[2]int]int{}
	s.insert(
		`ratings (player, game, mu, sigma, strength, matches, last, settled, note, gone)`,
		len(last),
		func(i int) []any {
			p, n := &all[last[i]], last[i]+1
			if i > 0 {
				n -= last[i-1] + 1
			}
			strength := 30 * random.Float64()
			if n >= rating.SettledAfter {
				counts[[2]int{int(p.game), int(strength)}]++
			}
			return []any{
				seeded(int(p.person)),
				games[p.game],
				25.0,
				1.5,
				strength,
				n,
				2,
				n >= rating.SettledAfter,
				`{"day":0,"meetings":null}`,
				0,
			}
		},
	)
	for at, n := range counts {
		s.exec(`INSERT INTO rating_counts (game, bucket, n) VALUES (?, ?, ?)`, games[at[0]], at[1], n)
	}
	for _, index := range indexes {
		s.exec(index)
	}
	require.NoError(tb, tx.Commit())
}

// A seeder adds rows in one transaction.
type seeder struct {
	tb       testing.TB
	tx       *sql.Tx
	accounts int
}

func (s *seeder) exec(query string, args ...any) {
	s.tb.Helper()
	_, err := s.tx.ExecContext(s.tb.Context(), query, args...)
	require.NoError(s.tb, err)
}

// careers adds the totals of listed matches. all is sorted by person.
func (s *seeder) careers(all []played, games []string) {
	s.tb.Helper()
	type key struct {
		week          store.Week
		game          int
		seats, person int
	}
	standings, last := map[key]*[3]int{}, int32(-1)
	var people []int32
	for i := range all {
		p := &all[i]
		if p.person != last {
			people, last = append(people, p.person), p.person
		}
		for _, week := range []store.Week{0, store.WeekOf(time.Now()) - store.Week(p.number%KeptWeeks)} {
			for _, seats := range []int{0, int(p.seats)} {
				k := key{week, int(p.game), seats, int(p.person)}
				if standings[k] == nil {
					standings[k] = new([3]int)
				}
				n := standings[k]
				n[0], n[2] = n[0]+int(p.seats-p.place)-1, n[2]+1
				if p.place == 0 {
					n[1]++
				}
			}
		}
	}
	keys := slices.SortedFunc(maps.Keys(standings), func(a, b key) int {
		return cmp.Or(
			cmp.Compare(a.person, b.person),
			cmp.Compare(a.week, b.week),
			cmp.Compare(a.game, b.game),
			cmp.Compare(a.seats, b.seats),
		)
	})
	s.insert(`standings (identity, week, game, seats, points, won, played)`, len(keys), func(i int) []any {
		k := keys[i]
		n := standings[k]
		return []any{seeded(k.person), int64(k.week), games[k.game], k.seats, n[0], n[1], n[2]}
	})
	// Each player has a year of days and fifty cards of a game.
	today := time.Now().Unix() / (24 * 60 * 60)
	s.insert(`days (identity, listed, day, played, won)`, 100*len(people), func(i int) []any {
		return []any{seeded(int(people[i/100])), 1, today - 300 + int64(i%100)*3, 3, 1}
	})
	s.insert(`favourites (identity, listed, game, piece, played, won)`, 50*len(people), func(i int) []any {
		return []any{seeded(int(people[i/50])), 1, games[0], fmt.Sprintf("%02d", i%50), i % 17, i % 5}
	})
	s.insert(`streaks (identity, listed, game, current, best)`, 2*len(people), func(i int) []any {
		return []any{seeded(int(people[i/2])), 1, games[i%2], 2, 5}
	})
}

// meetings adds companions.
func (s *seeder) meetings(byMatch []played, first []int) {
	s.tb.Helper()
	met := map[[2]int32]int{}
	for i := range first {
		end := len(byMatch)
		if i+1 < len(first) {
			end = first[i+1]
		}
		for _, a := range byMatch[first[i]:end] {
			for _, b := range byMatch[first[i]:end] {
				if a.person != b.person {
					met[[2]int32{a.person, b.person}]++
				}
			}
		}
	}
	pairs := slices.SortedFunc(
		maps.Keys(met),
		func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) },
	)
	s.insert(
		`companions (identity, other, matches, ahead, behind, listed, listed_ahead)`,
		len(pairs),
		func(i int) []any {
			n := met[pairs[i]]
			return []any{seeded(int(pairs[i][0])), seeded(int(pairs[i][1])), n, n / 2, n / 2, n, n / 2}
		},
	)
	// Each account follows ten others.
	s.insert(`follows (identity, followed, created)`, 10*s.accounts, func(i int) []any {
		person := i / 10
		return []any{seeded(person), seeded((person + 1 + i%10*97) % s.accounts), 1}
	})
}

// played is a place in a match.
type played struct {
	person, number     int32
	game, seats, place uint8
}

// dropIndexes drops every index, and returns the statements that make them again.
func (s *seeder) dropIndexes() (statements []string) {
	rows, err := s.tx.QueryContext(
		s.tb.Context(),
		`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`,
	)
	require.NoError(s.tb, err)
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name, statement string
		require.NoError(s.tb, rows.Scan(&name, &statement))
		names, statements = append(names, name), append(statements, statement)
	}
	require.NoError(s.tb, rows.Err())
	for _, name := range names {
		s.exec(`DROP INDEX ` + name)
	}
	return statements
}

// insert adds n rows to a table, given with its columns.
func (s *seeder) insert(into string, n int, row func(i int) []any) {
	const together = 100
	columns := 1 + strings.Count(into, ",")
	values := "(" + strings.TrimSuffix(strings.Repeat("?, ", columns), ", ") + ")"
	statement := func(rows int) string {
		return "INSERT INTO " + into + " VALUES " + strings.TrimSuffix(strings.Repeat(values+", ", rows), ", ")
	}
	many, err := s.tx.PrepareContext(s.tb.Context(), statement(together))
	require.NoError(s.tb, err)
	defer many.Close()
	var args []any
	for i := range n {
		if args = append(args, row(i)...); len(args) == together*columns {
			_, err := many.ExecContext(s.tb.Context(), args...)
			require.NoError(s.tb, err)
			args = args[:0]
		}
	}
	if len(args) > 0 {
		s.exec(statement(len(args)/columns), args...)
	}
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
	db, err := store.OpenSQLite(b.Context(), folder, store.SQLiteOptions{})
	require.NoError(b, err)
	defer db.Close()
	p := New(StoreOf(db.DB), Options{PublicURL: address})
	_, token, err := p.Accounts.NewGuest(b.Context(), "Ann", "")
	require.NoError(b, err)
	guest, err := p.Accounts.SessionByToken(b.Context(), token)
	require.NoError(b, err)
	rp := virtualwebauthn.RelyingParty{ID: "play.example", Name: "Archmage", Origin: address}
	device, key := virtualwebauthn.NewAuthenticator(), passkeytest.New()
	device.Options.UserHandle = []byte(guest.ID)
	options, err := p.Accounts.BeginPasskey(b.Context(), guest, "Ann")
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
				Session{},
				"",
			)
			require.NoError(b, err)
		}
	})
	for name, person := range map[string]int{"the busiest": 0, "the median": accounts / 4} {
		b.Run("profile of "+name, func(b *testing.B) {
			for b.Loop() {
				_, err := p.Profiles.Profile(b.Context(), seededName(person), "")
				require.NoError(b, err)
			}
		})
		b.Run("matches of "+name, func(b *testing.B) {
			for b.Loop() {
				_, err := db.Archive.Matches(
					b.Context(),
					store.MatchQuery{Person: seeded(person), Listed: true, Limit: 20},
				)
				require.NoError(b, err)
			}
		})
	}
	first, err := p.Profiles.Leaderboard(b.Context(), "seasons", "", 50, Person{})
	require.NoError(b, err)
	var after string
	for range 20 {
		page, err := p.Profiles.Leaderboard(b.Context(), "seasons", after, 1000, Person{})
		require.NoError(b, err)
		if page.Next == "" {
			break
		}
		after = page.Next
	}
	for name, from := range map[string]string{"its beginning": "", "the second page": first.Next, "far down": after} {
		b.Run("leaderboard from "+name, func(b *testing.B) {
			for b.Loop() {
				_, err := p.Profiles.Leaderboard(b.Context(), "seasons", from, 50, Person{ID: seeded(accounts / 2)})
				require.NoError(b, err)
			}
		})
	}
	for name, person := range map[string]int{"the busiest": 0, "the median": accounts / 4} {
		b.Run("the two of us, "+name, func(b *testing.B) {
			for b.Loop() {
				_, err := p.Profiles.Together(b.Context(), seeded(person), seededName(person+1))
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
			_, err := p.Social.Followed(b.Context(), seeded(accounts/2))
			require.NoError(b, err)
		}
	})
	for name, query := range map[string]StandingsQuery{"ever": {AllTime: true}, "this week, for two": {Seats: 2}} {
		query.Game, query.Limit = "seasons", 50
		b.Run("standings "+name, func(b *testing.B) {
			for b.Loop() {
				_, err := p.Profiles.Standings(b.Context(), query, Person{ID: seeded(accounts / 2)})
				require.NoError(b, err)
			}
		})
	}
	b.Run("standings far down", func(b *testing.B) {
		query := StandingsQuery{
			Game:    "seasons",
			AllTime: true,
			Limit:   50,
			After:   fmt.Sprintf("90000/0.1.%s", seeded(accounts-accounts/20)),
		}
		for b.Loop() {
			_, err := p.Profiles.Standings(b.Context(), query, Person{ID: seeded(accounts - 1)})
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
					Person: seeded((7919*number + 31*place) % accounts),
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
				store.CountQuery{At: time.Now(), Kinds: []string{string(Account)}},
			)
			require.NoError(b, err)
			require.Equal(b, 1, n)
		}
	})
	b.Run("ratings of a table", func(b *testing.B) {
		for b.Loop() {
			_, err := p.Profiles.Ratings(b.Context(), "seasons", []string{seeded(0), seeded(1), seeded(2), seeded(3)})
			require.NoError(b, err)
		}
	})
	b.Run("ratings of a match", func(b *testing.B) {
		for b.Loop() {
			_, err := p.Profiles.MatchRatings(b.Context(), fmt.Sprint("match ", matches/2))
			require.NoError(b, err)
		}
	})
	b.Run("account page", func(b *testing.B) {
		for b.Loop() {
			_, err := p.Accounts.Keys(b.Context(), seeded(accounts/2))
			require.NoError(b, err)
		}
	})
}

// The people of the seeded server are found by name and token.
func TestSeed(t *testing.T) {
	folder := t.TempDir()
	seed(t, folder, 20, 200)
	db, err := store.OpenSQLite(t.Context(), folder, store.SQLiteOptions{})
	require.NoError(t, err)
	defer db.Close()
	profile, err := New(StoreOf(db.DB), Options{}).Profiles.Profile(t.Context(), seededName(0), "")
	require.NoError(t, err)
	require.Equal(t, seeded(0), profile.Person.ID)
	require.Len(t, profile.Tallies, 6)
	require.Len(t, profile.Companions, maxCompanions)
	require.Len(t, profile.Ratings, 2)
	board, err := New(StoreOf(db.DB), Options{}).Profiles.Leaderboard(t.Context(), "seasons", "", 50, Person{})
	require.NoError(t, err)
	require.Len(t, board.Leaders, 20)
	page, err := db.Archive.Matches(t.Context(), store.MatchQuery{Person: seeded(0), Limit: 5})
	require.NoError(t, err)
	require.Len(t, page.Items, 5)
}
