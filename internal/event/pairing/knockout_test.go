package pairing

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
)

func TestBracket(t *testing.T) {
	slots, err := Bracket(8)
	require.NoError(t, err)
	require.Equal(t, []int{0, 7, 3, 4, 1, 6, 2, 5}, slots)
	slots, err = Bracket(5)
	require.NoError(t, err)
	require.Equal(t, []int{0, NoPerson, 3, 4, 1, NoPerson, 2, NoPerson}, slots)
}

// If the better seed always wins, the first seeds have the byes, and the best two meet in the last round.
func TestTheBestMeetLast(t *testing.T) {
	for n := 2; n <= 70; n++ {
		slots, err := Bracket(n)
		require.NoError(t, err)
		for i := 0; i < len(slots); i += 2 {
			require.False(t, slots[i] == NoPerson && slots[i+1] == NoPerson)
			if slots[i+1] == NoPerson {
				require.Less(t, slots[i], len(slots)-n)
			}
		}
		for len(slots) > 2 {
			var next []int
			for i := 0; i < len(slots); i += 2 {
				next = append(next, int(min(uint(slots[i]), uint(slots[i+1])))) // NoPerson is the largest uint
			}
			slots = next
		}
		require.ElementsMatch(t, []int{0, 1}, slots)
	}
}

func TestSnake(t *testing.T) {
	tables, err := Snake(10, 4)
	require.NoError(t, err)
	require.Equal(t, [][]int{{0, 5, 6}, {1, 4, 7}, {2, 3, 8, 9}}, tables)
	for n := 2; n <= 40; n++ {
		for size := MinSize; size <= MaxSize; size++ {
			tables, err := Snake(n, size)
			require.NoError(t, err)
			require.Len(t, tables, (n+size-1)/size)
			least, most := MaxSize, 0
			for _, table := range tables {
				least, most = min(least, len(table)), max(most, len(table))
			}
			require.LessOrEqual(t, most, size)
			require.LessOrEqual(t, most-least, 1)
			people := slices.Concat(tables...)
			slices.Sort(people)
			for i, seed := range people {
				require.Equal(t, i, seed)
			}
			require.Len(t, people, n)
		}
	}
}

func TestKnockoutRefuses(t *testing.T) {
	for _, n := range []int{0, 1, MaxPeople + 1} {
		_, err := Bracket(n)
		require.Equal(t, CodeBadGroup, coded.Of(err))
		_, err = Snake(n, 3)
		require.Equal(t, CodeBadGroup, coded.Of(err))
	}
	_, err := Snake(4, 5)
	require.Equal(t, CodeBadGroup, coded.Of(err))
}
