package spellbook

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCatalogueForClients(t *testing.T) {
	c := MustLoad()
	out := catalogueOf(c)
	require.Len(t, out.Spells, NumSpells)
	for i, spell := range out.Spells {
		facts := &c.Spells[i/NumSets][i%NumSets]
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
	require.Len(t, out.Familiar.Values, Slots+1)
	require.Equal(t, []int{3, 6, 9, 12}, out.Opponent.Symbols)
	require.Equal(t, "magma", out.Words["en"].Substances["red"])
}
