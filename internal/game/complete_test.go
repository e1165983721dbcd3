package game

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
)

func optionKey(n int) Key { return Key{Word: 1, B: uint16(n)} }

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// decision builds a decision from its bounds, options and groups.
func decision(low, high int, options []Option, groups ...Group) *Decision {
	for i := range options {
		options[i].Key = optionKey(i)
	}
	return &Decision{ID: 3, Kind: "test", Options: options, Groups: groups, Min: low, Max: high}
}

func TestCompleteAnswers(t *testing.T) {
	one := Option{Max: 1}
	alone := Option{Max: 1, Alone: true}
	tests := []struct {
		name string
		d    *Decision
		ok   bool
	}{
		{name: "one of three", d: decision(1, 1, []Option{one, one, one}), ok: true},
		{
			name: "exactly two of three",
			d:    decision(2, 2, []Option{one, one, one}),
			ok:   true,
		},
		{name: "none or one", d: decision(0, 1, []Option{one}), ok: true},
		{name: "nothing to choose, nothing asked", d: decision(0, 0, nil), ok: true},
		{name: "nothing to choose, one asked", d: decision(1, 1, nil), ok: false},
		{name: "too few options", d: decision(4, 5, []Option{one, one, one}), ok: false},
		{
			name: "several of each",
			d:    decision(5, 6, []Option{{Min: 1, Max: 3}, {Max: 4}}),
			ok:   true,
		},
		{
			name: "minimums above the total",
			d:    decision(0, 2, []Option{{Min: 2, Max: 3}, {Min: 1, Max: 1}}),
			ok:   false,
		},
		{
			name: "option bounds crossed",
			d:    decision(0, 3, []Option{{Min: 2, Max: 1}}),
			ok:   false,
		},
		{name: "bounds crossed", d: decision(2, 1, []Option{one, one}), ok: false},
		{name: "alone only", d: decision(1, 1, []Option{alone, alone}), ok: true},
		{
			name: "alone where the rest is impossible",
			d:    decision(3, 3, []Option{one, alone}),
			ok:   true,
		},
		{name: "alone and the rest", d: decision(1, 1, []Option{one, alone}), ok: true},
		{
			name: "an alone option that must be chosen",
			d:    decision(0, 1, []Option{one, {Min: 1, Max: 1, Alone: true}}),
			ok:   true,
		},
		{
			name: "one group",
			d:    decision(1, 2, []Option{{Max: 2, Groups: 1}}, Group{Max: 2}),
			ok:   true,
		},
		{
			name: "no group to enter",
			d:    decision(1, 1, []Option{{Max: 1}}, Group{Max: 1}),
			ok:   false,
		},
		{
			name: "a group that is not there",
			d:    decision(1, 1, []Option{{Max: 1, Groups: 2}}, Group{Max: 1}),
			ok:   false,
		},
		{
			name: "groups, but alone",
			d:    decision(1, 1, []Option{{Max: 1}, alone}, Group{Max: 1}),
			ok:   true,
		},
		{
			name: "group bounds crossed",
			d:    decision(0, 1, []Option{{Max: 1, Groups: 1}}, Group{Min: 1, Max: 0}),
			ok:   false,
		},
		{
			name: "group minimums above the total",
			d: decision(0, 2, []Option{{Max: 9, Groups: 3}},
				Group{Min: 2, Max: 3}, Group{Min: 1, Max: 3}),
			ok: false,
		},
		{
			name: "three, three, three",
			d: decision(9, 9, []Option{{Min: 1, Max: 1, Groups: 7}, {Min: 8, Max: 8, Groups: 7}},
				Group{Min: 3, Max: 3}, Group{Min: 3, Max: 3}, Group{Min: 3, Max: 3}),
			ok: true,
		},
		{
			name: "one way only",
			d: decision(3, 3, []Option{{Max: 1, Groups: 7}, {Max: 1, Groups: 3}, {Max: 1, Groups: 1}},
				Group{Min: 1, Max: 1}, Group{Min: 1, Max: 1}, Group{Min: 1, Max: 1}),
			ok: true,
		},
		{
			name: "too many options",
			d:    decision(0, 1, make([]Option, MaxOptions+1)),
			ok:   false,
		},
		{
			name: "too many groups",
			d:    decision(0, 1, []Option{one}, make([]Group, 9)...),
			ok:   false,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rng := newRand(1)
			for range 200 {
				picks, err := test.d.Complete(nil, rng)
				require.Equal(t, test.ok, err == nil)
				if err == nil {
					require.NoError(t, test.d.Check(Answer{Decision: test.d.ID, Picks: picks}), "picks %v", picks)
				}
			}
		})
	}
}

