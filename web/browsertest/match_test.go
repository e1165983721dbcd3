package browsertest

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// Two people, one of them at a phone, and a spectator see a whole match of each
// title, from the start page to the scores.
func TestWholeMatch(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, door, title, level string }{
		{"seasons", seasonsDoor, "Seasons", "^Archmage$"},
		{"spellbook", spellbookDoor, "SpellBook", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			origin := shared.server(t).url
			ada := comes(t, "Ada", origin, desk.still())
			if test.level != "" {
				ada.click("radio", test.level, test.door)
			}
			link := ada.opensTable(test.door)
			bob := sitsDown(t, "Bob", origin, link, phone.still())
			ada.sees("Bob")
			eve := watches(t, "Eve", origin, link, desk.still())
			ada.checkAccess("in the room")
			bob.checkPage("in the room")
			startsMatch(ada, bob)
			ada.checkAccess("at the first question")

			m := newMatch(1, ada, bob)
			boards := m.noteBoards(eve)
			m.play(20)
			for _, p := range []*person{ada, bob, eve} {
				p.sees(test.title)
				p.picture("playing")
			}
			ada.sees("Bob")
			bob.sees("Ada")
			eve.sees("Ada")
			eve.sees("Bob")
			require.False(t, eve.table().Asked, "a spectator is asked something")
			ada.checkAccess("at the table")
			m.playToEnd()
			t.Logf("%d actions", m.actions)

			for _, p := range []*person{ada, bob, eve} {
				p.sees("Seed of the match")
				p.picture("end")
				p.checkPage("at the end")
			}
			requireOneResult(t, ada, bob, eve)
			ada.sees("How it went")
			ada.checkAccess("at the end")

			seesAgain(ada, "0", boards[ada])
			// The other eyes take minutes in the longer game.
			if test.name == "spellbook" || os.Getenv("ARCHMAGE_THOROUGH") != "" {
				seesAgain(bob, "1", boards[bob])
				seesAgain(eve, "spectator", boards[eve])
			}
		})
	}
}

// requireOneResult checks that players and spectators read the same result of the
// match, each from their point of view.
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

// A single player gets a full table with bots with two presses, on a screen of
// any size.
func TestAgainstBots(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, door string
		actions    int
	}{
		{"seasons", seasonsDoor, 60},
		{"spellbook", spellbookDoor, 12},
	} {
		t.Run(test.name, func(t *testing.T) {
			ada := comes(t, "Ada", shared.server(t).url, desk)
			ada.click("radio", "^4$", test.door)
			ada.click("button", "^Play against bots$", test.door)
			ada.waitFor("region", "^Your question and your hand$")
			ada.checkSizes("at the first question")
			m := newMatch(2, ada)
			m.play(test.actions)
			m.untilAsked(ada)
			ada.checkSizes("at a full table")
			ada.checkAccess("at a full table")
		})
	}
}
