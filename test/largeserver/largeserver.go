// Package largeserver fills data folders with many accounts and matches, for tests and benchmarks of large
// servers.
package largeserver

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/event"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/people/rating"
	"archmage/internal/store"
)

// Fill fills a new data folder with accounts and rated matches. Each account has a passkey and a session,
// whose token is [Token]. Some accounts play far more often than others: the first one plays every
// hundredth match and about 9,000 more of a million. Rows are added in large groups in the order of their
// keys, and indexes last.
func Fill(tb testing.TB, folder string, accounts, matches int) {
	tb.Helper()
	empty, err := store.OpenSQLite(tb.Context(), folder, store.SQLiteOptions{})
	require.NoError(tb, err)
	require.NoError(tb, empty.Close())
	db, err := sql.Open(
		"sqlite",
		filepath.Join(folder, store.FileName)+"?_pragma=synchronous(0)&_pragma=cache_size(-200000)",
	)
	require.NoError(tb, err)
	defer func() { require.NoError(tb, db.Close()) }()
	tx, err := db.BeginTx(tb.Context(), nil)
	require.NoError(tb, err)
	s := seeder{tb, tx, accounts}
	indexes := s.dropIndexes()
	games := []string{"seasons", "spellbook"}
	now := time.Now().UnixMilli()

	look := make([]string, accounts)
	s.insert(`identities (id, name, kind, look, folded, created, seen)`, accounts, func(i int) []any {
		look[i] = people.Skeleton(Name(i))
		return []any{ID(i), Name(i), string(people.Account), look[i], store.FoldName(Name(i)), 1, 1}
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
			key{"passkey", hash("key " + ID(i)), i},
			key{"session", hash(Token(i)), i},
		)
	}
	slices.SortFunc(
		keys,
		func(a, b key) int { return cmp.Or(strings.Compare(a.kind, b.kind), bytes.Compare(a.hash, b.hash)) },
	)
	s.insert(`credentials (kind, id, identity, label, data, created, used)`, len(keys), func(i int) []any {
		return []any{keys[i].kind, keys[i].hash, ID(keys[i].person), "", make([]byte, 300), now, now}
	})

	var all []played
	random := rand.New(rand.NewPCG(1, 2))
	first := make([]int, matches)
	for number := range matches {
		game, seats := uint8(random.IntN(2)), uint8(2+random.IntN(3))
		first[number] = len(all)
		for place := uint8(0); place < seats; {
			u := random.Float64()
			if number%100 == 0 && place == 0 {
				u = 0
			}
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
			var summary archive.Summary
			for place := range int(m.seats) {
				person := int(all[first[i]+place].person)
				persons = append(persons, ID(person))
				summary.Players = append(summary.Players, match.Player{Person: ID(person), Name: Name(person)})
				summary.Seats = append(summary.Seats, match.SeatResult{Rank: 1 + place, Total: 120 - 10*place})
			}
			list, _ := json.Marshal(persons)
			text, _ := json.Marshal(summary)
			ended := now - int64(matches-i)*60_000
			return []any{
				i + 1,
				MatchID(i),
				"",
				games[m.game],
				1,
				m.seats,
				1,
				ended - 1_800_000,
				ended,
				string(list),
				string(text),
			}
		},
	)
	s.insert(`rated_matches (number, id, game, ended, opens, seats)`, matches, func(i int) []any {
		return []any{i + 1, MatchID(i), games[all[first[i]].game], 2, 2, "[]"}
	})
	s.exec(`UPDATE rated_to SET number = ?`, matches)
	byMatch := slices.Clone(all)
	slices.SortFunc(
		all,
		func(a, b played) int { return cmp.Or(cmp.Compare(a.person, b.person), cmp.Compare(a.number, b.number)) },
	)
	s.insert(`match_persons (identity, number, game)`, len(all), func(i int) []any {
		return []any{ID(int(all[i].person)), all[i].number + 1, games[all[i].game]}
	})
	s.insert(
		`tallies (identity, listed, game, seats, played, won, ranks, totals, best)`,
		accounts*6,
		func(i int) []any {
			return []any{ID(i / 6), 1, games[i%6/3], 2 + i%3, 10, 3, 20, 900, 120}
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
				ID(int(p.person)),
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
				ID(int(p.person)),
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
	s.club(now)
	for _, index := range indexes {
		s.exec(index)
	}
	require.NoError(tb, tx.Commit())
	// A server that stops empties the write-ahead log, and does not have the time for one of gigabytes.
	var busy, logged, moved int
	row := db.QueryRowContext(tb.Context(), "PRAGMA wal_checkpoint(TRUNCATE)")
	require.NoError(tb, row.Scan(&busy, &logged, &moved))
	require.Zero(tb, busy)
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
	// A key without a game, -1, is of all games.
	type key struct {
		week                store.Week
		game, seats, person int
	}
	standings, last := map[key]*[3]int{}, int32(-1)
	var players []int32
	for i := range all {
		p := &all[i]
		if p.person != last {
			players, last = append(players, p.person), p.person
		}
		for _, week := range []store.Week{0, store.WeekOf(time.Now()) - store.Week(p.number%people.KeptWeeks)} {
			for _, k := range []key{
				{week, -1, 0, int(p.person)}, {week, int(p.game), 0, int(p.person)},
				{week, int(p.game), int(p.seats), int(p.person)},
			} {
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
		n, game := standings[k], ""
		if k.game >= 0 {
			game = games[k.game]
		}
		return []any{ID(k.person), int64(k.week), game, k.seats, n[0], n[1], n[2]}
	})
	// Each player has a year of days and fifty cards of a game.
	today := time.Now().Unix() / (24 * 60 * 60)
	s.insert(`days (identity, listed, day, played, won)`, 100*len(players), func(i int) []any {
		return []any{ID(int(players[i/100])), 1, today - 300 + int64(i%100)*3, 3, 1}
	})
	s.insert(`favourites (identity, listed, game, piece, played, won)`, 50*len(players), func(i int) []any {
		return []any{ID(int(players[i/50])), 1, games[0], fmt.Sprintf("%02d", i%50), i % 17, i % 5}
	})
	s.insert(`streaks (identity, listed, game, current, best)`, 2*len(players), func(i int) []any {
		return []any{ID(int(players[i/2])), 1, games[i%2], 2, 5}
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
			return []any{ID(int(pairs[i][0])), ID(int(pairs[i][1])), n, n / 2, n / 2, n, n / 2}
		},
	)
	// Each account follows ten others.
	s.insert(`follows (identity, followed, created)`, 10*s.accounts, func(i int) []any {
		person := i / 10
		return []any{ID(person), ID((person + 1 + i%10*97) % s.accounts), 1}
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

// club adds a thousand tournaments that are over, of which each has a podium, ten to come and as many
// lines of chat as are kept.
func (s *seeder) club(now int64) {
	s.tb.Helper()
	const past, coming, lines = 1000, 10, 10_000
	s.insert(
		`events (id, organiser, at, listed, over, last, version, due, summary, created)`,
		past+coming,
		func(i int) []any {
			status, over, at := event.StatusFinished, true, now-int64(i)*86_400_000
			if i >= past {
				status, over, at = event.StatusPlanned, false, now+int64(i-past+1)*86_400_000
			}
			podium, _ := json.Marshal([]string{ID(i % s.accounts), ID((i + 1) % s.accounts), ID((i + 2) % s.accounts)})
			summary := fmt.Sprintf(
				`{"title":"Evening %d","kind":"swiss","game":"seasons","size":2,"status":%q,"begins":%d,`+
					`"coming":40,"round":4,"rounds":4,"podium":%s}`, i, status, at, podium,
			)
			return []any{fmt.Sprintf("E%05d", i), ID(i % s.accounts), at, 1, over, 1, 1, nil, summary, 1}
		},
	)
	s.insert(`club_lines (person, words, created)`, lines, func(i int) []any {
		return []any{ID(i % s.accounts), "Who plays a match of Seasons this evening?", now - int64(lines-i)*10_000}
	})
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
	defer func() { require.NoError(s.tb, many.Close()) }()
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

// ID returns the id of account i.
func ID(i int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", i) }

// Name returns the name of account i.
func Name(i int) string { return fmt.Sprint("Player ", i) }

// Token returns the session token of account i.
func Token(i int) string { return fmt.Sprintf("%022d", i) }

// MatchID returns the id of match i, which is the earlier the smaller i is.
func MatchID(i int) string { return fmt.Sprintf("11111111-0000-4000-8000-%012d", i) }

func hash(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}
