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
	"archmage/internal/patch"
)

// play plays a random match of Seasons to the end and calls each with every
// state, the first one included.
func play(tb testing.TB, seats int, seed uint64, each func(game.State)) {
	tb.Helper()
	s, err := seasons.New().New(game.MatchOptions{"level": "archmage"}, seats, game.NewRNG(game.SeedFromInt(seed)))
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

// viewers returns everybody who looks at a match.
func viewers(seats int) []game.Viewer {
	list := []game.Viewer{game.Spectator(), game.AllSeeing()}
	for seat := range game.Seat(seats) {
		list = append(list, game.SeatViewer(seat))
	}
	return list
}

// TestSeasonsMatches follows matches as clients do: each viewer's document,
// patched after every answer, stays the JSON of the view.
func TestSeasonsMatches(t *testing.T) {
	for seats, matches := range map[int]uint64{2: 2, 3: 1, 4: 1} {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			for seed := range matches {
				all := viewers(seats)
				views := make([]any, len(all))
				docs := make([][]byte, len(all))
				play(t, seats, seed, func(s game.State) {
					for i, viewer := range all {
						now := s.View(viewer)
						require.Nil(t, patch.Diff(now, s.View(viewer)))
						want := apply(t, encode(t, now), []byte("{}"))
						if docs[i] == nil {
							docs[i] = want
						} else if change := patch.Diff(views[i], now); change != nil {
							require.NotEqual(t, string(want), string(docs[i]))
							docs[i] = apply(t, docs[i], change)
						}
						require.Equal(t, string(want), string(docs[i]))
						views[i] = now
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

// pair is two consecutive views of one viewer.
type pair struct{ before, after any }

// pairs returns all pairs of a match of four, seen from a seat.
func pairs(tb testing.TB) []pair {
	var list []pair
	var before any
	play(tb, 4, 1, func(s game.State) {
		after := s.View(game.SeatViewer(0))
		if before != nil {
			list = append(list, pair{before, after})
		}
		before = after
	})
	return list
}

// BenchmarkSeasons measures the patches between the consecutive views of a
// match of four as one seat sees it.
func BenchmarkSeasons(b *testing.B) {
	list := pairs(b)
	i, total := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		total += len(patch.Diff(list[i].before, list[i].after))
		i = (i + 1) % len(list)
	}
	b.ReportMetric(float64(total)/float64(b.N), "bytes/patch")
}

// BenchmarkSeasonsEqual measures two equal views.
func BenchmarkSeasonsEqual(b *testing.B) {
	var before, after any
	n := 0
	play(b, 4, 1, func(s game.State) {
		if n++; n == 300 {
			before, after = s.View(game.SeatViewer(0)), s.View(game.SeatViewer(0))
		}
	})
	b.ReportAllocs()
	for b.Loop() {
		if patch.Diff(before, after) != nil {
			b.Fatal("equal views differ")
		}
	}
}

// BenchmarkSeasonsSnapshot encodes whole views with encoding/json, to compare.
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
	b.ReportMetric(float64(total)/float64(b.N), "bytes/view")
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
