package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/cmd/internal/cli"
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game/spellbook"
)

// faceText describes the face of a die as the page on positions does.
func faceText(f *cards.Face) string {
	var list []string
	for _, e := range cards.Energies {
		switch n := f.Energy[e]; n {
		case 0:
		case 1:
			list = append(list, e.String())
		default:
			list = append(list, fmt.Sprintf("%d %s", n, e))
		}
	}
	if f.Crystals > 0 {
		list = append(list, cli.Counted(f.Crystals, "crystal"))
	}
	for _, symbol := range []struct {
		there bool
		name  string
	}{{there: f.Star, name: "star"}, {there: f.Draw, name: "draw"}, {there: f.Transmute, name: "transmute"}} {
		if symbol.there {
			list = append(list, symbol.name)
		}
	}
	return strings.Join(list, ", ") + fmt.Sprintf(" (%d)", f.Pips)
}

// The page on positions lists all faces of all dice, and the options of SpellBook.
func TestPositionsPageHasItsTables(t *testing.T) {
	page, err := os.ReadFile("../../docs/positions.md")
	require.NoError(t, err)
	catalogue := cards.MustLoad()
	for season := range catalogue.Dice {
		for number := range catalogue.Dice[season] {
			row := fmt.Sprintf("| %s %d |", cards.Season(season), number+1)
			for face := range catalogue.Dice[season][number] {
				row += " " + faceText(&catalogue.Dice[season][number][face]) + " |"
			}
			require.Contains(t, string(page), "\n"+row+"\n")
		}
	}
	for _, option := range spellbook.New().Info().Options {
		var values []string
		for _, value := range option.Values {
			values = append(values, "`"+value.ID+"` "+value.Label.En)
		}
		row := fmt.Sprintf("| `%s` | %s | `%s` |", option.ID, strings.Join(values, ", "), option.Default)
		require.Contains(t, string(page), "\n"+row+"\n")
	}
}
