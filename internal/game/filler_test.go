package game_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// TestPlainAnswer answers decisions of every form without any thought.
func TestPlainAnswer(t *testing.T) {
	a, b, back := game.Key{Verb: 1}, game.Key{Verb: 2}, game.Key{Verb: 9}
	var suggested, minimums, groups, alone game.Decision

	suggested.Min, suggested.Max = 1, 2
	suggested.Add(a, 0, 1)
	suggested.Add(b, 0, 1)
	suggested.Suggest(b, 1, 0)

	minimums.Min, minimums.Max = 4, 5
	minimums.AddAlone(back)
	minimums.Add(a, 0, 3)
	minimums.Add(b, 2, 3)

	groups.Min, groups.Max = 4, 4
	groups.Groups = []game.Group{{ID: "x", Min: 2, Max: 2}, {ID: "y", Min: 2, Max: 2}}
	groups.AddTo(a, 1, 1, 0b10)
	groups.AddTo(b, 3, 3, 0b11)

	alone.Min, alone.Max = 1, 1
	alone.AddAlone(back)

	for _, test := range []struct {
		name string
		d    *game.Decision
		want []game.Pick
	}{
		{"what is suggested", &suggested, []game.Pick{{Key: b, N: 1}}},
		{"minimums, then the first options", &minimums, []game.Pick{{Key: b, N: 2}, {Key: a, N: 2}}},
		{"groups", &groups, []game.Pick{{Key: a, N: 1, Group: 1}, {Key: b, N: 2}, {Key: b, N: 1, Group: 1}}},
		{"an option alone is the last resort", &alone, []game.Pick{{Key: back, N: 1}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			picks := game.PlainAnswer(test.d)
			require.Equal(t, test.want, picks)
			require.NoError(t, test.d.Check(game.Answer{Picks: picks}))
		})
	}
}

// TestFactsAreReadBack reads facts from their JSON, in their order.
func TestFactsAreReadBack(t *testing.T) {
	facts := game.Facts{game.Int("n", -3), game.ID("season", "winter"), game.Int("a", 0)}
	data, err := facts.MarshalJSON()
	require.NoError(t, err)
	var again game.Facts
	require.NoError(t, again.UnmarshalJSON(data))
	require.Equal(t, facts, again)
	require.Error(t, again.UnmarshalJSON([]byte(`{"a":[1]}`)))
	require.Error(t, again.UnmarshalJSON([]byte(`{"a":`)))
}
