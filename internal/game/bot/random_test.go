package bot

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

func key(n int) game.Key { return game.Key{Verb: 1, B: uint16(n)} }

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// decision builds a decision from its bounds, options and groups.
func decision(low, high int, options []game.Option, groups ...game.Group) *game.Decision {
	for i := range options {
		options[i].Key = key(i)
	}
	return &game.Decision{ID: 3, Kind: "test", Options: options, Groups: groups, Min: low, Max: high}
}

func TestRandomAnswers(t *testing.T) {
	one := game.Option{Max: 1}
	alone := game.Option{Max: 1, Alone: true}
	tests := []struct {
		name string
		d    *game.Decision
		ok   bool
	}{
		{"one of three", decision(1, 1, []game.Option{one, one, one}), true},
		{"exactly two of three", decision(2, 2, []game.Option{one, one, one}), true},
		{"none or one", decision(0, 1, []game.Option{one}), true},
		{"nothing to choose, nothing asked", decision(0, 0, nil), true},
		{"nothing to choose, one asked", decision(1, 1, nil), false},
		{"too few options", decision(4, 5, []game.Option{one, one, one}), false},
		{"several of each", decision(5, 6, []game.Option{{Min: 1, Max: 3}, {Max: 4}}), true},
		{"minimums above the total", decision(0, 2, []game.Option{{Min: 2, Max: 3}, {Min: 1, Max: 1}}), false},
		{"option bounds crossed", decision(0, 3, []game.Option{{Min: 2, Max: 1}}), false},
		{"bounds crossed", decision(2, 1, []game.Option{one, one}), false},
		{"alone only", decision(1, 1, []game.Option{alone, alone}), true},
		{"alone where the rest is impossible", decision(3, 3, []game.Option{one, alone}), true},
		{"alone and the rest", decision(1, 1, []game.Option{one, alone}), true},
		{"an alone option that must be chosen", decision(0, 1, []game.Option{one, {Min: 1, Max: 1, Alone: true}}), true},
		{"one group", decision(1, 2, []game.Option{{Max: 2, Groups: 1}}, game.Group{Max: 2}), true},
		{"no group to enter", decision(1, 1, []game.Option{{Max: 1}}, game.Group{Max: 1}), false},
		{"a group that is not there", decision(1, 1, []game.Option{{Max: 1, Groups: 2}}, game.Group{Max: 1}), false},
		{"groups, but alone", decision(1, 1, []game.Option{{Max: 1}, alone}, game.Group{Max: 1}), true},
		{"group bounds crossed", decision(0, 1, []game.Option{{Max: 1, Groups: 1}}, game.Group{Min: 1, Max: 0}), false},
		{"group minimums above the total", decision(0, 2, []game.Option{{Max: 9, Groups: 3}},
			game.Group{Min: 2, Max: 3}, game.Group{Min: 1, Max: 3}), false},
		{"three, three, three", decision(9, 9, []game.Option{{Min: 1, Max: 1, Groups: 7}, {Min: 8, Max: 8, Groups: 7}},
			game.Group{Min: 3, Max: 3}, game.Group{Min: 3, Max: 3}, game.Group{Min: 3, Max: 3}), true},
		{"one way only", decision(3, 3, []game.Option{{Max: 1, Groups: 7}, {Max: 1, Groups: 3}, {Max: 1, Groups: 1}},
			game.Group{Min: 1, Max: 1}, game.Group{Min: 1, Max: 1}, game.Group{Min: 1, Max: 1}), true},
		{"too many options", decision(0, 1, make([]game.Option, game.MaxOptions+1)), false},
		{"too many groups", decision(0, 1, []game.Option{one}, make([]game.Group, 9)...), false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rng := newRand(1)
			for range 200 {
				picks, ok := Random(test.d, rng, nil)
				require.Equal(t, test.ok, ok)
				if ok {
					require.NoError(t, test.d.Check(game.Answer{Decision: test.d.ID, Picks: picks}), "picks %v", picks)
				}
			}
		})
	}
}

func TestRandomRarelyChoosesAlone(t *testing.T) {
	d := decision(1, 1, []game.Option{{Max: 1}, {Max: 1, Alone: true}})
	rng, alone := newRand(2), 0
	var picks []game.Pick
	for range 16000 {
		picks, _ = Random(d, rng, picks)
		if picks[0].Key == key(1) {
			alone++
		}
	}
	require.InDelta(t, 1000, alone, 200)
}

func TestRandomShufflesOrderedChoices(t *testing.T) {
	d := decision(3, 3, []game.Option{{Max: 2, Groups: 1}, {Max: 1, Groups: 1}})
	d.Ordered = true
	for _, groups := range [][]game.Group{nil, {{Max: 3}}} {
		d.Groups = groups
		rng, seen := newRand(3), map[string]int{}
		for range 3000 {
			picks, ok := Random(d, rng, nil)
			require.True(t, ok)
			require.Len(t, picks, 3, "repeated options are choices of their own")
			seen[fmt.Sprint(picks)]++
		}
		require.Len(t, seen, 3)
		for order, n := range seen {
			require.InDelta(t, 1000, n, 150, "order %s", order)
		}
	}
}

