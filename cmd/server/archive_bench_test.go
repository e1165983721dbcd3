//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/registry"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/work"
)

// BenchmarkArchive measures lists of matches, a match and its record with ARCHMAGE_MATCHES archived matches
// (by default 2,000), made from 1,000 different records. A few people have played most of them. It also
// reports CPU time, which depends less on other programs.
func BenchmarkArchive(b *testing.B) {
	count := 2000
	if text := testSettings["ARCHMAGE_MATCHES"]; text != "" {
		var err error
		count, err = strconv.Atoi(text)
		require.NoError(b, err)
	}
	db, err := store.OpenSQLite(b.Context(), b.TempDir(), store.SQLiteOptions{})
	require.NoError(b, err)
	defer func() { require.NoError(b, db.Close()) }()
	began := time.Now()
	bytes := fillArchive(b, db, count)
	b.Logf("%d matches in %v, %d bytes a record", count, time.Since(began).Round(time.Second), bytes/count)
	finished := newArchive(b, archive.StoreOf(db.DB))

	list := func(query archive.MatchQuery) func(*testing.B) {
		return func(b *testing.B) {
			query.Limit = 50
			by := people.Person{ID: query.Person}
			defer reportCPU(b)()
			for b.Loop() {
				_, err := finished.Matches(b.Context(), by, query)
				require.NoError(b, err)
			}
		}
	}
	deep := fmt.Sprint(count / 10)
	for name, query := range map[string]archive.MatchQuery{
		"everybody's":                 {},
		"everybody's of a game":       {Game: "seasons"},
		"everybody's, an old page":    {After: deep},
		"mine":                        {Person: personOf(0)},
		"mine, an old page":           {Person: personOf(0), After: deep},
		"mine of a game":              {Person: personOf(0), Game: "spellbook"},
		"mine of no game":             {Person: personOf(0), Game: "none"},
		"mine with a frequent person": {Person: personOf(0), With: personOf(1)},
		"mine with a rare person":     {Person: personOf(0), With: personOf(persons - 1)},
		"mine with nobody":            {Person: personOf(0), With: "nobody"},
		"those of a rare person":      {Person: personOf(persons - 1)},
	} {
		b.Run(name, list(query))
	}
	b.Run("a record", func(b *testing.B) {
		defer reportCPU(b)()
		for n := 0; b.Loop(); n++ {
			_, err := finished.Record(b.Context(), people.Person{}, fmt.Sprint("match-", n*7919%count))
			require.NoError(b, err)
		}
	})
	b.Run("a first board, cold", func(b *testing.B) {
		defer reportCPU(b)()
		for n := 0; b.Loop(); n++ {
			id := fmt.Sprint("match-", n*7919%count)
			timeline, err := finished.Timeline(b.Context(), people.Person{}, id)
			require.NoError(b, err)
			_, err = timeline.Data(b.Context())
			require.NoError(b, err)
			steps, err := finished.Steps(b.Context(), people.Person{}, id, "all", 0)
			require.NoError(b, err)
			_, err = steps.Data(b.Context())
			require.NoError(b, err)
		}
	})
}

// reportCPU starts measuring CPU time, which the returned function reports.
func reportCPU(b *testing.B) func() {
	used := func() (ns int64) {
		var usage syscall.Rusage
		require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
		return usage.Utime.Nano() + usage.Stime.Nano()
	}
	before := used()
	return func() { b.ReportMetric(float64(used()-before)/float64(b.N)/1e6, "cpu-ms/op") }
}

// persons is the number of people who have played.
const persons = 20_000

func personOf(n int) string { return fmt.Sprint("person-", n) }

