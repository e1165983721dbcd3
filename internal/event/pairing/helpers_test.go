package pairing

import (
	"math/rand/v2"

	"archmage/internal/game"
)

// newRNG returns the random stream of a number.
func newRNG(n uint64) *game.RNG {
	rng := game.NewRNG(game.SeedFromInt(n))
	return &rng
}

// randomGroup returns a group of n people after some random rounds.
func randomGroup(source *rand.Rand, n, size int) *Group {
	g := &Group{People: make([]Person, n), Met: NewMeetings(n), Size: size, Exact: source.IntN(2) == 0}
	rounds := source.IntN(n)
	for range rounds {
		people := source.Perm(n)
		for len(people) > 0 {
			table := people[:min(size, len(people))]
			people = people[len(table):]
			if len(table) == 1 {
				g.People[table[0]].Byes++
			}
			g.Met.AddTable(table)
			for seat, i := range table {
				p := &g.People[i]
				p.Score += source.IntN(4)
				p.Seats[seat]++
				p.LastSeat = seat + 1
			}
		}
	}
	for i := range n {
		g.People[i].Waiting = int64(source.IntN(5))
	}
	for source.IntN(3) == 0 && n > 1 {
		if a, b := source.IntN(n), source.IntN(n); a != b {
			g.Blocked = append(g.Blocked, [2]int{a, b})
		}
	}
	return g
}

// leastCost returns the least cost of a problem, by trying all arrangements.
func leastCost(p *problem) cost {
	var best cost
	found := false
	var place func(people, sizes []int, left int, sum cost)
	place = func(people, sizes []int, left int, sum cost) {
		if len(people) == 0 {
			if !found || sum.less(best) {
				best, found = sum, true
			}
			return
		}
		if left > 0 {
			place(people[1:], sizes, left-1, sum.plus(p.rest[people[0]]))
		}
		tried := 0
		for k, size := range sizes {
			if size == tried {
				continue
			}
			tried = size
			others := append(append([]int{}, sizes[:k]...), sizes[k+1:]...)
			var choose func(table, rest []int, from int)
			choose = func(table, rest []int, from int) {
				if len(table) == size {
					place(rest, others, left, sum.plus(costOfTable(p, table)))
					return
				}
				for i := from; i < len(rest); i++ {
					without := append(append([]int{}, rest[:i]...), rest[i+1:]...)
					choose(append(append([]int{}, table...), rest[i]), without, i)
				}
			}
			choose(people[:1], people[1:], 0)
		}
	}
	place(p.order, p.sizes, p.left, cost{})
	return best
}

func costOfTable(p *problem, table []int) (sum cost) {
	for i, a := range table {
		for _, b := range table[:i] {
			sum = sum.plus(p.pair(a, b))
		}
	}
	return sum
}

// costOf returns the cost of an arrangement.
func costOf(p *problem, tables [][]int, left []int) (sum cost) {
	for _, table := range tables {
		sum = sum.plus(costOfTable(p, table))
	}
	for _, i := range left {
		sum = sum.plus(p.rest[i])
	}
	return sum
}

// randomProblem returns a problem with random costs. Costs below small differ little, so that many arrangements
// are equal in the first numbers.
func randomProblem(source *rand.Rand, n, size int, isExact bool) *problem {
	g := &Group{People: make([]Person, n), Size: size, Exact: isExact}
	sizes, left := g.sizes(n)
	p := &problem{n: n, sizes: sizes, left: left, pairs: make([]cost, n*n), order: source.Perm(n)}
	bound := 1 + source.Int64N(12)
	random := func() cost {
		return cost{source.Int64N(bound), source.Int64N(bound), source.Int64N(1000)}
	}
	for a := range n {
		p.rest = append(p.rest, random())
		for b := range a {
			p.setPair(a, b, random())
		}
	}
	return p
}
