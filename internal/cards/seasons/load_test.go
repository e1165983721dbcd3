package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLoadsApart(t *testing.T) {
	a, b := MustLoad(), MustLoad()
	require.Equal(t, a, b)
	a.Cards[1].Prestige = 99
	require.NotEqual(t, a, b)
}

// A text belongs to the card whose number it has.
func TestTextsAreInOrder(t *testing.T) {
	for _, language := range Languages {
		for i, entry := range read[textFile](language + ".json").Cards {
			require.Equal(t, i+1, entry.Number, language)
			require.Equal(
				t,
				entry.SecondEdition != "",
				entry.Number == BalanceOfIshtar || entry.Number == ElementalAmulet ||
					entry.Number == IdolOfTheFamiliar,
				"%s: card %d",
				language,
				entry.Number,
			)
		}
	}
}

// A misspelled effect or kind would be lost without notice.
func TestEffectsAreKnown(t *testing.T) {
	for _, entry := range read[cardsFile]("cards.json").Cards {
		require.Contains(t, []string{"item", "familiar"}, entry.Kind)
		require.Subset(t, []string{"enter", "permanent", "activate"}, entry.Effects)
	}
}
