package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// requireOneResult checks that players and spectators read the same result, each from their point of view.
func requireOneResult(t *testing.T, ada, bob, eve *person) {
	t.Helper()
	head := func(p *person) string { return plain(evaluate[string](p, "document.querySelector('h1').innerText")) }
	switch of := head(eve); of {
	case "Ada is the Archmage":
		require.Equal(t, "You are the Archmage", head(ada))
		require.Equal(t, "Ada is the Archmage", head(bob))
	case "Bob is the Archmage":
		require.Equal(t, "Bob is the Archmage", head(ada))
		require.Equal(t, "You are the Archmage", head(bob))
	default:
		require.Contains(t, of, "A tie")
		require.Equal(t, of, head(ada))
		require.Equal(t, of, head(bob))
	}
}

// A single player gets a full table with bots after two presses, on screens of all sizes.
func TestAgainstBots(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, door string
		actions    int
	}{
		{"seasons", seasonsDoor, 24},
		{"spellbook", spellbookDoor, 12},
	} {
		t.Run(test.name, func(t *testing.T) {
			ada := newVisitor(t, "Ada", shared.server(t).url, desk.moving())
			ada.choose(test.door, "^4$")
			ada.click("button", "^With 3 bots", test.door)
			ada.waitForRole("region", "^Your question and your hand$")
			ada.checkSizes("at the first question")
			m := newMatch(2, ada)
			m.play(test.actions)
			m.playUntil("be asked in a round", func() bool {
				return ada.table().mayAct() && !evaluate[bool](ada, "!!document.querySelector('.prelude')")
			})
			ada.checkSizes("at a full table")
			ada.checkAccess("at a full table")
		})
	}
}
