package spellbook

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// finished returns the outcome of a finished position. The last seat has all its spells unless
// another seat triggers the end.
func finished(t *testing.T, in Setup) *game.Outcome {
	t.Helper()
	in.Phase = "over"
	return start(t, in).s.Outcome()
}

const fullFamiliar = "red.square red.square red.square blue.square blue.square blue.square " +
	"black.square black.square black.square yellow.square yellow.square yellow.square violet.square"

// The rulebook's example: 26 points.
func TestScoringExampleOfTwentySixPoints(t *testing.T) {
	out := finished(t, Setup{Seats: []SeatSetup{
		{
			Familiar: list("red.circle red.circle red.circle blue.circle blue.circle blue.circle green.circle"),
			Spells: learnedSpells(
				"red:4:triangle violet:5:triangle green:3:triangle white:4:triangle yellow:5:triangle",
			),
		},
		{Familiar: list(fullFamiliar)},
	}})
	require.Equal(t, game.Seat(0), out.Places[0].Seat)
	require.Equal(t, 26, out.Places[0].Total)
	require.Equal(t, 18, out.Places[1].Total)
	var points []int
	for _, part := range out.Places[0].Parts {
		points = append(points, part.Points)
	}
	require.Equal(t, []int{2, 5, 1, 4, 7, 7}, points)
}

// All fixed points agree with the rulebook.
func TestPoints(t *testing.T) {
	want := map[string][3]int{
		"sacrifice": {
			3,
			2,
			1,
		},
		"eruption":   {4, 3, 2},
		"blaze":      {5, 2, 0},
		"levitation": {5, 4, 3},
		"sharing":    {4, 4, 4},
		"divination": {
			4,
			3,
			2,
		},
		"purification":  {3, 2, 1},
		"healing":       {5, 4, 3},
		"growth":        {6, 4, 3},
		"offering":      {6, 4, 2},
		"focus":         {5, 4, 3},
		"feast":         {0, 2, 2},
		"time-travel":   {6, 4, 2},
		"tempest":       {8, 6, 4},
		"clone":         {6, 5, 4},
		"transmutation": {4, 4, 4},
		"swiftness":     {0, 6, 3},
		"mirage":        {6, 3, 2},
		"abundance":     {7, 5, 3},
		"knowledge":     {0, 0, 0},
		"communion":     {0, 0, 0},
	}
	for set := 1; set <= 3; set++ {
		for _, c := range list("red violet green black white blue yellow") {
			for i, level := range []string{"5", "4", "3"} {
				in := Setup{
					Spells: map[string]int{c: set},
					Seats:  []SeatSetup{{Spells: learnedSpells(c + ":" + level + ":circle")}, {}},
				}
				sc := start(t, in)
				public := sc.s.Public().(*Public)
				id := public.Spells.Get(c).ID
				require.Equal(t, want[id][i], public.Seats.Get("s0").Spells.Get(c).Points, "%s at level %s", id, level)
			}
		}
	}
}

func TestTies(t *testing.T) {
	// Each has 18 points. More spells decide, then a larger pool. seven is worth 10 points.
	seven := "red.circle red.circle red.circle blue.circle blue.circle blue.circle " +
		"green.circle green.circle green.circle"
	in := Setup{Seats: []SeatSetup{
		{Familiar: list(fullFamiliar), Pool: counts("white.circle white.square white.triangle")},
		{Familiar: list(seven), Spells: learnedSpells("violet:5:triangle green:5:triangle")},
	}}
	out := finished(t, in)
	require.Equal(t, []int{18, 18}, []int{out.Places[0].Total, out.Places[1].Total})
	require.Equal(t, game.Seat(1), out.Places[0].Seat, "more spells")
	require.Equal(t, []int{1, 2}, []int{out.Places[0].Rank, out.Places[1].Rank})
	in.Seats = []SeatSetup{
		{Familiar: list(fullFamiliar), Pool: counts("white.circle")},
		{
			Familiar: list(
				"red.circle red.circle red.circle red.triangle red.triangle red.triangle " +
					"blue.circle blue.circle blue.circle green.circle green.circle green.circle violet.circle",
			),
			Pool: counts("white.square*2"),
		},
	}
	out = finished(t, in)
	require.Equal(t, game.Seat(1), out.Places[0].Seat, "more in the pool")
	in.Seats[0].Pool = counts("white.circle*2")
	out = finished(t, in)
	require.Equal(t, []int{1, 1}, []int{out.Places[0].Rank, out.Places[1].Rank}, "shared victory")
}
