package game_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/test/conformance"
)

// Every form of option is written and parsed, and no other spelling is accepted.
func TestVerbsWriteAndRead(t *testing.T) {
	words := game.OptionWords{
		1: {Word: "end"},
		2: {Word: "card", Arg: game.NumberA(1, 50), Ref: "hand"},
		3: {Word: "play", Arg: game.NumberB(1, 999), Ref: "play", RefArg: game.NameA("left", "right")},
		4: {Word: "do", Arg: game.NameA("store", "", "take")},
		5: {Word: "do", Arg: game.NumberA(7, 9)},
		6: {Word: "board", Arg: game.SquareB(19, 18), Ref: "board"},
		7: {
			Word:   "move",
			Arg:    game.Pair(game.SquareA(8, 8), game.SquareB(8, 8)),
			Ref:    "board",
			RefArg: game.SquareA(8, 8),
		},
	}
	for _, one := range []struct {
		key     game.Key
		id, ref string
	}{
		{key: game.Key{Word: 1}, id: "end"},
		{key: game.Key{Word: 2, A: 50}, id: "card:50", ref: "hand:50"},
		{key: game.Key{Word: 3, B: 300}, id: "play:300", ref: "play:left"},
		{key: game.Key{Word: 4, A: 2}, id: "do:take"},
		{key: game.Key{Word: 5, A: 8}, id: "do:8"},
		{key: game.Key{Word: 6}, id: "board:a1", ref: "board:a1"},
		{key: game.Key{Word: 6, B: 2 + 3*19}, id: "board:c4", ref: "board:c4"},
		{key: game.Key{Word: 6, B: 19*18 - 1}, id: "board:s18", ref: "board:s18"},
		{key: game.Key{Word: 7, A: 12, B: 28}, id: "move:e2.e4", ref: "board:e2"},
	} {
		require.Equal(t, one.id, words.OptionID(one.key))
		require.Equal(t, one.ref, words.OptionRef(one.key))
		key, ok := words.ParseOption(one.id)
		require.True(t, ok, one.id)
		require.Equal(t, one.key, key)
	}
	for _, id := range []string{
		"", ":", "end:", "end:1", "card", "card:", "card:0", "card:51", "card:07", "card:+7", "card:300",
		"card:7:7", "play:1000", "do:", "do:1", "put",
		"board:", "board:a", "board:4", "board:t1", "board:a0", "board:a19", "board:a01", "board:a+1", "board:A1",
		"move:e2", "move:e2.", "move:.e4", "move:e2.e9", "move:e2.e4.e5", "move:e2e4",
	} {
		_, ok := words.ParseOption(id)
		require.False(t, ok, id)
	}
	require.Empty(t, words.OptionID(game.Key{}))
	require.Empty(t, words.OptionID(game.Key{Word: 8}))
	require.Empty(t, words.OptionID(game.Key{Word: 7, B: 64}))
	require.Empty(t, words.OptionID(game.Key{Word: 6, B: 19 * 18}))
	require.Empty(t, words.OptionID(game.Key{Word: 4, A: 3}))
	require.Empty(t, words.OptionRef(game.Key{Word: 8}))
}

// carried has a field of every kind that a codec can encode.
type carried struct {
	small int8
	large uint32
	a, b  bool
	fixed [3]byte
	list  [4]byte
	n     uint8
	word  uint64
	rng   game.RNG
}

func (v *carried) visit(c *game.Codec) {
	game.Transfer(c, &v.small, -1, 3)
	game.Transfer(c, &v.large, 0, math.MaxUint32)
	c.Flags(&v.a, &v.b)
	c.Raw(v.fixed[:])
	c.List(v.list[:], &v.n)
	c.Uint64(&v.word)
	c.RNG(&v.rng)
}

// The codec decodes what it encoded, and refuses data that is cut off, too long, out of range or of
// another version.
func TestCodecReadsWhatItWrote(t *testing.T) {
	rng := game.NewRNG(game.SeedFromInt(1))
	in := carried{
		small: -1,
		large: math.MaxUint32,
		a:     false,
		b:     true,
		fixed: [3]byte{1, 2, 3},
		list:  [4]byte{9, 8},
		n:     2,
		word:  1 << 63,
		rng:   rng,
	}
	c := game.NewEncoder([]byte{77}, 3)
	in.visit(&c)
	data, err := c.End()
	require.NoError(t, err)
	require.Equal(t, []byte{77, 3}, data[:2])
	data = data[1:]
	read := func(data []byte) (carried, error) {
		var out carried
		c := game.NewDecoder(data, 3)
		require.True(t, c.Decoding())
		out.visit(&c)
		_, err := c.End()
		require.Equal(t, err != nil, c.Failed())
		return out, err
	}
	out, err := read(data)
	require.NoError(t, err)
	require.Equal(t, in, out)
	for n := range data {
		_, err := read(data[:n])
		requireCode(t, game.CodeBadState, err)
	}
	change := func(at int, to byte) []byte {
		changed := append([]byte{}, data...)
		changed[at] = to
		return changed
	}
	for name, bad := range map[string][]byte{
		"longer": append(change(0, 3), 0), "another version": change(0, 2), "out of range": change(1, 8),
		"a flag too many": change(7, 4), "a list that is too long": change(11, 10),
	} {
		_, err := read(bad)
		require.Error(t, err, name)
		requireCode(t, game.CodeBadState, err)
	}
}

