package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// ended is a match that is over.
func ended(t *testing.T, seats ...SeatSetup) *scenario {
	t.Helper()
	return position(t, Setup{Phase: "over", Seats: seats})
}

// ranks returns the ranks by seat.
func (m *scenario) ranks() []int {
	places := m.s.Outcome().Places
	list := make([]int, len(places))
	for _, place := range places {
		list[place.Seat] = place.Rank
	}
	return list
}

func TestScoreExampleOfTheRulebook(t *testing.T) {
	// 72 crystals and 68 points on cards, two bonuses used, one card in hand.
	ended(t, SeatSetup{
		Crystals: 72,
		Bonuses:  2,
		Hand:     []int{cards.AmuletOfAir},
		Play: inPlayCards(
			cards.RunicCubeOfEolis, cards.DemonOfArgos, cards.SyllasTheFaithful, cards.TemporalBoots,
		),
	}).
		over(72+68-12-5, 0).
		over(123, 0)
}

func TestScoreCrystalsAndPrestige(t *testing.T) {
	ended(
		t,
		SeatSetup{Crystals: 17},
		SeatSetup{
			Play: inPlayCards(cards.RunicCubeOfEolis, cards.RunicCubeOfEolis, cards.CursedTreatiseOfArus),
		},
	).
		over(17, 30+30-10)
}

func TestScoreBonusPenalties(t *testing.T) {
	facts := cards.MustLoad()
	require.Equal(t, penalties, facts.Penalties)
	require.Equal(t, maxGauge, facts.Gauge)
	for used, penalty := range []int{0, 5, 12, 20} {
		ended(t, SeatSetup{Crystals: 50, Bonuses: used}).over(50-penalty, 0)
	}
}

func TestScoreCardsLeftInHand(t *testing.T) {
	ended(
		t,
		SeatSetup{Crystals: 50, Hand: []int{cards.RunicCubeOfEolis}},
		SeatSetup{Crystals: 50, Hand: []int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfFire}},
	).
		over(45, 35)
}

func TestScoreEnergyIsWorthNothing(t *testing.T) {
	ended(t, SeatSetup{Crystals: 5, Reserve: energy("A7")}).over(5, 0)
}

func TestScoreTurnedCardsAndThoseAboveTheGaugeCount(t *testing.T) {
	ended(t, SeatSetup{
		Play: []PlaySetup{{Card: cards.KairnTheDestroyer, Turned: true}, {Card: cards.RunicCubeOfEolis}},
	}).
		over(9+30, 0)
}

func TestScoreCardEffectsAtTheEnd(t *testing.T) {
	// Helm: more cards than each opponent. Lantern: three per token. Chest of Urm: no familiar.
	ended(
		t,
		SeatSetup{
			Reserve: energy("A2"),
			Play:    inPlayCards(cards.RagfieldsHelm, cards.LanternOfXidit, cards.SealedChestOfUrm),
		},
		SeatSetup{Play: inPlayCards(cards.RunicCubeOfEolis, cards.OlafsBlessedStatue)},
	).
		over(10+24+10+20+6+20, 30)
}

func TestScoreMayBeNegative(t *testing.T) {
	ended(
		t,
		SeatSetup{Bonuses: 1, Hand: []int{cards.AmuletOfAir}},
		SeatSetup{Hand: []int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfFire}},
	).
		over(-10, -15)
	require.Equal(
		t,
		[]int{1, 2},
		ended(t, SeatSetup{Bonuses: 1}, SeatSetup{Hand: []int{cards.AmuletOfAir, cards.AmuletOfFire}}).ranks(),
	)
}

func TestScoreMostPointsWin(t *testing.T) {
	m := ended(t, SeatSetup{Crystals: 5}, SeatSetup{Crystals: 9}, SeatSetup{Crystals: 7})
	require.Equal(t, []int{3, 1, 2}, m.ranks())
	var order []game.Seat
	for _, place := range m.s.Outcome().Places {
		order = append(order, place.Seat)
	}
	require.Equal(t, []game.Seat{1, 2, 0}, order, "best first")
}

func TestScoreTieGoesToMoreCardsInPlay(t *testing.T) {
	// Cards 23, 24 and 29 are worth nothing.
	m := ended(
		t,
		SeatSetup{Crystals: 8, Play: inPlayCards(cards.OlafsBlessedStatue)},
		SeatSetup{Crystals: 8, Play: inPlayCards(cards.PotionOfPower, cards.PotionOfDreams)},
		SeatSetup{
			Crystals: 7,
			Play:     inPlayCards(cards.OlafsBlessedStatue, cards.PotionOfKnowledge, cards.PotionOfLife),
		},
	)
	require.Equal(t, []int{2, 1, 3}, m.ranks())
}

func TestScoreStillTiedShareTheRank(t *testing.T) {
	m := ended(
		t,
		SeatSetup{Crystals: 8, Play: inPlayCards(cards.OlafsBlessedStatue)},
		SeatSetup{Crystals: 3},
		SeatSetup{Crystals: 8, Play: inPlayCards(cards.PotionOfDreams)},
		SeatSetup{Crystals: 1},
	)
	require.Equal(t, []int{1, 3, 1, 4}, m.ranks())
}

func TestScorePartsAddUp(t *testing.T) {
	m := ended(
		t,
		SeatSetup{
			Crystals: 7,
			Bonuses:  2,
			Hand:     []int{cards.AmuletOfAir, cards.AmuletOfFire},
			Reserve:  energy("A1"),
			Play:     inPlayCards(cards.LanternOfXidit, cards.LanternOfXidit, cards.CursedTreatiseOfArus),
		},
	)
	points := map[string]int{}
	for _, place := range m.s.Outcome().Places {
		sum := 0
		for _, part := range place.Parts {
			sum += part.Points
			if place.Seat == 0 {
				points[part.Source] += part.Points
			}
		}
		require.Equal(t, place.Total, sum)
	}
	require.Equal(t, map[string]int{"crystals": 7, "prestige": 48 - 10, "card": 6, "hand": -10, "bonuses": -12}, points)
}

func TestScoreIsShownDuringTheGame(t *testing.T) {
	m := position(
		t,
		Setup{
			Seats: []SeatSetup{
				{
					Crystals: 7,
					Bonuses:  1,
					Hand:     []int{cards.AmuletOfAir},
					Reserve:  energy("A1"),
					Play:     inPlayCards(cards.LanternOfXidit),
				},
			},
		},
	)
	require.Equal(t, ScoreView{Prestige: 24, Cards: 3, Hand: -5, Bonuses: -5, Total: 24}, m.public(0).Score)
	require.Nil(t, m.s.Outcome())
}
