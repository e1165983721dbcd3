package match

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/game/spellbook"
)

// The longest record has as many copies as are allowed, and a short one has one
// every few items.
func TestTimelineKeepsFewCopies(t *testing.T) {
	rules := spellbook.New()
	seed := game.SeedFromInt(1)
	m, err := Begin(rules, Terms{Game: "spellbook", Players: make([]Player, 2)}, Start{Seed: &seed})
	require.NoError(t, err)
	for _, items := range []int{0, 15, 16, 100, MaxItems - 1} {
		for len(m.Items) < items {
			m = m.SetBot(1, 0, "random")
		}
		line, err := NewTimeline(rules, m.Record(nil))
		require.NoError(t, err)
		require.Equal(t, items/line.distance+1, len(line.copies))
		require.LessOrEqual(t, len(line.copies), maxCopies+1)
		require.LessOrEqual(t, line.distance, max(minDistance, MaxItems/maxCopies+1))
	}
}