func TestCompleteRarelyChoosesAlone(t *testing.T) {
	d := decision(1, 1, []Option{{Max: 1}, {Max: 1, Alone: true}})
	rng, alone := newRand(2), 0
	var picks []Pick
	for range 16000 {
		picks, _ = d.Complete(picks[:0], rng)
		if picks[0].Key == optionKey(1) {
			alone++
		}
	}
	require.InDelta(t, 1000, alone, 200)
}

func TestCompleteShufflesOrderedChoices(t *testing.T) {
	d := decision(3, 3, []Option{{Max: 2, Groups: 1}, {Max: 1, Groups: 1}})
	d.Ordered = true
	for _, groups := range [][]Group{nil, {{Max: 3}}} {
		d.Groups = groups
		rng, seen := newRand(3), map[string]int{}
		for range 3000 {
			picks, err := d.Complete(nil, rng)
			require.NoError(t, err)
			require.Len(t, picks, 3, "repeated options are choices of their own")
			seen[fmt.Sprint(picks)]++
		}
		require.Len(t, seen, 3)
		for order, n := range seen {
			require.InDelta(t, 1000, n, 150, "order %s", order)
		}
	}
}

func TestCompleteCanGiveEveryLegalAnswer(t *testing.T) {
	tests := []struct {
		name string
		d    *Decision
	}{
		{
			name: "counts",
			d:    decision(2, 4, []Option{{Max: 2}, {Min: 1, Max: 2}, {Max: 1}}),
		},
		{
			name: "groups",
			d: decision(2, 3, []Option{{Max: 2, Groups: 3}, {Max: 1, Groups: 1}, {Min: 1, Max: 1, Groups: 2}},
				Group{Min: 1, Max: 2}, Group{Max: 2}),
		},
		{
			name: "tight groups",
			d: decision(2, 2, []Option{{Max: 2, Groups: 3}, {Max: 2, Groups: 3}},
				Group{Min: 1, Max: 1}, Group{Min: 1, Max: 1}),
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rng, seen := newRand(4), map[string]bool{}
			for range 5000 {
				picks, err := test.d.Complete(nil, rng)
				require.NoError(t, err)
				seen[fmt.Sprint(picks)] = true
			}
			legal := 0
			enumerate(test.d, func([]Pick) bool { legal++; return false })
			require.Len(t, seen, legal)
		})
	}
}

