package seasons

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/test/conformance"
)

func TestEveryCardHasATest(t *testing.T) {
	pattern := regexp.MustCompile(`^TestCard(\d\d)[A-Z]`)
	tested := map[string]bool{}
	for name := range conformance.TestNames(t) {
		if match := pattern.FindStringSubmatch(name); match != nil {
			tested[match[1]] = true
		}
	}
	for number := 1; number <= cards.NumCards; number++ {
		require.True(t, tested[fmt.Sprintf("%02d", number)], "card %d has no test", number)
	}
	require.Len(t, tested, cards.NumCards)
}

// lasts reports whether a card has an effect in play or when it leaves, other than by activation.
func (e *effect) lasts() bool {
	return e.modifier != noModifier || e.holdsTokens || e.score != nil || e.runWhenSacrificed != nil ||
		e.programs[onSummon] != nil || e.programs[onRoundEnd] != nil || e.programs[onSeason] != nil
}

func TestEveryCardHasItsEffects(t *testing.T) {
	for _, edition := range []cards.Edition{cards.First, cards.Second} {
		for number := 1; number <= cards.NumCards; number++ {
			e, printed := &theRules.effects[edition][number], &theRules.catalogue.Cards[number]
			enters, activates := e.programs[onEnter] != nil, e.programs[onActivate] != nil
			entersHere := printed.Enter || (edition == cards.Second && number == cards.IdolOfTheFamiliar)
			require.Equal(t, entersHere, enters, "card %d: effect upon entering, edition %d", number, edition)
			require.Equal(t, printed.Activate, activates, "card %d: activation", number)
			if printed.Permanent {
				require.True(t, e.lasts(), "card %d: lasting effect", number)
			}
			// The Runic Cube is the only card without an effect.
			require.Equal(
				t,
				number != cards.RunicCubeOfEolis,
				enters || activates || e.lasts(),
				"card %d does something",
				number,
			)
		}
	}
}

func TestEveryRulingIsTested(t *testing.T) { conformance.RulingsTested(t, theRules, docs) }
