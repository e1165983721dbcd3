package patch_test

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/seasons"
	"archmage/internal/stream/patch"
)

// play plays a random match of Seasons to the end and calls each with every
// state, the first one included.
func play(tb testing.TB, seats int, seed uint64, each func(game.State)) {
	tb.Helper()
	s, err := seasons.New().New(game.MatchOptions{"level": "archmage"}, seats, game.SeedFromInt(seed))
	require.NoError(tb, err)
	random := rand.New(rand.NewPCG(seed, uint64(seats)))
	var d game.Decision
	var step game.Step
	var picks []game.Pick
	each(s)
	for waiting := s.Waiting(); waiting != 0; waiting = s.Waiting() {
		require.True(tb, s.Decision(game.Seat(bits.TrailingZeros8(uint8(waiting))), &d))
		var ok bool
		picks, ok = bot.Random(&d, random, picks)
		require.True(tb, ok)
		step.Reset()
		require.NoError(tb, s.Apply(d.Seat, game.Answer{Decision: d.ID, Picks: picks}, &step))
		each(s)
	}
}

// documents returns all documents of a match.
func documents(s game.State, seats int) []any {
	list := []any{s.Public()}
	for seat := range game.Seat(seats) {
		list = append(list, s.Private(seat))
	}
	return list
}

// TestSeasonsMatches follows matches as clients do: each document, patched after
// every answer, stays the JSON of what the match shows.
func TestSeasonsMatches(t *testing.T) {
	for seats, matches := range map[int]uint64{2: 2, 3: 1, 4: 1} {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			for seed := range matches {
				before := make([]any, 1+seats)
				copies := make([][]byte, 1+seats)
				play(t, seats, seed, func(s game.State) {
					again := documents(s, seats)
					for i, now := range documents(s, seats) {
						require.Nil(t, patch.Diff(now, again[i]))
						want := apply(t, encode(t, now), []byte("{}"))
						if before[i] == nil {
							copies[i] = want
						} else if change := patch.Diff(before[i], now); change != nil {
							require.NotEqual(t, string(want), string(copies[i]))
							copies[i] = apply(t, copies[i], change)
						}
						require.Equal(t, string(want), string(copies[i]))
						before[i] = now
					}
				})
			}
		})
	}
}

// encode returns the JSON of a value.
func encode(tb testing.TB, v any) []byte {
	tb.Helper()
	data, err := json.Marshal(v)
	require.NoError(tb, err)
	return data
}

func apply(tb testing.TB, doc, change []byte) []byte {
	tb.Helper()
	result, err := patch.Apply(doc, change)
	require.NoError(tb, err, "%s", change)
	return result
}

// pair is what everybody may know, at two consecutive moments.
type pair struct{ before, after any }

// pairs returns all pairs of a match of four.
func pairs(tb testing.TB) []pair {
	var list []pair
	var before any
	play(tb, 4, 1, func(s game.State) {
		after := s.Public()
		if before != nil {
			list = append(list, pair{before, after})
		}
		before = after
	})
	return list
}

// BenchmarkSeasons measures the patches of what everybody may know in a match
// of four, where equal parts are recognised by their bytes or only by their fields.
func BenchmarkSeasons(b *testing.B) {
	list := pairs(b)
	for _, way := range []struct {
		name  string
		bytes bool
	}{{"bytes", true}, {"fields", false}} {
		b.Run(way.name, func(b *testing.B) {
			defer patch.SetBytewise(patch.SetBytewise(way.bytes))
			i, total := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				total += len(patch.Diff(list[i].before, list[i].after))
				i = (i + 1) % len(list)
			}
			b.ReportMetric(float64(total)/float64(b.N), "bytes/patch")
		})
	}
}

// BenchmarkSeasonsEqual measures two equal documents.
func BenchmarkSeasonsEqual(b *testing.B) {
	var before, after any
	n := 0
	play(b, 4, 1, func(s game.State) {
		if n++; n == 300 {
			before, after = s.Public(), s.Public()
		}
	})
	b.ReportAllocs()
	for b.Loop() {
		if patch.Diff(before, after) != nil {
			b.Fatal("equal documents differ")
		}
	}
}

// BenchmarkSeasonsSnapshot encodes whole documents with encoding/json, to compare.
func BenchmarkSeasonsSnapshot(b *testing.B) {
	list := pairs(b)
	i, total := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		data, err := json.Marshal(list[i].after)
		if err != nil {
			b.Fatal(err)
		}
		total += len(data)
		i = (i + 1) % len(list)
	}
	b.ReportMetric(float64(total)/float64(b.N), "bytes/document")
}

// BenchmarkApply measures applying the patches of a match.
func BenchmarkApply(b *testing.B) {
	list := pairs(b)
	docs, changes := make([][]byte, len(list)), make([][]byte, len(list))
	for i := range list {
		docs[i], changes[i] = encode(b, list[i].before), []byte("{}")
		if change := patch.Diff(list[i].before, list[i].after); change != nil {
			changes[i] = change
		}
	}
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		if _, err := patch.Apply(docs[i], changes[i]); err != nil {
			b.Fatal(err)
		}
		i = (i + 1) % len(list)
	}
}