// fillArchive archives matches and returns the total size of their records.
func fillArchive(b *testing.B, db *store.SQLite, count int) int {
	b.Helper()
	records := make([]*match.Match, 1000)
	packed := make([][]byte, len(records))
	for i := range records {
		records[i] = randomMatch(b, uint64(i))
		packed[i] = match.Pack(records[i].Record(nil).Encode())
	}
	const writers = 64
	var wait sync.WaitGroup
	bytes := make([]int, writers)
	for writer := range writers {
		wait.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(writer), 1))
			zipf := rand.NewZipf(rng, 1.2, 8, persons-1)
			head, err := db.Rooms.Create(
				b.Context(),
				fmt.Sprint("room-", writer),
				"",
				store.Batch{Meta: &store.Meta{Status: store.StatusFinished}},
			)
			require.NoError(b, err)
			for n := writer; n < count; n += writers {
				m := records[n%len(records)]
				summary, err := json.Marshal(
					map[string]any{
						"options": m.Options,
						"players": m.Players,
						"seats":   m.Result.Seats,
						"outcome": m.Result.Outcome,
					},
				)
				require.NoError(b, err)
				archived := &store.Match{
					ID:      fmt.Sprint("match-", n),
					Game:    m.Game,
					Version: m.Version,
					Seats:   len(m.Seats),
					Listed:  n%3 == 0,
					Started: time.UnixMilli(m.Started),
					Ended:   time.UnixMilli(m.Result.Ended),
					Summary: summary,
				}
				known := map[uint64]bool{}
				for range m.Players {
					if person := zipf.Uint64(); !known[person] {
						known[person] = true
						archived.Persons = append(archived.Persons, personOf(int(person)))
					}
				}
				record := packed[n%len(records)]
				head, err = db.Rooms.Append(b.Context(), head, store.Batch{Match: archived, Record: record})
				require.NoError(b, err)
				bytes[writer] += len(record)
			}
		})
	}
	wait.Wait()
	sum := 0
	for _, n := range bytes {
		sum += n
	}
	return sum
}

// randomMatch returns a complete match of either game with random answers.
func randomMatch(b *testing.B, seed uint64) *match.Match {
	b.Helper()
	rng := rand.New(rand.NewPCG(seed, 3))
	return playedBy(
		b,
		registry.All()[seed%2].Rules,
		2+int(seed/2%3),
		seed,
		rng,
		func(_ game.State, d *game.Decision) []game.Pick {
			picks, ok := bot.Random(d, rng, nil)
			require.True(b, ok)
			return picks
		},
	)
}

// playedBy returns a complete match whose answers a function chooses.
func playedBy(
	b *testing.B,
	rules game.Rules,
	seats int,
	seed uint64,
	rng *rand.Rand,
	choose func(game.State, *game.Decision) []game.Pick,
) *match.Match {
	b.Helper()
	options, err := game.CompleteOptions(rules.Info(), nil, seats)
	require.NoError(b, err)
	terms := match.Terms{
		ID:      fmt.Sprint("match-", seed),
		Game:    rules.Info().ID,
		Options: options,
		Started: 1_700_000_000_000,
	}
	for seat := range seats {
		terms.Players = append(terms.Players, match.Player{Person: personOf(seat), Name: fmt.Sprint("Name ", seat)})
	}
	var from game.Seed
	for i := range from {
		from[i] = byte(rng.Uint32())
	}
	m, err := match.Begin(rules, terms, match.Start{Seed: &from})
	require.NoError(b, err)
	for at := terms.Started; m.Result == nil; at += int64(1000 + rng.IntN(20_000)) {
		var d game.Decision
		for seat := range game.Seat(seats) {
			if d.Reset(); m.State.Decision(seat, &d) && !d.Answered {
				break
			}
		}
		m, err = m.Answer(at, d.Seat, match.Choice(rules, &d, choose(m.State, &d)), nil, nil)
		require.NoError(b, err)
	}
	return m
}

// newArchive returns the archive of a database, with as many workers as the program uses.
func newArchive(b *testing.B, db archive.Store) *archive.Archive {
	workers := work.NewPool((&settings{}).cores(), nil)
	a := archive.New(
		db,
		registry.Hosted(registry.All()),
		archive.Options{Workers: workers, Replays: replay.NewService(1, replay.DefaultBytes)},
	)
	b.Cleanup(func() {
		a.Close()
		workers.Close()
	})
	return a
}
