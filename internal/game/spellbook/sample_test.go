package spellbook

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
	"archmage/test/conformance"
)

// bagOf returns the content of the bag as a seat can compute it: everything that is nowhere else.
// Nothing more can be known about it.
func bagOf(t *testing.T, each int, public *Public) map[string]int {
	bag := map[string]int{}
	for m := range cards.Materia(cards.NumMateria) {
		bag[m.String()] = each
	}
	table := func(counts game.Table[uint8]) {
		for _, entry := range counts {
			bag[entry.Key] -= int(entry.Value)
		}
	}
	table(public.Altar)
	table(public.Box)
	table(public.Spent)
	for _, seat := range public.Seats {
		table(seat.Value.Pool)
		for _, space := range seat.Value.Familiar {
			bag[space.Value]--
		}
		for _, spell := range seat.Value.Spells {
			bag[spell.Value.Materia]--
		}
	}
	if public.Opponent != nil {
		for _, name := range public.Opponent.Given {
			bag[name]--
		}
		table(public.Opponent.Lower)
	}
	size := 0
	for name, n := range bag {
		require.False(t, n < 0)
		if size += n; n == 0 {
			delete(bag, name)
		}
	}
	require.Equal(t, public.Bag, size)
	return bag
}

// In random matches, the whole bag of samples contains what the seat can compute, and its order
// equals the true order no more often than by chance.
func TestSamplesAgreeWithWhatWasShown(t *testing.T) {
	want := conformance.Thorough(3000, 100_000)
	rng := game.NewRNG(game.SeedFromInt(4))
	p := conformance.NewRandomPlay(9)
	samples := 0
	var foreseen, expected float64
	for number := 0; samples < want; number++ {
		s := newMatch(t, modeNames[number%int(modeAgreed)], 1+number%maxSeats, uint64(number))
		for n := 0; p.Answer(t, s); n++ {
			if n%7 != 0 || s.over || s.bag.size == 0 {
				continue
			}
			viewer := game.Seat(rng.IntN(int(s.seats)))
			bag := bagOf(t, s.book.facts.Each, s.Public().(*Public))
			truth := s.peek(1)[0]
			for range 2 {
				sample := s.Sample(game.SeatViewer(viewer), &rng).(*match)
				require.True(t, reflect.DeepEqual(s.Public(), sample.Public()))
				require.True(t, reflect.DeepEqual(s.Private(viewer), sample.Private(viewer)))
				drawn := map[string]int{}
				for i, name := range sample.peek(int(s.bag.size)) {
					drawn[name]++
					if i == 0 && name == truth {
						foreseen++
					}
				}
				require.Equal(t, bag, drawn)
				expected += float64(bag[truth]) / float64(s.bag.size)
				samples++
			}
		}
	}
	require.InDelta(t, expected, foreseen, 5*math.Sqrt(expected))
}

// At each question from random positions, states that differ only in future draws show the seat the
// same documents and ask it the same, with the same marks.
func TestSeatsCannotTellSamplesApart(t *testing.T) {
	rng := game.NewRNG(game.SeedFromInt(5))
	random := rand.New(rand.NewPCG(5, 6))
	rules := New().(*rules)
	compared := 0
	for number := range conformance.Thorough(150, 6000) {
		s := randomPosition(t, random)
		p := conformance.NewRandomPlay(uint64(number))
		for n := 0; n < 8 && !s.over; n++ {
			conformance.SamplesLookAlike(t, rules, s, s.ask.seat, int(s.seats), 6, &rng)
			compared += 6
			p.Answer(t, s)
		}
	}
	require.Greater(t, compared, 3000)
}
