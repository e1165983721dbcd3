package seasons

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/test/conformance"
)

// randomSetup builds a crowded position: full boards, unusual reserves, short piles, any phase.
// Such positions have far more combinations of cards than random play from the start.
func randomSetup(random *rand.Rand) Setup {
	players := 2 + random.IntN(3)
	var cards []int
	for number := 1; number <= 50; number++ {
		cards = append(cards, number, number)
	}
	random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	take := func(n int) []int {
		n = min(n, len(cards))
		taken := cards[:n]
		cards = cards[n:]
		return taken
	}
	phases := []string{"round", "dice", "start", "turn", "turn", "turn", "end"}
	setup := Setup{
		Players: players,
		Options: game.MatchOptions{optionLevel: "archmage", optionEdition: []string{"first", "second"}[random.IntN(2)]},
		Phase:   phases[random.IntN(len(phases))],
		Year:    1 + random.IntN(3), Space: 1 + random.IntN(12),
		First: random.IntN(players),
		Rest:  []string{"draw", "discard", "aside"}[random.IntN(3)],
	}
	setup.Active = seat(random.IntN(players))
	for range players {
		s := SeatSetup{
			Crystals: random.IntN(30) * random.IntN(2),
			Gauge:    random.IntN(16),
			Bonuses:  random.IntN(4),
			Reserve: EnergyView{
				Air:   random.IntN(3),
				Water: random.IntN(3),
				Fire:  random.IntN(3),
				Earth: random.IntN(2),
			},
			Hand: take(random.IntN(8)),
		}
		if setup.Year < 2 {
			s.Library2 = take(random.IntN(4))
		}
		if setup.Year < 3 {
			s.Library3 = take(random.IntN(4))
		}
		for _, number := range take(random.IntN(12)) {
			c := PlaySetup{Card: number, Turned: random.IntN(4) == 0}
			if number == 4 || number == 35 {
				c.Tokens = EnergyView{
					Air:   random.IntN(2),
					Water: random.IntN(2),
					Fire:  random.IntN(2),
					Earth: random.IntN(2),
				}
			}
			s.Play = append(s.Play, c)
		}
		setup.Seats = append(setup.Seats, s)
	}
	setup.Draw, setup.Discard = take(random.IntN(5)), take(random.IntN(5))
	return setup
}

// In crowded positions, every question of random play has a legal answer, and no card is lost.
func TestCrowdedPositionsNeverGetStuck(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	p := conformance.NewRandomPlay(7)
	asked := map[string]bool{}
	for n := range 600 {
		s, err := theRules.build(randomSetup(random), game.SeedFromInt(uint64(n)), nil)
		require.NoError(t, err)
		for i := 0; i < 80 && p.Answer(t, s); i++ {
			asked[p.Decision.Kind] = true
			require.NoError(t, s.Check(), "position %d after %s", n, p.Decision.Kind)
		}
	}
	prelude := []string{"draft", "split"}
	for _, kind := range kindNames() {
		require.Equal(t, !slices.Contains(prelude, kind), asked[kind], "decisions of kind %s", kind)
	}
}