// enumerate calls visit for every regular answer of a small unordered decision until visit returns
// true.
func enumerate(d *Decision, visit func([]Pick) bool) bool {
	places := max(1, len(d.Groups))
	var picks []Pick
	var next func(at, total int) bool
	next = func(at, total int) bool {
		if at == len(d.Options)*places {
			if d.Check(Answer{Decision: d.ID, Picks: picks}) == nil {
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
		for n := uint16(1); n <= option.Max && total+int(n) <= d.Max; n++ {
			picks = append(picks, Pick{Key: option.Key, N: n, Group: uint8(at % places)})
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

// randomDecision draws a small decision. About half of them have no legal answer.
func randomDecision(rng *rand.Rand) *Decision {
	d := &Decision{ID: 1 + rng.Uint32N(9), Kind: "test", Ordered: rng.IntN(4) == 0}
	groups := max(0, rng.IntN(5)-1)
	for range groups {
		low := rng.IntN(3)
		d.Groups = append(d.Groups, Group{Min: low, Max: max(0, low+rng.IntN(4)-1)})
	}
	for i := range rng.IntN(5) {
		if rng.IntN(12) == 0 {
			d.AddAlone(optionKey(i))
			continue
		}
		low := max(0, rng.IntN(5)-3)
		d.AddTo(optionKey(i), low, low+rng.IntN(3), uint8(rng.IntN(1<<4)))
	}
	d.Min = rng.IntN(5)
	d.Max = max(0, d.Min+rng.IntN(5)-1)
	return d
}

func TestCompleteFindsAnAnswerWheneverThereIsOne(t *testing.T) {
	rng := newRand(5)
	answerable, exact := 0, 0
	for n := range 8000 {
		d := randomDecision(rng)
		possible := slices.ContainsFunc(d.Options, func(o Option) bool { return o.Alone }) ||
			enumerate(d, func([]Pick) bool { return true })
		picks, err := d.Complete(nil, rng)
		require.Equal(t, possible, err == nil, "decision %d: %+v", n, d)
		if err == nil {
			answerable++
			require.NoError(t, d.Check(Answer{Decision: d.ID, Picks: picks}), "decision %d: %+v", n, d)
		}
		if len(d.Groups) == 0 {
			continue
		}
		// The exact search must also succeed without the random tries.
		b := boundsOf(d)
		s := newGroupedAnswer(d, new(groupedMemory))
		if b.low <= b.high && s.solve(&b, rng) {
			exact++
		} else {
			require.False(t, enumerate(d, func([]Pick) bool { return true }), "decision %d: %+v", n, d)
		}
	}
	require.Greater(t, answerable, 2000)
	require.Greater(t, exact, 400)
}

// A number is drawn evenly, with the fewest random bits, and can be completed and checked.
func TestNumber(t *testing.T) {
	for _, bounds := range [][2]int{{0, 1000}, {1, 6}, {20, MaxCount}, {5, 5}} {
		low, high := bounds[0], bounds[1]
		d := &Decision{Kind: "bid"}
		d.AddNumber(optionKey(3), low, high)
		require.Equal(t, []int{low, high}, []int{d.Min, d.Max})
		rng := newRand(9)
		// The range has as many parts as it has numbers, at most 100. About 200 draws fall into each.
		parts := min(100, high-low+1)
		drawn := make([]int, parts)
		for range 200 * parts {
			picks, err := d.Complete(nil, rng)
			require.NoError(t, err)
			require.NoError(t, d.Check(Answer{Picks: picks}))
			drawn[(Answer{Picks: picks}.Count(optionKey(3))-low)*parts/(high-low+1)]++
		}
		for part, n := range drawn {
			require.InDelta(t, 200, n, 80, "part %d of %v", part, bounds)
		}
		for n, legal := range map[int]bool{low: true, high: true, low - 1: false, high + 1: false} {
			if n < 0 || n > MaxCount {
				continue
			}
			var picks []Pick
			if n > 0 {
				picks = []Pick{{Key: optionKey(3), N: uint16(n)}}
			}
			require.Equal(t, legal, d.Check(Answer{Picks: picks}) == nil, "%d of %v", n, bounds)
		}
		whole, err := d.Complete([]Pick{{Key: optionKey(3), N: 1}}, nil)
		require.NoError(t, err)
		require.Equal(t, []Pick{{Key: optionKey(3), N: uint16(max(1, low))}}, whole)
	}
}

// As many options as there may be are checked and completed as few are, also with groups.
func TestManyOptions(t *testing.T) {
	rng := newRand(10)
	d := decision(1, 1, slices.Repeat([]Option{{Max: 1}}, MaxOptions))
	picks := make([]Pick, 0, MaxOptions)
	seen := map[Key]bool{}
	for range 50 * MaxOptions {
		var err error
		picks, err = d.Complete(picks[:0], rng)
		require.NoError(t, err)
		require.NoError(t, d.Check(Answer{Decision: d.ID, Picks: picks}))
		seen[picks[0].Key] = true
	}
	require.Len(t, seen, MaxOptions)
	require.Zero(t, testing.AllocsPerRun(100, func() { picks, _ = d.Complete(picks[:0], rng) }))

	groups := []Group{{ID: "x", Min: 100, Max: 200}, {ID: "y", Min: 250, Max: 512}}
	for _, d := range []*Decision{
		decision(0, MaxOptions, slices.Repeat([]Option{{Max: 3}}, MaxOptions)),
		decision(300, MaxOptions, slices.Repeat([]Option{{Max: 1, Groups: 0b11}}, MaxOptions), groups...),
		decision(450, 450, slices.Repeat([]Option{{Min: 0, Max: 1, Groups: 0b10}, {Max: 1, Groups: 0b11}}, 256), groups...),
	} {
		for range 20 {
			picks, err := d.Complete(nil, rng)
			require.NoError(t, err)
			require.NoError(t, d.Check(Answer{Decision: d.ID, Picks: picks}))
		}
	}
}

// typicalDecisions are decisions for the benchmarks.
func typicalDecisions() map[string]*Decision {
	list := map[string]*Decision{
		"one of eight":   decision(1, 1, slices.Repeat([]Option{{Max: 1}}, 8)),
		"seven energies": decision(0, 7, []Option{{Max: 7}, {Max: 7}, {Max: 7}, {Max: 7}}),
		"three of nine":  decision(3, 3, slices.Repeat([]Option{{Max: 1}}, 9)),
		"groups": decision(9, 9, slices.Repeat([]Option{{Min: 1, Max: 1, Groups: 7}}, 9),
			Group{Min: 3, Max: 3}, Group{Min: 3, Max: 3}, Group{Min: 3, Max: 3}),
	}
	back := decision(1, 1, slices.Repeat([]Option{{Max: 1}}, 9))
	back.Options[8].Alone = true
	list["one of eight or back"] = back
	return list
}

func TestCompleteAllocatesNothing(t *testing.T) {
	for name, d := range typicalDecisions() {
		t.Run(name, func(t *testing.T) {
			rng, picks := newRand(6), make([]Pick, 0, 32)
			require.Zero(t, testing.AllocsPerRun(1000, func() { picks, _ = d.Complete(picks[:0], rng) }))
		})
	}
}

func BenchmarkComplete(b *testing.B) {
	for name, d := range typicalDecisions() {
		b.Run(name, func(b *testing.B) {
			rng, picks := newRand(7), make([]Pick, 0, 32)
			b.ReportAllocs()
			for b.Loop() {
				picks, _ = d.Complete(picks[:0], rng)
			}
		})
	}
}

// The plain answer is legal for every form of decision.
func TestPlainAnswer(t *testing.T) {
	a, b, back := optionKey(0), optionKey(1), optionKey(9)
	var suggested, minimums, groups, alone Decision

	suggested.Min, suggested.Max = 1, 2
	suggested.Add(a, 0, 1)
	suggested.Add(b, 0, 1)
	suggested.Suggest(b, 1, 0)

	minimums.Min, minimums.Max = 4, 5
	minimums.AddAlone(back)
	minimums.Add(a, 0, 3)
	minimums.Add(b, 2, 3)

	groups.Min, groups.Max = 4, 4
	groups.Groups = []Group{{ID: "x", Min: 2, Max: 2}, {ID: "y", Min: 2, Max: 2}}
	groups.AddTo(a, 1, 1, 0b10)
	groups.AddTo(b, 3, 3, 0b11)

	alone.Min, alone.Max = 1, 1
	alone.AddAlone(back)

	for _, test := range []struct {
		name string
		d    *Decision
		want []Pick
	}{
		{name: "what is suggested", d: &suggested, want: []Pick{{Key: b, N: 1}}},
		{
			name: "minimums, then the first options",
			d:    &minimums,
			want: []Pick{{Key: a, N: 2}, {Key: b, N: 2}},
		},
		{
			name: "groups",
			d:    &groups,
			want: []Pick{{Key: a, N: 1, Group: 1}, {Key: b, N: 2}, {Key: b, N: 1, Group: 1}},
		},
		{
			name: "an option alone is the last resort",
			d:    &alone,
			want: []Pick{{Key: back, N: 1}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			picks := PlainAnswer(test.d)
			require.Equal(t, test.want, picks)
			require.NoError(t, test.d.Check(Answer{Picks: picks}))
		})
	}
}

// Every part of every legal answer can be completed. Choices that no legal answer contains are
// refused.
func TestCompleteKeepsTheChoices(t *testing.T) {
	rng := newRand(8)
	kept, refused := 0, 0
	for n := range 4000 {
		d := randomDecision(rng)
		d.Ordered = false
		var part []Pick
		for i := range d.Options {
			o := &d.Options[i]
			for g := range max(1, len(d.Groups)) {
				if !o.Alone && o.Max > 0 && rng.IntN(3) == 0 {
					part = append(part, Pick{Key: o.Key, N: uint16(1 + rng.IntN(int(o.Max))), Group: uint8(g)})
				}
			}
		}
		if len(part) == 0 {
			continue
		}
		possible := enumerate(d, func(whole []Pick) bool {
			return !slices.ContainsFunc(part, func(p Pick) bool {
				return !slices.ContainsFunc(
					whole,
					func(w Pick) bool { return w.Key == p.Key && w.Group == p.Group && w.N >= p.N },
				)
			})
		})
		for _, random := range []rand.Source{nil, rng} {
			whole, err := d.Complete(slices.Clone(part), random)
			require.Equal(t, possible, err == nil, "decision %d: %+v, %+v: %v", n, d, part, err)
			if err != nil {
				require.ErrorAs(t, err, new(*coded.Error))
				refused++
				continue
			}
			kept++
			require.NoError(t, d.Check(Answer{Decision: d.ID, Picks: whole}), "decision %d: %+v", n, d)
			for i, p := range part {
				require.Equal(t, p.Key, whole[i].Key)
				require.Equal(t, p.Group, whole[i].Group)
				require.GreaterOrEqual(t, whole[i].N, p.N)
			}
		}
	}
	require.Greater(t, kept, 300)
	require.Greater(t, refused, 300)
}

// The order of the choices is kept, and an Alone option is a whole answer.
func TestCompleteOrderedAndAlone(t *testing.T) {
	d := decision(3, 3, []Option{{Max: 2}, {Max: 2}, {Max: 1, Alone: true}})
	d.Ordered = true
	picks, err := d.Complete([]Pick{{Key: optionKey(1), N: 1}}, nil)
	require.NoError(t, err)
	require.Equal(t, []Pick{{Key: optionKey(1), N: 1}, {Key: optionKey(0), N: 1}, {Key: optionKey(0), N: 1}}, picks)
	alone := []Pick{{Key: optionKey(2), N: 1}}
	picks, err = d.Complete(alone, nil)
	require.NoError(t, err)
	require.Equal(t, alone, picks)
	_, err = d.Complete([]Pick{{Key: optionKey(1), N: 1}, {Key: optionKey(2), N: 1}}, nil)
	require.Equal(t, CodeNotAlone, err.(*coded.Error).Code)
	_, err = d.Complete([]Pick{{Key: optionKey(7), N: 1}}, nil)
	require.Equal(t, CodeUnknownOption, err.(*coded.Error).Code)
}