// A stream drawn from a stream is different from it, and the same each time.
func TestForkIsAnotherStream(t *testing.T) {
	a, b := game.NewRNG(game.SeedFromInt(5)), game.NewRNG(game.SeedFromInt(5))
	first, again := a.Seed(), b.Seed()
	require.Equal(t, first, again)
	require.NotEqual(t, first, a)
	require.NotEqual(t, first, a.Seed())
}

// A refused set-up aborts the building. Other panics are passed on.
func TestBuildSetup(t *testing.T) {
	checks := game.SetupChecks{Prefix: "seat 1: "}
	err := game.BuildSetup(func() {
		checks.CheckRange("gauge", 3, 0, 3)
		checks.CheckRange("gauge", 4, 0, 3)
		t.Error("a set-up that is refused is built")
	})
	requireCode(t, game.CodeBadSetup, err)
	require.ErrorContains(t, err, "seat 1: gauge 4, 0 to 3")
	require.PanicsWithValue(t, "a fault", func() { _ = game.BuildSetup(func() { panic("a fault") }) })
}

// Unknown members and more than one JSON value are refused.
func TestReadSetupIsStrict(t *testing.T) {
	var into struct{ A int }
	require.NoError(t, game.ReadSetup([]byte(`{"A":3}`), &into))
	require.Equal(t, 3, into.A)
	for _, bad := range []string{
		``, `{`, `{"a":1}`, `{"b":1}`, `{"A":"x"}`, `{"A":1}{"A":1}`, `{"A":1,"A":1}`,
		`{"A":1}` + strings.Repeat(" ", 1<<20),
	} {
		requireCode(t, game.CodeBadSetup, game.ReadSetup([]byte(bad), &into))
	}
}

// Answers of seats that are not asked, of closed decisions, and after the end are refused.
func TestCheckAnswer(t *testing.T) {
	s, err := conformance.Toy().New(nil, 2, game.SeedFromInt(1))
	require.NoError(t, err)
	var d game.Decision
	require.True(t, s.Decision(0, &d))
	require.Equal(t, uint32(1), d.ID, "ids begin with 1")
	good := game.Answer{Decision: 1, Picks: game.PlainAnswer(&d)}
	require.NoError(t, game.CheckAnswer(s, 0, good))
	requireCode(t, game.CodeNotAsked, game.CheckAnswer(s, 2, good))
	requireCode(t, game.CodeStale, game.CheckAnswer(s, 0, game.Answer{Picks: good.Picks}))
	for s.Waiting() != 0 {
		for _, d := range game.Pending(s) {
			if s.Waiting().Has(d.Seat) {
				require.NoError(t, s.Apply(d.Seat, game.Answer{Decision: d.ID, Picks: game.PlainAnswer(&d)}, nil))
			}
		}
	}
	requireCode(t, game.CodeOver, game.CheckAnswer(s, 0, good))
}

func TestModulesFindGamesAndBots(t *testing.T) {
	list := game.Modules{{Rules: conformance.Toy(), Bots: []game.Bot{bot.NewRandom()}}}
	toy, ok := list.Find("toy")
	require.True(t, ok)
	random, ok := toy.Bot("random")
	require.True(t, ok)
	require.Equal(t, "random", random.ID())
	_, ok = toy.Bot("greedy")
	require.False(t, ok)
	_, ok = list.Find("chess")
	require.False(t, ok)
}

// The choices of a rule are completed. If the rule is missing or illegal, the bot gives the plain
// answer.
func TestRuleBotCompletesItsRules(t *testing.T) {
	read := 0
	b := &game.RuleBot[int]{
		Name: "rules", Title: game.Label{En: "Rules"},
		Read: func(*game.Position) *int { read++; return &read },
		Rules: map[string]func(*int) []game.Pick{
			"plain":   func(*int) []game.Pick { return []game.Pick{pick(2, 1, 0)} },
			"illegal": func(*int) []game.Pick { return []game.Pick{pick(8, 1, 0)} },
		},
	}
	require.Equal(t, "rules", b.ID())
	require.Equal(t, game.Label{En: "Rules"}, b.Label())
	d := plain()
	require.Equal(t, []game.Pick{pick(2, 1, 0), pick(1, 1, 0)}, b.Choose(t.Context(), &game.Position{Decision: d}, nil))
	for _, kind := range []string{"illegal", "another"} {
		d.Kind = kind
		require.Equal(
			t,
			[]game.Pick{pick(0, 1, 0), pick(1, 1, 0)},
			b.Choose(t.Context(), &game.Position{Decision: d}, nil),
		)
		_, ok := b.Answer(&game.Position{Decision: d})
		require.False(t, ok)
	}
	best := func(values ...int) []game.Pick {
		return game.BestOption(d, func(o *game.Option) (int, bool) { return values[o.Key.B%4], !o.Alone })
	}
	require.Equal(t, []game.Pick{pick(1, 1, 0)}, best(1, 3, 3, 9))
	require.Nil(t, game.BestOption(d, func(*game.Option) (int, bool) { return 0, false }))
}
