package puzzle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive/replay"
	"archmage/internal/game"
	"archmage/internal/puzzle"
)

func line(answer string, chance float64) replay.Line {
	return replay.Line{Answer: []game.PickText{{Option: answer, N: 1}}, Chance: chance}
}

func TestOwnOf(t *testing.T) {
	chosen, other := line("d", 0.4), line("b", 0.55)
	a := &replay.Analysis{
		Rules: 3,
		Decisions: []replay.Judged{
			{Step: 4, Seat: 0, Best: []replay.Line{line("a", 0.6), line("b", 0.58), line("c", 0.5)}, Chosen: &chosen},
			{Step: 4, Seat: 1, Best: []replay.Line{line("a", 0.6), other}, Chosen: &other},
			{Step: 9, Seat: 2, Best: []replay.Line{line("a", 0.7), line("c", 0.5), other}, Chosen: &other},
		},
		Decisive: []replay.Decisive{
			{Seat: 0, Costliest: &replay.Difference{Step: 4, Chance: 0.2}},
			{Seat: 1, Costliest: &replay.Difference{Step: 4, Chance: 0.05}},
			{Seat: 2, Costliest: &replay.Difference{Step: 9, Chance: 0.15}},
			{Seat: 3, Best: &replay.Difference{Step: 1, Chance: 0.5}},
		},
	}
	list := puzzle.OwnOf(a)
	require.Len(t, list, 2, "a loss that can be chance is left out")
	require.Equal(t, game.Seat(0), list[0].Seat)
	require.Equal(t, 4, list[0].Step)
	require.Equal(t, 3, list[0].Rules)
	require.Len(t, list[0].Answers, 4)
	require.Equal(t, 3, list[0].Played)
	require.Equal(t, 2, list[1].Played)
	require.Len(t, list[1].Answers, 3)
	for given, right := range map[int]bool{-1: false, 0: true, 1: true, 2: false, 3: false} {
		require.Equal(t, right, list[0].IsRight(given), given)
	}
}

func TestNextOwn(t *testing.T) {
	stage, all := 0, []int{}
	for range puzzle.OwnStages {
		var days int
		stage, days = puzzle.NextOwn(stage, true)
		all = append(all, days)
	}
	require.Equal(t, []int{3, 7, 21, 0}, all)
	require.Equal(t, puzzle.OwnStages, stage)
	stage, days := puzzle.NextOwn(3, false)
	require.Zero(t, stage, "a wrong answer begins again")
	require.Equal(t, 1, days)
}
