package pairing

import (
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// maxExtraRounds is the number of rounds above RoundsToMeet that RoundRobin tries for a fair schedule.
const maxExtraRounds = 4

// maxScheduleExchanges is the number of exchanges that each improvement of a schedule compares.
const maxScheduleExchanges = 1 << 18

// RoundRobin returns a schedule of rounds in which n people meet as evenly as possible. n is 2 to MaxPeople. rounds is
// 1 to MaxPeople, or 0 for the fewest that make the schedule fair. It fails with CodeBadGroup.
//
// At tables of two, RoundRobin uses the circle method: in RoundsToMeet rounds every pair meets exactly once, each
// person has at most one bye, and has had the two seats equally often or nearly so: the difference is at most one.
// More rounds repeat the schedule with exchanged seats.
//
// At tables of three and four, the tables are as in a [Group] that is not Exact. Nine people at tables of three and
// sixteen at tables of four meet exactly once in RoundsToMeet rounds, by the lines of an affine plane. Other schedules
// are made round by round, each with the most even meetings that are found, and then improved by
// exchanges in all rounds. If rounds is 0, there are as many rounds from RoundsToMeet on as this method needs so
// that all pairs meet, none more than two times more often than another one, but at most four more. [Evenness] says
// how even a schedule is.
func RoundRobin(n, size, rounds int, rng *game.RNG) ([]Round, error) {
	switch {
	case n < 2 || n > MaxPeople:
		return nil, coded.Errorf(CodeBadGroup, "2 to %d people can meet each other, not %d", MaxPeople, n)
	case size < MinSize || size > MaxSize:
		return nil, coded.Errorf(CodeBadGroup, "a table has %d to %d seats, not %d", MinSize, MaxSize, size)
	case rounds < 0 || rounds > MaxPeople:
		return nil, coded.Errorf(CodeBadGroup, "a schedule has 0 to %d rounds, not %d", MaxPeople, rounds)
	}
	last := rounds
	if rounds == 0 {
		rounds = RoundsToMeet(n, size)
		last = rounds + maxExtraRounds
	}
	people := make([]int, n)
	for i := range people {
		people[i] = i
	}
	game.Shuffle(rng, people)
	if size == 2 {
		return circle(people, rounds), nil
	}
	s := newSchedule(people, size, rounds)
	for {
		for len(s.rounds) < rounds {
			s.addRound(rng)
		}
		s.improve(rng)
		if len(s.rounds) >= last || s.isFair() {
			return s.result(rng), nil
		}
		rounds++
	}
}

// RoundsToMeet returns the number of rounds in which n people can meet each other once at tables of a size. If n is
// odd and the tables are for two, one round more is needed because of the byes. At larger tables it is the least
// number that is not impossible.
func RoundsToMeet(n, size int) int {
	if size == 2 {
		return n - 1 + n%2
	}
	return (n - 1 + size - 2) / (size - 1)
}

// Evenness returns how often those two of n people meet who meet least often and most often.
func Evenness(n int, rounds []Round) (least, most int) {
	met := NewMeetings(n)
	for i := range rounds {
		for _, table := range rounds[i].Tables {
			met.AddTable(table)
		}
	}
	for a := range n {
		for b := range a {
			count := met.Count(a, b)
			if a == 1 || count < least {
				least = count
			}
			most = max(most, count)
		}
	}
	return least, most
}

// circle makes a schedule for tables of two: one person keeps the place, and the others go around. With an odd number,
// who would meet the person of that place has a bye.
func circle(people []int, rounds int) []Round {
	around := len(people) - 1 + len(people)%2 // the number of places that turn, which is odd
	list := make([]Round, rounds)
	for r := range list {
		pair := func(a, b int, isSwapped bool) {
			if r/around%2 == 1 != isSwapped {
				a, b = b, a
			}
			list[r].Tables = append(list[r].Tables, []int{people[a], people[b]})
		}
		turn := r % around
		if len(people)%2 == 1 {
			list[r].Byes = []int{people[turn]}
		} else {
			pair(around, turn, turn%2 == 1)
		}
		for i := 1; i <= around/2; i++ {
			pair((turn+i)%around, (turn-i+around)%around, i%2 == 0)
		}
	}
	return list
}

// maxRoundExchanges is the number of exchanges that are compared for a new round, which improve then changes.
const maxRoundExchanges = 1 << 14

// oneMore returns what another meeting of a pair costs that has met a number of times. It grows with the number, so
// that the least sum is that of the most even schedule. It grows most from the first meeting to the second one, so
// that a pair that does not meet weighs more than a pair that meets three times.
func oneMore(met int) int {
	steps := [...]int{0, 8, 12, 20, 32}
	if met < len(steps) {
		return steps[met]
	}
	return 16 * (met - 2)
}

// schedule is a schedule for tables of three or four in the making.
type schedule struct {
	people []int
	group  Group
	// rounds has the people of each table of each round.
	rounds [][][]int
	met    *Meetings
}

// newSchedule returns an empty schedule, or one with the lines of an affine plane if it has enough rounds for them.
func newSchedule(people []int, size, rounds int) *schedule {
	s := &schedule{
		people: people,
		group:  Group{People: make([]Person, len(people)), Size: size},
		met:    NewMeetings(len(people)),
	}
	if len(people) != size*size || rounds < size+1 {
		return s
	}
	add, multiply := arithmetic(size)
	for slope := range size + 1 {
		round := make([][]int, size)
		for x := range size {
			for y := range size {
				line := x // the vertical lines come last
				if slope < size {
					line = add(y, multiply(slope, x))
				}
				round[line] = append(round[line], people[x*size+y])
			}
		}
		s.append(round)
	}
	return s
}

// arithmetic returns the operations of the field with three or four elements.
func arithmetic(size int) (add, multiply func(a, b int) int) {
	if size == 3 {
		return func(a, b int) int { return (a + b) % 3 }, func(a, b int) int { return a * b % 3 }
	}
	products := [4][4]int{{0, 0, 0, 0}, {0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}}
	return func(a, b int) int { return a ^ b }, func(a, b int) int { return products[a][b] }
}

func (s *schedule) append(round [][]int) {
	s.rounds = append(s.rounds, round)
	for _, table := range round {
		s.met.AddTable(table)
	}
}

// addRound adds the round with the least cost.
func (s *schedule) addRound(rng *game.RNG) {
	s.group.Met = s.met
	p := s.group.problem(rng, func(_, _ *Person, met int, lot int64) cost {
		return cost{int64(oneMore(met)), lot}
	})
	p.exchanges = maxRoundExchanges
	tables, _ := p.solve(rng)
	s.append(tables)
}

// improve makes random exchanges within rounds that do not make the cost larger. Equal exchanges
// are made too, because they can lead to better ones, and in the first half now and then one that is a little worse.
// The best schedule on the way is the result.
func (s *schedule) improve(rng *game.RNG) {
	if s.isEven() {
		return
	}
	sum, least := 0, 0
	best := cloneRounds(s.rounds)
	for step := range maxScheduleExchanges {
		round := s.rounds[rng.IntN(len(s.rounds))]
		t, u := rng.IntN(len(round)), rng.IntN(len(round))
		if t == u {
			continue
		}
		i, j := rng.IntN(len(round[t])), rng.IntN(len(round[u]))
		gain := s.gain(round[t], i, round[u][j]) + s.gain(round[u], j, round[t][i])
		if gain > 0 && (gain > 8 || step > maxScheduleExchanges/2 || rng.IntN(32) > 0) {
			continue
		}
		s.move(round[t], i, round[u][j], round[u], j)
		if sum += gain; sum < least {
			least, best = sum, cloneRounds(s.rounds)
		}
	}
	s.rounds = best
	s.met = NewMeetings(len(s.people))
	for _, round := range s.rounds {
		for _, table := range round {
			s.met.AddTable(table)
		}
	}
}

func cloneRounds(rounds [][][]int) [][][]int {
	clone := make([][][]int, len(rounds))
	for i, round := range rounds {
		clone[i] = cloneTables(round)
	}
	return clone
}

// isEven reports whether no pair has met twice.
func (s *schedule) isEven() bool { return slices.Max(s.met.counts) <= 1 }

// isFair reports whether every pair has met, and the most frequent meetings are at most two more than the rarest.
func (s *schedule) isFair() bool {
	least, most := s.met.Count(1, 0), 0
	for a := range s.people {
		for b := range a {
			least, most = min(least, s.met.Count(a, b)), max(most, s.met.Count(a, b))
		}
	}
	return least > 0 && most-least <= 2
}

// gain returns by how much the cost changes if a person sits at the table in place of the one at a
// place.
func (s *schedule) gain(table []int, place, person int) int {
	sum := 0
	for i, other := range table {
		if i != place {
			sum += oneMore(s.met.Count(person, other)) - oneMore(s.met.Count(table[place], other)-1)
		}
	}
	return sum
}

// move exchanges the people at two places of two tables.
func (s *schedule) move(table []int, i, person int, other []int, j int) {
	s.count(table, -1)
	s.count(other, -1)
	table[i], other[j] = person, table[i]
	s.count(table, 1)
	s.count(other, 1)
}

// count adds to the meetings of each pair at a table.
func (s *schedule) count(table []int, change int) {
	n := len(s.people)
	for i, a := range table {
		for _, b := range table[:i] {
			count := uint8(s.met.Count(a, b) + change)
			s.met.counts[a*n+b], s.met.counts[b*n+a] = count, count
		}
	}
}

// result gives the people of each table their seats.
func (s *schedule) result(rng *game.RNG) []Round {
	list := make([]Round, len(s.rounds))
	met := NewMeetings(len(s.people))
	for r, tables := range s.rounds {
		s.group.Met = met
		list[r] = *s.group.round(tables, nil, rng)
		for _, table := range list[r].Tables {
			met.AddTable(table)
			for seat, i := range table {
				s.group.People[i].Seats[seat]++
				s.group.People[i].LastSeat = seat + 1
			}
		}
	}
	return list
}
