package bot

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

func TestRandomBotAnswersLegallyAndTheSameWithTheSameStream(t *testing.T) {
	b := NewRandom()
	require.Equal(t, "random", b.ID())
	require.NotEmpty(t, b.Label().En)
	require.NotEmpty(t, b.Label().Fr)
	d := &game.Decision{ID: 3, Kind: "test", Min: 2, Max: 3}
	for verb := range uint8(3) {
		d.Add(game.Key{Word: verb}, 0, 2)
	}
	d.AddAlone(game.Key{Word: 3})
	p := &game.Position{Decision: d}
	first, second := game.NewRNG(game.SeedFromInt(4)), game.NewRNG(game.SeedFromInt(4))
	seen := map[int]bool{}
	for range 100 {
		picks := b.Choose(t.Context(), p, &first)
		require.NoError(t, d.Check(game.Answer{Decision: d.ID, Picks: picks}))
		require.Equal(t, picks, b.Choose(t.Context(), p, &second))
		seen[len(picks)] = true
	}
	require.Greater(t, len(seen), 1)
	require.Empty(t, b.Choose(t.Context(), &game.Position{Decision: &game.Decision{Min: 1, Max: 1}}, &first))
}