func TestRandomCanGiveEveryLegalAnswer(t *testing.T) {
	tests := []struct {
		name string
		d    *game.Decision
	}{
		{"counts", decision(2, 4, []game.Option{{Max: 2}, {Min: 1, Max: 2}, {Max: 1}})},
		{"groups", decision(2, 3, []game.Option{{Max: 2, Groups: 3}, {Max: 1, Groups: 1}, {Min: 1, Max: 1, Groups: 2}},
			game.Group{Min: 1, Max: 2}, game.Group{Max: 2})},
		{"tight groups", decision(2, 2, []game.Option{{Max: 2, Groups: 3}, {Max: 2, Groups: 3}},
			game.Group{Min: 1, Max: 1}, game.Group{Min: 1, Max: 1})},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rng, seen := newRand(4), map[string]bool{}
			for range 5000 {
				picks, ok := Random(test.d, rng, nil)
				require.True(t, ok)
				seen[fmt.Sprint(picks)] = true
			}
			legal := 0
			enumerate(test.d, func([]game.Pick) bool { legal++; return false })
			require.Len(t, seen, legal)
		})
	}
}

// enumerate calls visit with every regular answer of a small unordered
// decision until it returns true.
func enumerate(d *game.Decision, visit func([]game.Pick) bool) bool {
	places := max(1, len(d.Groups))
	var picks []game.Pick
	var next func(at, total int) bool
	next = func(at, total int) bool {
		if at == len(d.Options)*places {
			if d.Check(game.Answer{Decision: d.ID, Picks: picks}) == nil {
				return visit(picks)
			}
			return false
		}
		option := d.Options[at/places]
		if next(at+1, total) {
			return true
		}
		if option.Alone {
			return false
		}
		for n := uint8(1); n <= option.Max && total+int(n) <= d.Max; n++ {
			picks = append(picks, game.Pick{Key: option.Key, N: n, Group: uint8(at % places)})
			found := next(at+1, total+int(n))
			picks = picks[:len(picks)-1]
			if found {
				return true
			}
		}
		return false
	}
	return next(0, 0)
}

// randomDecision draws a small decision; about half of them cannot be answered.
func randomDecision(rng *rand.Rand) *game.Decision {
	d := &game.Decision{ID: 1 + rng.Uint32N(9), Kind: "test", Ordered: rng.IntN(4) == 0}
	groups := max(0, rng.IntN(5)-1)
	for range groups {
		low := rng.IntN(3)
		d.Groups = append(d.Groups, game.Group{Min: low, Max: max(0, low+rng.IntN(4)-1)})
	}
	for i := range rng.IntN(5) {
		if rng.IntN(12) == 0 {
			d.AddAlone(key(i))
			continue
		}
		low := max(0, rng.IntN(5)-3)
		d.AddTo(key(i), low, low+rng.IntN(3), uint8(rng.IntN(1<<4)))
	}
	d.Min = rng.IntN(5)
	d.Max = max(0, d.Min+rng.IntN(5)-1)
	return d
}

func TestRandomFindsAnAnswerWheneverThereIsOne(t *testing.T) {
	rng := newRand(5)
	answerable, exact := 0, 0
	for n := range 8000 {
		d := randomDecision(rng)
		possible := slices.ContainsFunc(d.Options, func(o game.Option) bool { return o.Alone }) ||
			enumerate(d, func([]game.Pick) bool { return true })
		picks, ok := Random(d, rng, nil)
		require.Equal(t, possible, ok, "decision %d: %+v", n, d)
		if ok {
			answerable++
			require.NoError(t, d.Check(game.Answer{Decision: d.ID, Picks: picks}), "decision %d: %+v", n, d)
		}
		if len(d.Groups) == 0 {
			continue
		}
		// The exact search alone must manage without luck as well.
		b := measure(d)
		s := spread{d: d, groups: uint8(1<<len(d.Groups) - 1)}
		if b.low <= b.high && s.exactly(&b, rng) {
			exact++
		} else {
			require.False(t, enumerate(d, func([]game.Pick) bool { return true }), "decision %d: %+v", n, d)
		}
	}
	require.Greater(t, answerable, 2000)
	require.Greater(t, exact, 400)
}

// decisions are typical questions for the measurements.
func decisions() map[string]*game.Decision {
	list := map[string]*game.Decision{
		"one of eight": decision(1, 1, slices.Repeat([]game.Option{{Max: 1}}, 8)),
		"seven energies": decision(0, 7, []game.Option{
			{Max: 7}, {Max: 7}, {Max: 7}, {Max: 7},
		}),
		"three of nine": decision(3, 3, slices.Repeat([]game.Option{{Max: 1}}, 9)),
		"groups": decision(9, 9, slices.Repeat([]game.Option{{Min: 1, Max: 1, Groups: 7}}, 9),
			game.Group{Min: 3, Max: 3}, game.Group{Min: 3, Max: 3}, game.Group{Min: 3, Max: 3}),
	}
	back := decision(1, 1, slices.Repeat([]game.Option{{Max: 1}}, 9))
	back.Options[8].Alone = true
	list["one of eight or back"] = back
	return list
}

func TestRandomAllocatesNothing(t *testing.T) {
	for name, d := range decisions() {
		t.Run(name, func(t *testing.T) {
			rng, picks := newRand(6), make([]game.Pick, 0, 32)
			require.Zero(t, testing.AllocsPerRun(1000, func() { picks, _ = Random(d, rng, picks) }))
		})
	}
}

func BenchmarkRandom(b *testing.B) {
	for name, d := range decisions() {
		b.Run(name, func(b *testing.B) {
			rng, picks := newRand(7), make([]game.Pick, 0, 32)
			b.ReportAllocs()
			for b.Loop() {
				picks, _ = Random(d, rng, picks)
			}
		})
	}
}
