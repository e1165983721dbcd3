package game_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// The numbers in this test must never change, because old records depend on them.
func TestRandomStreamIsFixedForEver(t *testing.T) {
	rng := game.NewRNG(game.SeedFromInt(1))
	for _, want := range []uint64{0x1be9bd4f3f78e66a, 0x47d28ea4738bb86e, 0x346879252e88e5db, 0xdd4a4525c5bfc132} {
		require.Equal(t, want, rng.Uint64())
	}
	rng = game.NewRNG(game.SeedFromInt(1))
	for i, want := range []int{0, 1, 1, 5, 4, 4, 0, 0, 4, 5, 5, 1, 0, 0, 1, 5, 5, 1, 2, 3} {
		require.Equal(t, want, rng.IntN(6), "roll %d", i)
	}
	rng = game.NewRNG(game.SeedFromInt(1))
	list := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	game.Shuffle(&rng, list)
	require.Equal(t, []int{8, 7, 5, 0, 3, 4, 6, 9, 2, 1}, list)
	rng = game.NewRNG(game.SeedFromInt(1))
	sum := uint64(0)
	for range 10_000 {
		sum += rng.Uint64()
	}
	require.Equal(t, uint64(0xcfb3a5b8ef839320), sum, "far along the stream")
}

// The streams of a seed must not change either.
func TestStreamsOfASeedAreFixedForEver(t *testing.T) {
	seed := game.SeedFromInt(1)
	seen := map[uint64]bool{}
	for _, test := range []struct {
		source  string
		numbers []int
		want    uint64
	}{
		{source: "deck", want: 0x7bef38a4b68613c9},
		{source: "deck", numbers: []int{0}, want: 0xc630f33199269842},
		{source: "deck", numbers: []int{1}, want: 0x12f6227afbcb5743},
		{source: "deck", numbers: []int{0, 1}, want: 0xf4c8262ef0075ef5},
		{source: "roll", numbers: []int{1}, want: 0xbdae3d0267f75c16},
		{want: 0x9629d24ff8662756},
	} {
		stream := seed.Stream(test.source, test.numbers...)
		first := stream.Uint64()
		require.Equal(t, test.want, first, "%s %d: %#x", test.source, test.numbers, first)
		require.False(t, seen[first])
		seen[first] = true
	}
}

func TestIntNIsUniform(t *testing.T) {
	const draws = 60_000
	for _, n := range []int{1, 2, 3, 6, 7, 20, 100} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			rng, counts := game.NewRNG(game.SeedFromInt(uint64(n))), make([]int, n)
			for range draws {
				counts[rng.IntN(n)]++
			}
			square, expected := 0.0, float64(draws)/float64(n)
			for _, count := range counts {
				d := float64(count) - expected
				square += d * d / expected
			}
			// The mean of the sum is n-1 and its variance 2(n-1).
			require.Less(t, square, float64(n-1)+6*float64(n)+10)
		})
	}
}

// Without drawing again, IntN(3<<61) would return the remainders of 3 in the proportion 3 to 3 to
// 2.
func TestIntNDrawsAgainWhereItWouldBeBiased(t *testing.T) {
	rng := game.NewRNG(game.SeedFromInt(2))
	var counts [3]int
	for range 30_000 {
		counts[rng.IntN(3<<61)%3]++
	}
	for _, n := range counts {
		require.InDelta(t, 10_000, n, 500)
	}
}

func TestIntNOfNothingPanics(t *testing.T) {
	rng := game.NewRNG(game.Seed{})
	for _, n := range []int{0, -1} {
		require.Panics(t, func() { rng.IntN(n) })
	}
}

func TestShuffleIsUniform(t *testing.T) {
	rng, counts := game.NewRNG(game.SeedFromInt(3)), map[string]int{}
	for range 24_000 {
		list := []byte("abcd")
		game.Shuffle(&rng, list)
		counts[string(list)]++
	}
	require.Len(t, counts, 24)
	for order, n := range counts {
		require.InDelta(t, 1000, n, 160, "order %s", order)
	}
	game.Shuffle(&rng, []int(nil))
}

func TestRNGIsSavedAtAnyPosition(t *testing.T) {
	rng := game.NewRNG(game.SeedFromInt(4))
	for n := range 1000 {
		data, err := rng.AppendBinary([]byte("before"))
		require.NoError(t, err)
		require.Equal(t, "before", string(data[:6]))
		data = data[6:]

		var loaded game.RNG
		require.NoError(t, loaded.UnmarshalBinary(data))
		again, err := loaded.AppendBinary(nil)
		require.NoError(t, err)
		require.Equal(t, data, again, "after %d draws", n)
		copied := rng
		for range 40 {
			want := copied.Uint64()
			require.Equal(t, want, loaded.Uint64(), "after %d draws", n)
		}
		rng.Uint64()
	}
}

func TestRNGRefusesOtherData(t *testing.T) {
	rng := game.NewRNG(game.SeedFromInt(5))
	data, err := rng.AppendBinary(nil)
	require.NoError(t, err)
	for n := range data {
		var loaded game.RNG
		require.Error(t, loaded.UnmarshalBinary(data[:n]), "%d bytes", n)
	}
	var loaded game.RNG
	require.Error(t, loaded.UnmarshalBinary(append(data, 0)))
}

func TestSeedAsText(t *testing.T) {
	seed := game.SeedFromInt(0x0102030405060708)
	data, err := json.Marshal(seed)
	require.NoError(t, err)
	require.Equal(t, `"0807060504030201000000000000000000000000000000000000000000000000"`, string(data))
	var back game.Seed
	require.NoError(t, json.Unmarshal(data, &back))
	require.Equal(t, seed, back)
	for _, bad := range []string{
		`""`, `"00"`, `"zz07060504030201000000000000000000000000000000000000000000000000"`, `5`,
	} {
		require.Error(t, json.Unmarshal([]byte(bad), &back), bad)
	}
}
