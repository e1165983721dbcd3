package conformance

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

func TestToyPanicsWhenAskedTo(t *testing.T) {
	rules := Toy()
	s, err := rules.New(game.MatchOptions{"panic": "on"}, 2, game.SeedFromInt(1))
	require.NoError(t, err)
	var d game.Decision
	require.True(t, s.Decision(1, &d))
	picks, err := d.ParsePicks(rules, []byte(`["panic"]`))
	require.NoError(t, err)
	answer := game.Answer{Decision: d.ID, Picks: picks}
	require.PanicsWithValue(t, "toy: asked to panic", func() { _ = s.Apply(1, answer, &game.Step{}) })

	s, err = rules.New(nil, 2, game.SeedFromInt(1))
	require.NoError(t, err)
	require.Error(t, s.Apply(1, answer, &game.Step{}), "without the option there is no such answer")
}

func TestTryAnswerFindsFaults(t *testing.T) {
	start := func(b *broken) game.State {
		s, err := b.New(nil, 2, game.SeedFromInt(1))
		require.NoError(t, err)
		return s
	}
	sound := &broken{}
	require.NoError(t, tryAnswer(sound, start(sound), 0, []byte(`["roll"]`)))
	require.NoError(t, tryAnswer(sound, start(sound), 3, []byte(`["roll"]`)))
	require.NoError(t, tryAnswer(sound, start(sound), 0, []byte(`[`)))

	all := &broken{apply: func(*toyState, game.Seat, game.Answer, *game.Step) error { return nil }}
	require.ErrorIs(t, tryAnswer(all, start(all), 0, []byte(`["roll"]`)), errAccepted)

	changes := &broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
		s.Round++
		return s.Apply(seat, a, step)
	}}
	require.ErrorIs(t, tryAnswer(changes, start(changes), 0, []byte(`["roll"]`)), errChanged)
}
