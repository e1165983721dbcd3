package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Two people find each other by name, follow each other, invite from a profile and play. Then each has a
// page, and there is one about both.
func TestFriends(t *testing.T) {
	t.Parallel()
	server := startPublic(t)
	ada, bob := newPerson(t, "Ada", server.url, desk), newPerson(t, "Bob", server.url, phone)
	ada.createAccountWithPasskey()
	bob.createAccountWithPasskey()
	bob.fill("^What your page says under your name$", "Tea, then spells.")
	bob.click("button", "^Save$")

	ada.follow("/people")
	ada.waitForText("Bob is here")
	ada.fill("^Find a member$", "bo")
	ada.click("link", "^Bob$", "main")
	ada.waitForText("Tea, then spells.")
	ada.click("button", "^Follow$")
	ada.waitForRole("button", "^Following$")
	ada.follow("/")
	ada.waitForText("Here now")
	ada.click("link", "^All members$")
	ada.waitForText("You follow Bob here")
	ada.checkAll("people")

	ada.click("link", "^Bob$", ".present")
	ada.click("button", "^Another game")
	ada.checkAccess("in the dialog")
	ada.click("button", "^New table of SpellBook$", "dialog")
	link := ada.waitForPath("^/r/.+")
	bob.open("/")
	bob.waitForText("Ada invites you to SpellBook")
	bob.click("button", "^Sit down$", ".invited")
	require.Equal(t, link, bob.waitForPath("^/r/.+"))
	bob.waitForText("I am not ready")
	startMatch(ada, bob)
	m := newMatch(3, ada, bob)
	m.play(6)
	bob.menu("^Concede$")
	bob.click("button", "^Concede$", "dialog")
	ada.waitForText("Seed of the match")
	for _, size := range [][2]int64{{768, 1024}, {880, 700}, {desk.width, desk.height}} {
		ada.resize(size[0], size[1])
		ada.nextFrame()
		require.True(t, evaluate[bool](ada, `(() => {
			const buttons = [...document.querySelectorAll('.again .btn')]
				.map((button) => button.getBoundingClientRect());
			return buttons.length > 2 && buttons.every(({ bottom }) => bottom > buttons.at(-1).top);
		})()`), "the next steps are in one row at %d px", size[0])
	}

	// The result is counted a moment later.
	waitForValue(ada, "1", func() string {
		return ada.awaitPromise(
			"api.matchesWith('Bob')",
		)
	})
	ada.follow("/u/Bob/us")
	ada.waitForText("You and Bob")
	ada.waitForText("1 match")
	ada.checkAll("the two of us")
	ada.follow("/u/Ada")
	ada.waitForText("First win")
	ada.waitForText("The last year")
	ada.checkAll("profile")
	// The table was private.
	bob.follow("/u/Ada")
	bob.waitForText("No match at a public table yet.")
	bob.resize(360, 740)
	bob.nextFrame()
	require.True(t, evaluate[bool](bob, `(() => {
		const links = [...document.querySelectorAll('.pacts p :is(a, button)')]
			.map((link) => link.getBoundingClientRect());
		return links.every(({ bottom }) => bottom > links.at(-1).top);
	})()`), "the links are in one row")
	bob.checkPage("profile on a narrow phone")
	bob.resize(phone.width, phone.height)
	bob.click("button", "^More options$", ".pacts")
	bob.click("button", "^Block$", ".pacts")
	bob.waitForText("Block Ada?")
	bob.press("\u001b")
	bob.follow("/leaderboard?game=spellbook&list=week")
	bob.waitForText("No match at a public table has counted in this week.")
	bob.checkAll("leaderboard", elsewhere...)
}
