package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/cards/seasons"
	"archmage/internal/cards/spellbook"
)

// What clients get is the same on every start, and complete.
func TestCatalogues(t *testing.T) {
	for _, one := range games() {
		t.Run(one.Info().ID, func(t *testing.T) {
			require.NotNil(t, one.catalogue)
			first, err := json.Marshal(one.catalogue())
			require.NoError(t, err)
			second, err := json.Marshal(one.catalogue())
			require.NoError(t, err)
			require.Equal(t, string(first), string(second))
			var value any
			require.NoError(t, json.Unmarshal(first, &value))
			requireFull(t, "", value)
		})
	}
}

// requireFull checks that no list, no object and no text is empty, but for the
// effects of a card that has none.
func requireFull(t *testing.T, path string, value any) {
	t.Helper()
	switch value := value.(type) {
	case map[string]any:
		require.NotEmpty(t, value, path)
		for name, inner := range value {
			requireFull(t, path+"/"+name, inner)
		}
	case []any:
		if path != "/cards/-/effects" {
			require.NotEmpty(t, value, path)
		}
		for _, inner := range value {
			requireFull(t, path+"/-", inner)
		}
	case string:
		require.NotEmpty(t, value, path)
	case nil:
		require.Fail(t, "null", path)
	}
}

func TestCatalogueOfSeasons(t *testing.T) {
	c := seasons.MustLoad()
	out := seasonsCatalogue(c)
	require.Len(t, out.Cards, seasons.NumCards)
	var changed []int
	for i, card := range out.Cards {
		facts := c.Cards[i+1]
		require.Equal(t, i+1, card.Number)
		require.Equal(t, facts.Prestige, card.Prestige)
		require.Equal(t, c.Text("fr", seasons.First, i+1), seasons.Text{Name: card.Name.Fr, Effect: card.Effect.Fr})
		for players := 2; players <= 4; players++ {
			require.Equal(t, facts.Cost(players, seasons.First).Crystals, card.Costs[players-2].Crystals)
			require.Equal(t, energyOf(facts.Cost(players, seasons.First).Energy), card.Costs[players-2].Energy)
		}
		if card.Second != nil {
			changed = append(changed, card.Number)
			require.Equal(t, c.Text("en", seasons.Second, i+1).Effect, card.Second.Effect.En)
			require.Equal(t, facts.Cost(3, seasons.Second).Crystals, card.Second.Costs[1].Crystals)
		}
	}
	require.Equal(t, []int{5, 31, 43}, changed)
	require.Equal(t, []string{"activate"}, out.Cards[42].Effects)
	require.Equal(t, []string{"enter", "activate"}, out.Cards[42].Second.Effects)
	require.Equal(t, [3]int{3, 6, 9}, [3]int{out.Cards[10].Costs[0].Crystals, out.Cards[10].Costs[1].Crystals, out.Cards[10].Costs[2].Crystals})
	require.True(t, out.Cards[29].Basic && !out.Cards[30].Basic && out.Cards[30].AnyEnergies)
	for season, dice := range out.Dice {
		require.Len(t, dice, seasons.DicePerSeason, season)
		for _, die := range dice {
			require.Len(t, die.Faces, 6)
		}
	}
	require.Equal(t, faceJSON{Energy: energyJSON{Fire: 1}, Star: true, Transmute: true, Pips: 3}, out.Dice["winter"][0].Faces[0])
	require.Equal(t, c.Rates[seasons.Summer][seasons.Fire], out.Rates["summer"].Fire)
	require.Len(t, out.Presets, 4)
}

func TestCatalogueOfSpellBook(t *testing.T) {
	c := spellbook.MustLoad()
	out := spellbookCatalogue(c)
	require.Len(t, out.Spells, spellbook.NumSpells)
	for i, spell := range out.Spells {
		facts := &c.Spells[i/spellbook.NumSets][i%spellbook.NumSets]
		require.Equal(t, i+1, spell.Number)
		require.Equal(t, facts.ID, spell.ID)
		require.Equal(t, facts.Level(5).Points, spell.Levels["5"].Points)
		require.Equal(t, c.Text("fr", facts).Name, spell.Name.Fr)
		require.Equal(t, c.Text("fr", facts).Effects[0], spell.Text["fr"]["3"])
		require.Equal(t, c.Text("en", facts).Effects[2], spell.Text["en"]["5"])
		require.Equal(t, facts.HasRunes, len(spell.Runes) == 3)
	}
	require.Equal(t, []string{"red", "violet", "green", "black", "white", "blue", "yellow"}, out.Colours)
	require.Equal(t, []string{"circle", "triangle", "square"}, out.Runes)
	require.Len(t, out.Familiar.Values, spellbook.Slots+1)
	require.Equal(t, []int{3, 6, 9, 12}, out.Opponent.Symbols)
	require.Equal(t, "magma", out.Words["en"].Substances["red"])
}
