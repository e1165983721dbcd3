package match

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// TestLostStandBelow: seats that have lost stand below all others, in the order of
// the places and in their ranks.
func TestLostStandBelow(t *testing.T) {
	const none, time, left = Lost(""), LostTime, LostLeft
	// Places are given as seat and rank, best first.
	tests := []struct {
		name   string
		places [][2]int
		lost   []Lost
		want   []int
	}{
		{"in order", [][2]int{{2, 1}, {0, 2}, {1, 3}}, []Lost{none, none, none}, []int{2, 3, 1}},
		{"tied first", [][2]int{{2, 1}, {0, 1}, {1, 3}}, []Lost{none, none, none}, []int{1, 3, 1}},
		{"tied last", [][2]int{{2, 1}, {0, 2}, {1, 2}}, []Lost{none, none, none}, []int{2, 2, 1}},
		{"the best has lost", [][2]int{{2, 1}, {0, 2}, {1, 3}}, []Lost{none, none, time}, []int{1, 2, 3}},
		{"the last has lost", [][2]int{{2, 1}, {0, 2}, {1, 3}}, []Lost{none, left, none}, []int{2, 3, 1}},
		{"two have lost", [][2]int{{2, 1}, {0, 2}, {1, 3}, {3, 4}}, []Lost{none, none, time, left}, []int{1, 2, 3, 3}},
		{"one of a tie has lost", [][2]int{{2, 1}, {0, 1}, {1, 3}}, []Lost{none, none, time}, []int{1, 2, 3}},
		{"a tie behind a loser", [][2]int{{2, 1}, {0, 2}, {1, 2}}, []Lost{none, none, time}, []int{1, 1, 3}},
		{"all have lost", [][2]int{{1, 1}, {0, 2}}, []Lost{time, left}, []int{2, 2}},
		{"alone, won", [][2]int{{0, 1}, {-1, 2}}, []Lost{none}, []int{1}},
		{"alone, beaten", [][2]int{{-1, 1}, {0, 2}}, []Lost{none}, []int{2}},
		{"alone, tied", [][2]int{{0, 1}, {-1, 1}}, []Lost{none}, []int{1}},
		{"alone, lost whatever the score", [][2]int{{0, 1}, {-1, 2}}, []Lost{time}, []int{2}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			outcome := &game.Outcome{}
			for _, p := range test.places {
				outcome.Places = append(outcome.Places, game.Place{Seat: game.Seat(p[0]), Rank: p[1]})
			}
			ranks := make([]int, len(test.lost))
			before := 0
			for _, p := range rankLost(outcome, test.lost).Places {
				require.GreaterOrEqual(t, p.Rank, before, "best first")
				if before = p.Rank; p.Seat != game.NoSeat {
					ranks[p.Seat] = p.Rank
				}
			}
			require.Equal(t, test.want, ranks)
		})
	}
}
