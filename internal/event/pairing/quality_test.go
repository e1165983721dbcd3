package pairing

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// quality is what an event of seven rounds without late entries was like.
type quality struct {
	rematches int
	// spread is the mean of the difference between the most and the fewest points at a table from the second round on,
	// in points. ideal is that of tables that are cut from the list of scores, without regard to rematches.
	spread, ideal float64
}

// swissQuality plays a Swiss event in which the stronger person mostly wins. Points are as those of an event, in
// quarters.
func swissQuality(b *testing.B, n, size, rounds int, seed uint64) (q quality) {
	source := rand.New(rand.NewPCG(seed, 1))
	strength := make([]float64, n)
	for i := range strength {
		strength[i] = source.NormFloat64()
	}
	people := make([]Person, n)
	met := NewMeetings(n)
	tables := 0
	for round := range rounds {
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(people[b].Score, people[a].Score) })
		g := &Group{People: make([]Person, n), Met: NewMeetings(n), Size: size}
		for i, a := range order {
			g.People[i] = people[a]
			for j, b := range order[:i] {
				for range met.Count(a, b) {
					g.Met.Add(i, j)
				}
			}
		}
		r, err := Swiss(g, newRNG(seed*100+uint64(round)))
		if err != nil {
			b.Fatal(err)
		}
		q.rematches += len(r.Rematches)
		before := slices.Clone(people)
		from := 0
		for _, table := range r.Tables {
			seats := make([]int, len(table))
			for seat, i := range table {
				seats[seat] = order[i]
			}
			if round > 0 {
				tables++
				q.spread += spreadOf(before, seats)
				q.ideal += spreadOf(before, order[from:from+len(seats)])
				from += len(seats)
			}
			met.AddTable(seats)
			for seat, i := range seats {
				people[i].Seats[seat]++
				people[i].LastSeat = seat + 1
			}
			slices.SortFunc(seats, func(a, b int) int {
				return cmp.Compare(strength[b]+source.NormFloat64(), strength[a]+source.NormFloat64())
			})
			for place, i := range seats {
				people[i].Score += 4 * (size - 1) * (len(seats) - 1 - place) / (len(seats) - 1)
			}
		}
		for _, i := range r.Byes {
			people[order[i]].Byes++
			people[order[i]].Score += 4 * (size - 1)
		}
	}
	q.spread /= float64(tables)
	q.ideal /= float64(tables)
	return q
}

// spreadOf returns the difference between the most and the fewest points at a table, in points.
func spreadOf(people []Person, table []int) float64 {
	least, most := people[table[0]].Score, people[table[0]].Score
	for _, i := range table {
		least, most = min(least, people[i].Score), max(most, people[i].Score)
	}
	return float64(most-least) / 4
}

// BenchmarkQuality measures what the table in docs/tournaments.md says.
func BenchmarkQuality(b *testing.B) {
	for _, size := range []int{2, 3, 4} {
		for _, n := range []int{12, 24, 50, 100, 300} {
			b.Run(fmt.Sprintf("%d people at tables of %d", n, size), func(b *testing.B) {
				var sum quality
				count := 0
				for b.Loop() {
					q := swissQuality(b, n, size, 7, uint64(count))
					sum.rematches += q.rematches
					sum.spread += q.spread
					sum.ideal += q.ideal
					count++
				}
				b.ReportMetric(float64(sum.rematches)/float64(count), "rematches/event")
				b.ReportMetric(sum.spread/float64(count), "spread")
				b.ReportMetric(sum.ideal/float64(count), "ideal")
			})
		}
	}
}
