package pairing

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// benchmarkSwiss pairs 300 people after five rounds.
func benchmarkSwiss(b *testing.B, size int) {
	source := rand.New(rand.NewPCG(1, 1))
	g := &Group{People: make([]Person, 300), Met: NewMeetings(300), Size: size}
	for range 5 {
		people := source.Perm(300)
		for len(people) > 0 {
			table := people[:size]
			people = people[size:]
			g.Met.AddTable(table)
			for seat, i := range table {
				g.People[i].Score += source.IntN(size) * 2
				g.People[i].Seats[seat]++
			}
		}
	}
	slices.SortFunc(g.People, func(a, b Person) int { return b.Score - a.Score })
	for b.Loop() {
		if _, err := Swiss(g, newRNG(1)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSwissOf300AtTablesOf2(b *testing.B) { benchmarkSwiss(b, 2) }

func BenchmarkSwissOf300AtTablesOf4(b *testing.B) { benchmarkSwiss(b, 4) }
