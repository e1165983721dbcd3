package replay

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/seasons"
	"archmage/internal/match"
)

// looked returns a decision with the search's expectations for each seat: after the best answer,
// and after the given answer if that is another one.
func looked(step int, seat game.Seat, best []float64, given ...float64) Judged {
	j := Judged{Step: step, Seat: seat, Best: []Line{{Chance: best[seat]}}, chances: best}
	if len(given) == 0 {
		j.Chosen = &j.Best[0]
		return j
	}
	j.Chosen = &Line{Chance: given[seat]}
	for i := range best {
		j.lost = append(j.lost, given[i]-best[i])
	}
	return j
}

func concluded(decisions ...Judged) *Analysis {
	record := &match.Record{Items: make([]match.Item, 100), Seats: make([]match.RecordSeat, len(decisions[0].chances))}
	return Conclude(seasons.New(), record, decisions, nil, false)
}

// Mistakes are separate from luck, and each has the numbers of its decision.
func TestMistakesAndLuck(t *testing.T) {
	a := concluded(
		looked(3, 0, []float64{0.6, 0.4}),
		looked(4, 0, []float64{0.6, 0.4}, 0.4, 0.6), // a mistake
		looked(5, 0, []float64{0.42, 0.58}),         // which the rest of the turn knows of
		looked(6, 1, []float64{0.41, 0.59}),         // as does the other seat: no luck
		looked(7, 0, []float64{0.75, 0.25}),         // luck
	)
	require.Equal(t, []Turn{{4, 0, -0.2}}, a.Mistakes)
	require.InDelta(t, a.Decisions[1].Chosen.Chance-a.Decisions[1].Best[0].Chance, a.Mistakes[0].Change, 1e-9)
	require.Equal(t, []Turn{{6, 0, 0.34}}, a.Luck)
	require.Equal(t, []int{3, 6, 7}, []int{a.Chances[0].Step, a.Chances[1].Step, a.Chances[2].Step})
	require.InDelta(t, 0.607, a.Chances[0].Seats[0], 1e-9)
}

// The chances at every step have the sum 1 exactly, also after decisions that were not searched
// because they left no choice.
func TestChancesAreOneTogether(t *testing.T) {
	third := []float64{1. / 3, 1. / 3, 1. / 3}
	a := concluded(
		looked(1, 0, third),
		Judged{Step: 2},
		looked(3, 1, []float64{0.9996, 0.0002, 0.0002}),
		looked(4, 2, third, 0.7, 0.6, -0.3),
	)
	require.Len(t, a.Decisions, 3)
	for _, one := range a.Chances {
		thousandths := 0
		for _, chance := range one.Seats {
			thousandths += int(round(chance*1000, 1))
			require.InDelta(t, chance, round(chance, 1000), 1e-12)
		}
		require.Equal(t, 1000, thousandths, "%v", one)
	}
	alone := concluded(looked(1, 0, []float64{0.3}))
	require.Equal(t, []float64{0.3}, alone.Chances[0].Seats)
}
