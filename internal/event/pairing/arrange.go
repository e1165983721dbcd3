package pairing

import (
	"cmp"
	"math/bits"
	"slices"

	"archmage/internal/game"
)

const (
	// ExactPeople is the maximum number of people for whom tables of three and four are a minimum. The search visits
	// the sets of people, of which there are twice as many with each person more.
	ExactPeople = 16
	// MaxExchanges is the number of exchanges of two people that a local search compares. It bounds its work.
	MaxExchanges = 1 << 19
)

// problem is an arrangement to be found: n people at tables, or left out, so that the sum of the costs is least.
type problem struct {
	n int
	// sizes has the size of each table, the largest first. They differ by at most one. left is the number of people
	// without a table, which is less than the largest size, and 0 if the sizes differ. The sizes and left add up to n.
	sizes []int
	left  int
	// pairs has the cost of each pair at a table, in n × n numbers. rest has the cost of leaving a person out.
	pairs []cost
	rest  []cost
	// order has all people. The local search starts with this order, and other searches use it to choose among
	// equal arrangements.
	order []int
	// exchanges is the limit of a local search, 0 for MaxExchanges.
	exchanges int
}

// setPair sets the cost of a pair.
func (p *problem) setPair(a, b int, c cost) {
	p.pairs[a*p.n+b], p.pairs[b*p.n+a] = c, c
}

// pair returns the cost of a pair.
func (p *problem) pair(a, b int) cost { return p.pairs[a*p.n+b] }

// solve returns the people of each table, and those who are left out.
func (p *problem) solve(rng *game.RNG) (tables [][]int, left []int) {
	switch {
	case len(p.sizes) == 0:
		return nil, slices.Clone(p.order)
	case p.sizes[0] == 2:
		return p.match()
	case p.n <= ExactPeople:
		return p.solveExactly()
	}
	s := newSearch(p)
	s.run(rng)
	return s.result()
}

// match solves a problem with tables of two.
func (p *problem) match() (tables [][]int, left []int) {
	n := p.n + p.left // the person who is left out is matched to the last vertex
	mates := minimumMatching(n, func(a, b int) cost {
		if max(a, b) == p.n {
			return p.rest[p.order[min(a, b)]]
		}
		return p.pair(p.order[a], p.order[b])
	})
	for a, b := range mates {
		switch {
		case a > b:
		case b == p.n:
			left = append(left, p.order[a])
		default:
			tables = append(tables, []int{p.order[a], p.order[b]})
		}
	}
	return tables, left
}

// exact is the search for a minimum over all sets of people who have their places. Sets are bit masks of places in
// the order of the problem. The person of the lowest place outside a set is the next one to be placed.
type exact struct {
	*problem
	// best has the least cost for each set. last has the people who were placed last on the way to it, 0 if the set
	// was not reached.
	best []cost
	last []uint32
}

// solveExactly solves a problem with at most ExactPeople people.
func (p *problem) solveExactly() (tables [][]int, left []int) {
	all := uint32(1)<<p.n - 1
	e := &exact{problem: p, best: make([]cost, all+1), last: make([]uint32, all+1)}
	for set := uint32(0); set < all; set++ {
		if set == 0 || e.last[set] != 0 {
			e.extend(set)
		}
	}
	for set := all; set != 0; set &^= e.last[set] {
		var people []int
		for rest := e.last[set]; rest != 0; rest &= rest - 1 {
			people = append(people, p.order[bits.TrailingZeros32(rest)])
		}
		if len(people) == 1 {
			left = append(left, people...)
		} else {
			tables = append(tables, people)
		}
	}
	return tables, left
}

// extend places the next person, and the others of the same table, in all ways.
func (e *exact) extend(set uint32) {
	placed := bits.OnesCount32(set)
	large := e.sizes[0]
	if e.left > 0 {
		// The people who were left out are those whom full tables do not explain.
		out := placed % large
		if out < e.left {
			first := bits.TrailingZeros32(^set)
			e.reach(set, 1<<first, e.rest[e.order[first]])
		}
		if placed/large < len(e.sizes) {
			e.addTable(set, large)
		}
		return
	}
	count := len(e.sizes)
	small := count * large
	for _, size := range e.sizes {
		small -= size // in the end the number of tables that have one seat less
	}
	smallUsed := (large - placed%large) % large
	largeUsed := (placed - smallUsed*(large-1)) / large
	if largeUsed < count-small {
		e.addTable(set, large)
	}
	if smallUsed < small {
		e.addTable(set, large-1)
	}
}

// addTable seats the next person with all choices of others at a table of a size.
func (e *exact) addTable(set uint32, size int) {
	var choose func(table uint32, from, missing int, sum cost)
	choose = func(table uint32, from, missing int, sum cost) {
		if missing == 0 {
			e.reach(set, table, sum)
			return
		}
		for i := from; i <= e.n-missing; i++ {
			if set>>i&1 != 0 {
				continue
			}
			next := sum
			for rest := table; rest != 0; rest &= rest - 1 {
				next = next.plus(e.pair(e.order[i], e.order[bits.TrailingZeros32(rest)]))
			}
			choose(table|1<<i, i+1, missing-1, next)
			if table == 0 {
				return // the next person is at this table
			}
		}
	}
	choose(0, 0, size, e.best[set])
}

