package seasons

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
	"archmage/test/conformance"
)

// A seed deals the same packets, picks the same dice, rolls the same faces in a round, and gives
// the same draw pile until the first reshuffle, whatever the players answer.
func TestAnswersDoNotChangeWhatChanceWillGive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seats := rapid.IntRange(2, maxSeats).Draw(t, "seats")
		level := rapid.SampledFrom(levelNames[:lesson]).Draw(t, "level")
		seed := game.SeedFromInt(rapid.Uint64().Draw(t, "seed"))
		common := rapid.IntRange(0, 100).Draw(t, "answers in common")
		var faces [2]map[uint16][maxSeats + 1]uint8
		var start [2]match
		for i := range start {
			s, err := theRules.New(game.MatchOptions{optionLevel: level}, seats, seed)
			require.NoError(t, err)
			state := s.(*match)
			start[i] = *state
			faces[i] = map[uint16][maxSeats + 1]uint8{}
			p, lowest := conformance.NewRandomPlay(1), state.draw.n
			for n := 0; p.Answer(t, s); n++ {
				if n == common && i == 1 {
					p.Random = rand.New(rand.NewPCG(2, 2))
				}
				if state.shuffles == 1 { // what was put on top of the others may differ
					lowest = min(lowest, state.draw.n)
					require.Equal(t, start[i].draw.cards[:lowest], state.draw.cards[:lowest])
				}
				if state.phase == phaseDice && state.turnsTaken == 0 {
					var rolled [maxSeats + 1]uint8
					for i, d := range state.dice {
						rolled[i] = d.face
					}
					faces[i][state.round] = rolled
				}
			}
		}
		require.Equal(t, start[0], start[1])
		for round, rolled := range faces[0] {
			if other, ok := faces[1][round]; ok {
				require.Equal(t, rolled, other, "round %d", round)
			}
		}
	})
}

func TestARerollChangesNoLaterDie(t *testing.T) {
	next := func(answer string) []die {
		m := position(
			t,
			beforeReroll(1, nil, SeatSetup{Gauge: 2, Play: inPlayCards(cards.DieOfMalice)}),
		).answer(
			0,
			answer,
		)
		m.s.startRound()
		return m.s.dice[:m.s.seats+1]
	}
	require.Equal(t, next("keep"), next("reroll"))
}

// A reshuffled draw pile depends only on which cards it contains, and not on the order of the
// discards.
func TestANewDrawPileForgetsTheOrderOfTheDiscards(t *testing.T) {
	shuffled := func(discard ...uint8) []uint8 {
		m := position(t, Setup{})
		m.s.draw.n = 0
		m.s.discard = pile{}
		for _, number := range discard {
			m.s.discard.push(number)
		}
		m.s.refill()
		return m.s.draw.list()
	}
	require.Equal(t, shuffled(1, 2, 3, 4, 5, 6), shuffled(6, 3, 2, 1, 4, 5))
}
