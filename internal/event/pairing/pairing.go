// Package pairing decides who sits at which table of an event: in a round of a Swiss tournament ([Swiss]), among
// the people who are free in an evening ([Evening]), in a schedule in which everybody meets everybody
// ([RoundRobin]), and in a knockout ([Bracket], [Snake]).
//
// # What Swiss and Evening minimise
//
// An arrangement puts each person at a table or leaves the person out. Arrangements are compared by a list of
// numbers; a number decides only if all before it are equal.
//
// Swiss minimises, in this order:
//  1. the pairs at a table of whom one blocks the other;
//  2. the sum over the pairs at a table of the square of how often they have met, so that no pair meets again
//     while that can be avoided, and meetings are spread evenly if it cannot;
//  3. the sum over the people with a bye of the square of the byes that they have had;
//  4. the standing of the people with a bye: the lowest gets it;
//  5. the sum over the pairs at a table of the square of the difference of their scores;
//  6. at tables of two, the pairs in which both have had the same seat more often than the other one;
//  7. lots.
//
// Evening minimises, in this order: the blocked pairs; who waits on, so that the longest wait ends first; the
// meetings as in 2; the scores as in 5; lots. A table with a blocked pair is not opened: its people wait on.
//
// # What is guaranteed
//
// At tables of two the result is a minimum: a perfect matching of minimum weight in the complete graph of the people,
// found by Edmonds' blossom algorithm in O(n³). At tables of three and four it is a minimum for up to [ExactPeople]
// people. Beyond them it is the best arrangement that a local search finds. The search starts with people in
// the order of their scores, exchanges two people of different tables while that is an improvement, disturbs the
// result by random exchanges, and repeats that until it has compared [MaxExchanges] exchanges. It does not
// promise a minimum; docs/tournaments.md says what was measured.
//
// When the tables are known, seats are given so that each person gets the seats equally often: the sum over the
// people of how often they have had their seat is a minimum at each table. Among equals, no person gets the seat of
// the round before, and then lots decide.
//
// The package is pure and deterministic: the same input and the same random stream give the same result on every
// computer. Its work is bounded by [MaxPeople]. People are named by their index in the list of the caller. Bad input
// fails with [CodeBadGroup].
package pairing

