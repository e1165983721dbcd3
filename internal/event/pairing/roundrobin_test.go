package pairing

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
)

// At tables of two, every pair meets exactly once, and seats are balanced.
func TestRoundRobinOfTwo(t *testing.T) {
	for n := 2; n <= 21; n++ {
		rounds, err := RoundRobin(n, 2, 0, newRNG(uint64(n)))
		require.NoError(t, err)
		require.Len(t, rounds, RoundsToMeet(n, 2))
		least, most := Evenness(n, rounds)
		require.Equal(t, 1, least)
		require.Equal(t, 1, most)
		byes, first := make([]int, n), make([]int, n)
		for i := range rounds {
			requireRound(t, &Group{People: make([]Person, n), Size: 2}, &rounds[i])
			for _, table := range rounds[i].Tables {
				first[table[0]]++
				first[table[1]]--
			}
			for _, person := range rounds[i].Byes {
				byes[person]++
			}
		}
		for i := range n {
			require.Equal(t, n%2, byes[i])
			require.LessOrEqual(t, max(first[i], -first[i]), 1-n%2)
		}
	}
	twice, err := RoundRobin(6, 2, 10, newRNG(1))
	require.NoError(t, err)
	first := make([]int, 6)
	for i := range twice {
		for _, table := range twice[i].Tables {
			first[table[0]]++
			first[table[1]]--
		}
	}
	require.Equal(t, make([]int, 6), first)
	least, most := Evenness(6, twice)
	require.Equal(t, [2]int{2, 2}, [2]int{least, most})
}

// Schedules for larger tables are as even as the table in docs/tournaments.md says.
func TestRoundRobinOfMore(t *testing.T) {
	for _, size := range []int{3, 4} {
		for n := 2; n <= 16; n++ {
			rounds, err := RoundRobin(n, size, 0, newRNG(uint64(n)))
			require.NoError(t, err)
			met := NewMeetings(n)
			for i := range rounds {
				requireRound(t, &Group{People: make([]Person, n), Size: size, Met: met}, &rounds[i])
				for _, table := range rounds[i].Tables {
					met.AddTable(table)
				}
			}
			least, most := Evenness(n, rounds)
			missing := 0
			for a := range n {
				for b := range a {
					if met.Count(a, b) == 0 {
						missing++
					}
				}
			}
			t.Logf("%d at tables of %d: %d rounds, %d to %d meetings, %d pairs of %d do not meet",
				n, size, len(rounds), least, most, missing, n*(n-1)/2)
			require.Zero(t, missing)
			require.LessOrEqual(t, most, 3)
			if n == size*size || n == size {
				require.Equal(t, [2]int{1, 1}, [2]int{least, most})
			}
		}
	}
}

func TestRoundRobinRefuses(t *testing.T) {
	for _, bad := range [][3]int{
		{1, 2, 0}, {MaxPeople + 1, 2, 0}, {4, 1, 0}, {4, 5, 0}, {4, 2, -1}, {4, 2, MaxPeople + 1},
	} {
		_, err := RoundRobin(bad[0], bad[1], bad[2], newRNG(1))
		require.Equal(t, CodeBadGroup, coded.Of(err), "%v", bad)
	}
}
