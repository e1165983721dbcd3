package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Two people find each other by name, follow, invite from a profile and play; then each
// has a page, and both have one together.
func TestFriends(t *testing.T) {
	t.Parallel()
	server := startPublic(t)
	ada, bob := newPerson(t, "Ada", server.url, desk), newPerson(t, "Bob", server.url, phone)
	ada.keepsName()
	bob.keepsName()
	bob.fill("^What your page says under your name$", "Tea, then spells.")
	bob.click("button", "^Save$")

	ada.goes("/people")
	ada.fill("^Find somebody by name$", "bo")
	ada.click("link", "^Bob$", "main")
	ada.sees("Tea, then spells.")
	ada.click("button", "^Follow$")
	ada.waitFor("button", "^Following$")
	ada.goes("/")
	ada.sees("People you follow")
	ada.click("link", "^All of them: People$")
	ada.sees("Bob here")
	ada.checkAll("people")

	ada.click("link", "^Bob$", "main")
	ada.click("button", "^Invite to a table$")
	ada.checkAccess("in the dialog")
	ada.click("button", "^New table of SpellBook$", "dialog")
	link := ada.waitForPath("^/r/.+")
	bob.open("/")
	bob.sees("Ada invites you to SpellBook")
	bob.click("button", "^Sit down$", ".invited")
	require.Equal(t, link, bob.waitForPath("^/r/.+"))
	bob.sees("I am not ready")
	startsMatch(ada, bob)
	m := newMatch(3, ada, bob)
	m.play(6)
	bob.menu("^Concede$")
	bob.click("button", "^Concede$", "dialog")
	ada.sees("Seed of the match")

	// What has come of it is counted a moment later.
	becomes(ada, "1", func() string {
		return ada.promised(
			"api.matchesWith('Bob')",
		)
	})
	ada.goes("/u/Bob/us")
	ada.sees("You and Bob")
	ada.sees("1 match")
	ada.checkAll("the two of us")
	ada.goes("/u/Ada")
	ada.sees("First win")
	ada.sees("The last year")
	ada.checkAll("profile")
	// The table was private.
	bob.goes("/u/Ada")
	bob.sees("No match at a public table yet.")
	bob.goes("/leaderboard?game=spellbook&list=week")
	bob.sees("No match at a public table has counted in this week.")
	bob.checkAll("leaderboard", elsewhere...)
}
