package match_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/match"
)

func TestPlacing(t *testing.T) {
	const none, time, left = match.Lost(""), match.LostTime, match.LostLeft
	// Places are given as seat and rank, best first.
	tests := []struct {
		name   string
		places [][2]int
		lost   []match.Lost
		want   []int
	}{
		{"in order", [][2]int{{2, 1}, {0, 2}, {1, 3}}, []match.Lost{none, none, none}, []int{2, 3, 1}},
		{"tied first", [][2]int{{2, 1}, {0, 1}, {1, 3}}, []match.Lost{none, none, none}, []int{1, 3, 1}},
		{"tied last", [][2]int{{2, 1}, {0, 2}, {1, 2}}, []match.Lost{none, none, none}, []int{2, 2, 1}},
		{"the best has lost", [][2]int{{2, 1}, {0, 2}, {1, 3}}, []match.Lost{none, none, time}, []int{1, 2, 3}},
		{"the last has lost", [][2]int{{2, 1}, {0, 2}, {1, 3}}, []match.Lost{none, left, none}, []int{2, 3, 1}},
		{"two have lost", [][2]int{{2, 1}, {0, 2}, {1, 3}, {3, 4}}, []match.Lost{none, none, time, left}, []int{1, 2, 3, 3}},
		{"one of a tie has lost", [][2]int{{2, 1}, {0, 1}, {1, 3}}, []match.Lost{none, none, time}, []int{1, 2, 3}},
		{"a tie behind a loser", [][2]int{{2, 1}, {0, 2}, {1, 2}}, []match.Lost{none, none, time}, []int{1, 1, 3}},
		{"all have lost", [][2]int{{1, 1}, {0, 2}}, []match.Lost{time, left}, []int{1, 1}},
		{"alone, won", [][2]int{{0, 1}, {-1, 2}}, []match.Lost{none}, []int{1}},
		{"alone, beaten", [][2]int{{-1, 1}, {0, 2}}, []match.Lost{none}, []int{2}},
		{"alone, tied", [][2]int{{0, 1}, {-1, 1}}, []match.Lost{none}, []int{1}},
		{"alone, lost whatever the score", [][2]int{{0, 1}, {-1, 2}}, []match.Lost{time}, []int{2}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			outcome := &game.Outcome{}
			for _, p := range test.places {
				outcome.Places = append(outcome.Places, game.Place{Seat: game.Seat(p[0]), Rank: p[1]})
			}
			require.Equal(t, test.want, match.Placing(outcome, test.lost))
		})
	}
	require.Equal(t, []int{0, 0}, match.Placing(nil, []match.Lost{none, time}), "abandoned")
}
