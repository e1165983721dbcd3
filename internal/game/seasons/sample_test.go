package seasons

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/test/conformance"
)

// playWithOracles plays a random match with an oracle for each seat, and calls at after every answer.
func playWithOracles(t *testing.T, s *match, seed uint64, at func(answers int, oracles []*oracle)) {
	var oracles []*oracle
	for seat := range int(s.seats) {
		oracles = append(oracles, newOracle(s, seat))
	}
	p := conformance.NewRandomPlay(seed)
	for n := 0; ; n++ {
		public := s.Public().(*Public)
		for seat, o := range oracles {
			o.read(public, s.Private(game.Seat(seat)).(*Private))
		}
		if s.Waiting() == 0 {
			return
		}
		at(n, oracles)
		p.Answer(t, s)
		if p.Decision.Kind == "draft" {
			oracles[p.Decision.Seat].pick(int(p.Picks[0].Key.A))
		}
		for i := range p.Step.Events {
			for seat, o := range oracles {
				o.see(p.Step.Events[i].For(game.SeatViewer(game.Seat(seat))))
			}
		}
	}
}

// In random matches of every kind, samples and the true state agree with the oracle of the seat.
func TestSamplesAgreeWithWhatWasShown(t *testing.T) {
	want := conformance.Thorough(3000, 100_000)
	cases := tables(true)
	rng := game.NewRNG(game.SeedFromInt(11))
	samples := 0
	for nth := uint64(0); samples < want; nth++ {
		c := cases[nth%uint64(len(cases))]
		first, err := theRules.New(c.Options, c.Seats, game.SeedFromInt(nth))
		require.NoError(t, err)
		s := first.(*match)
		playWithOracles(t, s, nth, func(answers int, oracles []*oracle) {
			if answers%9 != 0 && s.phase != phaseDraft {
				return
			}
			o := oracles[rng.IntN(len(oracles))]
			require.NoError(
				t,
				o.check(s),
				"%s, match %d, answer %d, seat %d: the true state",
				c.Name,
				nth,
				answers,
				o.seat,
			)
			for range 2 {
				sample := s.Sample(game.SeatViewer(game.Seat(o.seat)), &rng).(*match)
				require.NoError(t, o.check(sample), "%s, match %d, answer %d, seat %d", c.Name, nth, answers, o.seat)
				samples++
			}
		})
	}
}

// At each question of random matches, samples show the seat the same documents and ask it the same,
// with the same marks.
func TestSeatsCannotTellSamplesApart(t *testing.T) {
	cases := tables(true)
	rng := game.NewRNG(game.SeedFromInt(12))
	for nth := range conformance.Thorough(12, 240) {
		c := cases[nth%len(cases)]
		s, err := theRules.New(c.Options, c.Seats, game.SeedFromInt(uint64(nth)))
		require.NoError(t, err)
		for p := conformance.NewRandomPlay(uint64(nth)); p.Answer(t, s); {
			if waiting := s.Waiting(); waiting != 0 {
				conformance.SamplesLookAlike(t, theRules, s, waiting.First(), c.Seats, 1, &rng)
			}
		}
	}
}

// A card that a seat discarded unseen is not one of its first nine cards if its libraries, which
// consist of these, need all of them.
func TestWhatIsLostLeavesEnoughForTheLibraries(t *testing.T) {
	random := game.NewRNG(game.SeedFromInt(1))
	d := dealing{random: &random}
	for range 50 {
		seat := hiddenSeat{library: [2]int{0, 3}, unseenPicks: 1}
		seat.knownFirst.add(7)
		seat.knownFirst.add(43)
		require.Zero(t, d.pickDiscardedUnseen(&seat, 1))
		require.Equal(t, 2, seat.knownFirst.len())
	}
}

func TestKnowledgeIsSmall(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(knowledge{}), uintptr(512))
}