import (
	"cmp"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// Bounds of what can be paired.
const (
	// MaxPeople is the maximum number of people in one call. The work for tables of two grows with its cube.
	MaxPeople = 512
	// MinSize and MaxSize bound the seats of a table.
	MinSize = 2
	MaxSize = 4
	// MaxScore is the maximum score. The squares of differences of all pairs of a round fit into 63 bits.
	MaxScore = 1 << 16
)

// CodeBadGroup: the people, or the numbers about them, cannot be paired by this function.
const CodeBadGroup coded.Code = "bad_group"

// Person is one of the people to be paired.
type Person struct {
	// Score has the points so far, in any unit, from 0 to MaxScore.
	Score int
	// Byes counts the byes so far.
	Byes int
	// Seats counts how often the person has had each seat. LastSeat is the last one, counted from 1; 0 for none.
	Seats    [MaxSize]int
	LastSeat int
	// Waiting is how long the person has been free, in any unit of time. Only Evening uses it.
	Waiting int64
}

// Group is a group of people who are to be paired.
type Group struct {
	// People is sorted by standing, the first one best. Evening ignores the order.
	People []Person
	// Met counts who has met whom. It is nil if no pair has.
	Met *Meetings
	// Blocked lists the pairs of whom one blocks the other.
	Blocked [][2]int
	// Size is the number of seats of a table, from MinSize to MaxSize.
	Size int
	// Exact is true if every table must have Size seats. People who are left over then have a bye. Otherwise there
	// are as few tables as possible, whose sizes differ by at most one, and only a single person has a bye.
	Exact bool
}

// Round is who sits where.
type Round struct {
	// Tables lists the people of each table by seat. The table with the person of the best standing comes first.
	Tables [][]int
	// Byes lists the people without a table, in the order of their standings.
	Byes []int
	// Rematches lists the pairs at a table that have met before. Blocked lists those of whom one blocks the other.
	// Each pair has the lower index first.
	Rematches [][2]int
	Blocked   [][2]int
}

// Meetings counts how often each pair of people has met.
type Meetings struct {
	n      int
	counts []uint8
}

// NewMeetings returns the counts for n people who have not met.
func NewMeetings(n int) *Meetings {
	return &Meetings{n: n, counts: make([]uint8, n*n)}
}

// Add counts a meeting of two different people. More than 255 meetings count as 255.
func (m *Meetings) Add(a, b int) {
	if m.counts[a*m.n+b] < 255 {
		m.counts[a*m.n+b]++
		m.counts[b*m.n+a]++
	}
}

// AddTable counts a meeting of each pair at a table.
func (m *Meetings) AddTable(people []int) {
	for i, a := range people {
		for _, b := range people[:i] {
			m.Add(a, b)
		}
	}
}

// Count returns how often two people have met. It returns 0 if m is nil.
func (m *Meetings) Count(a, b int) int {
	if m == nil {
		return 0
	}
	return int(m.counts[a*m.n+b])
}

// check returns an error with CodeBadGroup if the group cannot be paired.
func (g *Group) check() error {
	n := len(g.People)
	switch {
	case n > MaxPeople:
		return coded.Errorf(CodeBadGroup, "at most %d people can be paired, not %d", MaxPeople, n)
	case g.Size < MinSize || g.Size > MaxSize:
		return coded.Errorf(CodeBadGroup, "a table has %d to %d seats, not %d", MinSize, MaxSize, g.Size)
	case g.Met != nil && g.Met.n != n:
		return coded.Errorf(CodeBadGroup, "the meetings are those of %d people, not %d", g.Met.n, n)
	}
	for i := range g.People {
		p := &g.People[i]
		if p.Score < 0 || p.Score > MaxScore {
			return coded.Errorf(CodeBadGroup, "a score is 0 to %d, not %d", MaxScore, p.Score)
		}
		if p.Byes < 0 || slices.Min(p.Seats[:]) < 0 || p.LastSeat < 0 || p.LastSeat > MaxSize {
			return coded.Errorf(CodeBadGroup, "person %d has a number out of range", i)
		}
	}
	for _, pair := range g.Blocked {
		if min(pair[0], pair[1]) < 0 || max(pair[0], pair[1]) >= n || pair[0] == pair[1] {
			return coded.Errorf(CodeBadGroup, "there is no pair %d, %d", pair[0], pair[1])
		}
	}
	return nil
}

// blocked returns a table of n × n with true for each blocked pair.
func (g *Group) blocked() []bool {
	n := len(g.People)
	list := make([]bool, n*n)
	for _, pair := range g.Blocked {
		list[pair[0]*n+pair[1]], list[pair[1]*n+pair[0]] = true, true
	}
	return list
}

// sizes returns the sizes of the tables for n people, the largest first, and how many people have a bye.
func (g *Group) sizes(n int) (tables []int, byes int) {
	if g.Exact || g.Size == 2 || n == 1 {
		tables = slices.Repeat([]int{g.Size}, n/g.Size)
		return tables, n % g.Size
	}
	count := (n + g.Size - 1) / g.Size
	for i := range count {
		tables = append(tables, (n+count-1-i)/count)
	}
	return tables, 0
}

// Swiss pairs a round of a Swiss tournament. It fails with CodeBadGroup.
func Swiss(g *Group, rng *game.RNG) (*Round, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	p := g.problem(rng, func(a, b *Person, met int, lot int64) cost {
		difference := int64(a.Score - b.Score)
		last := lot
		if g.Size == 2 {
			last += worstSeat * seatConflict(a, b)
		}
		return cost{worstMeeting * square(met), difference * difference, last}
	})
	n := len(g.People)
	for i := range g.People {
		p.rest[i] = cost{worstBye*square(g.People[i].Byes) + int64(n-1-i)}
	}
	tables, byes := p.solve(rng)
	return g.round(tables, byes, rng), nil
}

// seatConflict returns a number above 0 if two people have both had the same seat of two more often than the other one.
func seatConflict(a, b *Person) int64 {
	x, y := a.Seats[0]-a.Seats[1], b.Seats[0]-b.Seats[1]
	if x < 0 {
		x, y = -x, -y
	}
	return square(max(0, min(x, y)))
}

// Evening pairs people who are free. The Byes of the result are the people who wait on. It fails with CodeBadGroup.
func Evening(g *Group, rng *game.RNG) (*Round, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	p := g.problem(rng, func(a, b *Person, met int, lot int64) cost {
		difference := int64(a.Score - b.Score)
		return cost{0, square(met), difference*difference*lotRange + lot}
	})
	waits := make([]int64, 0, len(g.People))
	for i := range g.People {
		waits = append(waits, g.People[i].Waiting)
	}
	slices.Sort(waits)
	waits = slices.Compact(waits)
	for i := range g.People {
		place, _ := slices.BinarySearch(waits, g.People[i].Waiting)
		p.rest[i] = cost{int64(place)}
	}
	// The people of a blocked pair wait on too.
	for _, pair := range g.Blocked {
		both := p.rest[pair[0]].plus(p.rest[pair[1]])
		both[0] += worstBlock
		p.setPair(pair[0], pair[1], both)
	}
	tables, waiting := p.solve(rng)
	blocked := g.blocked()
	tables = slices.DeleteFunc(tables, func(table []int) bool {
		if len(g.pairsAt(table, func(a, b int) bool { return blocked[a*len(g.People)+b] })) == 0 {
			return false
		}
		waiting = append(waiting, table...)
		return true
	})
	return g.round(tables, waiting, rng), nil
}

// problem returns the problem of arranging the group, with the cost of each pair. Blocked pairs cost worstBlock
// more. The problem's rest is left for the caller.
func (g *Group) problem(rng *game.RNG, pairCost func(a, b *Person, met int, lot int64) cost) *problem {
	n := len(g.People)
	tables, byes := g.sizes(n)
	p := &problem{n: n, sizes: tables, left: byes, pairs: make([]cost, n*n), rest: make([]cost, n)}
	for a := range n {
		p.order = append(p.order, a)
		for b := range a {
			lot := int64(rng.IntN(lotRange))
			p.setPair(a, b, pairCost(&g.People[a], &g.People[b], g.Met.Count(a, b), lot))
		}
	}
	for i, isBlocked := range g.blocked() {
		if isBlocked {
			p.pairs[i][0] += worstBlock
		}
	}
	game.Shuffle(rng, p.order)
	slices.SortStableFunc(p.order, func(a, b int) int { return cmp.Compare(g.People[b].Score, g.People[a].Score) })
	return p
}

// round gives the people of each table their seats and sorts the tables.
func (g *Group) round(tables [][]int, byes []int, rng *game.RNG) *Round {
	n := len(g.People)
	blocked := g.blocked()
	slices.Sort(byes)
	slices.SortFunc(tables, func(a, b []int) int { return cmp.Compare(slices.Min(a), slices.Min(b)) })
	r := &Round{Byes: byes}
	for _, table := range tables {
		r.Rematches = append(
			r.Rematches, g.pairsAt(table, func(a, b int) bool { return g.Met.Count(a, b) > 0 })...)
		r.Blocked = append(r.Blocked, g.pairsAt(table, func(a, b int) bool { return blocked[a*n+b] })...)
		r.Tables = append(r.Tables, g.seat(table, rng))
	}
	return r
}

// pairsAt returns the pairs at a table for which is returns true.
func (g *Group) pairsAt(table []int, is func(a, b int) bool) [][2]int {
	var list [][2]int
	sorted := slices.Sorted(slices.Values(table))
	for i, a := range sorted {
		for _, b := range sorted[i+1:] {
			if is(a, b) {
				list = append(list, [2]int{a, b})
			}
		}
	}
	return list
}

// seat returns the people of a table in the order of their seats.
func (g *Group) seat(table []int, rng *game.RNG) []int {
	people := slices.Sorted(slices.Values(table))
	game.Shuffle(rng, people)
	var best []int
	least := 0
	permute(people, 0, func(seated []int) {
		sum := 0
		for seat, i := range seated {
			sum += 2 * MaxSize * g.People[i].Seats[seat]
			if g.People[i].LastSeat == seat+1 {
				sum++
			}
		}
		if best == nil || sum < least {
			best, least = slices.Clone(seated), sum
		}
	})
	return best
}

// permute calls visit with every order of the list in which the first places, up to from, are as they are. The list
// is in its first order again at the end.
func permute(list []int, from int, visit func([]int)) {
	if from >= len(list)-1 {
		visit(list)
		return
	}
	for i := from; i < len(list); i++ {
		list[from], list[i] = list[i], list[from]
		permute(list, from+1, visit)
		list[from], list[i] = list[i], list[from]
	}
}
