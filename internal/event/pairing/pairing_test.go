package pairing

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
)

// requireRound fails unless each person of the group has exactly one place, and the sizes and lists are right.
func requireRound(t *testing.T, g *Group, r *Round) {
	t.Helper()
	places := make([]int, len(g.People))
	tables, byes := g.sizes(len(g.People))
	require.Len(t, r.Tables, len(tables))
	require.Len(t, r.Byes, byes)
	rematches, blocked := 0, 0
	for _, table := range r.Tables {
		for seat, i := range table {
			places[i]++
			for _, other := range table[:seat] {
				if g.Met.Count(i, other) > 0 {
					rematches++
				}
				if g.isBlocked(i, other) {
					blocked++
				}
			}
		}
	}
	for _, i := range r.Byes {
		places[i]++
	}
	for i, count := range places {
		require.Equal(t, 1, count, "person %d", i)
	}
	require.Len(t, r.Rematches, rematches)
	require.Len(t, r.Blocked, blocked)
}

func (g *Group) isBlocked(a, b int) bool {
	return slices.Contains(g.Blocked, [2]int{a, b}) || slices.Contains(g.Blocked, [2]int{b, a})
}

// play counts a round of a group and gives random points. It returns the group sorted by score.
func play(source *rand.Rand, g *Group, r *Round) {
	for _, table := range r.Tables {
		g.Met.AddTable(table)
		points := source.Perm(len(table))
		for seat, i := range table {
			p := &g.People[i]
			p.Score += points[seat] * 2
			p.Seats[seat]++
			p.LastSeat = seat + 1
		}
	}
	for _, i := range r.Byes {
		g.People[i].Byes++
		g.People[i].Score += 2 * (g.Size - 1)
	}
}

// change lets people leave and come, and sorts the group by score.
func change(source *rand.Rand, g *Group) *Group {
	order := make([]int, len(g.People))
	for i := range order {
		order[i] = i
	}
	if len(order) > 2 && source.IntN(6) == 0 {
		order = slices.Delete(order, 0, 1)
	}
	slices.SortStableFunc(order, func(a, b int) int { return g.People[b].Score - g.People[a].Score })
	next := &Group{Size: g.Size, Exact: g.Exact}
	for _, i := range order {
		next.People = append(next.People, g.People[i])
	}
	if len(next.People) < 10 && source.IntN(6) == 0 {
		next.People = append(next.People, Person{})
		order = append(order, -1)
	}
	next.Met = NewMeetings(len(next.People))
	for a, i := range order {
		for b, j := range order[:a] {
			if i >= 0 && j >= 0 {
				for range g.Met.Count(i, j) {
					next.Met.Add(a, b)
				}
			}
		}
	}
	return next
}

// leastMeetings returns the least sum of squared meetings for tables of two, and the least sum of squared byes for it,
// by dynamic programming over all sets of people.
func leastMeetings(g *Group) (meetings, byes int) {
	const unit = 1 << 16
	n := len(g.People)
	best := make([]int, 1<<n)
	for set := 1; set < 1<<n; set++ {
		best[set] = -1
		first := 0
		for set>>first&1 == 0 {
			first++
		}
		consider := func(rest, sum int) {
			if best[rest] >= 0 && (best[set] < 0 || best[rest]+sum < best[set]) {
				best[set] = best[rest] + sum
			}
		}
		rest := set &^ (1 << first)
		for other := first + 1; other < n; other++ {
			if rest>>other&1 == 1 {
				count := g.Met.Count(first, other)
				consider(rest&^(1<<other), count*count*unit)
			}
		}
		// In a set of odd size one person has a bye.
		size := 0
		for i := range n {
			size += set >> i & 1
		}
		if size%2 == 1 {
			consider(rest, g.People[first].Byes*g.People[first].Byes)
		}
	}
	return best[1<<n-1] / unit, best[1<<n-1] % unit
}