// reach compares a way to a larger set with the best one so far.
func (e *exact) reach(set, added uint32, sum cost) {
	if added&(added-1) == 0 {
		sum = sum.plus(e.best[set])
	}
	if next := set | added; e.last[next] == 0 || sum.less(e.best[next]) {
		e.best[next], e.last[next] = sum, added
	}
}

// search is a local search for a good arrangement.
type search struct {
	*problem
	// tables has the people of each table. If people are left out, they are the last of them.
	tables [][]int
	// tableOf and placeOf say where each person is.
	tableOf, placeOf []int
	total            cost
	// compared counts the exchanges that were compared. The search ends when there are limit of them.
	compared, limit int
	// changed is a list of the people whose exchanges must be compared again. isChanged says who is in it.
	changed   []int
	isChanged []bool
}

// newSearch returns a search that starts with the people in the order of the problem, the last ones left out.
func newSearch(p *problem) *search {
	s := &search{
		problem:   p,
		tableOf:   make([]int, p.n),
		placeOf:   make([]int, p.n),
		isChanged: make([]bool, p.n),
		limit:     cmp.Or(p.exchanges, MaxExchanges),
	}
	sizes := p.sizes
	if p.left > 0 {
		sizes = append(slices.Clone(sizes), p.left)
	}
	from := 0
	for t, size := range sizes {
		s.tables = append(s.tables, slices.Clone(p.order[from:from+size]))
		for place, i := range s.tables[t] {
			s.tableOf[i], s.placeOf[i] = t, place
		}
		from += size
	}
	for t, people := range s.tables {
		for place, i := range people {
			if s.isLeft(t) {
				s.total = s.total.plus(p.rest[i])
				continue
			}
			for _, other := range people[:place] {
				s.total = s.total.plus(p.pair(i, other))
			}
		}
	}
	return s
}

// isLeft reports whether a table has the people who are left out.
func (s *search) isLeft(table int) bool { return table == len(s.sizes) }

// run searches until it has compared enough exchanges.
func (s *search) run(rng *game.RNG) {
	for _, i := range s.order {
		s.markChanged(i)
	}
	s.improve()
	for s.compared < s.limit {
		before, tables := s.total, cloneTables(s.tables)
		for range 2 {
			a := s.unhappy(rng)
			b := rng.IntN(s.n)
			if s.tableOf[a] != s.tableOf[b] {
				s.exchange(a, b)
			}
			s.compared++
		}
		s.improve()
		if before.less(s.total) {
			s.restore(tables, before)
		}
	}
}

// unhappy returns a random person of a table whose cost has a first number above 0, if a few draws find one.
func (s *search) unhappy(rng *game.RNG) int {
	const draws = 16
	i := 0
	for range draws {
		i = rng.IntN(s.n)
		table := s.tableOf[i]
		if s.isLeft(table) {
			continue
		}
		for _, other := range s.tables[table] {
			if other != i && s.pair(i, other)[0] > 0 {
				return i
			}
		}
	}
	return i
}

func cloneTables(tables [][]int) [][]int {
	clone := make([][]int, len(tables))
	for i, people := range tables {
		clone[i] = slices.Clone(people)
	}
	return clone
}

// restore goes back to an arrangement.
func (s *search) restore(tables [][]int, total cost) {
	s.tables, s.total = tables, total
	for t, people := range tables {
		for place, i := range people {
			s.tableOf[i], s.placeOf[i] = t, place
		}
	}
}

// improve makes exchanges that are improvements until there are none, or until enough were compared.
func (s *search) improve() {
	for len(s.changed) > 0 {
		a := s.changed[0]
		s.changed = s.changed[1:]
		s.isChanged[a] = false
		for _, b := range s.order {
			if s.tableOf[a] == s.tableOf[b] {
				continue
			}
			if s.compared++; s.compared > s.limit {
				s.changed = s.changed[:0]
				clear(s.isChanged)
				return
			}
			if s.gain(a, b).less(cost{}) {
				s.exchange(a, b)
			}
		}
	}
}

func (s *search) markChanged(i int) {
	if !s.isChanged[i] {
		s.isChanged[i] = true
		s.changed = append(s.changed, i)
	}
}

// gain returns by how much the cost changes if two people of different tables change places.
func (s *search) gain(a, b int) cost {
	return s.replace(a, b).plus(s.replace(b, a))
}

// replace returns by how much the cost of the table of a changes if b sits there in place of a.
func (s *search) replace(a, b int) cost {
	table := s.tableOf[a]
	if s.isLeft(table) {
		return s.rest[b].minus(s.rest[a])
	}
	var sum cost
	for _, other := range s.tables[table] {
		if other != a {
			sum = sum.plus(s.pair(b, other)).minus(s.pair(a, other))
		}
	}
	return sum
}

// exchange lets two people of different tables change places.
func (s *search) exchange(a, b int) {
	s.total = s.total.plus(s.gain(a, b))
	s.tables[s.tableOf[a]][s.placeOf[a]], s.tables[s.tableOf[b]][s.placeOf[b]] = b, a
	s.tableOf[a], s.tableOf[b] = s.tableOf[b], s.tableOf[a]
	s.placeOf[a], s.placeOf[b] = s.placeOf[b], s.placeOf[a]
	for _, person := range [...]int{a, b} {
		for _, i := range s.tables[s.tableOf[person]] {
			s.markChanged(i)
		}
	}
}

// result returns the people of each table, and those who are left out.
func (s *search) result() (tables [][]int, left []int) {
	return s.tables[:len(s.sizes)], slices.Concat(s.tables[len(s.sizes):]...)
}
