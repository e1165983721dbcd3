package spellbook

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"archmage/internal/game"
	"archmage/test/conformance"
)

// A seed chooses the same spells and the same first player whatever the players answer. Until the
// box is emptied into the bag, the n-th Materia drawn from the bag does not depend on the player
// who draws it.
func TestAnswersDoNotChangeWhatChanceWillGive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seats := rapid.IntRange(1, maxSeats).Draw(t, "seats")
		seed := game.SeedFromInt(rapid.Uint64().Draw(t, "seed"))
		common := rapid.IntRange(0, 60).Draw(t, "answers in common")
		var drawn [2][]string
		var start [2]table
		for i := range drawn {
			p := conformance.NewRandomPlay(1)
			s, err := New().New(game.MatchOptions{optionMode: modeNames[modeClassic]}, seats, seed)
			require.NoError(t, err)
			start[i] = s.(*match).table
			for n, refilled := 0, false; !refilled && p.Answer(t, s); n++ {
				if n == common && i == 1 {
					p.Random = rand.New(rand.NewPCG(2, 2))
				}
				for _, e := range p.Step.Events {
					refilled = refilled || e.Kind == eventBag
					if e.Kind == eventDrew && !refilled {
						drawn[i] = append(drawn[i], e.Public[0].Text)
					}
				}
			}
		}
		require.Equal(t, start[0].sets, start[1].sets)
		require.Equal(t, start[0].first, start[1].first)
		n := min(len(drawn[0]), len(drawn[1]))
		require.Equal(t, drawn[0][:n], drawn[1][:n])
	})
}