// In 10,000 random events at tables of two, no pair meets again and no person has a second bye while that can be
// avoided. Seats are balanced.
func TestSwissAvoidsRematchesInRandomEvents(t *testing.T) {
	source := rand.New(rand.NewPCG(5, 1))
	const events = 10_000
	unavoidable, imbalance := 0, 0
	for number := range events {
		g := &Group{People: make([]Person, 2+source.IntN(9)), Size: 2}
		g.Met = NewMeetings(len(g.People))
		rng := newRNG(uint64(number))
		for range 1 + source.IntN(5) {
			r, err := Swiss(g, rng)
			require.NoError(t, err)
			requireRound(t, g, r)
			meetings, byes := 0, 0
			for _, pair := range r.Rematches {
				count := g.Met.Count(pair[0], pair[1])
				meetings += count * count
			}
			for _, i := range r.Byes {
				byes += g.People[i].Byes * g.People[i].Byes
			}
			least, leastByes := leastMeetings(g)
			require.Equal(t, least, meetings)
			require.Equal(t, leastByes, byes)
			unavoidable += len(r.Rematches)
			play(source, g, r)
			g = change(source, g)
		}
		for i := range g.People {
			imbalance = max(imbalance, g.People[i].Seats[0]-g.People[i].Seats[1])
		}
	}
	t.Logf("%d rematches that could not be avoided, the largest imbalance of seats is %d", unavoidable, imbalance)
	require.LessOrEqual(t, imbalance, 3)
}

// At tables of three and four, a round without a rematch is found whenever there is one.
func TestSwissOfLargerTables(t *testing.T) {
	source := rand.New(rand.NewPCG(6, 1))
	for number := range 400 {
		g := randomGroup(source, 1+source.IntN(10), 3+number%2)
		r, err := Swiss(g, newRNG(uint64(number)))
		require.NoError(t, err)
		requireRound(t, g, r)
		// The least cost of meetings and blocks alone, by trying everything.
		p := g.problem(newRNG(1), func(_, _ *Person, met int, _ int64) cost {
			return cost{worstMeeting * square(met)}
		})
		if len(p.sizes) == 0 {
			continue
		}
		require.Equal(t, leastCost(p), costOf(p, r.Tables, r.Byes))
	}
}

func TestTheLowestHasTheBye(t *testing.T) {
	g := &Group{People: make([]Person, 7), Met: NewMeetings(7), Size: 2}
	for i := range g.People {
		g.People[i].Score = 10 - i
	}
	r, err := Swiss(g, newRNG(1))
	require.NoError(t, err)
	require.Equal(t, []int{6}, r.Byes)
	g.People[6].Byes, g.People[5].Byes = 1, 1
	r, err = Swiss(g, newRNG(1))
	require.NoError(t, err)
	require.Equal(t, []int{4}, r.Byes)
	g.Size, g.Exact = 3, true
	r, err = Swiss(g, newRNG(1))
	require.NoError(t, err)
	require.Equal(t, []int{4}, r.Byes)
}

func TestEqualScoresSitTogether(t *testing.T) {
	for _, size := range []int{2, 3, 4} {
		g := &Group{People: make([]Person, 2*size), Size: size}
		for i := range size {
			g.People[i].Score = 5
		}
		r, err := Swiss(g, newRNG(3))
		require.NoError(t, err)
		require.ElementsMatch(t, []int{0, 1, 2, 3}[:size], r.Tables[0])
	}
}

func TestSeatsAlternate(t *testing.T) {
	g := &Group{People: make([]Person, 2), Size: 2}
	first := -1
	for range 6 {
		r, err := Swiss(g, newRNG(4))
		require.NoError(t, err)
		require.NotEqual(t, first, r.Tables[0][0])
		first = r.Tables[0][0]
		for seat, i := range r.Tables[0] {
			g.People[i].Seats[seat]++
			g.People[i].LastSeat = seat + 1
		}
	}
}

func TestBlockedPairs(t *testing.T) {
	g := &Group{People: make([]Person, 4), Met: NewMeetings(4), Size: 2, Blocked: [][2]int{{3, 0}}}
	g.Met.Add(0, 1)
	g.Met.Add(2, 3)
	g.Met.Add(0, 2)
	g.Met.Add(1, 3)
	r, err := Swiss(g, newRNG(1))
	require.NoError(t, err)
	require.Empty(t, r.Blocked, "a rematch is better than a blocked pair")
	require.Len(t, r.Rematches, 2)

	g = &Group{People: make([]Person, 2), Size: 2, Blocked: [][2]int{{0, 1}}}
	r, err = Swiss(g, newRNG(1))
	require.NoError(t, err)
	require.Equal(t, [][2]int{{0, 1}}, r.Blocked)
	r, err = Evening(g, newRNG(1))
	require.NoError(t, err)
	require.Empty(t, r.Tables)
	require.Equal(t, []int{0, 1}, r.Byes)
}

