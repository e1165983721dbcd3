package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCatalogueForClients(t *testing.T) {
	c := MustLoad()
	out := catalogueOf(c)
	require.Len(t, out.Cards, NumCards)
	var changed, atEnd []int
	for i, card := range out.Cards {
		facts := c.Cards[i+1]
		require.Equal(t, i+1, card.Number)
		require.Equal(t, facts.Prestige, card.Prestige)
		require.Equal(t, c.Text("fr", First, i+1), Text{Name: card.Name.Fr, Effect: card.Effect.Fr})
		for players := 2; players <= 4; players++ {
			require.Equal(t, facts.Cost(players, First).Crystals, card.Costs[players-2].Crystals)
			require.Equal(t, energyOf(facts.Cost(players, First).Energy), card.Costs[players-2].Energy)
		}
		if card.AtEnd {
			atEnd = append(atEnd, card.Number)
		}
		require.Equal(t, i+1 == AmuletOfWater, card.Lends)
		require.Equal(t, i+1 == ArcanoLeech, card.Tolls)
		if card.Second != nil {
			changed = append(changed, card.Number)
			require.Equal(t, c.Text("en", Second, i+1).Effect, card.Second.Effect.En)
			require.Equal(t, facts.Cost(3, Second).Crystals, card.Second.Costs[1].Crystals)
		}
	}
	require.Equal(t, []int{5, 31, 43}, changed)
	require.Equal(t, []int{RagfieldsHelm, LanternOfXidit, SealedChestOfUrm}, atEnd)
	require.Equal(t, []string{"activate"}, out.Cards[42].Effects)
	require.Equal(t, []string{"enter", "activate"}, out.Cards[42].Second.Effects)
	require.Equal(
		t,
		[3]int{3, 6, 9},
		[3]int{out.Cards[10].Costs[0].Crystals, out.Cards[10].Costs[1].Crystals, out.Cards[10].Costs[2].Crystals},
	)
	require.True(t, out.Cards[29].Basic && !out.Cards[30].Basic && out.Cards[30].AnyEnergies)
	for season, dice := range out.Dice {
		require.Len(t, dice, DicePerSeason, season)
		for _, die := range dice {
			require.Len(t, die.Faces, 6)
		}
	}
	require.Equal(
		t,
		shownFace{Energy: shownEnergy{Fire: 1}, Star: true, Transmute: true, Pips: 3},
		out.Dice["winter"][0].Faces[0],
	)
	require.Equal(t, c.Rates[Summer][Fire], out.Rates["summer"].Fire)
	require.Len(t, out.Presets, 4)
}
