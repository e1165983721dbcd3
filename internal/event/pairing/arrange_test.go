package pairing

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// requireArrangement fails unless each person has exactly one place, at tables of the sizes of the problem.
func requireArrangement(t *testing.T, p *problem, tables [][]int, left []int) {
	t.Helper()
	var sizes []int
	for _, table := range tables {
		sizes = append(sizes, len(table))
	}
	slices.Sort(sizes)
	slices.Reverse(sizes)
	require.Equal(t, p.sizes, sizes)
	require.Len(t, left, p.left)
	people := slices.Sorted(slices.Values(slices.Concat(append(slices.Clone(tables), left)...)))
	for i := range p.n {
		require.Equal(t, i, people[i])
	}
}

// All exact methods find what trying everything finds.
func TestExactMethodsFindTheMinimum(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 1))
	for round := range 3000 {
		size := MinSize + round%3
		n := 2 + source.IntN(7)
		p := randomProblem(source, n, size, source.IntN(2) == 0)
		if len(p.sizes) == 0 {
			continue
		}
		least := leastCost(p)
		tables, left := p.solveExactly()
		requireArrangement(t, p, tables, left)
		require.Equal(t, least, costOf(p, tables, left), "%d people, tables of %d", n, size)
		tables, left = p.solve(newRNG(uint64(round)))
		requireArrangement(t, p, tables, left)
		require.Equal(t, least, costOf(p, tables, left), "%d people, tables of %d", n, size)
	}
}

// The matching of larger groups is as good as the search over all sets.
func TestMatchingFindsTheMinimum(t *testing.T) {
	source := rand.New(rand.NewPCG(2, 1))
	for range 300 {
		n := 9 + source.IntN(8)
		p := randomProblem(source, n, 2, true)
		tables, left := p.match()
		requireArrangement(t, p, tables, left)
		exactTables, exactLeft := p.solveExactly()
		require.Equal(t, costOf(p, exactTables, exactLeft), costOf(p, tables, left), "%d people", n)
	}
}

// In groups that are too large for the exact search, no exchange improves the matching, and no local search finds a
// better one.
func TestMatchingOfLargeGroupsIsOptimal(t *testing.T) {
	source := rand.New(rand.NewPCG(3, 1))
	for _, n := range []int{40, 75, 130} {
		p := randomProblem(source, n, 2, true)
		tables, left := p.match()
		requireArrangement(t, p, tables, left)
		s := newSearch(p)
		s.restore(append(cloneTables(tables), left), costOf(p, tables, left))
		for a := range n {
			for b := range a {
				if s.tableOf[a] != s.tableOf[b] {
					require.False(t, s.gain(a, b).less(cost{}))
				}
			}
		}
		local := newSearch(p)
		local.limit = 1 << 17
		local.run(newRNG(1))
		require.False(t, local.total.less(s.total))
	}
}

// The local search is never better than the minimum, and nearly always as good in the first number.
func TestLocalSearchIsNearTheMinimum(t *testing.T) {
	source := rand.New(rand.NewPCG(4, 1))
	equal, equalFirst := 0, 0
	const rounds = 60
	for round := range rounds {
		size := 3 + round%2
		n := 9 + source.IntN(8)
		p := randomProblem(source, n, size, source.IntN(2) == 0)
		tables, left := p.solveExactly()
		least := costOf(p, tables, left)
		s := newSearch(p)
		s.limit = 1 << 15
		s.run(newRNG(uint64(round)))
		tables, left = s.result()
		requireArrangement(t, p, tables, left)
		require.Equal(t, s.total, costOf(p, tables, left))
		require.False(t, s.total.less(least))
		require.LessOrEqual(t, s.compared, s.limit+2)
		if s.total == least {
			equal++
		}
		if s.total[0] == least[0] {
			equalFirst++
		}
	}
	t.Logf("%d of %d are a minimum, %d in the first number", equal, rounds, equalFirst)
	require.Equal(t, rounds, equalFirst)
}