func TestEveningSeatsWhoHasWaited(t *testing.T) {
	for _, size := range []int{2, 3, 4} {
		g := &Group{People: make([]Person, size+1), Met: NewMeetings(size + 1), Size: size, Exact: true}
		for i := range g.People {
			g.People[i].Waiting = int64(10 * (i + 1))
		}
		// They have all met, but who came last waits on.
		all := []int{0, 1, 2, 3, 4}[:size+1]
		g.Met.AddTable(all[1:])
		r, err := Evening(g, newRNG(1))
		require.NoError(t, err)
		require.Equal(t, []int{0}, r.Byes)
	}
	// Of equal waits, those meet who have met least, and then those of equal scores.
	g := &Group{People: make([]Person, 4), Met: NewMeetings(4), Size: 2}
	g.People[0].Score, g.People[1].Score = 9, 8
	r, err := Evening(g, newRNG(1))
	require.NoError(t, err)
	require.ElementsMatch(t, []int{0, 1}, r.Tables[0])
	g.Met.Add(0, 1)
	r, err = Evening(g, newRNG(1))
	require.NoError(t, err)
	require.NotContains(t, r.Tables[0], 1)
}

func TestTheSameSeedGivesTheSameRound(t *testing.T) {
	source := rand.New(rand.NewPCG(7, 1))
	for _, size := range []int{2, 3, 4} {
		g := randomGroup(source, 24, size)
		first, err := Swiss(g, newRNG(8))
		require.NoError(t, err)
		second, err := Swiss(g, newRNG(8))
		require.NoError(t, err)
		require.Equal(t, first, second)
		third, err := Swiss(&Group{People: make([]Person, 24), Size: size}, newRNG(9))
		require.NoError(t, err)
		fourth, err := Swiss(&Group{People: make([]Person, 24), Size: size}, newRNG(10))
		require.NoError(t, err)
		require.NotEqual(t, third, fourth)
	}
}

func TestBadGroups(t *testing.T) {
	tests := map[string]Group{
		"too many people":   {People: make([]Person, MaxPeople+1), Size: 2},
		"tables of one":     {People: make([]Person, 2), Size: 1},
		"tables of five":    {People: make([]Person, 5), Size: 5},
		"other meetings":    {People: make([]Person, 2), Size: 2, Met: NewMeetings(3)},
		"a negative score":  {People: []Person{{Score: -1}}, Size: 2},
		"a large score":     {People: []Person{{Score: MaxScore + 1}}, Size: 2},
		"negative byes":     {People: []Person{{Byes: -1}}, Size: 2},
		"negative seats":    {People: []Person{{Seats: [MaxSize]int{0, -1}}}, Size: 2},
		"an unknown seat":   {People: []Person{{LastSeat: 5}}, Size: 2},
		"an unknown person": {People: make([]Person, 2), Size: 2, Blocked: [][2]int{{0, 2}}},
		"a pair of one":     {People: make([]Person, 2), Size: 2, Blocked: [][2]int{{1, 1}}},
	}
	for name, g := range tests {
		_, err := Swiss(&g, newRNG(1))
		require.Equal(t, CodeBadGroup, coded.Of(err), name)
		_, err = Evening(&g, newRNG(1))
		require.Equal(t, CodeBadGroup, coded.Of(err), name)
	}
	r, err := Swiss(&Group{Size: 3}, newRNG(1))
	require.NoError(t, err)
	require.Empty(t, r.Tables)
}

// FuzzSwiss checks groups that the fuzzer describes.
func FuzzSwiss(f *testing.F) {
	f.Add(uint64(1), uint8(7), uint8(2))
	f.Add(uint64(2), uint8(18), uint8(4))
	f.Add(uint64(3), uint8(11), uint8(3))
	f.Fuzz(func(t *testing.T, seed uint64, n, size uint8) {
		source := rand.New(rand.NewPCG(seed, 1))
		g := randomGroup(source, 1+int(n%24), MinSize+int(size%3))
		r, err := Swiss(g, newRNG(seed))
		require.NoError(t, err)
		requireRound(t, g, r)
		evening, err := Evening(g, newRNG(seed))
		require.NoError(t, err)
		require.Empty(t, evening.Blocked)
		people := slices.Concat(append(slices.Clone(evening.Tables), evening.Byes)...)
		slices.Sort(people)
		for i := range g.People {
			require.Equal(t, i, people[i])
		}
		require.Len(t, people, len(g.People))
	})
}
